use rules::Timestamp;
use store::{
    DailyPlayer, DailyPlayerRow, DailyStore, Finished, KeptPuzzle, NewTurn, PuzzleKey, Renamed, Row,
    RowFilter, StoredPuzzle, TokenHash, TurnKept,
};
use tokio::task::JoinSet;

use crate::backend::Backend;
use crate::sample::NOON;

fn today() -> PuzzleKey {
    PuzzleKey { day: "2026-11-15".to_owned(), language: "en".to_owned() }
}

fn puzzle(word: &str) -> KeptPuzzle {
    KeptPuzzle {
        seed: (1 << 53) - 1,
        starting_word: word.to_owned(),
        order: "A B _".to_owned(),
        solution: None,
    }
}

const fn token(number: u8) -> TokenHash {
    TokenHash([number; 32])
}

fn turn(number: u8, score: i64) -> NewTurn {
    let finished_at = (number == 5).then_some(NOON);
    NewTurn { number, deed: format!("deed {number}"), score, finished_at }
}

async fn player(store: &dyn DailyStore, number: u8) -> DailyPlayer {
    store.add_player(token(number), NOON).await.unwrap()
}

/// Plays five turns. The last scores a given number of points, the others one each.
async fn finish(store: &dyn DailyStore, player: DailyPlayer, last: i64, at: Timestamp) {
    for number in 1..=5 {
        let score = if number == 5 { last } else { 1 };
        let turn = NewTurn { finished_at: (number == 5).then_some(at), ..turn(number, score) };
        assert_eq!(store.add_turn(player, &today(), turn).await.unwrap(), TurnKept::Kept);
    }
}

pub(crate) async fn the_first_puzzle_of_a_day_is_kept(place: &dyn Backend) {
    let store = place.open().await;
    assert_eq!(store.puzzle(&today()).await.unwrap(), None);
    let stored = |word: &str, is_new| StoredPuzzle { puzzle: puzzle(word), is_new };
    assert_eq!(store.keep_puzzle(&today(), puzzle("STONE")).await.unwrap(), stored("STONE", true));
    assert_eq!(store.keep_puzzle(&today(), puzzle("RIVER")).await.unwrap(), stored("STONE", false));
    let dutch = PuzzleKey { language: "nl".to_owned(), ..today() };
    assert_eq!(store.keep_puzzle(&dutch, puzzle("STEEN")).await.unwrap(), stored("STEEN", true));
    store.keep_solution(&today(), "solved".to_owned()).await.unwrap();
    store.close().await;
    let store = place.open().await;
    let solved = KeptPuzzle { solution: Some("solved".to_owned()), ..puzzle("STONE") };
    assert_eq!(store.puzzle(&today()).await.unwrap(), Some(solved));
}

pub(crate) async fn a_device_is_known_by_its_token(place: &dyn Backend) {
    let store = place.open().await;
    assert_eq!(store.player_of(token(1)).await.unwrap(), None);
    let one = player(&*store, 1).await;
    let other = player(&*store, 2).await;
    assert_ne!(one, other);
    assert_eq!(store.player_of(token(1)).await.unwrap(), Some((one, None)));
    store.rename_player(one, Some("Ann".to_owned())).await.unwrap();
    assert_eq!(store.player_of(token(1)).await.unwrap(), Some((one, Some("Ann".to_owned()))));
    assert_eq!(store.player_of(token(2)).await.unwrap(), Some((other, None)));
    store.rename_player(one, None).await.unwrap();
    assert_eq!(store.player_of(token(1)).await.unwrap(), Some((one, None)));
}

pub(crate) async fn turns_are_kept_in_order_and_once(place: &dyn Backend) {
    let store = place.open().await;
    let ann = player(&*store, 1).await;
    assert_eq!(store.attempt(ann, &today()).await.unwrap(), None);
    assert_eq!(store.add_turn(ann, &today(), turn(2, 9)).await.unwrap(), TurnKept::OutOfOrder);
    assert_eq!(store.attempt(ann, &today()).await.unwrap(), None);
    assert_eq!(store.add_turn(ann, &today(), turn(1, 20)).await.unwrap(), TurnKept::Kept);
    assert_eq!(store.add_turn(ann, &today(), turn(1, 20)).await.unwrap(), TurnKept::OutOfOrder);
    assert_eq!(store.add_turn(ann, &today(), turn(3, 20)).await.unwrap(), TurnKept::OutOfOrder);
    for number in 2..=5 {
        let before = store.attempt(ann, &today()).await.unwrap().unwrap();
        assert_eq!((before.deeds.len(), before.finished_at), (usize::from(number) - 1, None));
        assert_eq!(store.add_turn(ann, &today(), turn(number, 10)).await.unwrap(), TurnKept::Kept);
    }
    let finished = store.attempt(ann, &today()).await.unwrap().unwrap();
    assert_eq!(finished.deeds, ["deed 1", "deed 2", "deed 3", "deed 4", "deed 5"]);
    assert_eq!((finished.score, finished.finished_at), (60, Some(NOON)));
    assert_eq!(store.add_turn(ann, &today(), turn(5, 10)).await.unwrap(), TurnKept::OutOfOrder);
    assert_eq!(store.attempt(ann, &today()).await.unwrap(), Some(finished));
}

pub(crate) async fn of_many_turns_at_once_one_is_kept(place: &dyn Backend) {
    let store = place.open().await;
    let ann = player(&*store, 1).await;
    for number in 1..=2 {
        let mut tasks = JoinSet::new();
        for points in 0..16 {
            let store = store.clone();
            tasks.spawn(async move { store.add_turn(ann, &today(), turn(number, points)).await.unwrap() });
        }
        let answers = tasks.join_all().await;
        assert_eq!(answers.iter().filter(|answer| **answer == TurnKept::Kept).count(), 1);
        let kept = store.attempt(ann, &today()).await.unwrap().unwrap();
        assert_eq!(kept.deeds.len(), usize::from(number));
    }
}

pub(crate) async fn those_who_finished_are_ranked(place: &dyn Backend) {
    let store = place.open().await;
    assert_eq!(store.scores(&today(), Finished::AtAnyTime).await.unwrap(), []);
    assert_eq!(store.best_finishers(&today(), Finished::AtAnyTime, 9).await.unwrap(), []);
    for (number, last, at) in [(1, 50, 30), (2, 90, 20), (3, 50, 10)] {
        let player = player(&*store, number).await;
        store.rename_player(player, Some(format!("player {number}"))).await.unwrap();
        finish(&*store, player, last, Timestamp(at)).await;
    }
    // A player who has not finished is not ranked.
    let late = player(&*store, 4).await;
    assert_eq!(store.add_turn(late, &today(), turn(1, 500)).await.unwrap(), TurnKept::Kept);
    assert_eq!(store.scores(&today(), Finished::AtAnyTime).await.unwrap(), [(94, 1), (54, 2)]);
    let best = store.best_finishers(&today(), Finished::AtAnyTime, 9).await.unwrap();
    let names: Vec<_> = best.iter().map(|finisher| finisher.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["player 2", "player 3", "player 1"]);
    assert_eq!(store.best_finishers(&today(), Finished::AtAnyTime, 1).await.unwrap().len(), 1);
    // Players who finished after the given moment are not included.
    for (end, names, scores) in [
        (31, &["player 2", "player 3", "player 1"][..], &[(94, 1), (54, 2)][..]),
        (30, &["player 2", "player 3"], &[(94, 1), (54, 1)]),
        (20, &["player 3"], &[(54, 1)]),
        (10, &[], &[]),
    ] {
        let before = Finished::Before(Timestamp(end));
        let best = store.best_finishers(&today(), before, 9).await.unwrap();
        let found: Vec<_> = best.iter().map(|finisher| finisher.name.as_deref().unwrap()).collect();
        assert_eq!(found, names, "before {end}");
        assert_eq!(store.scores(&today(), before).await.unwrap(), scores, "before {end}");
    }
    let dutch = PuzzleKey { language: "nl".to_owned(), ..today() };
    assert_eq!(store.scores(&dutch, Finished::AtAnyTime).await.unwrap(), []);
}

pub(crate) async fn a_player_finds_the_days_they_began(place: &dyn Backend) {
    let store = place.open().await;
    let (ann, other) = (player(&*store, 1).await, player(&*store, 2).await);
    for day in ["2026-11-15", "2026-11-02", "2025-12-31"] {
        let key = PuzzleKey { day: day.to_owned(), ..today() };
        store.add_turn(ann, &key, turn(1, 7)).await.unwrap();
    }
    store.add_turn(other, &today(), turn(1, 7)).await.unwrap();
    let days = store.days_of(ann, "en").await.unwrap();
    assert_eq!(
        days.iter().map(|day| day.day.as_str()).collect::<Vec<_>>(),
        ["2025-12-31", "2026-11-02", "2026-11-15"]
    );
    assert!(days.iter().all(|day| (day.turns, day.score, day.finished_at) == (1, 7, None)));
    assert_eq!(store.days_of(ann, "nl").await.unwrap(), []);
}

pub(crate) async fn a_transfer_works_once_and_for_a_while(place: &dyn Backend) {
    let store = place.open().await;
    let ann = player(&*store, 1).await;
    let (code, later) = (token(77), Timestamp(NOON.0 + 1000));
    store.put_transfer(code, ann, later, NOON).await.unwrap();
    assert_eq!(store.redeem_transfer(token(78), token(2), NOON).await.unwrap(), None);
    assert_eq!(store.redeem_transfer(code, token(2), later).await.unwrap(), None);
    assert_eq!(store.redeem_transfer(code, token(2), NOON).await.unwrap(), Some(ann));
    assert_eq!(store.redeem_transfer(code, token(3), NOON).await.unwrap(), None);
    assert_eq!(store.player_of(token(2)).await.unwrap(), Some((ann, None)));
    assert_eq!(store.player_of(token(1)).await.unwrap(), Some((ann, None)));
    assert_eq!(store.player_of(token(3)).await.unwrap(), None);
    // Another code for the same player replaces the previous one.
    store.put_transfer(code, ann, later, NOON).await.unwrap();
    store.put_transfer(token(79), ann, later, NOON).await.unwrap();
    assert_eq!(store.redeem_transfer(code, token(4), NOON).await.unwrap(), None);
}

pub(crate) async fn a_forgotten_player_leaves_a_score_behind(place: &dyn Backend) {
    let store = place.open().await;
    let ann = player(&*store, 1).await;
    store.rename_player(ann, Some("Ann".to_owned())).await.unwrap();
    finish(&*store, ann, 50, NOON).await;
    let dutch = PuzzleKey { language: "nl".to_owned(), ..today() };
    store.add_turn(ann, &dutch, turn(1, 5)).await.unwrap();
    store.put_transfer(token(9), ann, Timestamp(NOON.0 + 1000), NOON).await.unwrap();
    let tomorrow = "2026-11-16";
    store.forget_player(ann, tomorrow).await.unwrap();
    assert_eq!(store.player_of(token(1)).await.unwrap(), None);
    assert_eq!(store.redeem_transfer(token(9), token(2), NOON).await.unwrap(), None);
    assert_eq!(store.scores(&today(), Finished::AtAnyTime).await.unwrap(), [(54, 1)]);
    assert_eq!(store.best_finishers(&today(), Finished::AtAnyTime, 9).await.unwrap()[0].name, None);
    assert_eq!(store.attempt(ann, &dutch).await.unwrap(), None);
    // The same token creates another player.
    assert_ne!(player(&*store, 1).await, ann);
}

pub(crate) async fn a_forgotten_player_leaves_nothing_in_a_day_that_is_not_over(place: &dyn Backend) {
    let store = place.open().await;
    let (ann, bob) = (player(&*store, 1).await, player(&*store, 2).await);
    let yesterday = PuzzleKey { day: "2026-11-14".to_owned(), ..today() };
    let dutch = PuzzleKey { language: "nl".to_owned(), ..today() };
    for key in [&yesterday, &today(), &dutch] {
        for number in 1..=5 {
            assert_eq!(store.add_turn(ann, key, turn(number, 10)).await.unwrap(), TurnKept::Kept);
        }
    }
    finish(&*store, bob, 6, NOON).await;
    store.forget_player(ann, &today().day).await.unwrap();
    let scores = async |key: &PuzzleKey| store.scores(key, Finished::AtAnyTime).await.unwrap();
    assert_eq!(scores(&yesterday).await, [(50, 1)], "a day that is over keeps the score");
    assert_eq!(scores(&today()).await, [(10, 1)], "only Bob's");
    assert_eq!(scores(&dutch).await, []);
    let best = store.best_finishers(&today(), Finished::AtAnyTime, 9).await.unwrap();
    assert_eq!(best.iter().map(|finisher| finisher.player).collect::<Vec<_>>(), [bob]);
}

pub(crate) async fn a_name_is_one_players(place: &dyn Backend) {
    let store = place.open().await;
    let (ann, eve) = (player(&*store, 1).await, player(&*store, 2).await);
    let rename = async |player, name: &str| store.rename_player(player, Some(name.to_owned())).await.unwrap();
    assert_eq!(rename(ann, "Ann Lee").await, Renamed::Done);
    assert_eq!(rename(eve, "Eve").await, Renamed::Done);
    for same in ["Ann Lee", "ANN LEE", "Ａｎｎ Ｌｅｅ", "Ann Lee\u{fe0f}"] {
        assert_eq!(rename(eve, same).await, Renamed::Taken, "{same:?}");
    }
    assert_eq!(store.player_of(token(2)).await.unwrap(), Some((eve, Some("Eve".to_owned()))));
    // Players may change the spelling of their own name.
    assert_eq!(rename(ann, "ann lee").await, Renamed::Done);
    assert_eq!(store.player_of(token(1)).await.unwrap(), Some((ann, Some("ann lee".to_owned()))));
    // A name becomes free when its player gives it up or is forgotten.
    assert_eq!(store.rename_player(ann, None).await.unwrap(), Renamed::Done);
    assert_eq!(store.rename_player(eve, None).await.unwrap(), Renamed::Done, "any number have none");
    assert_eq!(rename(eve, "Ann Lee").await, Renamed::Done);
    store.forget_player(eve, &today().day).await.unwrap();
    assert_eq!(rename(ann, "Ann Lee").await, Renamed::Done);
}

pub(crate) async fn of_many_who_want_a_name_at_once_one_gets_it(place: &dyn Backend) {
    let store = place.open().await;
    let mut tasks = JoinSet::new();
    for number in 1..=16 {
        let store = store.clone();
        tasks.spawn(async move {
            let player = player(&*store, number).await;
            store.rename_player(player, Some("Ann".to_owned())).await.unwrap()
        });
    }
    let answers = tasks.join_all().await;
    assert_eq!(answers.iter().filter(|answer| **answer == Renamed::Done).count(), 1);
}

/// Earlier versions allowed players to share a name, and their backups can be restored.
pub(crate) async fn rows_of_players_with_the_same_name_are_written_and_the_name_is_taken(
    place: &dyn Backend,
) {
    let store = place.open().await;
    let row = |number| {
        let (player, name) = (DailyPlayer(number), Some("Ann".to_owned()));
        Row::DailyPlayer(DailyPlayerRow { player, name, made_at: NOON })
    };
    store.write_rows(&mut [row(1), row(2)].into_iter().map(Ok)).await.unwrap();
    let mut read = Vec::new();
    let mut take = |row| {
        read.push(row);
        Ok(())
    };
    store.read_rows(RowFilter::Everything, &mut take).await.unwrap();
    assert_eq!(read, [row(1), row(2)]);
    let eve = player(&*store, 3).await;
    assert_eq!(store.rename_player(eve, Some("ann".to_owned())).await.unwrap(), Renamed::Taken);
}
