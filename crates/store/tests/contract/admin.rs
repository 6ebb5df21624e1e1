use std::io;

use rules::{Progress, Timestamp};
use store::{
    Commit, EventStore, KeptPuzzle, Lobby, MemoryStore, NewTable, NewTurn, PuzzleKey, Row, RowFilter,
    SeatChange, Store, StoredChat, TablePage, Version, WriteRowsError,
};

use crate::backend::Backend;
use crate::sample::{NOON, code, command, commit, id, player, seat, table, taken, token};

fn later(minutes: i64) -> Timestamp {
    Timestamp(NOON.0 + minutes * 60_000)
}

/// Fills a store with all kinds of rows: tables in every state of progress, and the daily puzzle.
async fn fill(store: &dyn Store) {
    for number in [3, 1, 2, 10] {
        let lobby = if number == 1 { Lobby::Open } else { Lobby::Private };
        let seats = vec![taken(0, "ann"), taken(2, "bob")];
        let at = later(number.into());
        store.create(NewTable { lobby, seats, at, ..table(number) }).await.unwrap();
    }
    let played =
        Commit { command: command("ann", "c1", "\"2\""), next_due: Some(later(30)), ..commit(1, Version(1)) };
    store.append(played).await.unwrap();
    let bot =
        SeatChange::Taken { seat: seat(3), player: player("bot"), token: None, name_key: "bot".to_owned() };
    store
        .append(Commit { seats: vec![bot], next_due: Some(later(40)), ..commit(1, Version(2)) })
        .await
        .unwrap();
    for (number, status, minutes) in [(2, Progress::Ended, 20), (3, Progress::Closed, 25)] {
        let over = Commit { status, at: later(minutes), ..commit(number, Version(1)) };
        store.append(over).await.unwrap();
    }
    for (ticket, place) in [(9, 2), (8, 0)] {
        store.put_ticket(token(ticket), &id(1), seat(place), later(5), NOON).await.unwrap();
    }
    for (name, text) in [("Bob", "hello"), ("Ann", "good luck")] {
        let (name, text) = (name.to_owned(), text.to_owned());
        let line = StoredChat { player: player(&name), name, text, at: later(1) };
        store.put_chat(&id(1), &line).await.unwrap();
    }
    for (language, day) in [("nl", "2026-11-15"), ("en", "2026-11-16"), ("en", "2026-11-15")] {
        let puzzle = KeptPuzzle {
            seed: 7,
            starting_word: "STEEN".to_owned(),
            order: "A _".to_owned(),
            solution: (language == "nl").then(|| "solved".to_owned()),
        };
        store.keep_puzzle(&puzzle_of(language, day), puzzle).await.unwrap();
    }
    for number in [5, 4, 3] {
        let player = store.add_player(token(number), later(number.into())).await.unwrap();
        for (turn, finished_at) in [(1, None), (2, Some(NOON))] {
            let turn = NewTurn { number: turn, deed: format!("deed {turn}"), score: 10, finished_at };
            store.add_turn(player, &puzzle_of("nl", "2026-11-15"), turn.clone()).await.unwrap();
            store.add_turn(player, &puzzle_of("en", "2026-11-16"), turn).await.unwrap();
        }
        if number == 4 {
            store.rename_player(player, Some("Zoë".to_owned())).await.unwrap();
            store.put_transfer(token(77), player, later(9), NOON).await.unwrap();
        }
    }
}

fn puzzle_of(language: &str, day: &str) -> PuzzleKey {
    PuzzleKey { day: day.to_owned(), language: language.to_owned() }
}

async fn rows(store: &dyn Store, which: RowFilter) -> Vec<Row> {
    let mut rows = Vec::new();
    store
        .read_rows(which, &mut |row| {
            rows.push(row);
            Ok(())
        })
        .await
        .unwrap();
    rows
}

/// Returns rows of all kinds.
async fn samples() -> Vec<Row> {
    let store = MemoryStore::new();
    fill(&store).await;
    rows(&store, RowFilter::Everything).await
}

async fn write(store: &dyn Store, rows: Vec<Row>) -> Result<(), WriteRowsError> {
    store.write_rows(&mut rows.into_iter().map(Ok)).await
}

pub(crate) async fn rows_are_the_same_whatever_keeps_them(place: &dyn Backend) {
    let store = place.open().await;
    fill(&*store).await;
    let rows = rows(&*store, RowFilter::Everything).await;
    assert_eq!(rows, samples().await);
    let kinds: Vec<char> = rows
        .iter()
        .map(|row| match row {
            Row::Table(_) => 'T',
            Row::Seat(_) => 's',
            Row::Ticket(_) => 't',
            Row::Commit(_) => 'c',
            Row::Chat(_) => 'h',
            Row::DailyPuzzle(_) => 'P',
            Row::DailyPlayer(_) => 'p',
            Row::DailyDevice(_) => 'd',
            Row::DailyTransfer(_) => 'm',
            Row::DailyAttempt(_) => 'a',
        })
        .collect();
    assert_eq!(kinds.iter().collect::<String>(), "TsssttccchhTsscTssccTssccPPPpppdddmaaaaaa");
}

pub(crate) async fn rows_come_back_where_there_was_nothing(place: &dyn Backend) {
    let samples = samples().await;
    let store = place.open().await;
    assert_eq!(rows(&*store, RowFilter::Everything).await, []);
    write(&*store, samples.clone()).await.unwrap();
    assert_eq!(rows(&*store, RowFilter::Everything).await, samples);
    // The store can be used from there on.
    let source = MemoryStore::new();
    fill(&source).await;
    for number in [1, 2, 3, 10] {
        assert_eq!(store.load(&id(number)).await.unwrap(), source.load(&id(number)).await.unwrap());
    }
    assert_eq!(store.find_code(&code(2)).await.unwrap(), Some(id(2)));
    assert_eq!(store.due(later(40), 9).await.unwrap(), [id(1)]);
    assert_eq!(store.due(later(39), 9).await.unwrap(), []);
    let reply = store.reply_to(&id(1), &player("ann"), "c1").await.unwrap();
    assert_eq!(reply, Some((Version(2), "\"2\"".to_owned())));
    assert_eq!(store.append(commit(1, Version(3))).await.unwrap(), Version(4));
    let (zoe, name) = store.player_of(token(4)).await.unwrap().unwrap();
    assert_eq!(name.as_deref(), Some("Zoë"));
    let new = store.add_player(token(99), NOON).await.unwrap();
    assert!(new > zoe && store.attempt(new, &puzzle_of("nl", "2026-11-15")).await.unwrap().is_none());
}

pub(crate) async fn rows_are_not_written_over_others(place: &dyn Backend) {
    let store = place.open().await;
    store.add_player(token(1), NOON).await.unwrap();
    let before = rows(&*store, RowFilter::Everything).await;
    let refused = write(&*store, samples().await).await;
    assert!(matches!(refused, Err(WriteRowsError::NotEmpty)), "{refused:?}");
    assert_eq!(rows(&*store, RowFilter::Everything).await, before);
}

pub(crate) async fn rows_are_written_all_or_none(place: &dyn Backend) {
    let samples = samples().await;
    let store = place.open().await;
    let is_seat = |row: &Row| matches!(row, Row::Seat(_));
    let place_of_seat = samples.iter().position(is_seat).unwrap();
    let mut without_table = samples.clone();
    without_table.remove(0);
    let refused = write(&*store, without_table).await;
    assert!(matches!(refused, Err(WriteRowsError::OutOfPlace(table)) if table == id(1)));

    let broken = samples[..=place_of_seat].iter().cloned().map(Ok);
    let broken = broken.chain([Err(io::Error::other("the file is cut off"))]);
    let refused = store.write_rows(&mut broken.collect::<Vec<_>>().into_iter()).await;
    assert!(matches!(refused, Err(WriteRowsError::Source(_))), "{refused:?}");

    assert_eq!(rows(&*store, RowFilter::Everything).await, []);
    write(&*store, samples.clone()).await.unwrap();
    assert_eq!(rows(&*store, RowFilter::Everything).await, samples);
}

pub(crate) async fn reading_sees_one_moment_while_others_write(place: &dyn Backend) {
    let store = place.open().await;
    for number in 0..100 {
        store.create(table(number)).await.unwrap();
    }
    let (mut versions, mut is_first) = (Vec::new(), true);
    let mut take = |row: Row| {
        if std::mem::take(&mut is_first) {
            let write = async {
                store.append(commit(99, Version(1))).await.unwrap();
                store.create(table(999)).await.unwrap();
            };
            tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(write));
        }
        if let Row::Table(table) = row {
            versions.push(table.version.0);
        }
        Ok(())
    };
    store.read_rows(RowFilter::Everything, &mut take).await.unwrap();
    assert_eq!(versions, [1; 100]);
    assert_eq!(store.stats().await.unwrap().commits, 102);
}

pub(crate) async fn whoever_takes_rows_can_stop(place: &dyn Backend) {
    let store = place.open().await;
    fill(&*store).await;
    let mut stop = |_| Err(io::Error::other("the disk is full"));
    let stopped = store.read_rows(RowFilter::Everything, &mut stop).await.unwrap_err();
    assert_eq!(stopped.to_string(), "the disk is full");
    store.ping().await.unwrap();
    assert_eq!(rows(&*store, RowFilter::Everything).await, samples().await);
}

pub(crate) async fn tables_are_listed_page_by_page(place: &dyn Backend) {
    let store = place.open().await;
    fill(&*store).await;
    let mut page = TablePage { after: None, status: None, limit: 3 };
    let first = store.list_tables(&page).await.unwrap();
    assert_eq!(first.iter().map(|table| &table.id).collect::<Vec<_>>(), [&id(10), &id(3), &id(2)]);
    let ended = &first[2];
    assert_eq!((ended.status, ended.version, ended.seats), (Progress::Ended, Version(2), 2));
    assert_eq!((ended.opened_at, ended.changed_at), (later(2), later(20)));
    assert_eq!((&first[1].code, &ended.code), (&None, &Some(code(2))));
    page.after = Some((ended.opened_at, ended.id.clone()));
    let second = store.list_tables(&page).await.unwrap();
    assert_eq!(second.len(), 1);
    let running = &second[0];
    assert_eq!((running.lobby, running.seats, running.next_due), (Lobby::Open, 3, Some(later(40))));
    page = TablePage { after: None, status: Some(Progress::Waiting), limit: 9 };
    let waiting = store.list_tables(&page).await.unwrap();
    assert_eq!(waiting.iter().map(|table| &table.id).collect::<Vec<_>>(), [&id(10)]);
}

pub(crate) async fn everything_is_counted(place: &dyn Backend) {
    let store = place.open().await;
    assert_eq!(store.stats().await.unwrap().tables(), 0);
    fill(&*store).await;
    let stats = store.stats().await.unwrap();
    assert_eq!((stats.waiting, stats.playing, stats.ended, stats.closed), (1, 1, 1, 1));
    assert_eq!((stats.tables(), stats.commits, stats.commands, stats.seats), (4, 8, 1, 9));
    assert_eq!((stats.daily_puzzles, stats.daily_players, stats.daily_attempts), (3, 3, 6));
    let logs = rows(&*store, RowFilter::Everything).await.into_iter().filter_map(|row| match row {
        Row::Commit(commit) => Some(commit.events.len() as u64),
        _ => None,
    });
    assert_eq!(stats.event_bytes, logs.sum::<u64>());
    assert!(stats.database_bytes.is_none_or(|bytes| bytes > 4096));
}

pub(crate) async fn players_of_daily_puzzles_are_found_by_name_and_number(place: &dyn Backend) {
    let store = place.open().await;
    fill(&*store).await;
    let (zoe, _) = store.player_of(token(4)).await.unwrap().unwrap();
    assert_eq!(store.daily_players_called("Zoë").await.unwrap(), [zoe]);
    assert_eq!(store.daily_players_called(&zoe.0.to_string()).await.unwrap(), [zoe]);
    assert_eq!(store.daily_players_called("zoe").await.unwrap(), []);
}

pub(crate) async fn tables_that_are_over_are_removed_after_a_while(place: &dyn Backend) {
    let store = place.open().await;
    fill(&*store).await;
    assert_eq!(store.remove_ended_before(later(20)).await.unwrap(), 0);
    assert_eq!(store.ended_before(later(26), 9).await.unwrap(), [(id(2), Version(2)), (id(3), Version(2))]);
    assert_eq!(store.ended_before(later(26), 1).await.unwrap(), [(id(2), Version(2))]);
    let old = rows(&*store, RowFilter::EndedBefore(later(21))).await;
    assert!(matches!(&old[0], Row::Table(table) if table.id == id(2)), "{old:?}");
    assert_eq!(old.len(), 5);
    // The table has changed since it was listed.
    assert_eq!(store.remove_tables(&[(id(2), Version(1))]).await.unwrap(), 0);
    assert_eq!(store.remove_ended_before(later(21)).await.unwrap(), 1);
    assert_eq!(store.load(&id(2)).await.unwrap(), None);
    assert_eq!(store.find_code(&code(2)).await.unwrap(), None);
    assert_eq!(store.remove_ended_before(later(1000)).await.unwrap(), 1);
    assert_eq!(store.remove_ended_before(later(1000)).await.unwrap(), 0);
    let stats = store.stats().await.unwrap();
    assert_eq!((stats.tables(), stats.commits, stats.seats, stats.daily_attempts), (2, 4, 5, 6));
}
