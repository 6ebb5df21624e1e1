//! Database addresses, with a one-sentence explanation of each problem.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;

use crate::OpenError;

/// The form of an address.
const FORM: &str = "postgres://USER:PASSWORD@HOST:PORT/DATABASE";
/// How long to search for the cause of a failed connection.
const LOOK_MAX: Duration = Duration::from_secs(5);

/// Parses an address. An error does not repeat it, because it may contain a password.
pub(super) fn parse(url: &str) -> Result<PgConnectOptions, OpenError> {
    let wrong = |found: String| OpenError::Address(format!("expected {FORM}, found {found}"));
    match url.split_once("://") {
        Some(("postgres" | "postgresql", _)) => {}
        Some((scheme, _)) => return Err(wrong(format!("an address that begins with {scheme:?}"))),
        None => return Err(wrong("something that is no address".to_owned())),
    }
    PgConnectOptions::from_str(url).map_err(|error| match error {
        sqlx::Error::Configuration(cause) => wrong(format!("an address that cannot be read: {cause}")),
        other => wrong(other.to_string()),
    })
}

/// Explains why no connection could be made.
///
/// A pool only reports that it timed out, so one more attempt finds the cause.
pub(super) async fn explain(error: sqlx::Error, options: &PgConnectOptions) -> OpenError {
    let error = match error {
        sqlx::Error::PoolTimedOut => match timeout(LOOK_MAX, options.connect()).await {
            Ok(Ok(connection)) => {
                // It succeeded a moment too late. The next start will work.
                let _ = connection.close().await;
                sqlx::Error::PoolTimedOut
            }
            Ok(Err(cause)) => cause,
            Err(_) => sqlx::Error::PoolTimedOut,
        },
        other => other,
    };
    problem(&error, options).map_or(OpenError::Database(error), OpenError::Address)
}

/// Describes the problem if the address is the cause.
fn problem(error: &sqlx::Error, options: &PgConnectOptions) -> Option<String> {
    let place = format!("{}:{}", options.get_host(), options.get_port());
    match error {
        sqlx::Error::Io(cause) => Some(format!("PostgreSQL at {place} cannot be reached: {cause}")),
        sqlx::Error::PoolTimedOut => Some(format!("PostgreSQL at {place} gives no answer")),
        sqlx::Error::Database(refused) => match refused.code().as_deref() {
            // invalid_authorization_specification, invalid_password
            Some("28000" | "28P01") => Some(format!(
                "PostgreSQL at {place} refuses the user {:?} or the password: {}",
                options.get_username(),
                refused.message()
            )),
            // invalid_catalog_name
            Some("3D000") => Some(format!(
                "there is no database {:?} at {place}: create it, or name another one in the address",
                options.get_database().unwrap_or_else(|| options.get_username())
            )),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_address_is_explained_and_never_repeated() {
        for (url, found) in [
            ("mysql://ann:secret@db/dord", "an address that begins with \"mysql\""),
            ("ann:secret@db/dord", "something that is no address"),
            ("", "something that is no address"),
            ("postgres://ann:secret@db:port/dord", "an address that cannot be read: "),
            ("postgres://ann:secret@:5432/dord", "an address that cannot be read: "),
        ] {
            let error = parse(url).unwrap_err().to_string();
            assert!(error.starts_with(&format!("expected {FORM}, found {found}")), "{url}: {error}");
            assert!(!error.contains("secret"), "{error}");
        }
        assert!(parse("postgres://ann:secret@db/dord").is_ok());
        assert!(parse("postgresql://db").is_ok());
    }
}
