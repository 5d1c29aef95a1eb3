//! The bytes behind buffers and views of them (Web IDL 3.2.26), read by the host's own means.

use boa_engine::object::builtins::{JsArrayBuffer, JsDataView, JsTypedArray};
use boa_engine::{Context, JsNativeError, JsResult, JsValue};

/// A copy of the bytes of an `ArrayBuffer` or of a view; `None` for any other value.
pub(crate) fn bytes_of(value: &JsValue, context: &mut Context) -> JsResult<Option<Vec<u8>>> {
    let Some(object) = value.as_object() else { return Ok(None) };
    if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
        return Ok(Some(buffer.data().map(|data| data.to_vec()).unwrap_or_default()));
    }
    let (buffer, offset, length) = if let Ok(view) = JsTypedArray::from_object(object.clone()) {
        (view.buffer(context)?, view.byte_offset(context)?, view.byte_length(context)?)
    } else if let Ok(view) = JsDataView::from_object(object) {
        let offset = usize::try_from(view.byte_offset(context)?).unwrap_or(usize::MAX);
        let length = usize::try_from(view.byte_length(context)?).unwrap_or(usize::MAX);
        (view.buffer(context)?, offset, length)
    } else {
        return Ok(None);
    };
    let Some(buffer) = buffer_of(&buffer) else { return Ok(None) };
    let bytes = buffer
        .data()
        .and_then(|data| data.get(offset..offset.saturating_add(length)).map(<[u8]>::to_vec));
    Ok(Some(bytes.unwrap_or_default()))
}

/// Gives the bytes that a typed array shows to `work`.
pub(crate) fn with_bytes_mut(
    view: &JsTypedArray,
    context: &mut Context,
    work: impl FnOnce(&mut [u8]),
) -> JsResult<()> {
    let buffer = view.buffer(context)?;
    let offset = view.byte_offset(context)?;
    let end = offset.saturating_add(view.byte_length(context)?);
    let buffer = buffer_of(&buffer);
    if let Some(mut data) = buffer.as_ref().and_then(JsArrayBuffer::data_mut)
        && let Some(part) = data.get_mut(offset..end)
    {
        work(part);
        return Ok(());
    }
    Err(JsNativeError::typ().with_message("the buffer is detached").into())
}

fn buffer_of(value: &JsValue) -> Option<JsArrayBuffer> {
    JsArrayBuffer::from_object(value.as_object()?).ok()
}
