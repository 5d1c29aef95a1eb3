//! `Intl.NumberFormat` and `toLocaleString` of numbers.

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::JsData;
use boa_engine::{
    Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};

use super::number::{
    Compact, CurrencyDisplay, Digits, Number, NumberStyle, SignDisplay, Style, currency_digits,
};
use super::options::{Options, check_locales, supported_locales};
use crate::surface::define::{accessors, argument, function, methods, tag, this_as};

#[derive(Trace, Finalize)]
pub(super) struct NumberFormat {
    #[unsafe_ignore_trace]
    style: NumberStyle,
}

impl JsData for NumberFormat {}

impl Class for NumberFormat {
    const NAME: &'static str = "NumberFormat";

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        tag(class, "Intl.NumberFormat");
        accessors(class, &[("format", format_getter, None)]);
        methods(class, &[("resolvedOptions", 0, resolved_options)]);
        let supported = NativeFunction::from_fn_ptr(supported_locales);
        class.static_method(js_string!("supportedLocalesOf"), 1, supported);
        Ok(())
    }

    fn data_constructor(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<Self> {
        Ok(Self { style: read(args, context)? })
    }

    /// Callable without `new` too (ECMA-402 16.1.1).
    fn construct(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
        let style = read(args, context)?;
        Self::from_data(Self { style }, context)
    }
}

/// `format` is a function that is bound to its formatter (ECMA-402 16.3.3).
fn format_getter(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let formatter = this_as::<NumberFormat>(this, "Intl.NumberFormat")?;
    let native = NativeFunction::from_copy_closure_with_captures(
        |_, args, formatter: &JsObject<NumberFormat>, context| {
            let number = number_of(&argument(args, 0), context)?;
            let text = formatter.borrow().data().style.format(&number);
            Ok(JsString::from(text.as_str()).into())
        },
        formatter,
    );
    Ok(function("", 1, native, context).into())
}

fn resolved_options(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let formatter = this_as::<NumberFormat>(this, "Intl.NumberFormat")?;
    let style = formatter.borrow().data().style.clone();
    let answer = JsObject::with_object_proto(context.intrinsics());
    let (name, currency) = match style.style {
        Style::Decimal => ("decimal", None),
        Style::Percent => ("percent", None),
        Style::Currency(code) => ("currency", Some(code)),
    };
    let mut pairs = vec![("locale", "en-US"), ("numberingSystem", "latn"), ("style", name)];
    if let Some(code) = &currency {
        pairs.push(("currency", code));
    }
    for (key, value) in pairs {
        answer.create_data_property_or_throw(js_string!(key), JsString::from(value), context)?;
    }
    if let Digits::Fraction { min, max } = style.digits {
        for (key, value) in [("minimumFractionDigits", min), ("maximumFractionDigits", max)] {
            answer.create_data_property_or_throw(js_string!(key), value, context)?;
        }
    }
    Ok(answer.into())
}

fn number_of(value: &JsValue, context: &mut Context) -> JsResult<Number> {
    let primitive = value.to_primitive(context, boa_engine::value::PreferredType::Number)?;
    Ok(match primitive.as_bigint() {
        Some(integer) => Number::Integer(integer.to_string_radix(10)),
        None => Number::Float(primitive.to_number(context)?),
    })
}

fn formatted(number: &Number, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = read(args, context)?.format(number);
    Ok(JsString::from(text.as_str()).into())
}

/// `Number.prototype.toLocaleString` (ECMA-402 20.2.1)
pub(super) fn of_number(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let boxed = this.as_object().and_then(|object| object.downcast_ref::<f64>().map(|n| *n));
    let number = boxed.or_else(|| this.as_number()).ok_or_else(|| {
        JsNativeError::typ().with_message("Number.prototype.toLocaleString: this is no number")
    })?;
    formatted(&Number::Float(number), args, context)
}

/// `BigInt.prototype.toLocaleString` (ECMA-402 20.3.1)
pub(super) fn of_bigint(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let boxed = this
        .as_object()
        .and_then(|object| object.downcast_ref::<boa_engine::JsBigInt>().map(|n| n.clone()));
    let integer = boxed.or_else(|| this.as_bigint()).ok_or_else(|| {
        JsNativeError::typ().with_message("BigInt.prototype.toLocaleString: this is no BigInt")
    })?;
    formatted(&Number::Integer(integer.to_string_radix(10)), args, context)
}

/// Options of ECMA-402 16.1 that are not available.
const REFUSED: [&str; 5] =
    ["unit", "roundingIncrement", "roundingMode", "roundingPriority", "trailingZeroDisplay"];

fn read(args: &[JsValue], context: &mut Context) -> JsResult<NumberStyle> {
    check_locales(&argument(args, 0), context)?;
    let options = Options::of("Intl.NumberFormat", &argument(args, 1), context)?;
    options.refuse(&REFUSED, context)?;
    let styles = [("decimal", 0), ("percent", 1), ("currency", 2)];
    let style = options.choice("style", &styles, context)?.unwrap_or(0);
    let currency = options.text("currency", context)?;
    let style = match (style, currency) {
        (2, Some(code)) if code.len() == 3 && code.bytes().all(|c| c.is_ascii_alphabetic()) => {
            Style::Currency(code.to_ascii_uppercase())
        }
        (2, Some(code)) => {
            let text = format!("Intl.NumberFormat: {code:?} is not a currency code");
            return Err(JsNativeError::range().with_message(text).into());
        }
        (2, None) => {
            let text = "Intl.NumberFormat: style \"currency\" needs the option currency";
            return Err(JsNativeError::typ().with_message(text).into());
        }
        (1, _) => Style::Percent,
        _ => Style::Decimal,
    };
    let displays = [
        ("symbol", CurrencyDisplay::Symbol),
        ("narrowSymbol", CurrencyDisplay::Narrow),
        ("code", CurrencyDisplay::Code),
    ];
    let signs = [
        ("auto", SignDisplay::Auto),
        ("always", SignDisplay::Always),
        ("never", SignDisplay::Never),
        ("exceptZero", SignDisplay::ExceptZero),
        ("negative", SignDisplay::Negative),
    ];
    let notations = [("standard", false), ("compact", true)];
    let compacts = [("short", Compact::Short), ("long", Compact::Long)];
    let is_compact = options.choice("notation", &notations, context)?.unwrap_or(false);
    let compact = options.choice("compactDisplay", &compacts, context)?.unwrap_or(Compact::Short);
    let accounting = [("standard", false), ("accounting", true)];
    const NEVER: usize = usize::MAX;
    let groupings = [("true", 4), ("false", NEVER), ("always", 4), ("auto", 4), ("min2", 5)];
    // Compact's default is min2 (ECMA-402 16.1.1).
    let grouping = options.choice("useGrouping", &groupings, context)?;
    let digits = digits(&options, &style, is_compact, context)?;
    Ok(NumberStyle {
        currency_display: options
            .choice("currencyDisplay", &displays, context)?
            .unwrap_or(CurrencyDisplay::Symbol),
        is_accounting: options.choice("currencySign", &accounting, context)?.unwrap_or(false),
        min_integer: options.number("minimumIntegerDigits", 1..=21, context)?.unwrap_or(1),
        digits,
        grouping_from: grouping.unwrap_or(if is_compact { 5 } else { 4 }),
        sign: options.choice("signDisplay", &signs, context)?.unwrap_or(SignDisplay::Auto),
        compact: is_compact.then_some(compact),
        style,
    })
}

/// SetNumberFormatDigitOptions (ECMA-402 16.1.3).
fn digits(
    options: &Options,
    style: &Style,
    is_compact: bool,
    context: &mut Context,
) -> JsResult<Digits> {
    let min = options.number("minimumSignificantDigits", 1..=21, context)?;
    let max = options.number("maximumSignificantDigits", 1..=21, context)?;
    let crossed =
        || JsNativeError::range().with_message("a minimum of digits is above its maximum");
    if min.is_some() || max.is_some() {
        let (min, max) = (min.unwrap_or(1), max.unwrap_or(21));
        return if min > max {
            Err(crossed().into())
        } else {
            Ok(Digits::Significant { min, max })
        };
    }
    let min = options.number("minimumFractionDigits", 0..=100, context)?;
    let max = options.number("maximumFractionDigits", 0..=100, context)?;
    let (min_default, max_default) = match style {
        Style::Decimal => (0, 3),
        Style::Percent => (0, 0),
        Style::Currency(code) => (currency_digits(code), currency_digits(code)),
    };
    match (min, max) {
        (None, None) if is_compact => Ok(Digits::Compact),
        (None, None) => Ok(Digits::Fraction { min: min_default, max: max_default }),
        (Some(min), None) => Ok(Digits::Fraction { min, max: max_default.max(min) }),
        (None, Some(max)) => Ok(Digits::Fraction { min: min_default.min(max), max }),
        (Some(min), Some(max)) if min > max => Err(crossed().into()),
        (Some(min), Some(max)) => Ok(Digits::Fraction { min, max }),
    }
}
