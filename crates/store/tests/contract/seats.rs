use rules::Timestamp;
use store::{Commit, NewTable, SeatChange, Version};

use crate::backend::Backend;
use crate::sample::{NOON, commit, id, player, seat, table, taken, token};

pub(crate) async fn seats_are_taken_renewed_and_freed(place: &dyn Backend) {
    let store = place.open().await;
    store.create(NewTable { seats: vec![taken(0, "ann")], ..table(1) }).await.unwrap();
    let bot =
        SeatChange::Taken { seat: seat(3), player: player("bot"), token: None, name_key: "bot".to_owned() };
    let changes = [
        vec![taken(1, "bob"), bot],
        vec![SeatChange::NewToken { seat: seat(0), token: token(77) }],
        vec![SeatChange::Freed { seat: seat(1) }, SeatChange::NewToken { seat: seat(2), token: token(1) }],
    ];
    for (changes, version) in changes.into_iter().zip(1..) {
        store.append(Commit { seats: changes, ..commit(1, Version(version)) }).await.unwrap();
    }
    let seats = store.load(&id(1)).await.unwrap().unwrap().seats;
    assert_eq!(seats.seats().collect::<Vec<_>>(), [seat(0), seat(3)]);
    assert_eq!((&seats[seat(0)].player, seats[seat(0)].token), (&player("ann"), Some(token(77))));
    assert_eq!(seats[seat(3)].token, None);
}

pub(crate) async fn the_last_change_of_a_seat_counts(place: &dyn Backend) {
    let store = place.open().await;
    let moved = SeatChange::NewToken { seat: seat(0), token: token(50) };
    let freed = |number| SeatChange::Freed { seat: seat(number) };
    store.create(NewTable { seats: vec![taken(0, "ann"), moved.clone()], ..table(1) }).await.unwrap();
    let changes =
        vec![freed(0), taken(0, "bob"), taken(1, "cat"), freed(1), taken(2, "dan"), taken(2, "eve")];
    store.append(Commit { seats: changes, ..commit(1, Version(1)) }).await.unwrap();
    let seats = store.load(&id(1)).await.unwrap().unwrap().seats;
    assert_eq!(seats.seats().collect::<Vec<_>>(), [seat(0), seat(2)]);
    assert_eq!((&seats[seat(0)].player, &seats[seat(2)].player), (&player("bob"), &player("eve")));
}

pub(crate) async fn a_ticket_finds_a_seat(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    let expires = Timestamp(NOON.0 + 120_000);
    store.put_ticket(token(9), &id(1), seat(2), expires, NOON).await.unwrap();
    assert_eq!(store.find_ticket(token(8), NOON).await.unwrap(), None);
    for _ in 0..2 {
        assert_eq!(store.find_ticket(token(9), NOON).await.unwrap(), Some((id(1), seat(2))));
    }
    // A ticket for a table that does not exist is not stored.
    store.put_ticket(token(7), &id(2), seat(0), expires, NOON).await.unwrap();
    assert_eq!(store.find_ticket(token(7), NOON).await.unwrap(), None);
}

pub(crate) async fn a_ticket_expires(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    let expires = Timestamp(NOON.0 + 120_000);
    for ticket in [1, 2] {
        store.put_ticket(token(ticket), &id(1), seat(ticket.into()), expires, NOON).await.unwrap();
    }
    assert!(store.find_ticket(token(1), Timestamp(expires.0 - 1)).await.unwrap().is_some());
    assert_eq!(store.find_ticket(token(2), expires).await.unwrap(), None);
    // Creating another ticket deletes an expired one, even for a clock that was set back.
    store.put_ticket(token(3), &id(1), seat(0), Timestamp(expires.0 + 1), expires).await.unwrap();
    assert_eq!(store.find_ticket(token(2), NOON).await.unwrap(), None);
}

pub(crate) async fn a_new_ticket_replaces_the_one_before(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    store.create(table(2)).await.unwrap();
    let expires = Timestamp(NOON.0 + 120_000);
    for (ticket, number, place) in [(1, 1, 0), (2, 1, 1), (3, 2, 0), (4, 1, 0)] {
        store.put_ticket(token(ticket), &id(number), seat(place), expires, NOON).await.unwrap();
    }
    assert_eq!(store.find_ticket(token(1), NOON).await.unwrap(), None);
    for (ticket, found) in [(2, (id(1), seat(1))), (3, (id(2), seat(0))), (4, (id(1), seat(0)))] {
        assert_eq!(store.find_ticket(token(ticket), NOON).await.unwrap(), Some(found));
    }
}

pub(crate) async fn of_many_tickets_made_at_once_one_is_left(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    let (table, expires) = (id(1), Timestamp(NOON.0 + 120_000));
    let put = |ticket| store.put_ticket(token(ticket), &table, seat(0), expires, NOON);
    let all = futures_util::future::join_all((0..8).map(put)).await;
    assert!(all.iter().all(Result::is_ok), "{all:?}");
    let mut left = 0;
    for ticket in 0..8 {
        left += usize::from(store.find_ticket(token(ticket), NOON).await.unwrap().is_some());
    }
    assert_eq!(left, 1);
}

pub(crate) async fn a_ticket_goes_with_the_player_who_made_it(place: &dyn Backend) {
    let store = place.open().await;
    let seats = vec![taken(0, "ann"), taken(1, "bob"), taken(2, "cat"), taken(3, "dan")];
    store.create(NewTable { seats, ..table(1) }).await.unwrap();
    let expires = Timestamp(NOON.0 + 120_000);
    for number in 0..4 {
        store.put_ticket(token(number), &id(1), seat(number.into()), expires, NOON).await.unwrap();
    }
    store.append(commit(1, Version(1))).await.unwrap();
    assert!(store.find_ticket(token(0), NOON).await.unwrap().is_some(), "a move changes no seat");
    let moved = SeatChange::NewToken { seat: seat(1), token: token(77) };
    let changes = vec![SeatChange::Freed { seat: seat(0) }, moved, taken(2, "eve")];
    store.append(Commit { seats: changes, ..commit(1, Version(2)) }).await.unwrap();
    for (number, is_left) in [(0, false), (1, false), (2, false), (3, true)] {
        assert_eq!(store.find_ticket(token(number), NOON).await.unwrap().is_some(), is_left, "seat {number}");
    }
}
