//! `sort` and `toSorted` of arrays and typed arrays, for comparators of any behaviour.
//!
//! The engine sorts with the standard library's `sort_by`, which panics when a comparator has no
//! total order; `sort(() => Math.random() - 0.5)` is such a comparator, and ECMA-262 23.1.3.30
//! leaves the order to the implementation then. A stable merge sort here has no such demand.

use boa_engine::object::builtins::{JsArray, JsFunction, JsTypedArray};
use boa_engine::{
    Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};

use super::define::define;

/// Replaces the four methods. Typed arrays without a comparator keep the engine's.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let array = constructors.array().prototype();
    let typed = constructors.typed_array().prototype();
    define(&array, "sort", 1, NativeFunction::from_fn_ptr(sort), context)?;
    define(&array, "toSorted", 1, NativeFunction::from_fn_ptr(to_sorted), context)?;
    for name in ["sort", "toSorted"] {
        let Some(original) = typed.get(js_string!(name), context)?.as_function() else { continue };
        let native = NativeFunction::from_copy_closure_with_captures(sort_typed, original);
        define(&typed, name, 1, native, context)?;
    }
    Ok(())
}

fn comparator(args: &[JsValue]) -> JsResult<Option<JsFunction>> {
    match args.first() {
        None => Ok(None),
        Some(value) if value.is_undefined() => Ok(None),
        Some(value) => value.as_function().map(Some).ok_or_else(|| {
            JsNativeError::typ()
                .with_message("The comparison function must be either a function or undefined")
                .into()
        }),
    }
}

fn length_of(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    object.get(js_string!("length"), context)?.to_length(context)
}

/// `Array.prototype.sort ( comparator )`, ECMA-262 23.1.3.30
fn sort(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = length_of(&object, context)?;
    let mut items = Vec::new();
    for index in 0..length {
        if object.has_property(index, context)? {
            items.push(object.get(index, context)?);
        }
    }
    let items = sorted(items, comparator.as_ref(), context)?;
    let count = items.len() as u64;
    for (index, item) in items.into_iter().enumerate() {
        object.set(index, item, true, context)?;
    }
    for index in count..length {
        object.delete_property_or_throw(index, context)?;
    }
    Ok(object.into())
}

/// `Array.prototype.toSorted ( comparator )`, ECMA-262 23.1.3.34
fn to_sorted(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = length_of(&object, context)?;
    if length > u64::from(u32::MAX) {
        return Err(JsNativeError::range().with_message("Invalid array length").into());
    }
    let mut items = Vec::new();
    for index in 0..length {
        items.push(object.get(index, context)?);
    }
    let items = sorted(items, comparator.as_ref(), context)?;
    Ok(JsArray::from_iter(items, context).into())
}

/// `%TypedArray%.prototype.sort` and `toSorted` (ECMA-262 23.2.3.29, 23.2.3.33): with a comparator,
/// the engine's method gives the array to fill, sorted by value, and this puts its items in order.
fn sort_typed(
    this: &JsValue,
    args: &[JsValue],
    original: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(comparator) = comparator(args)? else { return original.call(this, args, context) };
    let mut items = Vec::new();
    if let Some(source) = this.as_object().filter(|o| JsTypedArray::from_object(o.clone()).is_ok())
    {
        for index in 0..length_of(&source, context)? {
            items.push(source.get(index, context)?);
        }
    }
    let target = original.call(this, &[], context)?;
    let items = sorted(items, Some(&comparator), context)?;
    if let Some(target) = target.as_object() {
        for (index, item) in items.into_iter().enumerate() {
            target.set(index, item, false, context)?;
        }
    }
    Ok(target)
}

/// A stable merge sort, bottom up, with a comparison that may fail and need not make sense.
fn sorted(
    items: Vec<JsValue>,
    comparator: Option<&JsFunction>,
    context: &mut Context,
) -> JsResult<Vec<JsValue>> {
    // CompareArrayElements (23.1.3.30.2): undefined comes last and is never compared.
    let (mut items, undefined): (Vec<_>, Vec<_>) =
        items.into_iter().partition(|item| !item.is_undefined());
    if comparator.is_none() && items.iter().all(JsValue::is_string) {
        items.sort_by_key(JsValue::as_string);
    } else if let Some(comparator) = comparator {
        items = merge_sorted(
            items,
            &mut |x, y, context| {
                let order =
                    comparator.call(&JsValue::undefined(), &[x.clone(), y.clone()], context)?;
                Ok(order.to_number(context)? > 0.0)
            },
            context,
        )?;
    } else {
        let mut texts: Vec<(JsString, JsValue)> = Vec::with_capacity(items.len());
        for item in items {
            texts.push((item.to_string(context)?, item));
        }
        texts.sort_by(|(x, _), (y, _)| x.cmp(y));
        items = texts.into_iter().map(|(_, item)| item).collect();
    }
    items.extend(undefined);
    Ok(items)
}

type After<'a> = &'a mut dyn FnMut(&JsValue, &JsValue, &mut Context) -> JsResult<bool>;

fn merge_sorted(
    mut items: Vec<JsValue>,
    is_after: After<'_>,
    context: &mut Context,
) -> JsResult<Vec<JsValue>> {
    let mut width = 1;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for pair in items.chunks(2 * width) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            merge(left, right, &mut merged, is_after, context)?;
        }
        items = merged;
        width *= 2;
    }
    Ok(items)
}

fn merge(
    mut left: &[JsValue],
    mut right: &[JsValue],
    merged: &mut Vec<JsValue>,
    is_after: After<'_>,
    context: &mut Context,
) -> JsResult<()> {
    while let (Some((x, left_rest)), Some((y, right_rest))) =
        (left.split_first(), right.split_first())
    {
        if is_after(x, y, context)? {
            merged.push(y.clone());
            right = right_rest;
        } else {
            merged.push(x.clone());
            left = left_rest;
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
    Ok(())
}
