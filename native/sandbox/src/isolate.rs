//! A guest's thread and the slice protocol.
//!
//! An isolate runs one program on a thread of its own: Boa's heap is bound to its thread, a dirty
//! scheduler's stack is too small, and a guest that can't be stopped must not take a scheduler
//! with it (design, section 2). The supervisor hands a slice over ([`Isolate::start`],
//! [`Isolate::resume`]) and supervises it ([`Isolate::supervise`]); the two are apart so that they
//! can become two NIFs. Between slices the isolate waits on its channel and holds nothing.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use crate::boundary::Wire;
use crate::event_loop::Ending;
use crate::fault::Fault;
use crate::host_calls::{Reply, Request};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::run;
use crate::stop::Stop;

/// The isolate thread's stack. Pages that are not touched cost address space only. 64 MiB carries
/// `Limits::max_recursion` frames of the costliest kind (a native callback into the VM, measured
/// below 12 KiB each) twice over.
const STACK_BYTES: usize = 64 * 1024 * 1024;

/// How long a stopped guest may take to come back from the VM.
const STOP_GRACE: Duration = Duration::from_millis(50);

static ISOLATES: AtomicU64 = AtomicU64::new(0);
static RUNS: AtomicU64 = AtomicU64::new(0);
static ENGINE_PANICS: AtomicU64 = AtomicU64::new(0);

/// Counts over all isolates of the process.
#[derive(Debug, Clone, Copy)]
pub struct Census {
    /// Isolate threads that are alive now, computing or waiting.
    pub isolates: u64,
    /// Runs started since the library was loaded.
    pub runs: u64,
    /// Engine panics contained since the library was loaded.
    pub engine_panics: u64,
}

/// The counts now.
#[must_use]
pub fn census() -> Census {
    Census {
        isolates: ISOLATES.load(Ordering::Relaxed),
        runs: RUNS.load(Ordering::Relaxed),
        engine_panics: ENGINE_PANICS.load(Ordering::Relaxed),
    }
}

/// What a run is given.
#[derive(Debug)]
pub struct Start<V> {
    /// The program's text.
    pub code: String,
    /// The global data: a map.
    pub globals: V,
    /// The callbacks' names: the members of `host`.
    pub callbacks: Vec<String>,
    /// The APIs' names, when the globals carry the build instruction.
    pub api_names: Vec<String>,
    /// What bounds the run.
    pub limits: Limits,
}

/// What a slice ends in.
#[derive(Debug)]
pub enum Slice<V> {
    /// The guest waits: for replies to these requests and to earlier ones.
    Waiting {
        /// What was requested since the last wait, in the order of issue.
        requests: Vec<Request<V>>,
        /// Whether the program goes on, or has ended and only its calls are awaited.
        phase: Phase,
    },
    /// The globals hold a struct that the host has to encode before it starts again.
    Unencoded,
    /// The run has ended.
    Done(Outcome<V>),
}

/// What a waiting guest waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The program needs the replies to go on.
    Running,
    /// The program has ended; calls in flight are awaited so that their effects are complete.
    Draining,
}

/// Why a supervised slice gave nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overrun {
    /// The deadline passed; the guest was stopped.
    Deadline,
    /// The guest was stopped from elsewhere (its caller died, or the run was cancelled).
    Stopped,
}

enum Command<V> {
    Resume(Vec<Reply<V>>),
    /// End a drain: what is still in flight is given up.
    Finish,
}

/// The supervisor's end of an isolate. Dropping it ends a waiting guest.
#[derive(Debug)]
pub struct Isolate<W: Wire> {
    commands: Sender<Command<W::In>>,
    slices: Receiver<Slice<W::Out>>,
    stop: Arc<Stop>,
}

impl<W: Wire> Isolate<W> {
    /// Starts a thread and hands it the program.
    ///
    /// # Errors
    /// The operating system's, when it gives no thread.
    pub fn start(start: Start<W::In>) -> std::io::Result<Self> {
        let (command_sender, commands) = bounded(1);
        let (slice_sender, slices) = bounded(1);
        let stop = Arc::new(Stop::default());
        let isolate = Self { commands: command_sender, slices, stop: Arc::clone(&stop) };
        thread::Builder::new().name("guest".to_owned()).stack_size(STACK_BYTES).spawn(
            move || {
                live::<W>(
                    start,
                    Port { slices: slice_sender, commands, finishing: Cell::new(false) },
                    &stop,
                )
            },
        )?;
        Ok(isolate)
    }

    /// Hands replies over to a waiting guest.
    pub fn resume(&self, replies: Vec<Reply<W::In>>) {
        // A guest that is gone shows in `supervise`.
        let _ = self.commands.send(Command::Resume(replies));
    }

    /// Ends a drain: the guest gives up what is in flight and answers its outcome.
    pub fn finish(&self) {
        let _ = self.commands.send(Command::Finish);
    }

    /// Waits until the slice ends or `deadline` passes; then the guest is stopped.
    ///
    /// # Errors
    /// [`Overrun`], when the guest was stopped.
    pub fn supervise(&self, deadline: Instant) -> Result<Slice<W::Out>, Overrun> {
        let answer = match self.slices.recv_deadline(deadline) {
            Ok(slice) => Ok(slice),
            Err(RecvTimeoutError::Timeout) => {
                self.stop.request();
                // It comes back to say so; one that does not is the quarantine's (design, 3.4).
                let _ = self.slices.recv_timeout(STOP_GRACE);
                return Err(Overrun::Deadline);
            }
            Err(RecvTimeoutError::Disconnected) => Err(Overrun::Stopped),
        };
        if self.stop.is_requested() { Err(Overrun::Stopped) } else { answer }
    }

    /// Stops the guest, computing or waiting. Idempotent, from any thread, returns at once.
    pub fn cancel(&self) {
        self.stop.request();
    }
}

/// The guest's end: where it waits.
pub(crate) struct Port<W: Wire> {
    slices: Sender<Slice<W::Out>>,
    commands: Receiver<Command<W::In>>,
    finishing: Cell<bool>,
}

impl<W: Wire> Port<W> {
    /// Ends the slice and waits for the replies that start the next.
    pub(crate) fn wait(
        &self,
        requests: Vec<Request<W::Out>>,
        phase: Phase,
    ) -> Result<Vec<Reply<W::In>>, Ending> {
        self.slices.send(Slice::Waiting { requests, phase }).map_err(|_| Ending::Cancelled)?;
        match self.commands.recv() {
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

/// The thread's life: one run, its answer, then the teardown, which nobody waits for.
fn live<W: Wire>(start: Start<W::In>, port: Port<W>, stop: &Arc<Stop>) {
    RUNS.fetch_add(1, Ordering::Relaxed);
    ISOLATES.fetch_add(1, Ordering::Relaxed);
    let slices = port.slices.clone();
    let port = Rc::new(port);
    let run = catch_unwind(AssertUnwindSafe(|| run::run::<W>(start, &port, stop)));
    stop.disarm();
    let (slice, guest) = run.unwrap_or_else(|_| {
        ENGINE_PANICS.fetch_add(1, Ordering::Relaxed);
        // The context went with the unwinding; what it left behind goes with the thread.
        (Slice::Done(Outcome { result: Err(Fault::engine_panic()), logs: Vec::new() }), None)
    });
    let _ = slices.send(slice);
    let _ = catch_unwind(AssertUnwindSafe(|| {
        drop(guest);
        boa_gc::force_collect();
    }));
    ISOLATES.fetch_sub(1, Ordering::Relaxed);
}
