//! Loading of a table.

use rules::{BySeat, GameId, Timestamp};
use sqlx::{PgPool, Row, postgres::PgRow};

use crate::columns::Columns;
use crate::{Batch, CommitTail, PlayerId, StoreError, StoredSeat, StoredTable, Version, codec};

/// Why a table cannot be loaded.
pub(super) enum LoadError {
    Database(sqlx::Error),
    Content(StoreError),
}

impl From<sqlx::Error> for LoadError {
    fn from(error: sqlx::Error) -> LoadError {
        LoadError::Database(error)
    }
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> LoadError {
        LoadError::Content(error)
    }
}

/// The seats of a table, as columns of one row.
macro_rules! seat_columns {
    () => {
        "ARRAY(SELECT seat FROM seats WHERE table_id = id ORDER BY seat) AS seats, \
         ARRAY(SELECT player FROM seats WHERE table_id = id ORDER BY seat) AS players, \
         ARRAY(SELECT token FROM seats WHERE table_id = id ORDER BY seat) AS tokens, \
         ARRAY(SELECT name_key FROM seats WHERE table_id = id ORDER BY seat) AS name_keys"
    };
}

/// Head and seats in one statement, which sees one state. Batches up to its version never change.
const HEAD: &str = concat!(
    "SELECT lobby, seed, invite, version, standing, opened_at, next_due, \
     (SELECT code FROM codes WHERE table_id = id) AS code, ",
    seat_columns!(),
    " FROM tables WHERE id = $1"
);

/// Everything after a version in one exchange, because every move at another node causes it.
const NEWS: &str = concat!(
    "SELECT version, ",
    seat_columns!(),
    ", ARRAY(SELECT version FROM batches WHERE table_id = id AND version > $2 ORDER BY version) AS versions, \
     ARRAY(SELECT at FROM batches WHERE table_id = id AND version > $2 ORDER BY version) AS moments, \
     ARRAY(SELECT events FROM batches WHERE table_id = id AND version > $2 ORDER BY version) AS events \
     FROM tables WHERE id = $1"
);

pub(super) async fn load_since(
    pool: &PgPool,
    id: &GameId,
    after: Version,
) -> Result<Option<CommitTail>, LoadError> {
    let row = sqlx::query(NEWS).bind(id.as_str()).bind(after.column()).fetch_optional(pool).await?;
    let Some(row) = row else { return Ok(None) };
    let versions: Vec<i64> = row.try_get("versions")?;
    let moments: Vec<i64> = row.try_get("moments")?;
    let events: Vec<String> = row.try_get("events")?;
    let batches = versions.into_iter().zip(moments).zip(events).map(|((version, at), events)| {
        let version = Version::from_column(version);
        let events = codec::decode(&events).map_err(|error| StoreError::undecodable(id, version, &error))?;
        Ok(Batch { version, at: Timestamp(at), events })
    });
    Ok(Some(CommitTail {
        version: Version::from_column(row.try_get("version")?),
        seats: seats(&row, &Columns(id))?,
        batches: batches.collect::<Result<_, LoadError>>()?,
    }))
}

pub(super) async fn load(pool: &PgPool, id: &GameId) -> Result<Option<StoredTable>, LoadError> {
    let Some(head) = sqlx::query(HEAD).bind(id.as_str()).fetch_optional(pool).await? else { return Ok(None) };
    let version = Version::from_column(head.try_get("version")?);
    let columns = Columns(id);
    let code: Option<String> = head.try_get("code")?;
    Ok(Some(StoredTable {
        id: id.clone(),
        code: code.map(|code| columns.code(&code)).transpose()?,
        lobby: columns.lobby(head.try_get("lobby")?)?,
        seed: columns.seed(head.try_get("seed")?)?,
        invite: columns.hash(head.try_get("invite")?)?,
        version,
        status: columns.status(head.try_get("standing")?)?,
        opened_at: Timestamp(head.try_get("opened_at")?),
        next_due: head.try_get::<Option<i64>, _>("next_due")?.map(Timestamp),
        seats: seats(&head, &columns)?,
        batches: batches(pool, id, version).await?,
    }))
}

fn seats(head: &PgRow, columns: &Columns<'_>) -> Result<BySeat<StoredSeat>, LoadError> {
    let numbers: Vec<i64> = head.try_get("seats")?;
    let players: Vec<String> = head.try_get("players")?;
    let tokens: Vec<Option<Vec<u8>>> = head.try_get("tokens")?;
    let name_keys: Vec<String> = head.try_get("name_keys")?;
    let mut seats = BySeat::new();
    for (((number, player), token), name_key) in numbers.into_iter().zip(players).zip(tokens).zip(name_keys) {
        let token = token.map(|token| columns.hash(&token)).transpose()?;
        seats.insert(columns.seat(number)?, StoredSeat { player: PlayerId::new(player), token, name_key });
    }
    Ok(seats)
}

/// Loads the batches up to a version.
async fn batches(pool: &PgPool, id: &GameId, up_to: Version) -> Result<Vec<Batch>, LoadError> {
    let batches = "SELECT version, at, events FROM batches \
                   WHERE table_id = $1 AND version <= $2 ORDER BY version";
    let rows = sqlx::query(batches).bind(id.as_str()).bind(up_to.column()).fetch_all(pool).await?;
    let mut batches = Vec::with_capacity(rows.len());
    for row in rows {
        let version = Version::from_column(row.try_get("version")?);
        let events = codec::decode(row.try_get("events")?)
            .map_err(|error| StoreError::undecodable(id, version, &error))?;
        batches.push(Batch { version, at: Timestamp(row.try_get("at")?), events });
    }
    Ok(batches)
}
