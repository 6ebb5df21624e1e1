//! Packets that wait to be written to a WebSocket.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Maximum number of waiting packets. A client that is further behind has missed one.
const PACKETS_MAX: usize = 256;

/// Capacity that is kept for the next packets.
const KEPT_CAPACITY: usize = 16;

/// The queue between the tables and the task of a WebSocket.
#[derive(Default)]
pub(crate) struct SendQueue(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    packets: Vec<Utf8Bytes>,
    is_ended: bool,
    task: Option<Waker>,
}

/// The client reads too slowly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QueueFull;

impl SendQueue {
    /// Queues a packet. After the end it is dropped: a closed client has nothing to miss.
    pub(crate) fn push(&self, packet: Utf8Bytes) -> Result<(), QueueFull> {
        let mut inner = self.lock();
        if inner.is_ended {
            return Ok(());
        }
        if inner.packets.len() >= PACKETS_MAX {
            return Err(QueueFull);
        }
        inner.packets.push(packet);
        let task = inner.task.take();
        drop(inner);
        if let Some(task) = task {
            task.wake();
        }
        Ok(())
    }

    /// Ends the connection after the packets that are queued.
    pub(crate) fn end(&self) {
        let mut inner = self.lock();
        inner.is_ended = true;
        let task = inner.task.take();
        drop(inner);
        if let Some(task) = task {
            task.wake();
        }
    }

    /// Moves the packets into an empty list. Waits while there are none; `false` at the end.
    pub(super) fn poll_take(&self, packets: &mut Vec<Utf8Bytes>, context: &Context<'_>) -> Poll<bool> {
        debug_assert!(packets.is_empty());
        if packets.capacity() > KEPT_CAPACITY {
            *packets = Vec::new();
        }
        let mut inner = self.lock();
        if !inner.packets.is_empty() {
            std::mem::swap(&mut inner.packets, packets);
            return Poll::Ready(true);
        }
        if inner.is_ended {
            return Poll::Ready(false);
        }
        match &mut inner.task {
            Some(task) => task.clone_from(context.waker()),
            task @ None => *task = Some(context.waker().clone()),
        }
        Poll::Pending
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    fn take(queue: &SendQueue) -> Poll<(bool, usize)> {
        let mut packets = Vec::new();
        let context = Context::from_waker(Waker::noop());
        queue.poll_take(&mut packets, &context).map(|goes_on| (goes_on, packets.len()))
    }

    #[test]
    fn a_full_queue_refuses_packets_until_it_is_taken() {
        let queue = SendQueue::default();
        for _ in 0..PACKETS_MAX {
            assert_eq!(queue.push("2".into()), Ok(()));
        }
        assert_eq!(queue.push("2".into()), Err(QueueFull));
        assert_eq!(take(&queue), Poll::Ready((true, PACKETS_MAX)));
        assert_eq!(queue.push("2".into()), Ok(()));
    }

    #[test]
    fn packets_before_the_end_are_taken_and_later_ones_dropped() {
        let queue = SendQueue::default();
        assert_eq!(take(&queue), Poll::Pending);
        queue.push("2".into()).unwrap();
        queue.end();
        queue.push("2".into()).unwrap();
        assert_eq!(take(&queue), Poll::Ready((true, 1)));
        assert_eq!(take(&queue), Poll::Ready((false, 0)));
    }
}
