use std::sync::{Arc, LazyLock};

use daily::{Attempt, Day, Puzzle, TurnRecord};
use rules::{Bag, Language, Tile};

use crate::Body;

pub(crate) const BODY: Body = Body {
    name: "daily_attempt",
    run: daily_attempt,
    dictionary: &[
        b"v1 ",
        b"v1 - ",
        b"v2 ",
        b"\n",
        b"8K ",
        b"K8 ",
        b"15A ",
        b"O15 ",
        b".",
        b"[A]",
        b"1 2 3 4 5 6 7",
        b"255",
        b"s",
    ],
};

/// RIVER on the board, and the other English tiles in bag order.
static PUZZLE: LazyLock<Arc<Puzzle>> = LazyLock::new(|| {
    let english = Language::by_code("en").expect("it comes with the rules");
    let river = english.spell("RIVER").expect("these are letters");
    let mut bag = Bag::full(&english);
    for &letter in &river {
        bag.take(Tile::Letter(letter));
    }
    let order = bag.tiles().to_vec();
    Arc::new(Puzzle::from_parts(Day::FIRST, english, 0, river, order).expect("these are all tiles"))
});

/// Lines that parse as turns are written unchanged, and replaying them is consistent.
///
/// A successful replay conserves tiles and can be repeated. The error of a failed one names the
/// turn.
pub fn daily_attempt(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let language = PUZZLE.language();
    let mut deeds = Vec::new();
    for line in text.lines() {
        let _ = line.parse::<Day>();
        if let Ok(deed) = TurnRecord::read(language, line) {
            assert_eq!(deed.write(language), line);
            deeds.push(deed);
        }
    }
    let count = deeds.len();
    match Attempt::replay(&PUZZLE, deeds) {
        Ok(attempt) => {
            let tiles = attempt.board().tiles().count() + attempt.rack().len() + attempt.bag_count();
            assert_eq!(tiles, language.tile_count());
            assert_eq!(attempt.turns().len(), count);
            let again = attempt.turns().iter().map(|turn| turn.deed.clone());
            assert_eq!(Attempt::replay(&PUZZLE, again).as_ref(), Ok(&attempt));
        }
        Err(broken) => assert!((1..=count).contains(&broken.turn), "{broken}"),
    }
}
