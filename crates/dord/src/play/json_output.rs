//! JSON output of the command: one object per line. The command's help documents its shape.

use std::io::Write;

use anyhow::Context;
use rules::{EndReason, SeenAction, SeenPlay, TableView, Tile, notation};
use serde_json::{Map, Value, json};

use super::{
    session::{Reply, Shown},
    table::HotSeat,
    typed_command::HELP,
};
use crate::score_table::notated;

pub(super) fn begin(out: &mut dyn Write, table: &HotSeat, told: &[String]) -> anyhow::Result<()> {
    let opening = table.game.opening();
    let metadata = table.list.lexicon.metadata();
    let players: Vec<&str> = table.game.join_order().iter().map(|&seat| table.name(seat)).collect();
    print(
        out,
        &json!({
            "type": "started",
            "game": opening.game.as_str(),
            "commitment": opening.commitment.to_string(),
            "preset": opening.rules.preset.name(),
            "language": opening.rules.language.code(),
            "list": {"source": metadata.source, "version": metadata.version, "sha256": metadata.sha256},
            "players": players,
            "told": told,
            "state": state(table),
        }),
    )
}

pub(super) fn reply(out: &mut dyn Write, table: &HotSeat, reply: &Reply) -> anyhow::Result<()> {
    let answer = match reply {
        Reply::Happened(told) => json!({"type": "happened", "told": told, "state": state(table)}),
        Reply::Refused(objection) => objection.json(),
        Reply::Shown(shown) => json_of(shown, table),
        Reply::Quit => return Ok(()),
    };
    print(out, &answer)
}

pub(super) fn end(out: &mut dyn Write, table: &HotSeat) -> anyhow::Result<()> {
    let Some(outcome) = table.game.outcome() else { return Ok(()) };
    let language = &table.game.rules().language;
    let verified = table.verify().context("the draws are not those of the seed: please report this")?;
    let standings: Vec<Value> = outcome
        .standings
        .iter()
        .map(|standing| {
            json!({
                "rank": standing.rank,
                "name": table.name(standing.seat),
                "score": standing.score.0,
                "scoreBefore": standing.score_before.0,
                "deducted": standing.deducted.0,
                "gained": standing.gained.0,
                "tilesLeft": notation::tiles::write_rack(language, &standing.tiles_left),
            })
        })
        .collect();
    let winners: Vec<&str> = outcome.winners.iter().map(|&seat| table.name(seat)).collect();
    print(
        out,
        &json!({
            "type": "ended",
            "reason": reason(outcome.reason),
            "standings": standings,
            "winners": winners,
            "seed": table.revealed_seed(),
            "draws": verified.draws,
            "board": board(table),
        }),
    )
}

pub(super) fn leave(out: &mut dyn Write, table: &HotSeat) -> anyhow::Result<()> {
    print(out, &json!({"type": "left", "state": state(table)}))
}

/// Writes an answer as one line.
pub(crate) fn print(out: &mut dyn Write, answer: &Value) -> anyhow::Result<()> {
    writeln!(out, "{answer}")?;
    // The reading program waits for each answer.
    out.flush()?;
    Ok(())
}

fn board(table: &HotSeat) -> Option<String> {
    table.game.board().map(|board| notation::write_board(board, &table.game.rules().language))
}

fn state(table: &HotSeat) -> Value {
    let game = &table.game;
    let language = &game.rules().language;
    let view = game.table_view();
    let Some(position) = view.play().filter(|_| view.outcome().is_none()) else { return Value::Null };
    let scores: Map<String, Value> = position
        .order()
        .iter()
        .map(|&seat| (table.name(seat).to_owned(), json!(view.player(seat).unwrap().score().0)))
        .collect();
    let rack = game.rack(position.to_move()).map_or(&[][..], rules::Rack::tiles);
    let open_play = position.open_play().map(|open: SeenPlay<'_>| {
        json!({
            "by": table.name(open.seat()),
            "play": notated(open.play(), language),
            "score": open.play().score.0,
            "words": open.play().words.iter().map(|word| language.write(&word.letters)).collect::<Vec<_>>(),
            "challengedBy": open.challenge().map(|challenge| table.name(challenge.by)),
        })
    });
    json!({
        "turn": position.turn(),
        "toMove": table.name(position.to_move()),
        "next": table.name(position.next()),
        "rack": notation::tiles::write_rack(language, rack),
        "scores": scores,
        "bag": position.bag_count(),
        "board": board(table),
        "mustStand": position.waits(),
        "openPlay": open_play,
    })
}

fn json_of(shown: &Shown, table: &HotSeat) -> Value {
    let language = &table.game.rules().language;
    let shown_as = |what: &str, value: Value| json!({"type": "shown", "what": what, what: value});
    match shown {
        Shown::Board => shown_as("board", json!(board(table))),
        Shown::Rack => shown_as("rack", state(table)["rack"].take()),
        Shown::Unseen(unseen) => {
            let kind = |(tile, count): &(Tile, usize)| {
                (notation::tiles::write_rack(language, &[*tile]), json!(count))
            };
            shown_as("unseen", Value::Object(unseen.iter().map(kind).collect()))
        }
        Shown::Score => shown_as("score", pad(table.game.table_view(), table)),
        Shown::Word { text, is_valid } => shown_as("word", json!({"text": text, "valid": is_valid})),
        Shown::Preview(preview) => {
            let words: Vec<Value> = preview
                .words
                .iter()
                .map(|previewed| {
                    json!({
                        "text": language.write(&previewed.word.letters),
                        "score": previewed.word.score.0,
                        "valid": previewed.valid,
                    })
                })
                .collect();
            shown_as("preview", json!({"score": preview.score.0, "words": words}))
        }
        Shown::Saved(path) => shown_as("saved", json!(path.display().to_string())),
        Shown::Help => shown_as("help", json!(HELP)),
    }
}

fn pad(view: TableView<'_>, table: &HotSeat) -> Value {
    let language = &view.rules().language;
    let line = |entry: rules::LogEntry<'_>| {
        let mut line = json!({
            "turn": entry.turn(),
            "player": table.name(entry.seat()),
            "total": entry.total().0,
        });
        match &entry.deed() {
            SeenAction::Played { play, fate, .. } => {
                line["played"] = json!(notated(play, language));
                line["points"] = json!(play.score.0);
                line["takenBack"] = json!(*fate == rules::PlayStatus::TakenBack);
            }
            SeenAction::Exchanged { count } => line["exchanged"] = json!(count),
            SeenAction::Passed { .. } => line["passed"] = json!(true),
            SeenAction::LostTurn => line["lostTurn"] = json!(true),
            SeenAction::Left(_) => line["left"] = json!(true),
            SeenAction::StandInStarted => line["standInStarted"] = json!(true),
            SeenAction::StandInEnded => line["standInEnded"] = json!(true),
        }
        line
    };
    Value::Array(view.play().into_iter().flat_map(|position| position.log().map(&line)).collect())
}

/// Name of an end reason in the protocol.
const fn reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::AllTilesPlayed => "allTilesPlayed",
        EndReason::ConsecutivePasses => "consecutivePasses",
        EndReason::TurnsPlayed => "turnsPlayed",
        EndReason::Resigned => "resigned",
        EndReason::Abandoned => "abandoned",
        EndReason::HostEnded => "hostEnded",
        EndReason::TimeExpired => "timeExpired",
    }
}
