//! Reading locales and options (ECMA-402 9.2), and refusing those that are not available.

use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsValue, js_string};

use crate::surface::define::text;

/// Refuses every locale but English as the United States write it.
pub(super) fn check_locales(locales: &JsValue, context: &mut Context) -> JsResult<()> {
    match locale_list(locales, context)? {
        Some(locale) if !matches!(locale.as_str(), "en-us" | "en") => Err(only_en_us(&locale)),
        _ => Ok(()),
    }
}

/// As [`check_locales`], for sorting, in which all of English is one.
pub(super) fn check_collation_locales(locales: &JsValue, context: &mut Context) -> JsResult<()> {
    match locale_list(locales, context)? {
        Some(locale) if locale != "en" && !locale.starts_with("en-") => Err(only_en_us(&locale)),
        _ => Ok(()),
    }
}

fn only_en_us(locale: &str) -> boa_engine::JsError {
    JsNativeError::range()
        .with_message(format!(
            "the locale {locale:?} is not available here, only en-US is; format by hand, dates from \
             date.toISOString()"
        ))
        .into()
}

/// The first locale is the one that counts; the rest are alternatives to it.
fn locale_list(locales: &JsValue, context: &mut Context) -> JsResult<Option<String>> {
    let first = match locales.as_object() {
        Some(list) => list.get(0, context)?,
        None => locales.clone(),
    };
    if first.is_undefined() {
        return Ok(None);
    }
    if !first.is_string() {
        return Err(JsNativeError::typ().with_message("a locale must be a string").into());
    }
    Ok(Some(text(&first, context)?.to_ascii_lowercase()))
}

/// `supportedLocalesOf` of each class.
pub(super) fn supported_locales(
    _: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let first = locale_list(&args.first().cloned().unwrap_or_default(), context)?;
    let supported = first.filter(|locale| matches!(locale.as_str(), "en-us" | "en"));
    let list = supported.map(|_| js_string!("en-US").into());
    Ok(boa_engine::object::builtins::JsArray::from_iter(list, context).into())
}

/// The options object of a formatter.
pub(super) struct Options {
    formatter: &'static str,
    object: Option<JsObject>,
}

impl Options {
    pub(super) fn of(
        formatter: &'static str,
        value: &JsValue,
        context: &mut Context,
    ) -> JsResult<Self> {
        let object = if value.is_undefined() { None } else { Some(value.to_object(context)?) };
        Ok(Self { formatter, object })
    }

    fn get(&self, name: &str, context: &mut Context) -> JsResult<Option<JsValue>> {
        let Some(object) = &self.object else { return Ok(None) };
        let value = object.get(js_string!(name), context)?;
        Ok(Some(value).filter(|value| !value.is_undefined()))
    }

    /// An option that is text.
    pub(super) fn text(&self, name: &str, context: &mut Context) -> JsResult<Option<String>> {
        match self.get(name, context)? {
            Some(value) => text(&value, context).map(Some),
            None => Ok(None),
        }
    }

    /// An option that is one of `choices`.
    pub(super) fn choice<T: Copy>(
        &self,
        name: &str,
        choices: &[(&str, T)],
        context: &mut Context,
    ) -> JsResult<Option<T>> {
        let Some(value) = self.text(name, context)? else { return Ok(None) };
        match choices.iter().find(|(known, _)| *known == value) {
            Some((_, choice)) => Ok(Some(*choice)),
            None => Err(self.unavailable(&format!("{name}: {value:?}"))),
        }
    }

    /// An option that is a whole number in a range.
    pub(super) fn number(
        &self,
        name: &str,
        range: std::ops::RangeInclusive<usize>,
        context: &mut Context,
    ) -> JsResult<Option<usize>> {
        let Some(value) = self.get(name, context)? else { return Ok(None) };
        let value = value.to_number(context)?;
        let whole = value.floor() as usize;
        if value.is_nan() || value < 0.0 || !range.contains(&whole) {
            let text = format!("{}: {name} is out of range", self.formatter);
            return Err(JsNativeError::range().with_message(text).into());
        }
        Ok(Some(whole))
    }

    /// An option that is a truth value.
    pub(super) fn flag(&self, name: &str, context: &mut Context) -> JsResult<Option<bool>> {
        Ok(self.get(name, context)?.map(|value| value.to_boolean()))
    }

    /// Refuses options that ECMA-402 has and this does not.
    pub(super) fn refuse(&self, names: &[&str], context: &mut Context) -> JsResult<()> {
        for name in names {
            if self.get(name, context)?.is_some() {
                return Err(self.unavailable(&format!("the option {name}")));
            }
        }
        Ok(())
    }

    pub(super) fn unavailable(&self, what: &str) -> boa_engine::JsError {
        let text = format!("{}: {what} is not available here", self.formatter);
        JsNativeError::range().with_message(text).into()
    }
}
