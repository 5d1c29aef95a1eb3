//! The handle of a run between two NIF calls: a resource that watches the runner.

use std::time::Instant;

use rustler::{Env, LocalPid, Monitor, Resource};
use sandbox::isolate::Isolate;

use crate::term::Terms;

/// A run that has not ended. Dropping it (its process died, or forgot it) ends a waiting guest.
pub(crate) struct Handle {
    pub(crate) isolate: Isolate<Terms>,
    /// When the run must be over, host time included.
    pub(crate) deadline: Instant,
}

#[rustler::resource_impl]
impl Resource for Handle {
    const IMPLEMENTS_DOWN: bool = true;

    /// The runner ended (its caller died, its time was up): the guest stops at once, also in the
    /// middle of a slice.
    fn down<'a>(&'a self, _: Env<'a>, _: LocalPid, _: Monitor) {
        self.isolate.cancel();
    }
}
