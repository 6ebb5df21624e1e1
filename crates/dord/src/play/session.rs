use std::{
    io::{BufRead, Write},
    path::{Path, PathBuf},
};

use lexicon::import::spell;
use rules::{Command, Preview, Seat, Tile};

use super::{
    input::Input,
    json_output,
    record::Record,
    screen::Screen,
    table::HotSeat,
    typed_command::{Request, Spoken},
    user_error::UserError,
    word_input,
};

/// A session of one game: from the first rack to the end, or until the players quit.
pub(super) struct Session<R> {
    pub(super) table: HotSeat,
    pub(super) output: Output,
    pub(super) record: Record,
    pub(super) input: Input<R>,
    /// GCG file to write at the end.
    pub(super) gcg: Option<PathBuf>,
}

/// The reader of the output.
pub(super) enum Output {
    /// People at a terminal.
    Screen(Screen),
    /// A program.
    Answers,
}

/// Outcome of a request.
pub(super) enum Reply {
    /// The game went on, as these sentences describe.
    Happened(Vec<String>),
    /// The request was refused, and nothing changed.
    Refused(UserError),
    /// The request only shows something.
    Shown(Shown),
    /// A player quits.
    Quit,
}

/// What a request shows.
pub(super) enum Shown {
    Board,
    Rack,
    Unseen(Vec<(Tile, usize)>),
    Score,
    Word { text: String, is_valid: bool },
    Preview(Preview),
    Saved(PathBuf),
    Help,
}

impl<R: BufRead> Session<R> {
    pub(super) fn run(mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let told = self.table.start()?;
        match &mut self.output {
            Output::Screen(screen) => screen.begin(out, &self.table, told)?,
            Output::Answers => json_output::begin(out, &self.table, &told)?,
        }
        while self.table.game.outcome().is_none() {
            if let Output::Screen(screen) = &mut self.output {
                screen.prompt(out, &self.table)?;
            }
            let Some(line) = self.input.line()? else { return self.leave(out) };
            if line.is_empty() {
                if let Output::Screen(screen) = &mut self.output {
                    screen.entered(out, &self.table)?;
                }
                continue;
            }
            let reply = match Spoken::parse(&line, self.table.game.players()) {
                Ok(spoken) => self.answer(out, &spoken)?,
                Err(objection) => Reply::Refused(objection),
            };
            match &reply {
                Reply::Refused(_) => self.input.refused()?,
                _ => self.input.accepted(),
            }
            match (&reply, &mut self.output) {
                (Reply::Quit, _) => return self.leave(out),
                (reply, Output::Screen(screen)) => screen.reply(out, &self.table, reply)?,
                (reply, Output::Answers) => json_output::reply(out, &self.table, reply)?,
            }
        }
        match &mut self.output {
            Output::Screen(screen) => screen.end(out, &self.table)?,
            Output::Answers => json_output::end(out, &self.table)?,
        }
        self.write_record(out)
    }

    /// Ends the session after the end of the input or a quit.
    fn leave(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.output {
            Output::Screen(_) => Screen::leave(out)?,
            Output::Answers => json_output::leave(out, &self.table)?,
        }
        self.write_record(out)
    }

    fn write_record(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Some(path) = &self.gcg else { return Ok(()) };
        self.record.save(path, &self.table)?;
        let reply = Reply::Shown(Shown::Saved(path.clone()));
        match &mut self.output {
            Output::Screen(screen) => screen.reply(out, &self.table, &reply),
            Output::Answers => json_output::reply(out, &self.table, &reply),
        }
    }

    fn answer(&mut self, out: &mut dyn Write, spoken: &Spoken) -> anyhow::Result<Reply> {
        // Players may resign without the device, but only by name.
        let is_named_resignation = spoken.by.is_some() && spoken.request == Request::Resign;
        if let (Output::Screen(screen), Some(next)) = (&self.output, self.table.game.to_move())
            && spoken.request.needs_the_device()
            && !is_named_resignation
            && spoken.by.is_none_or(|by| by == next)
            && !screen.is_held_by(next)
        {
            let name = self.table.name(next);
            return Ok(Reply::Refused(UserError::new(format!(
                "Hand the device to {name} first, and press Enter."
            ))));
        }
        if spoken.request == Request::Pass && !self.is_sure_to_pass(out)? {
            return Ok(Reply::Refused(UserError::new("Nobody passed.")));
        }
        let speaker = spoken.by.or_else(|| self.usual_speaker(&spoken.request));
        // Only a running game gets here, and it has a player to move.
        let Some(speaker) = speaker else { return Ok(Reply::Quit) };
        Ok(self.fulfil(speaker, &spoken.request).unwrap_or_else(Reply::Refused))
    }

    /// Asks for confirmation of a pass. Programs are not asked.
    fn is_sure_to_pass(&mut self, out: &mut dyn Write) -> anyhow::Result<bool> {
        if let Output::Answers = self.output {
            return Ok(true);
        }
        if let Output::Screen(screen) = &self.output {
            screen.typed(out)?;
        }
        write!(out, "Give the turn away? Type yes or no: ")?;
        out.flush()?;
        let answer = self.input.line()?.unwrap_or_default().to_lowercase();
        Ok(matches!(answer.as_str(), "y" | "yes" | "j" | "ja"))
    }

    /// The player who makes a request without a name: the player to move, or the only one who can.
    fn usual_speaker(&self, request: &Request) -> Option<Seat> {
        let game = &self.table.game;
        let to_move = game.to_move()?;
        let view = game.table_view();
        let position = view.play()?;
        let place = position.order().iter().position(|&seat| seat == to_move)?;
        let from_mover = || position.order().iter().cycle().skip(place).take(position.order().len()).copied();
        let still_in = |seat: &Seat| view.player(*seat).unwrap().departure().is_none();
        let meant = match (request, position.open_play(), position.end_request()) {
            (Request::Challenge, Some(open), _) => {
                from_mover().filter(still_in).find(|&seat| seat != open.seat())
            }
            (Request::Accept, Some(open), _) => from_mover()
                .filter(still_in)
                .find(|&seat| seat != open.seat() && !open.accepted().contains(seat)),
            (Request::End, _, None) => game.host(),
            (Request::End, _, Some((_, agreed))) => {
                from_mover().filter(still_in).find(|&seat| !agreed.contains(seat))
            }
            _ => None,
        };
        meant.or(Some(to_move))
    }

    fn fulfil(&mut self, speaker: Seat, request: &Request) -> Result<Reply, UserError> {
        let game = &self.table.game;
        let language = game.rules().language.clone();
        let placement = |at, word: &str| {
            let board = game.board().cloned().unwrap_or_default();
            word_input::placement(&language, &board, at, word)
        };
        let command = match request {
            Request::Play { at, word } => Command::PlaceTiles(placement(*at, word)?),
            // Another player's exchange is refused below, without details about the rack.
            Request::Exchange(_) if game.to_move() != Some(speaker) => {
                Command::ExchangeTiles { places: Vec::new() }
            }
            Request::Exchange(named) => {
                let rack = game.rack(speaker).cloned().unwrap_or_default();
                Command::ExchangeTiles { places: word_input::places(&language, &rack, named)? }
            }
            Request::Pass => Command::Pass,
            Request::Challenge => Command::Challenge { turn: None },
            Request::Valid => Command::Judge { valid: true, turn: None },
            Request::Invalid => Command::Judge { valid: false, turn: None },
            Request::Accept => Command::AcceptPlay { turn: None },
            Request::Resign => Command::Resign,
            Request::End => Command::EndGame,
            Request::Preview { at, word } => {
                let placement = placement(*at, word)?;
                let preview =
                    game.preview(self.own_seat(speaker)?, &placement, self.table.list.lexicon.as_ref());
                return match preview {
                    Ok(preview) => Ok(Reply::Shown(Shown::Preview(preview))),
                    Err(refusal) => Err(UserError::to(&refusal, game, speaker)),
                };
            }
            Request::LookUp(word) => return self.look_up(speaker, word).map(Reply::Shown),
            Request::Board => return Ok(Reply::Shown(Shown::Board)),
            Request::Rack => {
                self.own_seat(speaker)?;
                return Ok(Reply::Shown(Shown::Rack));
            }
            Request::Unseen => return self.unseen(self.own_seat(speaker)?).map(Reply::Shown),
            Request::Score => return Ok(Reply::Shown(Shown::Score)),
            Request::Save(path) => return self.save(path).map(Reply::Shown),
            Request::Help => return Ok(Reply::Shown(Shown::Help)),
            Request::Quit => return Ok(Reply::Quit),
        };
        match self.table.command(speaker, command) {
            Ok(sentences) => Ok(Reply::Happened(sentences)),
            Err(refusal) => Err(UserError::to(&refusal, &self.table.game, speaker)),
        }
    }

    /// Information about a rack is for its owner, who has the device only during their turn.
    fn own_seat(&self, speaker: Seat) -> Result<Seat, UserError> {
        if self.table.game.to_move() == Some(speaker) {
            return Ok(speaker);
        }
        let name = self.table.name(speaker);
        Err(UserError::new(format!("The rack of {name} is shown only when it is the turn of {name}.")))
    }

    fn look_up(&self, speaker: Seat, word: &str) -> Result<Shown, UserError> {
        let game = &self.table.game;
        let language = &game.rules().language;
        let letters = spell(language, word)
            .map_err(|reason| UserError::new(format!("{word} cannot be laid: {reason}.")))?;
        match game.look_up(&letters, self.table.list.lexicon.as_ref()) {
            Ok(is_valid) => Ok(Shown::Word { text: language.write(&letters), is_valid }),
            Err(refusal) => Err(UserError::to(&refusal, game, speaker)),
        }
    }

    fn unseen(&self, seat: Seat) -> Result<Shown, UserError> {
        let view = self.table.game.player_view(seat);
        let unseen = view.and_then(rules::PlayerView::unseen);
        unseen.map(Shown::Unseen).ok_or_else(|| UserError::new("At this table nobody counts tiles for you."))
    }

    fn save(&mut self, path: &Path) -> Result<Shown, UserError> {
        match self.record.save(path, &self.table) {
            Ok(()) => Ok(Shown::Saved(path.to_owned())),
            Err(error) => Err(UserError::new(format!("{} was not written: {error:#}.", path.display()))),
        }
    }
}
