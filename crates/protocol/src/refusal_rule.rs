//! The names of the rules that a refusal stands for.

use rules::{PlacementError, Refusal};
use serde::{Deserialize, Serialize};

/// The rule that was broken, by name. Clients have the words for it in the languages that they speak.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum RefusalRule {
    /// The seat is empty.
    NotSeated,
    /// The player has resigned or was removed.
    OutOfGame,
    /// The game has not begun.
    NotStarted,
    /// The game has begun.
    AlreadyStarted,
    /// The game or the table is over.
    Ended,
    /// The game is not over yet.
    NotEnded,
    /// Only the host can do this.
    NotHost,
    /// Nobody to play with.
    NotEnoughPlayers,
    /// No seat is free.
    TableFull,
    /// Somebody at the table is called that.
    NameTaken,
    /// Somebody else is to move.
    NotYourTurn,
    /// No tile was laid.
    NoTiles,
    /// A tile lies off the board.
    OffBoard,
    /// Two tiles lie on one square.
    SquareTwice,
    /// A blank has no letter.
    BlankWithoutLetter,
    /// The player has no such tile, or not so many.
    NotOnRack,
    /// A tile lies there already.
    SquareTaken,
    /// Neither one row nor one column.
    NotInLine,
    /// A free square between the first and the last tile.
    Gap,
    /// The first play lies elsewhere.
    CentreNotCovered,
    /// The first play is a single letter.
    FirstPlayTooShort,
    /// No tile touches one that lay there before.
    NotConnected,
    /// The list does not have all the words.
    UnknownWords,
    /// At a table for one there is nobody to pass to.
    NobodyToPassTo,
    /// No tile was named.
    NothingToExchange,
    /// A tile was named twice.
    PlaceTwice,
    /// There is no such tile.
    NoSuchPlace,
    /// The bag is too empty for this exchange.
    NotEnoughInBag,
    /// No play can be challenged, or not that one.
    NothingToChallenge,
    /// The play is one's own.
    OwnPlay,
    /// A challenge must be decided first.
    ChallengePending,
    /// There is no challenge to decide.
    NoChallengePending,
    /// The player said so before.
    AlreadyAccepted,
    /// A vote counts once.
    AlreadyVoted,
    /// The player of the word does not vote on it.
    OwnVote,
    /// Where persons decide, a bot does not.
    OnlyPersons,
    /// The play before can still be challenged: nobody moves.
    PlayMustStand,
    /// The table does not look words up.
    LookUpNotAllowed,
    /// The player is there, or has not been away for long enough.
    NotAway,
    /// Turning oneself out is leaving.
    CannotRemoveYourself,
    /// The player agreed before.
    AlreadyAgreed,
    /// There is a table to play again already.
    RematchOpen,
    /// Nobody may claim that seat.
    SeatNotKept,
    /// No start waits for a nonce of this player.
    NoNonceRequested,
    /// The nonce is another than the one that was committed to.
    WrongNonce,
    /// The time has not come, or what was waited for is gone.
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
            Refusal::RematchOpen => RefusalRule::RematchOpen,
            Refusal::SeatNotKept => RefusalRule::SeatNotKept,
            Refusal::NoNonceRequested => RefusalRule::NoNonceRequested,
            Refusal::WrongNonce => RefusalRule::WrongNonce,
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
    fn a_rule_of_placing_is_called_on_the_wire_what_the_rules_call_it() {
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
