//! The signals of the quarantine, where there is one.

/// Isolate threads that can be alive at once, computing, waiting or parked.
pub(crate) const MAX_THREADS: usize = 8192;

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::{
    Registration, Thread, drop_pages, install, is_installed, raise_park_signal, sleep_for_ever,
};
#[cfg(target_os = "linux")]
pub(crate) use linux::{
    Registration, Thread, drop_pages, install, is_installed, raise_park_signal, sleep_for_ever,
};
