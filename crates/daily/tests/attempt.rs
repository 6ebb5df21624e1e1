//! Laws that hold for every attempt at a puzzle.

use std::sync::{Arc, LazyLock};

use daily::{Attempt, BrokenAttempt, DrawnTile, Laid, Puzzle, TurnRecord};
use engine::{Engine, Searcher};
use proptest::prelude::*;
use rules::{
    ClaimedTile, LaidTile, Language, Letter, Placement, Rack, Refusal, Score, Square, Tile, TileToLay,
};

static ENGINE: LazyLock<Engine> = LazyLock::new(|| Engine::new(wordlists::embedded("en").unwrap()).unwrap());

fn puzzle(day: &str) -> Arc<Puzzle> {
    Arc::new(Puzzle::of(day.parse().unwrap(), wordlists::embedded("en").unwrap(), &ENGINE).unwrap())
}

fn numbers(tiles: &[DrawnTile]) -> Vec<u8> {
    tiles.iter().map(|drawn| drawn.number).collect()
}

/// A puzzle with few tiles: two turns empty its bag.
fn small_puzzle() -> Arc<Puzzle> {
    let language =
        Language::parse("code xx\nname Few\nblanks 1\nA 4 1\nE 4 1\nR 4 1\nS 3 1\nT 3 1\n").unwrap();
    let language = Arc::new(language);
    let word = language.spell("TEASER").unwrap();
    let order = rules::notation::tiles::read_rack(&language, "AARRSTE?AERTS").unwrap();
    Arc::new(Puzzle::from_parts("2026-11-16".parse().unwrap(), language, 7, word, order).unwrap())
}

/// A random action: a play, as an index into all legal plays, or an exchange, as a bit mask.
#[derive(Debug, Clone)]
enum RandomAction {
    Play(prop::sample::Index),
    Exchange(u8),
}

fn wish() -> impl Strategy<Value = RandomAction> {
    prop_oneof![
        3 => any::<prop::sample::Index>().prop_map(RandomAction::Play),
        1 => (1_u8..128).prop_map(RandomAction::Exchange),
    ]
}

/// An attempt with these actions, skipping plays where there are none.
fn attempt_by(puzzle: &Arc<Puzzle>, wishes: &[RandomAction]) -> Attempt {
    let mut attempt = Attempt::new(puzzle);
    let mut searcher = Searcher::new(&ENGINE);
    for wish in wishes {
        let grid = ENGINE.grid(attempt.board());
        let rack = Rack::new(attempt.rack().iter().map(|drawn| drawn.tile).collect());
        let mut plays = Vec::new();
        searcher.all_plays(&grid, &rack, &mut plays);
        match wish {
            RandomAction::Play(index) if !plays.is_empty() => {
                let play = index.get(&plays);
                let expected = play.score();
                let turn = attempt
                    .play(&play.placement(&ENGINE, &grid), wordlists::embedded("en").unwrap().as_ref());
                assert_eq!(turn.unwrap().score, expected);
            }
            RandomAction::Play(_) => {}
            RandomAction::Exchange(places) => {
                let named = attempt.rack().iter().enumerate().filter(|(place, _)| places >> place & 1 == 1);
                let named: Vec<u8> = named.map(|(_, drawn)| drawn.number).collect();
                attempt.exchange(&named).unwrap();
            }
        }
    }
    attempt
}

fn all_tiles(attempt: &Attempt) -> Vec<Tile> {
    let puzzle = attempt.puzzle();
    let on_board = attempt.board().tiles().map(|(_, laid)| laid.tile());
    let mut tiles: Vec<Tile> = on_board.chain(attempt.rack().iter().map(|drawn| drawn.tile)).collect();
    // The bag has the rest of the order and the returned tiles.
    let swapped = attempt.turns().iter().filter_map(|turn| match &turn.deed {
        TurnRecord::Exchange(numbers) => Some(numbers.clone()),
        TurnRecord::Play(_) => None,
    });
    let queue: Vec<u8> = (1..=puzzle.order().len() as u8).chain(swapped.flatten()).collect();
    let drawn = queue.len() - attempt.bag_count();
    tiles.extend(queue[drawn..].iter().map(|&number| puzzle.order()[usize::from(number) - 1]));
    tiles.sort_unstable();
    tiles
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_attempt_draws_the_same_tiles_in_order_and_conserves_tiles(
        wishes in prop::collection::vec(wish(), 5),
        day in 0_u8..28,
    ) {
        let puzzle = puzzle(&format!("2026-02-{:02}", day + 1));
        for turns in 0..=wishes.len() {
            let attempt = attempt_by(&puzzle, &wishes[..turns]);
            let drawn = attempt.turns().iter().flat_map(|turn| &turn.drawn);
            for (place, drawn) in (7..).zip(drawn) {
                prop_assert_eq!(usize::from(drawn.number), place + 1);
                prop_assert_eq!(drawn.tile, puzzle.order()[place]);
            }
            let full = rules::Bag::full(puzzle.language());
            prop_assert_eq!(all_tiles(&attempt), full.tiles());
            prop_assert_eq!(attempt.score(), attempt.turns().iter().map(|turn| turn.score).sum::<Score>());
            prop_assert_eq!(attempt.is_finished(), attempt.turns().len() == 5);
        }
    }

    #[test]
    fn turns_replay_to_the_same_attempt_and_round_trip_as_text(wishes in prop::collection::vec(wish(), 0..=5)) {
        let puzzle = puzzle("2026-11-16");
        let attempt = attempt_by(&puzzle, &wishes);
        let deeds: Vec<TurnRecord> = attempt.turns().iter().map(|turn| turn.deed.clone()).collect();
        prop_assert_eq!(Attempt::replay(&puzzle, deeds.clone()), Ok(attempt));
        for deed in deeds {
            let text = deed.write(puzzle.language());
            prop_assert_eq!(TurnRecord::read(puzzle.language(), &text), Ok(deed), "{}", text);
        }
    }
}

#[test]
fn an_attempt_begins_with_the_first_seven_tiles_and_the_starting_word() {
    let puzzle = puzzle("2026-11-16");
    let attempt = Attempt::new(&puzzle);
    assert_eq!(numbers(attempt.rack()), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(attempt.bag_count(), puzzle.order().len() - 7);
    assert_eq!((attempt.turn_number(), attempt.score(), attempt.is_finished()), (1, Score(0), false));
    let word = attempt.board().word_through(puzzle.start(), rules::Direction::Across);
    assert_eq!(attempt.board().letters(&word), puzzle.starting_word());
    assert_eq!(word[0], puzzle.start());
    assert_eq!(attempt.board().tiles().count(), word.len());
}

#[test]
fn exchanged_tiles_keep_their_numbers_and_are_drawn_after_all_others() {
    let mut attempt = Attempt::new(&small_puzzle());
    assert_eq!(numbers(&attempt.exchange(&[6, 2, 5]).unwrap().drawn), [8, 9, 10]);
    assert_eq!(attempt.turns()[0].deed, TurnRecord::Exchange(vec![2, 5, 6]));
    assert_eq!(numbers(attempt.rack()), [1, 3, 4, 7, 8, 9, 10]);
    assert_eq!(numbers(&attempt.exchange(&[1, 3, 4, 7, 10]).unwrap().drawn), [11, 12, 13, 2, 5]);
    assert_eq!(numbers(&attempt.exchange(&[8, 9]).unwrap().drawn), [6, 1]);
    let tiles = attempt.rack().iter().map(|drawn| drawn.tile);
    assert!(
        tiles.eq(numbers(attempt.rack())
            .iter()
            .map(|&number| attempt.puzzle().order()[usize::from(number) - 1]))
    );
}

#[test]
fn an_exchange_takes_the_named_one_of_equal_tiles() {
    let mut attempt = Attempt::new(&small_puzzle());
    // The first two tiles are both an A.
    attempt.exchange(&[2]).unwrap();
    assert_eq!(numbers(attempt.rack()), [1, 3, 4, 5, 6, 7, 8]);
    attempt.exchange(&[1, 3]).unwrap();
    assert_eq!(numbers(attempt.rack()), [4, 5, 6, 7, 8, 9, 10]);
}

#[test]
fn an_attempt_ends_after_five_turns() {
    let puzzle = puzzle("2026-11-16");
    let mut attempt = Attempt::new(&puzzle);
    for turn in 1..=5 {
        assert!(!attempt.is_finished());
        assert_eq!(attempt.turn_number(), turn);
        let number = attempt.rack()[0].number;
        assert_eq!(attempt.exchange(&[number]).unwrap().number, turn);
    }
    assert!(attempt.is_finished());
    assert_eq!((attempt.turn_number(), attempt.turns().len()), (5, 5));
    let before = attempt.clone();
    let number = attempt.rack()[0].number;
    assert_eq!(attempt.exchange(&[number]), Err(Refusal::Ended));
    assert_eq!(attempt.play(&Placement::default(), &|_: &[Letter]| true), Err(Refusal::Ended));
    assert_eq!(attempt.preview(&Placement::default()), Err(Refusal::Ended));
    assert_eq!(daily::best_play(&attempt, &ENGINE), None);
    assert_eq!(attempt, before);
}

#[test]
fn a_refusal_changes_nothing_and_names_the_rule() {
    let mut attempt = Attempt::new(&small_puzzle());
    let before = attempt.clone();
    let language = attempt.puzzle().language().clone();
    let far_away = Placement {
        tiles: vec![ClaimedTile {
            row: 0,
            column: 0,
            tile: TileToLay::Letter(language.letter("A").unwrap()),
        }],
    };
    let beside = Placement {
        tiles: vec![ClaimedTile {
            row: 6,
            column: 4,
            tile: TileToLay::Letter(language.letter("A").unwrap()),
        }],
    };
    for (refused, expected) in [
        (attempt.exchange(&[]).cloned(), Refusal::NothingToExchange),
        (attempt.exchange(&[1, 2, 1]).cloned(), Refusal::PlaceTwice { place: 1 }),
        (attempt.exchange(&[1, 8]).cloned(), Refusal::NoSuchPlace { place: 8, tiles: 7 }),
        (attempt.exchange(&[0]).cloned(), Refusal::NoSuchPlace { place: 0, tiles: 7 }),
        (attempt.exchange(&[1, 2, 3, 4, 5, 6, 7]).cloned(), Refusal::NotEnoughInBag { needed: 7, left: 6 }),
        (
            attempt.play(&far_away, &|_: &[Letter]| true).cloned(),
            Refusal::Placement(rules::PlacementError::NotConnected(vec![Square::at(0, 0).unwrap()])),
        ),
        (
            attempt.play(&beside, &|_: &[Letter]| false).cloned(),
            Refusal::UnknownWords { words: vec![language.spell("AT").unwrap()] },
        ),
    ] {
        assert_eq!(refused, Err(expected));
    }
    assert_eq!(attempt, before);
    assert_eq!(attempt.preview(&beside).unwrap().score, Score(2));
    assert!(attempt.play(&beside, &|_: &[Letter]| true).is_ok(), "a preview does not look words up");
}

#[test]
fn the_error_for_an_illegal_replay_names_the_turn() {
    let puzzle = small_puzzle();
    let deeds = [vec![1], vec![2, 1]].map(TurnRecord::Exchange);
    let refusal = Refusal::NoSuchPlace { place: 1, tiles: 7 };
    assert_eq!(Attempt::replay(&puzzle, deeds), Err(BrokenAttempt { turn: 2, refusal }));
    let deeds = (1..=6).map(|number| TurnRecord::Exchange(vec![number]));
    assert_eq!(Attempt::replay(&puzzle, deeds), Err(BrokenAttempt { turn: 6, refusal: Refusal::Ended }));
}

#[test]
fn a_puzzle_must_have_exactly_the_tiles_of_its_language() {
    let kept = puzzle("2026-11-16");
    let read = |seed, word: &[Letter], order: &[Tile]| {
        Puzzle::from_parts(kept.day(), kept.language().clone(), seed, word.to_vec(), order.to_vec())
    };
    let (word, order) = (kept.starting_word(), kept.order());
    assert_eq!(read(kept.seed(), word, order).as_ref(), Ok(kept.as_ref()));
    assert!(kept.seed() < 1 << 53);
    assert!(read(1 << 53, word, order).is_err());
    assert!(read(kept.seed(), &word[1..], order).is_err());
    assert!(read(kept.seed(), word, &order[1..]).is_err());
    assert!(read(kept.seed(), &[], order).is_err());
    let mut twice = order.to_vec();
    twice[0] = Tile::Blank;
    twice[1] = Tile::Blank;
    twice[2] = Tile::Blank;
    assert!(read(kept.seed(), word, &twice).is_err());
}

/// A language with letters of several characters and letters without lower case.
fn odd_language() -> Arc<Language> {
    Arc::new(Language::parse("code xx\nname Odd\nblanks 2\nA 9 1\nCH 9 1\nL·L 9 1\nב 4 3\nÇ 3 2\n").unwrap())
}

fn laid() -> impl Strategy<Value = (Arc<Language>, Laid)> {
    let language = prop_oneof![Just(odd_language()), Just(Language::by_code("nl").unwrap())];
    (language, any::<bool>(), 0_u8..15, prop::sample::subsequence((0_u8..15).collect::<Vec<_>>(), 1..=7))
        .prop_flat_map(|(language, is_across, lane, places)| {
            let letters = prop::collection::vec((0..language.letters().len(), any::<bool>()), places.len());
            (Just(language), Just(is_across), Just(lane), Just(places), letters)
        })
        .prop_map(|(language, is_across, lane, places, letters)| {
            let square = |place| if is_across { Square::at(lane, place) } else { Square::at(place, lane) };
            let tiles = places.into_iter().zip(letters).map(|(place, (letter, is_blank))| {
                (square(place).unwrap(), LaidTile { letter: Letter::at(letter).unwrap(), is_blank })
            });
            let laid = Laid::in_line(tiles.collect()).unwrap();
            (language, laid)
        })
}

proptest! {
    #[test]
    fn every_play_round_trips((language, laid) in laid()) {
        let deed = TurnRecord::Play(laid);
        let text = deed.write(&language);
        prop_assert_eq!(TurnRecord::read(&language, &text), Ok(deed), "{}", text);
    }

    #[test]
    fn every_exchange_round_trips(
        numbers in prop::sample::subsequence((1..=255).collect::<Vec<u8>>(), 1..=7),
    ) {
        let english = Language::by_code("en").unwrap();
        let deed = TurnRecord::Exchange(numbers);
        prop_assert_eq!(TurnRecord::read(&english, &deed.write(&english)), Ok(deed));
    }

    #[test]
    fn accepted_text_is_written_unchanged(text in "v1 ([0-9A-P]{2,3} [A-Za-z.\\[\\]]{1,9}|-( [0-9]{1,3}){0,8})") {
        let english = Language::by_code("en").unwrap();
        if let Ok(deed) = TurnRecord::read(&english, &text) {
            prop_assert_eq!(deed.write(&english), text);
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in ".{0,60}") {
        let _ = TurnRecord::read(&odd_language(), &text);
    }
}

#[test]
fn the_error_for_an_invalid_action_says_what_was_expected() {
    let english = Language::by_code("en").unwrap();
    for text in [
        "",
        "v1",
        "v2 8H CAT",
        "8H CAT",
        "v1 8H",
        "v1 8H ",
        "v1  8H CAT",
        "v1 8H CAT ",
        "v1 8h CAT",
        "v1 16H CAT",
        "v1 8H .CAT",
        "v1 8H CAT.",
        "v1 8H ...",
        "v1 8N CAT",
        "v1 8H ABCDEFGH",
        "v1 8H C1T",
        "v1 8H [C]AT",
        "v1 H8 C",
        "v1 -",
        "v1 - ",
        "v1 - 0",
        "v1 - 01",
        "v1 - +1",
        "v1 - 256",
        "v1 - 2 2",
        "v1 - 3 2",
        "v1 - 1 2 3 4 5 6 7 8",
        "v1 - 1  2",
    ] {
        assert!(TurnRecord::read(&english, text).is_err(), "{text:?}");
    }
    let error = TurnRecord::read(&english, "v1 - 3 2").unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected one to seven numbers of tiles in ascending order, found \"v1 - 3 2\""
    );
}
