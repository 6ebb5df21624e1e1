use std::path::PathBuf;

use rules::{BySeat, Player, PlayerName, Seat, notation::Coordinate};

use super::user_error::UserError;

/// A request typed at the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Request {
    Play { at: Coordinate, word: String },
    Preview { at: Coordinate, word: String },
    Exchange(String),
    Pass,
    Challenge,
    Valid,
    Invalid,
    Accept,
    Resign,
    End,
    Board,
    Rack,
    Unseen,
    LookUp(String),
    Score,
    Save(PathBuf),
    Help,
    Quit,
}

/// A request, with the player's name if the line began with one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spoken {
    pub(super) by: Option<Seat>,
    pub(super) request: Request,
}

pub(super) const HELP: &str = "\
8H WORD          play across from row 8, column H; H8 WORD plays down
                 small letters are blanks, a dot is a tile on the board: 8H QU.z
preview 8H WORD  what it would score
exchange ABC     swap these tiles of the rack, ? for a blank
pass             give the turn away (asks first)
challenge        doubt the last play
valid, invalid   the verdict on a challenge
ok               the last play looks good
resign, end      give up; end the game for all
board, rack      show them again
score            the score pad with running totals
unseen           the tiles that are neither on the board nor on your rack
word QI          look a word up, where the rules allow it
save FILE.gcg    write the game down, racks and all
quit             leave the game as it is

A name before a command says who speaks: bob challenge, carol ok, bob resign.";

impl Spoken {
    /// Parses a line that may begin with a name.
    pub(super) fn parse(line: &str, players: &BySeat<Player>) -> Result<Spoken, UserError> {
        // Commands take precedence over names, so a player can be called Pass or Word.
        let unnamed = match Request::parse(line) {
            Ok(request) => return Ok(Spoken { by: None, request }),
            Err(objection) => objection,
        };
        let Some((seat, rest)) = named_speaker(line, players) else { return Err(unnamed) };
        Ok(Spoken { by: Some(seat), request: Request::parse(&rest)? })
    }
}

/// The player whose name begins the line, and the rest of the line. The longest name wins.
fn named_speaker(line: &str, players: &BySeat<Player>) -> Option<(Seat, String)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    (1..words.len()).rev().find_map(|count| {
        let name: PlayerName = words[..count].join(" ").parse().ok()?;
        let (seat, _) = players.iter().find(|(_, player)| player.name.is_same_as(&name))?;
        Some((seat, words[count..].join(" ")))
    })
}

impl Request {
    /// Whether only the player to move may do this, with the device in hand.
    pub(super) const fn needs_the_device(&self) -> bool {
        match self {
            Request::Play { .. }
            | Request::Preview { .. }
            | Request::Exchange(_)
            | Request::Pass
            | Request::Resign
            | Request::Rack
            | Request::Unseen => true,
            Request::Challenge
            | Request::Valid
            | Request::Invalid
            | Request::Accept
            | Request::End
            | Request::Board
            | Request::LookUp(_)
            | Request::Score
            | Request::Save(_)
            | Request::Help
            | Request::Quit => false,
        }
    }

    /// Parses a line. Commands ignore case; extra words are an error.
    pub(crate) fn parse(line: &str) -> Result<Request, UserError> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if let Ok(at) = first.parse::<Coordinate>() {
            return Ok(Request::Play { at, word: one_word(rest, "8H WORD")? });
        }
        let alone = |request: Request| {
            if rest.is_empty() {
                return Ok(request);
            }
            Err(UserError::new(format!("`{first}` stands alone: {rest:?} is too much.")))
        };
        match first.to_lowercase().as_str() {
            "preview" => {
                let (place, word) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let at = place
                    .parse::<Coordinate>()
                    .map_err(|error| UserError::new(format!("Preview: {error}.")))?;
                Ok(Request::Preview { at, word: one_word(word.trim(), "preview 8H WORD")? })
            }
            "exchange" | "swap" => Ok(Request::Exchange(rest.to_owned())),
            "word" => Ok(Request::LookUp(one_word(rest, "word QI")?)),
            "save" if rest.is_empty() => Err(UserError::new("Name the file, as in `save game.gcg`.")),
            "save" => Ok(Request::Save(PathBuf::from(rest))),
            "pass" => alone(Request::Pass),
            "challenge" => alone(Request::Challenge),
            "valid" => alone(Request::Valid),
            "invalid" => alone(Request::Invalid),
            "ok" => alone(Request::Accept),
            "resign" => alone(Request::Resign),
            "end" => alone(Request::End),
            "board" => alone(Request::Board),
            "rack" => alone(Request::Rack),
            "unseen" => alone(Request::Unseen),
            "score" => alone(Request::Score),
            "help" | "?" => alone(Request::Help),
            "quit" | "exit" => alone(Request::Quit),
            _ => Err(no_command(first)),
        }
    }
}

/// Error for an unknown command.
pub(crate) fn no_command(word: &str) -> UserError {
    UserError::new(format!(
        "`{word}` is no command. To play, name a square and a word, as in `8H WORD`; `help` lists the rest."
    ))
}

fn one_word(text: &str, example: &str) -> Result<String, UserError> {
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Err(UserError::new(format!("Name one word, as in `{example}`.")));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use rules::PlayerKind;

    use super::*;

    fn players(names: &[&str]) -> BySeat<Player> {
        let player = |name: &&str| Player {
            name: name.parse().unwrap(),
            kind: PlayerKind::Person,
            contribution: None,
        };
        Seat::all().zip(names.iter().map(player)).collect()
    }

    fn parse(line: &str) -> Result<Spoken, UserError> {
        Spoken::parse(line, &players(&["Alice", "Bob", "Bob Lee", "Pass"]))
    }

    #[test]
    fn commands_ignore_case_and_words_keep_theirs() {
        let at: Coordinate = "8H".parse().unwrap();
        let play = |word: &str| Request::Play { at, word: word.to_owned() };
        for (line, request) in [
            ("8h QuIZ", play("QuIZ")),
            ("  8H   QU.z ", play("QU.z")),
            ("PASS", Request::Pass),
            ("Exchange a b", Request::Exchange("a b".to_owned())),
            ("preview 8h QI", Request::Preview { at, word: "QI".to_owned() }),
            ("save My Game.gcg", Request::Save("My Game.gcg".into())),
            ("?", Request::Help),
        ] {
            assert_eq!(parse(line), Ok(Spoken { by: None, request }), "{line}");
        }
    }

    #[test]
    fn a_name_before_a_command_identifies_the_player() {
        for (line, seat, request) in [
            ("bob challenge", 1, Request::Challenge),
            ("BOB LEE ok", 2, Request::Accept),
            ("alice invalid", 0, Request::Invalid),
            ("pass pass", 3, Request::Pass),
        ] {
            assert_eq!(parse(line), Ok(Spoken { by: Seat::at(seat), request }), "{line}");
        }
        assert_eq!(parse("pass"), Ok(Spoken { by: None, request: Request::Pass }));
    }

    #[test]
    fn an_unknown_command_is_answered_with_the_known_ones() {
        for (line, said) in [
            ("bob", "`bob` is no command."),
            ("bob dances", "`dances` is no command."),
            ("16A QI", "`16A` is no command."),
            ("8H", "Name one word, as in `8H WORD`."),
            ("8H TWO WORDS", "Name one word"),
            ("valid now", "`valid` stands alone"),
            ("save", "Name the file"),
            ("preview QI", "Preview: expected a row"),
            ("\u{1b}[2J", "`\u{fffd}[2J` is no command."),
        ] {
            let sentence = parse(line).unwrap_err().sentence;
            assert!(sentence.starts_with(said), "{line:?}: {sentence}");
        }
    }
}
