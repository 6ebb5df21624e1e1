//! Database content as rows that are independent of the kind of database.
//!
//! Rows are serialised as JSON, `{"seat":{"table":"…",…}}`, with exactly the declared fields.
//! Backups consist of these lines, so the names never change.

use rules::{GameId, Progress, Seat, Seed, Timestamp};
use serde::{Deserialize, Serialize};

use super::row_json;
use crate::{DailyPlayer, Lobby, PlayerId, PuzzleKey, RoomCode, TokenHash, Version};

/// One row.
///
/// A table is followed by its seats, tickets, commits and chat. The daily puzzle comes after all tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Row {
    /// A table; ordered by id.
    Table(TableRow),
    /// An occupied seat; ordered by seat.
    Seat(SeatRow),
    /// A ticket that moves one of the seats; ordered by hash.
    Ticket(TicketRow),
    /// A commit; ordered by version.
    Commit(CommitRow),
    /// A chat message; ordered by number.
    Chat(ChatRow),
    /// A daily puzzle; ordered by language and day.
    DailyPuzzle(PuzzleRow),
    /// A puzzle player; ordered by number.
    DailyPlayer(DailyPlayerRow),
    /// A device of a puzzle player; ordered by the hash of its token.
    DailyDevice(DeviceRow),
    /// A code that adds another device; ordered by hash.
    DailyTransfer(TransferRow),
    /// An attempt at a puzzle; ordered by player, language and day.
    DailyAttempt(AttemptRow),
}

/// A table without its commits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TableRow {
    /// Permanent id of the game.
    #[serde(with = "row_json")]
    pub id: GameId,
    /// Room code, while the table has one.
    #[serde(deserialize_with = "row_json::present")]
    pub code: Option<CodeRow>,
    /// How players find the table.
    #[serde(with = "row_json")]
    pub lobby: Lobby,
    /// Secret seed of the draws.
    #[serde(with = "row_json")]
    pub seed: Seed,
    /// Hash of the secret in the table's link.
    #[serde(with = "row_json")]
    pub invite: TokenHash,
    /// Number of commits.
    #[serde(with = "row_json")]
    pub version: Version,
    /// Progress of the game.
    #[serde(rename = "standing", with = "row_json")]
    pub status: Progress,
    /// Time of creation.
    #[serde(with = "row_json")]
    pub opened_at: Timestamp,
    /// Time of the last commit.
    #[serde(with = "row_json")]
    pub changed_at: Timestamp,
    /// When the next timer is due.
    #[serde(with = "row_json")]
    pub next_due: Option<Timestamp>,
}

/// The code of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CodeRow {
    /// Its letters.
    #[serde(with = "row_json")]
    pub letters: RoomCode,
    /// When the game ended; some time later the code is released.
    #[serde(with = "row_json")]
    pub ended_at: Option<Timestamp>,
}

/// An occupied seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeatRow {
    /// The table.
    #[serde(with = "row_json")]
    pub table: GameId,
    /// The seat.
    #[serde(with = "row_json")]
    pub seat: Seat,
    /// The player.
    #[serde(with = "row_json")]
    pub player: PlayerId,
    /// Hash of the player's token; a bot has none.
    #[serde(with = "row_json")]
    pub token: Option<TokenHash>,
    /// The player's name in the form used for lookups.
    pub name_key: String,
}

/// A ticket that moves a seat to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TicketRow {
    /// The table.
    #[serde(with = "row_json")]
    pub table: GameId,
    /// Hash of the ticket.
    #[serde(with = "row_json")]
    pub ticket: TokenHash,
    /// The seat.
    #[serde(with = "row_json")]
    pub seat: Seat,
    /// When the ticket expires.
    #[serde(with = "row_json")]
    pub expires_at: Timestamp,
}

/// A commit of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommitRow {
    /// The table.
    #[serde(with = "row_json")]
    pub table: GameId,
    /// Version of the table after the commit.
    #[serde(with = "row_json")]
    pub version: Version,
    /// Time of the commit.
    #[serde(with = "row_json")]
    pub at: Timestamp,
    /// Events in storage format; [`codec`](crate::codec) reads them.
    pub events: String,
    /// The command that led to it, if its sender may repeat it.
    #[serde(deserialize_with = "row_json::present")]
    pub command: Option<CommandRow>,
}

/// A chat message of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChatRow {
    /// The table.
    #[serde(with = "row_json")]
    pub table: GameId,
    /// Number of the message among those of its table, from 1.
    pub number: i64,
    /// The player who sent it.
    #[serde(with = "row_json")]
    pub player: PlayerId,
    /// The player's name at that time.
    pub name: String,
    /// The message.
    pub text: String,
    /// When it was sent.
    #[serde(with = "row_json")]
    pub at: Timestamp,
}

/// A command that was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommandRow {
    /// The player who sent it.
    #[serde(with = "row_json")]
    pub player: PlayerId,
    /// The client's id of the command.
    pub id: String,
    /// The reply that was sent.
    pub reply: String,
}

/// A daily puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PuzzleRow {
    /// The language code.
    pub language: String,
    /// The day, as `2026-11-15`.
    pub day: String,
    /// The seed it was generated from.
    pub seed: i64,
    /// The word on the board.
    pub starting_word: String,
    /// The tiles in the order in which they are drawn.
    pub tile_order: String,
    /// The solutions, once found.
    #[serde(deserialize_with = "row_json::present")]
    pub solution: Option<String>,
}

/// A player of daily puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DailyPlayerRow {
    /// The player.
    #[serde(with = "row_json")]
    pub player: DailyPlayer,
    /// Their display name.
    #[serde(deserialize_with = "row_json::present")]
    pub name: Option<String>,
    /// When the player was created.
    #[serde(with = "row_json")]
    pub made_at: Timestamp,
}

/// A device of a puzzle player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeviceRow {
    /// Hash of the device's token.
    #[serde(with = "row_json")]
    pub token: TokenHash,
    /// The player.
    #[serde(with = "row_json")]
    pub player: DailyPlayer,
}

/// A code that adds a device to a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransferRow {
    /// Hash of the code.
    #[serde(with = "row_json")]
    pub code: TokenHash,
    /// The player.
    #[serde(with = "row_json")]
    pub player: DailyPlayer,
    /// When the code expires.
    #[serde(with = "row_json")]
    pub expires_at: Timestamp,
}

/// A player's attempt at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttemptRow {
    /// The player.
    #[serde(with = "row_json")]
    pub player: DailyPlayer,
    /// Language of the puzzle.
    pub language: String,
    /// Day of the puzzle.
    pub day: String,
    /// Number of turns played.
    pub turns: i64,
    /// Total score.
    pub score: i64,
    /// The turns, one per line.
    pub deeds: String,
    /// When the last turn was played.
    #[serde(with = "row_json")]
    pub finished_at: Option<Timestamp>,
}

impl AttemptRow {
    /// Returns the key of the puzzle.
    pub fn key(&self) -> PuzzleKey {
        PuzzleKey { day: self.day.clone(), language: self.language.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: &str = r#"{"seat":{"table":"t","seat":2,"player":"p","token":null,"nameKey":"ann"}}"#;

    #[test]
    fn a_row_round_trips_as_json() {
        let row: Row = serde_json::from_str(SEAT).unwrap();
        assert_eq!(serde_json::to_string(&row).unwrap(), SEAT);
        let Row::Seat(row) = row else { panic!("{row:?}") };
        assert_eq!((row.seat.index(), row.token), (2, None));
    }

    #[test]
    fn rows_with_missing_extra_or_invalid_fields_are_refused() {
        let bad = [
            SEAT.replace(r#","token":null"#, ""),
            SEAT.replace(r#""token":null"#, r#""token":"00""#),
            SEAT.replace(r#""token":null"#, r#""token":null,"more":1"#),
            SEAT.replace(r#""seat":2"#, r#""seat":4"#),
            SEAT.replace(r#""seat":2"#, r#""seat":-1"#),
            SEAT.replace("{\"seat\":{\"table", "{\"chair\":{\"table"),
        ];
        for bad in bad {
            assert!(serde_json::from_str::<Row>(&bad).is_err(), "{bad}");
        }
    }
}
