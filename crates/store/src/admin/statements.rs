/// The SQL statements of [`AdminStore`](crate::AdminStore), for the connections of one database.
///
/// Both databases use nearly the same SQL. The differences are parameters, and the insertion of
/// tables and commits is defined where the macro is used.
macro_rules! admin_statements {
    (
        connection: $Connection:ty,
        // The tables with their codes and their last commits.
        tables: $tables:literal,
        // The time of a table's last commit.
        changed_at: $changed_at:literal,
        // The commits of tables, up to the condition on the table.
        commits: $commits:literal,
        // The condition that a column is in a JSON list.
        in_list: $in_list:literal,
        // The collation that compares bytes.
        collation: $collation:literal,
        // The clause that allows choosing a generated number.
        chosen: $chosen:literal,
        // All commits, all commands, and the size on disk.
        all_commits: $all_commits:literal,
        all_commands: $all_commands:literal,
        bytes: $bytes:literal,
    ) => {
        use futures_util::TryStreamExt;
        use rules::{GameId, Progress, Timestamp};

        use crate::columns::{self, Columns};
        use crate::admin::{Fault, PAGE, TableBatch, RowSource, Stats, TablePage, TableSummary, RowSink, RowFilter};
        use crate::admin::{
            AttemptRow, CodeRow, CommandRow, CommitRow, DailyPlayerRow, DeviceRow, PuzzleRow, Row, SeatRow,
            TableRow, TicketRow, TransferRow,
        };
        use crate::{DailyPlayer, PlayerId, TokenHash, Version};

        type Head = (
            String,
            String,
            Vec<u8>,
            Vec<u8>,
            i64,
            String,
            i64,
            i64,
            Option<i64>,
            Option<String>,
            Option<i64>,
        );

        type SeatColumns = (String, i64, String, Option<Vec<u8>>, String);

        type CommitColumns = (String, i64, i64, String, Option<String>, Option<String>, Option<String>);

        fn table_row(head: Head) -> Result<TableRow, Fault> {
            let (id, lobby, seed, invite, version, status, opened_at, changed_at, next_due, code, ended_at) = head;
            let id = GameId::new(id);
            let columns = Columns(&id);
            let code = code.map(|code| columns.code(&code)).transpose()?;
            Ok(TableRow {
                code: code.map(|letters| CodeRow { letters, ended_at: ended_at.map(Timestamp) }),
                lobby: columns.lobby(&lobby)?,
                seed: columns.seed(&seed)?,
                invite: columns.hash(&invite)?,
                version: Version::from_column(version),
                status: columns.status(&status)?,
                opened_at: Timestamp(opened_at),
                changed_at: Timestamp(changed_at),
                next_due: next_due.map(Timestamp),
                id,
            })
        }

        /// Reads a hash that belongs to no table.
        fn hash(bytes: &[u8]) -> Result<TokenHash, Fault> {
            bytes.try_into().map(TokenHash).map_err(|_| {
                sqlx::Error::Decode(format!("expected a hash of 32 bytes, found {}", bytes.len()).into()).into()
            })
        }

        pub(super) async fn list_tables(
            connection: &mut $Connection,
            page: &TablePage,
        ) -> Result<Vec<TableSummary>, Fault> {
            let list = concat!(
                "SELECT id, code, lobby, standing, version, opened_at, ", $changed_at, ", next_due, ",
                "(SELECT count(*) FROM seats WHERE seats.table_id = id) FROM ", $tables,
                " WHERE (opened_at, id) < ($1, $2) AND ($3 = '' OR standing = $3) ",
                "ORDER BY opened_at DESC, id DESC LIMIT $4"
            );
            // No table is created later than that.
            let (opened_before, id) = match &page.after {
                Some((opened_at, id)) => (opened_at.0, id.as_str()),
                None => (i64::MAX, ""),
            };
            let rows: Vec<(String, Option<String>, String, String, i64, i64, i64, Option<i64>, i64)> =
                sqlx::query_as(list)
                    .bind(opened_before)
                    .bind(id)
                    .bind(page.status.map_or("", columns::status))
                    .bind(i64::try_from(page.limit).unwrap_or(i64::MAX))
                    .fetch_all(connection)
                    .await?;
            let mut summaries = Vec::with_capacity(rows.len());
            for (id, code, lobby, status, version, opened_at, changed_at, next_due, seats) in rows {
                let id = GameId::new(id);
                let columns = Columns(&id);
                summaries.push(TableSummary {
                    code: code.map(|code| columns.code(&code)).transpose()?,
                    lobby: columns.lobby(&lobby)?,
                    status: columns.status(&status)?,
                    version: Version::from_column(version),
                    opened_at: Timestamp(opened_at),
                    changed_at: Timestamp(changed_at),
                    next_due: next_due.map(Timestamp),
                    seats: seats as u64,
                    id,
                });
            }
            Ok(summaries)
        }

        pub(super) async fn stats(connection: &mut $Connection) -> Result<Stats, Fault> {
            let by_status: Vec<(String, i64)> =
                sqlx::query_as("SELECT standing, count(*) FROM tables GROUP BY standing")
                    .fetch_all(&mut *connection)
                    .await?;
            let tables = |progress: Progress| {
                let found = by_status.iter().find(|(status, _)| status == columns::status(progress));
                found.map_or(0, |(_, count)| *count as u64)
            };
            let counts = concat!(
                "SELECT (SELECT count(*) FROM ", $all_commits, "), ",
                "(SELECT CAST(coalesce(sum(octet_length(events)), 0) AS BIGINT) FROM ", $all_commits, "), ",
                "(SELECT count(*) FROM seats), (SELECT count(*) FROM ", $all_commands, "), ",
                "(SELECT count(*) FROM daily_puzzles), (SELECT count(*) FROM daily_players), ",
                "(SELECT count(*) FROM daily_attempts), ", $bytes
            );
            let (commits, event_bytes, seats, commands, puzzles, players, attempts, bytes): (
                i64, i64, i64, i64, i64, i64, i64, i64,
            ) = sqlx::query_as(counts).fetch_one(&mut *connection).await?;
            Ok(Stats {
                waiting: tables(Progress::Waiting),
                playing: tables(Progress::Playing),
                ended: tables(Progress::Ended),
                closed: tables(Progress::Closed),
                commits: commits as u64,
                event_bytes: event_bytes as u64,
                seats: seats as u64,
                commands: commands as u64,
                daily_puzzles: puzzles as u64,
                daily_players: players as u64,
                daily_attempts: attempts as u64,
                database_bytes: Some(bytes as u64),
            })
        }

        pub(super) async fn ended_before(
            connection: &mut $Connection,
            moment: Timestamp,
            limit: usize,
        ) -> Result<Vec<(GameId, Version)>, Fault> {
            let ended = concat!(
                "SELECT id, version FROM ", $tables,
                " WHERE standing IN ('ended', 'closed') AND ", $changed_at, " < $1 ORDER BY id COLLATE ", $collation,
                " LIMIT $2"
            );
            let rows: Vec<(String, i64)> = sqlx::query_as(ended)
                .bind(moment.0)
                .bind(i64::try_from(limit).unwrap_or(i64::MAX))
                .fetch_all(connection)
                .await?;
            Ok(rows.into_iter().map(|(id, version)| (GameId::new(id), Version::from_column(version))).collect())
        }

        pub(super) async fn seat_of(
            connection: &mut $Connection,
            player: &PlayerId,
        ) -> Result<Option<(GameId, rules::Seat)>, Fault> {
            let found: Option<(String, i64)> =
                sqlx::query_as("SELECT table_id, seat FROM seats WHERE player = $1 LIMIT 1")
                    .bind(player.as_str())
                    .fetch_optional(connection)
                    .await?;
            let Some((table, seat)) = found else { return Ok(None) };
            let table = GameId::new(table);
            let seat = Columns(&table).seat(seat)?;
            Ok(Some((table, seat)))
        }

        pub(super) async fn daily_players_called(
            connection: &mut $Connection,
            name_or_number: &str,
        ) -> Result<Vec<DailyPlayer>, Fault> {
            let select = "SELECT number FROM daily_players WHERE name = $1 OR CAST(number AS TEXT) = $1 ORDER BY number";
            let numbers: Vec<i64> =
                sqlx::query_scalar(select).bind(name_or_number).fetch_all(connection).await?;
            Ok(numbers.into_iter().map(DailyPlayer).collect())
        }

        /// Passes on rows in order. The connection must be in a transaction with a consistent
        /// snapshot.
        pub(super) async fn read_all(
            connection: &mut $Connection,
            which: RowFilter,
            take: RowSink<'_>,
        ) -> Result<(), Fault> {
            let ids: Vec<String> = match which {
                RowFilter::Everything => {
                    sqlx::query_scalar(concat!("SELECT id FROM tables ORDER BY id COLLATE ", $collation))
                        .fetch_all(&mut *connection)
                        .await?
                }
                RowFilter::EndedBefore(moment) => {
                    let ended = ended_before(connection, moment, usize::MAX).await?;
                    ended.into_iter().map(|(id, _)| id.as_str().to_owned()).collect()
                }
            };
            for ids in ids.chunks(PAGE) {
                page(connection, ids).await?.hand_over(take)?;
            }
            match which {
                RowFilter::Everything => read_daily(connection, take).await,
                RowFilter::EndedBefore(_) => Ok(()),
            }
        }

        /// Reads some tables with all their rows.
        async fn page(connection: &mut $Connection, ids: &[String]) -> Result<TableBatch, Fault> {
            let ids = serde_json::Value::from(ids).to_string();
            let heads = concat!(
                "SELECT id, lobby, seed, invite, version, standing, opened_at, ", $changed_at,
                ", next_due, code, ended_at FROM ", $tables, " WHERE id ", $in_list
            );
            let heads: Vec<Head> = sqlx::query_as(heads).bind(&ids).fetch_all(&mut *connection).await?;
            let tables = heads.into_iter().map(table_row).collect::<Result<_, Fault>>()?;

            let seats = concat!(
                "SELECT table_id, seat, player, token, name_key FROM seats WHERE table_id ", $in_list, " ORDER BY seat"
            );
            let seats: Vec<SeatColumns> = sqlx::query_as(seats).bind(&ids).fetch_all(&mut *connection).await?;
            let seat_row = |(table, seat, player, token, name_key): SeatColumns| {
                let table = GameId::new(table);
                let columns = Columns(&table);
                let token = token.map(|token| columns.hash(&token)).transpose()?;
                let seat = columns.seat(seat)?;
                Ok(SeatRow { seat, player: PlayerId::new(player), token, name_key, table })
            };
            let seats = seats.into_iter().map(seat_row).collect::<Result<_, Fault>>()?;

            let tickets = concat!(
                "SELECT table_id, ticket, seat, expires_at FROM tickets WHERE table_id ", $in_list, " ORDER BY ticket"
            );
            let tickets: Vec<(String, Vec<u8>, i64, i64)> =
                sqlx::query_as(tickets).bind(&ids).fetch_all(&mut *connection).await?;
            let ticket_row = |(table, ticket, seat, expires_at): (String, Vec<u8>, i64, i64)| {
                let table = GameId::new(table);
                let (ticket, seat) = (Columns(&table).hash(&ticket)?, Columns(&table).seat(seat)?);
                Ok(TicketRow { ticket, seat, expires_at: Timestamp(expires_at), table })
            };
            let tickets = tickets.into_iter().map(ticket_row).collect::<Result<_, Fault>>()?;

            let commits: Vec<CommitColumns> = sqlx::query_as(concat!($commits, " ", $in_list, " ORDER BY 2"))
                .bind(&ids)
                .fetch_all(&mut *connection)
                .await?;
            let commit_row = |(table, version, at, events, player, id, reply): CommitColumns| {
                let command = player.zip(Option::zip(id, reply));
                CommitRow {
                    table: GameId::new(table),
                    version: Version::from_column(version),
                    at: Timestamp(at),
                    events,
                    command: command.map(|(player, (id, reply))| CommandRow { player: PlayerId::new(player), id, reply }),
                }
            };
            let commits = commits.into_iter().map(commit_row).collect();
            Ok(TableBatch { tables, seats, tickets, commits })
        }

        async fn read_daily(connection: &mut $Connection, take: RowSink<'_>) -> Result<(), Fault> {
            let puzzles = concat!(
                "SELECT language, day, seed, starting_word, tile_order, solution FROM daily_puzzles ",
                "ORDER BY language COLLATE ", $collation, ", day COLLATE ", $collation
            );
            let mut rows = sqlx::query_as(puzzles).fetch(&mut *connection);
            while let Some((language, day, seed, starting_word, tile_order, solution)) = rows.try_next().await? {
                take(Row::DailyPuzzle(PuzzleRow { language, day, seed, starting_word, tile_order, solution }))?;
            }
            drop(rows);

            let players = "SELECT number, name, made_at FROM daily_players ORDER BY number";
            let mut rows = sqlx::query_as(players).fetch(&mut *connection);
            while let Some((number, name, made_at)) = rows.try_next().await? {
                let (player, made_at) = (DailyPlayer(number), Timestamp(made_at));
                take(Row::DailyPlayer(DailyPlayerRow { player, name, made_at }))?;
            }
            drop(rows);

            let devices = "SELECT token, player FROM daily_devices ORDER BY token";
            let mut rows = sqlx::query_as::<_, (Vec<u8>, i64)>(devices).fetch(&mut *connection);
            while let Some((token, player)) = rows.try_next().await? {
                take(Row::DailyDevice(DeviceRow { token: hash(&token)?, player: DailyPlayer(player) }))?;
            }
            drop(rows);

            let transfers = "SELECT code, player, expires_at FROM daily_transfers ORDER BY code";
            let mut rows = sqlx::query_as::<_, (Vec<u8>, i64, i64)>(transfers).fetch(&mut *connection);
            while let Some((code, player, expires_at)) = rows.try_next().await? {
                let (code, player) = (hash(&code)?, DailyPlayer(player));
                take(Row::DailyTransfer(TransferRow { code, player, expires_at: Timestamp(expires_at) }))?;
            }
            drop(rows);

            let attempts = concat!(
                "SELECT player, language, day, turns, score, deeds, finished_at FROM daily_attempts ",
                "ORDER BY player, language COLLATE ", $collation, ", day COLLATE ", $collation
            );
            let mut rows = sqlx::query_as::<_, (i64, _, _, _, _, _, Option<i64>)>(attempts).fetch(&mut *connection);
            while let Some((player, language, day, turns, score, deeds, finished_at)) = rows.try_next().await? {
                let (player, finished_at) = (DailyPlayer(player), finished_at.map(Timestamp));
                take(Row::DailyAttempt(AttemptRow { player, language, day, turns, score, deeds, finished_at }))?;
            }
            Ok(())
        }

        /// Writes rows to an empty database, inside a transaction.
        pub(super) async fn write_all(connection: &mut $Connection, rows: RowSource<'_>) -> Result<(), Fault> {
            let is_there = "SELECT EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM daily_puzzles) \
                            OR EXISTS (SELECT 1 FROM daily_players)";
            if sqlx::query_scalar(is_there).fetch_one(&mut *connection).await? {
                return Err(Fault::NotEmpty);
            }
            let mut table: Option<TableRow> = None;
            for row in rows {
                let row = row?;
                let of_table = match &row {
                    Row::Seat(SeatRow { table, .. })
                    | Row::Ticket(TicketRow { table, .. })
                    | Row::Commit(CommitRow { table, .. }) => Some(table),
                    _ => None,
                };
                if let Some(id) = of_table.filter(|id| table.as_ref().is_none_or(|table| table.id != **id)) {
                    return Err(Fault::OutOfPlace(id.clone()));
                }
                match (row, &table) {
                    (Row::Commit(commit), Some(table)) => insert_commit(connection, table, &commit).await?,
                    (Row::Table(new), _) => {
                        insert_table(connection, &new).await?;
                        table = Some(new);
                    }
                    (row, _) => insert_other(connection, row).await?,
                }
            }
            Ok(())
        }

        /// Inserts rows that both databases store in the same way.
        async fn insert_other(connection: &mut $Connection, row: Row) -> Result<(), sqlx::Error> {
            let query = match row {
                // These differ between the databases.
                Row::Table(_) | Row::Commit(_) => return Ok(()),
                Row::Seat(row) => sqlx::query(
                    "INSERT INTO seats (table_id, seat, player, token, name_key) VALUES ($1, $2, $3, $4, $5)",
                )
                .bind(row.table.as_str().to_owned())
                .bind(row.seat.index() as i64)
                .bind(row.player.as_str().to_owned())
                .bind(row.token.map(|token| token.0.to_vec()))
                .bind(row.name_key),
                Row::Ticket(row) => sqlx::query(
                    "INSERT INTO tickets (ticket, table_id, seat, expires_at) VALUES ($1, $2, $3, $4)",
                )
                .bind(row.ticket.0.to_vec())
                .bind(row.table.as_str().to_owned())
                .bind(row.seat.index() as i64)
                .bind(row.expires_at.0),
                Row::DailyPuzzle(row) => sqlx::query(
                    "INSERT INTO daily_puzzles (language, day, seed, starting_word, tile_order, solution) \
                     VALUES ($1, $2, $3, $4, $5, $6)",
                )
                .bind(row.language)
                .bind(row.day)
                .bind(row.seed)
                .bind(row.starting_word)
                .bind(row.tile_order)
                .bind(row.solution),
                // Earlier versions allowed several players with the same name. The first one gets
                // it.
                Row::DailyPlayer(row) => sqlx::query(concat!(
                    "INSERT INTO daily_players (number, name, made_at, name_key) ", $chosen,
                    " VALUES ($1, $2, $3, CASE WHEN EXISTS (SELECT 1 FROM daily_players WHERE name_key = $4) ",
                    "THEN NULL ELSE CAST($4 AS TEXT) END)"
                ))
                .bind(row.player.0)
                .bind(row.name.clone())
                .bind(row.made_at.0)
                .bind(row.name.as_deref().map(crate::daily_name_key)),
                Row::DailyDevice(row) => sqlx::query("INSERT INTO daily_devices (token, player) VALUES ($1, $2)")
                    .bind(row.token.0.to_vec())
                    .bind(row.player.0),
                Row::DailyTransfer(row) => sqlx::query(
                    "INSERT INTO daily_transfers (code, player, expires_at) VALUES ($1, $2, $3)",
                )
                .bind(row.code.0.to_vec())
                .bind(row.player.0)
                .bind(row.expires_at.0),
                Row::DailyAttempt(row) => sqlx::query(
                    "INSERT INTO daily_attempts (player, language, day, turns, score, deeds, finished_at) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7)",
                )
                .bind(row.player.0)
                .bind(row.language)
                .bind(row.day)
                .bind(row.turns)
                .bind(row.score)
                .bind(row.deeds)
                .bind(row.finished_at.map(|at| at.0)),
            };
            query.execute(connection).await.map(|_| ())
        }

        async fn insert_code(connection: &mut $Connection, table: &TableRow) -> Result<(), sqlx::Error> {
            let Some(code) = &table.code else { return Ok(()) };
            sqlx::query("INSERT INTO codes (code, table_id, ended_at) VALUES ($1, $2, $3)")
                .bind(code.letters.as_str())
                .bind(table.id.as_str())
                .bind(code.ended_at.map(|at| at.0))
                .execute(connection)
                .await
                .map(|_| ())
        }

        /// Removes the identity of a seat's player.
        async fn empty_seat(
            connection: &mut $Connection,
            table: &GameId,
            seat: rules::Seat,
        ) -> Result<(), sqlx::Error> {
            for statement in [
                "UPDATE seats SET token = NULL, name_key = '' WHERE table_id = $1 AND seat = $2",
                "DELETE FROM tickets WHERE table_id = $1 AND seat = $2",
            ] {
                sqlx::query(statement)
                    .bind(table.as_str())
                    .bind(seat.index() as i64)
                    .execute(&mut *connection)
                    .await?;
            }
            Ok(())
        }
    };
}
pub(crate) use admin_statements;
