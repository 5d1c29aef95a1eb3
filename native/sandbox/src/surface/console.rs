//! `console`: the guest's lines, kept in order for the outcome.
//!
//! Not the console of `boa_wintertc`: its formatter writes objects in the engine's display form,
//! the contract wants JSON, and its lines would need parsing to be bounded.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use boa_engine::object::{FunctionObjectBuilder, IntegrityLevel};
use boa_engine::{Context, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::inspect::{display, inspect};
use super::intrinsics::Intrinsics;
use crate::boundary::insert_data_property;
use crate::heap::host_owned;
use crate::host_calls::define_fixed;
use crate::limits::Limits;

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
}

const METHODS: [&str; 5] = ["log", "info", "debug", "warn", "error"];

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
        }
    }

    /// Defines `console` on the global object, fixed.
    pub(crate) fn install(context: &mut Context) -> JsResult<()> {
        let console = JsObject::with_object_proto(context.intrinsics());
        for name in METHODS {
            let method = FunctionObjectBuilder::new(
                context.realm(),
                NativeFunction::from_fn_ptr(write_line),
            )
            .name(js_string!(name))
            .length(0)
            .build();
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

fn write_line(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(console) = context.get_data::<Rc<Console>>().map(Rc::clone) else {
        return Ok(JsValue::undefined());
    };
    // A guest that logs past the bound should not pay for lines that nobody will read.
    if console.dropped.get() > 0 {
        console.dropped.set(console.dropped.get() + 1);
        return Ok(JsValue::undefined());
    }
    let line = format_line(args, &console.intrinsics, context)?;
    console.push(&line);
    Ok(JsValue::undefined())
}

/// The arguments as one line: Formatter of the WHATWG console (2.2.1) when the first is a string,
/// and the rest behind it, separated by spaces.
fn format_line(
    args: &[JsValue],
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<String> {
    let mut line = String::new();
    let mut rest = args.iter();
    if let Some((format, behind)) = args.split_first().filter(|(_, behind)| !behind.is_empty())
        && let Some(format) = format.as_string()
    {
        rest = behind.iter();
        substitute(&format.to_std_string_lossy(), &mut rest, &mut line, intrinsics, context)?;
        for arg in rest {
            line.push(' ');
            line.push_str(&display(arg, intrinsics, context)?);
        }
        return Ok(line);
    }
    for (position, arg) in rest.enumerate() {
        if position > 0 {
            line.push(' ');
        }
        line.push_str(&display(arg, intrinsics, context)?);
    }
    Ok(line)
}

fn substitute(
    format: &str,
    args: &mut std::slice::Iter<'_, JsValue>,
    line: &mut String,
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<()> {
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        let specifier = if c == '%' { chars.peek().copied() } else { None };
        match specifier {
            Some('%') => line.push('%'),
            Some(kind @ ('s' | 'd' | 'i' | 'f' | 'j' | 'o' | 'O' | 'c')) => {
                let Some(arg) = args.next() else {
                    line.push('%');
                    continue;
                };
                line.push_str(&converted(kind, arg, intrinsics, context)?);
            }
            _ => {
                line.push(c);
                continue;
            }
        }
        chars.next();
    }
    Ok(())
}

fn converted(
    kind: char,
    arg: &JsValue,
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<String> {
    match kind {
        's' => display(arg, intrinsics, context),
        'c' => Ok(String::new()),
        'd' | 'i' | 'f' => number_text(kind, arg, intrinsics, context),
        _ => inspect(arg, intrinsics, context),
    }
}

/// `%d`, `%i`: parseInt of the argument; `%f`: parseFloat. Symbols, and what throws, are NaN.
fn number_text(
    kind: char,
    arg: &JsValue,
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<String> {
    if let Some(integer) = arg.as_bigint() {
        return Ok(format!("{}n", integer.to_string_radix(10)));
    }
    let number = if kind == 'f' {
        intrinsics.parse_float(arg, context)
    } else {
        intrinsics.parse_int(arg, context)
    };
    match number {
        Ok(number) => Ok(number.to_string(context)?.to_std_string_lossy()),
        Err(error) if error.as_engine().is_some() => Err(error),
        Err(_) => Ok("NaN".to_owned()),
    }
}
