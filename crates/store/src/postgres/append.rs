//! A commit as a single statement.

use sqlx::PgPool;
use sqlx::error::DatabaseError;

use crate::table::{SeatStatus, fates};
use crate::{AppendError, Commit, SeatChange, Version, columns};

/// The statement of a commit.
///
/// All changes depend on `head`, which has a row only if the table is at the expected version and
/// the command is new. A concurrent commit that waits for the lock checks the version again when it
/// gets it.
macro_rules! append_statement {
    ($further:literal) => {
        concat!(
            "\
WITH head AS (
    UPDATE tables SET version = version + 1, standing = $3, changed_at = $4, next_due = $5
    WHERE id = $1 AND version = $2 AND NOT EXISTS
        (SELECT 1 FROM commands WHERE table_id = $1 AND player = $7 AND command_id = $8)
    RETURNING id, version
), batch AS (
    INSERT INTO batches (table_id, version, at, events) SELECT id, version, $4, $6 FROM head
), command AS (
    INSERT INTO commands (table_id, player, command_id, version, reply)
    SELECT id, $7, $8, version, $9 FROM head WHERE $7 IS NOT NULL
), freed AS (
    DELETE FROM seats USING head WHERE table_id = id AND seat = ANY($10)
), renewed AS (
    UPDATE seats SET token = new.token
    FROM head, UNNEST($11::BIGINT[], $12::BYTEA[]) AS new (seat, token)
    WHERE table_id = id AND seats.seat = new.seat
), taken AS (
    INSERT INTO seats (table_id, seat, player, token, name_key)
    SELECT id, new.seat, new.player, new.token, new.name_key
    FROM head, UNNEST($13::BIGINT[], $14::TEXT[], $15::BYTEA[], $16::TEXT[]) AS new (seat, player, token, name_key)
    ON CONFLICT (table_id, seat) DO UPDATE
    SET player = excluded.player, token = excluded.token, name_key = excluded.name_key
), closed AS (
    DELETE FROM codes USING head WHERE table_id = id AND $3 = 'closed'
), ended AS (
    UPDATE codes SET ended_at = $4 FROM head WHERE table_id = id AND $3 = 'ended' AND ended_at IS NULL
)",
            $further,
            "
SELECT version FROM head"
        )
    };
}

const APPEND: &str = append_statement!("");

/// A commit that changes seats, and so removes their tickets.
///
/// A ticket moves the seat of the player who made it, not that of the next player. Moves change no
/// seat and skip this.
const APPEND_SEATS: &str = append_statement!(
    ", tickets_gone AS (
    DELETE FROM tickets USING head WHERE table_id = id AND seat = ANY($10 || $11::BIGINT[] || $13::BIGINT[])
)"
);

/// Changes of seats, as column arrays.
#[derive(Default)]
pub(super) struct SeatColumns {
    pub(super) freed: Vec<i64>,
    pub(super) renewed: Vec<i64>,
    pub(super) renewed_tokens: Vec<Vec<u8>>,
    pub(super) taken: Vec<i64>,
    pub(super) players: Vec<String>,
    pub(super) tokens: Vec<Option<Vec<u8>>>,
    pub(super) name_keys: Vec<String>,
}

impl SeatColumns {
    pub(super) fn of(changes: &[SeatChange]) -> SeatColumns {
        let mut columns = SeatColumns::default();
        for (seat, fate) in fates(changes) {
            let seat = seat.index() as i64;
            match fate {
                SeatStatus::Taken(taken) => {
                    columns.taken.push(seat);
                    columns.players.push(taken.player.as_str().to_owned());
                    columns.tokens.push(taken.token.map(|token| token.0.to_vec()));
                    columns.name_keys.push(taken.name_key);
                }
                SeatStatus::NewToken(token) => {
                    columns.renewed.push(seat);
                    columns.renewed_tokens.push(token.0.to_vec());
                }
                SeatStatus::Freed => columns.freed.push(seat),
            }
        }
        columns
    }
}

/// Writes a commit, or returns why it cannot.
pub(super) async fn append(
    pool: &PgPool,
    commit: &Commit,
    events: &str,
) -> Result<Result<Version, AppendError>, sqlx::Error> {
    let Commit { table, expected, at, command, seats, status, next_due, .. } = commit;
    let statement = if seats.is_empty() { APPEND } else { APPEND_SEATS };
    let seats = SeatColumns::of(seats);
    let written: Result<Option<i64>, sqlx::Error> = sqlx::query_scalar(statement)
        .bind(table.as_str())
        .bind(expected.column())
        .bind(columns::status(*status))
        .bind(at.0)
        .bind(next_due.map(|due| due.0))
        .bind(events)
        .bind(command.as_ref().map(|done| done.player.as_str()))
        .bind(command.as_ref().map(|done| &done.id))
        .bind(command.as_ref().map(|done| &done.reply))
        .bind(seats.freed)
        .bind(seats.renewed)
        .bind(seats.renewed_tokens)
        .bind(seats.taken)
        .bind(seats.players)
        .bind(seats.tokens)
        .bind(seats.name_keys)
        .fetch_optional(pool)
        .await;
    match written {
        Ok(Some(version)) => Ok(Ok(Version::from_column(version))),
        Ok(None) => refusal(pool, commit).await.map(Err),
        // The same command arrived twice at once, and the other one was first.
        Err(error) if error.as_database_error().is_some_and(DatabaseError::is_unique_violation) => {
            refusal(pool, commit).await.map(Err)
        }
        Err(error) => Err(error),
    }
}

/// Returns why nothing was written.
///
/// This is a separate query, because the statement itself sees the state at its beginning.
async fn refusal(pool: &PgPool, commit: &Commit) -> Result<AppendError, sqlx::Error> {
    let why = "\
        SELECT tables.version, commands.version, reply FROM tables LEFT JOIN commands \
        ON table_id = id AND player = $2 AND command_id = $3 WHERE id = $1";
    let found: Option<(i64, Option<i64>, Option<String>)> = sqlx::query_as(why)
        .bind(commit.table.as_str())
        .bind(commit.command.as_ref().map(|done| done.player.as_str()))
        .bind(commit.command.as_ref().map(|done| &done.id))
        .fetch_optional(pool)
        .await?;
    Ok(match found {
        Some((_, Some(version), Some(reply))) => {
            AppendError::AlreadyDone { version: Version::from_column(version), reply }
        }
        Some((actual, ..)) => AppendError::Conflict { actual: Version::from_column(actual) },
        None => AppendError::NoSuchTable,
    })
}
