use std::{
    io::{self, IsTerminal, Write},
    time::Duration,
};

use daily::{Attempt, Solution};
use indicatif::ProgressBar;
use lexicon::Lexicon;
use rules::{Score, Square, Tile};

use super::{
    result::{PuzzleResult, deed},
    session::{Reply, Shown},
    share::Bars,
    typed_command::HELP,
};
use crate::{
    board_picture::{self, Rendering, picture, rack_picture},
    score_table::notated,
    style,
    text_columns::{beside, counted, padded, width},
};

const SPINNER_STEP: Duration = Duration::from_millis(100);

/// Terminal output for people.
pub(super) struct Screen {
    rendering: Rendering,
    bars: Bars,
    state: State,
}

/// Whether there is something new to show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Stale,
    Shown,
}

impl Screen {
    pub(super) fn new(rendering: Rendering, bars: Bars) -> Screen {
        Screen { rendering, bars, state: State::Stale }
    }

    pub(super) fn begin(out: &mut dyn Write, attempt: &Attempt, lexicon: &Lexicon) -> anyhow::Result<()> {
        let (puzzle, metadata) = (attempt.puzzle(), lexicon.metadata());
        writeln!(
            out,
            "The puzzle of {} in {}. Words: {}, {}.",
            puzzle.day(),
            puzzle.language().name(),
            metadata.source,
            metadata.version
        )?;
        let done = attempt.turns().len();
        if attempt.is_finished() {
            writeln!(out, "You have played it.")?;
        } else if done > 0 {
            writeln!(out, "It goes on after {}. Type help for the commands.", counted(done, "turn"))?;
        } else {
            let turns = puzzle.turn_count();
            writeln!(out, "You have {turns} turns; what you score is added up. Type help for the commands.")?;
        }
        writeln!(out)?;
        Ok(())
    }

    /// Shows what is new and prompts for the next turn.
    pub(super) fn prompt(&mut self, out: &mut dyn Write, attempt: &Attempt) -> anyhow::Result<()> {
        if self.state == State::Stale {
            self.board(out, attempt)?;
            self.rack(out, attempt)?;
            self.state = State::Shown;
        }
        let question = format!("Turn {} of {}>", attempt.turn_number(), attempt.puzzle().turn_count());
        write!(out, "{} ", style::strong(question))?;
        out.flush()?;
        Ok(())
    }

    /// Ends the prompt's line if no terminal has echoed the line break.
    pub(super) fn typed(out: &mut dyn Write) -> anyhow::Result<()> {
        if !io::stdin().is_terminal() {
            writeln!(out)?;
        }
        Ok(())
    }

    pub(super) fn reply(
        &mut self,
        out: &mut dyn Write,
        attempt: &Attempt,
        reply: &Reply,
    ) -> anyhow::Result<()> {
        match reply {
            Reply::Done => {
                if let Some(turn) = attempt.turns().last() {
                    let points = counted(usize::try_from(turn.score.0).unwrap_or_default(), "point");
                    writeln!(out, "{}: {}.\n", deed(turn, attempt), style::good(points))?;
                }
                self.state = State::Stale;
            }
            Reply::Refused(user_error) => writeln!(out, "{}", style::bad(&user_error.sentence))?,
            Reply::Shown(Shown::Board) => self.board(out, attempt)?,
            Reply::Shown(Shown::Rack) => self.rack(out, attempt)?,
            Reply::Shown(Shown::Score) => score(out, attempt)?,
            Reply::Shown(Shown::Help) => writeln!(out, "{HELP}")?,
            Reply::Shown(Shown::Preview(play)) => {
                let language = attempt.puzzle().language();
                let words: Vec<String> = play
                    .words
                    .iter()
                    .map(|word| format!("{} {}", language.write(&word.letters), word.score))
                    .collect();
                let points = counted(usize::try_from(play.score.0).unwrap_or_default(), "point");
                writeln!(out, "That would score {points} ({}).", words.join("; "))?;
            }
            Reply::Quit => {}
        }
        Ok(())
    }

    /// Prints the result after the last turn, and the text to share.
    pub(super) fn end(
        &self,
        out: &mut dyn Write,
        attempt: &Attempt,
        result: &PuzzleResult,
    ) -> anyhow::Result<()> {
        self.board(out, attempt)?;
        let language = attempt.puzzle().language();
        let own: Vec<String> = result.turns.iter().map(|(turn, _)| deed(turn, attempt)).collect();
        let widest = own.iter().map(|text| width(text)).max().unwrap_or_default().max(8);
        writeln!(out, "turn  {}  points  best play of the turn", padded("you", widest))?;
        for ((turn, best), own) in result.turns.iter().zip(&own) {
            let best = match best {
                Some(best) if best.score == turn.score => style::good("none was higher").to_string(),
                Some(best) => format!("{} {:+}", notated(best, language), best.score.0),
                None => "there was no play".to_owned(),
            };
            writeln!(
                out,
                "{:>4}  {}  {:>6}  {best}",
                turn.number,
                padded(own, widest),
                format!("{:+}", turn.score.0)
            )?;
        }
        writeln!(out)?;
        writeln!(out, "Your score: {}.", style::strong(counted(points(result.score), "point")))?;
        writeln!(out, "Par, which whoever takes the highest play of every turn makes: {}.", result.par)?;
        writeln!(out, "\nTo share:\n")?;
        writeln!(out, "{}", result.share(attempt, self.bars))?;
        out.flush()?;
        Ok(())
    }

    /// Runs a slow task with a spinner on standard error, shown only on a terminal.
    pub(super) fn while_looking<T>(look: impl FnOnce() -> T) -> T {
        let spinner = ProgressBar::new_spinner().with_message("Looking for the best total");
        spinner.enable_steady_tick(SPINNER_STEP);
        let found = look();
        spinner.finish_and_clear();
        found
    }

    /// Prints the best solution found.
    pub(super) fn best(out: &mut dyn Write, attempt: &Attempt, solution: &Solution) -> anyhow::Result<()> {
        let proof = if solution.is_proven { "there is no higher one" } else { "there may be a higher one" };
        writeln!(out, "The best total that was found, {proof}: {}.", solution.best.total)?;
        for turn in &solution.best.turns {
            writeln!(out, "  {} {:+}", deed(turn, attempt), turn.score.0)?;
        }
        Ok(())
    }

    pub(super) fn leave(out: &mut dyn Write, attempt: &Attempt) -> anyhow::Result<()> {
        let left = attempt.puzzle().turn_count() as usize - attempt.turns().len();
        writeln!(out, "\nThe puzzle is kept: {} to go.", counted(left, "turn"))?;
        Ok(())
    }

    /// Prints the board with the progress beside it.
    fn board(&self, out: &mut dyn Write, attempt: &Attempt) -> anyhow::Result<()> {
        let puzzle = attempt.puzzle();
        let last = attempt.turns().last();
        let fresh: Vec<Square> =
            last.and_then(|turn| turn.play.as_ref()).map_or_else(Vec::new, |play| play.squares().collect());
        let board = picture(attempt.board(), puzzle.language(), &fresh, self.rendering);
        let mut panel = vec![
            String::new(),
            format!("  {}", puzzle.day()),
            format!("  Score: {}", attempt.score()),
            format!("  Turns: {} of {}", attempt.turns().len(), puzzle.turn_count()),
            format!("  To come: {}", counted(attempt.bag_count(), "tile")),
        ];
        if let Some(last) = last {
            panel.extend([String::new(), "  Last:".to_owned()]);
            panel.push(format!("  {} {:+}", deed(last, attempt), last.score.0));
        }
        for line in beside(&board, board_picture::WIDTH, &panel) {
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn rack(&self, out: &mut dyn Write, attempt: &Attempt) -> anyhow::Result<()> {
        let tiles: Vec<Tile> = attempt.rack().iter().map(|drawn| drawn.tile).collect();
        let rack = rack_picture(&tiles, attempt.puzzle().language(), self.rendering);
        writeln!(out, "Your tiles:  {rack}")?;
        Ok(())
    }
}

/// Prints the turns so far.
fn score(out: &mut dyn Write, attempt: &Attempt) -> anyhow::Result<()> {
    let mut total = Score::ZERO;
    for turn in attempt.turns() {
        total += turn.score;
        writeln!(out, "{:>4}  {} {:+}, together {total}", turn.number, deed(turn, attempt), turn.score.0)?;
    }
    if attempt.turns().is_empty() {
        writeln!(out, "Nothing has been played yet.")?;
    }
    Ok(())
}

fn points(score: Score) -> usize {
    usize::try_from(score.0).unwrap_or_default()
}
