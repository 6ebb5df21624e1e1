//! The names of the rules behind refusals.

use rules::{PlacementError, Refusal};
use serde::{Deserialize, Serialize};

/// The broken rule, by name. Clients translate it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum RefusalRule {
    /// The seat is empty.
    NotSeated,
    /// The player has resigned or was removed.
    OutOfGame,
    /// The game has not started.
    NotStarted,
    /// The game has already started.
    AlreadyStarted,
    /// The game or the table is over.
    Ended,
    /// The game is not over yet.
    NotEnded,
    /// Only the host can do this.
    NotHost,
    /// There are too few players.
    NotEnoughPlayers,
    /// All seats are taken.
    TableFull,
    /// The new rules have fewer seats than there are players.
    TooFewSeats,
    /// The name is taken at this table.
    NameTaken,
    /// It is another player's turn.
    NotYourTurn,
    /// No tile was laid.
    NoTiles,
    /// A tile is off the board.
    OffBoard,
    /// Two tiles are on the same square.
    SquareTwice,
    /// A blank has no letter.
    BlankWithoutLetter,
    /// The player does not have this tile, or not as often.
    NotOnRack,
    /// The square is already taken.
    SquareTaken,
    /// The tiles are not in one row or column.
    NotInLine,
    /// There is a free square between the tiles.
    Gap,
    /// The first play does not cover the centre.
    CentreNotCovered,
    /// The first play has only one letter.
    FirstPlayTooShort,
    /// No tile touches the tiles on the board.
    NotConnected,
    /// Words are not in the word list.
    UnknownWords,
    /// At a table for one there is no player to pass to.
    NobodyToPassTo,
    /// No tile was selected for the exchange.
    NothingToExchange,
    /// A tile was selected twice.
    PlaceTwice,
    /// There is no tile with this index.
    NoSuchPlace,
    /// The bag has too few tiles for this exchange.
    NotEnoughInBag,
    /// No play can be challenged, or not the one named.
    NothingToChallenge,
    /// Players cannot challenge their own play.
    OwnPlay,
    /// A challenge must be decided first.
    ChallengePending,
    /// There is no challenge to decide.
    NoChallengePending,
    /// The player has already accepted the play.
    AlreadyAccepted,
    /// The player has already voted.
    AlreadyVoted,
    /// Players cannot vote on their own play.
    OwnVote,
    /// Only people decide challenges, not bots.
    OnlyPersons,
    /// The previous play can still be challenged; no player may move.
    PlayMustStand,
    /// The table does not allow word lookups now.
    LookUpNotAllowed,
    /// The player is connected, or has not been away for long enough.
    NotAway,
    /// Players cannot remove themselves; they can leave.
    CannotRemoveYourself,
    /// The player has already agreed.
    AlreadyAgreed,
    /// In a game over days only the clock removes players.
    ClockRemoves,
    /// The game is paused.
    GamePaused,
    /// The game is not paused.
    NotPaused,
    /// Only a game over days can be paused.
    PauseNotOffered,
    /// No pause is proposed.
    NoPauseProposed,
    /// The player has already agreed to the pause.
    AlreadyAgreedToPause,
    /// No computer plays this seat.
    NoStandIn,
    /// There already is a rematch table.
    RematchOpen,
    /// The seat is not reserved for a player of the previous game.
    SeatNotKept,
    /// No start is waiting for a nonce of this player.
    NoNonceRequested,
    /// The nonce does not match the commitment.
    WrongNonce,
    /// A device has not committed to a new nonce since the start failed.
    NotRecommitted,
    /// The timer is not due, or its reason no longer exists.
    NotDue,
}

impl From<&Refusal> for RefusalRule {
    fn from(refusal: &Refusal) -> RefusalRule {
        match refusal {
            Refusal::NotSeated => RefusalRule::NotSeated,
            Refusal::OutOfGame => RefusalRule::OutOfGame,
            Refusal::NotStarted => RefusalRule::NotStarted,
            Refusal::AlreadyStarted => RefusalRule::AlreadyStarted,
            Refusal::Ended => RefusalRule::Ended,
            Refusal::NotEnded => RefusalRule::NotEnded,
            Refusal::NotHost => RefusalRule::NotHost,
            Refusal::NotEnoughPlayers { .. } => RefusalRule::NotEnoughPlayers,
            Refusal::TableFull { .. } => RefusalRule::TableFull,
            Refusal::TooFewSeats { .. } => RefusalRule::TooFewSeats,
            Refusal::NameTaken => RefusalRule::NameTaken,
            Refusal::NotYourTurn => RefusalRule::NotYourTurn,
            Refusal::Placement(placement) => RefusalRule::from(placement),
            Refusal::UnknownWords { .. } => RefusalRule::UnknownWords,
            Refusal::NobodyToPassTo => RefusalRule::NobodyToPassTo,
            Refusal::NothingToExchange => RefusalRule::NothingToExchange,
            Refusal::PlaceTwice { .. } => RefusalRule::PlaceTwice,
            Refusal::NoSuchPlace { .. } => RefusalRule::NoSuchPlace,
            Refusal::NotEnoughInBag { .. } => RefusalRule::NotEnoughInBag,
            Refusal::NothingToChallenge => RefusalRule::NothingToChallenge,
            Refusal::OwnPlay => RefusalRule::OwnPlay,
            Refusal::ChallengePending => RefusalRule::ChallengePending,
            Refusal::NoChallengePending => RefusalRule::NoChallengePending,
            Refusal::AlreadyAccepted => RefusalRule::AlreadyAccepted,
            Refusal::AlreadyVoted => RefusalRule::AlreadyVoted,
            Refusal::OwnVote => RefusalRule::OwnVote,
            Refusal::OnlyPersons => RefusalRule::OnlyPersons,
            Refusal::PlayMustStand => RefusalRule::PlayMustStand,
            Refusal::LookUpNotAllowed => RefusalRule::LookUpNotAllowed,
            Refusal::NotAway { .. } => RefusalRule::NotAway,
            Refusal::CannotRemoveYourself => RefusalRule::CannotRemoveYourself,
            Refusal::AlreadyAgreed => RefusalRule::AlreadyAgreed,
            Refusal::ClockRemoves => RefusalRule::ClockRemoves,
            Refusal::GamePaused => RefusalRule::GamePaused,
            Refusal::NotPaused => RefusalRule::NotPaused,
            Refusal::PauseNotOffered => RefusalRule::PauseNotOffered,
            Refusal::NoPauseProposed => RefusalRule::NoPauseProposed,
            Refusal::AlreadyAgreedToPause => RefusalRule::AlreadyAgreedToPause,
            Refusal::NoStandIn => RefusalRule::NoStandIn,
            Refusal::RematchOpen => RefusalRule::RematchOpen,
            Refusal::SeatNotKept => RefusalRule::SeatNotKept,
            Refusal::NoNonceRequested => RefusalRule::NoNonceRequested,
            Refusal::WrongNonce => RefusalRule::WrongNonce,
            Refusal::NotRecommitted { .. } => RefusalRule::NotRecommitted,
            Refusal::NotDue => RefusalRule::NotDue,
        }
    }
}

impl From<&PlacementError> for RefusalRule {
    fn from(placement: &PlacementError) -> RefusalRule {
        match placement {
            PlacementError::NoTiles => RefusalRule::NoTiles,
            PlacementError::OffBoard { .. } => RefusalRule::OffBoard,
            PlacementError::SquareTwice(_) => RefusalRule::SquareTwice,
            PlacementError::BlankWithoutLetter(_) => RefusalRule::BlankWithoutLetter,
            PlacementError::NotOnRack(_) => RefusalRule::NotOnRack,
            PlacementError::SquareTaken(_) => RefusalRule::SquareTaken,
            PlacementError::NotInLine(_) => RefusalRule::NotInLine,
            PlacementError::Gap(_) => RefusalRule::Gap,
            PlacementError::CentreNotCovered => RefusalRule::CentreNotCovered,
            PlacementError::FirstPlayTooShort => RefusalRule::FirstPlayTooShort,
            PlacementError::NotConnected(_) => RefusalRule::NotConnected,
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Square;

    use super::*;

    #[test]
    fn placement_errors_have_the_same_name_on_the_wire_and_in_the_rules() {
        let square = Square::CENTRE;
        for placement in [
            PlacementError::NoTiles,
            PlacementError::SquareTwice(square),
            PlacementError::BlankWithoutLetter(square),
            PlacementError::NotOnRack(square),
            PlacementError::SquareTaken(square),
            PlacementError::NotInLine(vec![square]),
            PlacementError::Gap(square),
            PlacementError::CentreNotCovered,
            PlacementError::FirstPlayTooShort,
            PlacementError::NotConnected(vec![square]),
        ] {
            let name = serde_json::to_value(RefusalRule::from(&placement)).unwrap();
            assert_eq!(name, placement.rule());
        }
    }
}
