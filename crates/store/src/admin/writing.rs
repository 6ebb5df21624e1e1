//! The SQL statements of administration that write, for both databases.

use rules::{GameId, Seat};

use super::{
    AdminConnection, ChatRow, CommitRow, Dialect, Fault, Redaction, Row, RowSource, SeatRow, TableRow,
    TicketRow,
};
use crate::sql::{Connection, fetch_one};

/// Writes rows to an empty database, inside a transaction.
pub(crate) async fn write_all<C: AdminConnection>(
    connection: &mut C,
    rows: RowSource<'_>,
) -> Result<(), Fault> {
    let is_there = "SELECT EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM daily_puzzles) \
                    OR EXISTS (SELECT 1 FROM daily_players)";
    if fetch_one(connection, is_there, &[]).await?.get(0)? {
        return Err(Fault::NotEmpty);
    }
    let mut table: Option<TableRow> = None;
    for row in rows {
        let row = row?;
        let of_table = match &row {
            Row::Seat(SeatRow { table, .. })
            | Row::Ticket(TicketRow { table, .. })
            | Row::Commit(CommitRow { table, .. })
            | Row::Chat(ChatRow { table, .. }) => Some(table),
            _ => None,
        };
        if let Some(id) = of_table.filter(|id| table.as_ref().is_none_or(|table| table.id != **id)) {
            return Err(Fault::OutOfPlace(id.clone()));
        }
        match (row, &table) {
            (Row::Commit(commit), Some(table)) => connection.insert_commit(table, &commit).await?,
            (Row::Table(new), _) => {
                connection.insert_table(&new).await?;
                insert_code(connection, &new).await?;
                table = Some(new);
            }
            (row, _) => insert_other(connection, &C::DIALECT, &row).await?,
        }
    }
    Ok(())
}

/// Inserts rows that both databases store in the same way.
async fn insert_other(
    connection: &mut dyn Connection,
    dialect: &Dialect,
    row: &Row,
) -> Result<(), sqlx::Error> {
    let name_key;
    let (insert, values) = match row {
        // These differ between the databases.
        Row::Table(_) | Row::Commit(_) => return Ok(()),
        Row::Seat(row) => (
            "INSERT INTO seats (table_id, seat, player, token, name_key) VALUES ($1, $2, $3, $4, $5)",
            vec![
                row.table.as_str().into(),
                (row.seat.index() as i64).into(),
                row.player.as_str().into(),
                row.token.as_ref().into(),
                (&row.name_key).into(),
            ],
        ),
        Row::Ticket(row) => (
            "INSERT INTO tickets (ticket, table_id, seat, expires_at) VALUES ($1, $2, $3, $4)",
            vec![
                (&row.ticket).into(),
                row.table.as_str().into(),
                (row.seat.index() as i64).into(),
                row.expires_at.0.into(),
            ],
        ),
        Row::Chat(row) => (
            "INSERT INTO chat (table_id, player, name, text, at) VALUES ($1, $2, $3, $4, $5)",
            vec![
                row.table.as_str().into(),
                row.player.as_str().into(),
                (&row.name).into(),
                (&row.text).into(),
                row.at.0.into(),
            ],
        ),
        Row::DailyPuzzle(row) => (
            "INSERT INTO daily_puzzles (language, day, seed, starting_word, tile_order, solution) \
             VALUES ($1, $2, $3, $4, $5, $6)",
            vec![
                (&row.language).into(),
                (&row.day).into(),
                row.seed.into(),
                (&row.starting_word).into(),
                (&row.tile_order).into(),
                row.solution.as_deref().into(),
            ],
        ),
        Row::DailyPlayer(row) => {
            // Earlier versions allowed several players with the same name. The first one gets it.
            let insert = format!(
                "INSERT INTO daily_players (number, name, made_at, name_key) {} VALUES ($1, $2, $3, \
                 CASE WHEN EXISTS (SELECT 1 FROM daily_players WHERE name_key = $4) \
                 THEN NULL ELSE CAST($4 AS TEXT) END)",
                dialect.chosen
            );
            name_key = row.name.as_deref().map(crate::daily_name_key);
            let values = [
                row.player.0.into(),
                row.name.as_deref().into(),
                row.made_at.0.into(),
                name_key.as_deref().into(),
            ];
            return connection.execute(&insert, &values).await.map(|_| ());
        }
        Row::DailyDevice(row) => (
            "INSERT INTO daily_devices (token, player) VALUES ($1, $2)",
            vec![(&row.token).into(), row.player.0.into()],
        ),
        Row::DailyTransfer(row) => (
            "INSERT INTO daily_transfers (code, player, expires_at) VALUES ($1, $2, $3)",
            vec![(&row.code).into(), row.player.0.into(), row.expires_at.0.into()],
        ),
        Row::DailyAttempt(row) => (
            "INSERT INTO daily_attempts (player, language, day, turns, score, deeds, finished_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            vec![
                row.player.0.into(),
                (&row.language).into(),
                (&row.day).into(),
                row.turns.into(),
                row.score.into(),
                (&row.deeds).into(),
                row.finished_at.map(|at| at.0).into(),
            ],
        ),
    };
    connection.execute(insert, &values).await.map(|_| ())
}

async fn insert_code(connection: &mut dyn Connection, table: &TableRow) -> Result<(), sqlx::Error> {
    let Some(code) = &table.code else { return Ok(()) };
    let insert = "INSERT INTO codes (code, table_id, ended_at) VALUES ($1, $2, $3)";
    let ended_at = code.ended_at.map(|at| at.0);
    let values = [code.letters.as_str().into(), table.id.as_str().into(), ended_at.into()];
    connection.execute(insert, &values).await.map(|_| ())
}

/// Removes the chat of a player: of the seat's owner, and of earlier owners of the name.
pub(crate) async fn remove_chat(
    connection: &mut dyn Connection,
    redaction: &Redaction,
) -> Result<(), sqlx::Error> {
    let remove = "DELETE FROM chat WHERE table_id = $1 AND (name = $3 OR player IN \
                  (SELECT player FROM seats WHERE table_id = $1 AND seat = $2))";
    let seat = redaction.seat.map_or(-1, |seat| seat.index() as i64);
    let values = [redaction.table.as_str().into(), seat.into(), (&redaction.name).into()];
    connection.execute(remove, &values).await.map(|_| ())
}

/// Removes the identity of a seat's player.
pub(crate) async fn empty_seat(
    connection: &mut dyn Connection,
    table: &GameId,
    seat: Seat,
) -> Result<(), sqlx::Error> {
    for statement in [
        "UPDATE seats SET token = NULL, name_key = '' WHERE table_id = $1 AND seat = $2",
        "DELETE FROM tickets WHERE table_id = $1 AND seat = $2",
    ] {
        connection.execute(statement, &[table.as_str().into(), (seat.index() as i64).into()]).await?;
    }
    Ok(())
}
