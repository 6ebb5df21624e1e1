use protocol::WireError;

/// What a client may have of what there is not endlessly much of.
pub trait Allowance: Send + Sync + 'static {
    /// Counts a table that is about to be opened, or says why it may not be.
    fn take_table(&self) -> Result<(), WireError>;
    /// The table was not opened after all.
    fn give_table_back(&self);
}

/// As much as one likes.
pub(crate) struct Unlimited;

impl Allowance for Unlimited {
    fn take_table(&self) -> Result<(), WireError> {
        Ok(())
    }

    fn give_table_back(&self) {}
}
