//! What the VM can't stop: the thread is parked, the supervisor told, the process unharmed.
//!
//! The tests share one process and its quarantine: each compares counts before and after, under
//! one lock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::json_text::{Driver, JsonText, value};
use sandbox::boundary::{OutOfJs, Reader, Rejection, Value, Wire, WriteError};
use sandbox::fault::Kind;
use sandbox::isolate::{self, Overrun, Slice};
use sandbox::limits::Limits;
use sandbox::quarantine;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs `test` alone, and checks that the process answers afterwards.
fn alone(test: impl FnOnce()) {
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    isolate::self_check().unwrap_or_else(|reason| unreachable!("{reason}"));
    test();
    assert_eq!(value("() => 1 + 1").as_deref(), Ok("2"));
}

fn small() -> Limits {
    Limits { memory_limit: 64 * 1024 * 1024, ..Limits::default() }
}

/// Waits until one more thread is parked than `before`, or fails.
fn await_parked(before: u64) {
    let end = Instant::now() + Duration::from_secs(20);
    while quarantine::state().threads <= before {
        assert!(Instant::now() < end, "not parked");
        std::thread::yield_now();
    }
}

#[test]
fn a_native_operation_that_never_returns_is_given_up_at_the_deadline_and_parked() {
    let programs = [
        "() => Array.prototype.includes.call({length: 2 ** 53 - 1}, 1)",
        "() => /^(a+)+$/.test('a'.repeat(40) + 'b')",
        "() => { const x = []; x.length = 2 ** 32 - 1; return x.indexOf(1) }",
    ];
    for program in programs {
        alone(|| {
            let before = quarantine::state().threads;
            let driver = Driver::start(program, "{}", small());
            let deadline = Instant::now() + Duration::from_millis(50);
            let ended = driver.isolate.supervise(deadline);
            assert!(matches!(ended, Err(Overrun::Deadline)), "{program}: {ended:?}");
            await_parked(before);
        });
    }
}

#[test]
fn an_allocation_past_the_hard_cap_parks_and_answers_at_once() {
    alone(|| {
        let before = quarantine::state();
        // One allocation of the whole result, for which nothing is asked before.
        let driver = Driver::start(
            "() => { console.log('before'); return new Array(1e9).join('ab').length }",
            "{}",
            small(),
        );
        let started = Instant::now();
        let outcome = driver.outcome();
        assert_eq!(outcome.result.err().map(|fault| fault.kind), Some(Kind::MemoryLimit));
        assert_eq!(outcome.logs, ["before"], "the lines are kept");
        assert!(started.elapsed() < Duration::from_secs(10));
        assert_eq!(quarantine::state().threads, before.threads + 1);
    });
}

#[test]
fn large_blocks_of_a_parked_guest_do_not_count_against_the_budget() {
    alone(|| {
        let before = quarantine::state();
        let driver = Driver::start(
            "() => { const keep = new Uint8Array(4e7).fill(1); return new Array(1e9).join('ab') + keep }",
            "{}",
            small(),
        );
        assert!(driver.outcome().result.is_err());
        let held = quarantine::state().bytes - before.bytes;
        assert!(held < 8 * 1024 * 1024, "{held} bytes are held");
    });
}

#[test]
fn an_overflow_of_the_native_stack_costs_one_run() {
    let deep = format!("() => {}1", "!".repeat(100_000));
    let programs = [
        deep.as_str(),
        "() => { const a = []; a[0] = a; return a.flat(Infinity) }",
        // Allocates at every level: met in the allocator, with the headroom that it keeps.
        "() => { let a = []; for (let i = 0; i < 400_000; i++) a = [a]; return String(a) }",
    ];
    for program in programs {
        alone(|| {
            let before = quarantine::state().threads;
            let driver = Driver::start(program, "{}", Limits::default());
            let fault = driver.outcome().result.err();
            assert_eq!(fault.map(|fault| fault.kind), Some(Kind::StackOverflow));
            assert_eq!(quarantine::state().threads, before + 1);
        });
    }
}

/// A wire that is slow while it must not be parked.
struct Slow;

static IS_THROUGH: AtomicBool = AtomicBool::new(false);

impl Wire for Slow {
    type In = String;
    type Out = String;

    fn read(input: String, reader: Reader<'_>) -> Result<Value, Rejection> {
        JsonText::read(input, reader)
    }

    fn write(_: &OutOfJs<'_, '_>) -> Result<String, WriteError> {
        quarantine::critical(|| {
            let end = Instant::now() + Duration::from_millis(1_500);
            while Instant::now() < end {
                std::hint::spin_loop();
            }
            IS_THROUGH.store(true, Ordering::SeqCst);
        });
        Ok("too late".to_owned())
    }
}

#[test]
fn a_thread_is_parked_at_the_end_of_a_stretch_in_which_it_must_not_be() {
    alone(|| {
        let before = quarantine::state().threads;
        let isolate = isolate::Isolate::<Slow>::start(isolate::Start {
            code: "() => 1".to_owned(),
            globals: "{}".to_owned(),
            callbacks: Vec::new(),
            api_names: Vec::new(),
            limits: small(),
        });
        let isolate = isolate.unwrap_or_else(|refusal| unreachable!("{refusal}"));
        let ended = isolate.supervise(Instant::now() + Duration::from_millis(50));
        assert!(matches!(ended, Err(Overrun::Deadline)), "{ended:?}");
        await_parked(before);
        assert!(IS_THROUGH.load(Ordering::SeqCst), "parked inside the stretch");
    });
}

#[test]
fn a_guest_that_comes_back_late_is_not_parked() {
    alone(|| {
        let before = quarantine::state().threads;
        // Stopped in the VM long before its deadline's grace is over.
        let driver = Driver::start("() => { for (;;) {} }", "{}", small());
        let ended = driver.isolate.supervise(Instant::now() + Duration::from_millis(20));
        assert!(matches!(ended, Err(Overrun::Deadline)), "{ended:?}");
        drop(driver);
        assert_eq!(quarantine::state().threads, before);
    });
}

#[test]
fn a_full_quarantine_refuses_new_work_and_says_so() {
    alone(|| {
        let budget = quarantine::state().budget;
        quarantine::set_budget(0);
        let refused = isolate::Isolate::<JsonText>::start(isolate::Start {
            code: "() => 1".to_owned(),
            globals: "{}".to_owned(),
            callbacks: Vec::new(),
            api_names: Vec::new(),
            limits: Limits::default(),
        });
        quarantine::set_budget(budget);
        let text = refused.err().map(|refusal| refusal.to_string()).unwrap_or_default();
        assert!(
            text.contains("quarantine is full") && text.contains("quarantine_budget"),
            "{text}"
        );
    });
}

#[test]
fn what_the_run_had_come_to_stands_when_a_drain_overruns() {
    alone(|| {
        let driver = Driver::start(
            "() => { host.f().then(() => { for (;;) {} }); return 'done' }",
            "{}",
            small(),
        );
        assert_eq!(driver.calls().len(), 1);
        driver.reply(1, "1");
        let ended = driver.isolate.supervise(Instant::now() + Duration::from_millis(50));
        match ended {
            Ok(Slice::Done(outcome)) => {
                assert_eq!(outcome.result.as_deref(), Ok("\"done\""));
            }
            other => unreachable!("{other:?}"),
        }
    });
}
