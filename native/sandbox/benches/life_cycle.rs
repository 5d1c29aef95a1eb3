//! What an isolate costs from its start to its end: to the answer, to the end of its teardown, and
//! many of them at once. `./dev bench --native life_cycle`.

mod support;

use std::thread;
use std::time::{Duration, Instant};

use sandbox::isolate::census;
use serde_json::json;
use support::{Case, compare, run};

const EMPTY: &str = "async () => 0";
const MANY: usize = 100;
const AT_ONCE: usize = 4;

fn main() {
    // Cargo passes `--bench`; as a test, it would be asked to do nothing.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    compare(
        "one run (each case starts when no isolate is alive)",
        vec![
            Case::new("an empty thread, started and joined", empty_thread),
            Case::new("an empty run, to its answer", || settled(|| run(EMPTY, json!({})))),
            Case::new("an empty run, to the end of its teardown", || timed(empty_run_torn_down)),
            Case::new("a program of 200 lines, to its answer", || {
                settled(|| run(&long_program(), json!({})))
            }),
        ],
    );
    compare(
        &format!("{MANY} empty runs"),
        vec![
            Case::new("back to back", || settled(|| timed(|| runs(MANY)))),
            Case::new(&format!("from {AT_ONCE} threads"), || settled(|| timed(runs_from_threads))),
        ],
    );
}

fn timed(work: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    work();
    begin.elapsed()
}

/// The time of `work`, after which all isolates end before the next sample.
fn settled(work: impl FnOnce() -> Duration) -> Duration {
    let time = work();
    await_teardown();
    time
}

fn await_teardown() {
    while census().isolates > 0 {
        thread::yield_now();
    }
}

fn empty_thread() -> Duration {
    timed(|| {
        let _ = thread::spawn(|| ()).join();
    })
}

fn empty_run_torn_down() {
    run(EMPTY, json!({}));
    await_teardown();
}

fn runs(count: usize) {
    for _ in 0..count {
        run(EMPTY, json!({}));
    }
}

fn runs_from_threads() {
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| runs(MANY / AT_ONCE));
        }
    });
}

fn long_program() -> String {
    let lines = (0..198).map(|n| format!("  const v{n} = [{n}, 'text'].map(x => x + 1);\n"));
    format!("async () => {{\n{}  return v0.length;\n}}", lines.collect::<String>())
}
