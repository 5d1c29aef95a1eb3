//! `atob`, `btoa`, `crypto`, `performance`, `substr`.

use super::check;

#[test]
fn base64_is_the_webs() {
    check(&[
        ("btoa('hi') + btoa('') + btoa('\\xff\\0a')", "'aGk=/wBh'"),
        ("atob('aGk=') + atob(' a G k ') + atob('aGk') + atob('')", "'hihihi'"),
        ("atob('//8=').charCodeAt(1)", "255"),
        ("atob('a')", "'InvalidCharacterError: atob: the text is not base64'"),
        ("atob('ab=')", "'InvalidCharacterError: atob: the text is not base64'"),
        ("atob('aGk-')", "'InvalidCharacterError: atob: the text is not base64'"),
        ("atob()", "'TypeError: atob: argument 1 is missing'"),
        (
            "btoa('ž')",
            "'InvalidCharacterError: btoa: a character is beyond U+00FF; encode the text first: btoa(String.fromCharCode(...new TextEncoder().encode(text)))'",
        ),
        ("btoa(null) + btoa(12)", "'bnVsbA==MTI='"),
    ]);
}

#[test]
fn random_values_are_random_and_well_formed() {
    check(&[
        (
            "/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID())",
            "true",
        ),
        ("new Set(Array.from({length: 100}, () => crypto.randomUUID())).size", "100"),
        (
            "(() => { const a = new Uint32Array(8); return crypto.getRandomValues(a) === a && new Set(a).size > 4 })()",
            "true",
        ),
        (
            "(() => { const b = new Uint8Array(64); crypto.getRandomValues(b.subarray(32)); return [b.slice(0, 32).every(x => x === 0), b.slice(32).some(x => x > 0)] })()",
            "[true,true]",
        ),
        (
            "crypto.getRandomValues(new Float64Array(1))",
            "'TypeMismatchError: crypto.getRandomValues: a typed array of integers is expected'",
        ),
        (
            "crypto.getRandomValues(new Uint8Array(65_537))",
            "'QuotaExceededError: crypto.getRandomValues: at most 65536 bytes at once'",
        ),
        ("typeof crypto.subtle", "'undefined'"),
    ]);
}

#[test]
fn performance_counts_from_the_runs_own_start() {
    check(&[
        (
            "(() => { const a = performance.now(); for (let i = 0; i < 1e5; i++); const b = performance.now(); return a >= 0 && b >= a && b < 20_000 })()",
            "true",
        ),
        ("Object.keys(performance)", "[]"),
    ]);
}

#[test]
fn substr_is_annex_bs() {
    check(&[(
        "['abcdef'.substr(1, 2), 'abcdef'.substr(-2), 'abcdef'.substr(2), 'abc'.substr(5), 'abc'.substr(0, -1), 'abc'.substr(-9, 2), 'abc'.substr(0, Infinity)]",
        "['bc','ef','cdef','','','ab','abc']",
    )]);
}
