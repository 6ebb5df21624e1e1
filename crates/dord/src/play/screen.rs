use std::io::Write;

use rules::{Language, Seat, SeenAction, SeenPosition, Square, TableView, Tile};

use super::{
    ending,
    session::{Reply, Shown},
    table::HotSeat,
    typed_command::HELP,
};
use crate::{
    board_picture::{self, Rendering, picture, rack_picture},
    score_table::{self, PadLine, notated},
    style,
    text_columns::{beside, counted, padded, printable},
};

/// Terminal output for the players.
pub(super) struct Screen {
    rendering: Rendering,
    handing: Handing,
    /// The player whose rack may be shown.
    holder: Option<Seat>,
    /// Messages since the screen was last cleared.
    news: Vec<String>,
    state: State,
}

/// How the device passes from one player to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Handing {
    /// By hand: the screen is cleared, and the next player presses Enter to see the rack.
    OverTheTable,
    /// No device: commands come from a file or a program.
    Piped,
}

/// Whether there is something new to show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Stale,
    Shown,
}

/// Clears the terminal and its scrollback, which may contain a rack.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J\u{1b}[3J";

impl Screen {
    pub(super) fn new(rendering: Rendering, handing: Handing) -> Screen {
        Screen { rendering, handing, holder: None, news: Vec::new(), state: State::Stale }
    }

    pub(super) fn begin(
        &mut self,
        out: &mut dyn Write,
        table: &HotSeat,
        told: Vec<String>,
    ) -> anyhow::Result<()> {
        let opening = table.game.opening();
        let metadata = table.list.lexicon.metadata();
        let lines = [
            format!(
                "A {} game in {}. Words: {}, {}.",
                opening.rules.preset,
                opening.rules.language.name(),
                metadata.source,
                metadata.version
            ),
            format!("The seed of game {} is shown after the end; it will fit this commitment:", opening.game),
            opening.commitment.to_string(),
            "Type help for the commands.".to_owned(),
        ];
        self.news = lines.into_iter().chain(told).collect();
        if self.handing == Handing::Piped {
            self.tell_news(out)?;
        }
        Ok(())
    }

    /// Shows what is new and prompts for the next command.
    pub(super) fn prompt(&mut self, out: &mut dyn Write, table: &HotSeat) -> anyhow::Result<()> {
        let view = table.game.table_view();
        let Some(position) = view.play() else { return Ok(()) };
        if self.handing == Handing::Piped {
            self.holder = Some(position.to_move());
        }
        if self.holder != Some(position.to_move()) {
            self.holder = None;
        }
        if self.state == State::Stale {
            if self.handing == Handing::OverTheTable {
                write!(out, "{CLEAR}")?;
            }
            self.table(out, table, view, position)?;
            self.state = State::Shown;
        }
        let question = question(table, position, self.holder);
        write!(out, "{} ", style::strong(question))?;
        out.flush()?;
        Ok(())
    }

    /// Enter was pressed: the player to move now has the device.
    pub(super) fn entered(&mut self, out: &mut dyn Write, table: &HotSeat) -> anyhow::Result<()> {
        self.typed(out)?;
        if self.holder.is_none() {
            self.holder = table.game.to_move();
            self.state = State::Stale;
        }
        Ok(())
    }

    /// Whether a player has the device in hand.
    pub(super) fn is_held_by(&self, seat: Seat) -> bool {
        self.holder == Some(seat)
    }

    /// Ends the prompt's line if no terminal has echoed the line break.
    pub(super) fn typed(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.handing == Handing::Piped {
            writeln!(out)?;
        }
        Ok(())
    }

    pub(super) fn reply(
        &mut self,
        out: &mut dyn Write,
        table: &HotSeat,
        reply: &Reply,
    ) -> anyhow::Result<()> {
        self.typed(out)?;
        match reply {
            Reply::Happened(sentences) => {
                self.news.clone_from(sentences);
                self.state = State::Stale;
                if self.handing == Handing::Piped {
                    self.tell_news(out)?;
                }
            }
            Reply::Refused(objection) => writeln!(out, "{}", style::bad(&objection.sentence))?,
            Reply::Shown(shown) => self.show(out, table, shown)?,
            Reply::Quit => {}
        }
        Ok(())
    }

    pub(super) fn end(&mut self, out: &mut dyn Write, table: &HotSeat) -> anyhow::Result<()> {
        let view = table.game.table_view();
        if self.handing == Handing::OverTheTable {
            write!(out, "{CLEAR}")?;
        }
        if let Some(position) = view.play() {
            self.holder = None;
            self.table(out, table, view, position)?;
        }
        ending::tell(out, table)
    }

    pub(super) fn leave(out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "\nThe game is not over; it is left as it is.")?;
        Ok(())
    }

    fn tell_news(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        for sentence in self.news.drain(..) {
            writeln!(out, "{sentence}")?;
        }
        Ok(())
    }

    /// Prints the board with the scores beside it, the messages, and the rack of the player with
    /// the device.
    fn table(
        &mut self,
        out: &mut dyn Write,
        table: &HotSeat,
        view: TableView<'_>,
        position: SeenPosition<'_>,
    ) -> anyhow::Result<()> {
        self.board(out, view, position)?;
        self.tell_news(out)?;
        if self.holder == Some(position.to_move()) && !position.waits() && pending(position).is_none() {
            self.rack(out, table, position.to_move())?;
        }
        Ok(())
    }

    fn board(
        &self,
        out: &mut dyn Write,
        view: TableView<'_>,
        position: SeenPosition<'_>,
    ) -> anyhow::Result<()> {
        let language = &view.rules().language;
        let board = picture(position.board(), language, &last_squares(position), self.rendering);
        for line in beside(&board, board_picture::WIDTH, &panel(view, position)) {
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn rack(&self, out: &mut dyn Write, table: &HotSeat, seat: Seat) -> anyhow::Result<()> {
        let game = &table.game;
        let tiles = game.rack(seat).map_or(&[][..], rules::Rack::tiles);
        let rack = rack_picture(tiles, &game.rules().language, self.rendering);
        writeln!(out, "Rack of {}:  {rack}", table.name(seat))?;
        Ok(())
    }

    fn show(&mut self, out: &mut dyn Write, table: &HotSeat, shown: &Shown) -> anyhow::Result<()> {
        let view = table.game.table_view();
        let language = &view.rules().language;
        let Some(position) = view.play() else { return Ok(()) };
        match shown {
            Shown::Board => self.board(out, view, position)?,
            Shown::Rack => self.rack(out, table, position.to_move())?,
            Shown::Unseen(unseen) => writeln!(out, "{}", unseen_text(unseen, language))?,
            Shown::Score => {
                for line in score_table::format_lines(&pad(view, position)) {
                    writeln!(out, "{line}")?;
                }
            }
            Shown::Word { text, is_valid: true } => writeln!(out, "{text}: {}", style::good("a word"))?,
            Shown::Word { text, is_valid: false } => writeln!(out, "{text}: {}", style::bad("not a word"))?,
            Shown::Preview(preview) => {
                let word = |previewed: &rules::PreviewedWord| {
                    let doubt = if previewed.valid == Some(false) { ", not in the word list" } else { "" };
                    format!("{} {}{doubt}", language.write(&previewed.word.letters), previewed.word.score)
                };
                let words: Vec<String> = preview.words.iter().map(word).collect();
                let points = counted(usize::try_from(preview.score.0).unwrap_or_default(), "point");
                writeln!(out, "That would score {points} ({}).", words.join("; "))?;
            }
            Shown::Saved(path) => {
                writeln!(out, "The game was written to {}.", printable(&path.display().to_string()))?;
            }
            Shown::Help => writeln!(out, "{HELP}")?,
        }
        Ok(())
    }
}

/// The challenge that is waiting for a verdict.
fn pending(position: SeenPosition<'_>) -> Option<rules::SeenChallenge> {
    position.open_play()?.challenge()
}

fn question(table: &HotSeat, position: SeenPosition<'_>, holder: Option<Seat>) -> String {
    if pending(position).is_some() {
        return "Is it a valid word? Type valid or invalid:".to_owned();
    }
    if position.waits() {
        return "Does it look good? Type ok or challenge:".to_owned();
    }
    let name = table.name(position.to_move());
    match holder {
        Some(_) => format!("{name}>"),
        None => format!("Hand the device to {name}, then press Enter:"),
    }
}

/// The squares of the last play, unless it was taken back.
fn last_squares(position: SeenPosition<'_>) -> Vec<Square> {
    let stands = |fate: rules::PlayStatus| fate != rules::PlayStatus::TakenBack;
    let last = position.log().rev().find_map(|entry| match entry.deed() {
        SeenAction::Played { play, fate, .. } => Some((play, fate)),
        _ => None,
    });
    last.filter(|(_, fate)| stands(*fate)).map_or_else(Vec::new, |(play, _)| play.squares().collect())
}

/// The panel beside the board: scores, best first, and the progress of the game.
fn panel(view: TableView<'_>, position: SeenPosition<'_>) -> Vec<String> {
    let mut players: Vec<_> =
        position.order().iter().filter_map(|&seat| Some((seat, view.player(seat)?))).collect();
    players.sort_by_key(|(_, player)| std::cmp::Reverse(player.score()));
    let widest = players.iter().map(|(_, player)| crate::text_columns::width(player.name().as_str())).max();
    let is_over = view.outcome().is_some();
    let mut lines = vec![String::new()];
    for (seat, player) in players {
        let marker = if seat == position.to_move() && !is_over { ">" } else { " " };
        let aside = match (player.departure(), player.lost_turns()) {
            (Some(_), _) => " out".to_owned(),
            (None, 0) => String::new(),
            (None, lost) => format!(" loses {}", counted(lost as usize, "turn")),
        };
        let name = padded(player.name().as_str(), widest.unwrap_or_default());
        let line = format!("{marker} {name} {:>4}{aside}", player.score().0);
        lines.push(if marker == ">" { style::strong(line).to_string() } else { line });
    }
    lines.push(String::new());
    lines.push(format!("  Bag: {}", counted(position.bag_count(), "tile")));
    if !is_over {
        lines.push(format!("  Turn {}, next {}", position.turn(), name_of(view, position.next())));
    }
    if let Some(last) = pad(view, position).last() {
        lines.push(String::new());
        lines.push(format!("  Last: {}", last.player));
        let points = last.points.map_or_else(String::new, |points| format!(" {:+}", points.0));
        lines.push(format!("  {}{points}", last.deed));
        if position.open_play().is_some_and(|open| open.until().is_some() && open.challenge().is_none()) {
            lines.push("  can be challenged".to_owned());
        }
    }
    lines
}

fn pad(view: TableView<'_>, position: SeenPosition<'_>) -> Vec<PadLine> {
    let language = &view.rules().language;
    let line = |entry: rules::LogEntry<'_>| {
        let (deed, points) = match entry.deed() {
            SeenAction::Played { play, fate: rules::PlayStatus::TakenBack, .. } => {
                (format!("{} taken back", notated(play, language)), Some(rules::Score::ZERO))
            }
            SeenAction::Played { play, .. } => (notated(play, language), Some(play.score)),
            SeenAction::Exchanged { count } => (format!("exchanged {}", counted(count, "tile")), None),
            SeenAction::Passed { .. } => ("passed".to_owned(), None),
            SeenAction::LostTurn => ("lost the turn".to_owned(), None),
            SeenAction::Left(_) => ("left the game".to_owned(), None),
            SeenAction::StandInStarted => ("out of time: the computer plays".to_owned(), None),
            SeenAction::StandInEnded => ("is back".to_owned(), None),
        };
        let player = name_of(view, entry.seat()).to_owned();
        PadLine { turn: entry.turn() as usize, player, deed, points, total: entry.total() }
    };
    position.log().map(line).collect()
}

fn name_of(view: TableView<'_>, seat: Seat) -> &str {
    view.player(seat).map_or("", |player| player.name().as_str())
}

/// Number of unseen tiles, by kind and in total.
fn unseen_text(unseen: &[(Tile, usize)], language: &Language) -> String {
    let kind = |(tile, count): &(Tile, usize)| match tile {
        _ if *count == 0 => None,
        Tile::Blank => Some(format!("?×{count}")),
        Tile::Letter(letter) => Some(format!("{}×{count}", language.text(*letter))),
    };
    let total: usize = unseen.iter().map(|(_, count)| count).sum();
    let kinds: Vec<String> = unseen.iter().filter_map(kind).collect();
    // Fourteen kinds fit on a line of a narrow terminal.
    let lines: Vec<String> = kinds.chunks(14).map(|line| format!("\n  {}", line.join(" "))).collect();
    format!("{} unseen:{}", counted(total, "tile"), lines.concat())
}
