//! `Symbol.for` and `Symbol.keyFor` with a registry of the run: the engine's is static to the
//! process, where it would leak for ever and let one guest see another's symbols (design, 3.6).

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use boa_engine::{Context, JsNativeError, JsResult, JsString, JsSymbol, JsValue};

use super::define::method;

/// The symbols of one run by their key.
#[derive(Default)]
struct Registry(RefCell<HashMap<JsString, JsSymbol>>);

/// Replaces the two functions.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    context.insert_data(Rc::new(Registry::default()));
    let constructor = context.intrinsics().constructors().symbol().constructor();
    method(&constructor, "for", 1, symbol_for, context)?;
    method(&constructor, "keyFor", 1, key_for, context)
}

fn registry(context: &Context) -> JsResult<Rc<Registry>> {
    context.get_data::<Rc<Registry>>().map(Rc::clone).ok_or_else(|| {
        JsNativeError::error().with_message("the symbol registry is not available").into()
    })
}

/// `Symbol.for ( key )`, ECMA-262 20.4.2.2
fn symbol_for(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = args.first().cloned().unwrap_or_default().to_string(context)?;
    let registry = registry(context)?;
    if let Some(known) = registry.0.borrow().get(&key) {
        return Ok(known.clone().into());
    }
    let symbol = JsSymbol::new(Some(key.clone()))
        .ok_or_else(|| JsNativeError::range().with_message("too many symbols"))?;
    registry.0.borrow_mut().insert(key, symbol.clone());
    Ok(symbol.into())
}

/// `Symbol.keyFor ( sym )`, ECMA-262 20.4.2.6
fn key_for(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(symbol) = args.first().and_then(JsValue::as_symbol) else {
        return Err(JsNativeError::typ().with_message("Symbol.keyFor: not a symbol").into());
    };
    let registry = registry(context)?;
    let registered = registry.0.borrow();
    let key = symbol.description().filter(|key| registered.get(key) == Some(&symbol));
    Ok(key.map_or_else(JsValue::undefined, JsValue::from))
}
