//! The realm of one guest: a context without module loading, without code from strings, with the
//! additions of the surface.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::builtins::promise::{OperationType, Promise};
use boa_engine::context::{ContextBuilder, HostHooks};
use boa_engine::module::IdleModuleLoader;
use boa_engine::object::builtins::JsPromise;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString};

use super::console::Console;
use super::intrinsics::Intrinsics;
use super::json;
use crate::event_loop::Jobs;
use crate::limits::Limits;

/// Rejections kept at most; a program with more of them has said enough.
const MAX_TRACKED_REJECTIONS: usize = 100;

/// A context and what the host keeps of it.
pub(crate) struct Guest {
    /// Boxed: the stop switch points into it.
    pub(crate) context: Box<Context>,
    pub(crate) jobs: Rc<Jobs>,
    pub(crate) intrinsics: Rc<Intrinsics>,
    pub(crate) console: Rc<Console>,
    pub(crate) rejections: Rc<Rejections>,
}

impl Guest {
    /// Builds the realm that every run gets.
    pub(crate) fn new(limits: &Limits) -> JsResult<Self> {
        let jobs = Rc::new(Jobs::default());
        let rejections = Rc::new(Rejections::default());
        let hooks = Rc::new(Hooks { rejections: Rc::clone(&rejections) });
        let mut context = Box::new(
            ContextBuilder::new()
                .job_executor(Rc::clone(&jobs))
                .host_hooks(hooks)
                // The default loader reads files below the working directory (design, 3.12).
                .module_loader(Rc::new(IdleModuleLoader))
                .can_block(false)
                .build()?,
        );
        context.strict(true);
        context.runtime_limits_mut().set_recursion_limit(limits.max_recursion);
        context.runtime_limits_mut().set_stack_size_limit(limits.max_recursion * VALUES_PER_FRAME);
        let intrinsics = Rc::new(Intrinsics::take(&mut context)?);
        let console = Rc::new(Console::new(limits, Rc::clone(&intrinsics)));
        context.insert_data(Rc::clone(&console));
        Console::install(&mut context)?;
        json::install(Rc::clone(&intrinsics), &mut context)?;
        Ok(Self { context, jobs, intrinsics, console, rejections })
    }
}

/// Stack slots a frame of a real program needs at most, for the VM's value stack: the recursion
/// limit is the one to be met first.
const VALUES_PER_FRAME: usize = 64;

struct Hooks {
    rejections: Rc<Rejections>,
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
        Err(JsNativeError::typ()
            .with_message("code from strings (eval, new Function) is not available here")
            .into())
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

    /// The promises that are still unhandled, in the order of their rejection.
    pub(crate) fn take(&self) -> Vec<JsPromise> {
        self.unhandled.take().into_iter().map(JsPromise::from).collect()
    }
}
