use std::time::Instant;

/// How long a player may think: so much work, and not past a moment.
///
/// Work is counted in plays looked for, which take some ten thousandths of a second each; it alone makes a player decide the same way
/// everywhere. The moment is there for machines that are slow or busy.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    work: u64,
    until: Option<Instant>,
}

impl Budget {
    /// So much work, however long it takes.
    pub const fn work(work: u64) -> Budget {
        Budget { work, until: None }
    }

    /// But not past a moment.
    pub const fn until(self, moment: Instant) -> Budget {
        Budget { until: Some(moment), ..self }
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.work == 0 || self.until.is_some_and(|moment| Instant::now() >= moment)
    }

    /// Spends work.
    pub(crate) const fn spend(&mut self, work: u64) {
        self.work = self.work.saturating_sub(work);
    }
}
