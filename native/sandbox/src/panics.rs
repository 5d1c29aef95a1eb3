//! Panics of the engine: contained on the isolate's thread, their words kept for the host's log.

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

thread_local! {
    /// What the last panic of this thread said; `None` on threads that are not an isolate's.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the words of the calling thread's panics instead of printing them: the default hook
/// takes locks of the process, and a thread that is parked inside it would keep them.
pub(crate) fn listen() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let is_kept = LAST.with_borrow_mut(|last| match last {
                Some(words) => {
                    *words = info.to_string();
                    true
                }
                None => false,
            });
            if !is_kept {
                before(info);
            }
        }));
    });
    LAST.set(Some(String::new()));
}

/// The words of the calling thread's last panic.
pub(crate) fn take() -> String {
    LAST.with_borrow(|last| last.clone().unwrap_or_default())
}
