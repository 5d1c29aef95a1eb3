//! The iterators of `URLSearchParams` (Web IDL 3.7.10): live, over the list as it is at each step.

use std::rc::Rc;

use boa_engine::builtins::iterable::create_iter_result_object;
use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::JsData;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsSymbol, JsValue, js_string};
use boa_gc::{Finalize, Trace};

use super::define::{method, this_as};
use super::url_search_params::{Nth, Params};

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Keys,
    Values,
    Entries,
}

#[derive(Trace, Finalize)]
pub(super) struct PairIterator {
    params: JsObject<Params>,
    index: usize,
    #[unsafe_ignore_trace]
    kind: Kind,
}

impl JsData for PairIterator {}

/// `%URLSearchParamsIteratorPrototype%` of the realm.
struct Prototype(JsObject);

impl PairIterator {
    /// Makes the prototype.
    pub(super) fn install(context: &mut Context) -> JsResult<()> {
        let parent = context.intrinsics().constructors().iterator().prototype();
        let prototype = JsObject::from_proto_and_data(parent, OrdinaryObject);
        method(&prototype, "next", 0, next, context)?;
        let tag = PropertyDescriptor::builder()
            .value(js_string!("URLSearchParams Iterator"))
            .writable(false)
            .enumerable(false)
            .configurable(true);
        prototype.define_property_or_throw(JsSymbol::to_string_tag(), tag, context)?;
        context.insert_data(Rc::new(Prototype(prototype)));
        Ok(())
    }

    /// An iterator at the beginning.
    pub(super) fn start(
        params: JsObject<Params>,
        kind: Kind,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let prototype = context.get_data::<Rc<Prototype>>().map(|known| known.0.clone());
        let prototype = prototype.ok_or_else(|| {
            JsNativeError::error().with_message("URLSearchParams is not available here")
        })?;
        Ok(JsObject::from_proto_and_data(prototype, Self { params, index: 0, kind }).into())
    }
}

fn next(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let iterator = this_as::<PairIterator>(this, "URLSearchParams Iterator")?;
    let (pair, kind) = {
        let mut iterator = iterator.borrow_mut();
        let data = iterator.data_mut();
        let pair = data.params.nth(data.index);
        data.index += usize::from(pair.is_some());
        (pair, data.kind)
    };
    let Some((name, value)) = pair else {
        return Ok(create_iter_result_object(JsValue::undefined(), true, context));
    };
    let item = match kind {
        Kind::Keys => name,
        Kind::Values => value,
        Kind::Entries => JsArray::from_iter([name, value], context).into(),
    };
    Ok(create_iter_result_object(item, false, context))
}
