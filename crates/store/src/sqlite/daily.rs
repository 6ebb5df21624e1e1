//! The daily puzzle in SQLite. Changes go through the task that writes.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::SqliteStore;
use super::reads::ReadError;
use super::writer::Write;
use crate::StoreError;
use crate::daily::{DailyStore, daily_statements};

daily_statements!(SqliteConnection);

/// Defines a change as a [`Write`] for the task that writes.
macro_rules! changes {
    ($($change:ident { $($field:ident: $type:ty),* } => $statement:ident($($argument:expr),*) -> $answer:ty;)+) => {
        $(
            struct $change { $($field: $type),* }

            #[async_trait]
            impl Write for $change {
                type Answer = $answer;

                async fn write(&self, connection: &mut SqliteConnection) -> Result<$answer, sqlx::Error> {
                    let $change { $($field),* } = self;
                    $statement(connection, $($argument),*).await
                }
            }
        )+
    };
}

changes! {
    KeepPuzzle { key: PuzzleKey, kept: KeptPuzzle } => keep_puzzle(key, kept) -> StoredPuzzle;
    KeepSolution { key: PuzzleKey, solution: String } => keep_solution(key, solution) -> ();
    AddPlayer { token: TokenHash, now: Timestamp } => add_player(token, *now) -> DailyPlayer;
    RenamePlayer { player: DailyPlayer, name: Option<String> } => rename_player(*player, name.as_deref()) -> Renamed;
    ForgetPlayer { player: DailyPlayer, today: String } => forget_player(*player, today) -> ();
    PutTransfer { code: TokenHash, player: DailyPlayer, expires: Timestamp, now: Timestamp }
        => put_transfer(code, *player, *expires, *now) -> ();
    RedeemTransfer { code: TokenHash, token: TokenHash, now: Timestamp }
        => redeem_transfer(code, token, *now) -> Option<DailyPlayer>;
    AddTurn { player: DailyPlayer, key: PuzzleKey, turn: NewTurn } => add_turn(*player, key, turn) -> TurnKept;
}

/// Reads concurrently with the task that writes.
macro_rules! read {
    ($store:ident, $statement:ident($($argument:expr),*)) => {{
        let pool = $store.readers.pool()?;
        let answer = async { $statement(&mut *pool.acquire().await?, $($argument),*).await };
        $store.readers.judge(answer.await.map_err(ReadError::Database))
    }};
}

#[async_trait]
impl DailyStore for SqliteStore {
    async fn puzzle(&self, key: &PuzzleKey) -> Result<Option<KeptPuzzle>, StoreError> {
        read!(self, puzzle(key))
    }

    async fn keep_puzzle(&self, key: &PuzzleKey, kept: KeptPuzzle) -> Result<StoredPuzzle, StoreError> {
        self.writer.write(KeepPuzzle { key: key.clone(), kept }).await
    }

    async fn keep_solution(&self, key: &PuzzleKey, solution: String) -> Result<(), StoreError> {
        self.writer.write(KeepSolution { key: key.clone(), solution }).await
    }

    async fn add_player(&self, token: TokenHash, now: Timestamp) -> Result<DailyPlayer, StoreError> {
        self.writer.write(AddPlayer { token, now }).await
    }

    async fn player_of(&self, token: TokenHash) -> Result<Option<(DailyPlayer, Option<String>)>, StoreError> {
        read!(self, player_of(&token))
    }

    async fn rename_player(&self, player: DailyPlayer, name: Option<String>) -> Result<Renamed, StoreError> {
        self.writer.write(RenamePlayer { player, name }).await
    }

    async fn forget_player(&self, player: DailyPlayer, today: &str) -> Result<(), StoreError> {
        self.writer.write(ForgetPlayer { player, today: today.to_owned() }).await?;
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
        self.writer.write(PutTransfer { code, player, expires, now }).await
    }

    async fn redeem_transfer(
        &self,
        code: TokenHash,
        token: TokenHash,
        now: Timestamp,
    ) -> Result<Option<DailyPlayer>, StoreError> {
        self.writer.write(RedeemTransfer { code, token, now }).await
    }

    async fn attempt(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
    ) -> Result<Option<StoredAttempt>, StoreError> {
        read!(self, attempt(player, key))
    }

    async fn add_turn(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
        turn: NewTurn,
    ) -> Result<TurnKept, StoreError> {
        self.writer.write(AddTurn { player, key: key.clone(), turn }).await
    }

    async fn scores(&self, key: &PuzzleKey, finished: Finished) -> Result<Vec<(i64, u64)>, StoreError> {
        read!(self, scores(key, finished))
    }

    async fn best_finishers(
        &self,
        key: &PuzzleKey,
        finished: Finished,
        limit: usize,
    ) -> Result<Vec<Finisher>, StoreError> {
        read!(self, best_finishers(key, finished, limit))
    }

    async fn days_of(&self, player: DailyPlayer, language: &str) -> Result<Vec<BegunDay>, StoreError> {
        read!(self, days_of(player, language))
    }
}
