//! The realm of one guest: a context without module loading, without code from strings, with the
//! additions of the surface.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use boa_engine::builtins::promise::{OperationType, Promise};
use boa_engine::context::{ContextBuilder, HostHooks};
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::realm::Realm;
use boa_engine::vm::CallFrame;
use boa_engine::{
    Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, Source,
};

use super::absent::CODE_FROM_STRINGS;
use super::console::Console;
use super::intrinsics::Intrinsics;
use super::list;
use super::modules::NoModules;
use crate::event_loop::Jobs;
use crate::heap;
use crate::limits::Limits;
use crate::timers::Timers;

/// Rejections kept at most; a program with more of them has said enough.
const MAX_TRACKED_REJECTIONS: usize = 100;

/// A context and what the host keeps of it.
pub(crate) struct Guest {
    /// Boxed: the stop switch points into it.
    pub(crate) context: Box<Context>,
    pub(crate) jobs: Rc<Jobs>,
    pub(crate) timers: Rc<Timers>,
    pub(crate) intrinsics: Rc<Intrinsics>,
    pub(crate) console: Rc<Console>,
    pub(crate) rejections: Rc<Rejections>,
}

impl Guest {
    /// Builds the realm that every run gets.
    pub(crate) fn new(limits: &Limits, lines: &Arc<Mutex<Vec<String>>>) -> JsResult<Self> {
        let jobs = Rc::new(Jobs::default());
        let rejections = Rc::new(Rejections::default());
        let hooks = Rc::new(Hooks {
            rejections: Rc::clone(&rejections),
            memory_limit: limits.memory_limit,
        });
        let mut context = Box::new(
            ContextBuilder::new()
                .job_executor(Rc::clone(&jobs))
                .host_hooks(hooks)
                .module_loader(Rc::new(NoModules))
                .can_block(false)
                .build()?,
        );
        context.strict(true);
        // The engine counts a call back from a builtin twice. Its own limit is the second net: the
        // first is the growth of the list of frames (`watch_frames`).
        context.runtime_limits_mut().set_recursion_limit(limits.max_recursion * 2);
        context.runtime_limits_mut().set_stack_size_limit(limits.max_recursion * VALUES_PER_FRAME);
        let intrinsics = Rc::new(Intrinsics::take(&mut context)?);
        let console = Rc::new(Console::new(limits, Rc::clone(&intrinsics), lines));
        context.insert_data(Rc::clone(&console));
        context.insert_data(Rc::clone(&intrinsics));
        context.insert_data(*limits);
        let timers = Rc::new(Timers::new(limits.max_timers));
        context.insert_data(Rc::clone(&timers));
        list::apply(&mut context)?;
        watch_frames(limits, &mut context)?;
        Ok(Self { context, jobs, timers, intrinsics, console, rejections })
    }
}

/// Stack slots a frame of a real program needs at most, for the VM's value stack: the recursion
/// limit is the one to be met first.
const VALUES_PER_FRAME: usize = 64;

/// Bounds the VM's list of frames by watching it in the allocator. The list doubles, so
/// `max_recursion` is a power of two; where the list is shows in a frame that is running.
fn watch_frames(limits: &Limits, context: &mut Context) -> JsResult<()> {
    let probe = FunctionObjectBuilder::new(
        context.realm(),
        NativeFunction::from_copy_closure_with_captures(
            |_, _, max_frames, context| {
                // The oldest frame that is shown is the second; the first is the VM's own.
                if let Some(frame) = context.stack_trace().last() {
                    let first = std::ptr::from_ref(frame).addr() - size_of::<CallFrame>();
                    heap::watch_frames(first, max_frames * size_of::<CallFrame>());
                }
                Ok(JsValue::undefined())
            },
            limits.max_recursion,
        ),
    )
    .build();
    let program = context.eval(Source::from_bytes("(f) => f()"))?;
    if let Some(program) = program.as_callable() {
        program.call(&JsValue::undefined(), &[probe.into()], context)?;
    }
    Ok(())
}

struct Hooks {
    rejections: Rc<Rejections>,
    memory_limit: usize,
}

impl HostHooks for Hooks {
    fn promise_rejection_tracker(
        &self,
        promise: &JsObject<Promise>,
        operation: OperationType,
        _: &mut Context,
    ) {
        self.rejections.track(promise, operation);
    }

    /// Refuses code from strings, by every route the engine has (ECMA-262 19.2.1.2).
    fn ensure_can_compile_strings(
        &self,
        _: Realm,
        _: &[JsString],
        _: &JsString,
        _: bool,
        _: &mut Context,
    ) -> JsResult<()> {
        Err(JsNativeError::typ().with_message(CODE_FROM_STRINGS).into())
    }

    /// A buffer beyond the memory limit is refused by the engine, as an error the guest can catch.
    fn max_buffer_size(&self, _: &mut Context) -> u64 {
        self.memory_limit as u64
    }

    /// UTC: where the node stands is not the guest's business.
    fn local_timezone_offset_seconds(&self, _: i64) -> i32 {
        0
    }
}

/// Promises that were rejected and that nobody has handled so far.
#[derive(Default)]
pub(crate) struct Rejections {
    unhandled: RefCell<Vec<JsObject<Promise>>>,
}

impl Rejections {
    fn track(&self, promise: &JsObject<Promise>, operation: OperationType) {
        let mut unhandled = self.unhandled.borrow_mut();
        match operation {
            OperationType::Reject if unhandled.len() < MAX_TRACKED_REJECTIONS => {
                unhandled.push(promise.clone());
            }
            OperationType::Reject => {}
            OperationType::Handle => {
                unhandled.retain(|known| !JsObject::equals(known, promise));
            }
        }
    }

    /// The promise's reason was thrown where it was touched.
    pub(crate) fn forget(&self, promise: &JsPromise) {
        self.unhandled.borrow_mut().retain(|known| !JsObject::equals(known, promise));
    }

    /// The promises that are still unhandled, in the order of their rejection.
    pub(crate) fn take(&self) -> Vec<JsPromise> {
        self.unhandled.take().into_iter().map(JsPromise::from).collect()
    }
}
