//! Counts the copies of a game, for the test that bounds the cost of a move.

/// A part of every game that counts when it is copied. Without the feature it does nothing.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct CopyCounter;

#[cfg(feature = "counters")]
thread_local! {
    static COPIES: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

impl Clone for CopyCounter {
    fn clone(&self) -> CopyCounter {
        #[cfg(feature = "counters")]
        COPIES.set(COPIES.get() + 1);
        CopyCounter
    }
}

/// How many games were copied in this thread.
#[cfg(feature = "counters")]
pub fn games_copied() -> u64 {
    COPIES.get()
}
