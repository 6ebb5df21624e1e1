use rules::{Preset, Progress, Refusal, Verdict};
use testkit::{ANN, BOB, Table, seat};

use crate::{challenge, dealt, dealt_by, english};

const RACKS: [&str; 2] = ["CATSEED", "HORNING"];

fn unknown(table: &Table, words: &[&str]) -> Refusal {
    Refusal::UnknownWords { words: words.iter().map(|word| table.language().spell(word).unwrap()).collect() }
}

#[test]
fn where_words_are_checked_every_word_of_the_play_must_be_in_the_list() {
    for preset in [Preset::Validated, Preset::Open] {
        let mut table = dealt(preset, &RACKS).with_words(&["CAT", "HO"]);
        assert_eq!(table.play(ANN, "8H", "TAC"), Err(unknown(&table, &["TAC"])));
        table.play(ANN, "8H", "CAT").unwrap();
        // HO is a word and CATH is not. The refusal names the words not in the list.
        assert_eq!(table.play(BOB, "K8", "HO"), Err(unknown(&table, &["CATH"])));
        assert_eq!(table.play(BOB, "K8", "IN"), Err(unknown(&table, &["IN", "CATI"])));
    }
}

#[test]
fn a_play_that_the_list_rejects_costs_nothing() {
    let mut table = dealt(Preset::Open, &RACKS).with_words(&[]);
    let before = table.game.clone();
    table.play(ANN, "8H", "CAT").unwrap_err();
    assert_eq!(table.game, before);
}

#[test]
fn where_words_are_checked_the_play_stands_and_its_player_draws_at_once() {
    let mut table = dealt(Preset::Open, &RACKS).then_draws("XYZ");
    table.play(ANN, "8H", "CAT").unwrap();
    assert_eq!(table.rack(ANN), "SEEDXYZ");
    assert_eq!(table.challenge(BOB), Err(Refusal::NothingToChallenge));
}

#[test]
fn where_players_challenge_the_list_is_not_consulted_before_a_verdict() {
    for (preset, verdict) in [
        (Preset::Social, Verdict::Anyone),
        (Preset::Social, Verdict::Vote),
        (Preset::Classic, Verdict::Dictionary),
    ] {
        let mut table = dealt_by(preset, &["CATSEED", "HORNING", "MULBERY"], |fields| {
            fields.words = challenge(verdict, 60);
        })
        .with_words_that_nobody_may_ask();
        let placement = table.placement("8H", "TAC");
        let preview = table.game.preview(seat(ANN), &placement, table.words.as_ref()).unwrap();
        assert_eq!(preview.words[0].valid, None);
        table.play(ANN, "8H", "TAC").unwrap();
        table.accept(2).unwrap();
        table.play(BOB, "8K", "HO").unwrap();
        table.let_seconds_pass(60);
        table.exchange(2, &[0]).unwrap();
        if verdict != Verdict::Dictionary {
            table.play(ANN, "9H", "SEE").unwrap();
            table.challenge(BOB).unwrap();
            for player in [BOB, 2] {
                // Where anyone decides, the first verdict is enough.
                let _ = table.judge(player, false);
            }
            assert_eq!(table.rack(ANN).len(), 7);
        }
    }
}

#[test]
fn a_preview_shows_score_and_words_and_where_words_are_checked_their_validity() {
    let table = dealt(Preset::Open, &RACKS).with_words(&["CAT"]);
    for (player, word, score, valid) in
        [(ANN, "CAT", 10, true), (ANN, "TAC", 10, false), (BOB, "HO", 10, false)]
    {
        let placement = table.placement("8H", word);
        let preview = table.game.preview(seat(player), &placement, table.words.as_ref()).unwrap();
        assert_eq!((preview.score.0, preview.words[0].valid), (score, Some(valid)), "{word}");
    }
}

#[test]
fn only_players_in_a_running_game_can_preview() {
    let waiting = Table::of(english(Preset::Open), 2);
    let nothing = rules::Placement::default();
    let preview = |table: &Table, player| table.game.preview(seat(player), &nothing, table.words.as_ref());
    assert_eq!(preview(&waiting, ANN), Err(Refusal::NotStarted));
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING", "MULBERY"]);
    assert_eq!(preview(&table, ANN), Err(rules::PlacementError::NoTiles.into()));
    table.resign(ANN).unwrap();
    assert_eq!(preview(&table, ANN), Err(Refusal::OutOfGame));
    table.resign(BOB).unwrap();
    assert_eq!(preview(&table, 2), Err(Refusal::Ended));
}

#[test]
fn words_can_be_looked_up_always_after_the_game_or_never() {
    let look_up = |table: &Table| {
        let word = table.language().spell("CAT").unwrap();
        table.game.look_up(&word, table.words.as_ref())
    };
    for (preset, during, after) in [
        (Preset::Social, Ok(true), Ok(true)),
        (Preset::Classic, Err(Refusal::LookUpNotAllowed), Err(Refusal::LookUpNotAllowed)),
        (Preset::Validated, Ok(true), Ok(true)),
        (Preset::Open, Ok(true), Ok(true)),
        (Preset::Daily, Err(Refusal::LookUpNotAllowed), Ok(true)),
    ] {
        let racks = &RACKS[..usize::from(english(preset).max_players).min(2)];
        let mut table = dealt(preset, racks).with_words(&["CAT"]);
        assert_eq!(look_up(&table), during, "{preset}");
        table.resign(ANN).unwrap();
        assert_eq!(table.game.progress(), Progress::Ended);
        assert_eq!(look_up(&table), after, "{preset}");
    }
}

#[test]
fn a_pending_challenge_does_not_stop_a_look_up() {
    let mut table = dealt(Preset::Social, &RACKS).with_words(&["CAT"]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.challenge(BOB).unwrap();
    let word = table.language().spell("CAT").unwrap();
    assert_eq!(table.game.look_up(&word, table.words.as_ref()), Ok(true));
}
