//! Report of a run, as text and as JSON.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::attack::Attacked;
use super::idle::IdleMemory;
use super::malformed::{Flood, FloodMemory};
use super::meter::Counts;
use super::process::Usage;
use terminal::style;
use terminal::text_columns::counted;

/// Measurements of a run.
#[derive(Default)]
pub(super) struct Report {
    pub(super) games: Option<Games>,
    pub(super) idle: Option<IdleConnections>,
    pub(super) puzzle: Option<Puzzle>,
    pub(super) flood: Option<Flood>,
    pub(super) attacked: Option<Attacked>,
}

/// Measurements of many players of one puzzle.
pub(super) struct Puzzle {
    pub(super) date: String,
    pub(super) players: usize,
    /// Number of players who found every acknowledged turn again.
    pub(super) kept: usize,
    /// Number of finished players according to the server, including earlier ones.
    pub(super) ranked: u64,
    pub(super) lasted: Duration,
    pub(super) counts: Counts,
    /// Requests for the results, one per player.
    pub(super) results: Counts,
    pub(super) usage: Option<(Usage, Usage)>,
}

/// Measurements of games.
pub(super) struct Games {
    pub(super) tables: usize,
    pub(super) has_codes: bool,
    pub(super) lasted: Duration,
    pub(super) counts: Counts,
    /// Usage of the server's process at the beginning and at the end.
    pub(super) usage: Option<(Usage, Usage)>,
    pub(super) bots: Option<BotMoves>,
}

/// Moves of bots at their own tables.
pub(super) struct BotMoves {
    pub(super) tables: usize,
    pub(super) moves: u64,
    pub(super) errors: u64,
}

/// Measurements of idle connections.
pub(super) struct IdleConnections {
    pub(super) opened: usize,
    pub(super) still_open: usize,
    pub(super) memory: Option<IdleMemory>,
}

const UNKNOWN: &str = "not available: give the server's --pid, on Linux";

impl Games {
    fn moves_per_second(&self) -> f64 {
        float(self.counts.moves()) / self.lasted.as_secs_f64()
    }

    fn cpu_micros_per_move(&self) -> Option<f64> {
        let (before, after) = self.usage?;
        let spent = after.cpu.saturating_sub(before.cpu);
        (self.counts.moves() > 0).then(|| spent.as_secs_f64() * 1e6 / float(self.counts.moves()))
    }

    fn json(&self) -> Json {
        json!({
            "tables": self.tables,
            "lobby": if self.has_codes { "codes" } else { "open" },
            "seconds": self.lasted.as_secs_f64(),
            "moves": self.counts.moves(),
            "movesPerSecond": self.moves_per_second(),
            "gamesStarted": self.counts.games_started,
            "gamesEnded": self.counts.games_ended,
            "latencyMs": latencies(&self.counts),
            "errors": self.counts.error_count(),
            "errorKinds": self.counts.errors,
            "serverCpuMicrosPerMove": self.cpu_micros_per_move(),
            "botTables": self.bots.as_ref().map(|bots| json!({"tables": bots.tables, "moves": bots.moves, "errors": bots.errors})),
            "serverMemoryBytes": self.usage.map(|(before, after)| json!([before.memory, after.memory])),
        })
    }

    fn tell(&self, out: &mut impl Write) -> std::io::Result<()> {
        let lobby = if self.has_codes { "" } else { ", through the open lobby" };
        writeln!(
            out,
            "{} in {:.1} s at {}{lobby}: {} moves a second",
            counted(self.counts.moves() as usize, "move"),
            self.lasted.as_secs_f64(),
            counted(self.tables, "table"),
            style::strong(format!("{:.0}", self.moves_per_second()))
        )?;
        if let Some(BotMoves { tables, moves, errors }) = &self.bots {
            let each_second = float(*moves) / self.lasted.as_secs_f64();
            writeln!(
                out,
                "Meanwhile bots at {tables} tables made {moves} moves, {each_second:.0} a second; {errors} errors"
            )?;
        }
        writeln!(out, "Games: {} started, {} ended", self.counts.games_started, self.counts.games_ended)?;
        tell_latencies(out, "From a move to its turnChange", &self.counts)?;
        match self.cpu_micros_per_move() {
            Some(micros) => {
                writeln!(out, "Server: {} µs of processor time a move", style::strong(micros.round()))?;
            }
            None => writeln!(out, "Server's processor time: {UNKNOWN}")?,
        }
        if let Some((before, after)) = self.usage {
            let (before, after) = (megabytes(before.memory), megabytes(after.memory));
            writeln!(out, "Server's memory: {before:.1} MB at the beginning, {after:.1} MB at the end")?;
        }
        tell_errors(out, &self.counts)
    }
}

impl Puzzle {
    fn is_clean(&self) -> bool {
        self.kept == self.players && self.counts.error_count() == 0 && self.ranked >= self.players as u64
    }

    fn cpu_micros_per_turn(&self) -> Option<f64> {
        let (before, after) = self.usage?;
        let spent = after.cpu.saturating_sub(before.cpu);
        (self.counts.moves() > 0).then(|| spent.as_secs_f64() * 1e6 / float(self.counts.moves()))
    }

    fn json(&self) -> Json {
        json!({
            "date": self.date,
            "players": self.players,
            "kept": self.kept,
            "ranked": self.ranked,
            "seconds": self.lasted.as_secs_f64(),
            "turns": self.counts.moves(),
            "latencyMs": latencies(&self.counts),
            "results": self.results.moves(),
            "resultsLatencyMs": latencies(&self.results),
            "errors": self.counts.error_count(),
            "errorKinds": self.counts.errors,
            "serverCpuMicrosPerTurn": self.cpu_micros_per_turn(),
        })
    }

    fn tell(&self, out: &mut impl Write) -> std::io::Result<()> {
        let turns = self.counts.moves();
        let each_second = style::strong(format!("{:.0}", float(turns) / self.lasted.as_secs_f64()));
        writeln!(
            out,
            "{} players of {} played {turns} turns in {:.1} s: {each_second} turns a second",
            self.players,
            self.date,
            self.lasted.as_secs_f64(),
        )?;
        writeln!(
            out,
            "{} of them found everything again; {} have finished that day",
            self.kept, self.ranked
        )?;
        tell_latencies(out, "A turn", &self.counts)?;
        tell_latencies(out, "The results", &self.results)?;
        match self.cpu_micros_per_turn() {
            Some(micros) => {
                writeln!(out, "Server: {} µs of processor time a turn", style::strong(micros.round()))?;
            }
            None => writeln!(out, "Server's processor time: {UNKNOWN}")?,
        }
        tell_errors(out, &self.counts)
    }
}

/// Latency at a quantile, in milliseconds.
fn at(counts: &Counts, quantile: f64) -> f64 {
    milliseconds(counts.latencies.value_at_quantile(quantile))
}

fn latencies(counts: &Counts) -> Json {
    let at = |quantile| at(counts, quantile);
    json!({"p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "max": milliseconds(counts.latencies.max())})
}

fn tell_latencies(out: &mut impl Write, what: &str, counts: &Counts) -> std::io::Result<()> {
    let at = |quantile| at(counts, quantile);
    writeln!(
        out,
        "{what}: p50 {:.1} ms, p90 {:.1} ms, p99 {} ms, at most {:.1} ms",
        at(0.5),
        at(0.9),
        style::strong(format!("{:.1}", at(0.99))),
        milliseconds(counts.latencies.max())
    )
}

fn tell_errors(out: &mut impl Write, counts: &Counts) -> std::io::Result<()> {
    match counts.error_count() {
        0 => writeln!(out, "Errors: {}", style::good("none")),
        count => {
            writeln!(out, "Errors: {}", style::bad(count))?;
            for (error, count) in &counts.errors {
                writeln!(out, "  {count:>8}  {error}")?;
            }
            Ok(())
        }
    }
}

impl IdleConnections {
    fn json(&self) -> Json {
        json!({
            "connections": self.opened,
            "stillOpen": self.still_open,
            "serverMemoryBytesBefore": self.memory.map(|memory| memory.before),
            "serverMemoryBytesWith": self.memory.map(|memory| memory.with),
            "serverMemoryBytesPerConnection": self.memory.map(IdleMemory::each),
        })
    }

    fn tell(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "{} idle connections, {} still open at the end", self.opened, self.still_open)?;
        match self.memory {
            Some(memory) => writeln!(
                out,
                "Server's memory: {} kB a connection ({:.1} MB without them, {:.1} MB with them)",
                style::strong(format!("{:.1}", float(memory.each()) / 1024.0)),
                megabytes(memory.before),
                megabytes(memory.with)
            ),
            None => writeln!(out, "Server's memory: {UNKNOWN}"),
        }
    }
}

impl Flood {
    /// Relative increase of a move's latency during the flood, at a quantile: 0.2 is a fifth
    /// longer.
    fn slower(&self, quantile: f64) -> f64 {
        slower(&self.calm, &self.others, quantile)
    }

    fn json(&self) -> Json {
        let memory = self.memory();
        json!({
            "frames": self.frames,
            "seconds": self.lasted.as_secs_f64(),
            "closed": self.closed,
            "unanswered": self.unanswered,
            "serverMemoryBytes": memory.map(|memory| json!({"secondQuarter": memory.second, "lastQuarter": memory.last})),
            "memoryIsFlat": memory.map(FloodMemory::is_flat),
            "others": {
                "calm": {"moves": self.calm.moves(), "latencyMs": latencies(&self.calm)},
                "flood": {"moves": self.others.moves(), "latencyMs": latencies(&self.others)},
                "p50Slower": self.slower(0.5),
                "p99Slower": self.slower(0.99),
                "errors": self.others.error_count(),
                "errorKinds": self.others.errors,
            },
        })
    }

    fn tell(&self, out: &mut impl Write) -> std::io::Result<()> {
        let each_second = style::strong(format!("{:.0}", float(self.frames) / self.lasted.as_secs_f64()));
        writeln!(
            out,
            "{} malformed frames in {:.1} s: {each_second} a second; {} connections were closed for them",
            self.frames,
            self.lasted.as_secs_f64(),
            self.closed
        )?;
        match self.memory() {
            Some(memory) => {
                let (second, last) = (megabytes(memory.second), megabytes(memory.last));
                let verdict = if memory.is_flat() {
                    style::good("flat").to_string()
                } else {
                    style::bad("it grows").to_string()
                };
                writeln!(
                    out,
                    "Server's memory: {second:.1} MB in the second quarter, {last:.1} MB in the last: {verdict}"
                )?;
            }
            None => writeln!(out, "Server's memory: {UNKNOWN}")?,
        }
        tell_latencies(out, "From a move to its turnChange before the flood", &self.calm)?;
        tell_latencies(out, "During the flood", &self.others)?;
        writeln!(
            out,
            "At p50 that is {} %, at p99 {} %, for {} moves",
            style::strong(format!("{:+.0}", self.slower(0.5) * 100.0)),
            style::strong(format!("{:+.0}", self.slower(0.99) * 100.0)),
            self.others.moves()
        )?;
        tell_errors(out, &self.others)?;
        match self.unanswered {
            0 => writeln!(out, "Afterwards it lets people in as before"),
            count => writeln!(out, "Not answered in time: {}", style::bad(count)),
        }
    }
}

/// Relative increase of a move's latency during an attack, at a quantile: 0.2 is a fifth longer.
fn slower(calm: &Counts, others: &Counts, quantile: f64) -> f64 {
    at(others, quantile) / at(calm, quantile).max(0.001) - 1.0
}

impl Attacked {
    fn json(&self) -> Json {
        json!({
            "attack": self.attack.name(),
            "seconds": self.lasted.as_secs_f64(),
            "answers": self.answers,
            "health": {"answered": self.health.moves(), "latencyMs": latencies(&self.health), "errors": self.health.errors},
            "serverMemoryBytesMax": self.memory_max,
            "others": {
                "calm": {"moves": self.calm.moves(), "latencyMs": latencies(&self.calm)},
                "attack": {"moves": self.others.moves(), "latencyMs": latencies(&self.others)},
                "p50Slower": slower(&self.calm, &self.others, 0.5),
                "p99Slower": slower(&self.calm, &self.others, 0.99),
                "errorKinds": self.others.errors,
            },
        })
    }

    fn tell(&self, out: &mut impl Write) -> std::io::Result<()> {
        let answers: Vec<String> = self
            .answers
            .iter()
            .map(|(status, count)| match status {
                0 => format!("{count} connections closed or not answered"),
                status => format!("{count} answered {status}"),
            })
            .collect();
        let answers = if answers.is_empty() { "no answers".to_owned() } else { answers.join(", ") };
        writeln!(out, "Attack {} for {:.0} s: {answers}", self.attack.name(), self.lasted.as_secs_f64())?;
        match self.memory_max {
            Some(bytes) => writeln!(out, "Server's memory: at most {:.1} MB", megabytes(bytes))?,
            None => writeln!(out, "Server's memory: {UNKNOWN}")?,
        }
        tell_latencies(out, "/healthz during the attack", &self.health)?;
        tell_errors(out, &self.health)?;
        tell_latencies(out, "From a move to its turnChange before the attack", &self.calm)?;
        tell_latencies(out, "During the attack", &self.others)?;
        writeln!(
            out,
            "At p50 that is {} %, at p99 {} %, for {} moves",
            style::strong(format!("{:+.0}", slower(&self.calm, &self.others, 0.5) * 100.0)),
            style::strong(format!("{:+.0}", slower(&self.calm, &self.others, 0.99) * 100.0)),
            self.others.moves()
        )?;
        tell_errors(out, &self.others)
    }
}

impl Report {
    /// Whether the run found no errors.
    pub(super) fn is_clean(&self) -> bool {
        let games = self.games.as_ref().is_none_or(|games| {
            let is_quiet = games.bots.as_ref().is_none_or(|bots| bots.errors == 0);
            is_quiet && games.counts.error_count() == 0 && games.counts.moves() > 0
        });
        let puzzle = self.puzzle.as_ref().is_none_or(Puzzle::is_clean);
        let flood = self.flood.as_ref().is_none_or(Flood::is_clean)
            && self.attacked.as_ref().is_none_or(Attacked::is_clean);
        flood && puzzle && games && self.idle.as_ref().is_none_or(|idle| idle.still_open == idle.opened)
    }

    pub(super) fn print(&self, as_json: bool) -> std::io::Result<()> {
        let mut out = anstream::stdout();
        if as_json {
            let report = json!({
                "games": self.games.as_ref().map(Games::json),
                "idle": self.idle.as_ref().map(IdleConnections::json),
                "daily": self.puzzle.as_ref().map(Puzzle::json),
                "attack": self.attacked.as_ref().map(Attacked::json),
                "malformed": self.flood.as_ref().map(Flood::json),
            });
            return writeln!(out, "{report:#}");
        }
        if let Some(idle) = &self.idle {
            idle.tell(&mut out)?;
        }
        if let Some(puzzle) = &self.puzzle {
            puzzle.tell(&mut out)?;
        }
        if let Some(flood) = &self.flood {
            flood.tell(&mut out)?;
        }
        if let Some(attacked) = &self.attacked {
            attacked.tell(&mut out)?;
        }
        match &self.games {
            Some(games) => games.tell(&mut out),
            None => Ok(()),
        }
    }
}

fn milliseconds(micros: u64) -> f64 {
    float(micros) / 1000.0
}

fn megabytes(bytes: u64) -> f64 {
    float(bytes) / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "nobody reads more than a few digits of a figure")]
fn float(count: u64) -> f64 {
    count as f64
}
