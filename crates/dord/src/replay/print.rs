use std::io::Write;

use rules::notation::{Gcg, gcg::GcgOutcome, write_board};
use serde_json::{Value, json};
use wordlists::WordList;

use super::{
    audit::{Audit, PlayStatus, Turn, doubted},
    position::PositionAfter,
};
use crate::{
    board_picture::{Rendering, picture},
    score_table::{self, PadLine},
    style,
    text_columns::{padded, printable, width},
};

pub(super) fn for_people(
    out: &mut dyn Write,
    gcg: &Gcg,
    audit: &Audit,
    position: &PositionAfter,
    list: &WordList,
) -> anyhow::Result<()> {
    let language = list.lexicon.language();
    let name = |player: usize| printable(gcg.players()[player].name.as_str());
    if let Some(title) = &gcg.title {
        writeln!(out, "{}\n", style::strong(printable(title.as_str())))?;
    }
    let line = |(turn, made): (usize, &Turn)| PadLine {
        turn,
        player: name(made.claimed.player),
        deed: made.deed(language),
        points: earned(turn, gcg, made),
        total: made.claimed.total,
    };
    let lines: Vec<PadLine> = (1..).zip(&audit.turns).take(position.turn).map(line).collect();
    for line in score_table::format_lines(&lines) {
        writeln!(out, "{line}")?;
    }

    writeln!(out, "\nThe board after turn {} of {}:\n", position.turn, audit.turns.len())?;
    for line in picture(&position.board, language, &position.fresh, Rendering::of_stdout()) {
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    let names: Vec<String> = (0..gcg.players().len()).map(name).collect();
    let widest = names.iter().map(|name| width(name)).max().unwrap_or_default();
    for (name, score) in names.iter().zip(&position.scores) {
        writeln!(out, "{} {:>4}", padded(name, widest), score.0)?;
    }
    writeln!(out, "\nCGP {}", position.cgp)?;

    let metadata = list.lexicon.metadata();
    for (turn, phony) in audit.phonies() {
        writeln!(
            out,
            "{}: turn {turn} by {} stood with {}, not in {}, {}",
            style::strong("phony"),
            name(phony.claimed.player),
            doubted(phony),
            metadata.source,
            metadata.version
        )?;
    }
    for discrepancy in &audit.discrepancies {
        writeln!(out, "{}: {}", style::bad("wrong"), discrepancy.message())?;
    }
    if audit.discrepancies.is_empty() {
        writeln!(out, "{}", style::good("All points and totals are right."))?;
    }
    Ok(())
}

/// Points of a turn according to the file, if it could earn any.
fn earned(turn: usize, gcg: &Gcg, made: &Turn) -> Option<rules::Score> {
    match made.claimed.outcome {
        GcgOutcome::Passed | GcgOutcome::LostTurn | GcgOutcome::Exchanged(_) => None,
        _ => gcg.moves().get(turn - 1).map(|made| made.action.points()),
    }
}

pub(super) fn as_json(
    out: &mut dyn Write,
    gcg: &Gcg,
    audit: &Audit,
    position: &PositionAfter,
    list: &WordList,
) -> anyhow::Result<()> {
    let language = list.lexicon.language();
    let metadata = list.lexicon.metadata();
    let scores = audit.turns.last().map(|last| last.scores.as_slice()).unwrap_or_default();
    let players: Vec<Value> = gcg
        .players()
        .iter()
        .enumerate()
        .map(|(place, player)| {
            json!({
                "nickname": player.nickname.as_str(),
                "name": player.name.as_str(),
                "score": scores.get(place).map_or(0, |score| score.0),
            })
        })
        .collect();
    let nickname = |turn: &Turn| gcg.players()[turn.claimed.player].nickname.as_str();
    let turn_as_json = |(number, turn): (usize, &Turn)| {
        let mut value = json!({
            "turn": number,
            "player": nickname(turn),
            "deed": turn.deed(language),
            "points": earned(number, gcg, turn).map_or(0, |points| points.0),
            "total": turn.claimed.total.0,
        });
        if let GcgOutcome::Played(claim) = &turn.claimed.outcome {
            value["at"] = json!(claim.at.to_string());
            value["takenBack"] = json!(turn.fate == PlayStatus::TakenBack);
            value["expected"] = json!(turn.play.as_ref().map(|play| play.score.0));
            let words = turn.play.iter().flat_map(|play| &play.words);
            let word_as_json = |word: &rules::FormedWord| {
                let text = language.write(&word.letters);
                let is_valid = !turn.unknown.contains(&text);
                json!({"text": text, "score": word.score.0, "valid": is_valid})
            };
            value["words"] = words.map(word_as_json).collect();
        }
        value
    };
    let discrepancies = audit.discrepancies.iter().map(|discrepancy| {
        json!({
            "turn": discrepancy.turn,
            "kind": discrepancy.kind.name(),
            "expected": discrepancy.expected,
            "found": discrepancy.found,
            "message": discrepancy.message(),
        })
    });
    let phonies = audit
        .phonies()
        .map(|(turn, phony)| json!({"turn": turn, "player": nickname(phony), "words": phony.unknown}));
    let answer = json!({
        "language": language.code(),
        "list": {"source": metadata.source, "version": metadata.version, "sha256": metadata.sha256},
        "players": players,
        "turns": (1..).zip(&audit.turns).map(turn_as_json).collect::<Value>(),
        "discrepancies": discrepancies.collect::<Value>(),
        "phonies": phonies.collect::<Value>(),
        "position": {
            "turn": position.turn,
            "scores": position.scores.iter().map(|score| score.0).collect::<Vec<_>>(),
            "board": write_board(&position.board, language),
            "cgp": position.cgp,
        },
    });
    writeln!(out, "{answer:#}")?;
    Ok(())
}
