use rules::notation::Coordinate;

use crate::play::typed_command::{Request as AtATable, no_command};
use crate::play::user_error::UserError;

/// A request typed at the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Request {
    Play { at: Coordinate, word: String },
    Preview { at: Coordinate, word: String },
    Exchange(String),
    Board,
    Rack,
    Score,
    Help,
    Quit,
}

pub(super) const HELP: &str = "\
8H WORD          play across from row 8, column H; H8 WORD plays down
                 small letters are blanks, a dot is a tile on the board: 8H QU.z
preview 8H WORD  what it would score; the word is not looked up
exchange ABC     swap these tiles of the rack, ? for a blank; this takes the turn
board, rack      show them again
score            the turns so far
quit             stop; the puzzle goes on when you come back";

impl Request {
    /// Parses a line. The commands are a subset of those of `dord play`.
    pub(super) fn parse(line: &str) -> Result<Request, UserError> {
        match AtATable::parse(line)? {
            AtATable::Play { at, word } => Ok(Request::Play { at, word }),
            AtATable::Preview { at, word } => Ok(Request::Preview { at, word }),
            AtATable::Exchange(tiles) => Ok(Request::Exchange(tiles)),
            AtATable::Board => Ok(Request::Board),
            AtATable::Rack => Ok(Request::Rack),
            AtATable::Score => Ok(Request::Score),
            AtATable::Help => Ok(Request::Help),
            AtATable::Quit => Ok(Request::Quit),
            AtATable::Pass => Err(UserError::new("Alone you cannot pass: exchange tiles instead.")),
            AtATable::LookUp(_) => Err(UserError::new(
                "Words are not looked up during a puzzle: play it, a refusal costs nothing.",
            )),
            AtATable::Challenge
            | AtATable::Valid
            | AtATable::Invalid
            | AtATable::Accept
            | AtATable::Resign
            | AtATable::End
            | AtATable::Unseen
            | AtATable::Save(_) => Err(no_command(line.split_whitespace().next().unwrap_or_default())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_ignore_case_and_words_keep_theirs() {
        let at: Coordinate = "8H".parse().unwrap();
        for (line, request) in [
            ("8h QU.z", Request::Play { at, word: "QU.z".to_owned() }),
            ("PREVIEW 8h QI", Request::Preview { at, word: "QI".to_owned() }),
            ("Exchange a b", Request::Exchange("a b".to_owned())),
            ("swap", Request::Exchange(String::new())),
            ("?", Request::Help),
            ("exit", Request::Quit),
        ] {
            assert_eq!(Request::parse(line), Ok(request), "{line}");
        }
    }

    #[test]
    fn an_unknown_command_is_answered_with_the_known_ones() {
        for (line, said) in [
            ("dance", "`dance` is no command."),
            ("16A QI", "`16A` is no command."),
            ("8H", "Name one word, as in `8H WORD`."),
            ("preview QI", "Preview: expected a row"),
            ("quit now", "`quit` stands alone"),
            ("pass", "Alone you cannot pass"),
            ("word QI", "Words are not looked up"),
            ("challenge", "`challenge` is no command."),
            ("\u{1b}[2J", "`\u{fffd}[2J` is no command."),
        ] {
            let sentence = Request::parse(line).unwrap_err().sentence;
            assert!(sentence.starts_with(said), "{line:?}: {sentence}");
        }
    }
}
