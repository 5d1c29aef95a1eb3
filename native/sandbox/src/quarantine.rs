//! Quarantine: parking the thread of a guest that can't be stopped (design, section 3.4).
//!
//! A native operation that never gets back to the VM, asks for memory past the hard cap, or runs
//! out of stack can be neither interrupted nor unwound. Its thread is parked: a handler that never
//! returns. It uses no CPU and never runs again; its stack and its large blocks go back to the
//! system, the rest counts against a budget of the process.
//!
//! Signals used, on isolate threads only: SIGURG to park a thread that computes, SIGSEGV and
//! SIGBUS for the guard page of an isolate's own stack. Both hand every other occurrence to the
//! handler that was there before. Linux only; elsewhere guests are stopped through the VM alone.
//!
//! Lessons that the code below keeps (design, section 3.4):
//! - never park while the system allocator's lock, or a lock that a supervisor needs, may be held:
//!   [`Park::enter`] and [`Park::leave`] are around every such stretch, and a signal that lands
//!   inside leaves a mark which is acted on at the way out;
//! - handlers run on an alternate stack, so that the parked stack can be given back;
//! - from a handler only async-signal-safe means: futex, madvise, sigsuspend, atomics.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::bell::Bell;
use crate::heap::{self, Account};
use crate::signals;

/// The bell's bits.
pub(crate) mod bits {
    /// A slice is there to take.
    pub(crate) const READY: u32 = 1;
    /// Someone else than the supervisor wants the guest stopped.
    pub(crate) const CANCELLED: u32 = 2;
    /// The thread is parked, for one of the reasons below.
    pub(crate) const PARKED: u32 = 4;
    pub(crate) const OVERRUN: u32 = 8;
    pub(crate) const MEMORY: u32 = 16;
    pub(crate) const STACK: u32 = 32;
}

/// Why a thread is parked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It was stopped and did not come back.
    Overrun,
    /// It asked for memory past the hard cap.
    Memory,
    /// It ran out of stack.
    Stack,
}

impl Reason {
    fn bit(self) -> u32 {
        match self {
            Self::Overrun => bits::OVERRUN,
            Self::Memory => bits::MEMORY,
            Self::Stack => bits::STACK,
        }
    }

    /// The reason in a parked thread's bits.
    pub(crate) fn of(bits: u32) -> Self {
        if bits & bits::MEMORY != 0 {
            Self::Memory
        } else if bits & bits::STACK != 0 {
            Self::Stack
        } else {
            Self::Overrun
        }
    }
}

/// One isolate's part in its own parking. Lives as long as the isolate's thread, which is for ever
/// once it is parked.
#[derive(Debug, Default)]
pub(crate) struct Park {
    pub(crate) bell: Bell,
    /// How many stretches deep the thread is in which it must not be parked.
    depth: AtomicU32,
    /// The reason bits of a parking that has to wait for the depth to be zero.
    mark: AtomicU32,
    /// The thread to signal, while it is alive.
    pub(crate) thread: std::sync::Mutex<Option<signals::Thread>>,
    /// The stack's lowest usable address, and the address of the thread's first own frame.
    pub(crate) stack_floor: AtomicUsize,
    pub(crate) stack_top: AtomicUsize,
    account: std::sync::atomic::AtomicPtr<Account>,
}

/// Bytes that a parked thread costs besides what its guest had alive: the thread's own kernel
/// stack, the alternate stack, the top of its stack, the engine's thread-local state. Measured in
/// a BEAM: 60 parked regular expressions cost 15 MB together.
const PARKED_THREAD_BYTES: u64 = 256 * 1024;

static PARKED_THREADS: AtomicU64 = AtomicU64::new(0);
static PARKED_BYTES: AtomicU64 = AtomicU64::new(0);
static BUDGET_BYTES: AtomicU64 = AtomicU64::new(DEFAULT_BUDGET_BYTES);

/// The process-wide budget, unless it is set: about a thousand parked threads that had little
/// alive, or a few that had much.
pub const DEFAULT_BUDGET_BYTES: u64 = 256 * 1024 * 1024;

/// What is in quarantine now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quarantine {
    /// Threads parked since the library was loaded.
    pub threads: u64,
    /// Bytes that they hold.
    pub bytes: u64,
    /// Bytes at which new work is refused.
    pub budget: u64,
}

/// The quarantine's state.
#[must_use]
pub fn state() -> Quarantine {
    Quarantine {
        threads: PARKED_THREADS.load(Ordering::Relaxed),
        bytes: PARKED_BYTES.load(Ordering::Relaxed),
        budget: BUDGET_BYTES.load(Ordering::Relaxed),
    }
}

/// Sets the process-wide budget in bytes.
pub fn set_budget(bytes: u64) {
    BUDGET_BYTES.store(bytes, Ordering::Relaxed);
}

/// Runs `work` as one stretch in which the calling thread is not parked: for whatever holds a lock
/// that others need, the BEAM's allocator among them. On other threads it just runs.
pub fn critical<R>(work: impl FnOnce() -> R) -> R {
    struct Stretch(Option<&'static Park>);
    impl Drop for Stretch {
        fn drop(&mut self) {
            if let Some(park) = self.0 {
                park.leave();
            }
        }
    }
    let park = heap::current_park();
    if let Some(park) = park {
        park.enter();
    }
    let _stretch = Stretch(park);
    work()
}

impl Park {
    /// Begins a stretch in which this thread must not be parked.
    pub(crate) fn enter(&self) {
        // Written by this thread only, read by its own handlers: no need to lock the bus.
        self.depth.store(self.depth.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        std::sync::atomic::compiler_fence(Ordering::SeqCst);
    }

    /// Ends a stretch, and parks if that was asked for meanwhile.
    pub(crate) fn leave(&self) {
        std::sync::atomic::compiler_fence(Ordering::SeqCst);
        let depth = self.depth.load(Ordering::Relaxed) - 1;
        self.depth.store(depth, Ordering::Relaxed);
        if depth == 0 {
            let mark = self.mark.load(Ordering::Relaxed);
            if mark != 0 {
                self.park_here(Reason::of(mark));
            }
        }
    }

    /// Parks the calling thread, which is this isolate's; does not return, unless the thread is in
    /// a stretch in which it must not be parked: then at that stretch's end.
    pub(crate) fn park_here(&self, reason: Reason) {
        self.mark.fetch_or(reason.bit(), Ordering::Relaxed);
        if self.depth.load(Ordering::Relaxed) == 0 {
            // Through the handler: there it runs on the alternate stack, so that this one can be
            // given back. Where there is no handler there is no quarantine.
            signals::raise_park_signal();
        }
    }

    /// The park signal's handler, on this isolate's thread. Returns when it must not park yet.
    pub(crate) fn on_park_signal(&self) {
        if self.depth.load(Ordering::Relaxed) > 0 {
            self.mark.fetch_or(bits::OVERRUN, Ordering::Relaxed);
            return;
        }
        self.park_for_ever();
    }

    /// The fault handler, when the fault lies in this isolate's guard page.
    pub(crate) fn on_stack_overflow(&self) -> ! {
        self.mark.fetch_or(bits::STACK, Ordering::Relaxed);
        self.park_for_ever()
    }

    /// On the alternate stack: gives back what can be, tells the supervisor, sleeps for ever.
    fn park_for_ever(&self) -> ! {
        let account = self.account.load(Ordering::Relaxed);
        // SAFETY: set by this very thread, which keeps the account in place as long as it is set.
        let held = unsafe { account.as_ref() }.map_or(0, Account::give_back_large_blocks);
        give_back(self.stack_floor.load(Ordering::Relaxed), self.stack_top.load(Ordering::Relaxed));
        PARKED_THREADS.fetch_add(1, Ordering::Relaxed);
        crate::isolate::ISOLATES.fetch_sub(1, Ordering::Relaxed);
        PARKED_BYTES.fetch_add(held as u64 + PARKED_THREAD_BYTES, Ordering::Relaxed);
        let reason = Reason::of(self.mark.load(Ordering::Relaxed));
        self.bell.ring(bits::PARKED | reason.bit());
        signals::sleep_for_ever()
    }

    /// Names the account whose large blocks are given back; null for none.
    pub(crate) fn set_account(&self, account: *mut Account) {
        self.account.store(account, Ordering::Relaxed);
    }

    /// From the supervisor: parks the isolate's thread unless a slice comes back first. `false`
    /// when neither happened: then the thread goes on, as where there is no quarantine.
    pub(crate) fn quarantine(&self) -> bool {
        // One signal is not enough when it lands in a stretch that leaves a mark and the stretch
        // is long; a few repeats cost nothing (design, section 3.4).
        const ATTEMPTS: u32 = 200;
        const APART: Duration = Duration::from_millis(5);
        for _ in 0..ATTEMPTS {
            {
                let thread = self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                match thread.as_ref() {
                    Some(thread) if signals::is_installed() => thread.send_park_signal(),
                    _ => return false,
                }
            }
            if self.bell.wait(bits::PARKED | bits::READY, Instant::now() + APART) != 0 {
                return true;
            }
        }
        false
    }
}

/// Gives whole pages in `start..end` back to the system and answers how many bytes that were. What
/// was in them reads as zeros. Async-signal-safe.
pub(crate) fn give_back(start: usize, end: usize) -> usize {
    const PAGE: usize = 4096;
    let first = start.next_multiple_of(PAGE);
    let last = end / PAGE * PAGE;
    if last <= first {
        return 0;
    }
    signals::drop_pages(first, last - first);
    last - first
}
