//! Resources with queues: processors and a disk.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Micros;

/// Processors that serve work in the order of arrival.
#[derive(Clone)]
pub(super) struct Processors {
    free_at: BinaryHeap<Reverse<Micros>>,
    worked: Micros,
}

impl Processors {
    pub(super) fn new(count: usize) -> Processors {
        Processors { free_at: vec![Reverse(0); count].into(), worked: 0 }
    }

    /// Adds work of a given duration, and returns when it is done.
    pub(super) fn take(&mut self, now: Micros, work: Micros) -> Micros {
        let free_at = self.free_at.pop().map_or(0, |Reverse(at)| at);
        let done = free_at.max(now) + work;
        self.free_at.push(Reverse(done));
        self.worked += work;
        done
    }

    /// Returns the utilisation until now in thousandths, at most a thousand.
    pub(super) fn used(&self, now: Micros) -> u64 {
        let there = now * self.free_at.len() as u64;
        (self.worked * 1_000 / there.max(1)).min(1_000)
    }
}

/// A disk whose flush covers everything that is waiting when it starts.
#[derive(Clone, Default)]
pub(super) struct Disk {
    flushing: Vec<usize>,
    waiting: Vec<(Micros, usize)>,
}

impl Disk {
    /// Queues work for a flush. Returns when the flush ends, if it starts for this work.
    pub(super) fn wait_for(&mut self, work: usize, ready: Micros, flush: Micros) -> Option<Micros> {
        if self.flushing.is_empty() {
            self.flushing.push(work);
            return Some(ready + flush);
        }
        self.waiting.push((ready, work));
        None
    }

    /// Completes a flush. Returns its work, and when the next flush ends if there is more.
    pub(super) fn flushed(&mut self, now: Micros, flush: Micros) -> (Vec<usize>, Option<Micros>) {
        let flushed = std::mem::take(&mut self.flushing);
        let Some(first) = self.waiting.iter().map(|&(ready, _)| ready).min() else { return (flushed, None) };
        // Work that is not ready by then waits for the flush after.
        let begins = first.max(now);
        let (ready, waiting) = self.waiting.drain(..).partition(|&(ready, _)| ready <= begins);
        self.waiting = waiting;
        self.flushing = ready.into_iter().map(|(_, work)| work).collect();
        (flushed, Some(begins + flush))
    }
}
