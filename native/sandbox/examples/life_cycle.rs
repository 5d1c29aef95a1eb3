//! What an isolate's life costs: `cargo run --release -p sandbox --example life_cycle [RUNS]`.
//! Prints microseconds per run of a trivial program, one after the other, and CPU time per run.

use std::time::{Duration, Instant};

use sandbox::boundary::{OutOfJs, Reader, Rejection, Value, Wire, WriteError};
use sandbox::isolate::{Isolate, Slice, Start};
use sandbox::limits::Limits;
use serde::de::value::{Error, MapDeserializer};

type Nothing = MapDeserializer<'static, std::iter::Empty<(&'static str, bool)>, Error>;

/// No data in, JSON text out.
struct Text;

impl Wire for Text {
    type In = ();
    type Out = String;

    fn read((): (), reader: Reader<'_>) -> Result<Value, Rejection> {
        reader.value(Nothing::new(std::iter::empty()))
    }

    fn write(value: &OutOfJs<'_, '_>) -> Result<String, WriteError> {
        serde_json::to_string(value).map_err(|error| WriteError(error.to_string()))
    }
}

fn main() {
    let runs = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2_000u32);
    sandbox::isolate::self_check().unwrap_or_else(|reason| panic!("{reason}"));
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let begin = Instant::now();
            let isolate = Isolate::<Text>::start(Start {
                code: "async () => 1 + 2".to_owned(),
                globals: (),
                callbacks: vec!["request".to_owned()],
                api_names: vec!["a".to_owned()],
                limits: Limits::default(),
            });
            let slice = isolate.map(|isolate| isolate.supervise(begin + Duration::from_secs(5)));
            assert!(matches!(slice, Ok(Ok(Slice::Done(_)))), "{slice:?}");
            begin.elapsed()
        })
        .collect();
    times.sort();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    println!("median {:?}, p95 {:?}, p99 {:?}", at(50), at(95), at(99));
    println!("CPU per run: {:?}", cpu() / runs);
}

/// CPU time of the process so far.
fn cpu() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a local of the type that the call fills.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}
