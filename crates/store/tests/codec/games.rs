//! Games played by the rules, covering every kind of event.

use rules::{BotLevel, Clock, Command, Event, GameId, Language, Millis, Nonce, Preset, Verdict, WordRule};
use testkit::{ANN, BOB, CAT, DAN, Table};

fn english() -> std::sync::Arc<Language> {
    Language::by_code("en").unwrap()
}

/// The logs of all games, with their names.
pub(crate) fn all() -> [(&'static str, Vec<Event>); 9] {
    [
        ("classic", classic().log),
        ("vote", social_vote().log),
        ("open", open().log),
        ("closed", closed().log),
        ("clocked", clocked().log),
        ("daily", daily().log),
        ("nonces", nonces().log),
        ("rules", changed_rules().log),
        ("days", over_days().log),
    ]
}

/// An opening draw, a challenge, exchanges, an end by the host, and a rematch.
fn classic() -> Table {
    let mut table = Table::of(Preset::Classic.rules(english()), 2);
    table.command(ANN, Command::GiveNonce(Nonce(b"\x00\xffann".to_vec()))).unwrap();
    let mut table =
        table.with_words(&["QUIZ"]).with_opening_draw("AAEB").with_racks(&["QUIZEST", "ABCDEF?"]).started();
    let first = table.to_move().unwrap();
    let second = 1 - first;
    let (place, word) = if table.rack(first).contains('Q') { ("8E", "QUIZ") } else { ("8G", "ABs") };
    table.play(first, place, word).unwrap();
    table.challenge(second).unwrap();
    for _ in 0..8 {
        let Some(player) = table.to_move() else { break };
        table.exchange(player, &[0, 2]).unwrap();
    }
    let host = table.game.host().unwrap().index();
    table.command(host, Command::EndGame).unwrap();
    assert!(table.is_over());
    table.command(host, Command::PlayAgain { game: GameId::new("again"), instead_of: None }).unwrap();
    table
}

/// Commitments to nonces, a failed start, and one for which all players reveal.
fn nonces() -> Table {
    let mut table = Table::of(Preset::Open.rules(english()), 3).with_bag();
    let nonce = |text: &str| Nonce(text.as_bytes().to_vec());
    table.command(CAT, Command::GiveNonce(nonce("in the open"))).unwrap();
    for attempt in ["first", "second"] {
        for player in [ANN, BOB] {
            let commitment = nonce(&format!("{attempt} {player}")).commitment();
            table.command(player, Command::CommitNonce(commitment)).unwrap();
        }
        table.command(ANN, Command::Start).unwrap();
        table.command(ANN, Command::RevealNonce(nonce(&format!("{attempt} {ANN}")))).unwrap();
        if attempt == "first" {
            table.let_seconds_pass(5);
        }
    }
    table.command(BOB, Command::RevealNonce(nonce(&format!("second {BOB}")))).unwrap();
    table.resign(BOB).unwrap();
    table.resign(CAT).unwrap();
    assert!(table.is_over());
    table
}

/// A host who changes the rules and the language before the start.
fn changed_rules() -> Table {
    let mut table = Table::of(Preset::Classic.rules(english()), 2).with_bag();
    let dutch = Preset::Validated.rules(Language::by_code("nl").unwrap());
    table.command(ANN, Command::ChangeRules(Box::new(dutch))).unwrap();
    table.command(ANN, Command::Start).unwrap();
    for player in [ANN, BOB] {
        table.exchange(player, &[1, 3]).unwrap();
    }
    table.resign(BOB).unwrap();
    assert!(table.is_over());
    table
}

/// Four players who vote, and a request to end the game.
fn social_vote() -> Table {
    let rules = Preset::Social.rules(english());
    let mut table = Table::changed(rules, 4, |fields| {
        fields.words = WordRule::Challenge { verdict: Verdict::Vote, window: Millis::seconds(60) };
    })
    .with_racks(&["QUIZEST", "ABCDEFG", "AEIOUNT", "RSTLNEE"])
    .started();
    table.play(ANN, "8E", "QUIZ").unwrap();
    table.accept(BOB).unwrap();
    table.challenge(CAT).unwrap();
    table.judge(BOB, true).unwrap();
    table.judge(DAN, true).unwrap();
    table.play(BOB, "9F", "BAD").unwrap();
    table.let_seconds_pass(61);
    table.command(ANN, Command::EndGame).unwrap();
    table.let_seconds_pass(61);
    table.command(ANN, Command::EndGame).unwrap();
    for player in [BOB, CAT] {
        let _ = table.command(player, Command::EndGame);
    }
    table
}

/// Checked words, a bot, a player who is removed and one who resigns.
fn open() -> Table {
    let mut table = Table::of(Preset::Open.rules(english()), 3);
    let (name, level) = ("Robot".parse().unwrap(), BotLevel::new(3).unwrap());
    table.command(ANN, Command::AddBot { name, level }).unwrap();
    let mut table = table.with_racks(&["QUIZEST", "ABCDEFG"]).started();
    table.play(ANN, "8E", "QUIZ").unwrap();
    table.pass(BOB).unwrap();
    table.goes_away(CAT);
    table.let_seconds_pass(61);
    table.resign(BOB).unwrap();
    table.resign(ANN).unwrap();
    assert!(table.is_over());
    table
}

/// A player leaves, and the table closes.
fn closed() -> Table {
    let mut table = Table::of(Preset::Social.rules(Language::by_code("nl").unwrap()), 2);
    table.command(ANN, Command::Leave).unwrap();
    table.let_seconds_pass(25 * 3600);
    table
}

/// The clock passes turns until the game ends.
fn clocked() -> Table {
    let rules = Preset::Validated.rules(english());
    let mut table = Table::changed(rules, 2, |fields| {
        fields.clock = Clock::Turn { turn: Millis::seconds(30) };
    })
    .started();
    table.let_seconds_pass(600);
    assert!(table.is_over());
    table
}

/// A game over days: automatic passes, a stand-in, pauses, and a player who is out of time.
fn over_days() -> Table {
    let rules = Preset::Social.rules(english());
    let mut table = Table::changed(rules, 3, |fields| {
        fields.play_over_days(2, 1);
        fields.stand_in = BotLevel::new(2);
    })
    .with_racks(&["QUIZEST", "ABCDEFG", "AEIOUNT"])
    .started();
    table.play(ANN, "8E", "QUIZ").unwrap();
    table.command(BOB, Command::ProposePause).unwrap();
    table.command(CAT, Command::AnswerPause { agree: false }).unwrap();
    table.command(BOB, Command::ProposePause).unwrap();
    table.command(CAT, Command::AnswerPause { agree: true }).unwrap();
    table.command(ANN, Command::AnswerPause { agree: true }).unwrap();
    table.let_days_pass(10);
    table.command(ANN, Command::ResumeGame).unwrap();
    table.let_days_pass(3);
    for player in [CAT, ANN] {
        table.exchange(player, &[0]).unwrap();
    }
    table.let_days_pass(2);
    table.act_for(BOB, Command::Pass).unwrap();
    table.command(BOB, Command::ReturnToSeat).unwrap();
    table.command(CAT, Command::ProposePause).unwrap();
    table.let_days_pass(2);
    for player in [BOB, ANN] {
        table.command(player, Command::ProposePause).unwrap();
        table.command(player, Command::AnswerPause { agree: false }).unwrap();
    }
    table.resign(BOB).unwrap();
    table.resign(CAT).unwrap();
    assert!(table.is_over());
    table
}

/// A single player, with a word on the board from the start.
fn daily() -> Table {
    let language = english();
    let word = language.spell("TRAINS").unwrap();
    let mut table = Table::opened(Preset::Daily.rules(language), word);
    table.join("Ann").unwrap();
    let mut table = table.started();
    for _ in 0..5 {
        table.exchange(ANN, &[0]).unwrap();
    }
    assert!(table.is_over());
    table
}
