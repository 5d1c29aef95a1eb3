//! The surface: all that a guest can reach. ECMAScript as the engine has it, and what the
//! modules here add.

pub(crate) mod bind;
pub(crate) mod console;
pub(crate) mod fill;
pub(crate) mod inspect;
pub(crate) mod intrinsics;
pub(crate) mod json;
pub(crate) mod json_parse;
pub(crate) mod realm;
pub(crate) mod sort;
pub(crate) mod strings;
pub(crate) mod symbols;
pub(crate) mod to_primitive;
