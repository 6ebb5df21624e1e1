//! The daily puzzle over HTTP.
//!
//! Requests are parsed as strictly as the events of a table. Responses keep the established format
//! of the puzzle's clients: the state of an attempt, and a turn. Until the last turn, no field can
//! contain a tile that is still in the bag.

mod device;
mod request;
mod results;
mod state;
mod turn;

pub use device::{DailyArchive, DeviceToken, PlayedDay, TransferCode};
pub use request::{
    ClaimedDailyTile, ClaimedSquare, ExchangedTile, RedeemCode, Rename, SubmitTurn, TurnClaim,
};
pub use results::{
    BestPlay, DailyLine, DailyPar, DailyResults, Leaderboard, LeaderboardEntry, ScoreRange, TurnReview,
};
pub use state::{DailyBoard, DailyState, DailyStatus, DailyTile, StartingWord, WordPlayed};
pub use turn::{
    DailyProblem, DailyTurn, FormedWord, LaidDailyTile, TurnAnswer, ValidationStatus, WordDirection,
    WordPosition,
};

/// The types to be declared in TypeScript.
#[cfg(feature = "reference")]
pub(crate) fn types() -> Vec<crate::reference_entries::TypeOf> {
    use crate::reference_entries::TypeOf;
    vec![
        TypeOf::new::<DailyState>(),
        TypeOf::new::<SubmitTurn>(),
        TypeOf::new::<TurnAnswer>(),
        TypeOf::new::<DailyProblem>(),
        TypeOf::new::<DailyResults>(),
        TypeOf::new::<Leaderboard>(),
        TypeOf::new::<DailyArchive>(),
        TypeOf::new::<DeviceToken>(),
        TypeOf::new::<TransferCode>(),
        TypeOf::new::<Rename>(),
        TypeOf::new::<RedeemCode>(),
    ]
}
