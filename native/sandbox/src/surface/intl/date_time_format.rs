//! `Intl.DateTimeFormat`, and `toLocaleString`, `toLocaleDateString`, `toLocaleTimeString` of dates.

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::JsData;
use boa_engine::object::builtins::{JsArray, JsDate};
use boa_engine::{
    Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};

use super::date::{DateStyle, Part, Width};
use super::options::{Options, check_locales, supported_locales};
use crate::surface::define::{accessors, argument, function, methods, tag, this_as};

#[derive(Trace, Finalize)]
pub(super) struct DateTimeFormat {
    #[unsafe_ignore_trace]
    style: DateStyle,
}

impl JsData for DateTimeFormat {}

impl Class for DateTimeFormat {
    const NAME: &'static str = "DateTimeFormat";

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        tag(class, "Intl.DateTimeFormat");
        accessors(class, &[("format", format_getter, None)]);
        methods(
            class,
            &[("formatToParts", 1, format_to_parts), ("resolvedOptions", 0, resolved_options)],
        );
        let supported = NativeFunction::from_fn_ptr(supported_locales);
        class.static_method(js_string!("supportedLocalesOf"), 1, supported);
        Ok(())
    }

    fn data_constructor(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<Self> {
        Ok(Self { style: read(args, Needs::Any, context)? })
    }

    /// Callable without `new` too (ECMA-402 11.1.1).
    fn construct(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
        let style = read(args, Needs::Any, context)?;
        Self::from_data(Self { style }, context)
    }
}

/// What is written when the options name no component (ECMA-402 11.1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// Of `DateTimeFormat`: the date unless a component is named.
    Any,
    /// Of `toLocaleString`: date and time unless a component is named.
    Both,
    Date,
    Time,
}

fn style_of(this: &JsValue) -> JsResult<DateStyle> {
    Ok(this_as::<DateTimeFormat>(this, "Intl.DateTimeFormat")?.borrow().data().style)
}

/// The parts of a date or a time value, now when there is none.
fn parts_of(style: DateStyle, value: &JsValue, context: &mut Context) -> JsResult<Vec<Part>> {
    let time = match value.as_object().and_then(|object| JsDate::from_object(object).ok()) {
        Some(date) => date.get_time(context)?.to_number(context)?,
        None if value.is_undefined() => JsDate::now(context)?.to_number(context)?,
        None => value.to_number(context)?.trunc(),
    };
    // TimeClip (ECMA-262 21.4.1.31).
    if !time.is_finite() || time.abs() > 8.64e15 {
        return Err(JsNativeError::range().with_message("Invalid time value").into());
    }
    Ok(style.parts(time))
}

fn joined(parts: Vec<Part>) -> JsValue {
    let text: String = parts.into_iter().map(|(_, text)| text).collect();
    JsString::from(text.as_str()).into()
}

/// `format` is a function that is bound to its formatter (ECMA-402 11.3.3).
fn format_getter(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let formatter = this_as::<DateTimeFormat>(this, "Intl.DateTimeFormat")?;
    let native = NativeFunction::from_copy_closure_with_captures(
        |_, args, formatter: &JsObject<DateTimeFormat>, context| {
            let style = formatter.borrow().data().style;
            parts_of(style, &argument(args, 0), context).map(joined)
        },
        formatter,
    );
    Ok(function("", 1, native, context).into())
}

fn format_to_parts(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = JsArray::new(context)?;
    for (kind, text) in parts_of(style_of(this)?, &argument(args, 0), context)? {
        let part = JsObject::with_object_proto(context.intrinsics());
        part.create_data_property_or_throw(js_string!("type"), js_string!(kind), context)?;
        let text = JsString::from(text.as_str());
        part.create_data_property_or_throw(js_string!("value"), text, context)?;
        list.push(part, context)?;
    }
    Ok(list.into())
}

fn resolved_options(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    style_of(this)?;
    let answer = JsObject::with_object_proto(context.intrinsics());
    for (key, value) in [
        ("locale", "en-US"),
        ("calendar", "gregory"),
        ("numberingSystem", "latn"),
        ("timeZone", "UTC"),
    ] {
        answer.create_data_property_or_throw(js_string!(key), js_string!(value), context)?;
    }
    Ok(answer.into())
}

fn of_date(
    this: &JsValue,
    args: &[JsValue],
    needs: Needs,
    context: &mut Context,
) -> JsResult<JsValue> {
    let date = this.as_object().and_then(|object| JsDate::from_object(object).ok());
    let date = date.ok_or_else(|| JsNativeError::typ().with_message("this is no Date"))?;
    let time = date.get_time(context)?.to_number(context)?;
    let style = read(args, needs, context)?;
    if time.is_nan() {
        return Ok(js_string!("Invalid Date").into());
    }
    Ok(joined(style.parts(time)))
}

/// `Date.prototype.toLocaleString` (ECMA-402 20.4.1)
pub(super) fn to_locale_string(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    of_date(this, args, Needs::Both, context)
}

/// `Date.prototype.toLocaleDateString` (ECMA-402 20.4.2)
pub(super) fn to_locale_date_string(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    of_date(this, args, Needs::Date, context)
}

/// `Date.prototype.toLocaleTimeString` (ECMA-402 20.4.3)
pub(super) fn to_locale_time_string(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    of_date(this, args, Needs::Time, context)
}

const TEXTS: [(&str, Width); 3] =
    [("long", Width::Long), ("short", Width::Short), ("narrow", Width::Narrow)];
const NUMBERS: [(&str, Width); 2] = [("numeric", Width::Numeric), ("2-digit", Width::TwoDigit)];
const MONTHS: [(&str, Width); 5] = [
    ("numeric", Width::Numeric),
    ("2-digit", Width::TwoDigit),
    ("long", Width::Long),
    ("short", Width::Short),
    ("narrow", Width::Narrow),
];

/// Options of ECMA-402 11.1.2 that are not available.
const REFUSED: [&str; 2] = ["era", "dayPeriod"];

fn read(args: &[JsValue], needs: Needs, context: &mut Context) -> JsResult<DateStyle> {
    check_locales(&argument(args, 0), context)?;
    let options = Options::of("Intl.DateTimeFormat", &argument(args, 1), context)?;
    options.refuse(&REFUSED, context)?;
    check_fixed(&options, context)?;
    let hour12 = options.flag("hour12", context)?;
    let cycles = [("h12", false), ("h23", true)];
    let cycle = options.choice("hourCycle", &cycles, context)?;
    let mut style = DateStyle {
        weekday: options.choice("weekday", &TEXTS, context)?,
        year: options.choice("year", &NUMBERS, context)?,
        month: options.choice("month", &MONTHS, context)?,
        day: options.choice("day", &NUMBERS, context)?,
        hour: options.choice("hour", &NUMBERS, context)?,
        minute: options.choice("minute", &NUMBERS, context)?,
        second: options.choice("second", &NUMBERS, context)?,
        fraction: options.number("fractionalSecondDigits", 1..=3, context)?.unwrap_or(0),
        is_24_hours: hour12.map(|hour12| !hour12).or(cycle).unwrap_or(false),
        zone: options.choice("timeZoneName", &TEXTS[..2], context)?,
        has_at: false,
    };
    let styles = [("full", 3), ("long", 2), ("medium", 1), ("short", 0)];
    let date_style = options.choice("dateStyle", &styles, context)?;
    let time_style = options.choice("timeStyle", &styles, context)?;
    if date_style.is_some() || time_style.is_some() {
        if style.has_date() || style.has_time() || style.zone.is_some() {
            return Err(JsNativeError::typ()
                .with_message("dateStyle and timeStyle cannot be used with other components")
                .into());
        }
        apply_styles(&mut style, date_style, time_style);
        return Ok(style);
    }
    let is_bare = match needs {
        Needs::Any | Needs::Both => !style.has_date() && !style.has_time(),
        Needs::Date => !style.has_date(),
        Needs::Time => !style.has_time(),
    };
    let numeric = Some(Width::Numeric);
    if is_bare && needs != Needs::Time {
        (style.year, style.month, style.day) = (numeric, numeric, numeric);
    }
    if is_bare && matches!(needs, Needs::Both | Needs::Time) {
        (style.hour, style.minute, style.second) = (numeric, numeric, numeric);
    }
    Ok(style)
}

/// Time zone, calendar and digits are what they are; naming them is no mistake.
fn check_fixed(options: &Options, context: &mut Context) -> JsResult<()> {
    if let Some(zone) = options.text("timeZone", context)? {
        let known = ["utc", "gmt", "etc/utc", "etc/gmt", "+00:00"];
        if !known.contains(&zone.to_ascii_lowercase().as_str()) {
            return Err(JsNativeError::range()
                .with_message(format!(
                    "the time zone {zone:?} is not available here, only UTC is; shift the date by \
                     its offset: new Date(date.getTime() + hours * 3_600_000)"
                ))
                .into());
        }
    }
    options.choice("calendar", &[("gregory", ()), ("gregorian", ())], context)?;
    options.choice("numberingSystem", &[("latn", ())], context)?;
    Ok(())
}

fn apply_styles(style: &mut DateStyle, date: Option<i32>, time: Option<i32>) {
    let numeric = Some(Width::Numeric);
    if let Some(date) = date {
        (style.year, style.month, style.day) = match date {
            3 | 2 => (numeric, Some(Width::Long), numeric),
            1 => (numeric, Some(Width::Short), numeric),
            _ => (Some(Width::TwoDigit), numeric, numeric),
        };
        style.weekday = (date == 3).then_some(Width::Long);
        style.has_at = date >= 2;
    }
    if let Some(time) = time {
        (style.hour, style.minute) = (numeric, Some(Width::TwoDigit));
        style.second = (time >= 1).then_some(Width::TwoDigit);
        style.zone = match time {
            3 => Some(Width::Long),
            2 => Some(Width::Short),
            _ => None,
        };
    }
}
