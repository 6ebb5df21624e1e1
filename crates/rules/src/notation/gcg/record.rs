use crate::{Action, Entry, Game, LaidTile, Language, Play, PlayStatus, Score, Seat, Standing, Tile};

use super::{Coordinate, Gcg, GcgAction, GcgMove, GcgPlayer, RackText, TextLine, Word, WordText};

impl Gcg {
    /// Converts a running or finished game, with every rack.
    ///
    /// `None` before the start, and for a game with a starting word, which the notation cannot
    /// express.
    pub fn of_game(game: &Game) -> Option<Gcg> {
        if game.turn_order().is_empty() || !game.opening().starting_word.is_empty() {
            return None;
        }
        let language = &game.rules().language;
        let order = game.turn_order();
        let place = |seat: Seat| order.iter().position(|&other| other == seat);
        let players: Result<Vec<GcgPlayer>, _> =
            order.iter().map(|&seat| GcgPlayer::named(game.players()[seat].name.as_str())).collect();
        let mut gcg = Gcg::new(players.ok()?).ok()?;
        gcg.id = Some(super::GcgId {
            authority: Word::new("dord").ok()?,
            id: Word::new(game.id().as_str()).ok()?,
        });
        gcg.title = TextLine::new(&format!("{} game", game.rules().preset)).ok();
        gcg.is_incomplete = game.outcome().is_none();

        for entry in game.history() {
            let player = place(entry.seat)?;
            if let Action::Left(departure) = entry.deed {
                gcg.note_departure(player, departure);
                continue;
            }
            for made in moves_of(entry, player, language)? {
                gcg.push(made).ok()?;
            }
            gcg.note_time(player, &entry.deed);
        }
        if let Some(outcome) = game.outcome() {
            for made in adjustments(&outcome.standings, &place, language) {
                gcg.push(made).ok()?;
            }
        }
        for (player, &seat) in order.iter().enumerate() {
            gcg.set_last_rack(player, RackText::of(language, game.rack(seat)?.tiles()));
        }
        Some(gcg)
    }
}

fn moves_of(entry: &Entry, player: usize, language: &Language) -> Option<Vec<GcgMove>> {
    let rack = RackText::of(language, entry.rack.tiles());
    let made = |action, total| GcgMove::new(player, rack.clone(), action, total);
    Some(match &entry.deed {
        Action::Played { play, fate, .. } => {
            let points = points(play.score);
            let laid = |total| Some(made(play_action(play, points, language)?, total));
            match fate {
                PlayStatus::Open | PlayStatus::Stood => vec![laid(entry.total)?],
                PlayStatus::TakenBack => {
                    let withdrawn = made(GcgAction::Withdrawn { points }, entry.total);
                    vec![laid(entry.total + play.score)?, withdrawn]
                }
            }
        }
        Action::Exchanged { tiles } => {
            vec![made(GcgAction::Exchange(RackText::of(language, tiles)?), entry.total)]
        }
        Action::Passed { .. } => vec![made(GcgAction::Pass, entry.total)],
        Action::LostTurn => vec![GcgMove::lost_turn(player, rack, entry.total)],
        Action::Left(_) | Action::StandInStarted | Action::StandInEnded => Vec::new(),
    })
}

fn play_action(play: &Play, points: u16, language: &Language) -> Option<GcgAction> {
    let main = play.main_word();
    let at = Coordinate { square: main.start, direction: main.direction };
    let squares = std::iter::successors(Some(main.start), |square| square.next(main.direction));
    let laid = |square| play.tiles.iter().find(|&&(other, _)| other == square).map(|&(_, tile)| tile);
    let spelled: Vec<Option<LaidTile>> = squares.take(main.letters.len()).map(laid).collect();
    Some(GcgAction::Play { at, word: WordText::of(language, &spelled)?, points })
}

/// The adjustments at the end of the game, player by player.
fn adjustments(
    standings: &[Standing],
    place: &dyn Fn(Seat) -> Option<usize>,
    language: &Language,
) -> Vec<GcgMove> {
    let mut moves = Vec::new();
    for standing in standings {
        let Some(player) = place(standing.seat) else { continue };
        let own = RackText::of(language, &standing.tiles_left);
        let is_other = |other: &&Standing| other.seat != standing.seat && other.departure.is_none();
        let others: Vec<Tile> =
            standings.iter().filter(is_other).flat_map(|other| other.tiles_left.clone()).collect();
        let mut total = standing.score_before;
        let mut add = |rack: Option<&RackText>, action: GcgAction| {
            total += action.points();
            moves.push(GcgMove::new(player, rack.cloned(), action, total));
        };
        if standing.overtime != Score::ZERO {
            add(own.as_ref(), GcgAction::TimePenalty { points: points(standing.overtime) });
        }
        if let Some(tiles) = own.clone().filter(|_| standing.deducted != Score::ZERO) {
            add(own.as_ref(), GcgAction::RackPenalty { tiles, points: points(standing.deducted) });
        }
        if let Some(tiles) = RackText::of(language, &others).filter(|_| standing.gained != Score::ZERO) {
            add(None, GcgAction::RackPoints { tiles, points: points(standing.gained) });
        }
    }
    moves
}

/// Converts a score to points without a sign. No play reaches the limit.
fn points(score: Score) -> u16 {
    u16::try_from(score.0).unwrap_or(u16::MAX)
}
