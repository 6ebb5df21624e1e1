//! The database beside the program, for several nodes.

mod address;
mod admin;
mod append;
mod breaker;
mod chat;
mod cluster;
mod create;
mod daily;
mod load;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use rules::{GameId, Seat, Timestamp};
use sqlx::postgres::PgPoolOptions;
use sqlx::{ConnectOptions, PgPool};
use tokio::time::{sleep, timeout};

use crate::columns::Columns;
use crate::outage_log::OutageLog;
use crate::{
    AppendError, Commit, CommitTail, CreateError, EventStore, NewTable, OPEN_SEATS_MAX, OpenError, PlayerId,
    RoomCode, StoreError, StoredTable, TokenHash, Version, codec, migrations,
};
use breaker::Breaker;
use load::LoadError;

/// In the format of `server_version_num`.
const LEAST: i32 = 150_000;
const CONNECTIONS: u32 = 16;
/// Longer than the server's statement timeout: only an unreachable server takes longer.
const ANSWER_MAX: Duration = Duration::from_secs(12);
/// Time without an answer after which the server is probed.
const ANSWER_USUAL: Duration = Duration::from_secs(1);

/// Stores tables in PostgreSQL, which several nodes share.
///
/// A commit is one statement, and so one exchange with the server. It sends no notification, which
/// would serialise all commits of the server. Lost connections are replaced when they are next
/// needed. While the server is known to be down, every request is answered with
/// [`StoreError::Unavailable`] at once.
pub struct PostgresStore {
    pool: PgPool,
    outages: OutageLog,
    breaker: Arc<Breaker>,
}

impl PostgresStore {
    /// Connects, and migrates the schema. Nodes that start at the same time wait for each other.
    pub async fn connect(url: &str) -> Result<PostgresStore, OpenError> {
        let options = address::parse(url)?;
        // Name that the server's operator sees, unless the address sets one.
        let options = match options.get_application_name() {
            Some(_) => options,
            None => options.application_name("dord"),
        };
        let options = options.disable_statement_logging();
        let migrating = options.clone();
        let options = options
            // Whatever the server's defaults are, acknowledged data is on disk, and no request
            // waits for ever.
            .options([("synchronous_commit", "on"), ("statement_timeout", "10s"), ("lock_timeout", "5s")]);
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(Duration::from_secs(5))
            .connect_with(options)
            .await;
        let pool = match pool {
            Ok(pool) => pool,
            Err(error) => return Err(address::explain(error, &migrating).await),
        };
        let number: String = sqlx::query_scalar("SHOW server_version_num").fetch_one(&pool).await?;
        if number.parse::<i32>().is_ok_and(|number| number < LEAST) {
            return Err(OpenError::TooOld { database: "PostgreSQL", least: "15", found: number });
        }
        // A migration of large tables takes as long as it needs, and other nodes wait for it.
        let migrating = PgPoolOptions::new().max_connections(1).connect_with(migrating).await?;
        migrations::postgres().run(&migrating).await?;
        migrating.close().await;
        let breaker = Arc::new(Breaker::of(pool.clone()));
        Ok(PostgresStore { pool, outages: OutageLog::of("PostgreSQL"), breaker })
    }

    /// Returns the server's clock, which all nodes use.
    pub async fn clock(&self) -> Result<Timestamp, StoreError> {
        let now = "SELECT FLOOR(EXTRACT(EPOCH FROM CLOCK_TIMESTAMP()) * 1000)::BIGINT";
        Ok(Timestamp(self.judge(sqlx::query_scalar(now).fetch_one(&self.pool)).await?))
    }

    pub(crate) fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Waits for an answer. An error or a timeout becomes a [`StoreError`].
    async fn judge<T>(&self, asked: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
        if let Some(cause) = self.breaker.cause() {
            return Err(self.outages.failed(cause));
        }
        let mut asked = pin!(asked);
        let answered = if let Ok(answered) = timeout(ANSWER_USUAL, asked.as_mut()).await {
            answered
        } else {
            self.breaker.probe();
            tokio::select! {
                answered = asked => answered,
                cause = self.breaker.opened() => return Err(self.outages.failed(cause)),
                () = sleep(ANSWER_MAX.saturating_sub(ANSWER_USUAL)) => {
                    let seconds = ANSWER_MAX.as_secs();
                    return Err(self.outages.failed(format_args!("no answer within {seconds} s")));
                }
            }
        };
        match answered {
            Ok(answer) => {
                self.outages.worked();
                Ok(answer)
            }
            Err(error) => {
                if breaker::is_of_connection(&error) {
                    self.breaker.probe();
                }
                Err(self.outages.failed(error))
            }
        }
    }

    async fn judge_load<T>(
        &self,
        asked: impl Future<Output = Result<T, LoadError>>,
    ) -> Result<T, StoreError> {
        let answered = async {
            match asked.await {
                Ok(answer) => Ok(Ok(answer)),
                Err(LoadError::Content(error)) => Ok(Err(error)),
                Err(LoadError::Database(error)) => Err(error),
            }
        };
        self.judge(answered).await?
    }
}

#[async_trait]
impl EventStore for PostgresStore {
    async fn create(&self, table: NewTable) -> Result<(), CreateError> {
        let Some(language) = table.language() else { return Err(CreateError::NoOpening(table.id)) };
        let events = codec::encode(&table.events, &language);
        self.judge(create::create(&self.pool, &table, &events)).await?
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredTable>, StoreError> {
        self.judge_load(load::load(&self.pool, id)).await
    }

    async fn load_since(&self, id: &GameId, after: Version) -> Result<Option<CommitTail>, StoreError> {
        self.judge_load(load::load_since(&self.pool, id, after)).await
    }

    async fn append(&self, commit: Commit) -> Result<Version, AppendError> {
        let events = codec::encode(&commit.events, &commit.language);
        self.judge(append::append(&self.pool, &commit, &events)).await?
    }

    async fn reply_to(
        &self,
        table: &GameId,
        player: &PlayerId,
        command_id: &str,
    ) -> Result<Option<(Version, String)>, StoreError> {
        let reply =
            "SELECT version, reply FROM commands WHERE table_id = $1 AND player = $2 AND command_id = $3";
        let reply = sqlx::query_as::<_, (i64, String)>(reply)
            .bind(table.as_str())
            .bind(player.as_str())
            .bind(command_id)
            .fetch_optional(&self.pool);
        Ok(self.judge(reply).await?.map(|(version, reply)| (Version::from_column(version), reply)))
    }

    async fn find_code(&self, code: &RoomCode) -> Result<Option<GameId>, StoreError> {
        let found = sqlx::query_scalar::<_, String>("SELECT table_id FROM codes WHERE code = $1")
            .bind(code.as_str())
            .fetch_optional(&self.pool);
        Ok(self.judge(found).await?.map(GameId::new))
    }

    async fn waiting_open_table(&self) -> Result<Option<GameId>, StoreError> {
        let waiting = "SELECT id FROM tables WHERE lobby = 'open' AND standing = 'waiting' \
                       ORDER BY opened_at DESC, id DESC LIMIT 1";
        let found = sqlx::query_scalar::<_, String>(waiting).fetch_optional(&self.pool);
        Ok(self.judge(found).await?.map(GameId::new))
    }

    async fn open_seats_named(&self, name_key: &str) -> Result<Vec<(GameId, Seat)>, StoreError> {
        let seats = "SELECT id, seat FROM seats JOIN tables ON id = table_id \
                     WHERE name_key = $1 AND lobby = 'open' AND standing = 'playing' \
                     ORDER BY opened_at DESC, id DESC, seat LIMIT $2";
        let rows = sqlx::query_as::<_, (String, i64)>(seats)
            .bind(name_key)
            .bind(OPEN_SEATS_MAX as i64)
            .fetch_all(&self.pool);
        self.judge(rows).await?.into_iter().map(seat_of).collect()
    }

    async fn due(&self, now: Timestamp, limit: usize) -> Result<Vec<GameId>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let due = "SELECT id FROM tables WHERE next_due <= $1 ORDER BY next_due, id LIMIT $2";
        let ids = sqlx::query_scalar::<_, String>(due).bind(now.0).bind(limit).fetch_all(&self.pool);
        Ok(self.judge(ids).await?.into_iter().map(GameId::new).collect())
    }

    async fn latest_moment(&self) -> Result<Option<Timestamp>, StoreError> {
        let latest = "SELECT MAX(changed_at) FROM tables";
        let latest = sqlx::query_scalar::<_, Option<i64>>(latest).fetch_one(&self.pool);
        Ok(self.judge(latest).await?.map(Timestamp))
    }

    async fn put_ticket(
        &self,
        ticket: TokenHash,
        table: &GameId,
        seat: Seat,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let put = async {
            let mut transaction = self.pool.begin().await?;
            // If several nodes make tickets for one seat at once, the last one remains: each waits
            // here for the previous one.
            sqlx::query("SELECT 1 FROM tables WHERE id = $1 FOR NO KEY UPDATE")
                .bind(table.as_str())
                .execute(&mut *transaction)
                .await?;
            let remove = "DELETE FROM tickets WHERE ticket IN (SELECT ticket FROM tickets \
                          WHERE expires_at <= $3 OR (table_id = $1 AND seat = $2) FOR UPDATE SKIP LOCKED)";
            let remove = sqlx::query(remove).bind(table.as_str()).bind(seat.index() as i64).bind(now.0);
            remove.execute(&mut *transaction).await?;
            let put = "INSERT INTO tickets (ticket, table_id, seat, expires_at) \
                       SELECT $1, id, $3, $4 FROM tables WHERE id = $2 \
                       ON CONFLICT (ticket) DO UPDATE \
                       SET table_id = excluded.table_id, seat = excluded.seat, expires_at = excluded.expires_at";
            let put = sqlx::query(put).bind(ticket.0.to_vec()).bind(table.as_str());
            put.bind(seat.index() as i64).bind(expires.0).execute(&mut *transaction).await?;
            transaction.commit().await
        };
        self.judge(put).await
    }

    async fn find_ticket(
        &self,
        ticket: TokenHash,
        now: Timestamp,
    ) -> Result<Option<(GameId, Seat)>, StoreError> {
        let find = "SELECT table_id, seat FROM tickets WHERE ticket = $1 AND expires_at > $2";
        let found = sqlx::query_as::<_, (String, i64)>(find)
            .bind(ticket.0.to_vec())
            .bind(now.0)
            .fetch_optional(&self.pool);
        self.judge(found).await?.map(seat_of).transpose()
    }

    async fn release_codes(&self, ended_before: Timestamp) -> Result<u64, StoreError> {
        let released =
            sqlx::query("DELETE FROM codes WHERE ended_at < $1").bind(ended_before.0).execute(&self.pool);
        Ok(self.judge(released).await?.rows_affected())
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.judge(sqlx::query(migrations::WRITE_PROBE).execute(&self.pool)).await.map(|_| ())
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}

fn seat_of((id, seat): (String, i64)) -> Result<(GameId, Seat), StoreError> {
    let id = GameId::new(id);
    let seat = Columns(&id).seat(seat)?;
    Ok((id, seat))
}
