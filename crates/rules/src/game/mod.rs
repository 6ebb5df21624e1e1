//! The game: `decide` turns a command into events, `apply` updates the game with events.

mod apply;
mod challenges;
mod check;
mod days;
mod decide;
mod draft;
mod ending;
mod history;
mod leaving;
mod lobby;
mod opening_draw;
mod position;
mod queries;
mod starting;
mod timers;
mod turns;

use std::sync::Arc;

pub use check::{BrokenLog, EventError};
pub use days::{LOBBY_MAX, PAUSE_MAX};
pub use decide::Decision;
pub use history::{Action, ChallengeRecord, Entry, PassedBy, PlayStatus};
pub use position::Pause;
pub use queries::{Preview, PreviewedWord};
pub use starting::{Contribution, PendingStart, REVEAL_TIME};
pub use timers::HOLD;

pub(crate) use position::{OpenPlay, PlayerState, Position};

use crate::copy_counter::CopyCounter;
use crate::{
    BySeat, Event, EventKind, GameId, KeyVersion, Nonce, Opening, Outcome, PlayerKind, PlayerName, Rules,
    Seat, SeatSet, Timestamp,
};

/// A table and its game, from the first player who joins to the final score.
///
/// A game is the list of its [`Event`]s. [`Game::decide`] returns the events that a player's
/// command leads to together with the game after them, or the reason for refusing it.
/// [`Game::admit`] does the same for a player who wants to join, and [`Game::fire`] for a due
/// timer. None of them changes the game. [`Game::replay`] rebuilds the same game from its events.
///
/// A copy is cheap: what rarely changes is shared between copies.
///
/// ```
/// use rules::{Command, Commitment, Decision, Game, GameId, Key, Language, Newcomer, Opening, Preset,
///     Seat, Seed, Env, Timestamp};
///
/// let english = Language::by_code("en").unwrap();
/// let (seed, id) = (Seed([7; 32]), GameId::new("a-game"));
/// let opening = Opening {
///     game: id.clone(),
///     rules: Preset::Open.rules(english),
///     commitment: seed.commitment(&id),
///     rematch: None,
///     starting_word: vec![],
/// };
/// let (mut game, opened) = Game::open(opening, Timestamp(0));
/// let mut log = vec![opened];
///
/// let key = Key::new(&seed, &id, &[]);
/// let no_words = |_: &[rules::Letter]| false;
/// let env =
///     Env { words: &no_words, now: Timestamp(1_000), draws: &key, away: &Default::default() };
/// let mut happen = |game: &mut Game, decision: Decision| {
///     *game = decision.after;
///     log.extend(decision.events);
/// };
///
/// for name in ["Ann", "Bob"] {
///     let newcomer = Newcomer { name: name.parse().unwrap(), nonce: None };
///     let decision = game.admit(newcomer, &env).unwrap();
///     happen(&mut game, decision);
/// }
/// let (ann, bob) = (Seat::at(0).unwrap(), Seat::at(1).unwrap());
/// let decision = game.decide(ann, Command::Start, &env).unwrap();
/// happen(&mut game, decision);
/// assert_eq!(game.to_move(), Some(ann));
///
/// let decision = game.decide(ann, Command::Pass, &env).unwrap();
/// happen(&mut game, decision);
/// assert_eq!(game.to_move(), Some(bob));
/// assert!(game.decide(ann, Command::Pass, &env).is_err());
///
/// assert_eq!(Game::replay(&log), Ok(game));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    opening: Arc<Opening>,
    roster: Arc<Roster>,
    host: Option<Seat>,
    last_action: Timestamp,
    key_version: KeyVersion,
    /// The contributors of failed starts who have not committed to a new nonce since.
    uncommitted: SeatSet,
    stage: Stage,
    copies: CopyCounter,
}

/// The players at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Roster {
    players: BySeat<Player>,
    /// The players in the order in which they joined.
    join_order: Vec<Seat>,
}

/// A player at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The player's name.
    pub name: PlayerName,
    /// Whether the player is a human or a bot.
    pub kind: PlayerKind,
    /// The player's contribution to the randomness of the game.
    pub contribution: Option<Contribution>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Stage {
    /// In the lobby.
    Waiting,
    /// In the lobby, waiting for the contributors' nonces.
    Starting(Box<PendingStart>),
    Playing(Box<Position>),
    Ended(Box<Ended>),
    /// Closed before a game started.
    Closed,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Ended {
    position: Position,
    outcome: Outcome,
    rematch: Option<GameId>,
}

/// The phase of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    /// In the lobby: players join and leave until the host starts the game.
    Waiting,
    /// The game is running.
    Playing,
    /// The game has ended and has an outcome.
    Ended,
    /// The table was closed before a game started.
    Closed,
}

impl Game {
    /// Opens a table and returns the first event of its log.
    pub fn open(opening: Opening, at: Timestamp) -> (Game, Event) {
        let game = Game {
            opening: Arc::new(opening.clone()),
            roster: Arc::default(),
            host: None,
            last_action: at,
            key_version: KeyVersion::V2,
            uncommitted: SeatSet::EMPTY,
            stage: Stage::Waiting,
            copies: CopyCounter,
        };
        (game, Event { at, kind: EventKind::TableOpened(opening) })
    }

    /// Rebuilds the game from its log, or returns the first event that cannot have happened.
    pub fn replay<'e>(log: impl IntoIterator<Item = &'e Event>) -> Result<Game, BrokenLog> {
        let mut events = log.into_iter().zip(1..);
        let mut game = match events.next() {
            Some((Event { at, kind: EventKind::TableOpened(opening) }, _)) => {
                Game::open(opening.clone(), *at).0
            }
            first => return Err(BrokenLog::without_opening(first.map(|(event, _)| event))),
        };
        for (event, number) in events {
            game.apply(event).map_err(|error| BrokenLog { number, error })?;
        }
        Ok(game)
    }

    /// The id of the game.
    pub fn id(&self) -> &GameId {
        &self.opening.game
    }

    /// The settings of the table, with the rules as the host last changed them.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The rules of the table.
    pub fn rules(&self) -> &Rules {
        &self.opening.rules
    }

    /// The phase of the table.
    pub const fn progress(&self) -> Progress {
        match self.stage {
            Stage::Waiting | Stage::Starting(_) => Progress::Waiting,
            Stage::Playing(_) => Progress::Playing,
            Stage::Ended(_) => Progress::Ended,
            Stage::Closed => Progress::Closed,
        }
    }

    /// The players at the table, including those who dropped out of the game.
    pub fn players(&self) -> &BySeat<Player> {
        &self.roster.players
    }

    /// The players in the order in which they joined.
    pub fn join_order(&self) -> &[Seat] {
        &self.roster.join_order
    }

    /// The host, who starts the game and can end it.
    pub const fn host(&self) -> Option<Seat> {
        self.host
    }

    /// The nonces in join order, empty for players without one.
    pub fn nonces(&self) -> Vec<Nonce> {
        self.roster.join_order.iter().map(|&seat| self.nonce(seat)).collect()
    }

    /// The player to move in a running game.
    pub fn to_move(&self) -> Option<Seat> {
        self.playing().map(|position| position.to_move)
    }

    /// The outcome, if the game has ended.
    pub const fn outcome(&self) -> Option<&Outcome> {
        match &self.stage {
            Stage::Ended(ended) => Some(&ended.outcome),
            Stage::Waiting | Stage::Starting(_) | Stage::Playing(_) | Stage::Closed => None,
        }
    }

    /// The id of the rematch, if one was opened.
    pub fn rematch(&self) -> Option<&GameId> {
        match &self.stage {
            Stage::Ended(ended) => ended.rematch.as_ref(),
            Stage::Waiting | Stage::Starting(_) | Stage::Playing(_) | Stage::Closed => None,
        }
    }

    /// The position of a running game.
    pub(crate) fn playing(&self) -> Option<&Position> {
        match &self.stage {
            Stage::Playing(position) => Some(position),
            Stage::Waiting | Stage::Starting(_) | Stage::Ended(_) | Stage::Closed => None,
        }
    }

    /// The position of a running or finished game.
    pub(crate) fn position(&self) -> Option<&Position> {
        match &self.stage {
            Stage::Playing(position) => Some(position),
            Stage::Ended(ended) => Some(&ended.position),
            Stage::Waiting | Stage::Starting(_) | Stage::Closed => None,
        }
    }

    fn roster_mut(&mut self) -> &mut Roster {
        Arc::make_mut(&mut self.roster)
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.roster.players.get(seat).is_some_and(|player| player.kind == PlayerKind::Person)
    }
}
