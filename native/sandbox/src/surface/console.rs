//! `console`: the guest's lines, kept in order for the outcome.
//!
//! Not the console of `boa_wintertc`: its formatter writes objects in the engine's display form,
//! the contract wants JSON, and its lines would need parsing to be bounded.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use boa_engine::object::IntegrityLevel;
use boa_engine::{Context, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::define::{Native, argument, function, text};
use super::format::format_line;
use super::inspect::inspect;
use super::intrinsics::Intrinsics;
use super::table::table_text;
use crate::boundary::insert_data_property;
use crate::heap::host_owned;
use crate::host_calls::define_fixed;
use crate::limits::Limits;

/// Groups beyond this one are not indented further.
const MAX_INDENTED_GROUPS: usize = 20;

/// The lines of one run.
#[derive(Debug)]
pub(crate) struct Console {
    max_lines: usize,
    max_bytes: usize,
    intrinsics: Rc<Intrinsics>,
    /// Shared with the supervisor: the lines are kept when this thread is parked.
    lines: Arc<Mutex<Vec<String>>>,
    count: Cell<usize>,
    bytes: Cell<usize>,
    dropped: Cell<usize>,
    groups: Groups,
}

/// What the methods keep of one run.
#[derive(Debug, Default)]
struct Groups {
    /// Groups that are open.
    depth: Cell<usize>,
    counts: RefCell<BTreeMap<String, u64>>,
    timers: RefCell<BTreeMap<String, Instant>>,
}

/// The methods; a level is not shown.
const METHODS: [(&str, Native); 18] = [
    ("assert", assert),
    ("count", count),
    ("countReset", count_reset),
    ("debug", log),
    ("dir", dir),
    ("error", log),
    ("group", group),
    ("groupCollapsed", group),
    ("groupEnd", group_end),
    ("info", log),
    ("log", log),
    ("table", table),
    ("time", time),
    ("timeEnd", |_, args, context| time_log(args, true, context)),
    ("timeLog", |_, args, context| time_log(args, false, context)),
    ("trace", trace),
    ("warn", log),
    ("dirxml", log),
];

impl Console {
    pub(crate) fn new(
        limits: &Limits,
        intrinsics: Rc<Intrinsics>,
        lines: &Arc<Mutex<Vec<String>>>,
    ) -> Self {
        Self {
            max_lines: limits.max_log_lines,
            max_bytes: limits.max_log_bytes,
            intrinsics,
            lines: Arc::clone(lines),
            count: Cell::new(0),
            bytes: Cell::new(0),
            dropped: Cell::new(0),
            groups: Groups::default(),
        }
    }

    /// Defines `console` on the global object, fixed.
    pub(crate) fn install(context: &mut Context) -> JsResult<()> {
        let console = JsObject::with_object_proto(context.intrinsics());
        for (name, native) in METHODS {
            let native = NativeFunction::from_fn_ptr(native);
            let method = function(name, 0, native, context);
            insert_data_property(&console, js_string!(name), method.into());
        }
        console.set_integrity_level(IntegrityLevel::Frozen, context)?;
        define_fixed("console", console.into(), context)
    }

    /// Keeps a line, or counts it as dropped when there are enough.
    pub(crate) fn push(&self, line: &str) {
        let bytes = self.bytes.get().saturating_add(line.len());
        let count = self.count.get() + 1;
        if self.dropped.get() > 0 || count > self.max_lines || bytes > self.max_bytes {
            self.dropped.set(self.dropped.get() + 1);
            return;
        }
        self.count.set(count);
        self.bytes.set(bytes);
        self.push_note(line);
    }

    /// Keeps a line of a console method: two spaces to the right for each open group.
    fn push_indented(&self, line: &str) {
        match self.groups.depth.get() {
            0 => self.push(line),
            depth => {
                let indent = "  ".repeat(depth);
                self.push(&format!("{indent}{}", line.replace('\n', &format!("\n{indent}"))));
            }
        }
    }

    /// A line of the host about the run: it is kept even when the guest has used up its own.
    pub(crate) fn push_note(&self, line: &str) {
        host_owned(|| {
            self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_owned());
        });
    }

    /// After the last line: one more says how many were dropped.
    pub(crate) fn close(&self) {
        match self.dropped.get() {
            0 => {}
            1 => self.push_note("… 1 more console line was dropped"),
            dropped => self.push_note(&format!("… {dropped} more console lines were dropped")),
        }
    }
}

/// The console of the run, unless it keeps no more lines: then what is written is only counted, so
/// that a guest does not pay for lines that nobody will read.
fn open_console(context: &Context) -> Option<Rc<Console>> {
    let console = context.get_data::<Rc<Console>>().map(Rc::clone)?;
    if console.dropped.get() > 0 {
        console.dropped.set(console.dropped.get() + 1);
        return None;
    }
    Some(console)
}

/// Writes the arguments as one line, behind `prefix`.
fn write(prefix: &str, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(console) = open_console(context) {
        let line = format_line(args, &console.intrinsics, context)?;
        let between = if prefix.is_empty() || args.is_empty() { "" } else { ": " };
        console.push_indented(&format!("{prefix}{between}{line}"));
    }
    Ok(JsValue::undefined())
}

fn log(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    write("", args, context)
}

fn trace(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    write("Trace", args, context)
}

fn assert(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match args.split_first() {
        Some((condition, rest)) if !condition.to_boolean() => {
            write("Assertion failed", rest, context)
        }
        Some(_) => Ok(JsValue::undefined()),
        None => write("Assertion failed", &[], context),
    }
}

fn dir(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(console) = open_console(context) {
        let text = inspect(&argument(args, 0), &console.intrinsics, context)?;
        console.push_indented(&text);
    }
    Ok(JsValue::undefined())
}

fn table(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(console) = open_console(context) else { return Ok(JsValue::undefined()) };
    match table_text(&argument(args, 0), &argument(args, 1), &console.intrinsics, context)? {
        Some(text) => console.push_indented(&text),
        None => return write("", args.get(..1).unwrap_or_default(), context),
    }
    Ok(JsValue::undefined())
}

/// A label: `default` when it is not given.
fn label(args: &[JsValue], context: &mut Context) -> JsResult<String> {
    match argument(args, 0) {
        label if label.is_undefined() => Ok("default".to_owned()),
        label => text(&label, context),
    }
}

/// Labels that are kept of each kind: a guest that uses more is not counting.
const MAX_LABELS: usize = 1_000;

fn count(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context)?;
    if let Some(console) = open_console(context) {
        let mut counts = console.groups.counts.borrow_mut();
        let known = counts.get(&label).copied().unwrap_or_default() + 1;
        if counts.len() < MAX_LABELS || known > 1 {
            counts.insert(label.clone(), known);
        }
        console.push_indented(&format!("{label}: {known}"));
    }
    Ok(JsValue::undefined())
}

fn count_reset(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context)?;
    if let Some(console) = context.get_data::<Rc<Console>>() {
        console.groups.counts.borrow_mut().remove(&label);
    }
    Ok(JsValue::undefined())
}

fn group(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if !args.is_empty() {
        write("", args, context)?;
    }
    if let Some(console) = context.get_data::<Rc<Console>>() {
        let depth = &console.groups.depth;
        depth.set((depth.get() + 1).min(MAX_INDENTED_GROUPS));
    }
    Ok(JsValue::undefined())
}

fn group_end(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(console) = context.get_data::<Rc<Console>>() {
        let depth = &console.groups.depth;
        depth.set(depth.get().saturating_sub(1));
    }
    Ok(JsValue::undefined())
}

fn time(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context)?;
    if let Some(console) = context.get_data::<Rc<Console>>() {
        let mut timers = console.groups.timers.borrow_mut();
        if timers.len() < MAX_LABELS {
            timers.entry(label).or_insert_with(Instant::now);
        }
    }
    Ok(JsValue::undefined())
}

/// `label: 1.2ms`, and what else is given.
fn time_log(args: &[JsValue], ends: bool, context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context)?;
    let started = context.get_data::<Rc<Console>>().and_then(|console| {
        let mut timers = console.groups.timers.borrow_mut();
        if ends { timers.remove(&label) } else { timers.get(&label).copied() }
    });
    let Some(started) = started else {
        return write(&format!("Timer '{label}' does not exist"), &[], context);
    };
    let ms = started.elapsed().as_micros() as f64 / 1_000.0;
    let Some(console) = open_console(context) else { return Ok(JsValue::undefined()) };
    let rest = format_line(args.get(1..).unwrap_or_default(), &console.intrinsics, context)?;
    let line = format!("{label}: {ms:.1}ms {rest}");
    console.push_indented(line.trim_end());
    Ok(JsValue::undefined())
}
