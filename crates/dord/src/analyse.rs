//! `dord analyse`: the coach on a finished game.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;
use engine::{Advice, Coach, Engine, Grid, Made, Move, Sight, Suggestion};
use indicatif::{ProgressBar, ProgressStyle};
use rules::notation::gcg::{GcgAction, GcgOutcome};
use rules::notation::{Coordinate, Gcg, tiles};
use rules::{Board, Language, Preset, Rack, Rules, Tile};
use serde_json::json;
use wordlists::WordLists;

use crate::{
    Outcome,
    columns::{padded, printable, width},
    moves,
    replay::{
        self,
        audit::{Audit, Fate, Turn},
    },
    style,
    words::language,
};

/// Say what could have been done better in a game.
///
/// For every turn of a GCG file whose rack is recorded: the best moves with their equity (points, and what the tiles that are kept are worth), what was lost
/// against the best, missed bingos, phonies that stood, and how lucky the draw was. Turns after the bag is empty are judged without looking ahead.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    dord analyse evening.gcg\n  \
    dord analyse avond.gcg --language nl\n  \
    dord analyse evening.gcg --json\n\n\
    With --json a line is printed for each turn as soon as it is looked at: turn, player, made, equity, lost, luck,\n\
    best (move, score, equity, keeps), missedBingo, phonies; and at the end one with players.")]
pub(crate) struct AnalyseGame {
    /// The game, a GCG file.
    #[arg(value_name = "GAME.gcg")]
    file: PathBuf,

    /// The language of tiles and words, by its code.
    #[arg(long, short, value_name = "LANG", default_value = "en")]
    language: String,

    /// Print JSON, a line for each turn.
    #[arg(long)]
    json: bool,
}

impl AnalyseGame {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let language = language(&self.language)?;
        let list = WordLists::new(data_dir).open(&language)?;
        let (gcg, audit) = replay::open(&self.file, &language, list.lexicon.as_ref())?;
        let engine = Engine::new(&list.lexicon)?;
        let review =
            Review { gcg: &gcg, audit: &audit, rules: Preset::Classic.rules(language), engine: &engine };
        let mut out = anstream::stdout();
        if self.json {
            review.print_json(&mut out)?;
        } else {
            review.print(&mut out)?;
        }
        Ok(Outcome::Success)
    }
}

struct Review<'a> {
    gcg: &'a Gcg,
    audit: &'a Audit,
    rules: Rules,
    engine: &'a Engine,
}

/// A turn with what the coach says about it.
struct Reviewed<'a> {
    number: usize,
    turn: &'a Turn,
    made: String,
    grid: Grid,
    advice: Advice,
}

/// What comes together for a player.
#[derive(Clone, Default)]
struct Sum {
    turns: usize,
    lost: f64,
    luck: f64,
    missed_bingos: usize,
    phonies: usize,
}

impl<'a> Review<'a> {
    fn language(&self) -> &Language {
        &self.rules.language
    }

    /// Looks at one turn after the other; those without a rack or a decision are passed over.
    fn turns(&self) -> impl Iterator<Item = Reviewed<'a>> + '_ {
        let mut coach = Coach::new(self.engine);
        let mut held: Vec<Vec<Tile>> = vec![Vec::new(); self.gcg.players().len()];
        self.audit.turns.iter().enumerate().filter_map(move |(index, turn)| {
            let board = match index.checked_sub(1) {
                Some(before) => self.audit.turns[before].board.clone(),
                None => Board::empty(),
            };
            let rack = &turn.claimed.rack;
            let swapped = match &self.gcg.moves()[index].action {
                GcgAction::Exchange(text) => tiles::read_rack(self.language(), text.as_str()).ok(),
                _ => None,
            };
            let made = match (&turn.claimed.outcome, &turn.play, &swapped) {
                (GcgOutcome::Played(_), Some(play), _) => Made::Play(play),
                (GcgOutcome::Exchanged(_), _, Some(tiles)) => Made::Exchange(tiles),
                (GcgOutcome::Passed, ..) => Made::Pass,
                _ => return None,
            };
            if rack.is_empty() {
                return None;
            }
            let sight =
                Sight { board: &board, rack, bag_count: self.bag_count(&board, rack), rules: &self.rules };
            let player = turn.claimed.player;
            let advice = coach.review(sight, made, &held[player]);
            let mut left = rack.clone();
            let used = match made {
                Made::Play(play) if turn.fate == Fate::Stood => play.rack_tiles(),
                Made::Exchange(tiles) => tiles.to_vec(),
                Made::Play(_) | Made::Pass => Vec::new(),
            };
            // What the file claims was checked when it was laid; a slip only blurs the luck of the next turn.
            let _ = left.remove(&used);
            held[player] = left.tiles().to_vec();
            let made = match made {
                Made::Play(play) => {
                    let main = play.main_word();
                    let at = Coordinate { square: main.start, direction: main.direction };
                    format!("{at} {}", self.language().write(&main.letters))
                }
                Made::Exchange(tiles) => format!("swap {}", tiles::write_rack(self.language(), tiles)),
                Made::Pass => "pass".to_owned(),
            };
            let grid = self.engine.grid(&board);
            Some(Reviewed { number: index + 1, turn, made, grid, advice })
        })
    }

    /// How many tiles were in the bag, if all had full racks as long as there were tiles.
    fn bag_count(&self, board: &Board, rack: &Rack) -> usize {
        let unseen = self.language().tile_count().saturating_sub(board.tiles().count() + rack.len());
        unseen.saturating_sub((self.gcg.players().len().max(2) - 1) * Rack::SIZE)
    }

    /// A move as a person reads it.
    fn shown(&self, suggestion: &Suggestion, grid: &Grid) -> String {
        match (&suggestion.choice, &suggestion.as_move) {
            (engine::Choice::Play(found), _) => moves::as_text(found, self.engine, grid).join(" "),
            (_, Move::Exchange(_)) => {
                format!("swap, keeping {}", tiles::write_rack(self.language(), &suggestion.keeps))
            }
            _ => "pass".to_owned(),
        }
    }

    fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let progress = ProgressBar::new(self.audit.turns.len() as u64)
            .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} turns").expect("a template"));
        let names: Vec<String> =
            self.gcg.players().iter().map(|player| printable(player.name.as_str())).collect();
        let name_width = names.iter().map(|name| width(name)).max().unwrap_or(0);
        let mut sums = vec![Sum::default(); names.len()];
        let mut lines = Vec::new();
        for reviewed in self.turns() {
            progress.set_position(reviewed.number as u64);
            let Reviewed { number, turn, made, grid, advice } = &reviewed;
            let player = turn.claimed.player;
            sums[player].add(&reviewed);
            let lost = advice.lost.points();
            let bar = "▒".repeat((lost / 4.0).round().min(12.0) as usize);
            lines.push(format!(
                "{number:>3} {}  {}  {:>6.1}  {:>6}  luck {:+.1} {bar}",
                padded(&names[player], name_width),
                padded(made, 24),
                advice.made.points(),
                if lost < 0.05 { style::good("best").to_string() } else { format!("-{lost:.1}") },
                advice.luck.points(),
            ));
            if lost >= 0.05
                && let Some(best) = advice.best.first()
            {
                let keeps = tiles::write_rack(self.language(), &best.keeps);
                lines.push(format!(
                    "        better: {} {:.1} (keeps {keeps})",
                    self.shown(best, grid),
                    best.equity.points()
                ));
            }
            if let Some(bingo) = &advice.missed_bingo {
                lines.push(format!("        missed bingo: {}", self.shown(bingo, grid)));
            }
            if !turn.unknown.is_empty() && turn.fate == Fate::Stood {
                let phonies = style::bad(&turn.unknown.join(", ")).to_string();
                lines.push(format!("        a phony that stood: {phonies}"));
            }
        }
        progress.finish_and_clear();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        for (name, sum) in names.iter().zip(&sums) {
            writeln!(
                out,
                "{}: {:.1} points lost in {} turns, luck {:+.1}, {} missed bingos, {} phonies that stood",
                padded(name, name_width),
                sum.lost,
                sum.turns,
                sum.luck,
                sum.missed_bingos,
                sum.phonies
            )?;
        }
        Ok(())
    }

    fn print_json(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut sums = vec![Sum::default(); self.gcg.players().len()];
        let suggestion = |suggestion: &Suggestion, grid: &Grid| {
            json!({
                "move": self.shown(suggestion, grid),
                "score": match &suggestion.choice { engine::Choice::Play(found) => found.score().0, _ => 0 },
                "equity": suggestion.equity.points(),
                "keeps": tiles::write_rack(self.language(), &suggestion.keeps),
            })
        };
        for reviewed in self.turns() {
            let Reviewed { number, turn, made, grid, advice } = &reviewed;
            sums[turn.claimed.player].add(&reviewed);
            let best: Vec<_> = advice.best.iter().map(|best| suggestion(best, grid)).collect();
            let line = json!({
                "turn": number,
                "player": turn.claimed.player,
                "made": made,
                "equity": advice.made.points(),
                "lost": advice.lost.points(),
                "luck": advice.luck.points(),
                "best": best,
                "missedBingo": advice.missed_bingo.as_ref().map(|bingo| suggestion(bingo, grid)),
                "phonies": turn.unknown,
            });
            writeln!(out, "{line}")?;
        }
        let players: Vec<_> = self
            .gcg
            .players()
            .iter()
            .zip(&sums)
            .map(|(player, sum)| {
                json!({
                    "name": player.name.as_str(),
                    "turns": sum.turns,
                    "lost": sum.lost,
                    "luck": sum.luck,
                    "missedBingos": sum.missed_bingos,
                    "phonies": sum.phonies,
                })
            })
            .collect();
        writeln!(out, "{}", json!({"players": players}))?;
        Ok(())
    }
}

impl Sum {
    fn add(&mut self, reviewed: &Reviewed<'_>) {
        let Reviewed { turn, advice, .. } = reviewed;
        self.turns += 1;
        self.lost += advice.lost.points();
        self.luck += advice.luck.points();
        self.missed_bingos += usize::from(advice.missed_bingo.is_some());
        self.phonies += usize::from(!turn.unknown.is_empty() && turn.fate == Fate::Stood);
    }
}
