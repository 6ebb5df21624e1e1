//! A database as rows that belong to no kind of it.
//!
//! They are written as JSON, `{"seat":{"table":"…",…}}`, in which every field is there and no other is. Backups are made of
//! these lines, so what they are called is for ever.

use rules::{GameId, Progress, Seat, Seed, Timestamp};
use serde::{Deserialize, Serialize};

use super::written;
use crate::{DailyPlayer, Lobby, PlayerId, PuzzleKey, RoomCode, TokenHash, Version};

/// One row. A table is followed by its seats, its tickets and its commits, and the daily puzzle comes after all tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Row {
    /// A table; in the order of their ids.
    Table(TableRow),
    /// Who sits there; in the order of the seats.
    Seat(SeatRow),
    /// A ticket that moves one of its seats; in the order of their hashes.
    Ticket(TicketRow),
    /// What happened there; in the order of the versions.
    Commit(CommitRow),
    /// A daily puzzle; in the order of languages and days.
    DailyPuzzle(PuzzleRow),
    /// Somebody who plays it; in the order of their numbers.
    DailyPlayer(DailyPlayerRow),
    /// A device of theirs; in the order of their tokens' hashes.
    DailyDevice(DeviceRow),
    /// A code that adds another device; in the order of their hashes.
    DailyTransfer(TransferRow),
    /// What they made of a puzzle; in the order of players, languages and days.
    DailyAttempt(AttemptRow),
}

/// A table without what happened there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TableRow {
    /// What names its game for ever.
    #[serde(with = "written")]
    pub id: GameId,
    /// What finds it, while it has a code.
    #[serde(deserialize_with = "written::present")]
    pub code: Option<CodeRow>,
    /// How it is found.
    #[serde(with = "written")]
    pub lobby: Lobby,
    /// The secret behind its draws.
    #[serde(with = "written")]
    pub seed: Seed,
    /// The hash of the secret in its link.
    #[serde(with = "written")]
    pub invite: TokenHash,
    /// How many commits it has had.
    #[serde(with = "written")]
    pub version: Version,
    /// How far it is.
    #[serde(with = "written")]
    pub standing: Progress,
    /// When it was made.
    #[serde(with = "written")]
    pub opened_at: Timestamp,
    /// When something last happened there.
    #[serde(with = "written")]
    pub changed_at: Timestamp,
    /// When time will next do something to it.
    #[serde(with = "written")]
    pub next_due: Option<Timestamp>,
}

/// The code of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CodeRow {
    /// Its letters.
    #[serde(with = "written")]
    pub letters: RoomCode,
    /// When the game ended; some time after that the code is free again.
    #[serde(with = "written")]
    pub ended_at: Option<Timestamp>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeatRow {
    /// At which table.
    #[serde(with = "written")]
    pub table: GameId,
    /// Where.
    #[serde(with = "written")]
    pub seat: Seat,
    /// Who.
    #[serde(with = "written")]
    pub player: PlayerId,
    /// The hash of what proves it; a bot has none.
    #[serde(with = "written")]
    pub token: Option<TokenHash>,
    /// Their name as it is looked for.
    pub name_key: String,
}

/// A ticket that moves a seat to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TicketRow {
    /// At which table.
    #[serde(with = "written")]
    pub table: GameId,
    /// Its hash.
    #[serde(with = "written")]
    pub ticket: TokenHash,
    /// Which seat.
    #[serde(with = "written")]
    pub seat: Seat,
    /// Until when it works.
    #[serde(with = "written")]
    pub expires_at: Timestamp,
}

/// What happened at once at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommitRow {
    /// At which table.
    #[serde(with = "written")]
    pub table: GameId,
    /// The version that the table had after it.
    #[serde(with = "written")]
    pub version: Version,
    /// When.
    #[serde(with = "written")]
    pub at: Timestamp,
    /// Its events exactly as they are written; [`codec`](crate::codec) reads them.
    pub events: String,
    /// The command that led to it, if its sender may send it again.
    #[serde(deserialize_with = "written::present")]
    pub command: Option<CommandRow>,
}

/// A command that was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommandRow {
    /// Who sent it.
    #[serde(with = "written")]
    pub player: PlayerId,
    /// What the sender calls it.
    pub id: String,
    /// What it was answered with.
    pub reply: String,
}

/// A daily puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PuzzleRow {
    /// Its language, by its code.
    pub language: String,
    /// Its day, as `2026-11-15`.
    pub day: String,
    /// What it was made from.
    pub seed: i64,
    /// The word that lies on the board.
    pub starting_word: String,
    /// The tiles in the order in which they come.
    pub tile_order: String,
    /// The ways through it, once they are found.
    #[serde(deserialize_with = "written::present")]
    pub solution: Option<String>,
}

/// A player of daily puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DailyPlayerRow {
    /// Who.
    #[serde(with = "written")]
    pub player: DailyPlayer,
    /// What they want to be called.
    #[serde(deserialize_with = "written::present")]
    pub name: Option<String>,
    /// Since when they play.
    #[serde(with = "written")]
    pub made_at: Timestamp,
}

/// A device of a player of daily puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeviceRow {
    /// The hash of what proves it.
    #[serde(with = "written")]
    pub token: TokenHash,
    /// Whose it is.
    #[serde(with = "written")]
    pub player: DailyPlayer,
}

/// A code that makes another device that of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransferRow {
    /// Its hash.
    #[serde(with = "written")]
    pub code: TokenHash,
    /// Whose it is.
    #[serde(with = "written")]
    pub player: DailyPlayer,
    /// Until when it works.
    #[serde(with = "written")]
    pub expires_at: Timestamp,
}

/// What a player made of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttemptRow {
    /// Who.
    #[serde(with = "written")]
    pub player: DailyPlayer,
    /// The language of the puzzle.
    pub language: String,
    /// Its day.
    pub day: String,
    /// How many turns were played.
    pub turns: i64,
    /// The sum of them.
    pub score: i64,
    /// The turns, a line each.
    pub deeds: String,
    /// When the last of them was played.
    #[serde(with = "written")]
    pub finished_at: Option<Timestamp>,
}

impl AttemptRow {
    /// Which puzzle it was.
    pub fn key(&self) -> PuzzleKey {
        PuzzleKey { day: self.day.clone(), language: self.language.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: &str = r#"{"seat":{"table":"t","seat":2,"player":"p","token":null,"nameKey":"ann"}}"#;

    #[test]
    fn a_row_is_written_as_it_was_read() {
        let row: Row = serde_json::from_str(SEAT).unwrap();
        assert_eq!(serde_json::to_string(&row).unwrap(), SEAT);
        let Row::Seat(row) = row else { panic!("{row:?}") };
        assert_eq!((row.seat.index(), row.token), (2, None));
    }

    #[test]
    fn a_row_with_a_field_too_few_or_too_many_or_a_wrong_one_is_none() {
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
