use rules::{
    Board, Language, Rack, Score, Square,
    notation::{
        Cgp, CgpPlayer, Gcg, Operation,
        gcg::{GcgAction, GcgOutcome},
    },
};
use wordlists::WordList;

use super::audit::Audit;

/// The position after a turn.
pub(super) struct PositionAfter {
    /// Turn number; 0 is before the first.
    pub(super) turn: usize,
    pub(super) board: Board,
    pub(super) scores: Vec<Score>,
    /// The squares of the last play.
    pub(super) fresh: Vec<Square>,
    /// The position as one line of CGP.
    pub(super) cgp: String,
}

impl PositionAfter {
    pub(super) fn turn(turn: usize, gcg: &Gcg, audit: &Audit, list: &WordList) -> PositionAfter {
        let language = list.lexicon.language();
        let last = turn.checked_sub(1).and_then(|index| audit.turns.get(index));
        let board = last.map(|last| last.board.clone()).unwrap_or_default();
        let players = gcg.players().len();
        let scores = last.map_or_else(|| vec![Score::ZERO; players], |last| last.scores.clone());

        let left = |player: &usize| {
            gcg.departures().iter().any(|left| left.player == *player && left.after_moves <= turn)
        };
        let to_move = to_move(turn, gcg, &left);
        let player = |player: usize| CgpPlayer {
            rack: rack_after(turn, player, gcg, audit, language),
            score: scores[player],
        };
        let cgp = Cgp {
            board: board.clone(),
            to_move: player(to_move),
            others: (1..players)
                .map(|step| (to_move + step) % players)
                .filter(|other| !left(other))
                .map(player)
                .collect(),
            zero_turns: zero_turns(turn, audit),
            operations: Operation::new("lex", [list.lexicon.metadata().source.as_str()])
                .into_iter()
                .collect(),
        };
        let fresh = fresh_squares(turn, audit);
        PositionAfter { turn, cgp: cgp.write(language), board, scores, fresh }
    }
}

/// The squares of the last play, unless it was taken back.
fn fresh_squares(turn: usize, audit: &Audit) -> Vec<Square> {
    let last = audit.turns[..turn].iter().rev().find_map(|turn| match &turn.claimed.outcome {
        GcgOutcome::Played(claim) => Some(claim.laid.iter().map(|&(square, _)| square).collect()),
        GcgOutcome::Withdrawn(_) => Some(Vec::new()),
        _ => None,
    });
    last.unwrap_or_default()
}

/// The player to move: according to the file's next turn, or else the next in order.
fn to_move(turn: usize, gcg: &Gcg, left: &dyn Fn(&usize) -> bool) -> usize {
    let is_turn = |action: &GcgAction| {
        matches!(
            action,
            GcgAction::Play { .. } | GcgAction::Pass | GcgAction::Exchange(_) | GcgAction::ExchangeCount(_)
        )
    };
    if let Some(next) = gcg.moves()[turn..].iter().find(|made| is_turn(&made.action)) {
        return next.player;
    }
    let before = gcg.moves()[..turn].iter().rev().find(|made| is_turn(&made.action));
    let players = gcg.players().len();
    let first = before.map_or(0, |last| last.player + 1);
    (first..first + players).map(|player| player % players).find(|player| !left(player)).unwrap_or(0)
}

/// What is known of a rack after a turn: from the player's next move, or the end of the file.
fn rack_after(turn: usize, player: usize, gcg: &Gcg, audit: &Audit, language: &Language) -> Rack {
    let later = audit.turns[turn..].iter().filter(|later| later.claimed.player == player);
    if let Some(next) = later.into_iter().find(|later| !later.claimed.rack.is_empty()) {
        let mut rack = next.claimed.rack.clone();
        if let GcgOutcome::Withdrawn(play) = &next.claimed.outcome {
            // The tiles are still on the board and return to the rack only afterwards.
            let _ = rack.remove(&play.tiles());
        }
        return rack;
    }
    let last = gcg.players()[player].last_rack.as_ref();
    last.and_then(|rack| rack.tiles(language).ok()).map(Rack::new).unwrap_or_default()
}

/// Number of consecutive scoreless turns, up to this one.
fn zero_turns(turn: usize, audit: &Audit) -> u32 {
    let (mut count, mut before) = (0, 0);
    for turn in &audit.turns[..turn] {
        match &turn.claimed.outcome {
            GcgOutcome::Played(play) => {
                before = count;
                count = if play.points == Score::ZERO { count + 1 } else { 0 };
            }
            GcgOutcome::Withdrawn(_) => count = before + 1,
            GcgOutcome::Passed | GcgOutcome::LostTurn | GcgOutcome::Exchanged(_) => count += 1,
            GcgOutcome::ChallengeBonus(_)
            | GcgOutcome::RackPoints(..)
            | GcgOutcome::RackPenalty(..)
            | GcgOutcome::TimePenalty(_) => {}
        }
    }
    count
}
