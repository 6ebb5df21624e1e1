use rules::{Command, EventKind, Game, GameId, Language, Opening, Preset, Progress, Rematch, Timestamp};
use rules::{Event, PlayerName};
use store::{Commit, ForgetError, NewTable, SeatChange, Store, Version, forget_seated};
use testkit::{ANN, Table};

use crate::backend::Backend;
use crate::sample::{NOON, commit, id, player, seat, table, taken, token};

/// Stores the log of a table, in two commits.
pub(crate) async fn keep(store: &dyn Store, number: u32, log: &[Event], seats: Vec<SeatChange>) {
    let mut log = log.to_vec();
    if let EventKind::TableOpened(opening) = &mut log[0].kind {
        opening.game = id(number);
    }
    let game = Game::replay(&log).unwrap();
    let (first, rest) = log.split_at(2);
    store.create(NewTable { events: first.to_vec(), seats, ..table(number) }).await.unwrap();
    let rest = Commit { events: rest.into(), status: game.progress(), ..commit(number, Version(1)) };
    store.append(rest).await.unwrap();
}

/// A finished game of three, optionally followed by a rematch.
pub(crate) fn finished(names: [&str; 3], again: Option<&GameId>) -> Table {
    let mut game = Table::empty(Preset::Social.rules(Language::by_code("en").unwrap()));
    for name in names {
        game.join(name).unwrap();
    }
    let mut game = game.started();
    game.command(ANN, Command::Resign).unwrap();
    game.command(1, Command::Resign).unwrap();
    if let Some(again) = again {
        let kind = EventKind::RematchOpened { by: seat(1), game: again.clone() };
        game.log.push(Event { at: game.now, kind });
    }
    game
}

async fn names(store: &dyn Store, number: u32) -> Vec<String> {
    let stored = store.load(&id(number)).await.unwrap().unwrap();
    let game = Game::replay(stored.events()).unwrap();
    let kept = game.opening().rematch.iter().flat_map(|rematch| &rematch.players);
    let kept = kept.map(|(_, name, _)| name.to_string());
    game.players().iter().map(|(_, player)| player.name.to_string()).chain(kept).collect()
}

pub(crate) async fn a_player_who_is_forgotten_has_no_name_any_more(place: &dyn Backend) {
    let store = place.open().await;
    let game = finished(["Ann", "Bob", "deleted PLAYER"], None);
    keep(&*store, 1, &game.log, vec![taken(0, "ann"), taken(1, "bob")]).await;
    store.put_ticket(token(9), &id(1), seat(0), Timestamp(NOON.0 + 1000), NOON).await.unwrap();
    let before = store.load(&id(1)).await.unwrap().unwrap();

    let forgotten = forget_seated(&*store, &player("ann")).await.unwrap();
    assert_eq!(forgotten.tables, [id(1)]);
    assert_eq!(names(&*store, 1).await, ["Deleted player 2", "Bob", "deleted PLAYER"]);
    let after = store.load(&id(1)).await.unwrap().unwrap();
    assert_eq!((after.version, after.seed), (before.version, before.seed));
    // Only a name is different.
    assert_eq!(after.batches[1], before.batches[1]);
    assert_eq!((after.seats[seat(0)].token, after.seats[seat(0)].name_key.as_str()), (None, ""));
    assert_eq!(after.seats[seat(1)], before.seats[seat(1)]);
    assert_eq!(store.find_ticket(token(9), NOON).await.unwrap(), None);
    let nobody = forget_seated(&*store, &player("zoe")).await;
    assert!(matches!(nobody, Err(ForgetError::NoSuchPlayer(_))));
}

pub(crate) async fn a_player_is_forgotten_at_the_tables_that_follow(place: &dyn Backend) {
    let store = place.open().await;
    let first = finished(["Ann", "Bob", "Cat"], Some(&id(2)));
    keep(&*store, 1, &first.log, vec![taken(0, "ann"), taken(1, "bob")]).await;
    let mut second = finished(["Ann", "Bob", "Cat"], None);
    let kept = first.game.players().iter().map(|(seat, player)| (seat, player.name.clone(), player.kind));
    if let EventKind::TableOpened(Opening { rematch, .. }) = &mut second.log[0].kind {
        *rematch = Some(Rematch { players: kept.collect() });
    }
    keep(&*store, 2, &second.log, vec![taken(0, "ann again")]).await;
    let forgotten = forget_seated(&*store, &player("ann")).await.unwrap();
    assert_eq!(forgotten.tables, [id(1), id(2)]);
    assert_eq!(names(&*store, 1).await, ["Deleted player", "Bob", "Cat"]);
    assert_eq!(names(&*store, 2).await, ["Deleted player", "Bob", "Cat", "Deleted player", "Bob", "Cat"]);
    assert_eq!(store.load(&id(2)).await.unwrap().unwrap().seats[seat(0)].token, None);
}

pub(crate) async fn whoever_is_still_playing_is_not_forgotten(place: &dyn Backend) {
    let store = place.open().await;
    let game = Table::of(Preset::Social.rules(Language::by_code("en").unwrap()), 2).started();
    assert_eq!(game.game.progress(), Progress::Playing);
    keep(&*store, 1, &game.log, vec![taken(0, "ann")]).await;
    let refused = forget_seated(&*store, &player("ann")).await;
    assert!(matches!(refused, Err(ForgetError::StillOpen(table)) if table == id(1)));
    let ann: PlayerName = "Ann".parse().unwrap();
    assert_eq!(names(&*store, 1).await[0], ann.to_string());
}
