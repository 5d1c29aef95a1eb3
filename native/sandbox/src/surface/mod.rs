//! The surface: all that a guest can reach. [`list`] is the whole of it; the other modules are what
//! it adds, one each.

mod abort;
pub mod absent;
mod base64;
mod bind;
mod bytes;
pub(crate) mod console;
pub(crate) mod define;
mod encoding;
mod fill;
mod format;
pub(crate) mod inspect;
mod intl;
pub(crate) mod intrinsics;
pub(crate) mod json;
mod json_parse;
pub mod list;
mod modules;
mod pair_iterator;
mod performance;
pub(crate) mod realm;
mod sort;
mod strings;
mod structured_clone;
mod substr;
pub(crate) mod symbols;
mod table;
pub(crate) mod timers;
pub(crate) mod to_primitive;
mod url;
mod url_search_params;
