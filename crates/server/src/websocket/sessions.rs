//! All open WebSockets, to close them when the server stops.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::SendQueue;
use crate::state::ServerState;

/// The open WebSockets.
#[derive(Default)]
pub(crate) struct Sessions {
    open: Mutex<Open>,
    all_ended: Notify,
}

#[derive(Default)]
struct Open {
    queues: HashMap<u64, Arc<SendQueue>>,
    last: u64,
    is_closing: bool,
}

/// Place of an open WebSocket, until it is dropped.
pub(super) struct SessionPlace {
    number: u64,
    state: Arc<ServerState>,
}

impl SessionPlace {
    pub(super) fn new(queue: &Arc<SendQueue>, state: &Arc<ServerState>) -> SessionPlace {
        let mut open = state.sessions.lock();
        open.last += 1;
        let number = open.last;
        open.queues.insert(number, Arc::clone(queue));
        if open.is_closing {
            queue.end();
        }
        SessionPlace { number, state: Arc::clone(state) }
    }
}

impl Drop for SessionPlace {
    fn drop(&mut self) {
        let sessions = &self.state.sessions;
        let mut open = sessions.lock();
        open.queues.remove(&self.number);
        if open.queues.is_empty() {
            sessions.all_ended.notify_waiters();
        }
    }
}

impl Sessions {
    /// Ends all WebSockets, and waits until they are closed.
    pub(crate) async fn close(&self) {
        let all_ended = self.all_ended.notified();
        {
            let mut open = self.lock();
            open.is_closing = true;
            open.queues.values().for_each(|queue| queue.end());
            if open.queues.is_empty() {
                return;
            }
        }
        all_ended.await;
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
