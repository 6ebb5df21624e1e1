//! The daily puzzle in SQLite. Changes go through the task that writes.

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use rules::Timestamp;
use sqlx::SqliteConnection;

use super::SqliteStore;
use super::writer::Write;
use crate::daily::{
    BegunDay, DailyPlayer, DailyStore, Finished, Finisher, KeptPuzzle, NewTurn, PuzzleKey, Renamed,
    StoredAttempt, StoredPuzzle, TurnKept, statements,
};
use crate::sql::Connection;
use crate::{StoreError, TokenHash};

/// A change for the task that writes: a statement with its arguments.
struct Change<A, T> {
    arguments: A,
    statement: for<'c> fn(&'c mut dyn Connection, &'c A) -> BoxFuture<'c, Result<T, sqlx::Error>>,
}

#[async_trait]
impl<A: Send + Sync + 'static, T: Send + 'static> Write for Change<A, T> {
    type Answer = T;

    async fn write(&self, connection: &mut SqliteConnection) -> Result<T, sqlx::Error> {
        (self.statement)(connection, &self.arguments).await
    }
}

#[async_trait]
impl DailyStore for SqliteStore {
    async fn puzzle(&self, key: &PuzzleKey) -> Result<Option<KeptPuzzle>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.readers.judge_database(statements::puzzle(&mut *connection, key).await)
    }

    async fn keep_puzzle(&self, key: &PuzzleKey, kept: KeptPuzzle) -> Result<StoredPuzzle, StoreError> {
        self.writer
            .write(Change {
                arguments: (key.clone(), kept),
                statement: |connection, (key, kept)| Box::pin(statements::keep_puzzle(connection, key, kept)),
            })
            .await
    }

    async fn keep_solution(&self, key: &PuzzleKey, solution: String) -> Result<(), StoreError> {
        self.writer
            .write(Change {
                arguments: (key.clone(), solution),
                statement: |connection, (key, solution)| {
                    Box::pin(statements::keep_solution(connection, key, solution))
                },
            })
            .await
    }

    async fn add_player(&self, token: TokenHash, now: Timestamp) -> Result<DailyPlayer, StoreError> {
        self.writer
            .write(Change {
                arguments: (token, now),
                statement: |connection, (token, now)| {
                    Box::pin(statements::add_player(connection, token, *now))
                },
            })
            .await
    }

    async fn player_of(&self, token: TokenHash) -> Result<Option<(DailyPlayer, Option<String>)>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.readers.judge_database(statements::player_of(&mut *connection, &token).await)
    }

    async fn rename_player(&self, player: DailyPlayer, name: Option<String>) -> Result<Renamed, StoreError> {
        self.writer
            .write(Change {
                arguments: (player, name),
                statement: |connection, (player, name)| {
                    Box::pin(statements::rename_player(connection, *player, name.as_deref()))
                },
            })
            .await
    }

    async fn forget_player(&self, player: DailyPlayer, today: &str) -> Result<(), StoreError> {
        self.writer
            .write(Change {
                arguments: (player, today.to_owned()),
                statement: |connection, (player, today)| {
                    Box::pin(statements::forget_player(connection, *player, today))
                },
            })
            .await?;
        self.eraser.erase_soon();
        Ok(())
    }

    async fn put_transfer(
        &self,
        code: TokenHash,
        player: DailyPlayer,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer
            .write(Change {
                arguments: (code, player, expires, now),
                statement: |connection, (code, player, expires, now)| {
                    Box::pin(statements::put_transfer(connection, code, *player, *expires, *now))
                },
            })
            .await
    }

    async fn redeem_transfer(
        &self,
        code: TokenHash,
        token: TokenHash,
        now: Timestamp,
    ) -> Result<Option<DailyPlayer>, StoreError> {
        self.writer
            .write(Change {
                arguments: (code, token, now),
                statement: |connection, (code, token, now)| {
                    Box::pin(statements::redeem_transfer(connection, code, token, *now))
                },
            })
            .await
    }

    async fn attempt(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
    ) -> Result<Option<StoredAttempt>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.readers.judge_database(statements::attempt(&mut *connection, player, key).await)
    }

    async fn add_turn(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
        turn: NewTurn,
    ) -> Result<TurnKept, StoreError> {
        self.writer
            .write(Change {
                arguments: (player, key.clone(), turn),
                statement: |connection, (player, key, turn)| {
                    Box::pin(statements::add_turn(connection, *player, key, turn))
                },
            })
            .await
    }

    async fn scores(&self, key: &PuzzleKey, finished: Finished) -> Result<Vec<(i64, u64)>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.readers.judge_database(statements::scores(&mut *connection, key, finished).await)
    }

    async fn best_finishers(
        &self,
        key: &PuzzleKey,
        finished: Finished,
        limit: usize,
    ) -> Result<Vec<Finisher>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.readers.judge_database(statements::best_finishers(&mut *connection, key, finished, limit).await)
    }

    async fn days_of(&self, player: DailyPlayer, language: &str) -> Result<Vec<BegunDay>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        self.readers.judge_database(statements::days_of(&mut *connection, player, language).await)
    }
}
