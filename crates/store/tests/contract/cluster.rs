//! State that nodes share besides the tables.

use rules::{GameId, Millis, Timestamp};
use store::{ClusterStore, ClusterView, Commit, MessageNumber, NodeId, PlayerPresence, Version};

use crate::backend::Shared;
use crate::sample::{commit, id, seat, table};

const NOW: Timestamp = Timestamp(1_700_000_000_000);
const LEASE: Millis = Millis::seconds(6);

fn node(name: &str) -> NodeId {
    NodeId::new(name).unwrap()
}

fn later(seconds: i64) -> Timestamp {
    NOW + Millis::seconds(seconds)
}

async fn poll(cluster_store: &dyn ClusterStore, after: MessageNumber) -> ClusterView {
    cluster_store.poll(&[(id(1), after)]).await.unwrap().pop().expect("the table is there")
}

pub(crate) async fn a_player_is_where_they_arrived_last(place: &dyn Shared) {
    let (store, cluster_store) = place.share().await;
    store.create(table(1)).await.unwrap();
    for name in ["a", "b"] {
        cluster_store.renew(&node(name), NOW, LEASE).await.unwrap();
        cluster_store.arrive(&node(name), &id(1), seat(0)).await.unwrap();
    }
    let seen = poll(cluster_store.as_ref(), MessageNumber(0)).await;
    assert_eq!(seen.players[seat(0)], PlayerPresence::At(node("b")));
    assert!(!seen.players.has(seat(1)));
    // Leaving a node at which the player no longer was changes nothing.
    cluster_store.depart(&node("a"), &id(1), seat(0)).await.unwrap();
    assert_eq!(poll(cluster_store.as_ref(), MessageNumber(0)).await.players, seen.players);
    cluster_store.depart(&node("b"), &id(1), seat(0)).await.unwrap();
    assert_eq!(poll(cluster_store.as_ref(), MessageNumber(0)).await.players[seat(0)], PlayerPresence::Away);
}

pub(crate) async fn nobody_is_at_a_node_whose_lease_has_run_out(place: &dyn Shared) {
    let (store, cluster_store) = place.share().await;
    store.create(table(1)).await.unwrap();
    let (has_run_out, long_ago) = (Millis::ZERO, Millis(-Millis::hours(2).0));
    cluster_store.arrive(&node("a"), &id(1), seat(0)).await.unwrap();
    let seen = async || poll(cluster_store.as_ref(), MessageNumber(0)).await.players[seat(0)].clone();
    // The time at a node makes no difference: the database's clock measures leases.
    for now in [NOW, Timestamp(0), later(1_000_000_000)] {
        cluster_store.renew(&node("a"), now, has_run_out).await.unwrap();
        assert_eq!(seen().await, PlayerPresence::Away);
        // A node that was only paused for a while has its players again.
        cluster_store.renew(&node("a"), now, LEASE).await.unwrap();
        assert_eq!(seen().await, PlayerPresence::At(node("a")));
    }
    // A node that was deleted does not, even if another takes its id.
    cluster_store.renew(&node("a"), NOW, long_ago).await.unwrap();
    cluster_store.renew(&node("b"), NOW, LEASE).await.unwrap();
    cluster_store.renew(&node("a"), NOW, LEASE).await.unwrap();
    assert_eq!(seen().await, PlayerPresence::Away);
    cluster_store.arrive(&node("a"), &id(1), seat(0)).await.unwrap();
    assert_eq!(seen().await, PlayerPresence::At(node("a")));
    cluster_store.retire(&node("a")).await.unwrap();
    assert_eq!(seen().await, PlayerPresence::Away);
}

pub(crate) async fn no_lease_is_longer_than_the_last_that_was_asked_for(place: &dyn Shared) {
    let (store, cluster_store) = place.share().await;
    store.create(table(1)).await.unwrap();
    // As if the clock had been set back by an hour after the last renewal.
    cluster_store.renew(&node("a"), NOW, Millis::hours(1)).await.unwrap();
    cluster_store.arrive(&node("a"), &id(1), seat(0)).await.unwrap();
    cluster_store.renew(&node("b"), NOW, Millis::ZERO).await.unwrap();
    assert_eq!(poll(cluster_store.as_ref(), MessageNumber(0)).await.players[seat(0)], PlayerPresence::Away);
}

pub(crate) async fn it_is_as_late_as_at_the_furthest_node_that_is_there(place: &dyn Shared) {
    let (_, cluster_store) = place.share().await;
    let far = |years: i64| Timestamp(i64::MAX / 4) + Millis::hours(24 * 365 * years);
    let renew = async |name: &str, now: Timestamp, lease: Millis| {
        cluster_store.renew(&node(name), now, lease).await.unwrap()
    };
    let early = Timestamp(-1);
    let clock = renew("a", early, LEASE).await;
    assert!(clock > early, "the database has a clock");
    assert_eq!(renew("b", far(1), LEASE).await, far(1));
    assert_eq!(renew("a", clock, LEASE).await, far(1));
    // The time of a node whose lease has expired does not count.
    assert_eq!(renew("b", far(2), Millis::ZERO).await, far(2));
    assert!(renew("a", clock, LEASE).await < far(1));
}

pub(crate) async fn notes_are_read_in_order_and_once(place: &dyn Shared) {
    let (store, cluster_store) = place.share().await;
    store.create(table(1)).await.unwrap();
    store.create(table(2)).await.unwrap();
    for (number, name) in ["a", "b", "a"].into_iter().enumerate() {
        cluster_store.note(&node(name), &id(1), &format!("note {number}")).await.unwrap();
        cluster_store.note(&node(name), &id(2), "elsewhere").await.unwrap();
    }
    let all = poll(cluster_store.as_ref(), MessageNumber(0)).await.notes;
    let texts: Vec<&str> = all.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(texts, ["note 0", "note 1", "note 2"]);
    assert_eq!(all[1].node, node("b"));
    assert_eq!(poll(cluster_store.as_ref(), all[0].number).await.notes, all[1..]);
    assert_eq!(poll(cluster_store.as_ref(), all[2].number).await.notes, []);
}

pub(crate) async fn of_notes_written_at_once_none_is_lost(place: &dyn Shared) {
    const WRITERS: usize = 4;
    let (store, cluster_store) = place.share().await;
    store.create(table(1)).await.unwrap();
    let mut writing = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let cluster_store = cluster_store.clone();
        writing.spawn(async move {
            let name = node(&format!("n{writer}"));
            cluster_store.note(&name, &id(1), "at once").await.unwrap();
        });
    }
    writing.join_all().await;
    assert_eq!(poll(cluster_store.as_ref(), MessageNumber(0)).await.notes.len(), WRITERS);
}

pub(crate) async fn no_note_is_seen_before_an_earlier_one(place: &dyn Shared) {
    const WRITERS: usize = 4;
    const NOTES: usize = 50;
    let (store, cluster_store) = place.share().await;
    store.create(table(1)).await.unwrap();
    let mut writing = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let cluster_store = cluster_store.clone();
        writing.spawn(async move {
            let name = node(&format!("n{writer}"));
            for number in 0..NOTES {
                cluster_store.note(&name, &id(1), &number.to_string()).await.unwrap();
            }
        });
    }
    // A concurrent reader that continues after the last note it has seen misses none.
    let (mut read, mut after) = (Vec::new(), MessageNumber(0));
    while read.len() < WRITERS * NOTES {
        let is_written = writing.is_empty();
        let notes = poll(cluster_store.as_ref(), after).await.notes;
        after = notes.last().map_or(after, |note| note.number);
        read.extend(notes);
        while writing.try_join_next().is_some_and(|written| written.is_ok()) {}
        assert!(!is_written || read.len() == WRITERS * NOTES, "{} of {}", read.len(), WRITERS * NOTES);
    }
    for writer in 0..WRITERS {
        let name = node(&format!("n{writer}"));
        let texts: Vec<&str> =
            read.iter().filter(|note| note.node == name).map(|note| note.text.as_str()).collect();
        assert_eq!(texts, (0..NOTES).map(|number| number.to_string()).collect::<Vec<_>>());
    }
}

pub(crate) async fn a_sighting_tells_the_version_of_each_table_that_is_there(place: &dyn Shared) {
    let (store, cluster_store) = place.share().await;
    for number in [1, 2] {
        store.create(table(number)).await.unwrap();
    }
    store.append(commit(2, Version::FIRST)).await.unwrap();
    let asked: Vec<(GameId, MessageNumber)> = (1..=3).map(|number| (id(number), MessageNumber(0))).collect();
    let mut seen = cluster_store.poll(&asked).await.unwrap();
    seen.sort_by(|one, other| one.table.cmp(&other.table));
    let versions: Vec<(GameId, u64)> = seen.into_iter().map(|seen| (seen.table, seen.version.0)).collect();
    assert_eq!(versions, [(id(1), 1), (id(2), 2)]);
}

pub(crate) async fn what_is_due_is_given_to_one_node_at_a_time(place: &dyn Shared) {
    const ROUNDS: u32 = 30;
    let (store, cluster_store) = place.share().await;
    let hold = Millis::hours(1);
    for round in 0..ROUNDS {
        let numbers = [1, 2, 3].map(|number| 3 * round + number);
        for number in numbers {
            store.create(table(number)).await.unwrap();
            let due = Some(later(10));
            store.append(Commit { next_due: due, ..commit(number, Version::FIRST) }).await.unwrap();
        }
        assert_eq!(cluster_store.claim_due(later(9), hold, 9).await.unwrap(), []);
        // The time at a node decides what is due; the database's clock measures the claim.
        let mut claiming = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let cluster_store = cluster_store.clone();
            claiming.spawn(async move { cluster_store.claim_due(later(10), hold, 9).await.unwrap() });
        }
        let mut claimed: Vec<GameId> = claiming.join_all().await.into_iter().flatten().collect();
        claimed.sort();
        let mut expected = numbers.map(id);
        expected.sort();
        assert_eq!(claimed, expected, "round {round}");
        assert_eq!(cluster_store.claim_due(later(99), hold, 9).await.unwrap(), []);
    }
}

pub(crate) async fn what_nobody_does_is_given_to_another_node(place: &dyn Shared) {
    let (store, cluster_store) = place.share().await;
    for number in [1, 2, 3] {
        store.create(table(number)).await.unwrap();
        let due = Some(later(10 - i64::from(number)));
        store.append(Commit { next_due: due, ..commit(number, Version::FIRST) }).await.unwrap();
    }
    // Nothing was committed and the claim has expired: another node may try.
    assert_eq!(cluster_store.claim_due(later(10), Millis::ZERO, 9).await.unwrap(), [id(3), id(2), id(1)]);
    assert_eq!(cluster_store.claim_due(later(10), Millis::ZERO, 2).await.unwrap(), [id(3), id(2)]);
    store.append(Commit { next_due: None, ..commit(1, Version(2)) }).await.unwrap();
    assert_eq!(cluster_store.claim_due(later(99), Millis::ZERO, 9).await.unwrap(), [id(3), id(2)]);
    // As if the clock had been set back by an hour after the claim: no claim lasts that long.
    assert_eq!(cluster_store.claim_due(later(99), Millis::hours(1), 9).await.unwrap(), [id(3), id(2)]);
    assert_eq!(cluster_store.claim_due(later(99), Millis::seconds(5), 9).await.unwrap(), [id(3), id(2)]);
    assert_eq!(cluster_store.claim_due(later(99), Millis::seconds(5), 9).await.unwrap(), []);
}
