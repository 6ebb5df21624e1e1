//! Counts of expensive work in this thread, for the test that bounds the cost of a move.

use std::cell::Cell;

thread_local! {
    static ENCODINGS: Cell<u64> = const { Cell::new(0) };
    static STATES: Cell<u64> = const { Cell::new(0) };
}

pub(crate) fn count_encoding() {
    ENCODINGS.set(ENCODINGS.get() + 1);
}

pub(crate) fn count_state() {
    STATES.set(STATES.get() + 1);
}

/// How many packets were encoded.
pub fn packets_encoded() -> u64 {
    ENCODINGS.get()
}

/// How many full states of a table were built.
pub fn states_built() -> u64 {
    STATES.get()
}
