//! The daily puzzle in PostgreSQL. Every change is its own transaction.

use async_trait::async_trait;
use rules::Timestamp;

use super::PostgresStore;
use crate::daily::{
    BegunDay, DailyPlayer, DailyStore, Finished, Finisher, KeptPuzzle, NewTurn, PuzzleKey, Renamed,
    StoredAttempt, StoredPuzzle, TurnKept, statements,
};
use crate::{StoreError, TokenHash};

#[async_trait]
impl DailyStore for PostgresStore {
    async fn puzzle(&self, key: &PuzzleKey) -> Result<Option<KeptPuzzle>, StoreError> {
        self.judge(async { statements::puzzle(&mut *self.pool.acquire().await?, key).await }).await
    }

    async fn keep_puzzle(&self, key: &PuzzleKey, puzzle: KeptPuzzle) -> Result<StoredPuzzle, StoreError> {
        let answer = async {
            let mut transaction = self.pool.begin().await?;
            let answer = statements::keep_puzzle(&mut *transaction, key, &puzzle).await?;
            transaction.commit().await?;
            Ok(answer)
        };
        self.judge(answer).await
    }

    async fn keep_solution(&self, key: &PuzzleKey, solution: String) -> Result<(), StoreError> {
        let answer = async {
            let mut transaction = self.pool.begin().await?;
            let answer = statements::keep_solution(&mut *transaction, key, &solution).await?;
            transaction.commit().await?;
            Ok(answer)
        };
        self.judge(answer).await
    }

    async fn add_player(&self, token: TokenHash, now: Timestamp) -> Result<DailyPlayer, StoreError> {
        let answer = async {
            let mut transaction = self.pool.begin().await?;
            let answer = statements::add_player(&mut *transaction, &token, now).await?;
            transaction.commit().await?;
            Ok(answer)
        };
        self.judge(answer).await
    }

    async fn player_of(&self, token: TokenHash) -> Result<Option<(DailyPlayer, Option<String>)>, StoreError> {
        self.judge(async { statements::player_of(&mut *self.pool.acquire().await?, &token).await }).await
    }

    async fn rename_player(&self, player: DailyPlayer, name: Option<String>) -> Result<Renamed, StoreError> {
        let answer = async {
            let mut transaction = self.pool.begin().await?;
            let answer = statements::rename_player(&mut *transaction, player, name.as_deref()).await?;
            transaction.commit().await?;
            Ok(answer)
        };
        self.judge(answer).await
    }

    async fn forget_player(&self, player: DailyPlayer, today: &str) -> Result<(), StoreError> {
        let answer = async {
            let mut transaction = self.pool.begin().await?;
            let answer = statements::forget_player(&mut *transaction, player, today).await?;
            transaction.commit().await?;
            Ok(answer)
        };
        self.judge(answer).await
    }

    async fn put_transfer(
        &self,
        code: TokenHash,
        player: DailyPlayer,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let answer = async {
            let mut transaction = self.pool.begin().await?;
            let answer = statements::put_transfer(&mut *transaction, &code, player, expires, now).await?;
            transaction.commit().await?;
            Ok(answer)
        };
        self.judge(answer).await
    }

    async fn redeem_transfer(
        &self,
        code: TokenHash,
        token: TokenHash,
        now: Timestamp,
    ) -> Result<Option<DailyPlayer>, StoreError> {
        let answer = async {
            let mut transaction = self.pool.begin().await?;
            let answer = statements::redeem_transfer(&mut *transaction, &code, &token, now).await?;
            transaction.commit().await?;
            Ok(answer)
        };
        self.judge(answer).await
    }

    async fn attempt(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
    ) -> Result<Option<StoredAttempt>, StoreError> {
        self.judge(async { statements::attempt(&mut *self.pool.acquire().await?, player, key).await }).await
    }

    async fn add_turn(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
        turn: NewTurn,
    ) -> Result<TurnKept, StoreError> {
        let answer = async {
            let mut transaction = self.pool.begin().await?;
            let answer = statements::add_turn(&mut *transaction, player, key, &turn).await?;
            transaction.commit().await?;
            Ok(answer)
        };
        self.judge(answer).await
    }

    async fn scores(&self, key: &PuzzleKey, finished: Finished) -> Result<Vec<(i64, u64)>, StoreError> {
        self.judge(async { statements::scores(&mut *self.pool.acquire().await?, key, finished).await }).await
    }

    async fn best_finishers(
        &self,
        key: &PuzzleKey,
        finished: Finished,
        limit: usize,
    ) -> Result<Vec<Finisher>, StoreError> {
        self.judge(async {
            statements::best_finishers(&mut *self.pool.acquire().await?, key, finished, limit).await
        })
        .await
    }

    async fn days_of(&self, player: DailyPlayer, language: &str) -> Result<Vec<BegunDay>, StoreError> {
        self.judge(async { statements::days_of(&mut *self.pool.acquire().await?, player, language).await })
            .await
    }
}
