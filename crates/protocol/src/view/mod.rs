//! Conversion from the rules to the wire: the views of a game for players and spectators.

mod change;
mod clock;
mod describe_table;
mod log;
mod outcome;
mod pause;
mod seating;
mod state;
mod update;

pub use change::{presence_change, state_change};
pub use clock::clock_update;
pub use describe_table::table_description;
pub(crate) use log::{challenge_verdict, deed_of, judge_of, scored_words};
pub(crate) use outcome::departure_reason;
pub use outcome::game_ended;
pub(crate) use seating::bot_level;
pub use seating::{PlayerIds, TableContext};
pub use state::{own_state, seat_state, spectator_state, table_state};
pub use update::{
    bag_commitment, board_update, game_started, lobby_update, move_preview, player_ref, score_update,
    turn_change, your_tiles,
};
pub(crate) use update::{nonce_requested, score_of};
