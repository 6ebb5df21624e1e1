//! What is waited for: processors, and a disk.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Micros;

/// Processors that take work in the order in which it comes.
#[derive(Clone)]
pub(super) struct Processors {
    free_at: BinaryHeap<Reverse<Micros>>,
    worked: Micros,
}

impl Processors {
    pub(super) fn new(count: usize) -> Processors {
        Processors { free_at: vec![Reverse(0); count].into(), worked: 0 }
    }

    /// Takes work of so long. Says when it is done.
    pub(super) fn take(&mut self, now: Micros, work: Micros) -> Micros {
        let free_at = self.free_at.pop().map_or(0, |Reverse(at)| at);
        let done = free_at.max(now) + work;
        self.free_at.push(Reverse(done));
        self.worked += work;
        done
    }

    /// How much of the time until now was worked, in thousandths: more than a thousand cannot be.
    pub(super) fn used(&self, now: Micros) -> u64 {
        let there = now * self.free_at.len() as u64;
        (self.worked * 1_000 / there.max(1)).min(1_000)
    }
}

/// A disk that makes everything durable that waits when it begins.
#[derive(Clone, Default)]
pub(super) struct Disk {
    flushing: Vec<usize>,
    waiting: Vec<(Micros, usize)>,
}

impl Disk {
    /// Something waits to be durable from a moment on. Says when the disk is done, if it begins for this.
    pub(super) fn wait_for(&mut self, work: usize, ready: Micros, flush: Micros) -> Option<Micros> {
        if self.flushing.is_empty() {
            self.flushing.push(work);
            return Some(ready + flush);
        }
        self.waiting.push((ready, work));
        None
    }

    /// The disk is done: with what, and when it is done with what waits next, if anything does.
    pub(super) fn flushed(&mut self, now: Micros, flush: Micros) -> (Vec<usize>, Option<Micros>) {
        let flushed = std::mem::take(&mut self.flushing);
        let Some(first) = self.waiting.iter().map(|&(ready, _)| ready).min() else { return (flushed, None) };
        // What is not ready by then waits for the next time.
        let begins = first.max(now);
        let (ready, waiting) = self.waiting.drain(..).partition(|&(ready, _)| ready <= begins);
        self.waiting = waiting;
        self.flushing = ready.into_iter().map(|(_, work)| work).collect();
        (flushed, Some(begins + flush))
    }
}
