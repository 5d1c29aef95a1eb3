//! `AbortController` and `AbortSignal`.

use super::{check, logs};

#[test]
fn a_signal_aborts_once_with_its_reason() {
    check(&[
        (
            "(() => { const c = new AbortController(); const a = c.signal.aborted; c.abort(); return [a, c.signal.aborted, c.signal.reason.name, c.signal === c.signal] })()",
            "[false,true,'AbortError',true]",
        ),
        (
            "(() => { const c = new AbortController(); c.abort('why'); c.abort('again'); return c.signal.reason })()",
            "'why'",
        ),
        ("new AbortController().signal.throwIfAborted()", "null"),
        ("AbortSignal.abort().throwIfAborted()", "'AbortError: This operation was aborted'"),
        (
            "(() => { const c = new AbortController(); const seen = []; const f = e => seen.push(e.type, e.target === c.signal); c.signal.addEventListener('abort', f); c.signal.addEventListener('abort', f); c.signal.onabort = () => seen.push('on'); c.signal.addEventListener('other', () => seen.push('no')); c.abort(); c.abort(); return seen })()",
            "['on','abort',true]",
        ),
        (
            "(() => { const c = new AbortController(); const seen = []; const f = () => seen.push(1); c.signal.addEventListener('abort', f); c.signal.removeEventListener('abort', f); c.abort(); return seen })()",
            "[]",
        ),
        (
            "(() => { const c = new AbortController(); const any = AbortSignal.any([new AbortController().signal, c.signal]); c.abort(7); return [any.aborted, any.reason] })()",
            "[true,7]",
        ),
        ("AbortSignal.any([AbortSignal.abort(1)]).reason", "1"),
        (
            "new Promise(r => { const s = AbortSignal.timeout(5); s.addEventListener('abort', () => r([s.aborted, s.reason.name])) })",
            "[true,'TimeoutError']",
        ),
        (
            "new AbortSignal()",
            "'TypeError: AbortSignal is not constructed: use new AbortController().signal'",
        ),
        (
            "[String(new AbortController()), String(AbortSignal.abort())]",
            "['[object AbortController]','[object AbortSignal]']",
        ),
    ]);
}

#[test]
fn a_listener_that_throws_is_a_console_line_and_the_next_is_called() {
    let lines = logs(
        "const c = new AbortController(); c.signal.addEventListener('abort', () => { throw 1 });
         c.signal.addEventListener('abort', () => console.log('second')); c.abort()",
    );
    assert_eq!(lines, ["Uncaught 1", "second"]);
}
