//! The event loop of one guest: promise jobs, waiting for replies, settling, deadlock.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;
use std::task::{self, Poll, Waker};
use std::time::{Duration, Instant};

use boa_engine::builtins::promise::PromiseState;
use boa_engine::job::{GenericJob, Job, JobExecutor, NativeAsyncJob, PromiseJob};
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsResult, JsValue};

use crate::boundary::Wire;
use crate::guest_thread::Port;
use crate::host_calls::HostCalls;
use crate::isolate::Phase;
use crate::stop::{Stop, Verdict};
use crate::surface::timers::report;
use crate::timers::Timers;

/// How a stretch of guest work ended that did not give a value.
#[derive(Debug)]
pub(crate) enum Ending {
    /// The guest threw, or a promise was rejected with this.
    Thrown(JsError),
    /// A promise is pending and nothing is left that could settle it.
    Deadlock,
    /// The supervisor stopped the guest.
    Stopped,
    /// The guest passed its memory limit.
    Exhausted,
    /// The guest passed the recursion limit.
    Recursed,
    /// Whoever waited for the run is gone.
    Cancelled,
}

/// Jobs that may still run after the program's own promise has settled: enough for what was
/// already queued behind it, and an end to chains that renew themselves (design, section 3.14).
const JOBS_AFTER_SETTLING: usize = 1_000;

enum Runnable {
    Promise(PromiseJob),
    Generic(GenericJob),
    Async(NativeAsyncJob),
}

/// The queue that the engine puts its jobs into. It never runs one by itself: [`EventLoop`]
/// takes them one at a time, so that every job is a point at which a run can end.
#[derive(Default)]
pub(crate) struct Jobs {
    ready: RefCell<VecDeque<Runnable>>,
}

impl JobExecutor for Jobs {
    fn enqueue_job(self: Rc<Self>, job: Job, _: &mut Context) {
        let job = match job {
            Job::PromiseJob(job) => Runnable::Promise(job),
            Job::GenericJob(job) => Runnable::Generic(job),
            Job::AsyncJob(job) => Runnable::Async(job),
            // Timers are the surface's own (timers.rs), and finalizers never run.
            _ => return,
        };
        self.ready.borrow_mut().push_back(job);
    }

    /// Never called by the event loop; an engine call of it must not run jobs out of turn.
    fn run_jobs(self: Rc<Self>, _: &mut Context) -> JsResult<()> {
        Ok(())
    }
}

impl Jobs {
    /// Runs the next job, if there is one.
    fn run_next(&self, context: &mut Context) -> Option<JsResult<()>> {
        let job = self.ready.borrow_mut().pop_front()?;
        Some(match job {
            Runnable::Promise(job) => job.call(context).map(drop),
            Runnable::Generic(job) => job.call(context).map(drop),
            Runnable::Async(job) => poll_once(job, context),
        })
    }
}

/// Module loading is the engine's only asynchronous job, and the loader here refuses at once; a
/// future that is not ready at the first poll would never be.
fn poll_once(job: NativeAsyncJob, context: &mut Context) -> JsResult<()> {
    let context = RefCell::new(context);
    let future = pin!(job.call(&context));
    match future.poll(&mut task::Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result.map(drop),
        Poll::Pending => Ok(()),
    }
}

/// Runs a guest's jobs and timers, and waits for its replies.
pub(crate) struct EventLoop<'a, W: Wire> {
    pub(crate) jobs: &'a Jobs,
    pub(crate) timers: &'a Timers,
    pub(crate) calls: &'a Rc<HostCalls<W>>,
    pub(crate) port: &'a Rc<Port<W>>,
    pub(crate) stop: &'a Stop,
}

impl<W: Wire> EventLoop<'_, W> {
    /// Runs jobs and timers, and waits for host calls, until `promise` has settled.
    pub(crate) fn settle(
        &self,
        promise: &JsPromise,
        context: &mut Context,
    ) -> Result<JsValue, Ending> {
        // Timers due at this instant are called before the guest waits; those that come due while
        // they are called have to let replies through first.
        let mut now = Instant::now();
        loop {
            self.check()?;
            match promise.state() {
                PromiseState::Fulfilled(value) => return Ok(value),
                PromiseState::Rejected(reason) => {
                    return Err(Ending::Thrown(JsError::from_opaque(reason)));
                }
                PromiseState::Pending => {}
            }
            if self.run_job(context)? || self.call_timer(now, context)? {
                continue;
            }
            let sleep = self.timers.sleep();
            if !self.calls.in_flight() && sleep.is_none() {
                return Err(Ending::Deadlock);
            }
            if self.calls.in_flight() || sleep != Some(Duration::ZERO) {
                self.calls.exchange(Phase::Running, sleep, context)?;
            }
            now = Instant::now();
        }
    }

    /// Runs what was queued behind the program's end, up to a bound.
    pub(crate) fn run_queued(&self, context: &mut Context) -> Result<(), Ending> {
        for _ in 0..JOBS_AFTER_SETTLING {
            if !self.run_job(context)? {
                break;
            }
        }
        Ok(())
    }

    /// Waits until no call is in flight, so that what the program set off is complete when the
    /// run returns. The supervisor ends it early by finishing the port.
    pub(crate) fn drain(&self, context: &mut Context) -> Result<(), Ending> {
        while self.calls.in_flight() && !self.port.is_finishing() {
            self.calls.exchange(Phase::Draining, None, context)?;
            self.run_queued(context)?;
        }
        Ok(())
    }

    /// Runs one job. An exception from a job has nowhere to go by construction (a promise job's
    /// own promise takes it), so only the endings that no guest can catch get out.
    fn run_job(&self, context: &mut Context) -> Result<bool, Ending> {
        match self.jobs.run_next(context) {
            None => Ok(false),
            Some(Ok(())) => self.check().map(|()| true),
            Some(Err(error)) => {
                self.check()?;
                if error.as_engine().is_some() {
                    return Err(Ending::Thrown(error));
                }
                Ok(true)
            }
        }
    }

    /// Calls the timer that was due first, if one was at `now`.
    fn call_timer(&self, now: Instant, context: &mut Context) -> Result<bool, Ending> {
        let Some(timer) = self.timers.take_due(now) else { return Ok(false) };
        let called = timer.callback.call(&JsValue::undefined(), &timer.args, context);
        self.check()?;
        report(called, context).map_err(Ending::Thrown)?;
        self.check().map(|()| true)
    }

    /// The isolate's own verdict is read first: the engine loses a limit that was hit in an async
    /// continuation (design, section 3.13).
    pub(crate) fn check(&self) -> Result<(), Ending> {
        match self.stop.verdict() {
            None => Ok(()),
            Some(Verdict::Requested) => Err(Ending::Stopped),
            Some(Verdict::Exhausted) => Err(Ending::Exhausted),
            Some(Verdict::Recursed) => Err(Ending::Recursed),
        }
    }
}
