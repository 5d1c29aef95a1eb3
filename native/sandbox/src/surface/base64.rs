//! `atob` and `btoa` (HTML 8.3, with the forgiving decode of the Infra standard).
//!
//! Not those of `boa_wintertc`: they accept padding where there must be none, and their errors have
//! no name to tell them by.

use boa_engine::{Context, JsError, JsResult, JsString, JsValue};

use super::define::{global_function, named_error, required};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Defines the functions.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    global_function("atob", 1, atob, context)?;
    global_function("btoa", 1, btoa, context)
}

fn invalid(message: &str, context: &mut Context) -> JsError {
    JsError::from_opaque(named_error("InvalidCharacterError", message, context).into())
}

fn btoa(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = required(args, 0, "btoa")?.to_string(context)?;
    let bytes: Result<Vec<u8>, _> = text.iter().map(u8::try_from).collect();
    match bytes {
        Ok(bytes) => Ok(JsString::from(encode(&bytes).as_str()).into()),
        Err(_) => Err(invalid(
            "btoa: a character is beyond U+00FF; encode the text first: \
             btoa(String.fromCharCode(...new TextEncoder().encode(text)))",
            context,
        )),
    }
}

fn atob(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = required(args, 0, "atob")?.to_string(context)?.to_std_string_lossy();
    match decode(&text) {
        Some(bytes) => {
            let units: Vec<u16> = bytes.into_iter().map(u16::from).collect();
            Ok(JsString::from(units.as_slice()).into())
        }
        None => Err(invalid("atob: the text is not base64", context)),
    }
}

fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk
            .iter()
            .enumerate()
            .fold(0u32, |word, (place, byte)| word | u32::from(*byte) << (16 - 8 * place));
        for place in 0..4 {
            let digit = (word >> (18 - 6 * place)) & 63;
            let letter = ALPHABET.get(digit as usize).copied().unwrap_or(b'=');
            text.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

/// Forgiving-base64 decode (Infra 7).
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut text: Vec<u8> =
        text.bytes().filter(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | 0xc | b'\r')).collect();
    if text.len().is_multiple_of(4) {
        for _ in 0..2 {
            if text.last() == Some(&b'=') {
                text.pop();
            }
        }
    }
    if text.len() % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.chunks(4) {
        let mut word = 0;
        for (place, letter) in chunk.iter().enumerate() {
            word |= digit_of(*letter)? << (18 - 6 * place);
        }
        let [_, first, second, third] = word.to_be_bytes();
        bytes.extend([first, second, third].into_iter().take(chunk.len() - 1));
    }
    Some(bytes)
}

fn digit_of(letter: u8) -> Option<u32> {
    Some(u32::from(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn every_length_comes_back() {
        for length in 0..20u8 {
            let bytes: Vec<u8> = (0..length).map(|n| n.wrapping_mul(37)).collect();
            assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn decoding_forgives_what_the_standard_forgives() {
        assert_eq!(decode(" aG k=\n"), Some(b"hi".to_vec()));
        assert_eq!(decode("aGk"), Some(b"hi".to_vec()));
        for text in ["a", "ab=", "a===", "aGk-", "=", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
