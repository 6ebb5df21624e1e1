//! Administration is not part of the simulation: its calls are passed through.

use async_trait::async_trait;
use rules::{GameId, Seat, Timestamp};
use store::{
    AdminStore, AppendError, DailyPlayer, PlayerId, ReadRowsError, Redaction, RowFilter, RowSink, RowSource,
    Stats, StoreError, TablePage, TableSummary, Version, WriteRowsError,
};

use crate::faulty_store::FaultyStore;

#[async_trait]
impl AdminStore for FaultyStore {
    async fn list_tables(&self, page: &TablePage) -> Result<Vec<TableSummary>, StoreError> {
        self.store().list_tables(page).await
    }

    async fn stats(&self) -> Result<Stats, StoreError> {
        self.store().stats().await
    }

    async fn read_rows(&self, which: RowFilter, take: RowSink<'_>) -> Result<(), ReadRowsError> {
        self.store().read_rows(which, take).await
    }

    async fn write_rows(&self, rows: RowSource<'_>) -> Result<(), WriteRowsError> {
        self.store().write_rows(rows).await
    }

    async fn ended_before(
        &self,
        moment: Timestamp,
        limit: usize,
    ) -> Result<Vec<(GameId, Version)>, StoreError> {
        self.store().ended_before(moment, limit).await
    }

    async fn remove_tables(&self, tables: &[(GameId, Version)]) -> Result<u64, StoreError> {
        self.store().remove_tables(tables).await
    }

    async fn seat_of(&self, player: &PlayerId) -> Result<Option<(GameId, Seat)>, StoreError> {
        self.store().seat_of(player).await
    }

    async fn daily_players_called(&self, name_or_number: &str) -> Result<Vec<DailyPlayer>, StoreError> {
        self.store().daily_players_called(name_or_number).await
    }

    async fn rewrite(&self, rewriting: Redaction) -> Result<(), AppendError> {
        self.store().rewrite(rewriting).await
    }
}
