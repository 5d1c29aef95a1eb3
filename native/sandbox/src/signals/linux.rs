//! The two signals of the quarantine: handlers, the alternate stack, and the registry of isolate
//! threads by which a handler knows its own.

use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicUsize, Ordering};

use super::MAX_THREADS;
use crate::quarantine::Park;

/// The alternate stack's size: the kernel's frame (with vector state about 3 KiB) and ours.
const ALTERNATE_STACK_BYTES: usize = 64 * 1024;

/// A thread that can be signalled. Valid while the thread lives, which `Park::thread`'s lock keeps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Thread(libc::pthread_t);

// SAFETY: a thread's id may be used from any thread.
unsafe impl Send for Thread {}

impl Thread {
    /// Sends the park signal. The caller holds the lock that the thread takes before it ends.
    pub(crate) fn send_park_signal(&self) {
        // SAFETY: the thread is alive (see above); the signal has a handler (`is_installed`).
        unsafe { libc::pthread_kill(self.0, libc::SIGURG) };
    }
}

/// One isolate thread in the registry. A handler reads the entry of its own thread only.
struct Entry {
    tid: AtomicI32,
    guard_low: AtomicUsize,
    guard_high: AtomicUsize,
    park: AtomicPtr<Park>,
}

static REGISTRY: [Entry; MAX_THREADS] = [const {
    Entry {
        tid: AtomicI32::new(0),
        guard_low: AtomicUsize::new(0),
        guard_high: AtomicUsize::new(0),
        park: AtomicPtr::new(ptr::null_mut()),
    }
}; MAX_THREADS];

fn tid() -> i32 {
    // SAFETY: no arguments, no memory; async-signal-safe.
    unsafe { libc::gettid() }
}

/// What was there before our handlers.
struct Before {
    park: libc::sigaction,
    segv: libc::sigaction,
    bus: libc::sigaction,
}

static BEFORE: OnceLock<Option<Before>> = OnceLock::new();

/// Installs the handlers, once. `false` when the system refused.
pub(crate) fn install() -> bool {
    BEFORE
        .get_or_init(|| {
            Some(Before {
                park: replace(libc::SIGURG, on_park_signal)?,
                segv: replace(libc::SIGSEGV, on_fault)?,
                bus: replace(libc::SIGBUS, on_fault)?,
            })
        })
        .is_some()
}

/// Whether the handlers are there.
pub(crate) fn is_installed() -> bool {
    BEFORE.get().is_some_and(Option::is_some)
}

type Handler = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);

fn replace(signal: libc::c_int, handler: Handler) -> Option<libc::sigaction> {
    // SAFETY: `sigaction` is plain data for which all zeros is valid; the call reads the new and
    // writes the old one; the handler is async-signal-safe and has the SA_SIGINFO signature.
    unsafe {
        let mut new: libc::sigaction = std::mem::zeroed();
        let mut old: libc::sigaction = std::mem::zeroed();
        new.sa_sigaction = handler as *const () as usize;
        new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        libc::sigemptyset(&raw mut new.sa_mask);
        (libc::sigaction(signal, &raw const new, &raw mut old) == 0).then_some(old)
    }
}

fn own_entry() -> Option<&'static Entry> {
    let tid = tid();
    REGISTRY.iter().find(|entry| entry.tid.load(Ordering::Relaxed) == tid)
}

fn park_of(entry: &Entry) -> Option<&'static Park> {
    let park = entry.park.load(Ordering::Relaxed);
    // SAFETY: set and cleared by the thread itself, which keeps its park alive meanwhile; called
    // on that thread only.
    unsafe { park.as_ref() }
}

extern "C" fn on_park_signal(
    signal: libc::c_int,
    info: *mut libc::siginfo_t,
    context: *mut libc::c_void,
) {
    let errno = Errno::save();
    match own_entry().and_then(park_of) {
        Some(park) => park.on_park_signal(),
        None => chain(signal, info, context),
    }
    errno.restore();
}

extern "C" fn on_fault(
    signal: libc::c_int,
    info: *mut libc::siginfo_t,
    context: *mut libc::c_void,
) {
    let errno = Errno::save();
    // SAFETY: with SA_SIGINFO the kernel passes a valid `siginfo_t`; a fault's has an address.
    let address = unsafe { (*info).si_addr() }.addr();
    let guarded = own_entry().filter(|entry| {
        (entry.guard_low.load(Ordering::Relaxed)..entry.guard_high.load(Ordering::Relaxed))
            .contains(&address)
    });
    match guarded.and_then(park_of) {
        Some(park) => park.on_stack_overflow(),
        None => chain(signal, info, context),
    }
    errno.restore();
}

/// Hands a signal that is not ours to whoever had it before.
fn chain(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let Some(Some(before)) = BEFORE.get() else { return };
    let action = match signal {
        libc::SIGURG => &before.park,
        libc::SIGSEGV => &before.segv,
        _ => &before.bus,
    };
    match action.sa_sigaction {
        libc::SIG_IGN => {}
        libc::SIG_DFL => {
            // The default of SIGURG is to ignore; a fault's is to end the process, which happens
            // when the faulting instruction runs again without our handler.
            if signal != libc::SIGURG {
                // SAFETY: restores the disposition that was there before us.
                unsafe { libc::sigaction(signal, ptr::from_ref(action), ptr::null_mut()) };
            }
        }
        handler if action.sa_flags & libc::SA_SIGINFO != 0 => {
            // SAFETY: the previous owner registered a function of this signature.
            let handler: Handler = unsafe { std::mem::transmute(handler) };
            handler(signal, info, context);
        }
        handler => {
            // SAFETY: as above, without SA_SIGINFO.
            let handler: extern "C" fn(libc::c_int) = unsafe { std::mem::transmute(handler) };
            handler(signal);
        }
    }
}

struct Errno(libc::c_int);

impl Errno {
    fn save() -> Self {
        // SAFETY: the calling thread's own errno.
        Self(unsafe { *libc::__errno_location() })
    }

    fn restore(self) {
        // SAFETY: as above.
        unsafe { *libc::__errno_location() = self.0 };
    }
}

/// Sends the park signal to the calling thread; its handler runs before this returns.
pub(crate) fn raise_park_signal() {
    if is_installed() {
        // SAFETY: the calling thread is alive.
        unsafe { libc::pthread_kill(libc::pthread_self(), libc::SIGURG) };
    }
}

/// Sleeps without an end and without CPU, deaf to every signal that can be blocked.
pub(crate) fn sleep_for_ever() -> ! {
    // SAFETY: a signal set is plain data that `sigfillset` fills; both calls are
    // async-signal-safe.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        loop {
            libc::sigsuspend(&raw const all);
        }
    }
}

/// Gives the pages of a private mapping back. Async-signal-safe.
pub(crate) fn drop_pages(start: usize, length: usize) {
    // SAFETY: the caller's range is page-aligned memory of a thread that never runs again.
    unsafe { libc::madvise(ptr::without_provenance_mut(start), length, libc::MADV_DONTNEED) };
}

/// What an isolate thread has set up for itself; undone when dropped, at the thread's end.
pub(crate) struct Registration {
    entry: &'static Entry,
    alternate: *mut libc::c_void,
}

impl Registration {
    /// Makes the calling thread one that can be parked, and tells `park` its stack. `None` when
    /// there is no room or the system refuses.
    pub(crate) fn new(park: &Park) -> Option<Self> {
        let stack = Stack::of_this_thread()?;
        park.stack_floor.store(stack.floor, Ordering::Relaxed);
        park.stack_top.store(ptr::from_ref(&stack).addr(), Ordering::Relaxed);
        let alternate = alternate_stack()?;
        let entry = REGISTRY.iter().find(|entry| {
            entry.tid.compare_exchange(0, -1, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        })?;
        entry.guard_low.store(stack.guard_low, Ordering::Relaxed);
        entry.guard_high.store(stack.floor, Ordering::Relaxed);
        entry.park.store(ptr::from_ref(park).cast_mut(), Ordering::Relaxed);
        entry.tid.store(tid(), Ordering::Release);
        unblock();
        // SAFETY: no arguments; the id is valid while the thread lives.
        let this = Thread(unsafe { libc::pthread_self() });
        *park.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(this);
        Some(Self { entry, alternate })
    }

    /// Before the thread ends: from here on it can't be signalled.
    pub(crate) fn close(self, park: &Park) {
        *park.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = None;
        self.entry.park.store(ptr::null_mut(), Ordering::Relaxed);
        self.entry.guard_high.store(0, Ordering::Relaxed);
        self.entry.tid.store(0, Ordering::Release);
        // SAFETY: turns the alternate stack off before it is unmapped; no handler of ours runs
        // on this thread any more, and it was mapped with this size.
        unsafe {
            let mut off: libc::stack_t = std::mem::zeroed();
            off.ss_flags = libc::SS_DISABLE;
            libc::sigaltstack(&raw const off, ptr::null_mut());
            libc::munmap(self.alternate, ALTERNATE_STACK_BYTES);
        }
    }
}

fn alternate_stack() -> Option<*mut libc::c_void> {
    // SAFETY: an anonymous private mapping, made the calling thread's alternate stack.
    unsafe {
        let memory = libc::mmap(
            ptr::null_mut(),
            ALTERNATE_STACK_BYTES,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        );
        if memory == libc::MAP_FAILED {
            return None;
        }
        let mut stack: libc::stack_t = std::mem::zeroed();
        stack.ss_sp = memory;
        stack.ss_size = ALTERNATE_STACK_BYTES;
        if libc::sigaltstack(&raw const stack, ptr::null_mut()) == 0 {
            return Some(memory);
        }
        libc::munmap(memory, ALTERNATE_STACK_BYTES);
        None
    }
}

/// Blocks every signal but the two of the quarantine and those of the program's own faults: the
/// BEAM's signals are for the BEAM's threads.
fn unblock() {
    // SAFETY: plain data and the calling thread's own mask.
    unsafe {
        let mut mask: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut mask);
        for signal in
            [libc::SIGURG, libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGABRT]
        {
            libc::sigdelset(&raw mut mask, signal);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const mask, ptr::null_mut());
    }
}

/// Where the calling thread's stack ends.
struct Stack {
    guard_low: usize,
    /// The lowest usable address.
    floor: usize,
}

impl Stack {
    fn of_this_thread() -> Option<Self> {
        // SAFETY: the attributes are initialised by the first call, read, and destroyed.
        unsafe {
            let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
            if libc::pthread_getattr_np(libc::pthread_self(), &raw mut attributes) != 0 {
                return None;
            }
            let (mut address, mut size, mut guard) = (ptr::null_mut(), 0, 0);
            let is_known =
                libc::pthread_attr_getstack(&raw const attributes, &raw mut address, &raw mut size)
                    == 0
                    && libc::pthread_attr_getguardsize(&raw const attributes, &raw mut guard) == 0;
            libc::pthread_attr_destroy(&raw mut attributes);
            // glibc counts the guard into the stack or leaves it below it, by version: both are
            // covered, and one guard's worth of usable stack is given up in the second case.
            let floor = address.addr() + guard;
            (is_known && guard > 0)
                .then_some(Self { guard_low: address.addr().saturating_sub(guard), floor })
        }
    }
}
