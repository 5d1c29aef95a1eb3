//! `TextEncoder` and `TextDecoder`.

use super::check;

#[test]
fn text_and_bytes_come_back() {
    check(&[
        ("[...new TextEncoder().encode('é€😀')]", "[195,169,226,130,172,240,159,152,128]"),
        ("[...new TextEncoder().encode('\\ud800')]", "[239,191,189]"),
        (
            "[new TextEncoder().encode().length, new TextEncoder().encoding, new TextDecoder().encoding]",
            "[0,'utf-8','utf-8']",
        ),
        (
            "(() => { const b = new Uint8Array(4); return [new TextEncoder().encodeInto('aé€', b), [...b]] })()",
            "[{'read':2,'written':3},[97,195,169,0]]",
        ),
        ("new TextDecoder().decode(new Uint8Array([226, 130, 172]))", "'€'"),
        ("new TextDecoder('utf8').decode(new Uint8Array([0, 97, 98]).subarray(1))", "'ab'"),
        ("new TextDecoder().decode(new Uint8Array([97, 98]).buffer)", "'ab'"),
        (
            "new TextDecoder().decode(new DataView(new Uint8Array([97, 98, 99]).buffer, 1, 1))",
            "'b'",
        ),
        ("new TextDecoder().decode(new Uint16Array([0x6261]))", "'ab'"),
        ("new TextDecoder().decode()", "''"),
        (
            "new TextDecoder().decode(new Uint8Array([97, 255, 226, 130, 98, 240]))",
            "'a\u{fffd}\u{fffd}b\u{fffd}'",
        ),
        (
            "new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array([255]))",
            "'TypeError: TextDecoder.decode: the bytes are not valid'",
        ),
        (
            "new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array([226]))",
            "'TypeError: TextDecoder.decode: the bytes are not valid'",
        ),
        (
            "[new TextDecoder().decode(new Uint8Array([239, 187, 191, 97])).length, new TextDecoder('utf-8', {ignoreBOM: true}).decode(new Uint8Array([239, 187, 191, 97])).length]",
            "[1,2]",
        ),
        (
            "(() => { const d = new TextDecoder(); return d.decode(new Uint8Array([226, 130]), {stream: true}) + '|' + d.decode(new Uint8Array([172]), {stream: true}) + d.decode() })()",
            "'|€'",
        ),
        ("new TextDecoder('utf-16le').decode(new Uint8Array([97, 0, 61, 216, 0, 222]))", "'a😀'"),
        (
            "new TextDecoder('latin1')",
            "'RangeError: TextDecoder: \\\"latin1\\\" is not available here; utf-8 and utf-16le are'",
        ),
        (
            "new TextDecoder().decode('text')",
            "'TypeError: TextDecoder.decode: an ArrayBuffer or a view of one is expected'",
        ),
        (
            "TextDecoder()",
            "'TypeError: cannot call constructor of native class `TextDecoder` without new'",
        ),
        (
            "[String(new TextDecoder()), new TextDecoder('utf-8', {fatal: true}).fatal]",
            "['[object TextDecoder]',true]",
        ),
    ]);
}
