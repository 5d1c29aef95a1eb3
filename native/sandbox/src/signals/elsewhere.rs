//! Where there is no quarantine: guests are stopped through the VM alone, and a native operation
//! that never gets back keeps its thread. Said in the README's limits.

use std::sync::atomic::Ordering;

use crate::quarantine::Park;

/// A thread that can't be signalled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Thread;

impl Thread {
    /// Does nothing.
    pub(crate) fn send_park_signal(&self) {}
}

/// Nothing to install.
pub(crate) fn install() -> bool {
    false
}

/// Never.
pub(crate) fn is_installed() -> bool {
    false
}

/// Returns: the caller goes on.
pub(crate) fn raise_park_signal() {}

/// Only called from handlers, of which there are none.
pub(crate) fn sleep_for_ever() -> ! {
    loop {
        std::thread::park();
    }
}

/// Keeps the pages.
pub(crate) fn drop_pages(_: usize, _: usize) {}

/// Nothing is set up.
pub(crate) struct Registration;

impl Registration {
    /// A thread that can't be parked; its stack's end is not known, so none is kept free.
    pub(crate) fn new(park: &Park) -> Option<Self> {
        park.stack_floor.store(0, Ordering::Relaxed);
        Some(Self)
    }

    /// Nothing to undo.
    pub(crate) fn close(self, _: &Park) {}
}
