//! State shared by nodes, in PostgreSQL.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use rules::{BySeat, GameId, Millis, Seat, Timestamp};
use sqlx::Row;
use sqlx::postgres::PgRow;

use super::PostgresStore;
use super::load::LoadError;
use crate::columns::Columns;
use crate::{
    ClusterStore, ClusterView, MessageNumber, NodeId, NodeMessage, PlayerPresence, StoreError, Version,
};

/// How long notes are stored.
const NOTES_KEPT: Millis = Millis::seconds(60);
/// How long an expired node is remembered.
const NODES_KEPT: Millis = Millis::hours(1);

/// Clock of the server at the start of the statement.
///
/// It alone measures leases, claims and notes, because it is the same for all nodes.
macro_rules! clock {
    () => {
        "FLOOR(EXTRACT(EPOCH FROM STATEMENT_TIMESTAMP()) * 1000)::BIGINT"
    };
}

/// Renews a lease. No lease lasts longer than the requested one, even if the clock was set back.
const RENEW: &str = concat!(
    "WITH moment AS (SELECT ",
    clock!(),
    " AS clock), \
    gone AS (DELETE FROM nodes USING moment WHERE until < clock - $4 RETURNING id), \
    left_behind AS (UPDATE presence SET node = NULL FROM gone WHERE node = gone.id), \
    old AS (DELETE FROM notes USING moment WHERE number < clock - $5), \
    shortened AS (UPDATE nodes SET until = clock + $3 FROM moment WHERE until > clock + $3 AND id <> $1), \
    renewed AS (INSERT INTO nodes (id, time, until) SELECT $1, $2, clock + $3 FROM moment \
        ON CONFLICT (id) DO UPDATE SET time = excluded.time, until = excluded.until) \
    SELECT GREATEST(clock, $2, (SELECT MAX(time) FROM nodes WHERE until > clock)) FROM moment"
);

/// Writes a note. Its number is the current time, or one more than the last number.
///
/// So the numbers of one table increase even if the clock does not. The row of the table stays
/// locked until the note is committed, so that no node sees a note before an earlier one.
const NOTE: &str = concat!(
    "WITH numbered AS (UPDATE tables SET last_note = GREATEST(last_note + 1, ",
    clock!(),
    ") WHERE id = $1 RETURNING id, last_note) \
    INSERT INTO notes (table_id, number, node, text) SELECT id, last_note, $2, $3 FROM numbered"
);

/// Reads tables, then the presence of their players, then their notes, in one exchange.
///
/// All rows are of one moment. Every node asks for all its tables every second. Set operations
/// instead of queries per table cost a third.
const SIGHT: &str = concat!(
    "\
SELECT 0 AS kind, id AS table_id, version AS number, NULL AS node, NULL AS text
FROM tables WHERE id = ANY($1)
UNION ALL
SELECT 1, table_id, seat, (SELECT id FROM nodes WHERE id = node AND until > ",
    clock!(),
    "), NULL
FROM presence WHERE table_id = ANY($1)
UNION ALL
SELECT 2, table_id, number, node, text FROM notes WHERE table_id = ANY($1)
ORDER BY kind, table_id, number"
);

/// Claims due tables. Rows that another node is about to claim are skipped, not waited for.
///
/// A claim that lasts far longer than `hold` was made before the clock was set back. One that is
/// slightly longer was made just now, by a node that read the clock a little later.
const CLAIM: &str = concat!(
    "WITH moment AS (SELECT ",
    clock!(),
    " AS clock), due AS (
    SELECT id FROM tables, moment
    WHERE next_due <= $1 AND (claimed_until <= clock OR claimed_until > clock + $2 + $2)
    ORDER BY next_due, id LIMIT $3 FOR UPDATE OF tables SKIP LOCKED
)
UPDATE tables SET claimed_until = clock + $2 FROM due, moment WHERE tables.id = due.id RETURNING tables.id, next_due"
);

#[async_trait]
impl ClusterStore for PostgresStore {
    async fn renew(&self, node: &NodeId, now: Timestamp, lease: Millis) -> Result<Timestamp, StoreError> {
        let renewed = sqlx::query_scalar(RENEW)
            .bind(node.as_str())
            .bind(now.0)
            .bind(lease.0)
            .bind(NODES_KEPT.0)
            .bind(NOTES_KEPT.0)
            .fetch_one(&self.pool);
        self.judge(renewed).await.map(Timestamp)
    }

    async fn retire(&self, node: &NodeId) -> Result<(), StoreError> {
        let retire = "\
            WITH gone AS (DELETE FROM nodes WHERE id = $1) \
            UPDATE presence SET node = NULL WHERE node = $1";
        let retired = sqlx::query(retire).bind(node.as_str()).execute(&self.pool);
        self.judge(retired).await.map(|_| ())
    }

    async fn arrive(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError> {
        let arrive = "\
            INSERT INTO presence (table_id, seat, node) SELECT id, $2, $3 FROM tables WHERE id = $1 \
            ON CONFLICT (table_id, seat) DO UPDATE SET node = excluded.node";
        let arrived = sqlx::query(arrive)
            .bind(table.as_str())
            .bind(seat.index() as i64)
            .bind(node.as_str())
            .execute(&self.pool);
        self.judge(arrived).await.map(|_| ())
    }

    async fn depart(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError> {
        let departed =
            sqlx::query("UPDATE presence SET node = NULL WHERE table_id = $1 AND seat = $2 AND node = $3")
                .bind(table.as_str())
                .bind(seat.index() as i64)
                .bind(node.as_str())
                .execute(&self.pool);
        self.judge(departed).await.map(|_| ())
    }

    async fn note(&self, node: &NodeId, table: &GameId, text: &str) -> Result<(), StoreError> {
        let noted = sqlx::query(NOTE).bind(table.as_str()).bind(node.as_str()).bind(text).execute(&self.pool);
        self.judge(noted).await.map(|_| ())
    }

    async fn poll(&self, tables: &[(GameId, MessageNumber)]) -> Result<Vec<ClusterView>, StoreError> {
        let ids: Vec<&str> = tables.iter().map(|(id, _)| id.as_str()).collect();
        let rows = sqlx::query(SIGHT).bind(ids).fetch_all(&self.pool);
        self.judge_load(async { sightings(&rows.await?, tables) }).await
    }

    async fn claim_due(&self, now: Timestamp, hold: Millis, limit: usize) -> Result<Vec<GameId>, StoreError> {
        let claimed = sqlx::query_as::<_, (String, i64)>(CLAIM)
            .bind(now.0)
            .bind(hold.0)
            .bind(i64::try_from(limit).unwrap_or(i64::MAX))
            .fetch_all(&self.pool);
        let mut claimed = self.judge(claimed).await?;
        // An update returns its rows in no particular order.
        claimed.sort_by(|(one, due), (other, later)| (due, one).cmp(&(later, other)));
        Ok(claimed.into_iter().map(|(id, _)| GameId::new(id)).collect())
    }
}

/// Groups rows in the order of [`SIGHT`] by table.
fn sightings(rows: &[PgRow], asked: &[(GameId, MessageNumber)]) -> Result<Vec<ClusterView>, LoadError> {
    let after: HashMap<&str, MessageNumber> = asked.iter().map(|(id, after)| (id.as_str(), *after)).collect();
    let mut seen: BTreeMap<&str, ClusterView> = BTreeMap::new();
    for row in rows {
        let (kind, id, number): (i32, &str, i64) =
            (row.try_get("kind")?, row.try_get("table_id")?, row.try_get("number")?);
        if kind == 0 {
            let version = Version::from_column(number);
            let (table, players, notes) = (GameId::new(id), BySeat::new(), Vec::new());
            seen.insert(id, ClusterView { table, version, players, notes });
            continue;
        }
        let Some(sighting) = seen.get_mut(id) else { continue };
        let node = row.try_get::<Option<&str>, _>("node")?.and_then(NodeId::new);
        if kind == 1 {
            let whereabouts = node.map_or(PlayerPresence::Away, PlayerPresence::At);
            sighting.players.insert(Columns(&sighting.table).seat(number)?, whereabouts);
        } else if let (Some(node), true) = (node, after.get(id).is_none_or(|after| number > after.0)) {
            let text = row.try_get("text")?;
            sighting.notes.push(NodeMessage { number: MessageNumber(number), node, text });
        }
    }
    Ok(seen.into_values().collect())
}
