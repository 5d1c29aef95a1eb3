//! `URLSearchParams` (WHATWG URL 6.2), alone or linked to a `URL`.

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::JsData;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction,
    js_string,
};
use boa_gc::{Finalize, Trace};
use url::form_urlencoded;

use super::define::{Native, accessors, argument, iterate, methods, required, tag, text, this_as};
use super::intrinsics::Intrinsics;
use super::pair_iterator::{Kind, PairIterator};
use super::url::{UrlData, set_query};

#[derive(Trace, Finalize)]
pub(super) struct Params {
    pub(super) list: Vec<(String, String)>,
    /// The URL whose query this is.
    pub(super) url: Option<JsObject<UrlData>>,
}

impl JsData for Params {}

/// Defines `URL` and `URLSearchParams`.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    PairIterator::install(context)?;
    context.register_global_class::<Params>()?;
    context.register_global_class::<UrlData>()
}

pub(super) fn params_of_query(query: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

impl Params {
    fn text(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.list).finish()
    }
}

impl Class for Params {
    const NAME: &'static str = "URLSearchParams";

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        tag(class, Self::NAME);
        let size: Native = |this, _, _| Ok(this_params(this)?.borrow().data().list.len().into());
        accessors(class, &[("size", size, None)]);
        methods(
            class,
            &[
                ("append", 2, append),
                ("delete", 1, delete),
                ("get", 1, get),
                ("getAll", 1, get_all),
                ("has", 1, has),
                ("set", 2, set),
                ("sort", 0, sort),
                ("forEach", 1, for_each),
                ("keys", 0, |this, _, context| pairs(this, Kind::Keys, context)),
                ("values", 0, |this, _, context| pairs(this, Kind::Values, context)),
                ("toString", 0, |this, _, _| {
                    let params = this_params(this)?;
                    let text = params.borrow().data().text();
                    Ok(JsString::from(text.as_str()).into())
                }),
            ],
        );
        // One function under both names.
        let entries: Native = |this, _, context| pairs(this, Kind::Entries, context);
        let native = NativeFunction::from_fn_ptr(entries);
        let entries = super::define::function("entries", 0, native, class.context());
        let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
        class.property(js_string!("entries"), entries.clone(), attributes);
        class.property(JsSymbol::iterator(), entries, attributes);
        Ok(())
    }

    fn data_constructor(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<Self> {
        let init = argument(args, 0);
        let list = if init.is_undefined() {
            Vec::new()
        } else if let Some(object) = init.as_object() {
            list_of_object(&object, context)?
        } else {
            let query = text(&init, context)?;
            params_of_query(query.strip_prefix('?').unwrap_or(&query))
        };
        Ok(Self { list, url: None })
    }
}

/// A sequence of pairs when it is iterable, else a record (Web IDL 3.2.24: a union of the two).
fn list_of_object(object: &JsObject, context: &mut Context) -> JsResult<Vec<(String, String)>> {
    let mut list = Vec::new();
    if object.get(JsSymbol::iterator(), context)?.is_null_or_undefined() {
        let intrinsics = context.get_data::<std::rc::Rc<Intrinsics>>().cloned();
        let keys = match intrinsics {
            Some(intrinsics) => intrinsics.own_enumerable_keys(object, context)?,
            None => Vec::new(),
        };
        for key in keys {
            let value = object.get(key.clone(), context)?;
            list.push((key.to_std_string_lossy(), text(&value, context)?));
        }
        return Ok(list);
    }
    for pair in iterate(&object.clone().into(), context)? {
        let pair = iterate(&pair, context)?;
        let [name, value] = pair.as_slice() else {
            return Err(JsNativeError::typ()
                .with_message("URLSearchParams: each item must be a [name, value] pair")
                .into());
        };
        list.push((text(name, context)?, text(value, context)?));
    }
    Ok(list)
}

fn this_params(this: &JsValue) -> JsResult<JsObject<Params>> {
    this_as(this, Params::NAME)
}

/// Name and value of a call, the value when it is given.
fn name_and_value(
    args: &[JsValue],
    function: &str,
    context: &mut Context,
) -> JsResult<(String, Option<String>)> {
    let name = text(&required(args, 0, function)?, context)?;
    let value = match argument(args, 1) {
        value if value.is_undefined() => None,
        value => Some(text(&value, context)?),
    };
    Ok((name, value))
}

/// Changes the list, and the query of the URL that it belongs to.
fn change(this: &JsValue, work: impl FnOnce(&mut Vec<(String, String)>)) -> JsResult<JsValue> {
    let params = this_params(this)?;
    work(&mut params.borrow_mut().data_mut().list);
    let (text, url) = {
        let params = params.borrow();
        (params.data().text(), params.data().url.clone())
    };
    if let Some(url) = url {
        set_query(&url, &text);
    }
    Ok(JsValue::undefined())
}

fn append(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    required(args, 1, "URLSearchParams.append")?;
    let (name, value) = name_and_value(args, "URLSearchParams.append", context)?;
    let value = value.unwrap_or_else(|| "undefined".to_owned());
    change(this, |list| list.push((name, value)))
}

fn set(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    required(args, 1, "URLSearchParams.set")?;
    let (name, value) = name_and_value(args, "URLSearchParams.set", context)?;
    let value = value.unwrap_or_else(|| "undefined".to_owned());
    change(this, |list| match list.iter().position(|(known, _)| *known == name) {
        None => list.push((name, value)),
        Some(first) => {
            let mut place = 0;
            list.retain_mut(|(known, current)| {
                if place == first {
                    current.clone_from(&value);
                }
                place += 1;
                place - 1 <= first || *known != name
            });
        }
    })
}

fn delete(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, value) = name_and_value(args, "URLSearchParams.delete", context)?;
    change(this, |list| {
        list.retain(|(known, current)| {
            *known != name || value.as_ref().is_some_and(|value| value != current)
        });
    })
}

fn has(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, value) = name_and_value(args, "URLSearchParams.has", context)?;
    let params = this_params(this)?;
    let params = params.borrow();
    let mut list = params.data().list.iter();
    let has = list.any(|(known, current)| {
        *known == name && value.as_ref().is_none_or(|value| value == current)
    });
    Ok(has.into())
}

fn get(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, _) = name_and_value(args, "URLSearchParams.get", context)?;
    let params = this_params(this)?;
    let params = params.borrow();
    let found = params.data().list.iter().find(|(known, _)| *known == name);
    Ok(found.map_or_else(JsValue::null, |(_, value)| JsString::from(value.as_str()).into()))
}

fn get_all(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, _) = name_and_value(args, "URLSearchParams.getAll", context)?;
    let values: Vec<JsValue> = this_params(this)?
        .borrow()
        .data()
        .list
        .iter()
        .filter(|(known, _)| *known == name)
        .map(|(_, value)| JsString::from(value.as_str()).into())
        .collect();
    Ok(JsArray::from_iter(values, context).into())
}

/// By the code units of the names, and stable.
fn sort(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    change(this, |list| {
        list.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
    })
}

fn for_each(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let params = this_params(this)?;
    let callback = argument(args, 0).as_function().ok_or_else(|| {
        JsNativeError::typ().with_message("URLSearchParams.forEach: a function is expected")
    })?;
    let mut index = 0;
    // By index, since the callback may change the list.
    while let Some((name, value)) = params.nth(index) {
        callback.call(&argument(args, 1), &[value, name, this.clone()], context)?;
        index += 1;
    }
    Ok(JsValue::undefined())
}

fn pairs(this: &JsValue, kind: Kind, context: &mut Context) -> JsResult<JsValue> {
    PairIterator::start(this_params(this)?, kind, context)
}

/// A pair of the list as it is now.
pub(super) trait Nth {
    fn nth(&self, index: usize) -> Option<(JsValue, JsValue)>;
}

impl Nth for JsObject<Params> {
    fn nth(&self, index: usize) -> Option<(JsValue, JsValue)> {
        let params = self.borrow();
        let (name, value) = params.data().list.get(index)?;
        Some((JsString::from(name.as_str()).into(), JsString::from(value.as_str()).into()))
    }
}
