//! Threads for work that can wait: pictures and reviews, which must not slow down moves.

use std::io;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// The most threads. Whoever gives them work has a limit of its own, so that none has to wait for another's.
const THREADS_MAX: usize = 16;

/// Their priority, as a nice value: where processors are short, moves get most of their time.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Threads of low priority, started when they are needed and ended when they have not been for a while.
pub(crate) struct Background(Option<Runtime>);

impl Background {
    pub(crate) fn start() -> io::Result<Background> {
        let runtime = Builder::new_current_thread()
            .max_blocking_threads(THREADS_MAX)
            .thread_name("background")
            .on_thread_start(lower_priority)
            .build()?;
        Ok(Background(Some(runtime)))
    }

    /// Begins a piece of work, which may block.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        match &self.0 {
            Some(runtime) => runtime.spawn_blocking(work),
            // Only while it is dropped.
            None => tokio::task::spawn_blocking(work),
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            // What is under way is of no use to anybody any more.
            runtime.shutdown_background();
        }
    }
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    // On Linux this is the priority of the thread alone. Where it cannot be changed, the work is done all the same.
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
    async fn its_threads_have_a_low_priority_and_others_keep_theirs() {
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let before = priority();
        let background = Background::start().unwrap();
        assert_eq!(background.spawn(priority).await.unwrap(), before.max(NICE));
        assert_eq!(priority(), before);
    }
}
