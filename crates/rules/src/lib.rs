//! The rules of the crossword-tile game, as pure functions.
//!
//! This crate does no I/O, reads no clock, is not async and has no global randomness. The caller
//! passes in the time, the word list and the source of tiles.
//!
//! Read the types in this order; their examples build on each other.
//!
//! | | |
//! |---|---|
//! | [`Language`], [`Letter`], [`Tile`] | the game pieces: data, for any alphabet |
//! | [`Square`], [`Premium`], [`Board`] | the board |
//! | [`Rack`], [`Bag`], [`Key`] | the tiles, and draws that can be verified afterwards ([`verify`]) |
//! | [`Placement`] → [`LegalPlay`] | an unchecked claim, and the play after checking it |
//! | [`Preset`], [`RuleFields`] → [`Rules`] | the settings of a table, and the consistent rules |
//! | [`Command`], [`Refusal`], [`Event`], [`Game`] | requests, why they are refused, what happened, and the state |
//! | [`PlayerView`], [`TableView`] | what a player or a spectator may see |
//! | [`notation`] | positions and games as text |

mod bag;
mod board;
mod clock;
mod command;
mod copy_counter;
mod event;
mod fairness;
mod game;
mod hex;
mod id;
mod language;
mod name;
pub mod notation;
mod outcome;
mod placement;
mod play;
mod premium;
mod preset;
mod rack;
mod refusal;
mod rules;
mod score;
mod seat;
mod square;
mod tile;
mod time;
pub mod unicode;
mod verify;
mod view;
mod words;

pub use bag::{Bag, Draw, DrawNumber, TileSource};
pub use board::Board;
pub use clock::{Clock, RunningClock};
pub use command::{BotLevel, Command, Env, Newcomer, PlayerKind, Timer};
#[cfg(feature = "counters")]
pub use copy_counter::games_copied;
pub use event::{Departure, Event, EventKind, Judge, Opening, OpeningRound, Rematch, StandReason};
pub use fairness::{Commitment, Key, KeyVersion, Nonce, NonceCommitment, NonceInput, Seed, SeededTileSource};
pub use game::{
    Action, BrokenLog, ChallengeRecord, Contribution, Decision, Entry, EventError, Game, HOLD, LOBBY_MAX,
    PAUSE_MAX, PassedBy, Pause, PendingStart, PlayStatus, Player, Preview, PreviewedWord, Progress,
    REVEAL_TIME,
};
pub use hex::hex;
pub use id::{GameId, NotARoomCode, PlayerId, RoomCode};
pub use language::{Language, LanguageError, NotALetter};
pub use name::{NameError, PlayerName};
pub use outcome::{EndReason, Outcome, Standing};
pub use placement::{ClaimedTile, Placement, PlacementError, TileToLay};
pub use play::{FormedWord, LegalPlay, Play};
pub use premium::Premium;
pub use preset::{Preset, UnknownPreset};
pub use rack::Rack;
pub use refusal::Refusal;
pub use rules::{
    Absence, ExchangeLimit, FirstToMove, GoingOut, Joining, LookUp, RuleFields, Rules, RulesError,
    ScorelessEnd, Verdict, Watching, WordRule,
};
pub use score::Score;
pub use seat::{BySeat, Seat, SeatSet};
pub use square::{Direction, SIDE, Square};
pub use tile::{LaidTile, Letter, Tile};
pub use time::{Millis, Timestamp};
pub use verify::{FairnessError, Verified, verify};
pub use view::{
    LogEntry, PlayerView, SeenAction, SeenChallenge, SeenPlay, SeenPlayer, SeenPosition, TableView,
};
pub use words::Words;
