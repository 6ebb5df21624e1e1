use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::Args;
use protocol::{PlayerId, PlayerIds};
use rules::{EndReason, Game, PlayerKind, Progress, Seat, TableView};
use serde_json::{Value, json};
use store::StoredTable;

use super::{NamedTable, lobby, minute, status};
use crate::board_picture::{Rendering, picture};
use crate::database::{Database, Missing};
use crate::text_columns::{padded, printable};
use crate::{Outcome, style};

/// Show a table as a spectator sees it.
///
/// Racks and the bag are never shown, and the seed only once the game is over: the operator may be
/// one of the players.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  dord admin inspect ABCD\n  \
                        dord admin inspect 0b6e5d8e-6d3e-4b1c-9a55-0d6c1d7a2f10 --json")]
pub(crate) struct Inspect {
    #[command(flatten)]
    table: NamedTable,

    #[command(flatten)]
    database: Database,

    /// Print JSON; times are milliseconds since 1970, and seed is present once the game is over.
    #[arg(long)]
    json: bool,
}

impl Inspect {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let stored = self
            .database
            .ask(data_dir, Missing::Refuse, async |opened| self.table.load(&*opened.store).await)?;
        let game = Game::replay(stored.events()).context("the table's log is broken")?;
        // The type of the public view guarantees that nothing hidden can be printed.
        let view = game.table_view();
        let mut out = anstream::stdout();
        if self.json {
            writeln!(out, "{}", as_json(&stored, &game, view))?;
        } else {
            print(&mut out, &stored, view)?;
        }
        Ok(Outcome::Success)
    }
}

/// The seed of the table's draws, once the game is over.
fn revealed_seed(stored: &StoredTable, view: TableView<'_>) -> Option<String> {
    let is_over = matches!(view.progress(), Progress::Ended | Progress::Closed);
    is_over.then(|| rules::hex(&stored.seed.0))
}

fn bot_level(kind: PlayerKind) -> Option<u8> {
    match kind {
        PlayerKind::Person => None,
        PlayerKind::Bot(level) => Some(level.get()),
    }
}

const fn reason_text(reason: EndReason) -> &'static str {
    match reason {
        EndReason::AllTilesPlayed => "a player went out",
        EndReason::ConsecutivePasses => "too many turns in a row without a play",
        EndReason::TurnsPlayed => "everybody had their number of turns",
        EndReason::Resigned => "the others gave up",
        EndReason::Abandoned => "it was given up",
        EndReason::HostEnded => "the host ended it",
        EndReason::TimeExpired => "the others' time was up",
    }
}

fn as_json(stored: &StoredTable, game: &Game, view: TableView<'_>) -> Value {
    let mut ids: PlayerIds =
        Seat::all().map(|seat| (seat, PlayerId::new(format!("seat-{}", seat.index())))).collect();
    for (seat, sitting) in stored.seats.iter() {
        ids.insert(seat, sitting.player.clone());
    }
    let id_of = |seat: Seat| stored.seats.get(seat).map(|sitting| sitting.player.as_str());
    let players = view.players().map(|(seat, player)| {
        json!({
            "seat": seat.index(),
            "playerId": id_of(seat),
            "name": player.name().as_str(),
            "botLevel": bot_level(player.kind()),
            "isHost": view.host() == Some(seat),
            "score": player.score().0,
            "tileCount": player.tile_count(),
            "turns": player.turns(),
            "isOut": player.departure().is_some(),
        })
    });
    json!({
        "id": stored.id.as_str(),
        "code": stored.code.as_ref().map(store::RoomCode::as_str),
        "lobby": lobby(stored.lobby),
        "standing": status(view.progress()),
        "version": stored.version.0,
        "openedAt": stored.opened_at.0,
        "changedAt": stored.batches.last().map(|batch| batch.at.0),
        "nextDue": stored.next_due.map(|due| due.0),
        "language": view.rules().language.code(),
        "players": players.collect::<Value>(),
        "turn": view.play().map(rules::SeenPosition::turn),
        "toMove": view.play().filter(|_| view.outcome().is_none()).and_then(|play| id_of(play.to_move())),
        "bagCount": view.play().map(rules::SeenPosition::bag_count),
        "outcome": view.outcome().map(|outcome| protocol::game_ended(game, outcome, &ids)),
        "rematch": view.rematch().map(rules::GameId::as_str),
        "commitment": view.commitment().to_string(),
        "seed": revealed_seed(stored, view),
    })
}

fn print(out: &mut impl Write, stored: &StoredTable, view: TableView<'_>) -> anyhow::Result<()> {
    let code = stored.code.as_ref().map_or("without a code".to_owned(), |code| format!("with code {code}"));
    writeln!(out, "Table {} {code}", style::strong(printable(stored.id.as_str())))?;
    let changed = stored.batches.last().map_or(stored.opened_at, |batch| batch.at);
    writeln!(
        out,
        "{}, {} lobby, {}, version {}",
        status(view.progress()),
        lobby(stored.lobby),
        view.rules().language.name(),
        stored.version.0
    )?;
    writeln!(out, "opened {} UTC, last changed {} UTC", minute(stored.opened_at), minute(changed))?;
    if let Some(due) = stored.next_due {
        writeln!(out, "time will next do something at {} UTC", minute(due))?;
    }
    writeln!(out)?;
    for (seat, player) in view.players() {
        let id = stored.seats.get(seat).map_or("", |sitting| sitting.player.as_str());
        let mut notes = Vec::new();
        notes.extend(bot_level(player.kind()).map(|level| format!("bot, level {level}")));
        notes.extend((view.host() == Some(seat)).then(|| "host".to_owned()));
        notes.extend(player.departure().map(|_| "out".to_owned()));
        let is_to_move = view.play().is_some_and(|play| play.to_move() == seat) && view.outcome().is_none();
        notes.extend(is_to_move.then(|| "to move".to_owned()));
        let name = padded(&printable(player.name().as_str()), 20);
        writeln!(
            out,
            "{} {name} {:>5}  {}  {}",
            seat.index(),
            player.score(),
            printable(id),
            notes.join(", ")
        )?;
    }
    if let Some(play) = view.play() {
        writeln!(out, "\nturn {}, {} tiles in the bag", play.turn(), play.bag_count())?;
        for line in picture(play.board(), &view.rules().language, &[], Rendering::of_stdout()) {
            writeln!(out, "{line}")?;
        }
    }
    if let Some(outcome) = view.outcome() {
        writeln!(out, "\nthe game is over: {}", reason_text(outcome.reason))?;
    }
    if let Some(seed) = revealed_seed(stored, view) {
        writeln!(out, "seed {seed}")?;
    }
    Ok(())
}
