//! The daily puzzle in PostgreSQL. Every change is its own transaction.

use async_trait::async_trait;

use super::PostgresStore;
use crate::StoreError;
use crate::daily::{DailyStore, daily_statements};

daily_statements!(sqlx::PgConnection);

/// Runs a statement, in a transaction if it changes data.
macro_rules! run {
    ($store:ident, reads $statement:ident($($argument:expr),*)) => {{
        let answer = async { $statement(&mut *$store.pool.acquire().await?, $($argument),*).await };
        $store.judge(answer).await
    }};
    ($store:ident, writes $statement:ident($($argument:expr),*)) => {{
        let answer = async {
            let mut transaction = $store.pool.begin().await?;
            let answer = $statement(&mut *transaction, $($argument),*).await?;
            transaction.commit().await?;
            Ok(answer)
        };
        $store.judge(answer).await
    }};
}

#[async_trait]
impl DailyStore for PostgresStore {
    async fn puzzle(&self, key: &PuzzleKey) -> Result<Option<KeptPuzzle>, StoreError> {
        run!(self, reads puzzle(key))
    }

    async fn keep_puzzle(&self, key: &PuzzleKey, puzzle: KeptPuzzle) -> Result<StoredPuzzle, StoreError> {
        run!(self, writes keep_puzzle(key, &puzzle))
    }

    async fn keep_solution(&self, key: &PuzzleKey, solution: String) -> Result<(), StoreError> {
        run!(self, writes keep_solution(key, &solution))
    }

    async fn add_player(&self, token: TokenHash, now: Timestamp) -> Result<DailyPlayer, StoreError> {
        run!(self, writes add_player(&token, now))
    }

    async fn player_of(&self, token: TokenHash) -> Result<Option<(DailyPlayer, Option<String>)>, StoreError> {
        run!(self, reads player_of(&token))
    }

    async fn rename_player(&self, player: DailyPlayer, name: Option<String>) -> Result<Renamed, StoreError> {
        run!(self, writes rename_player(player, name.as_deref()))
    }

    async fn forget_player(&self, player: DailyPlayer, today: &str) -> Result<(), StoreError> {
        run!(self, writes forget_player(player, today))
    }

    async fn put_transfer(
        &self,
        code: TokenHash,
        player: DailyPlayer,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        run!(self, writes put_transfer(&code, player, expires, now))
    }

    async fn redeem_transfer(
        &self,
        code: TokenHash,
        token: TokenHash,
        now: Timestamp,
    ) -> Result<Option<DailyPlayer>, StoreError> {
        run!(self, writes redeem_transfer(&code, &token, now))
    }

    async fn attempt(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
    ) -> Result<Option<StoredAttempt>, StoreError> {
        run!(self, reads attempt(player, key))
    }

    async fn add_turn(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
        turn: NewTurn,
    ) -> Result<TurnKept, StoreError> {
        run!(self, writes add_turn(player, key, &turn))
    }

    async fn scores(&self, key: &PuzzleKey, finished: Finished) -> Result<Vec<(i64, u64)>, StoreError> {
        run!(self, reads scores(key, finished))
    }

    async fn best_finishers(
        &self,
        key: &PuzzleKey,
        finished: Finished,
        limit: usize,
    ) -> Result<Vec<Finisher>, StoreError> {
        run!(self, reads best_finishers(key, finished, limit))
    }

    async fn days_of(&self, player: DailyPlayer, language: &str) -> Result<Vec<BegunDay>, StoreError> {
        run!(self, reads days_of(player, language))
    }
}
