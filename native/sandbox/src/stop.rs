//! Stopping a computing guest (design, section 3.1).
//!
//! Boa has no interrupt hook (boa-dev/boa#3442), but its VM re-reads `RuntimeLimits` on every loop
//! back-edge and every call, and an error from a limit can't be caught by the guest. Writing zero
//! into the limits of the running context from another thread therefore ends any guest that is in
//! the VM. A native operation that never gets back to the VM is not ended by this.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use boa_engine::vm::RuntimeLimits;
use boa_engine::{Context, Source};

/// Why a guest was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Its supervisor or someone else asked for it.
    Requested,
    /// It passed its memory limit.
    Exhausted,
    /// It passed the recursion limit.
    Recursed,
}

const EXHAUSTED: u8 = 1;
const RECURSED: u8 = 2;

/// One guest's stop switch, shared by its isolate thread and whoever supervises it.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    requested: AtomicBool,
    /// The first verdict of the guest's own thread; zero for none.
    own: AtomicU8,
    /// The limits of the context that runs now. Behind a lock, so that a context is never dropped
    /// between a supervisor's look at the pointer and its write.
    armed: Mutex<Option<Limits>>,
}

#[derive(Debug)]
struct Limits(NonNull<RuntimeLimits>);

// SAFETY: the pointer is only followed under `Stop::armed`'s lock, and only between `arm` and
// `disarm`, while the context that it points into is alive and does not move.
unsafe impl Send for Limits {}

impl Stop {
    /// Names the context that a request shall stop. The caller keeps it in one place until
    /// [`Stop::disarm`].
    pub(crate) fn arm(&self, context: &mut Context) {
        let limits = NonNull::from(context.runtime_limits_mut());
        *self.armed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Limits(limits));
        // A request that came before there was anything to stop.
        if self.verdict().is_some() {
            self.write_zero();
        }
    }

    /// Forgets the context; a later request only raises the flag.
    pub(crate) fn disarm(&self) {
        *self.armed.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Why the guest was stopped, if it was: read first when a guest ended, since a limit that was
    /// hit in a continuation is lost by the engine (design, section 3.13).
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        match self.own.load(Ordering::Acquire) {
            EXHAUSTED => Some(Verdict::Exhausted),
            RECURSED => Some(Verdict::Recursed),
            _ if self.requested.load(Ordering::Acquire) => Some(Verdict::Requested),
            _ => None,
        }
    }

    /// Stops the guest. Idempotent, from any thread, returns at once.
    pub(crate) fn request(&self) {
        self.requested.store(true, Ordering::Release);
        self.write_zero();
    }

    /// Stops the calling thread's own guest, which has passed a limit. From inside the allocator,
    /// in a stretch in which the thread is not parked: allocates nothing.
    pub(crate) fn stop_own_guest(&self, verdict: Verdict) {
        let code = match verdict {
            Verdict::Exhausted => EXHAUSTED,
            Verdict::Recursed => RECURSED,
            Verdict::Requested => return self.request(),
        };
        let _ = self.own.compare_exchange(0, code, Ordering::AcqRel, Ordering::Relaxed);
        self.write_zero();
    }

    fn write_zero(&self) {
        let armed = self.armed.lock().unwrap_or_else(PoisonError::into_inner);
        let (Some(limits), Some(offsets)) = (armed.as_ref(), offsets()) else { return };
        for offset in offsets {
            // SAFETY: `arm`'s caller keeps the context alive and in place while the lock can hold
            // its pointer; `offsets` are those of word-sized, word-aligned fields of
            // `RuntimeLimits` (probed below). The VM reads the same words without synchronisation:
            // an aligned word is written in one instruction on every target that we build for, so
            // it sees the old limit or zero, and reads again on the next back-edge or call.
            unsafe {
                let word = limits.0.as_ptr().byte_add(*offset).cast::<usize>();
                AtomicUsize::from_ptr(word).store(0, Ordering::Relaxed);
            }
        }
    }
}

/// Whether stopping works with the engine that is linked: an endless program must end.
///
/// # Errors
/// What is missing, for whoever loads the library.
pub(crate) fn self_check() -> Result<(), &'static str> {
    if offsets().is_none() {
        return Err("boa_engine's RuntimeLimits are not laid out as in 0.22.0");
    }
    let (sender, ended) = mpsc::channel();
    let stop = Arc::new(Stop::default());
    let guest = Arc::clone(&stop);
    let thread = thread::Builder::new().spawn(move || {
        let mut context = Box::<Context>::default();
        guest.arm(&mut context);
        let source = Source::from_bytes("try { for (;;) {} } finally { for (;;) {} }");
        let is_stopped = context.eval(source).is_err_and(|error| error.as_engine().is_some());
        guest.disarm();
        warm_up();
        let _ = sender.send(is_stopped);
    });
    if thread.is_err() {
        return Err("no thread to check it on");
    }
    stop.request();
    match ended.recv_timeout(SELF_CHECK_TIME) {
        Ok(true) => Ok(()),
        _ => Err("the linked boa_engine can't be stopped by its RuntimeLimits"),
    }
}

/// Touches what the engine makes once for the process (its table of strings, constants of BigInt,
/// the symbol registry), on a thread that keeps no account: a guest's large blocks are given back
/// when its thread is parked, and nothing of the process may be among them.
fn warm_up() {
    const PROGRAM: &str = "[BigInt.asUintN(64, -1n), BigInt.asIntN(64, 1n), new BigUint64Array([1n]),
        new WeakMap([[{}, 1]]), Symbol.for('a'), Symbol.keyFor(Symbol.iterator), /a+/iu.exec('aa'),
        JSON.parse('[1]'), JSON.stringify({ a: 1 }), new Date(0).toISOString(), 'a'.normalize('NFKD'),
        'a,b'.split(',').join(';'), 'a'.toUpperCase(), Math.random(), (1.5).toFixed(1)].length";
    let _ = Context::default().eval(Source::from_bytes(PROGRAM));
}

/// An endless program ends within microseconds of the request; the rest is for a busy machine.
const SELF_CHECK_TIME: Duration = Duration::from_secs(10);

/// Byte offsets of the recursion, loop and stack limits inside `RuntimeLimits`, whose fields are
/// private and whose layout is the compiler's: found by writing marks through the setters and
/// looking where they went. `None` when the struct is not what it was in 0.22.0.
fn offsets() -> Option<&'static [usize; 3]> {
    static OFFSETS: OnceLock<Option<[usize; 3]>> = OnceLock::new();
    OFFSETS.get_or_init(probe).as_ref()
}

const WORDS: usize = 4;

fn probe() -> Option<[usize; 3]> {
    const MARKS: [usize; 3] = [0x5ca1_ab1e, 0x0dd_ba11, 0xc0_ffee];
    if size_of::<RuntimeLimits>() != WORDS * size_of::<usize>() {
        return None;
    }
    let mut limits = RuntimeLimits::default();
    limits.set_recursion_limit(MARKS[0]);
    limits.set_loop_iteration_limit(MARKS[1] as u64);
    limits.set_stack_size_limit(MARKS[2]);
    // SAFETY: the sizes are equal (checked above), `RuntimeLimits` is Copy, and four word-sized
    // integer fields in four words leave no padding: every byte is initialised.
    let words: [usize; WORDS] = unsafe { std::mem::transmute_copy(&limits) };
    let mut offsets = [0; 3];
    for (offset, mark) in offsets.iter_mut().zip(MARKS) {
        *offset = words.iter().position(|word| *word == mark)? * size_of::<usize>();
    }
    Some(offsets)
}

#[cfg(test)]
mod tests {
    use super::{Stop, offsets};
    use boa_engine::{Context, Source};
    use std::sync::Arc;
    use std::thread;

    #[test]
    fn the_engine_has_the_limits_where_they_are_looked_for() {
        let found = offsets().copied().unwrap_or_default();
        let distinct: std::collections::BTreeSet<_> = found.iter().collect();
        assert_eq!(distinct.len(), found.len(), "{found:?}");
    }

    #[test]
    fn an_endless_loop_ends_and_the_guest_cannot_catch_it() {
        let stop = Arc::new(Stop::default());
        let mut context = Box::<Context>::default();
        stop.arm(&mut context);
        let supervisor = {
            let stop = Arc::clone(&stop);
            thread::spawn(move || stop.request())
        };
        let source = Source::from_bytes("try { for (;;) {} } catch { 1 } finally { for (;;) {} }");
        let error = context.eval(source).err();
        supervisor.join().ok();
        assert!(error.is_some_and(|error| error.as_engine().is_some()));
        assert_eq!(stop.verdict(), Some(super::Verdict::Requested));
        stop.disarm();
    }
}
