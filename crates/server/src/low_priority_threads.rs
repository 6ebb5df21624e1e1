//! Low-priority threads for pictures and reviews, which must not slow down moves.

use std::io;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// Maximum number of threads. Callers have their own, lower limits, so that they do not wait for
/// each other's work.
const THREADS_MAX: usize = 16;

/// Nice value of the threads: under load, moves get most of the processor time.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Thread pool of low priority. Threads start on demand and end when idle.
pub(crate) struct LowPriorityThreads(Option<Runtime>);

impl LowPriorityThreads {
    pub(crate) fn start() -> io::Result<LowPriorityThreads> {
        let runtime = Builder::new_current_thread()
            .max_blocking_threads(THREADS_MAX)
            .thread_name("background")
            .on_thread_start(lower_priority)
            .build()?;
        Ok(LowPriorityThreads(Some(runtime)))
    }

    /// Starts a task, which may block.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        match &self.0 {
            Some(runtime) => runtime.spawn_blocking(work),
            // Only while the pool is being dropped.
            None => tokio::task::spawn_blocking(work),
        }
    }
}

impl Drop for LowPriorityThreads {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            // The results of running tasks are not needed any more.
            runtime.shutdown_background();
        }
    }
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    // On Linux, this sets the priority of the current thread only. If it fails, the task runs at
    // normal priority.
    if rustix::process::getpriority_process(None).is_ok_and(|priority| priority < NICE) {
        let _ = rustix::process::setpriority_process(None, NICE);
    }
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_background_threads_have_a_low_priority() {
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let before = priority();
        let background = LowPriorityThreads::start().unwrap();
        assert_eq!(background.spawn(priority).await.unwrap(), before.max(NICE));
        assert_eq!(priority(), before);
    }
}
