//! `URL` (WHATWG URL 6.1): a thin layer over the `url` crate, whose `quirks` module has the
//! standard's own getters and setters. `createObjectURL` is absent: there are no blobs.

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::JsData;
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction,
    js_string,
};
use boa_gc::{Finalize, Trace};
use url::{Url, quirks};

use super::define::{Native, accessors, argument, hidden, methods, required, tag, text, this_as};
use super::url_search_params::{Params, params_of_query};

#[derive(Trace, Finalize)]
pub(super) struct UrlData {
    #[unsafe_ignore_trace]
    url: Url,
    /// The object of `searchParams`, once it was asked for.
    params: Option<JsObject<Params>>,
}

impl JsData for UrlData {}

type Get = for<'a> fn(&'a Url) -> &'a str;
type Set = fn(&mut Url, &str);

/// The parts that are text on both sides: getter, setter.
macro_rules! part {
    ($name:literal, $get:expr, $set:expr) => {
        (
            $name,
            (|this, _, _| get(this, $get)) as Native,
            Some((|this, args, context| set(this, args, $set, context)) as Native),
        )
    };
}

impl Class for UrlData {
    const NAME: &'static str = "URL";
    const LENGTH: usize = 1;

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        tag(class, Self::NAME);
        let origin: Native = |this, _, _| {
            let object = this_as::<Self>(this, Self::NAME)?;
            let origin = quirks::origin(&object.borrow().data().url);
            Ok(JsString::from(origin.as_str()).into())
        };
        accessors(
            class,
            &[
                ("href", |this, _, _| get(this, quirks::href), Some(set_href)),
                ("origin", origin, None),
                ("searchParams", search_params, None),
                part!("protocol", quirks::protocol, |url, to| {
                    let _ = quirks::set_protocol(url, to);
                }),
                part!("username", quirks::username, |url, to| {
                    let _ = quirks::set_username(url, to);
                }),
                part!("password", quirks::password, |url, to| {
                    let _ = quirks::set_password(url, to);
                }),
                part!("host", quirks::host, |url, to| {
                    let _ = quirks::set_host(url, to);
                }),
                part!("hostname", quirks::hostname, |url, to| {
                    let _ = quirks::set_hostname(url, to);
                }),
                part!("port", quirks::port, |url, to| {
                    let _ = quirks::set_port(url, to);
                }),
                part!("pathname", quirks::pathname, quirks::set_pathname),
                part!("search", quirks::search, quirks::set_search),
                part!("hash", quirks::hash, quirks::set_hash),
            ],
        );
        methods(
            class,
            &[
                ("toString", 0, |this, _, _| get(this, quirks::href)),
                ("toJSON", 0, |this, _, _| get(this, quirks::href)),
            ],
        );
        let statics: [(&str, Native); 2] = [("canParse", can_parse), ("parse", parse_or_null)];
        for (name, native) in statics {
            class.static_method(js_string!(name), 1, NativeFunction::from_fn_ptr(native));
        }
        Ok(())
    }

    fn data_constructor(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<Self> {
        let url = required(args, 0, "URL")?;
        match parse(&url, &argument(args, 1), context)? {
            Some(url) => Ok(Self { url, params: None }),
            None => Err(invalid(context)),
        }
    }
}

fn invalid(context: &mut Context) -> JsError {
    let error = JsNativeError::typ().with_message("Invalid URL").into_opaque(context);
    // Node's own code for it.
    let code = js_string!("ERR_INVALID_URL").into();
    match hidden(&error, "code", code, context) {
        Ok(()) => JsError::from_opaque(error.into()),
        Err(error) => error,
    }
}

fn parse(url: &JsValue, base: &JsValue, context: &mut Context) -> JsResult<Option<Url>> {
    let url = text(url, context)?;
    if base.is_undefined() {
        return Ok(Url::parse(&url).ok());
    }
    let base = text(base, context)?;
    Ok(Url::parse(&base).and_then(|base| base.join(&url)).ok())
}

fn can_parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let url = required(args, 0, "URL.canParse")?;
    Ok(parse(&url, &argument(args, 1), context)?.is_some().into())
}

fn parse_or_null(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let url = required(args, 0, "URL.parse")?;
    match parse(&url, &argument(args, 1), context)? {
        Some(url) => Ok(UrlData::from_data(UrlData { url, params: None }, context)?.into()),
        None => Ok(JsValue::null()),
    }
}

fn get(this: &JsValue, part: Get) -> JsResult<JsValue> {
    let object = this_as::<UrlData>(this, UrlData::NAME)?;
    let object = object.borrow();
    Ok(JsString::from(part(&object.data().url)).into())
}

fn set(this: &JsValue, args: &[JsValue], part: Set, context: &mut Context) -> JsResult<JsValue> {
    let object = this_as::<UrlData>(this, UrlData::NAME)?;
    let value = text(&argument(args, 0), context)?;
    part(&mut object.borrow_mut().data_mut().url, &value);
    refresh_params(&object);
    Ok(JsValue::undefined())
}

fn set_href(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this_as::<UrlData>(this, UrlData::NAME)?;
    let value = text(&argument(args, 0), context)?;
    match Url::parse(&value) {
        Ok(url) => object.borrow_mut().data_mut().url = url,
        Err(_) => return Err(invalid(context)),
    }
    refresh_params(&object);
    Ok(JsValue::undefined())
}

/// The URL changed: its `searchParams` shows the new query.
fn refresh_params(object: &JsObject<UrlData>) {
    let object = object.borrow();
    if let Some(params) = &object.data().params {
        let query = object.data().url.query().unwrap_or_default();
        params.borrow_mut().data_mut().list = params_of_query(query);
    }
}

/// The same object at each reading.
fn search_params(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this_as::<UrlData>(this, UrlData::NAME)?;
    if let Some(params) = &object.borrow().data().params {
        return Ok(params.clone().upcast().into());
    }
    let list = params_of_query(object.borrow().data().url.query().unwrap_or_default());
    let params = Params { list, url: Some(object.clone()) };
    let params: JsObject<Params> =
        this_as(&Params::from_data(params, context)?.into(), Params::NAME)?;
    object.borrow_mut().data_mut().params = Some(params.clone());
    Ok(params.upcast().into())
}

/// The list behind `searchParams` changed: so does the query.
pub(super) fn set_query(object: &JsObject<UrlData>, query: &str) {
    let query = if query.is_empty() { None } else { Some(query) };
    object.borrow_mut().data_mut().url.set_query(query);
}
