//! Hints between nodes that are lost, duplicated, late and out of order.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use store::{Hint, Hints};
use tokio::sync::mpsc;

use crate::Bug;
use crate::node_state::NodeCondition;
use crate::world::World;

/// The hint channel: all listeners by the number of their node.
#[derive(Default)]
pub(crate) struct HintBus(Mutex<BTreeMap<usize, mpsc::UnboundedSender<Hint>>>);

/// The end of one node.
pub(crate) struct HintReceiver {
    world: Arc<World>,
    condition: Arc<NodeCondition>,
    heard: tokio::sync::Mutex<mpsc::UnboundedReceiver<Hint>>,
}

impl HintBus {
    /// Removes all listeners.
    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl HintReceiver {
    pub(crate) fn new(world: &Arc<World>, node: usize, condition: &Arc<NodeCondition>) -> HintReceiver {
        let (sender, heard) = mpsc::unbounded_channel();
        world.air.0.lock().unwrap_or_else(PoisonError::into_inner).insert(node, sender);
        HintReceiver {
            world: Arc::clone(world),
            condition: Arc::clone(condition),
            heard: tokio::sync::Mutex::new(heard),
        }
    }
}

#[async_trait]
impl Hints for HintReceiver {
    fn give(&self, hint: Hint) {
        if self.condition.is_dead() || self.world.bug == Some(Bug::SeesNothing) {
            return;
        }
        let listeners: Vec<_> =
            self.world.air.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        let fault_rates = self.world.fault_rates();
        for listener in listeners {
            let copies = self.world.random(|rng| {
                let is_lost = fault_rates.is_some_and(|fault_rates| rng.in_thousand(fault_rates.hints_lost));
                let is_doubled =
                    fault_rates.is_some_and(|fault_rates| rng.in_thousand(fault_rates.hints_doubled));
                let is_late = fault_rates.is_some_and(|fault_rates| rng.in_thousand(fault_rates.hints_late));
                let delay = || 1 + if is_late { 3_000 } else { 10 };
                let copies = if is_lost { 0 } else { 1 + usize::from(is_doubled) };
                (0..copies).map(|_| rng.below(delay()) as u64).collect::<Vec<_>>()
            });
            if copies.is_empty() {
                self.world.count("hint was lost");
            }
            for delay_ms in copies {
                let (listener, hint) = (listener.clone(), hint.clone());
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(delay_ms)).await;
                    // A node that has stopped no longer listens.
                    let _ = listener.send(hint);
                });
            }
        }
    }

    async fn next(&self) -> Hint {
        let heard = self.heard.lock().await.recv().await;
        self.condition.pass().await;
        match heard {
            Some(hint) => hint,
            None => std::future::pending().await,
        }
    }
}
