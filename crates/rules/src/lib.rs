//! The crossword-tile game, pure: no I/O, no clock, no async, no global chance. The time, the judge of words and the
//! source of tiles are handed in.
//!
//! Read it in this order; the examples of each type go on from those before.
//!
//! | | |
//! |---|---|
//! | [`Language`], [`Letter`], [`Tile`] | what is played with: data, for any alphabet |
//! | [`Square`], [`Premium`], [`Board`] | where it is laid |
//! | [`Rack`], [`Bag`], [`Key`] | who holds what, and how chance can be verified afterwards ([`verify`]) |
//! | [`Placement`] → [`LegalPlay`] | a claim, and what it becomes if it keeps to the rules of placing |
//! | [`Preset`], [`RuleFields`] → [`Rules`] | what a table can choose, and what fits together |
//! | [`Command`], [`Refusal`], [`Event`], [`Game`] | what a player asks for, why not, what happens, and what it adds up to |
//! | [`PlayerView`], [`TableView`] | what somebody may see |
//! | [`notation`] | positions and games as text |

mod bag;
mod board;
mod clock;
mod command;
mod event;
mod fairness;
mod game;
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

pub use bag::{Bag, Draw, DrawNumber, Draws};
pub use board::Board;
pub use clock::{Clock, RunningClock};
pub use command::{BotLevel, Command, Newcomer, PlayerKind, Surroundings, Timer};
pub use event::{Departure, Event, EventKind, Judge, Opening, OpeningRound, Rematch, StandReason};
pub use fairness::{Commitment, Key, KeyVersion, Nonce, NonceCommitment, NonceInput, Seed, SeededDraws};
pub use game::{
    ChallengeRecord, Contribution, Deed, Entry, Fate, Game, HOLD, PendingStart, Player, Preview,
    PreviewedWord, Progress, REVEAL_TIME,
};
pub use id::GameId;
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
    Absence, Beginner, Contradiction, ExchangeLimit, GoingOut, Joining, LookUp, RuleFields, Rules,
    ScorelessEnd, Verdict, Watching, WordRule,
};
pub use score::Score;
pub use seat::{BySeat, Seat, SeatSet};
pub use square::{Direction, SIDE, Square};
pub use tile::{LaidTile, Letter, Tile};
pub use time::{Millis, Timestamp};
pub use verify::{Unfair, Verified, verify};
pub use view::{
    LogEntry, PlayerView, SeenChallenge, SeenDeed, SeenPlay, SeenPlayer, SeenPosition, TableView,
};
pub use words::Words;
