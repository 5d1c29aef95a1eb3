//! The atoms of the NIF's vocabulary.

rustler::atoms! {
    ok,
    error,
    nil,
    // What a slice ends in.
    calls,
    drain,
    done,
    unencoded,
    deadline,
    stopped,
    refused,
    // Requests, replies and commands.
    encode,
    raised,
    not_json,
    // Kinds of fault.
    js_error,
    syntax_error,
    invalid_code,
    host_error,
    deadlock,
    stack_overflow,
    memory_limit,
    unavailable,
    engine_panic,
    invalid_input,
    result_error,
    // info/0
    isolates,
    runs,
    engine_panics,
    parked_threads,
    parked_bytes,
    quarantine_budget,
    __struct__,
}
