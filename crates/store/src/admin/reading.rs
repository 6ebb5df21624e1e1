//! The SQL statements of administration that read, for both databases.

use futures_util::TryStreamExt;
use rules::{GameId, PlayerId, Progress, Seat, Timestamp};

use super::{
    AttemptRow, ChatRow, CodeRow, CommandRow, CommitRow, DailyPlayerRow, DeviceRow, Dialect, Fault, PAGE,
    PuzzleRow, Row, RowFilter, RowSink, SeatRow, Stats, TableBatch, TablePage, TableRow, TableSummary,
    TicketRow, TransferRow,
};
use crate::columns::{self, Columns};
use crate::sql::{Connection, SqlRow, fetch_one, fetch_optional};
use crate::{DailyPlayer, TokenHash, Version};

/// Reads a hash that belongs to no table.
fn hash(bytes: &[u8]) -> Result<TokenHash, Fault> {
    bytes.try_into().map(TokenHash).map_err(|_| {
        sqlx::Error::Decode(format!("expected a hash of 32 bytes, found {}", bytes.len()).into()).into()
    })
}

pub(crate) async fn list_tables(
    connection: &mut dyn Connection,
    dialect: &Dialect,
    page: &TablePage,
) -> Result<Vec<TableSummary>, Fault> {
    let Dialect { tables, changed_at, .. } = dialect;
    let list = format!(
        "SELECT id, code, lobby, standing, version, opened_at, {changed_at}, next_due, \
         (SELECT count(*) FROM seats WHERE seats.table_id = id) FROM {tables} \
         WHERE (opened_at, id) < ($1, $2) AND ($3 = '' OR standing = $3) \
         ORDER BY opened_at DESC, id DESC LIMIT $4"
    );
    // No table is created later than that.
    let (opened_before, id) = match &page.after {
        Some((opened_at, id)) => (opened_at.0, id.as_str()),
        None => (i64::MAX, ""),
    };
    let status = page.status.map_or("", columns::status);
    let limit = i64::try_from(page.limit).unwrap_or(i64::MAX);
    let values = [opened_before.into(), id.into(), status.into(), limit.into()];
    connection.fetch_all(&list, &values).await?.into_iter().map(|row| summary(&row)).collect()
}

fn summary(row: &SqlRow) -> Result<TableSummary, Fault> {
    let id = GameId::new(row.get::<String>(0)?);
    let columns = Columns(&id);
    Ok(TableSummary {
        code: row.get::<Option<String>>(1)?.map(|code| columns.code(&code)).transpose()?,
        lobby: columns.lobby(&row.get::<String>(2)?)?,
        status: columns.status(&row.get::<String>(3)?)?,
        version: Version::from_column(row.get(4)?),
        opened_at: Timestamp(row.get(5)?),
        changed_at: Timestamp(row.get(6)?),
        next_due: row.get::<Option<i64>>(7)?.map(Timestamp),
        seats: row.get::<i64>(8)? as u64,
        id,
    })
}

pub(crate) async fn stats(connection: &mut dyn Connection, dialect: &Dialect) -> Result<Stats, Fault> {
    let by_status = "SELECT standing, count(*) FROM tables GROUP BY standing";
    let mut stats = Stats::default();
    for row in connection.fetch_all(by_status, &[]).await? {
        let count = row.get::<i64>(1)? as u64;
        match columns::read_standing(&row.get::<String>(0)?) {
            Some(Progress::Waiting) => stats.waiting = count,
            Some(Progress::Playing) => stats.playing = count,
            Some(Progress::Ended) => stats.ended = count,
            Some(Progress::Closed) => stats.closed = count,
            None => {}
        }
    }
    let Dialect { all_commits, all_commands, bytes, .. } = dialect;
    let counts = format!(
        "SELECT (SELECT count(*) FROM {all_commits}), \
         (SELECT CAST(coalesce(sum(octet_length(events)), 0) AS BIGINT) FROM {all_commits}), \
         (SELECT count(*) FROM seats), (SELECT count(*) FROM {all_commands}), \
         (SELECT count(*) FROM daily_puzzles), (SELECT count(*) FROM daily_players), \
         (SELECT count(*) FROM daily_attempts), {bytes}"
    );
    let row = fetch_one(connection, &counts, &[]).await?;
    let count = |column| row.get::<i64>(column).map(|count| count as u64);
    Ok(Stats {
        commits: count(0)?,
        event_bytes: count(1)?,
        seats: count(2)?,
        commands: count(3)?,
        daily_puzzles: count(4)?,
        daily_players: count(5)?,
        daily_attempts: count(6)?,
        database_bytes: Some(count(7)?),
        ..stats
    })
}

pub(crate) async fn ended_before(
    connection: &mut dyn Connection,
    dialect: &Dialect,
    moment: Timestamp,
    limit: usize,
) -> Result<Vec<(GameId, Version)>, Fault> {
    let Dialect { tables, changed_at, collation, .. } = dialect;
    let ended = format!(
        "SELECT id, version FROM {tables} WHERE standing IN ('ended', 'closed') AND {changed_at} < $1 \
         ORDER BY id COLLATE {collation} LIMIT $2"
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let table = |row: SqlRow| Ok((GameId::new(row.get::<String>(0)?), Version::from_column(row.get(1)?)));
    connection.fetch_all(&ended, &[moment.0.into(), limit.into()]).await?.into_iter().map(table).collect()
}

pub(crate) async fn seat_of(
    connection: &mut dyn Connection,
    player: &PlayerId,
) -> Result<Option<(GameId, Seat)>, Fault> {
    let select = "SELECT table_id, seat FROM seats WHERE player = $1 LIMIT 1";
    let Some(row) = fetch_optional(connection, select, &[player.as_str().into()]).await? else {
        return Ok(None);
    };
    let table = GameId::new(row.get::<String>(0)?);
    let seat = Columns(&table).seat(row.get(1)?)?;
    Ok(Some((table, seat)))
}

pub(crate) async fn daily_players_called(
    connection: &mut dyn Connection,
    name_or_number: &str,
) -> Result<Vec<DailyPlayer>, Fault> {
    let select =
        "SELECT number FROM daily_players WHERE name = $1 OR CAST(number AS TEXT) = $1 ORDER BY number";
    let rows = connection.fetch_all(select, &[name_or_number.into()]).await?;
    rows.iter().map(|row| Ok(DailyPlayer(row.get(0)?))).collect()
}

/// Passes on rows in order. The connection must be in a transaction with a consistent snapshot.
pub(crate) async fn read_all(
    connection: &mut dyn Connection,
    dialect: &Dialect,
    which: RowFilter,
    take: RowSink<'_>,
) -> Result<(), Fault> {
    let ids: Vec<String> = match which {
        RowFilter::Everything => {
            let all = format!("SELECT id FROM tables ORDER BY id COLLATE {}", dialect.collation);
            let rows = connection.fetch_all(&all, &[]).await?;
            rows.iter().map(|row| row.get(0)).collect::<Result<_, sqlx::Error>>()?
        }
        RowFilter::EndedBefore(moment) => {
            let ended = ended_before(connection, dialect, moment, usize::MAX).await?;
            ended.into_iter().map(|(id, _)| id.as_str().to_owned()).collect()
        }
    };
    for ids in ids.chunks(PAGE) {
        table_batch(connection, dialect, ids).await?.hand_over(take)?;
    }
    match which {
        RowFilter::Everything => read_daily(connection, dialect, take).await,
        RowFilter::EndedBefore(_) => Ok(()),
    }
}

/// Reads some tables with all their rows.
async fn table_batch(
    connection: &mut dyn Connection,
    dialect: &Dialect,
    ids: &[String],
) -> Result<TableBatch, Fault> {
    let Dialect { tables, changed_at, commits, in_list, .. } = dialect;
    let ids = serde_json::Value::from(ids).to_string();
    let ids = [(&ids).into()];

    let select = format!(
        "SELECT id, lobby, seed, invite, version, standing, opened_at, {changed_at}, next_due, code, ended_at \
         FROM {tables} WHERE id {in_list}"
    );
    let rows = connection.fetch_all(&select, &ids).await?;
    let tables = rows.iter().map(table_row).collect::<Result<_, Fault>>()?;

    let select = format!(
        "SELECT table_id, seat, player, token, name_key FROM seats WHERE table_id {in_list} ORDER BY seat"
    );
    let rows = connection.fetch_all(&select, &ids).await?;
    let seats = rows.iter().map(seat_row).collect::<Result<_, Fault>>()?;

    let select = format!(
        "SELECT table_id, ticket, seat, expires_at FROM tickets WHERE table_id {in_list} ORDER BY ticket"
    );
    let rows = connection.fetch_all(&select, &ids).await?;
    let tickets = rows.iter().map(ticket_row).collect::<Result<_, Fault>>()?;

    let rows = connection.fetch_all(&format!("{commits} {in_list} ORDER BY 2"), &ids).await?;
    let commits = rows.iter().map(commit_row).collect::<Result<_, Fault>>()?;

    let select = format!(
        "SELECT table_id, row_number() OVER (PARTITION BY table_id ORDER BY place), player, name, text, at \
         FROM chat WHERE table_id {in_list} ORDER BY place"
    );
    let rows = connection.fetch_all(&select, &ids).await?;
    let chat = rows.iter().map(chat_row).collect::<Result<_, Fault>>()?;
    Ok(TableBatch { tables, seats, tickets, commits, chat })
}

fn table_row(row: &SqlRow) -> Result<TableRow, Fault> {
    let id = GameId::new(row.get::<String>(0)?);
    let columns = Columns(&id);
    let code = row.get::<Option<String>>(9)?.map(|code| columns.code(&code)).transpose()?;
    let ended_at = row.get::<Option<i64>>(10)?.map(Timestamp);
    Ok(TableRow {
        lobby: columns.lobby(&row.get::<String>(1)?)?,
        seed: columns.seed(&row.get::<Vec<u8>>(2)?)?,
        invite: columns.hash(&row.get::<Vec<u8>>(3)?)?,
        version: Version::from_column(row.get(4)?),
        status: columns.status(&row.get::<String>(5)?)?,
        opened_at: Timestamp(row.get(6)?),
        changed_at: Timestamp(row.get(7)?),
        next_due: row.get::<Option<i64>>(8)?.map(Timestamp),
        code: code.map(|letters| CodeRow { letters, ended_at }),
        id,
    })
}

fn seat_row(row: &SqlRow) -> Result<SeatRow, Fault> {
    let table = GameId::new(row.get::<String>(0)?);
    let columns = Columns(&table);
    let token = row.get::<Option<Vec<u8>>>(3)?.map(|token| columns.hash(&token)).transpose()?;
    let (seat, player) = (columns.seat(row.get(1)?)?, PlayerId::new(row.get::<String>(2)?));
    Ok(SeatRow { seat, player, token, name_key: row.get(4)?, table })
}

fn ticket_row(row: &SqlRow) -> Result<TicketRow, Fault> {
    let table = GameId::new(row.get::<String>(0)?);
    let columns = Columns(&table);
    let (ticket, seat) = (columns.hash(&row.get::<Vec<u8>>(1)?)?, columns.seat(row.get(2)?)?);
    Ok(TicketRow { ticket, seat, expires_at: Timestamp(row.get(3)?), table })
}

fn commit_row(row: &SqlRow) -> Result<CommitRow, Fault> {
    let (player, id, reply): (Option<String>, _, _) = (row.get(4)?, row.get(5)?, row.get(6)?);
    let command = player.zip(Option::zip(id, reply));
    Ok(CommitRow {
        table: GameId::new(row.get::<String>(0)?),
        version: Version::from_column(row.get(1)?),
        at: Timestamp(row.get(2)?),
        events: row.get(3)?,
        command: command.map(|(player, (id, reply))| CommandRow { player: PlayerId::new(player), id, reply }),
    })
}

fn chat_row(row: &SqlRow) -> Result<ChatRow, Fault> {
    Ok(ChatRow {
        table: GameId::new(row.get::<String>(0)?),
        number: row.get(1)?,
        player: PlayerId::new(row.get::<String>(2)?),
        name: row.get(3)?,
        text: row.get(4)?,
        at: Timestamp(row.get(5)?),
    })
}

async fn read_daily(
    connection: &mut dyn Connection,
    dialect: &Dialect,
    take: RowSink<'_>,
) -> Result<(), Fault> {
    let collation = dialect.collation;
    let puzzles = format!(
        "SELECT language, day, seed, starting_word, tile_order, solution FROM daily_puzzles \
         ORDER BY language COLLATE {collation}, day COLLATE {collation}"
    );
    let mut rows = connection.stream(&puzzles);
    while let Some(row) = rows.try_next().await? {
        take(Row::DailyPuzzle(PuzzleRow {
            language: row.get(0)?,
            day: row.get(1)?,
            seed: row.get(2)?,
            starting_word: row.get(3)?,
            tile_order: row.get(4)?,
            solution: row.get(5)?,
        }))?;
    }
    drop(rows);

    let mut rows = connection.stream("SELECT number, name, made_at FROM daily_players ORDER BY number");
    while let Some(row) = rows.try_next().await? {
        let (player, made_at) = (DailyPlayer(row.get(0)?), Timestamp(row.get(2)?));
        take(Row::DailyPlayer(DailyPlayerRow { player, name: row.get(1)?, made_at }))?;
    }
    drop(rows);

    let mut rows = connection.stream("SELECT token, player FROM daily_devices ORDER BY token");
    while let Some(row) = rows.try_next().await? {
        let (token, player) = (hash(&row.get::<Vec<u8>>(0)?)?, DailyPlayer(row.get(1)?));
        take(Row::DailyDevice(DeviceRow { token, player }))?;
    }
    drop(rows);

    let mut rows = connection.stream("SELECT code, player, expires_at FROM daily_transfers ORDER BY code");
    while let Some(row) = rows.try_next().await? {
        let (code, player) = (hash(&row.get::<Vec<u8>>(0)?)?, DailyPlayer(row.get(1)?));
        take(Row::DailyTransfer(TransferRow { code, player, expires_at: Timestamp(row.get(2)?) }))?;
    }
    drop(rows);

    let attempts = format!(
        "SELECT player, language, day, turns, score, deeds, finished_at FROM daily_attempts \
         ORDER BY player, language COLLATE {collation}, day COLLATE {collation}"
    );
    let mut rows = connection.stream(&attempts);
    while let Some(row) = rows.try_next().await? {
        take(Row::DailyAttempt(AttemptRow {
            player: DailyPlayer(row.get(0)?),
            language: row.get(1)?,
            day: row.get(2)?,
            turns: row.get(3)?,
            score: row.get(4)?,
            deeds: row.get(5)?,
            finished_at: row.get::<Option<i64>>(6)?.map(Timestamp),
        }))?;
    }
    Ok(())
}
