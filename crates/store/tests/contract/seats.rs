use rules::Timestamp;
use store::{Commit, NewTable, SeatChange, Version};

use crate::place::Place;
use crate::sample::{NOON, commit, id, player, seat, table, taken, token};

pub(crate) async fn seats_are_taken_renewed_and_freed(place: &dyn Place) {
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

pub(crate) async fn the_last_change_of_a_seat_counts(place: &dyn Place) {
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

pub(crate) async fn a_ticket_finds_a_seat(place: &dyn Place) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    let expires = Timestamp(NOON.0 + 120_000);
    store.put_ticket(token(9), &id(1), seat(2), expires, NOON).await.unwrap();
    assert_eq!(store.find_ticket(token(8), NOON).await.unwrap(), None);
    for _ in 0..2 {
        assert_eq!(store.find_ticket(token(9), NOON).await.unwrap(), Some((id(1), seat(2))));
    }
    // A ticket for a table that is not there is worth nothing.
    store.put_ticket(token(7), &id(2), seat(0), expires, NOON).await.unwrap();
    assert_eq!(store.find_ticket(token(7), NOON).await.unwrap(), None);
}

pub(crate) async fn a_ticket_expires(place: &dyn Place) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    let expires = Timestamp(NOON.0 + 120_000);
    for ticket in [1, 2] {
        store.put_ticket(token(ticket), &id(1), seat(0), expires, NOON).await.unwrap();
    }
    assert!(store.find_ticket(token(1), Timestamp(expires.0 - 1)).await.unwrap().is_some());
    assert_eq!(store.find_ticket(token(2), expires).await.unwrap(), None);
    // Once another is made it is gone for good, also for a clock that was set back.
    store.put_ticket(token(3), &id(1), seat(0), Timestamp(expires.0 + 1), expires).await.unwrap();
    assert_eq!(store.find_ticket(token(2), NOON).await.unwrap(), None);
}
