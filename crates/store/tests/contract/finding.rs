use rules::{Progress, Timestamp};
use store::{Commit, Lobby, NewTable, SeatChange, Version};

use crate::backend::Backend;
use crate::sample::{NOON, commit, id, seat, table, taken};

fn later(seconds: i64) -> Timestamp {
    Timestamp(NOON.0 + seconds * 1000)
}

pub(crate) async fn tables_are_due_when_their_time_has_come(place: &dyn Backend) {
    let store = place.open().await;
    for (number, due) in [(1, Some(later(30))), (2, None), (3, Some(later(10))), (4, Some(later(20)))] {
        store.create(NewTable { next_due: due, ..table(number) }).await.unwrap();
    }
    assert_eq!(store.due(later(9), 10).await.unwrap(), []);
    assert_eq!(store.due(later(20), 10).await.unwrap(), [id(3), id(4)]);
    assert_eq!(store.due(later(60), 2).await.unwrap(), [id(3), id(4)]);
    // Every commit sets when the next timer is due.
    store.append(commit(3, Version(1))).await.unwrap();
    store.append(Commit { next_due: Some(later(5)), ..commit(2, Version(1)) }).await.unwrap();
    assert_eq!(store.due(later(60), usize::MAX).await.unwrap(), [id(2), id(4), id(1)]);
}

pub(crate) async fn what_is_due_moves_with_every_commit(place: &dyn Backend) {
    let store = place.open().await;
    store.create(NewTable { next_due: Some(later(30)), ..table(1) }).await.unwrap();
    let moves = [(5, Some(60)), (10, Some(90)), (35, Some(95)), (40, Some(20)), (50, None), (55, Some(70))];
    for (version, (at, due)) in (1..).zip(moves) {
        let commit = Commit { at: later(at), next_due: due.map(later), ..commit(1, Version(version)) };
        store.append(commit).await.unwrap();
        for now in (0..100).step_by(5) {
            let expected = if due.is_some_and(|due| due <= now) { vec![id(1)] } else { vec![] };
            assert_eq!(store.due(later(now), 10).await.unwrap(), expected, "version {version}, {now} s");
        }
    }
}

pub(crate) async fn the_latest_moment_is_that_of_the_latest_commit(place: &dyn Backend) {
    let store = place.open().await;
    assert_eq!(store.latest_moment().await.unwrap(), None);
    for (number, at) in [(1, later(20)), (2, later(10))] {
        store.create(NewTable { at, ..table(number) }).await.unwrap();
    }
    assert_eq!(store.latest_moment().await.unwrap(), Some(later(20)));
    // Games that are over count as well.
    let last = Commit { at: later(30), status: Progress::Ended, ..commit(2, Version(1)) };
    store.append(last).await.unwrap();
    store.append(Commit { at: later(25), ..commit(1, Version(1)) }).await.unwrap();
    assert_eq!(store.latest_moment().await.unwrap(), Some(later(30)));
}

pub(crate) async fn the_open_lobby_has_one_waiting_table(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    assert_eq!(store.waiting_open_table().await.unwrap(), None);
    for (number, opened) in [(2, later(10)), (3, later(30)), (4, later(20))] {
        store.create(NewTable { lobby: Lobby::Open, at: opened, ..table(number) }).await.unwrap();
    }
    assert_eq!(store.waiting_open_table().await.unwrap(), Some(id(3)));
    store.append(commit(3, Version(1))).await.unwrap();
    assert_eq!(store.waiting_open_table().await.unwrap(), Some(id(4)));
    store.append(Commit { status: Progress::Closed, ..commit(4, Version(1)) }).await.unwrap();
    assert_eq!(store.waiting_open_table().await.unwrap(), Some(id(2)));
}

pub(crate) async fn a_name_finds_its_seats_at_running_open_tables(place: &dyn Backend) {
    let store = place.open().await;
    let lobbies = [Lobby::Open, Lobby::Private, Lobby::Open, Lobby::Open, Lobby::Open];
    for (number, lobby) in (1..).zip(lobbies) {
        let seats = vec![taken(0, "bob"), taken(number as usize % 3 + 1, "ann")];
        let at = later(number.into());
        store.create(NewTable { lobby, seats, at, ..table(number) }).await.unwrap();
    }
    assert_eq!(store.open_seats_named("ann").await.unwrap(), []);
    for number in 1..=4 {
        store.append(commit(number, Version(1))).await.unwrap();
    }
    let expected = [(id(4), seat(2)), (id(3), seat(1)), (id(1), seat(2))];
    assert_eq!(store.open_seats_named("ann").await.unwrap(), expected);
    assert_eq!(store.open_seats_named("zoe").await.unwrap(), []);
    let freed = vec![SeatChange::Freed { seat: seat(2) }];
    store.append(Commit { seats: freed, ..commit(4, Version(2)) }).await.unwrap();
    store.append(Commit { status: Progress::Ended, ..commit(1, Version(2)) }).await.unwrap();
    assert_eq!(store.open_seats_named("ann").await.unwrap(), [(id(3), seat(1))]);
}
