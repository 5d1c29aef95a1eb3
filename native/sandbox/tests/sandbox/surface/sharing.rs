//! Two runs, one after the other or at once, share nothing that a guest can observe.

use crate::json_text::{Driver, run_with, value};
use sandbox::limits::Limits;

/// Changes all that a guest can change.
const MARK: &str = "
    Object.prototype.mark = 1; Array.prototype.push = () => 'tampered'; globalThis.mark = 1;
    Promise.prototype.then.mark = 1; Math.random = () => 4; Date.now = () => 1; JSON.parse = null;
    URL.prototype.mark = 1; Intl.NumberFormat.prototype.mark = 1; crypto.mark = 1; performance.mark = 1;
    AbortSignal.prototype.mark = 1; delete globalThis.structuredClone; delete Map.prototype.get;
    (async () => {}).constructor.prototype.mark = 1; [][Symbol.iterator]().__proto__.mark = 1;
    const symbol = Symbol.for('shared'); Object.prototype[symbol] = 1;
    console.count('n'); console.count('n'); console.time('t'); console.group('g');
    for (let i = 0; i < 9; i++) setTimeout(() => {}, 1e6);
    new URL('a:b').searchParams.append('x', 1);";

/// What a run sees that nobody touched.
const LOOK: &str = "
    console.count('n'); console.timeEnd('t');
    return [({}).mark, [].push(1), typeof mark, Promise.prototype.then.mark, Math.random() < 1, Date.now() > 1,
        typeof JSON.parse, URL.prototype.mark, Intl.NumberFormat.prototype.mark, crypto.mark, performance.mark,
        AbortSignal.prototype.mark, typeof structuredClone, typeof Map.prototype.get,
        (async () => {}).constructor.prototype.mark, [][Symbol.iterator]().__proto__.mark,
        ({})[Symbol.for('shared')], Symbol.keyFor(Symbol('shared')), setTimeout(() => {}), String(new URL('a:b'))]";

const UNTOUCHED: &str = "[null,1,\"undefined\",null,true,true,\"function\",null,null,null,null,null,\
    \"function\",\"function\",null,null,null,null,1,\"a:b\"]";

fn look() {
    let seen = run_with(&format!("async () => {{ {LOOK} }}"), "{}", Limits::default());
    assert_eq!(seen.result.as_deref(), Ok(UNTOUCHED));
    assert_eq!(seen.logs, ["n: 1", "Timer 't' does not exist"]);
}

#[test]
fn a_run_sees_nothing_of_the_one_before() {
    look();
    assert!(value(&format!("async () => {{ {MARK} }}")).is_ok());
    look();
}

#[test]
fn a_run_sees_nothing_of_one_that_is_under_way() {
    let driver = Driver::start(
        &format!(
            "async () => {{ {MARK}; await host.f(); return [({{}}).mark, Symbol.keyFor(symbol)] }}"
        ),
        "{}",
        Limits::default(),
    );
    assert_eq!(driver.calls().len(), 1);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(look);
        }
    });
    driver.reply(1, "null");
    assert_eq!(driver.outcome().result.as_deref(), Ok("[1,\"shared\"]"));
}

#[test]
fn two_runs_at_once_have_their_own_timers() {
    let code = |n: u32| {
        format!(
            "async () => {{ const seen = []; setInterval(() => seen.push({n}), 1); await new Promise(r => setTimeout(r, 20)); return [...new Set(seen)] }}"
        )
    };
    std::thread::scope(|scope| {
        for n in 0..4 {
            let code = code(n);
            scope.spawn(move || assert_eq!(value(&code).as_deref(), Ok(format!("[{n}]").as_str())));
        }
    });
}
