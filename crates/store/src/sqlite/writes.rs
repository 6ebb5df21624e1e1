//! Writes.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use rules::{GameId, Progress, Seat, Timestamp};
use sqlx::{Row, SqliteConnection};

use super::appends::{self, NotAppended};
use super::known_tables::TableRow;
use super::writer::Write;
use crate::table::{SeatStatus, fates};
use crate::{
    AppendError, Commit, CreateError, NewTable, SeatChange, TokenHash, Version, columns, migrations,
};

/// Creation of a table.
pub(super) struct Create {
    pub(super) table: NewTable,
    /// Its events in storage format.
    pub(super) events: String,
}

#[async_trait]
impl Write for Create {
    type Answer = Result<(), CreateError>;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Self::Answer, sqlx::Error> {
        let NewTable { id, code, lobby, seed, invite, at, seats, status, next_due, .. } = &self.table;
        let taken = "SELECT EXISTS (SELECT 1 FROM tables WHERE id = $1), \
                            EXISTS (SELECT 1 FROM codes WHERE code = $2)";
        let row =
            sqlx::query(taken).bind(id.as_str()).bind(code.as_str()).fetch_one(&mut *connection).await?;
        if row.try_get(0)? {
            return Ok(Err(CreateError::TableExists(id.clone())));
        }
        if row.try_get(1)? {
            return Ok(Err(CreateError::CodeTaken(code.clone())));
        }
        let insert = "\
            INSERT INTO tables (id, number, lobby, seed, invite, standing, opened_at, due_from) \
                VALUES ($1, (SELECT coalesce(max(number), 0) + 1 FROM tables), $2, $3, $4, $5, $6, $7); \
            INSERT INTO commits (table_number, version, at, next_due, events) \
                SELECT number, 1, $6, $7, $8 FROM tables WHERE id = $1; \
            INSERT INTO codes (code, table_id) VALUES ($9, $1)";
        sqlx::query(insert)
            .bind(id.as_str())
            .bind(columns::lobby(*lobby))
            .bind(&seed.0[..])
            .bind(&invite.0[..])
            .bind(columns::status(*status))
            .bind(at.0)
            .bind(next_due.map(|due| due.0))
            .bind(&self.events)
            .bind(code.as_str())
            .execute(&mut *connection)
            .await?;
        write_seats(connection, id, seats).await?;
        settle_code(connection, id, *status, *at).await?;
        Ok(Ok(()))
    }
}

/// A commit.
pub(super) struct Append {
    pub(super) commit: Commit,
    /// Its events in storage format.
    pub(super) events: Arc<str>,
    /// The row of its table: before it, if that is known, and after it, once it is written with all
    /// checks.
    row: Mutex<Option<TableRow>>,
}

#[async_trait]
impl Write for Append {
    type Answer = Result<Version, AppendError>;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<Self::Answer, sqlx::Error> {
        let Commit { table, expected, at, seats, status, .. } = &self.commit;
        let row = match appends::write_checked(connection, self).await {
            Ok(row) => row,
            Err(NotAppended::Missed) => return self.refusal(connection).await.map(Err),
            Err(NotAppended::OfARow(error) | NotAppended::Altogether(error)) => return Err(error),
        };
        write_seats(connection, table, seats).await?;
        settle_code(connection, table, *status, *at).await?;
        self.set_row(Some(row));
        Ok(Ok(expected.next()))
    }

    fn as_append(&self) -> Option<(&Append, Self::Answer)> {
        Some((self, Ok(self.commit.expected.next())))
    }
}

impl Append {
    pub(super) fn new(commit: Commit, events: String) -> Append {
        Append { commit, events: events.into(), row: Mutex::default() }
    }

    /// Whether it changes neither seats nor codes.
    pub(super) fn is_plain(&self) -> bool {
        let Commit { seats, status, .. } = &self.commit;
        seats.is_empty() && matches!(status, Progress::Waiting | Progress::Playing)
    }

    pub(super) fn set_row(&self, row: Option<TableRow>) {
        *self.row.lock().unwrap_or_else(PoisonError::into_inner) = row;
    }

    pub(super) fn take_row(&self) -> Option<TableRow> {
        self.row.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns why nothing was written.
    async fn refusal(&self, connection: &mut SqliteConnection) -> Result<AppendError, sqlx::Error> {
        let table = self.commit.table.as_str();
        if let Some(done) = &self.commit.command {
            let reply: Option<(i64, String)> = sqlx::query_as(super::reads::REPLY)
                .bind(table)
                .bind(done.player.as_str())
                .bind(&done.id)
                .fetch_optional(&mut *connection)
                .await?;
            if let Some((version, reply)) = reply {
                return Ok(AppendError::AlreadyDone { version: Version::from_column(version), reply });
            }
        }
        let actual: Option<i64> =
            sqlx::query_scalar(super::reads::VERSION).bind(table).fetch_optional(connection).await?;
        Ok(match actual {
            Some(actual) => AppendError::Conflict { actual: Version::from_column(actual) },
            None => AppendError::NoSuchTable,
        })
    }
}

async fn write_seats(
    connection: &mut SqliteConnection,
    table: &GameId,
    changes: &[SeatChange],
) -> Result<(), sqlx::Error> {
    for (seat, fate) in fates(changes) {
        let query = match fate {
            SeatStatus::Taken(taken) => sqlx::query(
                "INSERT INTO seats (table_id, seat, player, token, name_key) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (table_id, seat) DO UPDATE \
                 SET player = excluded.player, token = excluded.token, name_key = excluded.name_key",
            )
            .bind(table.as_str())
            .bind(seat.index() as i64)
            .bind(taken.player.as_str().to_owned())
            .bind(taken.token.map(|token| token.0.to_vec()))
            .bind(taken.name_key),
            SeatStatus::NewToken(token) => {
                sqlx::query("UPDATE seats SET token = $3 WHERE table_id = $1 AND seat = $2")
                    .bind(table.as_str())
                    .bind(seat.index() as i64)
                    .bind(token.0.to_vec())
            }
            SeatStatus::Freed => sqlx::query("DELETE FROM seats WHERE table_id = $1 AND seat = $2")
                .bind(table.as_str())
                .bind(seat.index() as i64),
        };
        query.execute(&mut *connection).await?;
        remove_tickets(connection, table, seat).await?;
    }
    Ok(())
}

/// Removes the tickets of a seat. A ticket must not move the seat of the next player.
async fn remove_tickets(
    connection: &mut SqliteConnection,
    table: &GameId,
    seat: Seat,
) -> Result<(), sqlx::Error> {
    let remove = sqlx::query("DELETE FROM tickets WHERE table_id = $1 AND seat = $2");
    remove.bind(table.as_str()).bind(seat.index() as i64).execute(connection).await.map(|_| ())
}

/// Removes the code of a closed table. A table that has ended retains it for a while.
async fn settle_code(
    connection: &mut SqliteConnection,
    table: &GameId,
    status: Progress,
    at: Timestamp,
) -> Result<(), sqlx::Error> {
    let query = match status {
        Progress::Waiting | Progress::Playing => return Ok(()),
        Progress::Closed => sqlx::query("DELETE FROM codes WHERE table_id = $1").bind(table.as_str()),
        Progress::Ended => {
            sqlx::query("UPDATE codes SET ended_at = $2 WHERE table_id = $1 AND ended_at IS NULL")
                .bind(table.as_str())
                .bind(at.0)
        }
    };
    query.execute(connection).await.map(|_| ())
}

/// Storing of a ticket.
pub(super) struct PutTicket {
    pub(super) ticket: TokenHash,
    pub(super) table: GameId,
    pub(super) seat: Seat,
    pub(super) expires: Timestamp,
    pub(super) now: Timestamp,
}

#[async_trait]
impl Write for PutTicket {
    type Answer = ();

    async fn write(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        // Expired tickets are deleted when another is stored.
        sqlx::query("DELETE FROM tickets WHERE expires_at <= $1")
            .bind(self.now.0)
            .execute(&mut *connection)
            .await?;
        remove_tickets(connection, &self.table, self.seat).await?;
        let put = "INSERT OR REPLACE INTO tickets (ticket, table_id, seat, expires_at) \
                   SELECT $1, id, $3, $4 FROM tables WHERE id = $2";
        sqlx::query(put)
            .bind(&self.ticket.0[..])
            .bind(self.table.as_str())
            .bind(self.seat.index() as i64)
            .bind(self.expires.0)
            .execute(connection)
            .await
            .map(|_| ())
    }
}

/// Release of the codes of tables that ended before a moment.
pub(super) struct ReleaseCodes(pub(super) Timestamp);

#[async_trait]
impl Write for ReleaseCodes {
    type Answer = u64;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<u64, sqlx::Error> {
        let released = sqlx::query("DELETE FROM codes WHERE ended_at < $1").bind(self.0.0);
        Ok(released.execute(connection).await?.rows_affected())
    }
}

/// A write without effect, to test whether the disk accepts one.
pub(super) struct Ping;

#[async_trait]
impl Write for Ping {
    type Answer = ();

    async fn write(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        sqlx::query(migrations::WRITE_PROBE).execute(connection).await.map(|_| ())
    }
}

/// Query whether another program has written.
pub(super) struct LookForOthers;

#[async_trait]
impl Write for LookForOthers {
    type Answer = i64;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
        // This value is not affected by writes of this connection, and nothing else in this program
        // writes.
        sqlx::query("PRAGMA data_version").fetch_one(connection).await?.try_get(0)
    }
}
