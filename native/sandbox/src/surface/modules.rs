//! Module loading: there is none. The engine's default loader reads files below the working
//! directory (design, 3.12), and its idle one says nothing that helps.

use std::cell::RefCell;
use std::future::ready;
use std::rc::Rc;

use boa_engine::module::{Module, ModuleLoader, ModuleRequest, Referrer};
use boa_engine::{Context, JsNativeError, JsResult};

use super::absent::IMPORT;

/// Refuses every import, at once.
pub(crate) struct NoModules;

impl ModuleLoader for NoModules {
    fn load_imported_module(
        self: Rc<Self>,
        _: Referrer,
        _: ModuleRequest,
        _: &RefCell<&mut Context>,
    ) -> impl Future<Output = JsResult<Module>> {
        ready(Err(JsNativeError::typ().with_message(IMPORT).into()))
    }
}
