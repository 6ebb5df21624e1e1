use rules::notation::Coordinate;

use crate::play::objection::Objection;

/// What somebody at the terminal asks for.
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
    /// Reads a line. Commands come in either case; nothing may be left over.
    pub(super) fn parse(line: &str) -> Result<Request, Objection> {
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
            Err(Objection::new(format!("`{first}` stands alone: {rest:?} is too much.")))
        };
        match first.to_lowercase().as_str() {
            "preview" => {
                let (place, word) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let at = place
                    .parse::<Coordinate>()
                    .map_err(|error| Objection::new(format!("Preview: {error}.")))?;
                Ok(Request::Preview { at, word: one_word(word.trim(), "preview 8H WORD")? })
            }
            "exchange" | "swap" => Ok(Request::Exchange(rest.to_owned())),
            "board" => alone(Request::Board),
            "rack" => alone(Request::Rack),
            "score" => alone(Request::Score),
            "help" | "?" => alone(Request::Help),
            "quit" | "exit" => alone(Request::Quit),
            "pass" => Err(Objection::new("Alone you cannot pass: exchange tiles instead.")),
            "word" => Err(Objection::new(
                "Words are not looked up during a puzzle: play it, a refusal costs nothing.",
            )),
            _ => Err(Objection::new(format!(
                "`{first}` is no command. To play, name a square and a word, as in `8H WORD`; `help` lists the rest."
            ))),
        }
    }
}

fn one_word(text: &str, example: &str) -> Result<String, Objection> {
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Err(Objection::new(format!("Name one word, as in `{example}`.")));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_come_in_either_case_and_words_keep_theirs() {
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
    fn what_is_no_command_is_answered_with_what_is() {
        for (line, said) in [
            ("dance", "`dance` is no command."),
            ("16A QI", "`16A` is no command."),
            ("8H", "Name one word, as in `8H WORD`."),
            ("preview QI", "Preview: expected a row"),
            ("quit now", "`quit` stands alone"),
            ("pass", "Alone you cannot pass"),
            ("word QI", "Words are not looked up"),
            ("\u{1b}[2J", "`\u{fffd}[2J` is no command."),
        ] {
            let sentence = Request::parse(line).unwrap_err().sentence;
            assert!(sentence.starts_with(said), "{line:?}: {sentence}");
        }
    }
}
