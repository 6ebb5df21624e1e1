//! What somebody at the table may see. Hidden tiles have no field here: redaction by type, not by blanking.

use std::sync::Arc;

use crate::game::Position;
use crate::{
    Board, BySeat, ChallengeRecord, Commitment, Deed, Departure, Entry, Fate, Game, GameId, Language, Millis,
    Nonce, OpeningRound, Outcome, Play, PlayerKind, PlayerName, Progress, Rack, Rules, RunningClock, Score,
    Seat, SeatSet, Tile, Timestamp,
};

/// What everybody may see: all there is for a spectator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView {
    /// What names the game.
    pub game: GameId,
    /// The rules of the table.
    pub rules: Rules,
    /// What binds the server to its seed.
    pub commitment: Commitment,
    /// How far the table is.
    pub progress: Progress,
    /// Everybody, by seat.
    pub players: BySeat<SeenPlayer>,
    /// The seats in the order in which they were taken.
    pub join_order: Vec<Seat>,
    /// Who is the host.
    pub host: Option<Seat>,
    /// The seats that are kept for players of the game before.
    pub kept_seats: Vec<(Seat, PlayerName)>,
    /// The running or finished game.
    pub play: Option<SeenPosition>,
    /// How it ended, the tiles that were left included.
    pub outcome: Option<Outcome>,
    /// The game that was opened to play again.
    pub rematch: Option<GameId>,
}

/// A player as the others see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenPlayer {
    /// What they are called.
    pub name: PlayerName,
    /// Whether it is a person.
    pub kind: PlayerKind,
    /// Their score so far.
    pub score: Score,
    /// How many tiles they hold.
    pub tile_count: usize,
    /// How many turns failed challenges will cost them.
    pub lost_turns: u32,
    /// How many turns they have completed.
    pub turns: u32,
    /// How long they have thought, up to when the clock last started.
    pub spent: Millis,
    /// Why they are out of the game, if so.
    pub departure: Option<Departure>,
}

/// A game as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenPosition {
    /// The board.
    pub board: Board,
    /// How many tiles are in the bag.
    pub bag_count: usize,
    /// Who moves after whom.
    pub order: Vec<Seat>,
    /// Who is to move.
    pub to_move: Seat,
    /// Who comes after that.
    pub next: Seat,
    /// Whether nobody can move until the open play stands.
    pub waits: bool,
    /// The number of the turn that is being played.
    pub turn: u32,
    /// How many turns in a row count towards the end.
    pub passes: u32,
    /// Whether the game is over if the player to move passes.
    pub is_last_pass: bool,
    /// The play that can be challenged or is.
    pub open_play: Option<SeenPlay>,
    /// The question whether to end the game: until when, and who agreed.
    pub end_request: Option<(Timestamp, SeatSet)>,
    /// The clock of the player to move.
    pub clock: RunningClock,
    /// How it was drawn who begins.
    pub opening_draw: Vec<OpeningRound>,
    /// The nonces that went into the chance of the game, in join order.
    pub nonces: Vec<Nonce>,
    /// The score pad.
    pub log: Vec<LogEntry>,
}

/// A play that does not stand yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenPlay {
    /// Whose it is.
    pub seat: Seat,
    /// The number of its turn.
    pub turn: u32,
    /// The tiles, words and score.
    pub play: Arc<Play>,
    /// Whether it ends the game if it stands.
    pub goes_out: bool,
    /// Until when it can be challenged.
    pub until: Option<Timestamp>,
    /// Who said that it looks good.
    pub accepted: SeatSet,
    /// The challenge, if there is one.
    pub challenge: Option<SeenChallenge>,
}

/// A challenge that is not decided yet. Votes are unseen; only who has voted is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenChallenge {
    /// Who challenged.
    pub by: Seat,
    /// Until when the others can vote; `None` if the first verdict counts.
    pub vote_until: Option<Timestamp>,
    /// Who has voted.
    pub voted: SeatSet,
}

/// One line of the score pad, as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// The number of the turn.
    pub turn: u32,
    /// Whose it was.
    pub seat: Seat,
    /// When it was over.
    pub at: Timestamp,
    /// What was done.
    pub deed: SeenDeed,
    /// The player's score after it.
    pub total: Score,
}

/// What was done in a turn, as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeenDeed {
    /// Tiles were laid.
    Played {
        /// What.
        play: Arc<Play>,
        /// What became of it.
        fate: Fate,
        /// The challenge, if there was one.
        challenge: Option<ChallengeRecord>,
    },
    /// Tiles were swapped.
    Exchanged {
        /// How many.
        count: usize,
    },
    /// The turn was given away.
    Passed {
        /// Whether the clock did it.
        automatic: bool,
    },
    /// The turn was skipped, because of a challenge that failed.
    LostTurn,
    /// The player is out of the game.
    Left(Departure),
}

/// What a player may see: what everybody sees, and their own rack.
///
/// ```compile_fail
/// # fn peek(view: &rules::PlayerView) {
/// // There is nothing to ask for another's rack.
/// let _ = view.table.players[rules::Seat::at(1).unwrap()].rack;
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerView {
    /// What everybody sees.
    pub table: TableView,
    /// The player's seat.
    pub seat: Seat,
    /// The player's tiles.
    pub rack: Rack,
    /// How the player voted on the pending challenge.
    pub vote: Option<bool>,
    /// How many tiles of each kind the player cannot see, where the table counts them.
    pub unseen: Option<Vec<(Tile, usize)>>,
}

impl Game {
    /// What everybody may see.
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

    /// What the player on a seat may see; `None` if nobody sits there.
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
        Deed::Played { play, fate, challenge } => {
            SeenDeed::Played { play: play.clone(), fate: *fate, challenge: challenge.clone() }
        }
        Deed::Exchanged { tiles } => SeenDeed::Exchanged { count: tiles.len() },
        Deed::Passed { automatic } => SeenDeed::Passed { automatic: *automatic },
        Deed::LostTurn => SeenDeed::LostTurn,
        Deed::Left(departure) => SeenDeed::Left(*departure),
    };
    LogEntry { turn: entry.turn, seat: entry.seat, at: entry.at, deed, total: entry.total }
}

/// Every tile that is neither on the board nor on a rack.
fn unseen_tiles(language: &Language, board: &Board, rack: &Rack) -> Vec<(Tile, usize)> {
    let laid: Vec<Tile> = board.tiles().map(|(_, laid)| laid.tile()).collect();
    let seen = |tile: Tile| laid.iter().chain(rack.tiles()).filter(|&&other| other == tile).count();
    language.tiles().map(|tile| (tile, language.count(tile).saturating_sub(seen(tile)))).collect()
}
