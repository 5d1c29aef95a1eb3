//! Telling Boa's garbage collector when to run.
//!
//! It runs by itself when its own boxes have grown past a threshold; the strings, buffers and
//! property tables behind them do not count, so `a = [...a, x]` in a loop, which has little alive,
//! can fill any memory before it runs. There is no setting for the threshold (boa_gc 0.22.0,
//! `GcConfig` is private), and no safe point in the VM at which others could collect. But the
//! threshold is a word in the thread-local state of this library, and writing zero into it makes
//! the collector run at its next own allocation, which is a safe point by construction.
//!
//! The word is looked for once, by its initial value and its neighbour's, and believed only when a
//! write to it has the effect; otherwise collections are as rare as the engine makes them.

use std::sync::OnceLock;
use std::thread;

/// The initial values of `GcConfig { threshold, used_space_percentage }`.
const INITIAL_THRESHOLD: usize = 1_048_576;
const USED_SPACE_PERCENTAGE: usize = 70;

thread_local! {
    /// A landmark in this library's thread-local block.
    static LANDMARK: u8 = const { 0 };
}

/// Distance from the landmark to the threshold, the same on every thread; `None` when the state is
/// not what it was in 0.22.0.
fn distance() -> Option<isize> {
    static DISTANCE: OnceLock<Option<isize>> = OnceLock::new();
    *DISTANCE.get_or_init(|| {
        // On a thread of its own: the state there is fresh, and is gone afterwards.
        thread::Builder::new().spawn(search).ok()?.join().ok()?
    })
}

/// The calling thread's threshold.
pub(crate) fn threshold_of_this_thread() -> Option<*mut usize> {
    let distance = distance()?;
    // The state is built on first use; a collection of nothing is one.
    boa_gc::force_collect();
    LANDMARK.with(|landmark| {
        let word = std::ptr::from_ref(landmark).cast_mut().wrapping_byte_offset(distance);
        Some(word.cast::<usize>())
    })
}

fn search() -> Option<isize> {
    let _first = boa_gc::Gc::new(0u8);
    let (block, words) = thread_local_block()?;
    let landmark = LANDMARK.with(|landmark| std::ptr::from_ref(landmark).addr());
    for index in 0..words {
        let word = block.wrapping_add(index);
        let neighbour = block.wrapping_add(index + 1);
        // SAFETY: both lie in this thread's own thread-local block (at most its last word is one
        // past, which `words` leaves out); aligned words of initialised or zeroed memory.
        let (value, next) = unsafe { (word.read_volatile(), neighbour.read_volatile()) };
        if value == INITIAL_THRESHOLD && next == USED_SPACE_PERCENTAGE && collects_on_zero(word) {
            return word.addr().checked_signed_diff(landmark);
        }
    }
    None
}

/// Whether zero in `word` makes the next allocation collect what is dead.
fn collects_on_zero(word: *mut usize) -> bool {
    use boa_gc::{Finalize, Gc, Trace};
    use std::cell::Cell;
    use std::rc::Rc;

    #[derive(Finalize, Trace)]
    #[boa_gc(unsafe_no_drop)]
    struct Witness(#[unsafe_ignore_trace] Rc<Cell<bool>>);
    impl Drop for Witness {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }

    let is_collected = Rc::new(Cell::new(false));
    drop(Gc::new(Witness(Rc::clone(&is_collected))));
    if is_collected.get() {
        return false;
    }
    // SAFETY: an aligned word of this thread's own block that holds the value and the neighbour
    // of the threshold; nobody else runs on this thread, which ends after the search.
    unsafe { word.write_volatile(0) };
    let _next = Gc::new(0u8);
    is_collected.get()
}

/// The calling thread's thread-local block of the object that this code is in: its first word,
/// and the number of words that have a neighbour.
#[cfg(target_os = "linux")]
fn thread_local_block() -> Option<(*mut usize, usize)> {
    use std::ffi::c_void;

    struct Found {
        landmark: usize,
        block: Option<(*mut usize, usize)>,
    }

    unsafe extern "C" fn visit(
        info: *mut libc::dl_phdr_info,
        _: usize,
        found: *mut c_void,
    ) -> libc::c_int {
        // SAFETY: the loader passes a valid description, and our own pointer through.
        let (info, found) = unsafe { (&*info, &mut *found.cast::<Found>()) };
        for index in 0..usize::from(info.dlpi_phnum) {
            // SAFETY: the object has `dlpi_phnum` program headers at `dlpi_phdr`.
            let header = unsafe { &*info.dlpi_phdr.add(index) };
            if header.p_type != libc::PT_TLS || info.dlpi_tls_data.is_null() {
                continue;
            }
            let start = info.dlpi_tls_data.addr();
            let size = usize::try_from(header.p_memsz).unwrap_or(0);
            if (start..start + size).contains(&found.landmark) {
                let words = (size / size_of::<usize>()).saturating_sub(1);
                found.block = Some((info.dlpi_tls_data.cast(), words));
                return 1;
            }
        }
        0
    }

    let landmark = LANDMARK.with(|landmark| std::ptr::from_ref(landmark).addr());
    let mut found = Found { landmark, block: None };
    // SAFETY: `visit` is called during this call only, with the pointer to `found`.
    unsafe { libc::dl_iterate_phdr(Some(visit), std::ptr::from_mut(&mut found).cast()) };
    found.block.filter(|(block, _)| block.is_aligned())
}

#[cfg(not(target_os = "linux"))]
fn thread_local_block() -> Option<(*mut usize, usize)> {
    None
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn the_collectors_threshold_is_found_and_works() {
        assert!(super::distance().is_some());
    }
}
