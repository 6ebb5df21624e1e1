//! Creation of a table as a single statement.

use rules::Progress;
use sqlx::error::DatabaseError;
use sqlx::{PgPool, Row};

use super::append::SeatColumns;
use crate::{CreateError, NewTable, columns};

/// Everything depends on the code being free and the id being new.
const CREATE: &str = "\
WITH code AS (
    INSERT INTO codes (code, table_id, ended_at)
    SELECT $9, $1, $10 WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = $1)
    ON CONFLICT DO NOTHING
    RETURNING table_id
), head AS (
    INSERT INTO tables (id, lobby, seed, invite, version, standing, opened_at, changed_at, next_due)
    SELECT table_id, $2, $3, $4, 1, $5, $6, $6, $7 FROM code
    RETURNING id
), batch AS (
    INSERT INTO batches (table_id, version, at, events) SELECT id, 1, $6, $8 FROM head
), taken AS (
    INSERT INTO seats (table_id, seat, player, token, name_key)
    SELECT id, new.seat, new.player, new.token, new.name_key
    FROM head, UNNEST($11::BIGINT[], $12::TEXT[], $13::BYTEA[], $14::TEXT[]) AS new (seat, player, token, name_key)
)
SELECT id FROM head";

/// Writes a table, or returns why it cannot.
pub(super) async fn create(
    pool: &PgPool,
    table: &NewTable,
    events: &str,
) -> Result<Result<(), CreateError>, sqlx::Error> {
    let NewTable { id, code, lobby, seed, invite, at, seats, status, next_due, .. } = table;
    let seats = SeatColumns::of(seats);
    let created = sqlx::query(CREATE)
        .bind(id.as_str())
        .bind(columns::lobby(*lobby))
        .bind(&seed.0[..])
        .bind(&invite.0[..])
        .bind(columns::status(*status))
        .bind(at.0)
        .bind(next_due.map(|due| due.0))
        .bind(events)
        .bind(code.as_str())
        .bind((*status == Progress::Ended).then_some(at.0))
        .bind(seats.taken)
        .bind(seats.players)
        .bind(seats.tokens)
        .bind(seats.name_keys)
        .fetch_optional(pool)
        .await;
    match created {
        Ok(Some(_)) if *status == Progress::Closed => {
            sqlx::query("DELETE FROM codes WHERE table_id = $1").bind(id.as_str()).execute(pool).await?;
            Ok(Ok(()))
        }
        Ok(Some(_)) => Ok(Ok(())),
        Ok(None) => refusal(pool, table).await.map(Err),
        Err(error) if error.as_database_error().is_some_and(DatabaseError::is_unique_violation) => {
            refusal(pool, table).await.map(Err)
        }
        Err(error) => Err(error),
    }
}

async fn refusal(pool: &PgPool, table: &NewTable) -> Result<CreateError, sqlx::Error> {
    let exists: bool = sqlx::query("SELECT EXISTS (SELECT 1 FROM tables WHERE id = $1)")
        .bind(table.id.as_str())
        .fetch_one(pool)
        .await?
        .try_get(0)?;
    Ok(if exists {
        CreateError::TableExists(table.id.clone())
    } else {
        CreateError::CodeTaken(table.code.clone())
    })
}
