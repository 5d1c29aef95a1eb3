//! The list: every global that a guest can reach, and why. A realm's global object is emptied of
//! what is not on it, then given [`ADDED`]; nothing else ever adds to the surface, and no option
//! does (design, section 4). `./dev surface` prints what is really there.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, js_string};

use super::console::Console;
use super::{json, strings, symbols, to_primitive};

/// What ECMAScript defines and stays: values, functions, constructors and namespaces that compute
/// on what the guest already has.
pub const ECMASCRIPT: [&str; 54] = [
    // Can't be deleted (ECMA-262 19.1).
    "globalThis",
    "Infinity",
    "NaN",
    "undefined",
    // Functions.
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    // Fundamental objects. `Function` is there for `instanceof`; it and its kin compile nothing:
    // the host hook in realm.rs refuses code from strings.
    "Object",
    "Function",
    "Boolean",
    "Symbol",
    // Errors.
    "Error",
    "AggregateError",
    "EvalError",
    "RangeError",
    "ReferenceError",
    "SyntaxError",
    "TypeError",
    "URIError",
    // Numbers, dates, text.
    "Number",
    "BigInt",
    "Math",
    "Date",
    "String",
    "RegExp",
    // Collections.
    "Array",
    "Map",
    "Set",
    "WeakMap",
    "WeakSet",
    "Iterator",
    // Bytes.
    "ArrayBuffer",
    "DataView",
    "Int8Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "Int16Array",
    "Uint16Array",
    "Int32Array",
    "Uint32Array",
    "BigInt64Array",
    "BigUint64Array",
    "Float16Array",
    "Float32Array",
    "Float64Array",
    // Structured data, control, reflection.
    "JSON",
    "Promise",
    "Proxy",
    "Reflect",
];

/// What the engine defines and does not stay, with the reason. Anything else that a new version
/// of the engine brings goes too, until it is put on a list here.
pub const LEFT_OUT: [(&str, &str); 5] = [
    ("eval", "code from strings"),
    ("SharedArrayBuffer", "memory shared between threads: a clock of high resolution"),
    ("Atomics", "can block the thread"),
    ("WeakRef", "observes the garbage collector"),
    ("FinalizationRegistry", "observes the garbage collector"),
];

/// An addition to what ECMAScript defines.
#[derive(Debug)]
pub struct Added {
    /// Where it is reached.
    pub path: &'static str,
    /// Its own members beyond those of every object or function, sorted.
    pub members: &'static [&'static str],
    /// Why it is there.
    pub reason: &'static str,
    /// Puts it there.
    install: fn(&mut Context) -> JsResult<()>,
}

/// Every addition, in the order of installation.
pub const ADDED: [Added; 7] = [
    Added {
        path: "console",
        members: &["debug", "error", "info", "log", "warn"],
        reason: "lines for whoever reads the run; fixed, so that nothing in the guest hides them",
        install: Console::install,
    },
    Added {
        path: "host",
        members: &[],
        reason: "the run's callbacks, the only door; fixed, installed by the run (host_calls.rs)",
        install: by_the_run,
    },
    Added {
        path: "apis",
        members: &[],
        reason: "the run's APIs, each a way to call host.request; fixed, installed by the run",
        install: by_the_run,
    },
    Added {
        path: "JSON.stringify",
        members: &[],
        reason: "in place of the engine's: reads host-call values, writes BigInt, can be bounded",
        install: json::install,
    },
    Added {
        path: "Symbol.for",
        members: &[],
        reason: "in place of the engine's: a registry of the run; with Symbol.keyFor",
        install: symbols::install,
    },
    Added {
        path: "Object.prototype[Symbol.toPrimitive]",
        members: &[],
        reason: "OrdinaryToPrimitive as it is written; the engine hides endless recursion in it",
        install: to_primitive::install,
    },
    Added {
        path: "String.prototype.substr",
        members: &[],
        reason: "the one function of annex B that generated code is full of",
        install: strings::install,
    },
];

/// For what depends on the run and is installed with its names.
fn by_the_run(_: &mut Context) -> JsResult<()> {
    Ok(())
}

/// Empties the global object of what is not on the list and makes the additions.
pub(crate) fn apply(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for key in global.own_property_keys(context)? {
        let stays = matches!(&key, PropertyKey::String(name)
            if ECMASCRIPT.iter().any(|known| js_string!(*known) == *name));
        if !stays {
            global.delete_property_or_throw(key, context)?;
        }
    }
    ADDED.iter().try_for_each(|added| (added.install)(context))
}
