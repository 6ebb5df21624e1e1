use rules::{Command, Game, Language, Preset, Progress, Seed, Timestamp};
use store::{CreateError, Lobby, NewTable, Version};
use testkit::{ANN, BOB, Table};

use crate::backend::Backend;
use crate::sample::{NOON, command, commit, id, player, seat, table, taken, token};

pub(crate) async fn a_table_comes_back_as_it_was_created(place: &dyn Backend) {
    let store = place.open().await;
    let new = NewTable {
        lobby: Lobby::Open,
        next_due: Some(Timestamp(NOON.0 + 60_000)),
        seats: vec![taken(0, "ann"), taken(2, "cat")],
        ..table(1)
    };
    store.create(new.clone()).await.unwrap();
    let stored = store.load(&new.id).await.unwrap().unwrap();
    assert_eq!(stored.id, new.id);
    assert_eq!(stored.code, Some(new.code));
    assert_eq!(stored.lobby, Lobby::Open);
    assert_eq!(stored.seed, new.seed);
    assert_eq!(stored.invite, new.invite);
    assert_eq!(stored.version, Version::FIRST);
    assert_eq!(stored.status, Progress::Waiting);
    assert_eq!((stored.opened_at, stored.next_due), (NOON, new.next_due));
    assert_eq!(stored.seats.seats().collect::<Vec<_>>(), [seat(0), seat(2)]);
    assert_eq!(stored.seats[seat(2)].player, player("cat"));
    assert_eq!(stored.seats[seat(2)].token, Some(token(2)));
    assert_eq!(stored.seats[seat(2)].name_key, "cat");
    assert_eq!(stored.batches.len(), 1);
    assert_eq!(stored.batches[0].events, new.events);
    assert!(matches!(store.create(table(1)).await, Err(CreateError::TableExists(_))));
}

pub(crate) async fn a_table_that_nobody_created_is_not_there(place: &dyn Backend) {
    let store = place.open().await;
    assert_eq!(store.load(&id(1)).await.unwrap(), None);
    assert_eq!(store.load_since(&id(1), Version(0)).await.unwrap(), None);
    assert_eq!(store.reply_to(&id(1), &player("ann"), "c1").await.unwrap(), None);
    store.ping().await.unwrap();
}

pub(crate) async fn a_table_begins_with_its_opening(place: &dyn Backend) {
    let store = place.open().await;
    let without = NewTable { events: Vec::new(), ..table(1) };
    let of_another = NewTable { events: table(2).events, ..table(1) };
    for new in [without, of_another] {
        assert!(matches!(store.create(new).await, Err(CreateError::NoOpening(_))));
    }
    assert_eq!(store.load(&id(1)).await.unwrap(), None);
}

pub(crate) async fn what_happened_since_a_version_is_told_in_order(place: &dyn Backend) {
    let store = place.open().await;
    store.create(table(1)).await.unwrap();
    for version in 1..=12 {
        assert_eq!(store.append(commit(1, Version(version))).await.unwrap(), Version(version + 1));
    }
    let versions =
        |batches: Vec<store::Batch>| batches.iter().map(|batch| batch.version.0).collect::<Vec<_>>();
    let stored = store.load(&id(1)).await.unwrap().unwrap();
    let news = store.load_since(&id(1), Version(9)).await.unwrap().unwrap();
    assert_eq!((news.version, news.seats), (Version(13), stored.seats));
    assert_eq!(versions(news.batches), [10, 11, 12, 13]);
    let none = store.load_since(&id(1), Version(13)).await.unwrap().unwrap();
    assert_eq!((none.version, none.batches), (Version(13), Vec::new()));
    assert_eq!(versions(stored.batches), (1..=13).collect::<Vec<_>>());
}

pub(crate) async fn a_whole_game_is_replayed_from_the_store(place: &dyn Backend) {
    let store = place.open().await;
    let mut game = Table::of(Preset::Classic.rules(Language::by_code("nl").unwrap()), 2)
        .with_opening_draw("AB")
        .with_racks(&["QUIZEST", "ABCDEF?"])
        .started();
    game.play(ANN, "8E", "QUIZ").unwrap();
    game.play(BOB, "9E", "ABs").unwrap();
    game.challenge(ANN).unwrap();
    game.exchange(BOB, &[0, 1]).unwrap_or_else(|_| game.exchange(ANN, &[0, 1]).unwrap());
    game.command(ANN, Command::Resign).unwrap();
    assert!(game.is_over());

    let id = game.game.id().clone();
    let language = game.game.rules().language.clone();
    let (opening, rest) = game.log.split_first().unwrap();
    let new = NewTable { id: id.clone(), seed: Seed([0; 32]), events: vec![opening.clone()], ..table(7) };
    store.create(new).await.unwrap();
    let mut version = Version::FIRST;
    for events in rest.chunks(3) {
        let commit = store::Commit {
            table: id.clone(),
            events: events.into(),
            language: language.clone(),
            ..commit(7, version)
        };
        version = store.append(commit).await.unwrap();
    }
    let stored = store.load(&id).await.unwrap().unwrap();
    assert_eq!(Game::replay(stored.events()).unwrap(), game.game);
}

pub(crate) async fn closing_and_opening_again_keeps_everything(place: &dyn Backend) {
    let store = place.open().await;
    store.create(NewTable { seats: vec![taken(0, "ann")], ..table(1) }).await.unwrap();
    let with_command =
        store::Commit { command: command("ann", "c1", "{\"ok\":true}"), ..commit(1, Version(1)) };
    store.append(with_command).await.unwrap();
    store.put_ticket(token(9), &id(1), seat(0), Timestamp(NOON.0 + 1), NOON).await.unwrap();
    let before = store.load(&id(1)).await.unwrap();
    store.close().await;
    drop(store);

    let store = place.open().await;
    assert_eq!(store.load(&id(1)).await.unwrap(), before);
    let reply = store.reply_to(&id(1), &player("ann"), "c1").await.unwrap();
    assert_eq!(reply, Some((Version(2), "{\"ok\":true}".to_owned())));
    assert_eq!(store.find_ticket(token(9), NOON).await.unwrap(), Some((id(1), seat(0))));
    assert_eq!(store.append(commit(1, Version(2))).await.unwrap(), Version(3));
    store.close().await;
}
