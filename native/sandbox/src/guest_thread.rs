//! The isolate's own thread: its stack, its account, its waits, its end.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use crossbeam_channel::Receiver;

use crate::boundary::Wire;
use crate::event_loop::Ending;
use crate::fault::Fault;
use crate::heap::{Account, host_owned};
use crate::host_calls::{Reply, Request};
use crate::isolate::{Command, ENGINE_PANICS, ISOLATES, Phase, RUNS, Shared, Slice, Start};
use crate::outcome::Outcome;
use crate::quarantine::critical;
use crate::signals::Registration;
use crate::{panics, run};

/// The stack. Pages that are not touched cost address space only; the whole mapping goes with the
/// thread. 64 MiB carries `Limits::max_recursion` frames of the costliest kind that was found (a
/// builtin that calls back into the VM) with a factor of two to spare; tests/sandbox/stack.rs has
/// the rows.
const STACK_BYTES: usize = 64 * 1024 * 1024;

/// A thread's peak above which the system allocator is asked to give its free pages back.
const TRIM_ABOVE: usize = 16 * 1024 * 1024;

/// Starts the thread of one run.
pub(crate) fn spawn<W: Wire>(
    start: Start<W::In>,
    commands: Receiver<Command<W::In>>,
    shared: Arc<Shared<W::Out>>,
) -> std::io::Result<()> {
    thread::Builder::new().name("guest".to_owned()).stack_size(STACK_BYTES).spawn(move || {
        RUNS.fetch_add(1, Ordering::Relaxed);
        ISOLATES.fetch_add(1, Ordering::Relaxed);
        live::<W>(start, commands, &shared);
        ISOLATES.fetch_sub(1, Ordering::Relaxed);
    })?;
    Ok(())
}

/// The thread's life: one run, its answer, then the teardown, which nobody waits for.
fn live<W: Wire>(
    start: Start<W::In>,
    commands: Receiver<Command<W::In>>,
    shared: &Arc<Shared<W::Out>>,
) {
    let Some(registration) = Registration::new(&shared.park) else {
        let fault = Fault::too_many_isolates();
        shared.put(Slice::Done(Outcome { result: Err(fault), logs: Vec::new() }));
        return;
    };
    let floor = shared.park.stack_floor.load(Ordering::Relaxed);
    let account = Account::new(start.limits.memory_limit, floor, &shared.stop, &shared.park);
    account.open(&shared.park);
    panics::listen();

    let port =
        Rc::new(Port::<W> { shared: Arc::clone(shared), commands, finishing: Cell::new(false) });
    let run = catch_unwind(AssertUnwindSafe(|| run::run::<W>(start, &port)));
    shared.stop.disarm();
    let (slice, guest) = run.unwrap_or_else(|_| {
        ENGINE_PANICS.fetch_add(1, Ordering::Relaxed);
        // The context went with the unwinding; what it left behind goes with the thread.
        (run::done(Err(Fault::engine_panic(panics::take())), &port.shared), None)
    });
    critical(|| shared.put(slice));
    let _ = catch_unwind(AssertUnwindSafe(|| {
        drop(guest);
        drop(port);
        boa_gc::force_collect();
    }));
    account.close(&shared.park);
    registration.close(&shared.park);
    if account.peak() > TRIM_ABOVE {
        trim();
    }
}

#[cfg(target_env = "gnu")]
fn trim() {
    // SAFETY: takes the allocator's own locks and touches free memory only.
    unsafe { libc::malloc_trim(0) };
}

#[cfg(not(target_env = "gnu"))]
fn trim() {}

/// The guest's end of the protocol: where it waits.
pub(crate) struct Port<W: Wire> {
    pub(crate) shared: Arc<Shared<W::Out>>,
    commands: Receiver<Command<W::In>>,
    finishing: Cell<bool>,
}

impl<W: Wire> Port<W> {
    /// Ends the slice and waits for the replies that start the next.
    pub(crate) fn wait(
        &self,
        requests: Vec<Request<W::Out>>,
        phase: Phase,
        sleep: Option<Duration>,
    ) -> Result<Vec<Reply<W::In>>, Ending> {
        // What the supervisor gets is freed by it: it must not be the guest's.
        let mut own = host_owned(|| Vec::with_capacity(requests.len()));
        for request in requests {
            own.push(request.for_the_host());
        }
        let requests = own;
        critical(|| self.shared.put(Slice::Waiting { requests, phase, sleep }));
        // The channel's own list of who waits outlives this thread.
        match host_owned(|| self.commands.recv()) {
            Ok(Command::Resume(replies)) => Ok(replies),
            Ok(Command::Finish) => {
                self.finishing.set(true);
                Ok(Vec::new())
            }
            Err(_) => Err(Ending::Cancelled),
        }
    }

    /// Whether the supervisor has ended the drain.
    pub(crate) fn is_finishing(&self) -> bool {
        self.finishing.get()
    }
}
