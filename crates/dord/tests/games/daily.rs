use std::sync::{Arc, LazyLock};
use std::time::{SystemTime, UNIX_EPOCH};

use daily::{Attempt, Day, Laid, Puzzle, best_play};
use engine::Engine;
use rules::Timestamp;
use serde_json::Value;

use super::program::{TestFolder, run};

/// A day that is over in every time zone.
const DAY: &str = "2025-06-01";

/// A puzzle of that day, and the input of a greedy player.
struct Greedy {
    puzzle: Arc<Puzzle>,
    lines: Vec<String>,
    scores: Vec<i32>,
}

static ENGLISH: LazyLock<Greedy> = LazyLock::new(|| greedy("en"));

fn greedy(code: &str) -> Greedy {
    let lexicon = wordlists::embedded(code).unwrap();
    let engine = Engine::new(lexicon).unwrap();
    let puzzle = Arc::new(Puzzle::of(DAY.parse().unwrap(), lexicon, &engine).unwrap());
    let mut attempt = Attempt::new(&puzzle);
    while let Some(play) = best_play(&attempt, &engine) {
        attempt.play(&Laid::of(&play).placement(), lexicon.as_ref()).unwrap();
    }
    // The written form of a turn, without its version, can be typed.
    let line = |turn: &daily::Turn| turn.deed.write(lexicon.language())[3..].to_owned();
    let lines = attempt.turns().iter().map(line).collect();
    Greedy { lines, scores: attempt.turns().iter().map(|turn| turn.score.0).collect(), puzzle }
}

fn answers(folder: &TestFolder, arguments: &[&str], lines: &[&str]) -> Vec<Value> {
    let run = folder.dord(&[&["daily", DAY, "--json", "--effort", "1"], arguments].concat(), lines);
    assert_eq!(run.status, 0, "{}", run.error);
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn typed(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

#[test]
fn a_puzzle_is_played_turn_by_turn_and_then_reviewed() {
    let folder = TestFolder::new();
    let lines = typed(&ENGLISH.lines);
    let answers = answers(&folder, &[], &lines);
    assert_eq!(answers.len(), 7, "started, five turns, ended");
    let language = ENGLISH.puzzle.language();
    assert_eq!(answers[0]["startingWord"], language.write(ENGLISH.puzzle.starting_word()));
    for (turn, (answer, score)) in answers[1..=5].iter().zip(&ENGLISH.scores).enumerate() {
        assert_eq!((&answer["turn"], &answer["score"]), (&(turn + 1).into(), &(*score).into()));
    }
    let ended = &answers[6];
    let par: i32 = ENGLISH.scores.iter().sum();
    assert_eq!((&ended["score"], &ended["par"]), (&par.into(), &par.into()));
    assert!(ended["best"].as_i64().unwrap() >= par.into());
    assert_eq!(ended["seed"], ENGLISH.puzzle.seed());
    for (line, score) in ended["turns"].as_array().unwrap().iter().zip(&ENGLISH.scores) {
        assert_eq!((&line["score"], &line["bestScore"]), (&(*score).into(), &(*score).into()));
    }
    let share = ended["share"].as_str().unwrap();
    assert_eq!(share, format!("Dord daily {DAY} en: {par} points, par {par}\n{}", "🟩🟩🟩🟩🟩\n".repeat(5)));
}

#[test]
fn upcoming_tiles_are_hidden_until_the_last_turn() {
    let lines = typed(&ENGLISH.lines);
    let answers = answers(&TestFolder::new(), &[], &lines[..4]);
    assert_eq!(answers.last().unwrap()["type"], "left");
    for answer in &answers {
        assert!(
            answer.get("seed").is_none() && answer.get("order").is_none() && answer.get("best").is_none()
        );
    }
}

#[test]
fn a_puzzle_continues_from_its_stored_progress() {
    let folder = TestFolder::new();
    let lines = typed(&ENGLISH.lines);
    let first = answers(&folder, &[], &lines[..2]);
    assert_eq!(first.last().unwrap()["state"]["turn"], 3);
    let kept = folder.read(&format!("dord-data/daily/en-{DAY}.txt"));
    assert!(
        kept.starts_with(&format!("dord daily 1\ndate {DAY}\nlanguage en\ngenerator 1\nlist ")),
        "{kept}"
    );
    assert!(kept.ends_with(&format!("\nv1 {}\nv1 {}\n", lines[0], lines[1])), "{kept}");

    let second = answers(&folder, &[], &[&["quit"], &lines[2..]].concat());
    assert_eq!(
        (&second[0]["state"]["turn"], second.len()),
        (&3.into(), 2),
        "quitting leaves the rest unread"
    );
    assert_eq!(first.last().unwrap()["state"], second[0]["state"]);
    let third = answers(&folder, &[], &lines[2..]);
    assert_eq!(third.last().unwrap()["type"], "ended");

    let again = answers(&folder, &[], &["8A NO"]);
    assert_eq!(again.len(), 2, "nothing is left to play: {again:?}");
    assert_eq!(again[1], *third.last().unwrap());
}

#[test]
fn each_language_has_its_own_puzzle() {
    let dutch = greedy("nl");
    let folder = TestFolder::new();
    let dutch_answers = answers(&folder, &["--language", "nl"], &typed(&dutch.lines[..1]));
    assert_eq!(dutch_answers[1]["score"], dutch.scores[0]);
    assert_eq!(answers(&folder, &[], &[])[0]["state"]["turn"], 1, "the English one is untouched");
}

#[test]
fn a_refusal_costs_nothing_and_says_why() {
    let rack: Vec<char> =
        rules::notation::tiles::write_rack(ENGLISH.puzzle.language(), &ENGLISH.puzzle.order()[..7])
            .chars()
            .filter(|tile| *tile != '?')
            .collect();
    let start =
        rules::notation::Coordinate { square: ENGLISH.puzzle.start(), direction: rules::Direction::Across };
    let no_word = format!("9{} {}{}{}{}", &start.to_string()[1..], rack[0], rack[1], rack[2], rack[3]);
    let lines =
        ["1A QZ", "8H", "pass", "word quiz", "exchange", "exchange !", &no_word, "preview 1A", "dance"];
    let answers = answers(&TestFolder::new(), &[], &lines);
    assert_eq!(answers.len(), lines.len() + 2);
    for (answer, line) in answers[1..].iter().zip(lines) {
        assert_eq!(answer["type"], "refused", "{line}: {answer}");
    }
    assert!(answers[7]["words"].as_array().is_some_and(|words| !words.is_empty()), "{}", answers[7]);
    assert_eq!(answers.last().unwrap()["state"], answers[0]["state"]);
}

#[test]
fn exchanged_tiles_are_replaced_by_the_next_in_order() {
    let language = ENGLISH.puzzle.language();
    let tiles = |range: std::ops::Range<usize>| {
        rules::notation::tiles::write_rack(language, &ENGLISH.puzzle.order()[range])
    };
    let answers = answers(&TestFolder::new(), &[], &[&format!("exchange {}", tiles(0..2).to_lowercase())]);
    assert_eq!(answers[1]["drawn"], tiles(7..9));
    assert_eq!(answers[1]["deed"], format!("exchange {}", tiles(0..2)));
    assert_eq!(answers[1]["state"]["score"], 0);
}

#[test]
fn a_future_puzzle_and_an_invalid_date_are_refused() {
    for (date, said) in [
        ("9999-12-31", "the puzzle of 9999-12-31 is still to come: today is "),
        ("2026-02-30", "expected a date of the years 1970 to 9999 as YYYY-MM-DD, found \"2026-02-30\""),
        ("yesterday", "expected a date"),
    ] {
        let run = TestFolder::new().dord(&["daily", date], &[]);
        assert_eq!(run.status, 2, "{}", run.out);
        assert!(run.error.contains(said), "{}", run.error);
    }
}

/// Zones with daylight saving of an hour and of half an hour, and zones at both ends of the
/// calendar. At every moment, at least one of the last two has another date than UTC.
const ZONES: [&str; 5] =
    ["Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Pacific/Kiritimati", "Etc/GMT+12"];

#[test]
fn a_date_has_the_same_puzzle_in_every_time_zone() {
    // Clocks change on two of these days in Europe, and on the others in America.
    for date in ["2025-03-09", "2025-03-30", "2025-10-26", "2025-11-02"] {
        let started = |zone: &str| {
            let folder = TestFolder::new();
            let mut dord = folder.command(&["daily", date, "--json"]);
            dord.env("TZ", zone);
            let answers = run(dord, &[]).out;
            serde_json::from_str::<Value>(answers.lines().next().unwrap()).unwrap()
        };
        let by_utc = started("UTC");
        assert_eq!((&by_utc["type"], &by_utc["date"]), (&"started".into(), &date.into()));
        for zone in ZONES {
            assert_eq!(started(zone), by_utc, "{date} in {zone}");
        }
    }
}

#[test]
fn today_is_the_utc_date_in_every_time_zone() {
    let today = || {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        Day::of(Timestamp(since_1970.as_millis() as i64))
    };
    let folder = TestFolder::new();
    for zone in ZONES {
        // Midnight may pass while the program runs, so it may have seen either day.
        let before = today();
        let mut opened = folder.command(&["daily", "--json"]);
        opened.env("TZ", zone);
        let mut refused = folder.command(&["daily", "9999-12-31"]);
        refused.env("TZ", zone);
        let (opened, refused) = (run(opened, &[]), run(refused, &[]));
        let days = [before, today()];
        let started: Value = serde_json::from_str(opened.out.lines().next().unwrap()).unwrap();
        assert!(days.iter().any(|day| started["date"] == day.to_string()), "{zone}: {started}");
        assert!(
            days.iter().any(|day| refused.error.contains(&format!("today is {day}, by UTC"))),
            "{zone}: {}",
            refused.error
        );
    }
}

#[test]
fn a_damaged_attempt_file_is_reported_and_not_changed() {
    let folder = TestFolder::new();
    answers(&folder, &[], &[&ENGLISH.lines[0]]);
    let file = format!("dord-data/daily/en-{DAY}.txt");
    let kept = folder.read(&file);
    for (broken, said) in [
        (kept.replace("generator 1", "generator 0"), "expected `generator 1`, found \"generator 0\""),
        (kept.replace("v1 ", "v9 "), "expected `v1 8H TILES` or `v1 - NUMBERS`"),
        (kept.clone() + "v1 - 200\n", "turn 2 cannot have been played"),
        ("dord daily 1\n".to_owned(), "it ends too early"),
    ] {
        folder.write(&file, &broken);
        let run = folder.dord(&["daily", DAY], &[]);
        assert_eq!(run.status, 2, "{}", run.out);
        assert!(run.error.contains(said) && run.error.contains(&format!("en-{DAY}.txt")), "{}", run.error);
        assert_eq!(folder.read(&file), broken);
    }
}

#[test]
fn the_screen_shows_the_board_the_rack_and_the_best_plays() {
    let folder = TestFolder::new();
    let arguments = ["daily", DAY, "--effort", "1"];
    let mut lines = typed(&ENGLISH.lines);
    // The second turn is wasted.
    let wasted = folder.dord(&arguments, &[lines[0], "rack", "score", "help"]);
    for said in
        ["Turn 1 of 5> ", "Your tiles:  ", "Turns: 1 of 5", "together", "exchange ABC", "4 turns to go"]
    {
        assert!(wasted.out.contains(said), "{said:?} in {}", wasted.out);
    }
    lines.remove(0);
    let rest = folder.dord(&arguments, &lines);
    let par: i32 = ENGLISH.scores.iter().sum();
    for said in [
        "It goes on after 1 turn.".to_owned(),
        "none was higher".to_owned(),
        format!("Your score: {par} points."),
        format!("makes: {par}."),
        "The best total that was found".to_owned(),
        "🟩🟩🟩🟩🟩\n".repeat(5),
    ] {
        assert!(rest.out.contains(&said), "{said:?} in {}", rest.out);
    }
    assert!(!rest.out.contains('\u{1b}') && rest.error.is_empty(), "{}", rest.error);

    let mut without = folder.command(&arguments);
    without.env("NO_COLOR", "1");
    let shown = run(without, &[]).out;
    // The slowest result comes last.
    let share = shown.find(&"#####\n".repeat(5)).unwrap();
    assert!(shown[share..].contains("The best total that was found"), "{shown}");
    let mut colours = folder.command(&arguments);
    colours.env("CLICOLOR_FORCE", "1");
    assert!(run(colours, &[]).out.contains("\u{1b}[38;5;16m\u{1b}[48;5;117mDL "));
}
