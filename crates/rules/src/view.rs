//! What a player or a spectator may see.
//!
//! Hidden tiles have no field in these types, so they cannot leak by mistake.

use std::sync::Arc;

use crate::game::Position;
use crate::{
    Action, Board, BySeat, ChallengeRecord, Commitment, Departure, Entry, Game, GameId, Language, Millis,
    Nonce, OpeningRound, Outcome, Play, PlayStatus, PlayerKind, PlayerName, Progress, Rack, Rules,
    RunningClock, Score, Seat, SeatSet, Tile, Timestamp,
};

/// What every client may see. A spectator sees nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView {
    /// The id of the game.
    pub game: GameId,
    /// The rules of the table.
    pub rules: Rules,
    /// The server's commitment to its seed.
    pub commitment: Commitment,
    /// The phase of the table.
    pub progress: Progress,
    /// All players, by seat.
    pub players: BySeat<SeenPlayer>,
    /// The seats in the order in which players joined.
    pub join_order: Vec<Seat>,
    /// The host.
    pub host: Option<Seat>,
    /// The seats reserved for players of the previous game.
    pub kept_seats: Vec<(Seat, PlayerName)>,
    /// The running or finished game.
    pub play: Option<SeenPosition>,
    /// The outcome, including the tiles left on the racks.
    pub outcome: Option<Outcome>,
    /// The id of the rematch, if one was opened.
    pub rematch: Option<GameId>,
}

/// A player as seen by the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenPlayer {
    /// The player's name.
    pub name: PlayerName,
    /// Whether the player is a human or a bot.
    pub kind: PlayerKind,
    /// The player's current score.
    pub score: Score,
    /// The number of tiles on the rack.
    pub tile_count: usize,
    /// The number of turns to be skipped because of failed challenges.
    pub lost_turns: u32,
    /// The number of completed turns.
    pub turns: u32,
    /// The thinking time up to when the clock last started.
    pub spent: Millis,
    /// Why the player dropped out, if so.
    pub departure: Option<Departure>,
}

/// The public part of a game's state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenPosition {
    /// The board.
    pub board: Board,
    /// The number of tiles in the bag.
    pub bag_count: usize,
    /// The turn order.
    pub order: Vec<Seat>,
    /// The player to move.
    pub to_move: Seat,
    /// The player after that.
    pub next: Seat,
    /// Whether all players must wait until the open play stands.
    pub waits: bool,
    /// The number of the current turn.
    pub turn: u32,
    /// The number of consecutive turns that count towards a scoreless end.
    pub passes: u32,
    /// Whether the game ends if the player to move passes.
    pub is_last_pass: bool,
    /// The play that can be challenged, or is being challenged.
    pub open_play: Option<SeenPlay>,
    /// The open request to end the game: its deadline, and who agreed.
    pub end_request: Option<(Timestamp, SeatSet)>,
    /// The clock of the player to move.
    pub clock: RunningClock,
    /// The rounds of the draw for the first turn.
    pub opening_draw: Vec<OpeningRound>,
    /// The nonces in join order, empty for players without one.
    pub nonces: Vec<Nonce>,
    /// The score pad.
    pub log: Vec<LogEntry>,
}

/// A play that is not final yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenPlay {
    /// The player's seat.
    pub seat: Seat,
    /// The number of its turn.
    pub turn: u32,
    /// The tiles, words and score.
    pub play: Arc<Play>,
    /// Whether the player goes out with it.
    pub goes_out: bool,
    /// When the challenge window ends.
    pub until: Option<Timestamp>,
    /// Who accepted the play.
    pub accepted: SeatSet,
    /// The challenge, if there is one.
    pub challenge: Option<SeenChallenge>,
}

/// An undecided challenge. It shows who has voted, but not how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenChallenge {
    /// The challenger.
    pub by: Seat,
    /// When the vote ends; `None` if the first verdict counts.
    pub vote_until: Option<Timestamp>,
    /// Who has voted.
    pub voted: SeatSet,
}

/// One line of the score pad, without the rack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// The number of the turn.
    pub turn: u32,
    /// The player's seat.
    pub seat: Seat,
    /// When the turn ended.
    pub at: Timestamp,
    /// What the player did.
    pub deed: SeenAction,
    /// The player's score after the turn.
    pub total: Score,
}

/// What happened in a turn, without hidden tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeenAction {
    /// The player laid tiles.
    Played {
        /// The play.
        play: Arc<Play>,
        /// The status of the play.
        fate: PlayStatus,
        /// The challenge, if there was one.
        challenge: Option<ChallengeRecord>,
    },
    /// The player exchanged tiles.
    Exchanged {
        /// The number of tiles.
        count: usize,
    },
    /// The player passed.
    Passed {
        /// Whether the clock passed for the player.
        automatic: bool,
    },
    /// The turn was skipped because of a failed challenge.
    LostTurn,
    /// The player dropped out.
    Left(Departure),
}

/// What a player may see: the public state and their own rack.
///
/// ```compile_fail
/// # fn peek(view: &rules::PlayerView) {
/// // The view does not contain another player's rack.
/// let _ = view.table.players[rules::Seat::at(1).unwrap()].rack;
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerView {
    /// What every client may see.
    pub table: TableView,
    /// The player's seat.
    pub seat: Seat,
    /// The player's tiles.
    pub rack: Rack,
    /// The player's vote on the pending challenge.
    pub vote: Option<bool>,
    /// How many tiles of each kind the player cannot see; `None` if the table does not count.
    pub unseen: Option<Vec<(Tile, usize)>>,
}

impl Game {
    /// What every client may see.
    pub fn table_view(&self) -> TableView {
        let position = self.position();
        let seen_player = |(seat, player): (Seat, &crate::Player)| {
            let hand = position.and_then(|position| position.hands.get(seat)).cloned().unwrap_or_default();
            let seen = SeenPlayer {
                name: player.name.clone(),
                kind: player.kind,
                score: hand.score,
                tile_count: hand.rack.len(),
                lost_turns: hand.lost_turns,
                turns: hand.turns,
                spent: hand.spent,
                departure: hand.departure,
            };
            (seat, seen)
        };
        TableView {
            game: self.id().clone(),
            rules: self.rules().clone(),
            commitment: self.opening().commitment,
            progress: self.progress(),
            players: self.players().iter().map(seen_player).collect(),
            join_order: self.join_order().to_vec(),
            host: self.host(),
            kept_seats: self.kept_seats().map(|(seat, name, _)| (*seat, name.clone())).collect(),
            play: position.map(|position| seen_position(position, self)),
            outcome: self.outcome().cloned(),
            rematch: self.rematch().cloned(),
        }
    }

    /// What the player on a seat may see; `None` if the seat is empty.
    pub fn player_view(&self, seat: Seat) -> Option<PlayerView> {
        self.players().get(seat)?;
        let hand = self.position().and_then(|position| position.hands.get(seat));
        let rack = hand.map(|hand| hand.rack.clone()).unwrap_or_default();
        let challenge = self.position().and_then(Position::challenge);
        let vote = challenge.and_then(|challenge| match seat {
            _ if challenge.valid.contains(seat) => Some(true),
            _ if challenge.invalid.contains(seat) => Some(false),
            _ => None,
        });
        let unseen = self
            .position()
            .filter(|_| self.rules().tile_tracker)
            .map(|position| unseen_tiles(&self.rules().language, &position.board, &rack));
        Some(PlayerView { table: self.table_view(), seat, rack, vote, unseen })
    }
}

fn seen_position(position: &Position, game: &Game) -> SeenPosition {
    let turn_limit = game.rules().turns;
    let open_play = position.open_play.as_ref().map(|open| SeenPlay {
        seat: open.seat,
        turn: open.turn,
        play: open.play.clone(),
        goes_out: open.goes_out,
        until: open.until,
        accepted: open.accepted,
        challenge: open.challenge.as_ref().map(|challenge| SeenChallenge {
            by: challenge.by,
            vote_until: challenge.vote_until,
            voted: challenge.valid.iter().chain(challenge.invalid.iter()).collect(),
        }),
    });
    SeenPosition {
        board: position.board.clone(),
        bag_count: position.bag.len(),
        order: position.order.clone(),
        to_move: position.to_move,
        next: position.next_after(position.to_move, turn_limit),
        waits: position.waits(turn_limit),
        turn: position.turn,
        passes: position.passes.count,
        is_last_pass: position.is_last_pass(game.rules().scoreless_end),
        open_play,
        end_request: position.end_request.map(|request| (request.until, request.agreed)),
        clock: position.clock,
        opening_draw: position.opening_draw.clone(),
        nonces: game.nonces(),
        log: position.history.iter().map(seen_entry).collect(),
    }
}

fn seen_entry(entry: &Entry) -> LogEntry {
    let deed = match &entry.deed {
        Action::Played { play, fate, challenge } => {
            SeenAction::Played { play: play.clone(), fate: *fate, challenge: challenge.clone() }
        }
        Action::Exchanged { tiles } => SeenAction::Exchanged { count: tiles.len() },
        Action::Passed { automatic } => SeenAction::Passed { automatic: *automatic },
        Action::LostTurn => SeenAction::LostTurn,
        Action::Left(departure) => SeenAction::Left(*departure),
    };
    LogEntry { turn: entry.turn, seat: entry.seat, at: entry.at, deed, total: entry.total }
}

/// The tiles that are neither on the board nor on this rack, counted by kind.
fn unseen_tiles(language: &Language, board: &Board, rack: &Rack) -> Vec<(Tile, usize)> {
    let laid: Vec<Tile> = board.tiles().map(|(_, laid)| laid.tile()).collect();
    let seen = |tile: Tile| laid.iter().chain(rack.tiles()).filter(|&&other| other == tile).count();
    language.tiles().map(|tile| (tile, language.count(tile).saturating_sub(seen(tile)))).collect()
}
