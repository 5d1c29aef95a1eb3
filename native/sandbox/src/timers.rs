//! The timers of one guest: what waits for its time, and in which order it comes due.
//!
//! Nothing here waits or calls: the event loop asks what is due, and the run's wait between two
//! slices is as long as the nearest timer allows, so that sleeping holds no scheduler.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use boa_engine::JsValue;
use boa_engine::object::builtins::JsFunction;

/// The longest delay, as on the web: 2^31 - 1 ms. Longer ones are cut to it.
const MAX_DELAY_MS: f64 = 2_147_483_647.0;

/// The shortest period of an interval: one of 0 ms would never let the guest wait.
const MIN_PERIOD: Duration = Duration::from_millis(1);

/// When a timer is due; those of the same instant in the order of their creation.
type Due = (Instant, u64);

/// What a timer calls.
#[derive(Debug, Clone)]
pub(crate) struct Timer {
    id: u32,
    pub(crate) callback: JsFunction,
    pub(crate) args: Vec<JsValue>,
    period: Option<Duration>,
}

/// The timers that are pending.
#[derive(Debug)]
pub(crate) struct Timers {
    max: usize,
    inner: RefCell<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    created: u64,
    next_id: u32,
    queue: BTreeMap<Due, Timer>,
    due: HashMap<u32, Due>,
    /// The program has ended: whatever is set from now on is never due.
    is_closed: bool,
}

/// There are as many timers as there may be; the number is the bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMany(pub(crate) usize);

impl Timers {
    pub(crate) fn new(max: usize) -> Self {
        Self { max, inner: RefCell::default() }
    }

    /// Sets a timer and gives its id, a positive number.
    pub(crate) fn set(
        &self,
        callback: JsFunction,
        args: Vec<JsValue>,
        delay_ms: f64,
        repeats: bool,
    ) -> Result<u32, TooMany> {
        let mut inner = self.inner.borrow_mut();
        if inner.queue.len() >= self.max {
            return Err(TooMany(self.max));
        }
        inner.next_id += 1;
        let id = inner.next_id;
        if inner.is_closed {
            return Ok(id);
        }
        let delay = delay_of(delay_ms);
        let period = repeats.then(|| delay.max(MIN_PERIOD));
        let timer = Timer { id, callback, args, period };
        inner.enqueue(timer, Instant::now() + period.unwrap_or(delay));
        Ok(id)
    }

    /// Drops the timer `id`; an unknown id is nobody's mistake (HTML 8.7).
    pub(crate) fn clear(&self, id: u32) {
        let mut inner = self.inner.borrow_mut();
        if let Some(due) = inner.due.remove(&id) {
            inner.queue.remove(&due);
        }
    }

    /// How long until the nearest timer is due; `None` when there is none.
    pub(crate) fn sleep(&self) -> Option<Duration> {
        let inner = self.inner.borrow();
        let ((due, _), _) = inner.queue.first_key_value()?;
        Some(due.saturating_duration_since(Instant::now()))
    }

    /// Takes the timer that was due first, if any was at `now`. One that repeats is set again.
    pub(crate) fn take_due(&self, now: Instant) -> Option<Timer> {
        let mut inner = self.inner.borrow_mut();
        let entry = inner.queue.first_entry().filter(|entry| entry.key().0 <= now)?;
        let timer = entry.remove();
        inner.due.remove(&timer.id);
        if let Some(period) = timer.period {
            // Before it is called, so that it can clear itself.
            inner.enqueue(timer.clone(), Instant::now() + period);
        }
        Some(timer)
    }

    /// The program has ended, and its timers with it.
    pub(crate) fn close(&self) {
        let mut inner = self.inner.borrow_mut();
        inner.is_closed = true;
        inner.queue.clear();
        inner.due.clear();
    }
}

impl Inner {
    fn enqueue(&mut self, timer: Timer, at: Instant) {
        self.created += 1;
        let due = (at, self.created);
        self.due.insert(timer.id, due);
        self.queue.insert(due, timer);
    }
}

/// What is not a positive number is no delay at all.
fn delay_of(ms: f64) -> Duration {
    let ms = if ms.is_nan() { 0.0 } else { ms.clamp(0.0, MAX_DELAY_MS) };
    Duration::from_micros((ms * 1_000.0) as u64)
}
