//! How often bots of each level bluff, challenge and vote.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use engine::{Bots, Move, Observation, Rng, Searcher, SelfPlayGame};
use lexicon::Lexicon;
use rules::notation::tiles;
use rules::{Board, BotLevel, LegalPlay, Letter, Play, Preset, Rack, Words as _};
use testkit::placement;

static ENGLISH: LazyLock<Arc<Lexicon>> = LazyLock::new(|| {
    Arc::clone(wordlists::all().iter().find(|lexicon| lexicon.language().code() == "en").unwrap())
});
static OPPONENTS: LazyLock<Bots> = LazyLock::new(|| Bots::new(Arc::clone(&ENGLISH)).unwrap());

/// How often each level bluffs, in percent of the turns in which a bluff would pay.
const BLUFFS: [usize; 5] = [4, 6, 6, 5, 4];
/// How often each level challenges a phony, in percent.
const DOUBTS: [usize; 5] = [25, 40, 60, 80, 95];

fn levels() -> impl Iterator<Item = (usize, BotLevel)> {
    (0..5).map(|index| (index, BotLevel::new(index as u8 + 1).unwrap()))
}

/// Mid-game positions: the board, the rack and the number of tiles in the bag.
static POSITIONS: LazyLock<Vec<(Board, Rack, usize)>> = LazyLock::new(|| {
    let engine = OPPONENTS.engine();
    let mut searcher = Searcher::new(engine);
    let mut positions = Vec::new();
    for seed in 0..12 {
        let mut chance = Rng::new(seed);
        let mut duel = SelfPlayGame::new(ENGLISH.language(), &mut chance);
        for _ in 0..4 + seed {
            let (choice, _) = searcher.best_choice(&duel.position());
            duel.make(&choice, engine, &mut chance);
        }
        positions.push((duel.board().clone(), duel.rack(), duel.bag_count()));
    }
    positions
});

/// The plays of a level in this many turns of each position, which differ only in `luck`.
///
/// Moves that lay no tile are left out.
fn plays(level: BotLevel, preset: Preset, turns: u64) -> Vec<LegalPlay> {
    let rules = preset.rules(ENGLISH.language().clone());
    let mut plays = Vec::new();
    for (board, rack, bag_count) in POSITIONS.iter() {
        let observation = Observation::of_two(board, rack, *bag_count, &rules);
        for luck in 0..turns {
            // The deadline skips the rollouts: only the decision to bluff matters here.
            if let Move::Play(placement) = OPPONENTS.choose(observation, level, Some(Instant::now()), luck) {
                plays.push(LegalPlay::check(&placement, board, rack, ENGLISH.language()).unwrap());
            }
        }
    }
    plays
}

/// The letter trigrams of a word, with its boundaries.
fn triples(word: &[Letter]) -> Vec<[Option<Letter>; 3]> {
    let mut padded = vec![None];
    padded.extend(word.iter().copied().map(Some));
    padded.push(None);
    padded.windows(3).map(|triple| [triple[0], triple[1], triple[2]]).collect()
}

#[test]
fn every_level_bluffs_rarely_and_with_a_plausible_word() {
    const TURNS: u64 = 100;
    let known: HashSet<[Option<Letter>; 3]> = ENGLISH.words().flat_map(|word| triples(&word)).collect();
    for (index, level) in levels() {
        let bluffs: Vec<LegalPlay> = plays(level, Preset::Classic, TURNS)
            .into_iter()
            .filter(|play| !play.unknown_words(ENGLISH.as_ref()).is_empty())
            .collect();
        // In some positions no bluff would pay; in the others, chance may exceed the rate somewhat.
        let most = BLUFFS[index] * TURNS as usize * POSITIONS.len() * 3 / 200;
        println!("level {}: {} bluffs", index + 1, bluffs.len());
        assert!((1..=most).contains(&bluffs.len()), "level {}: {} bluffs", index + 1, bluffs.len());
        for play in bluffs {
            let text = ENGLISH.language().write(&play.main_word().letters);
            assert!(triples(&play.main_word().letters).iter().all(|triple| known.contains(triple)), "{text}");
            let others = &play.words[1..];
            assert!(others.iter().all(|word| ENGLISH.contains(&word.letters)), "{text}");
        }
    }
}

#[test]
fn bots_do_not_bluff_where_words_are_validated() {
    for (_, level) in levels() {
        for play in plays(level, Preset::Open, 60) {
            assert!(play.unknown_words(ENGLISH.as_ref()).is_empty());
        }
    }
}

/// The first play of a game, with this word.
fn play_of(word: &str) -> Play {
    let language = ENGLISH.language();
    let (board, rack) = (Board::empty(), Rack::new(tiles::read_rack(language, word).unwrap()));
    let claim = placement(language, &board, "8H", word);
    LegalPlay::check(&claim, &board, &rack, language).unwrap().into_play()
}

/// How many of this many plays, which differ only in `luck`, a level challenges.
fn challenged(word: &str, level: BotLevel, plays: u64) -> usize {
    let play = play_of(word);
    (0..plays).filter(|&luck| OPPONENTS.challenges(&play, level, luck)).count()
}

#[test]
fn higher_levels_challenge_phonies_more_often() {
    for (index, level) in levels() {
        let share = challenged("DORD", level, 1000) / 10;
        assert!(share.abs_diff(DOUBTS[index]) <= 5, "level {}: {share} of a hundred", index + 1);
    }
}

#[test]
fn bots_never_challenge_a_word_they_know() {
    let language = ENGLISH.language();
    for (index, level) in levels() {
        let known: Vec<Vec<Letter>> = match wordlists::vocabulary("en", index + 1) {
            // The two highest levels know every word.
            Some(vocabulary) if index < 3 => {
                vocabulary.words().filter(|word| ENGLISH.contains(word)).step_by(101).collect()
            }
            _ => ENGLISH.words().step_by(1009).collect(),
        };
        let words: Vec<String> = known
            .iter()
            .map(|word| language.write(word))
            .filter(|word| (2..=7).contains(&word.len()))
            .collect();
        assert!(words.len() > 30, "level {}: {}", index + 1, words.len());
        for word in words {
            assert_eq!(challenged(&word, level, 50), 0, "level {}: {word}", index + 1);
            let play = play_of(&word);
            assert!((0..50).all(|luck| OPPONENTS.votes_for(&play, level, luck)), "{word}");
        }
    }
}

#[test]
fn unknown_valid_words_are_rarely_challenged_and_never_by_the_highest_levels() {
    let vocabularies: Vec<Arc<Lexicon>> =
        (1..=3).filter_map(|size| wordlists::vocabulary("en", size).map(Arc::new)).collect();
    // Words of the list that no vocabulary has.
    let strange: Vec<String> = ENGLISH
        .words()
        .filter(|word| (5..=7).contains(&word.len()))
        .filter(|word| !vocabularies.iter().any(|vocabulary| vocabulary.contains(word)))
        .step_by(2003)
        .map(|word| ENGLISH.language().write(&word))
        .collect();
    assert!(strange.len() >= 8, "{strange:?}");
    for (index, level) in levels() {
        let count: usize = strange.iter().map(|word| challenged(word, level, 200)).sum();
        let share = 1000 * count / (200 * strange.len());
        let expected = if index < 3 { 20..=90 } else { 0..=0 };
        assert!(expected.contains(&share), "level {}: {share} of a thousand", index + 1);
    }
}

#[test]
fn higher_levels_vote_against_phonies_more_often() {
    let play = play_of("DORD");
    let against: Vec<usize> = levels()
        .map(|(_, level)| (0..500).filter(|&luck| !OPPONENTS.votes_for(&play, level, luck)).count())
        .collect();
    assert!(against.is_sorted(), "{against:?}");
    assert!((200..=300).contains(&against[0]) && against[4] == 500, "{against:?}");
}
