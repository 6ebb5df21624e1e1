//! Connections of either database, for the statements that both run.
//!
//! These statements are ordinary functions over `&mut dyn Connection`. They are for requests where
//! an allocation does not matter: the daily puzzle and administration. Moves use the drivers.

use async_trait::async_trait;
use futures_util::stream::{BoxStream, StreamExt, TryStreamExt};
use sqlx::postgres::PgRow;
use sqlx::query::Query;
use sqlx::sqlite::SqliteRow;
use sqlx::{
    AssertSqlSafe, Database, Decode, Encode, PgConnection, Postgres, Row as _, Sqlite, SqliteConnection, Type,
};

use crate::TokenHash;

/// A parameter of a statement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'v> {
    Number(Option<i64>),
    Text(Option<&'v str>),
    Bytes(Option<&'v [u8]>),
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Number(Some(number))
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(number: Option<i64>) -> Self {
        Value::Number(number)
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Value::Text(Some(text))
    }
}

impl<'v> From<&'v String> for Value<'v> {
    fn from(text: &'v String) -> Self {
        Value::Text(Some(text))
    }
}

impl<'v> From<Option<&'v str>> for Value<'v> {
    fn from(text: Option<&'v str>) -> Self {
        Value::Text(text)
    }
}

impl<'v> From<&'v TokenHash> for Value<'v> {
    fn from(hash: &'v TokenHash) -> Self {
        Value::Bytes(Some(&hash.0))
    }
}

impl<'v> From<Option<&'v TokenHash>> for Value<'v> {
    fn from(hash: Option<&'v TokenHash>) -> Self {
        Value::Bytes(hash.map(|hash| &hash.0[..]))
    }
}

/// A row of either database.
pub(crate) enum SqlRow {
    Postgres(PgRow),
    Sqlite(SqliteRow),
}

impl SqlRow {
    /// Reads a column by its place in the statement, from 0.
    pub(crate) fn get<T>(&self, column: usize) -> Result<T, sqlx::Error>
    where
        T: Type<Postgres> + for<'r> Decode<'r, Postgres> + Type<Sqlite> + for<'r> Decode<'r, Sqlite>,
    {
        match self {
            SqlRow::Postgres(row) => row.try_get(column),
            SqlRow::Sqlite(row) => row.try_get(column),
        }
    }
}

/// A connection to either database.
#[async_trait]
pub(crate) trait Connection: Send {
    /// Runs a statement, and returns the number of rows that it changed.
    async fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, sqlx::Error>;

    /// Runs a query, and returns all rows.
    async fn fetch_all(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<SqlRow>, sqlx::Error>;

    /// Runs a query without parameters, and returns its rows one by one.
    fn stream(&mut self, sql: &str) -> BoxStream<'_, Result<SqlRow, sqlx::Error>>;
}

/// Returns the row of a query that has at most one.
pub(crate) async fn fetch_optional(
    connection: &mut dyn Connection,
    sql: &str,
    values: &[Value<'_>],
) -> Result<Option<SqlRow>, sqlx::Error> {
    Ok(connection.fetch_all(sql, values).await?.into_iter().next())
}

/// Returns the row of a query that has exactly one.
pub(crate) async fn fetch_one(
    connection: &mut dyn Connection,
    sql: &str,
    values: &[Value<'_>],
) -> Result<SqlRow, sqlx::Error> {
    fetch_optional(connection, sql, values).await?.ok_or(sqlx::Error::RowNotFound)
}

/// The statements have no text from outside: the differences between the databases are constants.
fn statement<'q, D: Database>(sql: &str, values: &[Value<'q>]) -> Query<'q, D, D::Arguments>
where
    Option<i64>: Encode<'q, D> + Type<D>,
    Option<&'q str>: Encode<'q, D> + Type<D>,
    Option<&'q [u8]>: Encode<'q, D> + Type<D>,
{
    let query = sqlx::query(AssertSqlSafe(sql.to_owned()));
    values.iter().fold(query, |query, value| match *value {
        Value::Number(number) => query.bind(number),
        Value::Text(text) => query.bind(text),
        Value::Bytes(bytes) => query.bind(bytes),
    })
}

#[async_trait]
impl Connection for PgConnection {
    async fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, sqlx::Error> {
        Ok(statement::<Postgres>(sql, values).execute(self).await?.rows_affected())
    }

    async fn fetch_all(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<SqlRow>, sqlx::Error> {
        let rows = statement::<Postgres>(sql, values).fetch_all(self).await?;
        Ok(rows.into_iter().map(SqlRow::Postgres).collect())
    }

    fn stream(&mut self, sql: &str) -> BoxStream<'_, Result<SqlRow, sqlx::Error>> {
        statement::<Postgres>(sql, &[]).fetch(self).map_ok(SqlRow::Postgres).boxed()
    }
}

#[async_trait]
impl Connection for SqliteConnection {
    async fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, sqlx::Error> {
        Ok(statement::<Sqlite>(sql, values).execute(self).await?.rows_affected())
    }

    async fn fetch_all(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<SqlRow>, sqlx::Error> {
        let rows = statement::<Sqlite>(sql, values).fetch_all(self).await?;
        Ok(rows.into_iter().map(SqlRow::Sqlite).collect())
    }

    fn stream(&mut self, sql: &str) -> BoxStream<'_, Result<SqlRow, sqlx::Error>> {
        statement::<Sqlite>(sql, &[]).fetch(self).map_ok(SqlRow::Sqlite).boxed()
    }
}
