//! The list: every global that a guest can reach, and why. A realm's global object is emptied of
//! what is not on it, then given [`ADDED`]; nothing else ever adds to the surface, and no option
//! does (design, section 4). `./dev surface` prints what is really there.

use std::collections::HashSet;

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, js_string};

use super::console::Console;
use super::{
    abort, base64, bind, encoding, fill, intl, json, json_parse, performance, sort, strings,
    structured_clone, substr, symbols, timers, to_primitive, url_search_params,
};

/// What ECMAScript defines and stays: values, functions, constructors and namespaces that compute
/// on what the guest already has. `Function` is there for `instanceof`; it and its kin compile
/// nothing: the host hook in realm.rs refuses code from strings.
pub const ECMASCRIPT: &str = "\
    globalThis Infinity NaN undefined \
    isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent \
    Object Function Boolean Symbol \
    Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError \
    Number BigInt Math Date String RegExp \
    Array Map Set WeakMap WeakSet Iterator \
    ArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array \
    Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array \
    JSON Promise Proxy Reflect";

/// What the engine defines and does not stay, with the reason. Anything else that a new version
/// of the engine brings goes too, until it is put on a list here.
pub const LEFT_OUT: [(&str, &str); 5] = [
    ("eval", "code from strings"),
    ("SharedArrayBuffer", "memory shared between threads: a clock of high resolution"),
    ("Atomics", "can block the thread"),
    ("WeakRef", "observes the garbage collector"),
    ("FinalizationRegistry", "observes the garbage collector"),
];

/// Members that the engine has of annex B, which nobody needs: where, names.
pub const MEMBERS_LEFT_OUT: [(&str, &[&str]); 2] = [
    ("Object", &["__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"]),
    ("Date", &["getYear", "setYear", "toGMTString"]),
];

/// An addition to what ECMAScript defines.
#[derive(Debug)]
pub struct Added {
    /// Where it is reached.
    pub path: &'static str,
    /// Its own members beyond those of every object or function, sorted, a space between.
    pub members: &'static str,
    /// Why it is there.
    pub reason: &'static str,
    /// Puts it there.
    install: fn(&mut Context) -> JsResult<()>,
}

/// Every addition, in the order of installation.
pub const ADDED: [Added; 32] = [
    Added {
        path: "console",
        members: "assert count countReset debug dir dirxml error group groupCollapsed groupEnd info log \
         table time timeEnd timeLog trace warn",
        reason: "lines for whoever reads the run; fixed, so that nothing in the guest hides them",
        install: Console::install,
    },
    Added {
        path: "host",
        members: "",
        reason: "the run's callbacks, the only door; fixed, installed by the run (host_calls.rs)",
        install: by_the_run,
    },
    Added {
        path: "apis",
        members: "",
        reason: "the run's APIs, each a way to call host.request; fixed, installed by the run",
        install: by_the_run,
    },
    Added {
        path: "setTimeout",
        members: "",
        reason: "waiting between tries; with setInterval, clearTimeout, clearInterval and \
         queueMicrotask; ends with the program",
        install: timers::install,
    },
    Added {
        path: "URL",
        members: "canParse hash host hostname href origin parse password pathname port protocol search \
         searchParams toJSON toString username",
        reason: "reading links that APIs return",
        install: url_search_params::install,
    },
    Added {
        path: "URLSearchParams",
        members: "Symbol(Symbol.iterator) append delete entries forEach get getAll has keys set size \
         sort toString values",
        reason: "reading and building queries; installed with URL",
        install: with_another,
    },
    Added {
        path: "atob",
        members: "",
        reason: "base64 in API bodies; with btoa",
        install: base64::install,
    },
    Added {
        path: "TextEncoder",
        members: "encode encodeInto encoding",
        reason: "text to bytes, for base64",
        install: encoding::install,
    },
    Added {
        path: "TextDecoder",
        members: "decode encoding fatal ignoreBOM",
        reason: "bytes to text; installed with TextEncoder",
        install: with_another,
    },
    Added {
        path: "structuredClone",
        members: "",
        reason: "a deep copy that JSON can't make",
        install: structured_clone::install,
    },
    Added {
        path: "AbortController",
        members: "abort signal",
        reason: "cancelling the guest's own work; it reaches no host call",
        install: abort::install,
    },
    Added {
        path: "AbortSignal",
        members: "abort aborted addEventListener any onabort reason removeEventListener throwIfAborted \
         timeout",
        reason: "as above; installed with AbortController",
        install: with_another,
    },
    Added {
        path: "Intl",
        members: "Collator DateTimeFormat NumberFormat",
        reason: "money, counts, dates and sorting as en-US has them, in UTC; the toLocale… methods \
         and localeCompare are in place of the engine's",
        install: intl::install,
    },
    Added {
        path: "Intl.NumberFormat",
        members: "format resolvedOptions supportedLocalesOf",
        reason: "installed with Intl",
        install: with_another,
    },
    Added {
        path: "Intl.DateTimeFormat",
        members: "format formatToParts resolvedOptions supportedLocalesOf",
        reason: "installed with Intl",
        install: with_another,
    },
    Added {
        path: "Intl.Collator",
        members: "compare resolvedOptions supportedLocalesOf",
        reason: "installed with Intl",
        install: with_another,
    },
    Added {
        path: "performance",
        members: "now",
        reason: "timing a step, in steps of 0.1 ms from the run's own start",
        install: performance::install_performance,
    },
    Added {
        path: "crypto",
        members: "getRandomValues randomUUID",
        reason: "ids for requests; no keys, no digests",
        install: performance::install_crypto,
    },
    Added {
        path: "setInterval",
        members: "",
        reason: "installed with setTimeout",
        install: with_another,
    },
    Added {
        path: "clearTimeout",
        members: "",
        reason: "installed with setTimeout",
        install: with_another,
    },
    Added {
        path: "clearInterval",
        members: "",
        reason: "installed with setTimeout",
        install: with_another,
    },
    Added {
        path: "queueMicrotask",
        members: "",
        reason: "installed with setTimeout",
        install: with_another,
    },
    Added { path: "btoa", members: "", reason: "installed with atob", install: with_another },
    Added {
        path: "JSON.stringify",
        members: "",
        reason: "in place of the engine's: reads host-call values, writes BigInt, can be bounded",
        install: json::install,
    },
    Added {
        path: "Symbol.for",
        members: "",
        reason: "in place of the engine's: a registry of the run; with Symbol.keyFor",
        install: symbols::install,
    },
    Added {
        path: "Object.prototype[Symbol.toPrimitive]",
        members: "",
        reason: "OrdinaryToPrimitive as it is written; the engine hides endless recursion in it",
        install: to_primitive::install,
    },
    Added {
        path: "String.prototype.substr",
        members: "",
        reason: "the one function of annex B that generated code is full of",
        install: substr::install,
    },
    Added {
        path: "JSON.parse",
        members: "",
        reason: "in place of the engine's: several times as fast, bounded in depth and values",
        install: json_parse::install,
    },
    Added {
        path: "Array.prototype.sort",
        members: "",
        reason: "in place of the engine's, which panics on a comparison without order; with toSorted, \
         and both of typed arrays",
        install: sort::install,
    },
    Added {
        path: "String.prototype.repeat",
        members: "",
        reason: "in place of the engine's, which needs 16 bytes for each repetition; with padStart and \
         padEnd",
        install: strings::install,
    },
    Added {
        path: "Function.prototype.bind",
        members: "",
        reason: "in place of the engine's, whose names grow with each bind",
        install: bind::install,
    },
    Added {
        path: "Int8Array.prototype.fill",
        members: "",
        reason: "in place of the engine's, of all typed arrays, which nothing stops",
        install: fill::install,
    },
];

/// For what another entry's function installs too.
fn with_another(_: &mut Context) -> JsResult<()> {
    Ok(())
}

/// For what depends on the run and is installed with its names.
fn by_the_run(_: &mut Context) -> JsResult<()> {
    Ok(())
}

/// Empties the global object of what is not on the list and makes the additions.
pub(crate) fn apply(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    let stay: HashSet<PropertyKey> =
        ECMASCRIPT.split(' ').map(|name| js_string!(name).into()).collect();
    for key in global.own_property_keys(context)? {
        if !stay.contains(&key) {
            global.delete_property_or_throw(key, context)?;
        }
    }
    for (constructor, members) in MEMBERS_LEFT_OUT {
        let constructor = global.get(js_string!(constructor), context)?;
        let Some(constructor) = constructor.as_object() else { continue };
        let Some(prototype) = constructor.get(js_string!("prototype"), context)?.as_object() else {
            continue;
        };
        for member in members {
            prototype.delete_property_or_throw(js_string!(*member), context)?;
        }
    }
    ADDED.iter().try_for_each(|added| (added.install)(context))
}
