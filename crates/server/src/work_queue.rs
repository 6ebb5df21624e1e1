//! Queue for slow work: limited concurrency, limited waiting, and further requests are refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Limits the number of concurrent and waiting tasks.
pub(crate) struct WorkQueue {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    waiting_max: usize,
    /// Maximum waiting time.
    wait_max: Duration,
}

/// Error for a full queue or a wait that was too long.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Overloaded;

/// A waiting task.
struct Waiter<'q>(&'q WorkQueue);

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

impl WorkQueue {
    pub(crate) fn new(at_once: usize, waiting_max: usize, wait_max: Duration) -> WorkQueue {
        let permits = Arc::new(Semaphore::new(at_once));
        WorkQueue { permits, waiting: AtomicUsize::new(0), waiting_max, wait_max }
    }

    /// Waits for a permit, which is released on drop.
    pub(crate) async fn permit(&self) -> Result<OwnedSemaphorePermit, Overloaded> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(permit);
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiter = Waiter(self);
        if before >= self.waiting_max {
            return Err(Overloaded);
        }
        match tokio::time::timeout(self.wait_max, Arc::clone(&self.permits).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) | Err(_) => Err(Overloaded),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::future::poll_immediate;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn work_and_waiting_are_limited_and_further_requests_are_refused() {
        let queue = WorkQueue::new(1, 2, Duration::from_secs(5));
        let first = queue.permit().await.unwrap();
        let (mut second, mut third) = (pin!(queue.permit()), pin!(queue.permit()));
        assert!(poll_immediate(&mut second).await.is_none() && poll_immediate(&mut third).await.is_none());
        assert_eq!(queue.permit().await.unwrap_err(), Overloaded);
        drop(first);
        let second = second.await.unwrap();
        assert_eq!(third.await.unwrap_err(), Overloaded, "it has waited for five seconds");
        drop(second);
        assert!(queue.permit().await.is_ok());
        assert_eq!(queue.waiting.load(Ordering::Relaxed), 0);
    }
}
