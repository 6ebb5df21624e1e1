//! `dord analyse`: reviews a finished game with the coach.

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use engine::{Basis, Engine, PlayStatus, PlayedTurn, Review, Reviewed, Suggestion, TurnAction};
use indicatif::{ProgressBar, ProgressStyle};
use rules::notation::gcg::{GcgAction, GcgOutcome};
use rules::notation::{Coordinate, Gcg, tiles};
use rules::{Board, Language, Preset, Rack};
use serde_json::json;
use wordlists::WordLists;

use crate::{
    Outcome, moves,
    replay::{
        GameFile,
        audit::{self, Audit},
    },
    style,
    text_columns::{counted, padded, printable, width},
};

/// Maximum number of better moves listed per turn.
const BETTER_SHOWN: usize = 3;

/// Analyse a game and suggest better moves.
///
/// For every turn of a GCG file with a recorded rack, this prints the best moves with their equity
/// (points plus the value of the tiles kept), the loss against the best move, missed bingos,
/// phonies, and the luck of the draw. Once the bag is empty and one opponent is left, moves are
/// judged by their outcome at the end of the game: exactly, or as far as the search could look
/// ahead.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    dord analyse evening.gcg\n  \
    dord analyse avond.gcg --language nl\n  \
    dord analyse evening.gcg --json\n\n\
    With --json a line is printed for each turn as soon as it is looked at: turn, player, made, takenBack, equity, lost,\n\
    luck, judgedBy (equity, lookingAhead, exactly), best (move, score, equity, keeps), missedBingo, phonies; and at the\n\
    end one with players.")]
pub(crate) struct AnalyseGame {
    /// GCG file of the game.
    #[arg(value_name = "GAME.gcg")]
    file: PathBuf,

    /// Language code of tiles and words [default: detected from #lexicon and the words].
    #[arg(long, short, value_name = "LANG")]
    language: Option<String>,

    /// Print JSON, one line per turn.
    #[arg(long)]
    json: bool,
}

impl AnalyseGame {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let lists = WordLists::new(data_dir);
        let GameFile { gcg, audit, list } = GameFile::open(&self.file, self.language.as_deref(), &lists)?;
        let language = Arc::clone(list.lexicon.language());
        let engine = Engine::new(&list.lexicon)?;
        let turns = turns_of(&gcg, &audit, &language);
        // Tournament rules: exchanges need seven tiles in the bag, and going out earns the
        // opponents' tiles.
        let review = Review::new(&engine, Preset::Open.rules(language.clone()), gcg.players().len(), turns);
        let report = Report { gcg: &gcg, language: &language };
        let mut out = anstream::stdout();
        if self.json {
            report.print_json(review, &mut out)?;
        } else {
            report.print(review, &mut out)?;
        }
        Ok(Outcome::Success)
    }
}

/// The turns with a recorded rack in which the player made a decision.
fn turns_of(gcg: &Gcg, audit: &Audit, language: &Language) -> Vec<PlayedTurn> {
    let mut before = Board::empty();
    let mut turns = Vec::new();
    for (place, turn) in audit.turns.iter().enumerate() {
        let board = std::mem::replace(&mut before, turn.board.clone());
        let rack = &turn.claimed.rack;
        let deed = match (&turn.claimed.outcome, &gcg.moves()[place].action) {
            (GcgOutcome::Played(_), _) => turn.play.clone().map(TurnAction::Play),
            (GcgOutcome::Exchanged(_), GcgAction::Exchange(text)) => {
                tiles::read_rack(language, text.as_str()).ok().map(TurnAction::Exchange)
            }
            (GcgOutcome::Passed, _) => Some(TurnAction::Pass),
            _ => None,
        };
        let Some(deed) = deed.filter(|_| !rack.is_empty()) else { continue };
        turns.push(PlayedTurn {
            place,
            player: turn.claimed.player,
            others: gcg.players().len().max(2) - 1,
            bag_count: bag_count(gcg, &board, rack, language),
            // A GCG file does not say which rule ends its game.
            is_last_pass: false,
            board,
            rack: rack.clone(),
            deed,
            fate: match turn.fate {
                audit::PlayStatus::Stood => PlayStatus::Stood,
                audit::PlayStatus::TakenBack => PlayStatus::TakenBack,
            },
        });
    }
    turns
}

/// Number of tiles in the bag, assuming that all racks are full while the bag has tiles.
fn bag_count(gcg: &Gcg, board: &Board, rack: &Rack, language: &Language) -> usize {
    let unseen = language.tile_count().saturating_sub(board.tiles().count() + rack.len());
    unseen.saturating_sub((gcg.players().len().max(2) - 1) * Rack::SIZE)
}

/// Printer for the analysis of one file.
struct Report<'a> {
    gcg: &'a Gcg,
    language: &'a Language,
}

impl Report<'_> {
    /// Formats a move for people.
    fn shown(&self, deed: &TurnAction, keeps: Option<&Suggestion>) -> String {
        match (deed, keeps) {
            (TurnAction::Play(play), _) => {
                let main = play.main_word();
                let at = Coordinate { square: main.start, direction: main.direction };
                format!("{at} {}", moves::word_text(at, &main.letters, &play.tiles, self.language))
            }
            (TurnAction::Exchange(_), Some(suggestion)) => {
                format!("swap, keeping {}", tiles::write_rack(self.language, &suggestion.keeps))
            }
            (TurnAction::Exchange(swapped), None) => {
                format!("swap {}", tiles::write_rack(self.language, swapped))
            }
            (TurnAction::Pass, _) => "pass".to_owned(),
        }
    }

    fn suggested(&self, suggestion: &Suggestion) -> String {
        self.shown(&suggestion.deed, Some(suggestion))
    }

    fn phonies(&self, reviewed: &Reviewed) -> Vec<String> {
        reviewed.phonies.iter().map(|word| self.language.write(word)).collect()
    }

    fn print(&self, mut review: Review<'_>, out: &mut impl Write) -> anyhow::Result<()> {
        let progress = ProgressBar::new(review.turns_left() as u64)
            .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} turns").expect("a template"));
        let names: Vec<String> =
            self.gcg.players().iter().map(|player| printable(player.name.as_str())).collect();
        let name_width = names.iter().map(|name| width(name)).max().unwrap_or(0);
        for reviewed in review.by_ref() {
            progress.inc(1);
            let name = padded(&names[reviewed.turn.player], name_width);
            let lines = self.describe(&reviewed, &name);
            progress.suspend(|| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
        }
        progress.finish_and_clear();
        for (name, sum) in names.iter().zip(review.sums()) {
            writeln!(
                out,
                "{}: {:.1} points lost in {}, luck {:+.1}, {}, {} that stood, {} challenged off",
                padded(name, name_width),
                sum.lost.points(),
                counted(sum.turns, "turn"),
                sum.luck.points(),
                counted(sum.missed_bingos, "missed bingo"),
                if sum.phonies_stood == 1 {
                    "1 phony".to_owned()
                } else {
                    format!("{} phonies", sum.phonies_stood)
                },
                sum.phonies_caught
            )?;
        }
        Ok(())
    }

    fn describe(&self, reviewed: &Reviewed, name: &str) -> Vec<String> {
        let Reviewed { turn, advice, .. } = reviewed;
        let mut lines = Vec::new();
        let lost = advice.lost.points();
        let bar = "▒".repeat((lost / 4.0).round().min(12.0) as usize);
        lines.push(format!(
            "{:>3} {name}  {}  {:>6.1}  {:>6}  luck {:+.1}{} {bar}",
            turn.place + 1,
            padded(&self.shown(&turn.deed, None), 24),
            advice.made.points(),
            if lost < 0.05 { style::good("best").to_string() } else { format!("-{lost:.1}") },
            advice.luck.points(),
            match advice.basis {
                Basis::Equity => "",
                Basis::LookedAhead => "  to the end",
                Basis::Exact => "  exact",
            },
        ));
        let better = advice.best.iter().filter(|best| (best.equity - advice.made).points() >= 0.05);
        for (rank, best) in better.take(BETTER_SHOWN).enumerate() {
            let keeps = tiles::write_rack(self.language, &best.keeps);
            let keeps = if keeps.is_empty() { String::new() } else { format!(" (keeps {keeps})") };
            let heading = if rank == 0 { "better:" } else { "" };
            let (suggested, equity) = (self.suggested(best), best.equity.points());
            lines.push(format!("        {heading:7} {suggested} {equity:.1}{keeps}"));
        }
        if let Some(bingo) = &advice.missed_bingo {
            lines.push(format!("        missed bingo: {}", self.suggested(bingo)));
        }
        if !reviewed.phonies.is_empty() {
            let phonies = style::bad(&self.phonies(reviewed).join(", ")).to_string();
            lines.push(match turn.fate {
                PlayStatus::Stood => format!("        a phony that stood: {phonies}"),
                PlayStatus::TakenBack => format!("        a phony, challenged off: {phonies}"),
            });
        }
        lines
    }

    fn print_json(&self, mut review: Review<'_>, out: &mut impl Write) -> anyhow::Result<()> {
        let suggestion = |suggestion: &Suggestion| {
            json!({
                "move": self.suggested(suggestion),
                "score": match &suggestion.deed { TurnAction::Play(play) => play.score.0, _ => 0 },
                "equity": suggestion.equity.points(),
                "keeps": tiles::write_rack(self.language, &suggestion.keeps),
            })
        };
        for reviewed in review.by_ref() {
            let Reviewed { turn, advice, .. } = &reviewed;
            let best: Vec<_> = advice.best.iter().map(suggestion).collect();
            let line = json!({
                "turn": turn.place + 1,
                "player": turn.player,
                "made": self.shown(&turn.deed, None),
                "takenBack": turn.fate == PlayStatus::TakenBack,
                "equity": advice.made.points(),
                "lost": advice.lost.points(),
                "luck": advice.luck.points(),
                "judgedBy": match advice.basis {
                    Basis::Equity => "equity",
                    Basis::LookedAhead => "lookingAhead",
                    Basis::Exact => "exactly",
                },
                "best": best,
                "missedBingo": advice.missed_bingo.as_ref().map(suggestion),
                "phonies": self.phonies(&reviewed),
            });
            writeln!(out, "{line}")?;
        }
        let players: Vec<_> = self
            .gcg
            .players()
            .iter()
            .zip(review.sums())
            .map(|(player, sum)| {
                json!({
                    "name": player.name.as_str(),
                    "turns": sum.turns,
                    "lost": sum.lost.points(),
                    "luck": sum.luck.points(),
                    "missedBingos": sum.missed_bingos,
                    "phonies": sum.phonies_stood,
                    "phoniesCaught": sum.phonies_caught,
                })
            })
            .collect();
        writeln!(out, "{}", json!({"players": players}))?;
        Ok(())
    }
}
