//! Queries.

use rules::{BySeat, GameId, Seat, Timestamp};
use sqlx::{AssertSqlSafe, Row, SqliteConnection, SqlitePool};

use crate::columns::Columns;
use crate::{
    Batch, CommitTail, OPEN_SEATS_MAX, PlayerId, RoomCode, StoreError, StoredSeat, StoredTable, TokenHash,
    Version, codec,
};

/// Why a query has no result.
pub(super) enum ReadError {
    Database(sqlx::Error),
    Content(StoreError),
}

impl From<sqlx::Error> for ReadError {
    fn from(error: sqlx::Error) -> ReadError {
        ReadError::Database(error)
    }
}

impl From<StoreError> for ReadError {
    fn from(error: StoreError) -> ReadError {
        ReadError::Content(error)
    }
}

pub(super) const REPLY: &str = "\
    SELECT version, reply FROM commits \
    WHERE table_number = (SELECT number FROM tables WHERE id = $1) AND player = $2 AND command_id = $3";

/// No row if there is no such table.
pub(super) const VERSION: &str = "\
    SELECT version FROM commits \
    WHERE table_number = (SELECT number FROM tables WHERE id = $1) ORDER BY version DESC LIMIT 1";

pub(super) async fn load(pool: &SqlitePool, id: &GameId) -> Result<Option<StoredTable>, ReadError> {
    // One transaction sees one state.
    let mut transaction = pool.begin().await?;
    let head = "SELECT lobby, seed, invite, version, standing, opened_at, next_due, code \
                FROM tables LEFT JOIN codes ON table_id = id JOIN commits ON table_number = number \
                WHERE id = $1 ORDER BY version DESC LIMIT 1";
    let head = sqlx::query(head).bind(id.as_str()).fetch_optional(&mut *transaction).await?;
    let Some(head) = head else { return Ok(None) };
    let seats = seats(&mut transaction, id).await?;
    let batches = batches(&mut transaction, id, Version(0)).await?;
    transaction.commit().await?;
    let columns = Columns(id);
    let code: Option<String> = head.try_get("code")?;
    Ok(Some(StoredTable {
        id: id.clone(),
        code: code.map(|code| columns.code(&code)).transpose()?,
        lobby: columns.lobby(head.try_get("lobby")?)?,
        seed: columns.seed(head.try_get("seed")?)?,
        invite: columns.hash(head.try_get("invite")?)?,
        version: Version::from_column(head.try_get("version")?),
        status: columns.status(head.try_get("standing")?)?,
        opened_at: Timestamp(head.try_get("opened_at")?),
        next_due: head.try_get::<Option<i64>, _>("next_due")?.map(Timestamp),
        seats,
        batches,
    }))
}

async fn seats(connection: &mut SqliteConnection, id: &GameId) -> Result<BySeat<StoredSeat>, ReadError> {
    let rows = sqlx::query("SELECT seat, player, token, name_key FROM seats WHERE table_id = $1")
        .bind(id.as_str())
        .fetch_all(connection)
        .await?;
    let columns = Columns(id);
    let mut seats = BySeat::new();
    for row in rows {
        let token: Option<&[u8]> = row.try_get("token")?;
        let stored = StoredSeat {
            player: PlayerId::new(row.try_get::<&str, _>("player")?),
            token: token.map(|token| columns.hash(token)).transpose()?,
            name_key: row.try_get("name_key")?,
        };
        seats.insert(columns.seat(row.try_get("seat")?)?, stored);
    }
    Ok(seats)
}

async fn batches(
    connection: &mut SqliteConnection,
    id: &GameId,
    after: Version,
) -> Result<Vec<Batch>, ReadError> {
    let batches = "SELECT version, at, events FROM commits \
                   WHERE table_number = (SELECT number FROM tables WHERE id = $1) AND version > $2 ORDER BY version";
    let rows = sqlx::query(batches).bind(id.as_str()).bind(after.column()).fetch_all(connection).await?;
    let mut batches = Vec::with_capacity(rows.len());
    for row in rows {
        let version = Version::from_column(row.try_get("version")?);
        let events = codec::decode(row.try_get("events")?)
            .map_err(|error| StoreError::undecodable(id, version, &error))?;
        batches.push(Batch { version, at: Timestamp(row.try_get("at")?), events });
    }
    Ok(batches)
}

pub(super) async fn load_since(
    pool: &SqlitePool,
    id: &GameId,
    after: Version,
) -> Result<Option<CommitTail>, ReadError> {
    let mut transaction = pool.begin().await?;
    let version: Option<i64> =
        sqlx::query_scalar(VERSION).bind(id.as_str()).fetch_optional(&mut *transaction).await?;
    let Some(version) = version else { return Ok(None) };
    let seats = seats(&mut transaction, id).await?;
    let batches = batches(&mut transaction, id, after).await?;
    transaction.commit().await?;
    Ok(Some(CommitTail { version: Version::from_column(version), seats, batches }))
}

pub(super) async fn reply_to(
    pool: &SqlitePool,
    table: &GameId,
    player: &PlayerId,
    command_id: &str,
) -> Result<Option<(Version, String)>, ReadError> {
    let reply: Option<(i64, String)> = sqlx::query_as(REPLY)
        .bind(table.as_str())
        .bind(player.as_str())
        .bind(command_id)
        .fetch_optional(pool)
        .await?;
    Ok(reply.map(|(version, reply)| (Version::from_column(version), reply)))
}

pub(super) async fn find_code(pool: &SqlitePool, code: &RoomCode) -> Result<Option<GameId>, ReadError> {
    let found: Option<String> = sqlx::query_scalar("SELECT table_id FROM codes WHERE code = $1")
        .bind(code.as_str())
        .fetch_optional(pool)
        .await?;
    Ok(found.map(GameId::new))
}

pub(super) async fn waiting_open_table(pool: &SqlitePool) -> Result<Option<GameId>, ReadError> {
    let waiting = "SELECT id FROM tables WHERE lobby = 'open' AND standing = 'waiting' \
                   ORDER BY opened_at DESC, id DESC LIMIT 1";
    let found: Option<String> = sqlx::query_scalar(waiting).fetch_optional(pool).await?;
    Ok(found.map(GameId::new))
}

pub(super) async fn open_seats_named(
    pool: &SqlitePool,
    name_key: &str,
) -> Result<Vec<(GameId, Seat)>, ReadError> {
    let seats = "SELECT id, seat FROM seats JOIN tables ON id = table_id \
                 WHERE name_key = $1 AND lobby = 'open' AND standing = 'playing' \
                 ORDER BY opened_at DESC, id DESC, seat LIMIT $2";
    let rows: Vec<(String, i64)> =
        sqlx::query_as(seats).bind(name_key).bind(OPEN_SEATS_MAX as i64).fetch_all(pool).await?;
    let mut seats = Vec::with_capacity(rows.len());
    for (id, seat) in rows {
        let id = GameId::new(id);
        let seat = Columns(&id).seat(seat)?;
        seats.push((id, seat));
    }
    Ok(seats)
}

pub(super) async fn due(pool: &SqlitePool, now: Timestamp, limit: usize) -> Result<Vec<GameId>, ReadError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let due = "SELECT id FROM \
                   (SELECT id, (SELECT next_due FROM commits \
                                WHERE table_number = number ORDER BY version DESC LIMIT 1) AS next_due \
                    FROM tables WHERE due_from <= $1) \
               WHERE next_due <= $1 ORDER BY next_due, id LIMIT ";
    // A constant: SQLite prepares a statement again whenever its limit is bound.
    let due = AssertSqlSafe(format!("{due}{limit}"));
    let ids: Vec<String> = sqlx::query_scalar(due).bind(now.0).fetch_all(pool).await?;
    Ok(ids.into_iter().map(GameId::new).collect())
}

/// Reads the last commit of each table through an index. Reading all commits would scan the file.
pub(super) async fn latest_moment(pool: &SqlitePool) -> Result<Option<Timestamp>, ReadError> {
    let latest = "SELECT MAX((SELECT at FROM commits \
                              WHERE table_number = number ORDER BY version DESC LIMIT 1)) FROM tables";
    let latest: Option<i64> = sqlx::query_scalar(latest).fetch_one(pool).await?;
    Ok(latest.map(Timestamp))
}

/// Returns the seat of a ticket.
pub(super) async fn find_ticket(
    pool: &SqlitePool,
    ticket: TokenHash,
    now: Timestamp,
) -> Result<Option<(GameId, Seat)>, ReadError> {
    let find = "SELECT table_id, seat FROM tickets WHERE ticket = $1 AND expires_at > $2";
    let found: Option<(String, i64)> =
        sqlx::query_as(find).bind(ticket.0.to_vec()).bind(now.0).fetch_optional(pool).await?;
    let Some((table, seat)) = found else { return Ok(None) };
    let table = GameId::new(table);
    let seat = Columns(&table).seat(seat)?;
    Ok(Some((table, seat)))
}
