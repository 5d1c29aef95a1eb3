//! What a run ends in: a value or a fault, and the console lines of either.

use crate::fault::Fault;

/// The end of a run. `V` is the wire's outgoing type (a BEAM term, JSON text).
#[derive(Debug)]
pub struct Outcome<V> {
    /// The program's value as the host reads it, or why there is none.
    pub result: Result<V, Fault>,
    /// Console lines in the order in which the guest wrote them, kept whatever the result is.
    pub logs: Vec<String>,
}
