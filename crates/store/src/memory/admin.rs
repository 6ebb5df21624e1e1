//! Administration of the store in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;
use rules::{BySeat, EventKind, GameId, Language, Progress, Seat, Timestamp};

use super::{Kept, MemoryStore, State};
use crate::admin::{
    AdminStore, AttemptRow, ChatRow, CodeRow, CommandRow, CommitRow, DailyPlayerRow, DeviceRow, PuzzleRow,
    ReadRowsError, Redaction, Remains, Removed, Row, RowFilter, RowSink, RowSource, SeatRow, Stats,
    TableBatch, TablePage, TableRow, TableSummary, TicketRow, TransferRow, WriteRowsError,
};
use crate::{
    AppendError, Batch, DailyPlayer, KeptPuzzle, PlayerId, PuzzleKey, StoreError, StoredAttempt, StoredChat,
    StoredSeat, StoredTable, Version, codec,
};

impl Kept {
    fn changed_at(&self) -> Timestamp {
        self.table.batches.last().map_or(self.table.opened_at, |batch| batch.at)
    }

    /// Whether the table is over and has not changed since a moment.
    fn ended_before(&self, moment: Timestamp) -> bool {
        matches!(self.table.status, Progress::Ended | Progress::Closed) && self.changed_at() < moment
    }

    fn events(&self, batch: &Batch) -> String {
        let until = self.table.batches.iter().take_while(|other| other.version < batch.version);
        let language =
            until.chain([batch]).flat_map(|batch| &batch.events).filter_map(|event| match &event.kind {
                EventKind::TableOpened(opening) => Some(opening.rules.language.clone()),
                EventKind::RulesChanged { rules, .. } => Some(rules.language.clone()),
                _ => None,
            });
        let language = language.last();
        // Every table begins with its opening.
        let language = language.or_else(|| Language::by_code("en"));
        language.map(|language| codec::encode(&batch.events, &language)).unwrap_or_default()
    }

    fn row(&self) -> TableRow {
        let StoredTable { id, code, lobby, seed, invite, version, status, opened_at, next_due, .. } =
            self.table.clone();
        let code = code.map(|letters| CodeRow { letters, ended_at: self.ended_at });
        let changed_at = self.changed_at();
        TableRow { id, code, lobby, seed, invite, version, status, opened_at, changed_at, next_due }
    }

    fn seat_rows(&self) -> impl Iterator<Item = SeatRow> {
        self.table.seats.iter().map(|(seat, stored)| SeatRow {
            table: self.table.id.clone(),
            seat,
            player: stored.player.clone(),
            token: stored.token,
            name_key: stored.name_key.clone(),
        })
    }

    fn chat_rows(&self) -> impl Iterator<Item = ChatRow> {
        self.chat.iter().zip(1..).map(|(line, number)| ChatRow {
            table: self.table.id.clone(),
            number,
            player: line.player.clone(),
            name: line.name.clone(),
            text: line.text.clone(),
            at: line.at,
        })
    }

    fn commit_rows(&self) -> impl Iterator<Item = CommitRow> {
        self.table.batches.iter().map(|batch| {
            let command = self.commands.iter().find(|(_, (version, _))| *version == batch.version);
            CommitRow {
                table: self.table.id.clone(),
                version: batch.version,
                at: batch.at,
                events: self.events(batch),
                command: command.map(|((player, id), (_, reply))| CommandRow {
                    player: player.clone(),
                    id: id.clone(),
                    reply: reply.clone(),
                }),
            }
        })
    }
}

impl State {
    fn tables(&self, which: RowFilter) -> TableBatch {
        let is_asked_for = |kept: &&Kept| match which {
            RowFilter::Everything => true,
            RowFilter::EndedBefore(moment) => kept.ended_before(moment),
        };
        let tables: Vec<&Kept> = self.tables.values().filter(is_asked_for).collect();
        let tickets = self.tickets.iter().map(|(ticket, (table, seat, expires_at))| TicketRow {
            table: table.clone(),
            ticket: *ticket,
            seat: *seat,
            expires_at: *expires_at,
        });
        let mut tickets: Vec<_> = tickets.collect();
        tickets.sort_by_key(|row| row.ticket.0);
        TableBatch {
            seats: tables.iter().flat_map(|kept| kept.seat_rows()).collect(),
            commits: tables.iter().flat_map(|kept| kept.commit_rows()).collect(),
            chat: tables.iter().flat_map(|kept| kept.chat_rows()).collect(),
            tables: tables.into_iter().map(Kept::row).collect(),
            tickets,
        }
    }

    fn daily_rows(&self) -> Vec<Row> {
        let daily = &self.daily;
        let puzzles: BTreeMap<_, _> =
            daily.puzzles.iter().map(|(key, kept)| ((&key.language, &key.day), kept)).collect();
        let mut rows: Vec<Row> = Vec::new();
        rows.extend(puzzles.into_iter().map(|((language, day), kept)| {
            Row::DailyPuzzle(PuzzleRow {
                language: language.clone(),
                day: day.clone(),
                seed: kept.seed as i64,
                starting_word: kept.starting_word.clone(),
                tile_order: kept.order.clone(),
                solution: kept.solution.clone(),
            })
        }));
        rows.extend(daily.names.iter().map(|(player, name)| {
            let made_at = daily.made_at.get(player).copied().unwrap_or(Timestamp(0));
            Row::DailyPlayer(DailyPlayerRow { player: *player, name: name.clone(), made_at })
        }));
        let devices: BTreeMap<_, _> =
            daily.devices.iter().map(|(token, player)| (token.0, (*token, *player))).collect();
        let device = |(token, player)| Row::DailyDevice(DeviceRow { token, player });
        rows.extend(devices.into_values().map(device));
        let transfers: BTreeMap<_, _> =
            daily.transfers.iter().map(|(code, of)| (code.0, (*code, *of))).collect();
        rows.extend(transfers.into_values().map(|(code, (player, expires_at))| {
            Row::DailyTransfer(TransferRow { code, player, expires_at })
        }));
        let attempts: BTreeMap<_, _> = daily
            .attempts
            .iter()
            .map(|((player, key), attempt)| ((*player, &key.language, &key.day), attempt))
            .collect();
        rows.extend(attempts.into_iter().map(|((player, language, day), attempt)| {
            Row::DailyAttempt(AttemptRow {
                player,
                language: language.clone(),
                day: day.clone(),
                turns: attempt.deeds.len() as i64,
                score: attempt.score,
                deeds: attempt.deeds.join("\n"),
                finished_at: attempt.finished_at,
            })
        }));
        rows
    }

    /// Inserts a row. Rows of a table come after it.
    fn insert(&mut self, row: Row) -> Result<(), WriteRowsError> {
        let of = |tables: &'_ mut std::collections::HashMap<GameId, Kept>, id: &GameId| {
            tables.remove(id).ok_or_else(|| WriteRowsError::OutOfPlace(id.clone()))
        };
        match row {
            Row::Table(row) => {
                let (code, ended_at) =
                    row.code.map_or((None, None), |code| (Some(code.letters), code.ended_at));
                let TableRow { id, lobby, seed, invite, version, status, opened_at, next_due, .. } = row;
                let (seats, batches) = (BySeat::new(), Vec::new());
                let table = StoredTable {
                    id: id.clone(),
                    code,
                    lobby,
                    seed,
                    invite,
                    version,
                    status,
                    opened_at,
                    next_due,
                    seats,
                    batches,
                };
                self.tables.insert(
                    id,
                    Kept { table, commands: std::collections::HashMap::new(), chat: Vec::new(), ended_at },
                );
            }
            Row::Seat(SeatRow { table, seat, player, token, name_key }) => {
                let mut kept = of(&mut self.tables, &table)?;
                kept.table.seats.insert(seat, StoredSeat { player, token, name_key });
                self.tables.insert(table, kept);
            }
            Row::Ticket(TicketRow { table, ticket, seat, expires_at }) => {
                let kept = of(&mut self.tables, &table)?;
                self.tickets.insert(ticket, (table.clone(), seat, expires_at));
                self.tables.insert(table, kept);
            }
            Row::Commit(CommitRow { table, version, at, events, command }) => {
                let mut kept = of(&mut self.tables, &table)?;
                let events = codec::decode(&events)
                    .map_err(|error| StoreError::undecodable(&table, version, &error))?;
                kept.table.batches.push(Batch { version, at, events });
                if let Some(CommandRow { player, id, reply }) = command {
                    kept.commands.insert((player, id), (version, reply));
                }
                self.tables.insert(table, kept);
            }
            Row::Chat(ChatRow { table, player, name, text, at, .. }) => {
                let mut kept = of(&mut self.tables, &table)?;
                kept.chat.push(StoredChat { player, name, text, at });
                self.tables.insert(table, kept);
            }
            Row::DailyPuzzle(row) => {
                let PuzzleRow { language, day, seed, starting_word, tile_order: order, solution } = row;
                let kept = KeptPuzzle { seed: seed as u64, starting_word, order, solution };
                self.daily.puzzles.insert(PuzzleKey { day, language }, kept);
            }
            Row::DailyPlayer(DailyPlayerRow { player, name, made_at }) => {
                self.daily.names.insert(player, name);
                self.daily.made_at.insert(player, made_at);
            }
            Row::DailyDevice(DeviceRow { token, player }) => {
                self.daily.devices.insert(token, player);
            }
            Row::DailyTransfer(TransferRow { code, player, expires_at }) => {
                self.daily.transfers.insert(code, (player, expires_at));
            }
            Row::DailyAttempt(row) => {
                let deeds = row.deeds.lines().map(str::to_owned).collect();
                let attempt = StoredAttempt { deeds, score: row.score, finished_at: row.finished_at };
                self.daily.attempts.insert((row.player, row.key()), attempt);
            }
        }
        Ok(())
    }
}

#[async_trait]
impl AdminStore for MemoryStore {
    async fn erase_remains(&self, _: Removed) -> Result<Remains, StoreError> {
        Ok(Remains::None)
    }

    async fn list_tables(&self, page: &TablePage) -> Result<Vec<TableSummary>, StoreError> {
        let state = self.state()?;
        let is_asked_for = |kept: &&Kept| {
            let place = (kept.table.opened_at, &kept.table.id);
            page.after.as_ref().is_none_or(|(at, id)| place < (*at, id))
                && page.status.is_none_or(|status| kept.table.status == status)
        };
        let mut tables: Vec<&Kept> = state.tables.values().filter(is_asked_for).collect();
        tables.sort_by_key(|kept| std::cmp::Reverse((kept.table.opened_at, &kept.table.id)));
        let summary = |kept: &Kept| {
            let TableRow { id, code, lobby, version, status, opened_at, changed_at, next_due, .. } =
                kept.row();
            let (code, seats) = (code.map(|code| code.letters), kept.table.seats.len() as u64);
            TableSummary { id, code, lobby, status, version, opened_at, changed_at, next_due, seats }
        };
        Ok(tables.into_iter().take(page.limit).map(summary).collect())
    }

    async fn stats(&self) -> Result<Stats, StoreError> {
        let state = self.state()?;
        let tables = |status| state.tables.values().filter(|kept| kept.table.status == status).count() as u64;
        let page = state.tables(RowFilter::Everything);
        Ok(Stats {
            waiting: tables(Progress::Waiting),
            playing: tables(Progress::Playing),
            ended: tables(Progress::Ended),
            closed: tables(Progress::Closed),
            commits: page.commits.len() as u64,
            event_bytes: page.commits.iter().map(|commit| commit.events.len() as u64).sum(),
            seats: page.seats.len() as u64,
            commands: page.commits.iter().filter(|commit| commit.command.is_some()).count() as u64,
            daily_puzzles: state.daily.puzzles.len() as u64,
            daily_players: state.daily.names.len() as u64,
            daily_attempts: state.daily.attempts.len() as u64,
            database_bytes: None,
        })
    }

    async fn read_rows(&self, which: RowFilter, take: RowSink<'_>) -> Result<(), ReadRowsError> {
        let (tables, daily) = {
            let state = self.state()?;
            (state.tables(which), state.daily_rows())
        };
        tables.hand_over(take)?;
        match which {
            RowFilter::Everything => Ok(daily.into_iter().try_for_each(take)?),
            RowFilter::EndedBefore(_) => Ok(()),
        }
    }

    async fn write_rows(&self, rows: RowSource<'_>) -> Result<(), WriteRowsError> {
        let mut state = self.writing()?;
        if !(state.tables.is_empty() && state.daily.puzzles.is_empty() && state.daily.names.is_empty()) {
            return Err(WriteRowsError::NotEmpty);
        }
        let mut new = State::default();
        for row in rows {
            new.insert(row?)?;
        }
        *state = new;
        Ok(())
    }

    async fn ended_before(
        &self,
        moment: Timestamp,
        limit: usize,
    ) -> Result<Vec<(GameId, Version)>, StoreError> {
        let state = self.state()?;
        let ended = state.tables.values().filter(|kept| kept.ended_before(moment));
        let mut ended: Vec<_> = ended.map(|kept| (kept.table.id.clone(), kept.table.version)).collect();
        ended.sort();
        ended.truncate(limit);
        Ok(ended)
    }

    async fn remove_tables(&self, tables: &[(GameId, Version)]) -> Result<u64, StoreError> {
        let mut state = self.writing()?;
        let mut removed = 0;
        for (id, version) in tables {
            if state.tables.get(id).is_some_and(|kept| kept.table.version == *version) {
                state.tables.remove(id);
                state.tickets.retain(|_, (table, _, _)| table != id);
                removed += 1;
            }
        }
        Ok(removed)
    }

    async fn seat_of(&self, player: &PlayerId) -> Result<Option<(GameId, Seat)>, StoreError> {
        let state = self.state()?;
        let mut seats = state.tables.values().flat_map(Kept::seat_rows);
        Ok(seats.find(|row| row.player == *player).map(|row| (row.table, row.seat)))
    }

    async fn daily_players_called(&self, name_or_number: &str) -> Result<Vec<DailyPlayer>, StoreError> {
        let state = self.state()?;
        let is_called = |(player, name): &(&DailyPlayer, &Option<String>)| {
            name.as_deref() == Some(name_or_number) || player.0.to_string() == name_or_number
        };
        Ok(state.daily.names.iter().filter(is_called).map(|(player, _)| *player).collect())
    }

    async fn rewrite(&self, rewriting: Redaction) -> Result<(), AppendError> {
        let mut state = self.writing()?;
        let state = &mut *state;
        let Redaction { table, expected, events, seat, name } = rewriting;
        let kept = state.tables.get_mut(&table).ok_or(AppendError::NoSuchTable)?;
        if kept.table.version != expected {
            return Err(AppendError::Conflict { actual: kept.table.version });
        }
        for (version, text) in events {
            let told =
                codec::decode(&text).map_err(|error| StoreError::undecodable(&table, version, &error))?;
            for batch in kept.table.batches.iter_mut().filter(|batch| batch.version == version) {
                batch.events.clone_from(&told);
            }
        }
        let player = seat.and_then(|seat| kept.table.seats.get(seat)).map(|stored| stored.player.clone());
        kept.chat.retain(|line| line.name != name && Some(&line.player) != player.as_ref());
        if let Some(seat) = seat
            && let Some(stored) = kept.table.seats.remove(seat)
        {
            let emptied = StoredSeat { token: None, name_key: String::new(), ..stored };
            kept.table.seats.insert(seat, emptied);
            state.tickets.retain(|_, (of, sitting, _)| (&*of, *sitting) != (&table, seat));
        }
        Ok(())
    }
}
