//! The daily puzzle over HTTP.
//!
//! What a device sends is read as strictly as an event of a table. What it gets has the shapes that clients of the puzzle
//! have always known: the state of an attempt, and a turn. Until the last turn no field of them can hold a tile that is
//! still in the bag.

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

/// Everything of it that TypeScript should know.
#[cfg(feature = "reference")]
pub(crate) fn types() -> Vec<crate::catalogue::TypeOf> {
    use crate::catalogue::TypeOf;
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
