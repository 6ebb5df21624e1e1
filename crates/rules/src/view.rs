//! What a player or a spectator may see.
//!
//! A view borrows the game and has accessors for what its reader may see. Hidden tiles have no
//! accessor, so they cannot leak by mistake, and nothing is copied.

use std::fmt;
use std::sync::Arc;

use crate::game::{OpenPlay, PlayerState, Position};
use crate::{
    Action, Board, ChallengeRecord, Commitment, Departure, Entry, Game, GameId, Language, Millis, Nonce,
    OpeningRound, Outcome, PassedBy, Pause, Play, PlayStatus, Player, PlayerKind, PlayerName, Progress, Rack,
    Rules, RunningClock, Score, Seat, SeatSet, Tile, Timestamp,
};

/// What every client may see. A spectator sees nothing else.
#[derive(Clone, Copy)]
pub struct TableView<'g> {
    game: &'g Game,
}

/// A player as seen by the others.
#[derive(Clone, Copy)]
pub struct SeenPlayer<'g> {
    player: &'g Player,
    state: Option<&'g PlayerState>,
}

/// The public part of a game's state.
#[derive(Clone, Copy)]
pub struct SeenPosition<'g> {
    game: &'g Game,
    position: &'g Position,
}

/// A play that is not final yet.
#[derive(Clone, Copy)]
pub struct SeenPlay<'g> {
    open: &'g OpenPlay,
}

/// An undecided challenge. It shows who has voted, but not how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenChallenge {
    /// The challenger.
    pub by: Seat,
    /// When the vote ends; `None` if the first verdict counts.
    pub vote_until: Option<Timestamp>,
    /// Who has voted.
    pub voted: SeatSet,
}

/// One line of the score pad, without the rack.
#[derive(Clone, Copy)]
pub struct LogEntry<'g> {
    entry: &'g Entry,
}

/// What happened in a turn, without hidden tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeenAction<'g> {
    /// The player laid tiles.
    Played {
        /// The play.
        play: &'g Arc<Play>,
        /// The status of the play.
        fate: PlayStatus,
        /// The challenge, if there was one.
        challenge: Option<&'g ChallengeRecord>,
    },
    /// The player exchanged tiles.
    Exchanged {
        /// The number of tiles.
        count: usize,
    },
    /// The turn was passed.
    Passed(PassedBy),
    /// The turn was skipped because of a failed challenge.
    LostTurn,
    /// The player dropped out.
    Left(Departure),
    /// The player's time ran out again: a computer plays from here on.
    StandInStarted,
    /// The player took the seat back from the computer.
    StandInEnded,
}

/// What a player may see: the public state and their own rack.
///
/// ```compile_fail
/// # fn peek(view: &rules::PlayerView<'_>) {
/// // The view has no accessor for another player's rack.
/// let _ = view.table().player(rules::Seat::at(1).unwrap()).unwrap().rack();
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct PlayerView<'g> {
    game: &'g Game,
    seat: Seat,
}

impl Game {
    /// What every client may see.
    pub const fn table_view(&self) -> TableView<'_> {
        TableView { game: self }
    }

    /// What the player on a seat may see; `None` if the seat is empty.
    pub fn player_view(&self, seat: Seat) -> Option<PlayerView<'_>> {
        self.players().has(seat).then_some(PlayerView { game: self, seat })
    }
}

impl<'g> TableView<'g> {
    /// The id of the game.
    pub fn id(self) -> &'g GameId {
        self.game.id()
    }

    /// The rules of the table.
    pub fn rules(self) -> &'g Rules {
        self.game.rules()
    }

    /// The server's commitment to its seed.
    pub fn commitment(self) -> Commitment {
        self.game.opening().commitment
    }

    /// The phase of the table.
    pub const fn progress(self) -> Progress {
        self.game.progress()
    }

    /// All players, by seat.
    pub fn players(self) -> impl Iterator<Item = (Seat, SeenPlayer<'g>)> {
        Seat::all().filter_map(move |seat| Some((seat, self.player(seat)?)))
    }

    /// The player on a seat.
    pub fn player(self, seat: Seat) -> Option<SeenPlayer<'g>> {
        let player = self.game.players().get(seat)?;
        let state = self.game.position().and_then(|position| position.hands.get(seat));
        Some(SeenPlayer { player, state })
    }

    /// The seats in the order in which players joined.
    pub fn join_order(self) -> &'g [Seat] {
        self.game.join_order()
    }

    /// The host.
    pub const fn host(self) -> Option<Seat> {
        self.game.host()
    }

    /// The seats reserved for players of the previous game.
    pub fn kept_seats(self) -> impl Iterator<Item = (Seat, &'g PlayerName)> {
        self.game.kept_seats().map(|(seat, name, _)| (*seat, name))
    }

    /// The running or finished game.
    pub fn play(self) -> Option<SeenPosition<'g>> {
        self.game.position().map(|position| SeenPosition { game: self.game, position })
    }

    /// The outcome, including the tiles left on the racks.
    pub const fn outcome(self) -> Option<&'g Outcome> {
        self.game.outcome()
    }

    /// The id of the rematch, if one was opened.
    pub fn rematch(self) -> Option<&'g GameId> {
        self.game.rematch()
    }

    fn parts(self) -> impl PartialEq + fmt::Debug + 'g {
        let players: Vec<_> = self.players().collect();
        let kept: Vec<_> = self.kept_seats().collect();
        let table = (self.id(), self.rules(), self.commitment(), self.progress());
        (table, players, self.join_order(), self.host(), kept, self.play(), self.outcome(), self.rematch())
    }
}

impl<'g> SeenPlayer<'g> {
    /// The player's name.
    pub const fn name(self) -> &'g PlayerName {
        &self.player.name
    }

    /// Whether the player is a human or a bot.
    pub const fn kind(self) -> PlayerKind {
        self.player.kind
    }

    /// The player's current score.
    pub fn score(self) -> Score {
        self.state.map_or(Score::ZERO, |state| state.score)
    }

    /// The number of tiles on the rack.
    pub fn tile_count(self) -> usize {
        self.state.map_or(0, |state| state.rack.len())
    }

    /// The number of turns to be skipped because of failed challenges.
    pub fn lost_turns(self) -> u32 {
        self.state.map_or(0, |state| state.lost_turns)
    }

    /// The number of completed turns.
    pub fn turns(self) -> u32 {
        self.state.map_or(0, |state| state.turns)
    }

    /// The thinking time up to when the clock last started.
    pub fn spent(self) -> Millis {
        self.state.map_or(Millis::ZERO, |state| state.spent)
    }

    /// Why the player dropped out, if so.
    pub fn departure(self) -> Option<Departure> {
        self.state.and_then(|state| state.departure)
    }

    /// Clock `days`: what earlier turns took from the player's bank.
    pub fn bank_used(self) -> Millis {
        self.state.map_or(Millis::ZERO, |state| state.bank_used)
    }

    /// Whether a computer plays for the player until they return.
    pub fn has_stand_in(self) -> bool {
        self.state.is_some_and(|state| state.has_stand_in)
    }

    fn parts(self) -> impl PartialEq + fmt::Debug + 'g {
        let time = (self.spent(), self.bank_used(), self.has_stand_in());
        let turns = (self.lost_turns(), self.turns(), time);
        (self.name(), self.kind(), self.score(), self.tile_count(), turns, self.departure())
    }
}

impl<'g> SeenPosition<'g> {
    /// The board.
    pub const fn board(self) -> &'g Board {
        &self.position.board
    }

    /// The number of tiles in the bag.
    pub const fn bag_count(self) -> usize {
        self.position.bag.len()
    }

    /// The turn order.
    pub fn order(self) -> &'g [Seat] {
        &self.position.order
    }

    /// The player to move.
    pub const fn to_move(self) -> Seat {
        self.position.to_move
    }

    /// The player after the player to move.
    pub fn next(self) -> Seat {
        self.position.next_after(self.position.to_move, self.game.rules().turns)
    }

    /// Whether all players must wait until the open play stands.
    pub fn waits(self) -> bool {
        self.position.waits(self.game.rules().turns)
    }

    /// The number of the current turn.
    pub const fn turn(self) -> u32 {
        self.position.turn
    }

    /// The number of consecutive turns that count towards a scoreless end.
    pub const fn passes(self) -> u32 {
        self.position.passes.count
    }

    /// Whether the game ends if the player to move passes.
    pub fn is_last_pass(self) -> bool {
        self.position.is_last_pass(self.game.rules().scoreless_end)
    }

    /// The play that can be challenged, or is being challenged.
    pub fn open_play(self) -> Option<SeenPlay<'g>> {
        self.position.open_play.as_ref().map(|open| SeenPlay { open })
    }

    /// The open request to end the game: its deadline, and who agreed.
    pub fn end_request(self) -> Option<(Timestamp, SeatSet)> {
        self.position.end_request.map(|request| (request.until, request.agreed))
    }

    /// Whether the game is paused, or a player proposed it.
    pub const fn pause(self) -> Pause {
        self.position.pause
    }

    /// When the clock `days` acts on the player to move, if nothing else happens.
    pub fn deadline(self) -> Option<Timestamp> {
        self.game.deadline().map(|(_, at)| at)
    }

    /// The clock of the player to move.
    pub const fn clock(self) -> RunningClock {
        self.position.clock
    }

    /// The rounds of the draw for the first turn.
    pub fn opening_draw(self) -> &'g [OpeningRound] {
        &self.position.opening_draw
    }

    /// The nonces in join order, empty for players without one.
    pub fn nonces(self) -> Vec<Nonce> {
        self.game.nonces()
    }

    /// The score pad.
    pub fn log(self) -> impl DoubleEndedIterator<Item = LogEntry<'g>> + ExactSizeIterator {
        self.position.history.iter().map(|entry| LogEntry { entry })
    }

    fn parts(self) -> impl PartialEq + fmt::Debug + 'g {
        let log: Vec<_> = self.log().collect();
        let turn =
            (self.to_move(), self.next(), self.waits(), self.turn(), self.passes(), self.is_last_pass());
        let pending = (self.open_play(), self.end_request(), self.pause(), self.clock());
        (self.board(), self.bag_count(), self.order(), turn, pending, self.opening_draw(), self.nonces(), log)
    }
}

impl<'g> SeenPlay<'g> {
    /// The player's seat.
    pub const fn seat(self) -> Seat {
        self.open.seat
    }

    /// The number of its turn.
    pub const fn turn(self) -> u32 {
        self.open.turn
    }

    /// The tiles, words and score.
    pub const fn play(self) -> &'g Arc<Play> {
        &self.open.play
    }

    /// Whether the player goes out with it.
    pub const fn goes_out(self) -> bool {
        self.open.goes_out
    }

    /// When the challenge window ends.
    pub const fn until(self) -> Option<Timestamp> {
        self.open.until
    }

    /// Who accepted the play.
    pub const fn accepted(self) -> SeatSet {
        self.open.accepted
    }

    /// The challenge, if there is one.
    pub fn challenge(self) -> Option<SeenChallenge> {
        self.open.challenge.as_ref().map(|challenge| SeenChallenge {
            by: challenge.by,
            vote_until: challenge.vote_until,
            voted: challenge.valid.iter().chain(challenge.invalid.iter()).collect(),
        })
    }

    fn parts(self) -> impl PartialEq + fmt::Debug + 'g {
        let play = (self.seat(), self.turn(), self.play(), self.goes_out());
        (play, self.until(), self.accepted(), self.challenge())
    }
}

impl<'g> LogEntry<'g> {
    /// The number of the turn.
    pub const fn turn(self) -> u32 {
        self.entry.turn
    }

    /// The player's seat.
    pub const fn seat(self) -> Seat {
        self.entry.seat
    }

    /// When the turn ended.
    pub const fn at(self) -> Timestamp {
        self.entry.at
    }

    /// What the player did.
    pub const fn deed(self) -> SeenAction<'g> {
        match &self.entry.deed {
            Action::Played { play, fate, challenge } => {
                SeenAction::Played { play, fate: *fate, challenge: challenge.as_ref() }
            }
            Action::Exchanged { tiles } => SeenAction::Exchanged { count: tiles.len() },
            Action::Passed(by) => SeenAction::Passed(*by),
            Action::LostTurn => SeenAction::LostTurn,
            Action::Left(departure) => SeenAction::Left(*departure),
            Action::StandInStarted => SeenAction::StandInStarted,
            Action::StandInEnded => SeenAction::StandInEnded,
        }
    }

    /// The player's score after the turn.
    pub const fn total(self) -> Score {
        self.entry.total
    }

    fn parts(self) -> impl PartialEq + fmt::Debug + 'g {
        (self.turn(), self.seat(), self.at(), self.deed(), self.total())
    }
}

impl<'g> PlayerView<'g> {
    /// What every client may see.
    pub const fn table(self) -> TableView<'g> {
        self.game.table_view()
    }

    /// The player's seat.
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// The player's tiles.
    pub fn rack(self) -> &'g Rack {
        static EMPTY: Rack = Rack::new(Vec::new());
        self.game.rack(self.seat).unwrap_or(&EMPTY)
    }

    /// The player's vote on the pending challenge.
    pub fn vote(self) -> Option<bool> {
        let challenge = self.game.position()?.challenge()?;
        match self.seat {
            seat if challenge.valid.contains(seat) => Some(true),
            seat if challenge.invalid.contains(seat) => Some(false),
            _ => None,
        }
    }

    /// How many tiles of each kind the player cannot see; `None` if the table does not count.
    pub fn unseen(self) -> Option<Vec<(Tile, usize)>> {
        let position = self.game.position().filter(|_| self.game.rules().tile_tracker)?;
        Some(unseen_tiles(&self.game.rules().language, &position.board, self.rack()))
    }

    fn parts(self) -> impl PartialEq + fmt::Debug + 'g {
        (self.table(), self.seat(), self.rack(), self.vote(), self.unseen())
    }
}

/// Views are equal if what they show is equal.
macro_rules! compare_what_is_shown {
    ($($view:ident),+) => {$(
        impl PartialEq for $view<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.parts() == other.parts()
            }
        }

        impl Eq for $view<'_> {}

        impl fmt::Debug for $view<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($view)).field(&self.parts()).finish()
            }
        }
    )+};
}

compare_what_is_shown!(TableView, SeenPlayer, SeenPosition, SeenPlay, LogEntry, PlayerView);

/// The tiles that are neither on the board nor on this rack, counted by kind.
fn unseen_tiles(language: &Language, board: &Board, rack: &Rack) -> Vec<(Tile, usize)> {
    let laid: Vec<Tile> = board.tiles().map(|(_, laid)| laid.tile()).collect();
    let seen = |tile: Tile| laid.iter().chain(rack.tiles()).filter(|&&other| other == tile).count();
    language.tiles().map(|tile| (tile, language.count(tile).saturating_sub(seen(tile)))).collect()
}
