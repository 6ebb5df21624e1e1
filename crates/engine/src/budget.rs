use std::time::Instant;

/// How long a search may take: an amount of work and an optional deadline.
///
/// One unit of work is one move search, a few ten-thousandths of a second. A search limited by work
/// alone is deterministic. The deadline is for slow or busy machines.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    work: u64,
    until: Option<Instant>,
}

impl Budget {
    /// A budget of this much work, without a deadline.
    pub const fn work(work: u64) -> Budget {
        Budget { work, until: None }
    }

    /// The same budget with a deadline.
    pub const fn until(self, moment: Instant) -> Budget {
        Budget { until: Some(moment), ..self }
    }

    /// Whether the work is used up or the deadline has passed.
    pub fn is_spent(&self) -> bool {
        self.work == 0 || self.until.is_some_and(|moment| Instant::now() >= moment)
    }

    /// Subtracts work from the budget.
    pub(crate) const fn spend(&mut self, work: u64) {
        self.work = self.work.saturating_sub(work);
    }
}
