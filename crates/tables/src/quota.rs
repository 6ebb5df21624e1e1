use protocol::WireError;

/// Per-client quota for scarce resources.
pub trait Quota: Send + Sync + 'static {
    /// Counts a table that is about to be opened, or returns why the client may not open it.
    fn take_table(&self) -> Result<(), WireError>;
    /// Returns the quota of a table that was not opened after all.
    fn give_table_back(&self);
}

/// A quota without limits.
pub(crate) struct Unlimited;

impl Quota for Unlimited {
    fn take_table(&self) -> Result<(), WireError> {
        Ok(())
    }

    fn give_table_back(&self) {}
}
