//! Administration of a PostgreSQL database.

use async_trait::async_trait;
use rules::{GameId, PlayerId, Seat, Timestamp};
use sqlx::{PgConnection, PgPool, Postgres, Transaction};

use super::PostgresStore;
use crate::admin::{
    AdminConnection, AdminStore, CommitRow, Dialect, Fault, ReadRowsError, Redaction, RowFilter, RowSink,
    RowSource, Stats, TablePage, TableRow, TableSummary, WriteRowsError, reading, writing,
};
use crate::{AppendError, DailyPlayer, StoreError, Version, columns};

#[async_trait]
impl AdminConnection for PgConnection {
    const DIALECT: Dialect = Dialect {
        tables: "tables LEFT JOIN codes ON codes.table_id = id",
        changed_at: "changed_at",
        commits: "SELECT batches.table_id, batches.version, at, events, player, command_id, reply \
                  FROM batches LEFT JOIN commands \
                  ON commands.table_id = batches.table_id AND commands.version = batches.version \
                  WHERE batches.table_id",
        in_list: "IN (SELECT json_array_elements_text($1::JSON))",
        collation: "\"C\"",
        chosen: "OVERRIDING SYSTEM VALUE",
        all_commits: "batches",
        all_commands: "commands",
        bytes: "pg_database_size(current_database())",
    };

    async fn insert_table(&mut self, row: &TableRow) -> Result<(), sqlx::Error> {
        let insert = "INSERT INTO tables (id, lobby, seed, invite, version, standing, opened_at, changed_at, next_due) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        sqlx::query(insert)
            .bind(row.id.as_str())
            .bind(columns::lobby(row.lobby))
            .bind(&row.seed.0[..])
            .bind(&row.invite.0[..])
            .bind(row.version.column())
            .bind(columns::status(row.status))
            .bind(row.opened_at.0)
            .bind(row.changed_at.0)
            .bind(row.next_due.map(|due| due.0))
            .execute(&mut *self)
            .await
            .map(|_| ())
    }

    async fn insert_commit(&mut self, _: &TableRow, row: &CommitRow) -> Result<(), sqlx::Error> {
        sqlx::query("INSERT INTO batches (table_id, version, at, events) VALUES ($1, $2, $3, $4)")
            .bind(row.table.as_str())
            .bind(row.version.column())
            .bind(row.at.0)
            .bind(&row.events)
            .execute(&mut *self)
            .await?;
        let Some(command) = &row.command else { return Ok(()) };
        let insert =
            "INSERT INTO commands (table_id, player, command_id, version, reply) VALUES ($1, $2, $3, $4, $5)";
        sqlx::query(insert)
            .bind(row.table.as_str())
            .bind(command.player.as_str())
            .bind(&command.id)
            .bind(row.version.column())
            .bind(&command.reply)
            .execute(self)
            .await
            .map(|_| ())
    }
}

/// Begins a transaction over all data, which may take longer than players' requests may.
async fn long_transaction(
    pool: &PgPool,
    begin: &'static str,
) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    sqlx::raw_sql(begin).execute(&mut *transaction).await?;
    Ok(transaction)
}

const ONE_STATE: &str =
    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL statement_timeout = 0";

/// No other program may fill the database in the meantime.
const ALONE: &str = "SET LOCAL statement_timeout = 0; \
                     LOCK TABLE tables, daily_puzzles, daily_players IN EXCLUSIVE MODE";

/// Continues the generated numbers after the restored ones.
const COUNT_ON: &str = "SELECT setval(pg_get_serial_sequence('daily_players', 'number'), \
                        coalesce(max(number), 0) + 1, false) FROM daily_players";

async fn remove_tables(
    connection: &mut PgConnection,
    tables: &[(GameId, Version)],
) -> Result<u64, sqlx::Error> {
    let remove = "DELETE FROM tables USING UNNEST($1::TEXT[], $2::BIGINT[]) AS gone (id, version) \
                  WHERE tables.id = gone.id AND tables.version = gone.version";
    let ids: Vec<&str> = tables.iter().map(|(id, _)| id.as_str()).collect();
    let versions: Vec<i64> = tables.iter().map(|(_, version)| version.column()).collect();
    Ok(sqlx::query(remove).bind(ids).bind(versions).execute(connection).await?.rows_affected())
}

async fn rewrite(pool: &PgPool, rewriting: &Redaction) -> Result<Result<(), AppendError>, sqlx::Error> {
    let table = &rewriting.table;
    let mut transaction = pool.begin().await?;
    let version: Option<i64> = sqlx::query_scalar("SELECT version FROM tables WHERE id = $1 FOR UPDATE")
        .bind(table.as_str())
        .fetch_optional(&mut *transaction)
        .await?;
    match version.map(Version::from_column) {
        None => return Ok(Err(AppendError::NoSuchTable)),
        Some(actual) if actual != rewriting.expected => return Ok(Err(AppendError::Conflict { actual })),
        Some(_) => {}
    }
    for (version, events) in &rewriting.events {
        sqlx::query("UPDATE batches SET events = $3 WHERE table_id = $1 AND version = $2")
            .bind(table.as_str())
            .bind(version.column())
            .bind(events)
            .execute(&mut *transaction)
            .await?;
    }
    writing::remove_chat(&mut *transaction, rewriting).await?;
    if let Some(seat) = rewriting.seat {
        writing::empty_seat(&mut *transaction, table, seat).await?;
    }
    transaction.commit().await?;
    Ok(Ok(()))
}

const DIALECT: &Dialect = &PgConnection::DIALECT;

impl PostgresStore {
    /// Waits for the answer to a question of the operator, as long as it takes.
    async fn ask<T>(&self, answer: impl Future<Output = Result<T, Fault>>) -> Result<T, StoreError> {
        answer.await.map_err(|fault| fault.of_asking(|error| self.outages.failed(error)))
    }
}

#[async_trait]
impl AdminStore for PostgresStore {
    async fn list_tables(&self, page: &TablePage) -> Result<Vec<TableSummary>, StoreError> {
        self.ask(async { reading::list_tables(&mut *self.pool.acquire().await?, DIALECT, page).await }).await
    }

    async fn stats(&self) -> Result<Stats, StoreError> {
        // Counting everything may take as long as reading it.
        let count = async {
            let mut transaction = long_transaction(&self.pool, ONE_STATE).await?;
            let counted = reading::stats(&mut *transaction, DIALECT).await?;
            transaction.commit().await?;
            Ok(counted)
        };
        self.ask(count).await
    }

    async fn read_rows(&self, which: RowFilter, take: RowSink<'_>) -> Result<(), ReadRowsError> {
        let read = async {
            let mut transaction = long_transaction(&self.pool, ONE_STATE).await?;
            reading::read_all(&mut *transaction, DIALECT, which, take).await?;
            Ok(transaction.commit().await?)
        };
        read.await.map_err(|fault: Fault| fault.of_reading(|error| self.outages.failed(error)))
    }

    async fn write_rows(&self, rows: RowSource<'_>) -> Result<(), WriteRowsError> {
        let write = async {
            let mut transaction = long_transaction(&self.pool, ALONE).await?;
            writing::write_all(&mut *transaction, rows).await?;
            sqlx::query(COUNT_ON).execute(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        };
        write.await.map_err(|fault: Fault| fault.of_writing(|error| self.outages.failed(error)))
    }

    async fn ended_before(
        &self,
        moment: Timestamp,
        limit: usize,
    ) -> Result<Vec<(GameId, Version)>, StoreError> {
        self.ask(async {
            reading::ended_before(&mut *self.pool.acquire().await?, DIALECT, moment, limit).await
        })
        .await
    }

    async fn remove_tables(&self, tables: &[(GameId, Version)]) -> Result<u64, StoreError> {
        let removed = async { remove_tables(&mut *self.pool.acquire().await?, tables).await };
        self.judge(removed).await
    }

    async fn seat_of(&self, player: &PlayerId) -> Result<Option<(GameId, Seat)>, StoreError> {
        self.ask(async { reading::seat_of(&mut *self.pool.acquire().await?, player).await }).await
    }

    async fn daily_players_called(&self, name_or_number: &str) -> Result<Vec<DailyPlayer>, StoreError> {
        self.ask(async {
            reading::daily_players_called(&mut *self.pool.acquire().await?, name_or_number).await
        })
        .await
    }

    async fn rewrite(&self, rewriting: Redaction) -> Result<(), AppendError> {
        self.judge(rewrite(&self.pool, &rewriting)).await?
    }
}
