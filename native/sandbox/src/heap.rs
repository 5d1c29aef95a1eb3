//! Counting a guest's memory, and what happens when it asks for too much (design, section 3.2).
//!
//! The allocator of the whole library counts the bytes that each isolate thread has alive. Other
//! threads pass through uncounted. On an isolate thread, past
//! - a step of growth, Boa's collector is told to run at its next allocation, since it counts its
//!   own boxes and not the strings and buffers behind them;
//! - the limit, the guest is stopped through the VM like at a deadline;
//! - the hard cap, inside one native operation that never got back to the VM, the thread is parked
//!   (quarantine.rs) before the system allocator is asked;
//! - the last pages of the stack, likewise: an overflow inside the system allocator would leave
//!   its lock held for ever.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;

use crate::collector;
use crate::quarantine::{Park, Reason};
use crate::stop::{Stop, Verdict};

/// Blocks of this size and more are remembered, so that they can be given back when their thread
/// is parked. 256 KiB: above what fragments an arena, and few enough to keep in a table.
const LARGE: usize = 256 * 1024;
/// Large blocks that are remembered; a guest with more of them alive has 128 MiB in them.
const MAX_LARGE: usize = 512;
/// Stack that must be left when the allocator is entered: the system allocator and the kernel's
/// signal frame need less than a tenth of it (design, section 3.5).
const STACK_HEADROOM: usize = 96 * 1024;

thread_local! {
    /// The isolate's account. Constant and without a destructor: reading it never allocates.
    static ACCOUNT: Cell<*const Account> = const { Cell::new(ptr::null()) };
}

/// What one isolate thread has alive, and what it may.
pub(crate) struct Account {
    live: Cell<isize>,
    peak: Cell<isize>,
    limit: isize,
    hard: isize,
    /// Bytes alive at which the collector is asked to run, and the step to the next such mark.
    collect_at: Cell<isize>,
    step: isize,
    /// Whether the limit was passed: the guest is told once.
    is_over: Cell<bool>,
    stack_floor: usize,
    stop: *const Stop,
    park: *const Park,
    collector: Option<*mut usize>,
    large: [Cell<(usize, usize)>; MAX_LARGE],
    /// Where the VM's list of call frames is, and the size beyond which it must not grow.
    frames: Cell<usize>,
    max_frames_bytes: Cell<usize>,
}

/// The share of the limit that may be passed inside one native operation.
const SLACK: isize = 4;

impl Account {
    /// An account for the calling thread. `stack_floor` is the lowest usable stack address.
    pub(crate) fn new(limit: usize, stack_floor: usize, stop: &Stop, park: &Park) -> Self {
        let limit = isize::try_from(limit).unwrap_or(isize::MAX / 2);
        let step = (limit / 8).max(1 << 20);
        Self {
            live: Cell::new(0),
            peak: Cell::new(0),
            limit,
            hard: limit.saturating_add(limit / SLACK),
            collect_at: Cell::new(step),
            step,
            is_over: Cell::new(false),
            stack_floor,
            stop,
            park,
            collector: collector::threshold_of_this_thread(),
            large: [const { Cell::new((0, 0)) }; MAX_LARGE],
            frames: Cell::new(0),
            max_frames_bytes: Cell::new(usize::MAX),
        }
    }

    /// Starts counting on the calling thread. The caller keeps the account in place until
    /// [`Account::close`].
    pub(crate) fn open(&self, park: &Park) {
        park.set_account(ptr::from_ref(self).cast_mut());
        ACCOUNT.set(self);
    }

    /// Stops counting on the calling thread.
    pub(crate) fn close(&self, park: &Park) {
        ACCOUNT.set(ptr::null());
        park.set_account(ptr::null_mut());
    }

    /// The most bytes that were alive.
    pub(crate) fn peak(&self) -> usize {
        usize::try_from(self.peak.get()).unwrap_or(0)
    }

    /// Before the system allocator is asked for `more` bytes: parks when that is too much.
    fn admit(&self, more: usize) {
        let here = ptr::from_ref(&more).addr();
        // SAFETY: the account, the stop switch and the park cell belong to this thread's isolate
        // and outlive its guest (isolate.rs keeps all three until the thread's end).
        let park = unsafe { &*self.park };
        if here < self.stack_floor.saturating_add(STACK_HEADROOM) {
            park.park_here(Reason::Stack);
        }
        let more = isize::try_from(more).unwrap_or(isize::MAX);
        if self.live.get().saturating_add(more) > self.hard {
            park.park_here(Reason::Memory);
        }
        park.enter();
    }

    /// After the system allocator answered: counts, and acts on the marks that were passed.
    fn settle(&self, change: isize) {
        let live = self.live.get() + change;
        self.live.set(live);
        if live > self.peak.get() {
            self.peak.set(live);
        }
        if live > self.collect_at.get() {
            self.collect_at.set(live + self.step);
            if let Some(threshold) = self.collector {
                // SAFETY: the address of this thread's collector threshold, proven at load by
                // its effect (collector.rs); only this thread reads or writes it.
                unsafe { threshold.write(0) };
            }
        } else if live + 2 * self.step < self.collect_at.get() {
            self.collect_at.set(live + self.step);
        }
        if live > self.limit && !self.is_over.get() {
            self.is_over.set(true);
            // SAFETY: as in `admit`.
            unsafe { (*self.stop).stop_own_guest(Verdict::Exhausted) };
        }
        // SAFETY: as in `admit`.
        unsafe { (*self.park).leave() };
    }

    /// The VM's list of frames has moved. Grown past its bound, the guest has recursed too deep: it
    /// is stopped here, since the engine loses its own error for that in async continuations, and
    /// panics on it in async functions (design, section 3.13).
    fn follow_frames(&self, moved: *mut u8, size: usize) {
        self.frames.set(moved.addr());
        if size > self.max_frames_bytes.get() {
            // SAFETY: as in `admit`.
            unsafe { (*self.stop).stop_own_guest(Verdict::Recursed) };
        }
    }

    fn remember(&self, block: *mut u8, size: usize) {
        if size >= LARGE
            && let Some(free) = self.large.iter().find(|entry| entry.get().0 == 0)
        {
            free.set((block.addr(), size));
        }
    }

    fn forget(&self, block: *mut u8, size: usize) {
        if size >= LARGE
            && let Some(known) = self.large.iter().find(|entry| entry.get().0 == block.addr())
        {
            known.set((0, 0));
        }
    }

    /// Gives the pages of the large blocks back to the system and answers how many bytes stay.
    /// Only for a thread that will never run again; async-signal-safe.
    pub(crate) fn give_back_large_blocks(&self) -> usize {
        let mut left = self.live.get();
        for entry in &self.large {
            let (address, size) = entry.get();
            if address != 0 {
                left -= isize::try_from(crate::quarantine::give_back(address, address + size))
                    .unwrap_or(0);
            }
        }
        usize::try_from(left).unwrap_or(0)
    }
}

/// The calling thread's part in its own parking, when it is an isolate's.
pub(crate) fn current_park() -> Option<&'static Park> {
    // SAFETY: as in `Account::admit`.
    current().map(|account| unsafe { &*account.park })
}

/// Whether the calling thread's guest has been stopped: for loops of our own that the VM does not
/// see.
pub(crate) fn is_stopped() -> bool {
    // SAFETY: as in `Account::admit`.
    current().is_some_and(|account| unsafe { (*account.stop).verdict().is_some() })
}

/// Watches the VM's list of frames: its first frame is at `address`, and it must not grow beyond
/// `max_bytes`.
pub(crate) fn watch_frames(address: usize, max_bytes: usize) {
    if let Some(account) = current() {
        account.frames.set(address);
        account.max_frames_bytes.set(max_bytes);
    }
}

/// Runs `work`, whose allocations belong to the host: they go to another thread, or stay readable
/// when this one is parked. Not counted, and the thread is not parked meanwhile.
pub(crate) fn host_owned<R>(work: impl FnOnce() -> R) -> R {
    struct Counted(*const Account);
    impl Drop for Counted {
        fn drop(&mut self) {
            ACCOUNT.set(self.0);
        }
    }
    crate::quarantine::critical(|| {
        let _counted = Counted(ACCOUNT.replace(ptr::null()));
        work()
    })
}

/// Counts `bytes` that the guest caused elsewhere (in an environment of the host) as its own.
pub(crate) fn charge(bytes: usize) {
    if let Some(account) = current() {
        account.admit(bytes);
        account.settle(isize::try_from(bytes).unwrap_or(isize::MAX));
    }
}

/// Takes a charge back.
pub(crate) fn discharge(bytes: usize) {
    if let Some(account) = current() {
        account.admit(0);
        account.settle(-isize::try_from(bytes).unwrap_or(isize::MAX));
    }
}

fn current() -> Option<&'static Account> {
    let account = ACCOUNT.get();
    // SAFETY: `open`'s caller keeps the account alive and in place until `close` on this thread;
    // the reference does not leave the allocator call that asked for it.
    unsafe { account.as_ref() }
}

/// The library's allocator: the system's, counted on isolate threads.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn change(bytes: usize) -> isize {
    isize::try_from(bytes).unwrap_or(isize::MAX)
}

// SAFETY: every call is the system allocator's own with the same arguments; what is added reads
// and writes plain cells of the calling thread and never allocates or unwinds. `admit` may not
// return: the thread is then parked for ever and the allocation never happens.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(account) = current() else {
            // SAFETY: the caller's contract is the system allocator's.
            return unsafe { System.alloc(layout) };
        };
        account.admit(layout.size());
        // SAFETY: the caller's layout, whose size is not zero by its contract.
        let block = unsafe { System.alloc(layout) };
        account.remember(block, layout.size());
        account.settle(change(layout.size()));
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let Some(account) = current() else {
            // SAFETY: the caller's contract is the system allocator's.
            return unsafe { System.alloc_zeroed(layout) };
        };
        account.admit(layout.size());
        // SAFETY: the caller's layout, whose size is not zero by its contract.
        let block = unsafe { System.alloc_zeroed(layout) };
        account.remember(block, layout.size());
        account.settle(change(layout.size()));
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some(account) = current() else {
            // SAFETY: the caller's contract is the system allocator's.
            return unsafe { System.dealloc(block, layout) };
        };
        account.admit(0);
        account.forget(block, layout.size());
        // SAFETY: the caller's block and layout: it came from the system allocator with that layout,
        // since every path here ends there.
        unsafe { System.dealloc(block, layout) };
        account.settle(-change(layout.size()));
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let Some(account) = current() else {
            // SAFETY: the caller's contract is the system allocator's.
            return unsafe { System.realloc(block, layout, new_size) };
        };
        account.admit(new_size.saturating_sub(layout.size()));
        account.forget(block, layout.size());
        // SAFETY: as for `dealloc`; the new size is the caller's, not zero by its contract.
        let moved = unsafe { System.realloc(block, layout, new_size) };
        account.remember(moved, new_size);
        if account.frames.get() == block.addr() {
            account.follow_frames(moved, new_size);
        }
        account.settle(change(new_size) - change(layout.size()));
        moved
    }
}
