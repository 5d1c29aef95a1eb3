//! What bounds a guest: every limit with its unit, its default and the reason for the default.

/// The limits of one run. The Elixir options use the same names in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes that the guest may have alive: objects, strings, buffers, payloads. 128 MiB: what
    /// hosts set for SafeJS. Checked in the allocator; a quarter more inside one native operation
    /// parks the thread.
    pub memory_limit: usize,
    /// Bytes of source text. 256 KiB: the 90th percentile of model-written programs is 604 bytes,
    /// so this refuses only what no model writes, before the parser sees it.
    pub max_code_bytes: usize,
    /// Brackets open at once in the source text, counted before it is parsed. 500: the engine's
    /// parser recurses for each, and what people write stays below 50.
    pub max_brackets: usize,
    /// Nesting levels of a value that crosses the boundary, either way. 512: far beyond any API's
    /// JSON, far below what overflows a stack on either side.
    pub max_depth: usize,
    /// Values (scalars, lists, objects) in one payload that crosses, either way. 2 000 000: what
    /// SafeJS allows, so programs that ran there run here.
    pub max_nodes: usize,
    /// Bytes of text in one payload that leaves the guest (a result, a call's arguments). 64 MiB:
    /// above the largest result that the peers were seen to return.
    pub max_result_bytes: usize,
    /// Console lines kept. 10 000: a reader of logs is served by far fewer, and what was dropped
    /// is said in the last line.
    pub max_log_lines: usize,
    /// Bytes of console text kept over all lines. 1 MiB.
    pub max_log_bytes: usize,
    /// Host calls of one run that wait for their reply. 10 000: beyond that each call waits until
    /// one is answered, as every call does elsewhere.
    pub max_pending_calls: usize,
    /// Timers of one run that are pending. 10 000: as for calls.
    pub max_timers: usize,
    /// Guest frames on the VM's stack; a power of two, as the list of frames doubles. 2 048: real
    /// programs were seen to need fewer than 700 (SafeJS stops at 652), and the isolate's native
    /// stack is sized for it (guest_thread.rs).
    pub max_recursion: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_limit: 128 * 1024 * 1024,
            max_code_bytes: 256 * 1024,
            max_brackets: 500,
            max_depth: 512,
            max_nodes: 2_000_000,
            max_result_bytes: 64 * 1024 * 1024,
            max_log_lines: 10_000,
            max_log_bytes: 1024 * 1024,
            max_pending_calls: 10_000,
            max_timers: 10_000,
            max_recursion: 2_048,
        }
    }
}
