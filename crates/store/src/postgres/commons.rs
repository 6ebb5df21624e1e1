//! What nodes share, in PostgreSQL.

use async_trait::async_trait;
use rules::{BySeat, GameId, Millis, Seat, Timestamp};
use sqlx::Row;
use sqlx::error::DatabaseError;
use sqlx::postgres::PgRow;

use super::PostgresStore;
use super::load::LoadError;
use crate::columns::Columns;
use crate::{Commons, NodeId, Note, NoteNumber, Sighting, StoreError, Version, Whereabouts};

/// How long notes are kept.
const NOTES_KEPT: Millis = Millis::seconds(60);
/// How long a node that has gone is remembered.
const NODES_KEPT: Millis = Millis::hours(1);

/// A note has the moment for its number, or the next one that is free: numbers of one table rise, and are not used again.
const NOTE: &str = "\
INSERT INTO notes (table_id, number, node, text)
SELECT id, GREATEST($4, (SELECT MAX(number) + 1 FROM notes WHERE table_id = id)), $2, $3
FROM tables WHERE id = $1";

/// Everything in one exchange, because every node asks for all its tables every second.
const SIGHT: &str = "\
SELECT id, version,
    ARRAY(SELECT seat FROM presence WHERE table_id = tables.id ORDER BY seat) AS seats,
    ARRAY(SELECT (SELECT nodes.id FROM nodes WHERE nodes.id = node AND until > $3)
          FROM presence WHERE table_id = tables.id ORDER BY seat) AS whereabouts,
    ARRAY(SELECT number FROM notes WHERE table_id = tables.id AND number > after ORDER BY number) AS numbers,
    ARRAY(SELECT node FROM notes WHERE table_id = tables.id AND number > after ORDER BY number) AS nodes,
    ARRAY(SELECT text FROM notes WHERE table_id = tables.id AND number > after ORDER BY number) AS texts
FROM UNNEST($1::TEXT[], $2::BIGINT[]) AS asked (asked_id, after) JOIN tables ON id = asked_id";

/// Nobody waits for a row that another node is about to claim.
const CLAIM: &str = "\
WITH due AS (
    SELECT id FROM tables WHERE next_due <= $1 AND claimed_until <= $1
    ORDER BY next_due, id LIMIT $3 FOR UPDATE SKIP LOCKED
)
UPDATE tables SET claimed_until = $2 FROM due WHERE tables.id = due.id RETURNING tables.id, next_due";

#[async_trait]
impl Commons for PostgresStore {
    async fn renew(&self, node: &NodeId, now: Timestamp, lease: Millis) -> Result<(), StoreError> {
        let renew = "\
            WITH gone AS (DELETE FROM nodes WHERE until < $3 RETURNING id), \
            left_behind AS (UPDATE presence SET node = NULL FROM gone WHERE node = gone.id), \
            old AS (DELETE FROM notes WHERE number < $4) \
            INSERT INTO nodes (id, until) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET until = excluded.until";
        let renewed = sqlx::query(renew)
            .bind(node.as_str())
            .bind((now + lease).0)
            .bind(now.0 - NODES_KEPT.0)
            .bind(now.0 - NOTES_KEPT.0)
            .execute(&self.pool)
            .await;
        self.judge(renewed).map(|_| ())
    }

    async fn retire(&self, node: &NodeId) -> Result<(), StoreError> {
        let retire = "\
            WITH gone AS (DELETE FROM nodes WHERE id = $1) \
            UPDATE presence SET node = NULL WHERE node = $1";
        let retired = sqlx::query(retire).bind(node.as_str()).execute(&self.pool).await;
        self.judge(retired).map(|_| ())
    }

    async fn arrive(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError> {
        let arrive = "\
            INSERT INTO presence (table_id, seat, node) SELECT id, $2, $3 FROM tables WHERE id = $1 \
            ON CONFLICT (table_id, seat) DO UPDATE SET node = excluded.node";
        let arrived = sqlx::query(arrive)
            .bind(table.as_str())
            .bind(seat.index() as i64)
            .bind(node.as_str())
            .execute(&self.pool)
            .await;
        self.judge(arrived).map(|_| ())
    }

    async fn depart(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError> {
        let departed =
            sqlx::query("UPDATE presence SET node = NULL WHERE table_id = $1 AND seat = $2 AND node = $3")
                .bind(table.as_str())
                .bind(seat.index() as i64)
                .bind(node.as_str())
                .execute(&self.pool)
                .await;
        self.judge(departed).map(|_| ())
    }

    async fn note(
        &self,
        node: &NodeId,
        table: &GameId,
        text: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        const ATTEMPTS_MAX: usize = 5;
        for attempt in 1.. {
            let noted = sqlx::query(NOTE)
                .bind(table.as_str())
                .bind(node.as_str())
                .bind(text)
                .bind(now.0)
                .execute(&self.pool)
                .await;
            match noted {
                // Two nodes took the same number, and this one was second.
                Err(error)
                    if attempt < ATTEMPTS_MAX
                        && error.as_database_error().is_some_and(DatabaseError::is_unique_violation) => {}
                noted => return self.judge(noted).map(|_| ()),
            }
        }
        Ok(())
    }

    async fn sight(
        &self,
        tables: &[(GameId, NoteNumber)],
        now: Timestamp,
    ) -> Result<Vec<Sighting>, StoreError> {
        let (ids, after): (Vec<&str>, Vec<i64>) =
            tables.iter().map(|(id, after)| (id.as_str(), after.0)).unzip();
        let rows = sqlx::query(SIGHT).bind(ids).bind(after).bind(now.0).fetch_all(&self.pool).await;
        let rows = self.judge(rows)?;
        self.judge_load(rows.iter().map(sighting).collect())
    }

    async fn claim_due(&self, now: Timestamp, hold: Millis, limit: usize) -> Result<Vec<GameId>, StoreError> {
        let claimed: Result<Vec<(String, i64)>, _> = sqlx::query_as(CLAIM)
            .bind(now.0)
            .bind((now + hold).0)
            .bind(i64::try_from(limit).unwrap_or(i64::MAX))
            .fetch_all(&self.pool)
            .await;
        let mut claimed = self.judge(claimed)?;
        // An update gives its rows in no order.
        claimed.sort_by(|(one, due), (other, later)| (due, one).cmp(&(later, other)));
        Ok(claimed.into_iter().map(|(id, _)| GameId::new(id)).collect())
    }
}

fn sighting(row: &PgRow) -> Result<Sighting, LoadError> {
    let table = GameId::new(row.try_get::<String, _>("id")?);
    let seats: Vec<i64> = row.try_get("seats")?;
    let whereabouts: Vec<Option<String>> = row.try_get("whereabouts")?;
    let mut players = BySeat::new();
    for (seat, node) in seats.into_iter().zip(whereabouts) {
        let node = node.as_deref().and_then(NodeId::new);
        players.insert(Columns(&table).seat(seat)?, node.map_or(Whereabouts::Away, Whereabouts::At));
    }
    let numbers: Vec<i64> = row.try_get("numbers")?;
    let nodes: Vec<String> = row.try_get("nodes")?;
    let texts: Vec<String> = row.try_get("texts")?;
    let notes = numbers.into_iter().zip(nodes).zip(texts).filter_map(|((number, node), text)| {
        Some(Note { number: NoteNumber(number), node: NodeId::new(&node)?, text })
    });
    let version = Version::from_column(row.try_get("version")?);
    Ok(Sighting { players, version, notes: notes.collect(), table })
}
