use lexicon::Lexicon;
use rules::{Board, BotLevel, LegalPlay, Placement, Rack, Rules};

use crate::Finder;

/// What a player that is to move can see.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The board.
    pub board: &'a Board,
    /// The player's own tiles.
    pub rack: &'a Rack,
    /// How many tiles are in the bag.
    pub bag_count: usize,
    /// The rules of the table.
    pub rules: &'a Rules,
}

/// What a player does with a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Lays tiles.
    Play(Placement),
    /// Swaps the tiles at these places of the rack.
    Exchange(Vec<usize>),
    /// Passes.
    Pass,
}

/// A simple legal player: it sees some of the plays, the fewer the lower its level, and takes the one that scores
/// most. `luck` decides which it sees: the same luck in the same position gives the same move.
pub fn choose(sight: Sight<'_>, lexicon: &Lexicon, level: BotLevel, luck: u64) -> Move {
    let plays = Finder::new(sight.board, lexicon).all(sight.rack);
    let sees = |index: usize| {
        let number = (luck ^ index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        number % 5 < u64::from(level.get())
    };
    let score = |placement: &Placement| {
        let play = LegalPlay::check(placement, sight.board, sight.rack, &sight.rules.language);
        play.ok().map(|play| play.score)
    };
    let seen = plays.iter().enumerate().filter(|(index, _)| sees(*index)).map(|(_, play)| play);
    let best = seen.max_by_key(|play| score(play)).or(plays.first());
    match best {
        Some(placement) => Move::Play(placement.clone()),
        None if sight.bag_count >= sight.rules.exchange_needs(sight.rack.len()) && !sight.rack.is_empty() => {
            Move::Exchange((0..sight.rack.len()).collect())
        }
        None => Move::Pass,
    }
}
