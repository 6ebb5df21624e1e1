//! Faults for a cluster under load, one after the other.

use std::sync::Arc;
use std::time::Duration;

use crate::cluster::Cluster;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    KillNode,
    KillNats,
    FreezeNode,
    /// From clients, hints and the database at once.
    CutOffNode,
    /// From the database alone.
    LoseDatabase,
    KillPostgres,
    RestartNode,
}

/// A fault and its duration, for faults that have one.
pub(crate) type Trouble = (Fault, Duration);

const FAULTS: [Fault; 7] = [
    Fault::KillNode,
    Fault::KillNats,
    Fault::FreezeNode,
    Fault::CutOffNode,
    Fault::LoseDatabase,
    Fault::KillPostgres,
    Fault::RestartNode,
];

/// Too short for a player to count as absent.
pub(crate) const MOMENT: Duration = Duration::from_millis(1500);
/// Longer than a node's lease, after which its players count as absent.
pub(crate) const PAST_THE_LEASE: Duration = Duration::from_secs(9);
/// Longer than the hold of an absent player's seat and the timeout of the store.
const PAST_THE_HOLD: Duration = Duration::from_secs(70);

impl Fault {
    const fn is_held(self) -> bool {
        matches!(self, Fault::KillNats | Fault::FreezeNode | Fault::CutOffNode | Fault::LoseDatabase)
    }

    /// Injects the fault, and returns when the cluster is whole again.
    pub(crate) async fn happen(self, cluster: &Arc<Cluster>, node: usize, span: Duration) {
        let cluster = cluster.clone();
        match self {
            Fault::CutOffNode => {
                cluster.cut_off(node);
                tokio::time::sleep(span).await;
                cluster.let_back(node);
            }
            Fault::LoseDatabase => {
                cluster.cable(node).cut();
                tokio::time::sleep(span).await;
                cluster.cable(node).mend();
            }
            Fault::KillNats => {
                cluster.kill_nats();
                tokio::time::sleep(span).await;
                cluster.start_nats();
            }
            Fault::KillNode | Fault::FreezeNode | Fault::RestartNode | Fault::KillPostgres => {
                let blocking = tokio::task::spawn_blocking(move || match self {
                    Fault::KillNode => cluster.kill_node(node),
                    Fault::FreezeNode => cluster.freeze_node(node, span),
                    Fault::RestartNode => cluster.restart_node(node),
                    _ => cluster.kill_postgres(),
                });
                blocking.await.unwrap();
            }
        }
    }
}

/// One fault of each kind, all but one of them short: the form for checks.
pub(crate) fn short_form() -> Vec<Trouble> {
    let span = |fault| match fault {
        Fault::CutOffNode => PAST_THE_LEASE,
        fault if fault.is_held() => MOMENT,
        _ => Duration::ZERO,
    };
    FAULTS.map(|fault| (fault, span(fault))).to_vec()
}

/// `count` faults. Those with a duration alternate between a moment and past the lease; the last
/// cut lasts past the hold.
pub(crate) fn long_form(count: usize) -> Vec<Trouble> {
    let mut held_before = 0;
    let mut troubles = Vec::new();
    for number in 0..count {
        let (round, fault) = (number / FAULTS.len(), FAULTS[number % FAULTS.len()]);
        let span = match (fault.is_held(), (held_before + round) % 2) {
            (false, _) => Duration::ZERO,
            (true, 0) => MOMENT,
            (true, _) => PAST_THE_LEASE,
        };
        held_before += usize::from(fault.is_held());
        troubles.push((fault, span));
    }
    if let Some((_, span)) = troubles.iter_mut().rfind(|(fault, _)| *fault == Fault::CutOffNode) {
        *span = PAST_THE_HOLD;
    }
    troubles
}

#[test]
fn the_long_form_has_every_lasting_fault_short_and_past_the_lease_and_one_past_the_hold() {
    let troubles = long_form(30);
    assert_eq!(troubles.len(), 30);
    for fault in FAULTS {
        let spans: Vec<Duration> =
            troubles.iter().filter(|(other, _)| *other == fault).map(|&(_, span)| span).collect();
        let expected: &[Duration] =
            if fault.is_held() { &[MOMENT, PAST_THE_LEASE] } else { &[Duration::ZERO] };
        assert!(expected.iter().all(|span| spans.contains(span)), "{fault:?}: {spans:?}");
    }
    let longest: Vec<&Trouble> = troubles.iter().filter(|(_, span)| *span == PAST_THE_HOLD).collect();
    assert_eq!(longest, [&(Fault::CutOffNode, PAST_THE_HOLD)]);
}
