//! The puzzle of a date never changes and can be played.

use std::{
    collections::BTreeSet,
    fmt::Write,
    sync::{Arc, LazyLock},
};

use daily::{Attempt, Criteria, Day, PLAYABLE, Puzzle, best_play};
use engine::Engine;
use lexicon::Lexicon;
use rules::{Letter, Score, notation::tiles};
use sha2::{Digest, Sha256};

/// Expected lines of [`golden_line`], one for each language and date.
const GOLDEN: &str = include_str!("golden.txt");

static ENGLISH: LazyLock<Engine> = LazyLock::new(|| Engine::new(list("en")).unwrap());
static DUTCH: LazyLock<Engine> = LazyLock::new(|| Engine::new(list("nl")).unwrap());

fn list(code: &str) -> &'static Lexicon {
    wordlists::embedded(code).unwrap()
}

fn engine(code: &str) -> &'static Engine {
    match code {
        "en" => &ENGLISH,
        "nl" => &DUTCH,
        _ => panic!("no engine for {code}"),
    }
}

fn puzzle(code: &str, day: Day) -> Arc<Puzzle> {
    Arc::new(Puzzle::of(day, list(code), engine(code)).unwrap())
}

/// The scores of a greedy player, turn by turn.
fn greedy_scores(puzzle: &Arc<Puzzle>, engine: &Engine) -> Vec<Score> {
    let mut attempt = Attempt::new(puzzle);
    while let Some(play) = best_play(&attempt, engine) {
        let placement = daily::Laid::of(&play).placement();
        attempt.play(&placement, list(puzzle.language().code())).unwrap();
    }
    attempt.turns().iter().map(|turn| turn.score).collect()
}

/// Language, date, seed, starting word, first rack, start of the hash of the order, and par.
fn golden_line(code: &str, day: Day) -> String {
    let puzzle = puzzle(code, day);
    let language = puzzle.language();
    let order = tiles::write_rack(language, puzzle.order());
    let hash = Sha256::digest(order.as_bytes()).iter().take(8).fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    });
    let par: Score = greedy_scores(&puzzle, engine(code)).into_iter().sum();
    let (seed, word) = (puzzle.seed(), language.write(puzzle.starting_word()));
    let rack = tiles::write_rack(language, &puzzle.order()[..7]);
    format!("{code} {day} {seed} {word} {rack} {hash} {par}")
}

#[test]
fn the_puzzle_of_a_date_never_changes() {
    let lines: Vec<&str> = GOLDEN.lines().filter(|line| !line.starts_with('#')).collect();
    for code in ["en", "nl"] {
        assert_eq!(lines.iter().filter(|line| line.starts_with(code)).count(), 30);
    }
    let mut made = String::new();
    for line in &lines {
        let [code, day, ..] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        made += &golden_line(code, day.parse().unwrap());
        made.push('\n');
    }
    assert!(
        made == lines.join("\n") + "\n",
        "a puzzle that people may have played is another one now. What changed needs a new GENERATOR, and this file:\n{made}"
    );
}

/// A thousand consecutive days.
fn a_thousand_days() -> impl Iterator<Item = Day> {
    std::iter::successors(Some("2026-11-16".parse::<Day>().unwrap()), |day| Some(day.next())).take(1000)
}

fn check_a_thousand_days(code: &str) {
    let (lexicon, engine) = (list(code), engine(code));
    let language = lexicon.language();
    let text = std::fs::read_to_string(format!("../../data/{code}/hurtful.txt")).unwrap();
    let hurtful: BTreeSet<Vec<Letter>> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|word| language.spell(word).unwrap())
        .collect();
    assert!(hurtful.len() > 50);
    let criteria = Criteria::parse(wordlists::starting_criteria(code).unwrap(), language).unwrap();
    let (mut words, mut seeds) = (BTreeSet::new(), BTreeSet::new());
    for day in a_thousand_days() {
        let puzzle = puzzle(code, day);
        let word = puzzle.starting_word().to_vec();
        assert!(criteria.fits(&word, language), "{day}: {}", language.write(&word));
        assert!(rules::Words::contains(lexicon, &word), "{day}");
        assert!(!hurtful.contains(&word), "{day}: {}", language.write(&word));
        let scores = greedy_scores(&puzzle, engine);
        assert_eq!(scores.len(), 5, "{day}");
        assert!(scores.iter().all(|&score| score >= PLAYABLE), "{day}: {scores:?}");
        words.insert(word);
        assert!(seeds.insert(puzzle.seed()), "{day} has the seed of another day");
    }
    // A thousand draws from more than a thousand words give more than 500 different words.
    assert!(words.len() > 500, "only {} different words", words.len());
}

#[test]
fn a_thousand_english_puzzles_are_playable_without_hurtful_words() {
    check_a_thousand_days("en");
}

#[test]
fn a_thousand_dutch_puzzles_are_playable_without_hurtful_words() {
    check_a_thousand_days("nl");
}

#[test]
fn starting_words_meet_the_criteria_of_the_daily_puzzle() {
    // The criteria, independently of the data: 5 to 7 letters, no X, Q or Z, no SS at the end, no
    // vowel at the start, at least two vowels, and one of R, S, T, N and L.
    for code in ["en", "nl"] {
        let language = list(code).language();
        let words = daily::starting_words(list(code)).unwrap();
        assert!(words.len() > 1000);
        for word in words {
            let word = language.write(&word);
            let vowels = word.matches(['A', 'E', 'I', 'O', 'U']).count();
            assert!((5..=7).contains(&word.len()) && vowels >= 2, "{word}");
            assert!(!word.contains(['X', 'Q', 'Z']) && word.contains(['R', 'S', 'T', 'N', 'L']), "{word}");
            assert!(!word.ends_with("SS") && !word.starts_with(['A', 'E', 'I', 'O', 'U']), "{word}");
        }
    }
}

#[test]
fn hurtful_words_are_not_starting_words() {
    for (code, hurtful) in [("en", "murder"), ("en", "bastard"), ("nl", "moord"), ("nl", "kanker")] {
        let word = list(code).language().spell(hurtful).unwrap();
        assert!(rules::Words::contains(list(code), &word), "{hurtful} can be played");
        assert!(!daily::starting_words(list(code)).unwrap().contains(&word), "{hurtful}");
    }
}

#[test]
fn a_different_word_list_gives_different_puzzles() {
    let language = list("en").language();
    let text: String = list("en")
        .words()
        .filter(|word| language.write(word) != "ZYZZYVA")
        .fold(String::new(), |text, word| text + &language.write(&word) + "\n");
    let imported = lexicon::import::Importer::new(language).read(text.as_bytes()).unwrap();
    let bytes = imported.compile(&lexicon::Origin::new("mine", "1", "2026-11-16")).unwrap();
    let own = Lexicon::from_bytes(bytes, language.clone()).unwrap();
    let day = "2026-11-16".parse().unwrap();
    let other = Puzzle::of(day, &own, &Engine::new(&own).unwrap()).unwrap();
    assert_ne!(other.seed(), puzzle("en", day).seed());
}

#[test]
fn a_word_list_without_starting_words_gives_no_puzzle() {
    let language = list("en").language();
    let imported = lexicon::import::Importer::new(language).read(b"aa\nqi\n".as_slice()).unwrap();
    let bytes = imported.compile(&lexicon::Origin::new("mine", "1", "2026-11-16")).unwrap();
    let tiny = Lexicon::from_bytes(bytes, language.clone()).unwrap();
    let refused = Puzzle::of("2026-11-16".parse().unwrap(), &tiny, &Engine::new(&tiny).unwrap());
    assert_eq!(
        refused.unwrap_err().to_string(),
        "the word list for English has no word that a puzzle could begin with"
    );
}
