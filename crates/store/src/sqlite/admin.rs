//! Administration of the SQLite database.
//!
//! All rows are read in one transaction, concurrently with the task that writes. A restore is one
//! transaction on its own connection: it is as long as the database, and no client is waiting yet.

use async_trait::async_trait;
use rules::{GameId, PlayerId, Seat, Timestamp};
use sqlx::{Connection, SqliteConnection};

use super::SqliteStore;
use super::reads::VERSION;
use super::writer::Write;
use crate::admin::{
    AdminConnection, AdminStore, CommitRow, Dialect, Fault, ReadRowsError, Redaction, Remains, Removed,
    RowFilter, RowSink, RowSource, Stats, TablePage, TableRow, TableSummary, WriteRowsError, reading,
    writing,
};
use crate::{AppendError, DailyPlayer, StoreError, Version, columns};

#[async_trait]
impl AdminConnection for SqliteConnection {
    const DIALECT: Dialect = Dialect {
        tables: "tables JOIN commits ON table_number = number AND version = \
                     (SELECT max(version) FROM commits AS every WHERE every.table_number = number) \
                 LEFT JOIN codes ON codes.table_id = id",
        changed_at: "at",
        commits: "SELECT id, version, at, events, player, command_id, reply \
                  FROM commits JOIN tables ON number = table_number WHERE id",
        in_list: "IN (SELECT value FROM json_each($1))",
        collation: "BINARY",
        chosen: "",
        all_commits: "commits",
        all_commands: "commits WHERE command_id IS NOT NULL",
        bytes: "(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())",
    };

    async fn insert_table(&mut self, row: &TableRow) -> Result<(), sqlx::Error> {
        let insert = "INSERT INTO tables (id, number, lobby, seed, invite, standing, opened_at, due_from) \
                      VALUES ($1, (SELECT coalesce(max(number), 0) + 1 FROM tables), $2, $3, $4, $5, $6, $7)";
        sqlx::query(insert)
            .bind(row.id.as_str())
            .bind(columns::lobby(row.lobby))
            .bind(&row.seed.0[..])
            .bind(&row.invite.0[..])
            .bind(columns::status(row.status))
            .bind(row.opened_at.0)
            .bind(row.next_due.map(|due| due.0))
            .execute(&mut *self)
            .await
            .map(|_| ())
    }

    async fn insert_commit(&mut self, table: &TableRow, row: &CommitRow) -> Result<(), sqlx::Error> {
        let insert = "INSERT INTO commits (table_number, version, at, next_due, events, player, command_id, reply) \
                      SELECT number, $2, $3, $4, $5, $6, $7, $8 FROM tables WHERE id = $1";
        let next_due = table.next_due.filter(|_| row.version == table.version);
        sqlx::query(insert)
            .bind(row.table.as_str())
            .bind(row.version.column())
            .bind(row.at.0)
            .bind(next_due.map(|due| due.0))
            .bind(&row.events)
            .bind(row.command.as_ref().map(|command| command.player.as_str()))
            .bind(row.command.as_ref().map(|command| &command.id))
            .bind(row.command.as_ref().map(|command| &command.reply))
            .execute(self)
            .await
            .map(|_| ())
    }
}

/// Permanent removal of tables with all their rows.
struct RemoveTables(Vec<(GameId, Version)>);

#[async_trait]
impl Write for RemoveTables {
    type Answer = u64;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<u64, sqlx::Error> {
        let remove = "DELETE FROM tables WHERE id = $1 \
                      AND $2 = (SELECT max(version) FROM commits WHERE table_number = number)";
        let mut removed = 0;
        for (id, version) in &self.0 {
            let query = sqlx::query(remove).bind(id.as_str()).bind(version.column());
            removed += query.execute(&mut *connection).await?.rows_affected();
        }
        Ok(removed)
    }
}

#[async_trait]
impl Write for Redaction {
    type Answer = Result<(), AppendError>;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Self::Answer, sqlx::Error> {
        let version: Option<i64> =
            sqlx::query_scalar(VERSION).bind(self.table.as_str()).fetch_optional(&mut *connection).await?;
        match version.map(Version::from_column) {
            None => return Ok(Err(AppendError::NoSuchTable)),
            Some(actual) if actual != self.expected => return Ok(Err(AppendError::Conflict { actual })),
            Some(_) => {}
        }
        let update = "UPDATE commits SET events = $3 WHERE version = $2 \
                      AND table_number = (SELECT number FROM tables WHERE id = $1)";
        for (version, events) in &self.events {
            sqlx::query(update)
                .bind(self.table.as_str())
                .bind(version.column())
                .bind(events)
                .execute(&mut *connection)
                .await?;
        }
        writing::remove_chat(connection, self).await?;
        if let Some(seat) = self.seat {
            writing::empty_seat(connection, &self.table, seat).await?;
        }
        Ok(Ok(()))
    }
}

const DIALECT: &Dialect = &SqliteConnection::DIALECT;

impl SqliteStore {
    /// Converts the answer to a question of the operator.
    fn asked<T>(&self, answer: Result<T, Fault>) -> Result<T, StoreError> {
        answer.map_err(|fault| fault.of_asking(|error| self.readers.failed(error)))
    }
}

#[async_trait]
impl AdminStore for SqliteStore {
    async fn list_tables(&self, page: &TablePage) -> Result<Vec<TableSummary>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.asked(reading::list_tables(&mut *connection, DIALECT, page).await)
    }

    async fn stats(&self) -> Result<Stats, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.asked(reading::stats(&mut *connection, DIALECT).await)
    }

    async fn read_rows(&self, which: RowFilter, take: RowSink<'_>) -> Result<(), ReadRowsError> {
        let pool = self.readers.pool()?;
        let read = async {
            let mut transaction = pool.begin().await?;
            reading::read_all(&mut *transaction, DIALECT, which, take).await?;
            Ok(transaction.commit().await?)
        };
        read.await.map_err(|fault: Fault| fault.of_reading(|error| self.readers.failed(error)))
    }

    async fn write_rows(&self, rows: RowSource<'_>) -> Result<(), WriteRowsError> {
        let write = async {
            let mut connection = self.readers.connect_for_writing().await?;
            let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
            writing::write_all(&mut *transaction, rows).await?;
            transaction.commit().await?;
            Ok(connection.close().await?)
        };
        write.await.map_err(|fault: Fault| fault.of_writing(|error| self.readers.failed(error)))
    }

    async fn ended_before(
        &self,
        moment: Timestamp,
        limit: usize,
    ) -> Result<Vec<(GameId, Version)>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.asked(reading::ended_before(&mut *connection, DIALECT, moment, limit).await)
    }

    async fn remove_tables(&self, tables: &[(GameId, Version)]) -> Result<u64, StoreError> {
        self.writer.write(RemoveTables(tables.to_vec())).await
    }

    async fn seat_of(&self, player: &PlayerId) -> Result<Option<(GameId, Seat)>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.asked(reading::seat_of(&mut *connection, player).await)
    }

    async fn daily_players_called(&self, name_or_number: &str) -> Result<Vec<DailyPlayer>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.asked(reading::daily_players_called(&mut *connection, name_or_number).await)
    }

    async fn rewrite(&self, rewriting: Redaction) -> Result<(), AppendError> {
        self.writer.write(rewriting).await?
    }

    async fn erase_remains(&self, removed: Removed) -> Result<Remains, StoreError> {
        self.eraser.erase(removed).await.map_err(StoreError::unavailable)
    }
}
