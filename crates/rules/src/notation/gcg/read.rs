use crate::Score;
use crate::notation::Coordinate;

use super::{
    Gcg, GcgAction, GcgComment, GcgError, GcgErrorKind, GcgId, GcgMove, GcgPlace, GcgPlayer, GcgPlayersError,
    Pragma, Prose, RackText, SourceLine, TextLine, Word, WordText,
};

impl Gcg {
    /// Parses a game file.
    ///
    /// Every line must be well-formed and every move must name a known player. [`Gcg::replay`]
    /// checks whether the moves fit on the board and the totals add up.
    pub fn parse(text: &str) -> Result<Gcg, GcgError> {
        if text.len() > Gcg::BYTES_MAX {
            return Err(too_many_bytes(text.len()));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
        let mut reader = Reader::default();
        for (index, line) in text.split(['\n', '\r']).enumerate() {
            reader.line_number = index + 1;
            reader.read_line(line)?;
        }
        reader.finish()
    }

    /// Parses a game file in the encoding that it states.
    ///
    /// Without a statement the file is read as UTF-8, or as ISO 8859-1 if that fails. ISO 8859-1
    /// was the default before the pragma existed.
    ///
    /// ```
    /// use rules::notation::Gcg;
    ///
    /// let game = Gcg::from_bytes(b"#player1 rene Ren\xe9\n").unwrap();
    /// assert_eq!(game.players()[0].name.as_str(), "René");
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Gcg, GcgError> {
        if bytes.len() > Gcg::BYTES_MAX {
            return Err(too_many_bytes(bytes.len()));
        }
        let unmarked = bytes.strip_prefix("\u{feff}".as_bytes());
        let first = bytes.split(|&byte| byte == b'\n' || byte == b'\r').next().unwrap_or_default();
        let stated = match unmarked {
            Some(_) => Some(Encoding::Utf8),
            None => {
                first.strip_prefix(b"#character-encoding").and_then(|name| Encoding::named(&latin1(name)))
            }
        };
        match (std::str::from_utf8(bytes), stated) {
            (_, Some(Encoding::Latin1)) | (Err(_), None) => Gcg::parse(&latin1(bytes)),
            (Ok(text), _) => Gcg::parse(text),
            (Err(error), Some(Encoding::Utf8)) => {
                // Splitting at line breaks gives one piece more than there are breaks: the line
                // number.
                let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
                let found = format!("byte {:#04x}", bytes[error.valid_up_to()]);
                let expected = "UTF-8, as the file begins".to_owned();
                Err(GcgError { place: GcgPlace::Line(line), kind: GcgErrorKind::Encoding, expected, found })
            }
        }
    }
}

/// Decodes ISO 8859-1, whose characters are the first 256 of Unicode.
fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

#[derive(Clone, Copy)]
enum Encoding {
    Utf8,
    Latin1,
}

impl Encoding {
    fn named(name: &str) -> Option<Encoding> {
        match name.trim().to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" | "ascii" | "us-ascii" => Some(Encoding::Utf8),
            // Windows-1252 has the same letters at the same code points.
            "iso-8859-1" | "iso 8859-1" | "iso8859-1" | "latin1" | "latin-1" | "windows-1252" | "cp1252" => {
                Some(Encoding::Latin1)
            }
            _ => None,
        }
    }
}

fn too_many_bytes(found: usize) -> GcgError {
    GcgError {
        place: GcgPlace::Line(1),
        kind: GcgErrorKind::Limit,
        expected: format!("at most {} bytes", Gcg::BYTES_MAX),
        found: format!("{found} bytes"),
    }
}

/// The index, from 0, of a numbered key such as `player2`; `None` for any other key.
pub(super) fn numbered(key: &str, word: &str) -> Option<usize> {
    let digits = key.strip_prefix(word)?;
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    // `player0` and numbers that are too large become an index that no player has.
    is_number.then(|| digits.parse::<usize>().unwrap_or(0).wrapping_sub(1))
}

/// Whether a word is an action without a square: `-`, `-TILES`, `--`, `(time)`, `(TILES)`.
fn is_action(word: &str) -> bool {
    word.starts_with(['-', '('])
}

fn is_place(word: &str) -> bool {
    word.parse::<Coordinate>().is_ok()
}

/// A note or description that the next line may continue.
struct OpenProse {
    kind: ProseKind,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ProseKind {
    Note,
    Description,
}

#[derive(Default)]
struct Reader {
    line_number: usize,
    /// Whether a line that is not blank has been read.
    has_begun: bool,
    open: Option<OpenProse>,
    players: Vec<GcgPlayer>,
    /// The pragmas read so far that may occur only once.
    seen: Vec<String>,
    title: Option<TextLine>,
    description: Option<Prose>,
    id: Option<GcgId>,
    lexicon: Option<TextLine>,
    is_incomplete: bool,
    comments: Vec<GcgComment>,
    moves: Vec<GcgMove>,
}

impl Reader {
    fn error(&self, expected: impl Into<String>, found: &str) -> GcgError {
        GcgError {
            place: GcgPlace::Line(self.line_number),
            kind: GcgErrorKind::Form,
            expected: expected.into(),
            found: format!("{found:?}"),
        }
    }

    fn limit(&self, expected: String, found: String) -> GcgError {
        GcgError { place: GcgPlace::Line(self.line_number), kind: GcgErrorKind::Limit, expected, found }
    }

    fn read_line(&mut self, line: &str) -> Result<(), GcgError> {
        if line.len() > Gcg::LINE_BYTES_MAX {
            let expected = format!("at most {} bytes in a line", Gcg::LINE_BYTES_MAX);
            return Err(self.limit(expected, format!("{} bytes", line.len())));
        }
        if let Some(pragma) = line.strip_prefix('#') {
            self.close_prose();
            let (key, value) = pragma.split_once(char::is_whitespace).unwrap_or((pragma, ""));
            self.read_pragma(key, value.trim())?;
        } else if let Some(event) = line.strip_prefix('>') {
            self.close_prose();
            if self.moves.len() == Gcg::MOVES_MAX {
                let expected = format!("at most {} moves", Gcg::MOVES_MAX);
                return Err(self.limit(expected, "one more".to_owned()));
            }
            let made = self.read_move(event)?;
            self.moves.push(made);
        } else if let Some(open) = &mut self.open {
            open.text.push('\n');
            open.text.push_str(line);
        } else if !line.trim().is_empty() {
            return Err(self.error("`#` and a pragma, or `>` and a move", line.trim()));
        }
        self.has_begun |= !line.trim().is_empty();
        Ok(())
    }

    fn read_pragma(&mut self, key: &str, value: &str) -> Result<(), GcgError> {
        let line = || TextLine::new(value).ok();
        match key {
            "character-encoding" => {
                if self.has_begun {
                    return Err(self.error("the encoding on the first line", "#character-encoding"));
                }
                if Encoding::named(value).is_none() {
                    let kind = GcgErrorKind::Encoding;
                    return Err(GcgError { kind, ..self.error("UTF-8 or ISO-8859-1", value) });
                }
            }
            "title" => self.once(key).map(|()| self.title = line())?,
            "lexicon" => self.once(key).map(|()| self.lexicon = line())?,
            "description" => {
                self.once(key)?;
                self.open = Some(OpenProse { kind: ProseKind::Description, text: value.to_owned() });
            }
            "note" => self.open = Some(OpenProse { kind: ProseKind::Note, text: value.to_owned() }),
            "incomplete" => self.is_incomplete = true,
            "id" => {
                self.once(key)?;
                let wrong = || self.error("an authority and an id", value);
                let (authority, id) = value.split_once(char::is_whitespace).ok_or_else(wrong)?;
                let authority = Word::new(authority).map_err(|_| wrong())?;
                let id = Word::new(id.trim()).map_err(|_| wrong())?;
                self.id = Some(GcgId { authority, id });
            }
            _ => {
                if let Some(place) = numbered(key, "player") {
                    return self.read_player(place, key, value);
                }
                if let Some(place) = numbered(key, "rack") {
                    return self.read_last_rack(place, key, value);
                }
                let key = Word::new(key).map_err(|_| self.error("the name of a pragma after `#`", key))?;
                let pragma =
                    Pragma::new(key, line()).map_err(|error| self.error(error.expected, &error.found))?;
                self.comment(GcgComment::Pragma(pragma));
            }
        }
        Ok(())
    }

    fn once(&mut self, key: &str) -> Result<(), GcgError> {
        if self.seen.iter().any(|seen| seen == key) {
            return Err(self.error(format!("#{key} once"), &format!("#{key}")));
        }
        self.seen.push(key.to_owned());
        Ok(())
    }

    fn read_player(&mut self, place: usize, key: &str, value: &str) -> Result<(), GcgError> {
        let next = self.players.len();
        if next == Gcg::PLAYERS_MAX {
            return Err(self
                .limit(format!("at most {} players", Gcg::PLAYERS_MAX), format!("{:?}", format!("#{key}"))));
        }
        if place != next {
            return Err(self.error(format!("#player{}", next + 1), &format!("#{key}")));
        }
        let (nickname, name) = value.split_once(char::is_whitespace).unwrap_or((value, value));
        let wrong = || self.error("a nickname and a name", value);
        let nickname = Word::new(nickname).map_err(|_| wrong())?;
        let name = TextLine::new(name).map_err(|_| wrong())?;
        if self.players.iter().any(|player| player.nickname == nickname) {
            return Err(self.error("a nickname that no other player has", nickname.as_str()));
        }
        self.players.push(GcgPlayer { nickname, name, last_rack: None });
        Ok(())
    }

    fn read_last_rack(&mut self, place: usize, key: &str, value: &str) -> Result<(), GcgError> {
        if place >= self.players.len() {
            return Err(self.error("the rack of a player who is named before", &format!("#{key}")));
        }
        self.once(key)?;
        if !value.is_empty() {
            self.players[place].last_rack = Some(self.read_tiles(value)?);
        }
        Ok(())
    }

    fn read_tiles(&self, text: &str) -> Result<RackText, GcgError> {
        RackText::new(text).map_err(|error| self.error(error.expected, &error.found))
    }

    fn comment(&mut self, comment: GcgComment) {
        self.moves.last_mut().map_or(&mut self.comments, |last| &mut last.comments).push(comment);
    }

    /// Ends the open note or description and stores it unless it is blank.
    fn close_prose(&mut self) {
        let Some(OpenProse { kind, text }) = self.open.take() else { return };
        let prose = Prose::new(&text).ok();
        match kind {
            ProseKind::Description => self.description = prose,
            ProseKind::Note => prose.into_iter().for_each(|note| self.comment(GcgComment::Note(note))),
        }
    }

    fn read_move(&self, event: &str) -> Result<GcgMove, GcgError> {
        let (nickname, rest) = event.split_once(char::is_whitespace).unwrap_or((event, ""));
        let nickname =
            nickname.strip_suffix(':').ok_or_else(|| self.error("a nickname and `:` after `>`", nickname))?;
        let player = self
            .players
            .iter()
            .position(|player| player.nickname.as_str() == nickname)
            .ok_or_else(|| self.error("the nickname of a player who is named before", nickname))?;

        let words: Vec<&str> = rest.split_whitespace().collect();
        let wrong =
            || self.error("RACK PLACE WORD or RACK ACTION, then the points and the total", rest.trim());
        // A rack has no digits, `-` or `(`, so the first word shows whether there is one.
        let has_rack = words.first().is_some_and(|first| !is_action(first) && !is_place(first));
        let (rack, rest) = if has_rack { (words.first(), &words[1..]) } else { (None, &words[..]) };
        let is_play = rest.first().is_some_and(|first| first.contains(|c: char| c.is_ascii_digit()))
            && !rest.first().is_some_and(|first| is_action(first));
        let (action, total, text) = match *rest {
            [at, word, points, total, ref text @ ..] if is_play => {
                (self.read_play(at, word, points)?, total, text)
            }
            [action, points, total, ref text @ ..] if !is_play => {
                (self.read_action(action, points)?, total, text)
            }
            _ => return Err(wrong()),
        };
        let rack = rack.map(|rack| self.read_tiles(rack)).transpose()?;
        let total = self.read_total(total)?;
        let line = SourceLine(Some(self.line_number));
        // Some programs write a comment after the move instead of in a note.
        let comments = Prose::new(&text.join(" ")).map(GcgComment::Note).into_iter().collect();
        Ok(GcgMove { player, rack, action, total, comments, line })
    }

    fn read_play(&self, at: &str, word: &str, points: &str) -> Result<GcgAction, GcgError> {
        let at = at.parse().map_err(|_| self.error("a place such as 8H or H8", at))?;
        let word = WordText::new(word).map_err(|error| self.error(error.expected, &error.found))?;
        Ok(GcgAction::Play { at, word, points: self.read_points('+', points)? })
    }

    fn read_action(&self, action: &str, points: &str) -> Result<GcgAction, GcgError> {
        let nothing = || match points {
            "+0" | "-0" | "0" => Ok(()),
            _ => Err(self.error("+0", points)),
        };
        match action {
            "-" => nothing().map(|()| GcgAction::Pass),
            "--" => Ok(GcgAction::Withdrawn { points: self.read_points('-', points)? }),
            "(challenge)" => Ok(GcgAction::ChallengeBonus { points: self.read_points('+', points)? }),
            "(time)" => Ok(GcgAction::TimePenalty { points: self.read_points('-', points)? }),
            _ => {
                if let Some(tiles) = action.strip_prefix('-') {
                    nothing()?;
                    if tiles.bytes().all(|digit| digit.is_ascii_digit()) {
                        let count = tiles.parse().map_err(|_| self.error("a number of tiles", tiles))?;
                        return Ok(GcgAction::ExchangeCount(count));
                    }
                    return Ok(GcgAction::Exchange(self.read_tiles(tiles)?));
                }
                let tiles =
                    action.strip_prefix('(').and_then(|tiles| tiles.strip_suffix(')')).ok_or_else(|| {
                        self.error("`-`, `-TILES`, `--`, `(challenge)`, `(time)` or `(TILES)`", action)
                    })?;
                let tiles = self.read_tiles(tiles)?;
                // The rack may or may not be stated as well, so the sign tells whose tiles these
                // are.
                if points.starts_with('-') {
                    Ok(GcgAction::RackPenalty { tiles, points: self.read_points('-', points)? })
                } else {
                    Ok(GcgAction::RackPoints { tiles, points: self.read_points('+', points)? })
                }
            }
        }
    }

    fn read_points(&self, sign: char, text: &str) -> Result<u16, GcgError> {
        // Several programs write zero without a sign.
        if text == "0" {
            return Ok(0);
        }
        text.strip_prefix(sign)
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(|| self.error(format!("`{sign}` and points up to {}", u16::MAX), text))
    }

    fn read_total(&self, text: &str) -> Result<Score, GcgError> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
        let total = if is_number { text.parse().ok() } else { None };
        total.map(Score).ok_or_else(|| self.error("a total", text))
    }

    fn finish(mut self) -> Result<Gcg, GcgError> {
        self.close_prose();
        let gcg = Gcg::new(std::mem::take(&mut self.players)).map_err(|error| match error {
            GcgPlayersError::Count { .. } => self.error("#player1", "the end of the file"),
            other => self.error("players", &other.to_string()),
        })?;
        Ok(Gcg {
            title: self.title,
            description: self.description,
            id: self.id,
            lexicon: self.lexicon,
            is_incomplete: self.is_incomplete,
            comments: self.comments,
            moves: self.moves,
            ..gcg
        })
    }
}
