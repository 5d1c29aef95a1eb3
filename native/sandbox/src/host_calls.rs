//! `host` and `apis`: what a guest calls, and the table of calls that wait for their reply.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Duration;

use boa_engine::builtins::promise::{PromiseState, ResolvingFunctions};
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::object::builtins::{JsArray, JsPromise};
use boa_engine::object::{FunctionObjectBuilder, IntegrityLevel};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction,
    js_string,
};

use crate::boundary::{self, Wire, Written};
use crate::event_loop::Ending;
use crate::fault::refusal_error;
use crate::guest_thread::Port;
use crate::heap::{self, host_owned};
use crate::host_call_value::{HostCallValues, Replies};
use crate::isolate::Phase;
use crate::limits::Limits;
use crate::position::Position;
use crate::program::Program;
use crate::surface::absent::Present;
use crate::surface::intrinsics::Intrinsics;
use crate::surface::realm::{Guest, Rejections};

/// Identifies a call within its run; ids count up from 1 in the order of issue.
pub type CallId = u64;

/// What the guest asks of the host at a wait.
#[derive(Debug)]
pub enum Request<V> {
    /// Call the callback `name` with the list `args`.
    Call {
        /// The id that the reply must carry.
        id: CallId,
        /// The callback's name.
        name: String,
        /// The argument list.
        args: V,
    },
    /// The reply to this call holds a struct: encode it to plain data and reply again.
    Encode {
        /// The call whose reply it is.
        id: CallId,
    },
}

impl<V> Request<V> {
    /// The same request as the host's own: its name is freed by another thread, which keeps no
    /// account of it.
    pub(crate) fn for_the_host(self) -> Self {
        match self {
            Self::Call { id, name, args } => {
                let own = host_owned(|| name.as_str().to_owned());
                Self::Call { id, name: own, args }
            }
            Self::Encode { id } => Self::Encode { id },
        }
    }
}

/// The host's answer to one call.
#[derive(Debug)]
pub struct Reply<V> {
    /// The call that is answered.
    pub id: CallId,
    /// The callback's value, or how it failed.
    pub result: Result<V, Failure>,
}

/// How a host call failed. What the callback itself said never gets here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The callback raised, threw, exited or was killed. The text, when the host lets it through
    /// (`host_errors: :message`), is what the guest gets as the error's message.
    Raised(Option<String>),
    /// The callback's return value is not JSON; the text says where and what kind, no value.
    NotJson(String),
}

/// The host call whose error a guest let out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HostError {
    pub(crate) kind: HostErrorKind,
    /// Where the guest made the call.
    pub(crate) position: Option<Position>,
}

/// How that call failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HostErrorKind {
    Raised,
    /// The text that the guest saw, which the host lets through.
    Told(String),
}

/// The error message the guest sees for a callback that raised.
const RAISED: &str = "host function failed";

/// Errors of failed calls that are remembered; a guest that fails more often and then rethrows one
/// of its oldest errors is told "host function failed" instead of the redacted sentence.
const MAX_KNOWN_ERRORS: usize = 1024;

struct Pending {
    name: String,
    resolvers: ResolvingFunctions,
    /// Made at the call, so that its stack points there; thrown if the call fails.
    error: JsObject,
    /// Bytes of the arguments, which the guest's account carries until the call is answered.
    charged: usize,
}

/// The calls of one guest.
pub(crate) struct HostCalls<W: Wire> {
    limits: Limits,
    intrinsics: Rc<Intrinsics>,
    port: Rc<Port<W>>,
    rejections: Rc<Rejections>,
    next_id: Cell<CallId>,
    pending: RefCell<BTreeMap<CallId, Pending>>,
    outbox: RefCell<Vec<Request<W::Out>>>,
    /// Error objects made for failed calls: an uncaught one is recognised by identity.
    errors: RefCell<VecDeque<(JsObject, HostError)>>,
}

impl<W: Wire> HostCalls<W> {
    pub(crate) fn new(limits: Limits, guest: &Guest, port: Rc<Port<W>>) -> Self {
        Self {
            limits,
            intrinsics: Rc::clone(&guest.intrinsics),
            port,
            rejections: Rc::clone(&guest.rejections),
            next_id: Cell::new(1),
            pending: RefCell::default(),
            outbox: RefCell::default(),
            errors: RefCell::default(),
        }
    }

    /// Whether a call waits for its reply.
    pub(crate) fn in_flight(&self) -> bool {
        !self.pending.borrow().is_empty()
    }

    /// The calls that wait for their reply: each callback's name, and how many.
    pub(crate) fn unfinished(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for pending in self.pending.borrow().values() {
            *counts.entry(pending.name.clone()).or_default() += 1;
        }
        counts
    }

    /// The failed call whose error `value` is: the error itself, not a copy or a wrapper.
    pub(crate) fn host_error(&self, value: &JsValue) -> Option<HostError> {
        let object = value.as_object()?;
        let errors = self.errors.borrow();
        let known = errors.iter().find(|(error, _)| JsObject::equals(error, &object))?;
        Some(known.1.clone())
    }

    /// Hands out what was requested since the last wait, waits, and delivers the replies. The wait
    /// ends without any when `sleep` is over.
    pub(crate) fn exchange(
        &self,
        phase: Phase,
        sleep: Option<Duration>,
        context: &mut Context,
    ) -> Result<(), Ending> {
        let requests = self.outbox.take();
        for reply in self.port.wait(requests, phase, sleep)? {
            self.deliver(reply, context)?;
        }
        Ok(())
    }

    /// Settles the call that `reply` answers. A reply to a call that is not pending goes nowhere.
    fn deliver(&self, reply: Reply<W::In>, context: &mut Context) -> Result<(), Ending> {
        let result = match reply.result {
            Ok(payload) => match boundary::read::<W>(payload, &self.limits, context) {
                Ok(value) => Ok(value),
                Err(rejection) if matches!(rejection.problem, boundary::Problem::Struct(_)) => {
                    self.outbox.borrow_mut().push(Request::Encode { id: reply.id });
                    return Ok(());
                }
                Err(rejection) => Err(Failure::NotJson(format!(
                    "{}: {}",
                    rejection.path.behind("reply"),
                    rejection.problem.describe()
                ))),
            },
            Err(failure) => Err(failure),
        };
        let Some(pending) = self.pending.borrow_mut().remove(&reply.id) else { return Ok(()) };
        heap::discharge(pending.charged);
        let settled = match result {
            Ok(value) => pending.resolvers.resolve.call(&JsValue::undefined(), &[value], context),
            Err(failure) => {
                let error = self.error_of(failure, &pending, context);
                pending.resolvers.reject.call(&JsValue::undefined(), &[error.into()], context)
            }
        };
        settled.map(drop).map_err(Ending::Thrown)
    }

    /// The guest's catchable error for a failed call; its stack points at the call's site.
    fn error_of(&self, failure: Failure, call: &Pending, context: &mut Context) -> JsObject {
        let (text, kind) = match failure {
            Failure::Raised(None) => (RAISED.to_owned(), HostErrorKind::Raised),
            Failure::Raised(Some(text)) => (text.clone(), HostErrorKind::Told(text)),
            Failure::NotJson(what) => {
                let text = format!("the return value of host.{} is not JSON: {what}", call.name);
                (text.clone(), HostErrorKind::Told(text))
            }
        };
        let error = call.error.clone();
        let message = PropertyDescriptor::builder()
            .value(js_string!(text.as_str()))
            .writable(true)
            .enumerable(false)
            .configurable(true);
        error.insert_property(js_string!("message"), message);
        let stack = self.intrinsics.stack_of(&error, context).unwrap_or_default();
        // From the guest's own call on: the frames before are the host function's.
        let stack: String = stack
            .lines()
            .skip_while(|line| !line.contains(Program::FRAME))
            .flat_map(|line| [line, "\n"])
            .collect();
        let own = PropertyDescriptor::builder()
            .value(js_string!(stack.as_str()))
            .writable(true)
            .enumerable(false)
            .configurable(true);
        error.insert_property(js_string!("stack"), own);
        let mut errors = self.errors.borrow_mut();
        if errors.len() == MAX_KNOWN_ERRORS {
            errors.pop_front();
        }
        let position = Position::of_stack(&stack, context);
        errors.push_back((error.clone(), HostError { kind, position }));
        error
    }

    /// Issues a call: converts the arguments and gives the promise of its reply.
    fn issue(&self, name: &str, args: Vec<JsValue>, context: &mut Context) -> JsResult<JsValue> {
        let bound = self.limits.max_pending_calls;
        // As many as a program can mean: from here on, each call waits for one to be answered.
        while self.pending.borrow().len() >= bound {
            self.exchange(Phase::Running, None, context).map_err(uncatchable)?;
        }
        let args = JsArray::from_iter(args, context).into();
        let Written { out: args, charged, notes: _ } =
            boundary::write::<W>(args, &self.limits, &self.intrinsics, None, context)
                .map_err(|refusal| refusal_error(refusal, &format!("arguments of host.{name}")))?;
        let (promise, resolvers) = JsPromise::new_pending(context);
        let id = self.next_id.get();
        self.next_id.set(id + 1);
        let error = self.intrinsics.error_here(context)?;
        self.pending
            .borrow_mut()
            .insert(id, Pending { name: name.to_owned(), resolvers, error, charged });
        self.outbox.borrow_mut().push(Request::Call { id, name: name.to_owned(), args });
        HostCallValues::wrap(promise, context)
    }

    /// Defines `host` and `apis` on the global object, fixed: neither can be reassigned, and
    /// nothing inherited resolves on either.
    pub(crate) fn install(
        self: &Rc<Self>,
        callbacks: &[String],
        api_names: &[String],
        context: &mut Context,
    ) -> JsResult<()> {
        context.insert_data(Rc::clone(self));
        let present = Present { apis: api_names.to_vec(), callbacks: callbacks.to_vec() };
        context.insert_data(Rc::new(present));
        let replies = Rc::clone(self);
        HostCallValues::install(replies, context)?;
        let host = JsObject::with_null_proto();
        for callback in callbacks {
            let function = function(js_string!(callback.as_str()), callback_entry::<W>, context);
            boundary::insert_data_property(&host, js_string!(callback.as_str()), function);
        }
        let has_request = callbacks.iter().any(|name| name == REQUEST);
        let apis = JsObject::with_null_proto();
        for api in api_names {
            let entry = JsObject::with_null_proto();
            let body = if has_request { api_entry::<W> } else { no_request_entry };
            let request = function(js_string!(api.as_str()), body, context);
            boundary::insert_data_property(&entry, js_string!(REQUEST), request);
            entry.set_integrity_level(IntegrityLevel::Frozen, context)?;
            boundary::insert_data_property(&apis, js_string!(api.as_str()), entry.into());
        }
        for (name, object) in [("host", host), ("apis", apis)] {
            object.set_integrity_level(IntegrityLevel::Frozen, context)?;
            define_fixed(name, object.into(), context)?;
        }
        Ok(())
    }
}

/// An ending in the middle of guest code: only what the guest could throw itself can be caught.
fn uncatchable(ending: Ending) -> JsError {
    match ending {
        Ending::Thrown(error) => error,
        _ => EngineError::from(RuntimeLimitError::LoopIteration).into(),
    }
}

impl<W: Wire> Replies for HostCalls<W> {
    /// Waits in the middle of guest code: replies are delivered, and no job runs until the guest
    /// lets it.
    fn wait_for(&self, call: &JsPromise, context: &mut Context) -> JsResult<()> {
        while matches!(call.state(), PromiseState::Pending) {
            self.exchange(Phase::Running, None, context).map_err(uncatchable)?;
        }
        // It throws where it is touched; it is not unhandled besides.
        self.rejections.forget(call);
        Ok(())
    }
}

/// The callback that `apis.<name>.request(opts)` forwards to.
const REQUEST: &str = "request";

/// Defines a global that the guest can neither reassign nor redefine.
pub(crate) fn define_fixed(name: &str, value: JsValue, context: &mut Context) -> JsResult<()> {
    let property = PropertyDescriptor::builder()
        .value(value)
        .writable(false)
        .enumerable(true)
        .configurable(false);
    let global = context.global_object();
    global.define_property_or_throw(js_string!(name), property, context).map(drop)
}

type Entry = fn(&JsValue, &[JsValue], &JsString, &mut Context) -> JsResult<JsValue>;

/// A host function; `target` is the callback's or the API's name.
fn function(target: JsString, entry: Entry, context: &mut Context) -> JsValue {
    let native = NativeFunction::from_copy_closure_with_captures(entry, target.clone());
    FunctionObjectBuilder::new(context.realm(), native).name(target).length(0).build().into()
}

fn calls_of<W: Wire>(context: &Context) -> JsResult<Rc<HostCalls<W>>> {
    context.get_data::<Rc<HostCalls<W>>>().map(Rc::clone).ok_or_else(|| {
        JsError::from(JsNativeError::error().with_message("host calls are not available here"))
    })
}

/// `host.<name>(...args)`.
fn callback_entry<W: Wire>(
    _: &JsValue,
    args: &[JsValue],
    name: &JsString,
    context: &mut Context,
) -> JsResult<JsValue> {
    calls_of::<W>(context)?.issue(&name.to_std_string_lossy(), args.to_vec(), context)
}

/// `apis.<name>.request(opts)`: forwards `[name, opts]` to the request callback.
fn api_entry<W: Wire>(
    _: &JsValue,
    args: &[JsValue],
    api: &JsString,
    context: &mut Context,
) -> JsResult<JsValue> {
    let opts = args.first().cloned().unwrap_or_default();
    calls_of::<W>(context)?.issue(REQUEST, vec![api.clone().into(), opts], context)
}

/// `apis.<name>.request(opts)` in a run without a request callback.
fn no_request_entry(
    _: &JsValue,
    _: &[JsValue],
    api: &JsString,
    _: &mut Context,
) -> JsResult<JsValue> {
    Err(JsNativeError::error()
        .with_message(format!(
            "apis.{}.request is not available: this run has no request callback",
            api.to_std_string_lossy()
        ))
        .into())
}
