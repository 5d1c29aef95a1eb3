//! A guest's isolate and the slice protocol, seen by its supervisor.
//!
//! An isolate runs one program on a thread of its own: Boa's heap is bound to its thread, a dirty
//! scheduler's stack is too small, and a guest that can't be stopped must not take a scheduler
//! with it (design, section 2). The supervisor hands a slice over ([`Isolate::start`],
//! [`Isolate::resume`]) and supervises it ([`Isolate::supervise`]); the two are apart so that they
//! can become two NIFs. Between slices the isolate waits on its channel and holds nothing.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Sender, bounded};

use crate::boundary::Wire;
use crate::fault::Fault;
use crate::guest_thread;
use crate::host_calls::{Reply, Request};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::quarantine::{self, Park, Reason, bits};
use crate::stop::Stop;

/// How long a supervisor waits for a stopped guest to come back from the VM.
const STOP_GRACE: Duration = Duration::from_millis(50);

/// How long the guest's thread may take after that, with nobody waiting for it, before it is
/// parked. A pass of the collector over a large heap takes some 100 ms; parking is for what never
/// gets back, since a parked thread keeps its small blocks.
const REAP_AFTER: Duration = Duration::from_millis(500);

/// The reaper's stack: it waits and sends a signal.
const REAPER_STACK_BYTES: usize = 64 * 1024;

pub(crate) static ISOLATES: AtomicU64 = AtomicU64::new(0);
pub(crate) static RUNS: AtomicU64 = AtomicU64::new(0);
pub(crate) static ENGINE_PANICS: AtomicU64 = AtomicU64::new(0);

/// Counts over all isolates of the process.
#[derive(Debug, Clone, Copy)]
pub struct Census {
    /// Isolate threads that are alive now, computing or waiting; parked ones are not counted.
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

/// Whether guests can be stopped with the engine that is linked: runs an endless program and stops
/// it. Installs the quarantine's handlers, where there are any.
///
/// # Errors
/// What does not work; the library must then not be used.
pub fn self_check() -> Result<(), &'static str> {
    crate::signals::install();
    crate::stop::self_check()
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
        /// After this long it wants to go on without a reply: a timer is due.
        sleep: Option<Duration>,
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

/// Why a run was not started.
#[derive(Debug)]
pub enum Refusal {
    /// The operating system gave no thread.
    Thread(std::io::Error),
    /// Parked guests hold as much as they may.
    Quarantine(quarantine::Quarantine),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Thread(error) => write!(f, "no thread for the run: {error}"),
            Self::Quarantine(state) => write!(
                f,
                "the quarantine is full: {} parked guests hold {} bytes, the budget is {}; \
                 restart the node, or raise quarantine_budget",
                state.threads, state.bytes, state.budget
            ),
        }
    }
}

/// What a supervisor sends a waiting guest.
pub(crate) enum Command<V> {
    Resume(Vec<Reply<V>>),
    /// End a drain: what is still in flight is given up.
    Finish,
}

/// What the supervisor and the isolate's thread share. A parked thread keeps it for ever.
pub(crate) struct Shared<V> {
    pub(crate) park: Park,
    pub(crate) stop: Stop,
    pub(crate) limits: Limits,
    pub(crate) slice: Mutex<Option<Slice<V>>>,
    /// What the run has come to, while its calls are still awaited: it stands, whatever the guest
    /// does meanwhile.
    pub(crate) settled: Mutex<Option<Result<V, Fault>>>,
    pub(crate) draining: AtomicBool,
    /// Console lines, here so that they are kept when the thread is parked.
    pub(crate) lines: Arc<Mutex<Vec<String>>>,
}

impl<V> Shared<V> {
    /// Ends the slice that the supervisor waits for.
    pub(crate) fn put(&self, slice: Slice<V>) {
        *self.slice.lock().unwrap_or_else(PoisonError::into_inner) = Some(slice);
        self.park.bell.ring(bits::READY);
    }

    /// The run has come to `result`, and only its calls are awaited from here on.
    pub(crate) fn settle(&self, result: Result<V, Fault>) {
        *self.settled.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        self.draining.store(true, Ordering::Release);
    }

    /// Takes what the run has come to; `None` before that, and for all but the first who asks.
    pub(crate) fn settled(&self) -> Option<Result<V, Fault>> {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether the run has come to something.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
    }

    fn logs(&self) -> Vec<String> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn take(&self) -> Option<Slice<V>> {
        self.park.bell.clear(bits::READY);
        self.slice.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The supervisor's end of an isolate. Dropping it ends a waiting guest.
pub struct Isolate<W: Wire> {
    commands: Sender<Command<W::In>>,
    shared: Arc<Shared<W::Out>>,
}

impl<W: Wire> Isolate<W> {
    /// Starts a thread and hands it the program.
    ///
    /// # Errors
    /// [`Refusal`]: no thread, or the quarantine is full.
    pub fn start(start: Start<W::In>) -> Result<Self, Refusal> {
        let state = quarantine::state();
        if state.bytes >= state.budget {
            return Err(Refusal::Quarantine(state));
        }
        let (sender, commands) = bounded(1);
        let shared = Arc::new(Shared {
            park: Park::default(),
            stop: Stop::default(),
            limits: start.limits,
            slice: Mutex::default(),
            settled: Mutex::default(),
            draining: AtomicBool::new(false),
            lines: Arc::default(),
        });
        guest_thread::spawn::<W>(start, commands, Arc::clone(&shared)).map_err(Refusal::Thread)?;
        Ok(Self { commands: sender, shared })
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

    /// Waits until the slice ends or `deadline` passes; then the guest is stopped, and parked when
    /// it does not come back.
    ///
    /// # Errors
    /// [`Overrun`], when the guest was stopped.
    pub fn supervise(&self, deadline: Instant) -> Result<Slice<W::Out>, Overrun> {
        let awaited = bits::READY | bits::PARKED | bits::CANCELLED;
        let rung = self.shared.park.bell.wait(awaited, deadline);
        if rung & bits::CANCELLED != 0 {
            return self.end(Overrun::Stopped);
        }
        if rung & bits::PARKED != 0 {
            return Ok(Slice::Done(self.parked(Reason::of(rung))));
        }
        if rung & bits::READY == 0 {
            return self.end(Overrun::Deadline);
        }
        self.shared.take().ok_or(Overrun::Stopped)
    }

    /// Stops the guest, computing or waiting. Idempotent, from any thread, returns at once.
    pub fn cancel(&self) {
        self.shared.stop.request();
        self.shared.park.bell.ring(bits::CANCELLED);
    }

    /// Stops a computing guest for good: through the VM, else by parking its thread. What the run
    /// had come to before, when only its calls were awaited, is its outcome.
    fn end(&self, overrun: Overrun) -> Result<Slice<W::Out>, Overrun> {
        self.shared.stop.request();
        let ended = bits::READY | bits::PARKED;
        if self.shared.park.bell.wait(ended, Instant::now() + STOP_GRACE) == 0 {
            reap(Arc::clone(&self.shared));
        }
        match (self.shared.take(), self.shared.settled()) {
            (Some(Slice::Done(outcome)), _) if self.shared.is_draining() => {
                Ok(Slice::Done(outcome))
            }
            (_, Some(result)) => Ok(Slice::Done(Outcome { result, logs: self.shared.logs() })),
            // Whatever it answered came too late.
            _ => Err(overrun),
        }
    }

    /// The outcome of a guest whose thread is parked without its supervisor's doing.
    fn parked(&self, reason: Reason) -> Outcome<W::Out> {
        let result = self.shared.settled().unwrap_or_else(|| {
            Err(match reason {
                Reason::Memory => Fault::memory_limit(&self.shared.limits),
                Reason::Stack | Reason::Overrun => Fault::native_stack(),
            })
        });
        Outcome { result, logs: self.shared.logs() }
    }
}

/// Parks the guest's thread unless it comes back in time; on a thread of its own, so that nobody
/// has to wait.
fn reap<V: Send + 'static>(shared: Arc<Shared<V>>) {
    let late = Arc::clone(&shared);
    let reaper = thread::Builder::new().name("reaper".to_owned()).stack_size(REAPER_STACK_BYTES);
    let spawned = reaper.spawn(move || {
        let ended = bits::READY | bits::PARKED;
        if late.park.bell.wait(ended, Instant::now() + REAP_AFTER) == 0 {
            late.park.quarantine();
        }
    });
    if spawned.is_err() {
        shared.park.quarantine();
    }
}

impl<W: Wire> std::fmt::Debug for Isolate<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Isolate").finish_non_exhaustive()
    }
}
