//! JSON output of the command: one object per line. The command's help documents its shape.

use std::io::Write;

use daily::{Attempt, GENERATOR, Solution, Turn};
use lexicon::Lexicon;
use rules::{
    Tile,
    notation::{tiles, write_board},
};
use serde_json::{Value, json};

use super::{
    result::{PuzzleResult, deed},
    session::{Reply, Shown},
    share::Bars,
    typed_command::HELP,
};
use crate::{play::json_output::print, score_table::notated};

pub(super) fn begin(out: &mut dyn Write, attempt: &Attempt, lexicon: &Lexicon) -> anyhow::Result<()> {
    let (puzzle, metadata) = (attempt.puzzle(), lexicon.metadata());
    print(
        out,
        &json!({
            "type": "started",
            "date": puzzle.day().to_string(),
            "language": puzzle.language().code(),
            "generator": GENERATOR,
            "list": {"source": metadata.source, "version": metadata.version, "sha256": metadata.sha256},
            "startingWord": puzzle.language().write(puzzle.starting_word()),
            "state": state(attempt),
        }),
    )
}

pub(super) fn reply(out: &mut dyn Write, attempt: &Attempt, reply: &Reply) -> anyhow::Result<()> {
    let language = attempt.puzzle().language();
    let shown_as = |what: &str, value: Value| json!({"type": "shown", "what": what, what: value});
    let answer = match reply {
        Reply::Done => {
            let Some(turn) = attempt.turns().last() else { return Ok(()) };
            let drawn: Vec<Tile> = turn.drawn.iter().map(|drawn| drawn.tile).collect();
            json!({
                "type": "happened",
                "turn": turn.number,
                "deed": deed(turn, attempt),
                "score": turn.score.0,
                "drawn": tiles::write_rack(language, &drawn),
                "state": state(attempt),
            })
        }
        Reply::Refused(user_error) => user_error.json(),
        Reply::Shown(Shown::Board) => shown_as("board", json!(write_board(attempt.board(), language))),
        Reply::Shown(Shown::Rack) => shown_as("rack", state(attempt)["rack"].take()),
        Reply::Shown(Shown::Score) => {
            shown_as("score", attempt.turns().iter().map(|turn| line(turn, attempt)).collect())
        }
        Reply::Shown(Shown::Help) => shown_as("help", json!(HELP)),
        Reply::Shown(Shown::Preview(play)) => {
            let words: Vec<Value> = play
                .words
                .iter()
                .map(|word| json!({"text": language.write(&word.letters), "score": word.score.0}))
                .collect();
            shown_as("preview", json!({"score": play.score.0, "words": words}))
        }
        Reply::Quit => return Ok(()),
    };
    print(out, &answer)
}

pub(super) fn end(
    out: &mut dyn Write,
    attempt: &Attempt,
    result: &PuzzleResult,
    solution: &Solution,
) -> anyhow::Result<()> {
    let puzzle = attempt.puzzle();
    let language = puzzle.language();
    let turns: Vec<Value> = result
        .turns
        .iter()
        .map(|(turn, best)| {
            let mut line = line(turn, attempt);
            line["bestPlay"] = json!(best.as_ref().map(|best| notated(best, language)));
            line["bestScore"] = json!(best.as_ref().map_or(0, |best| best.score.0));
            line
        })
        .collect();
    print(
        out,
        &json!({
            "type": "ended",
            "score": result.score.0,
            "par": result.par.0,
            "best": solution.best.total.0,
            "isProven": solution.is_proven,
            "bestLine": solution.best.turns.iter().map(|turn| line(turn, attempt)).collect::<Vec<_>>(),
            "turns": turns,
            "seed": puzzle.seed(),
            "order": tiles::write_rack(language, puzzle.order()),
            "share": result.share(attempt, Bars::Squares),
            "board": write_board(attempt.board(), language),
        }),
    )
}

pub(super) fn leave(out: &mut dyn Write, attempt: &Attempt) -> anyhow::Result<()> {
    print(out, &json!({"type": "left", "state": state(attempt)}))
}

fn line(turn: &Turn, attempt: &Attempt) -> Value {
    json!({"turn": turn.number, "deed": deed(turn, attempt), "score": turn.score.0})
}

fn state(attempt: &Attempt) -> Value {
    let language = attempt.puzzle().language();
    let rack: Vec<Tile> = attempt.rack().iter().map(|drawn| drawn.tile).collect();
    json!({
        "turn": attempt.turn_number(),
        "turns": attempt.puzzle().turn_count(),
        "score": attempt.score().0,
        "rack": tiles::write_rack(language, &rack),
        "bag": attempt.bag_count(),
        "board": write_board(attempt.board(), language),
    })
}
