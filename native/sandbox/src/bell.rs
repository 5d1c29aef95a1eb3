//! How an isolate tells its supervisor something, also from a signal handler or from inside the
//! allocator: a word of bits and a futex, nothing that locks or allocates.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// Bits that one side rings and the other waits for.
#[derive(Debug, Default)]
pub(crate) struct Bell {
    bits: AtomicU32,
}

impl Bell {
    /// Sets `bits` and wakes whoever waits. Async-signal-safe.
    pub(crate) fn ring(&self, bits: u32) {
        self.bits.fetch_or(bits, Ordering::Release);
        wake(&self.bits);
    }

    /// Takes `bits` back.
    pub(crate) fn clear(&self, bits: u32) {
        self.bits.fetch_and(!bits, Ordering::AcqRel);
    }

    /// The bits that are set now.
    pub(crate) fn bits(&self) -> u32 {
        self.bits.load(Ordering::Acquire)
    }

    /// Waits until one of `mask` is set, and answers all that are; zero when `deadline` passes.
    pub(crate) fn wait(&self, mask: u32, deadline: Instant) -> u32 {
        loop {
            let bits = self.bits();
            if bits & mask != 0 {
                return bits;
            }
            let now = Instant::now();
            if now >= deadline {
                return 0;
            }
            sleep(&self.bits, bits, deadline - now);
        }
    }
}

#[cfg(target_os = "linux")]
fn wake(word: &AtomicU32) {
    // SAFETY: FUTEX_WAKE reads no memory but the address itself, which is a live word.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG,
            i32::MAX,
        );
    }
}

/// Sleeps while `word` is `seen`, at most `time`; may wake early.
#[cfg(target_os = "linux")]
fn sleep(word: &AtomicU32, seen: u32, time: std::time::Duration) {
    let timeout = libc::timespec {
        tv_sec: libc::time_t::try_from(time.as_secs()).unwrap_or(libc::time_t::MAX),
        tv_nsec: libc::c_long::from(time.subsec_nanos()),
    };
    // SAFETY: the word and the timeout live through the call; FUTEX_WAIT writes to neither.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG,
            seen,
            std::ptr::from_ref(&timeout),
        );
    }
}

// Without futexes: threads that wait, parked by the standard library on one shared condition.
// Nothing rings from a signal handler there, since only Linux has a quarantine (quarantine.rs).
#[cfg(not(target_os = "linux"))]
static RUNG: (std::sync::Mutex<()>, std::sync::Condvar) =
    (std::sync::Mutex::new(()), std::sync::Condvar::new());

#[cfg(not(target_os = "linux"))]
fn wake(_: &AtomicU32) {
    drop(RUNG.0.lock());
    RUNG.1.notify_all();
}

#[cfg(not(target_os = "linux"))]
fn sleep(word: &AtomicU32, seen: u32, time: std::time::Duration) {
    if let Ok(guard) = RUNG.0.lock()
        && word.load(Ordering::Acquire) == seen
    {
        drop(RUNG.1.wait_timeout(guard, time));
    }
}

#[cfg(test)]
mod tests {
    use super::Bell;
    use std::time::{Duration, Instant};

    #[test]
    fn a_ring_is_heard_before_and_during_the_wait() {
        let bell = Bell::default();
        bell.ring(4);
        assert_eq!(bell.wait(4, Instant::now()), 4);
        bell.clear(4);
        std::thread::scope(|scope| {
            scope.spawn(|| bell.ring(2));
            assert_eq!(bell.wait(2, Instant::now() + Duration::from_secs(20)), 2);
        });
    }

    #[test]
    fn a_wait_ends_at_its_deadline() {
        assert_eq!(Bell::default().wait(1, Instant::now() + Duration::from_millis(5)), 0);
    }
}
