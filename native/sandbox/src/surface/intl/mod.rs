//! `Intl` and the `toLocale…` methods (ECMA-402), for en-US and UTC only: what a program that
//! formats money, counts and dates for an English reader expects. Every other locale, time zone
//! and option is a `RangeError` that says so, never a wrong text.
//!
//! Not the engine's `intl` feature: its data makes the library many times as large (figures in
//! docs/surface.md), and its formatters lack currencies and most date options.

mod collate;
mod collator;
mod date;
mod date_time_format;
mod decimal;
mod number;
mod number_format;
mod options;

use boa_engine::class::Class;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, JsSymbol, js_string};

use super::define::{hidden, method};
use collator::Collator;
use date_time_format::DateTimeFormat;
use number_format::NumberFormat;

/// Defines `Intl`, and in the places of the engine's the `toLocale…` methods and `localeCompare`.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let intl = JsObject::with_object_proto(context.intrinsics());
    let tag = PropertyDescriptor::builder()
        .value(js_string!("Intl"))
        .writable(false)
        .enumerable(false)
        .configurable(true);
    intl.define_property_or_throw(JsSymbol::to_string_tag(), tag, context)?;
    class::<NumberFormat>(&intl, context)?;
    class::<DateTimeFormat>(&intl, context)?;
    class::<Collator>(&intl, context)?;
    hidden(&context.global_object(), "Intl", intl.into(), context)?;

    let constructors = context.intrinsics().constructors();
    let number = constructors.number().prototype();
    let bigint = constructors.bigint().prototype();
    let date = constructors.date().prototype();
    let string = constructors.string().prototype();
    method(&number, "toLocaleString", 0, number_format::of_number, context)?;
    method(&bigint, "toLocaleString", 0, number_format::of_bigint, context)?;
    method(&date, "toLocaleString", 0, date_time_format::to_locale_string, context)?;
    method(&date, "toLocaleDateString", 0, date_time_format::to_locale_date_string, context)?;
    method(&date, "toLocaleTimeString", 0, date_time_format::to_locale_time_string, context)?;
    method(&string, "localeCompare", 1, collator::locale_compare, context)
}

/// Registers a class and moves it from the global object to `Intl`.
fn class<C: Class>(intl: &JsObject, context: &mut Context) -> JsResult<()> {
    context.register_global_class::<C>()?;
    let global = context.global_object();
    let name = JsString::from(C::NAME);
    let constructor = global.get(name.clone(), context)?;
    global.delete_property_or_throw(name, context)?;
    hidden(intl, C::NAME, constructor, context)
}
