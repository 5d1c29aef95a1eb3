//! The surface: all that a guest can reach. [`list`] is the whole of it; the other modules are what
//! it adds, one each.

pub(crate) mod console;
pub(crate) mod define;
pub(crate) mod inspect;
pub(crate) mod intrinsics;
pub(crate) mod json;
pub mod list;
pub(crate) mod realm;
pub(crate) mod strings;
pub(crate) mod symbols;
pub(crate) mod to_primitive;
