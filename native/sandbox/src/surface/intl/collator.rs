//! `Intl.Collator` and `String.prototype.localeCompare`.

use std::rc::Rc;

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::JsData;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

use super::collate::{Comparison, compare};
use super::options::{Options, check_collation_locales, supported_locales};
use crate::surface::define::{accessors, argument, function, methods, tag, this_as};
use crate::surface::intrinsics::Intrinsics;

#[derive(Trace, Finalize)]
pub(super) struct Collator {
    #[unsafe_ignore_trace]
    comparison: Comparison,
}

impl JsData for Collator {}

impl Class for Collator {
    const NAME: &'static str = "Collator";

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        tag(class, "Intl.Collator");
        accessors(class, &[("compare", compare_getter, None)]);
        methods(class, &[("resolvedOptions", 0, resolved_options)]);
        let supported = NativeFunction::from_fn_ptr(supported_locales);
        class.static_method(js_string!("supportedLocalesOf"), 1, supported);
        Ok(())
    }

    fn data_constructor(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<Self> {
        Ok(Self { comparison: read(args, context)? })
    }

    /// Callable without `new` too (ECMA-402 10.1.1).
    fn construct(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
        let comparison = read(args, context)?;
        Self::from_data(Self { comparison }, context)
    }
}

/// `compare` is a function that is bound to its collator (ECMA-402 10.3.3).
fn compare_getter(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let collator = this_as::<Collator>(this, "Intl.Collator")?;
    let native = NativeFunction::from_copy_closure_with_captures(
        |_, args, collator: &JsObject<Collator>, context| {
            let comparison = collator.borrow().data().comparison;
            compared(&argument(args, 0), &argument(args, 1), comparison, context)
        },
        collator,
    );
    Ok(function("", 2, native, context).into())
}

fn resolved_options(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let collator = this_as::<Collator>(this, "Intl.Collator")?;
    let is_numeric = collator.borrow().data().comparison.is_numeric;
    let answer = JsObject::with_object_proto(context.intrinsics());
    answer.create_data_property_or_throw(js_string!("locale"), js_string!("en-US"), context)?;
    answer.create_data_property_or_throw(js_string!("numeric"), is_numeric, context)?;
    Ok(answer.into())
}

/// `String.prototype.localeCompare` (ECMA-402 20.1.1)
pub(super) fn locale_compare(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    if this.is_null_or_undefined() {
        let text = "String.prototype.localeCompare: this is null or undefined";
        return Err(JsNativeError::typ().with_message(text).into());
    }
    let comparison = read(args.get(1..).unwrap_or_default(), context)?;
    compared(this, &argument(args, 0), comparison, context)
}

fn compared(
    one: &JsValue,
    other: &JsValue,
    comparison: Comparison,
    context: &mut Context,
) -> JsResult<JsValue> {
    let (one, other) = (one.to_string(context)?, other.to_string(context)?);
    let decomposed = |text: boa_engine::JsString, context: &mut Context| {
        let plain = text.to_std_string_lossy();
        match context.get_data::<Rc<Intrinsics>>().map(Rc::clone) {
            Some(intrinsics) if !plain.is_ascii() => intrinsics.decomposed(text, context),
            _ => Ok(plain),
        }
    };
    let one = decomposed(one, context)?;
    let other = decomposed(other, context)?;
    Ok((compare(&one, &other, comparison) as i32).into())
}

fn read(args: &[JsValue], context: &mut Context) -> JsResult<Comparison> {
    check_collation_locales(&argument(args, 0), context)?;
    let options = Options::of("Intl.Collator", &argument(args, 1), context)?;
    options.refuse(&["collation"], context)?;
    options.choice("usage", &[("sort", ()), ("search", ())], context)?;
    if options.flag("ignorePunctuation", context)? == Some(true) {
        return Err(options.unavailable("the option ignorePunctuation"));
    }
    let sensitivities = [
        ("base", (false, false)),
        ("accent", (true, false)),
        ("case", (false, true)),
        ("variant", (true, true)),
    ];
    let (by_accent, by_case) =
        options.choice("sensitivity", &sensitivities, context)?.unwrap_or((true, true));
    let firsts = [("false", false), ("lower", false), ("upper", true)];
    Ok(Comparison {
        by_accent,
        by_case,
        is_numeric: options.flag("numeric", context)?.unwrap_or(false),
        is_upper_first: options.choice("caseFirst", &firsts, context)?.unwrap_or(false),
    })
}
