//! GCG: game files round-trip, and errors name the line.

use rules::notation::gcg::{
    Gcg, GcgAction, GcgComment, GcgDeparture, GcgErrorKind, GcgMove, GcgOutcome, GcgPlace, GcgPlayer,
    GcgPlayersError, Pragma, Prose, RackText, TextLine, Word, WordText,
};
use rules::notation::tiles;
use rules::{Departure, Language, Score};

const TWO: &str = include_str!("gcg/two-players.gcg");
const FOUR: &str = include_str!("gcg/four-players.gcg");
const SPANISH: &str = include_str!("gcg/spanish.gcg");
const FOREIGN: &str = include_str!("gcg/foreign.gcg");

fn english() -> std::sync::Arc<Language> {
    Language::by_code("en").unwrap()
}

fn parse(text: &str) -> Gcg {
    Gcg::parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// A game of two players with these moves.
fn game(moves: &str) -> Gcg {
    parse(&format!("#player1 a Anna\n#player2 b Bo\n{moves}"))
}

#[test]
fn a_game_round_trips() {
    for text in [TWO, FOUR, SPANISH, FOREIGN] {
        let game = parse(text);
        assert_eq!(parse(&game.to_string()), game);
    }
    // Files in our own form round-trip byte for byte.
    for text in [TWO, FOUR, SPANISH] {
        assert_eq!(parse(text).to_string(), text);
    }
}

#[test]
fn a_note_continues_until_the_next_pragma_or_move() {
    let game = parse(FOREIGN);
    let [GcgComment::Note(note)] = &game.moves()[1].comments[..] else { panic!() };
    let lines: Vec<&str> = note.as_str().lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("The nickname") && lines[1].is_empty() && lines[2].starts_with("  This"));
    let [GcgComment::Pragma(clock)] = &game.moves()[5].comments[..] else { panic!() };
    assert_eq!((clock.key(), clock.value()), ("clock", Some("12:00")));
}

#[test]
fn a_lost_turn_is_written_as_a_pass_with_a_note() {
    let mut game = game("");
    game.push(GcgMove::lost_turn(0, RackText::new("ABC").ok(), Score::ZERO)).unwrap();
    game.push(GcgMove::new(1, RackText::new("DEF").ok(), GcgAction::Pass, Score::ZERO)).unwrap();
    assert!(game.to_string().contains(">a: ABC - +0 0\n#note #unsuccessful-challenge\n>b: DEF - +0 0\n"));
    let read = parse(&game.to_string());
    assert!(read.moves()[0].is_lost_turn() && !read.moves()[1].is_lost_turn());
    let outcomes: Vec<_> =
        read.replay(&english()).unwrap().turns.into_iter().map(|turn| turn.outcome).collect();
    assert_eq!(outcomes, [GcgOutcome::LostTurn, GcgOutcome::Passed]);
}

#[test]
fn departures_are_notes_below_the_last_move_before_them() {
    let mut game = game("");
    game.note_departure(1, Departure::TimeExpired);
    game.push(GcgMove::new(0, None, GcgAction::Pass, Score::ZERO)).unwrap();
    game.comment(GcgComment::Note(Prose::new("#resigned nobody").unwrap()));
    game.note_departure(0, Departure::Removed);
    let expected = [
        GcgDeparture { after_moves: 0, player: 1, departure: Departure::TimeExpired },
        GcgDeparture { after_moves: 1, player: 0, departure: Departure::Removed },
    ];
    assert_eq!(game.departures(), expected);
    assert_eq!(parse(&game.to_string()).departures(), expected);
}

#[test]
fn a_game_can_be_built_without_a_file() {
    let english = english();
    let quiz: Vec<_> = tiles::read_laid_tiles(&english, "QUiZ").unwrap().into_iter().map(Some).collect();
    let mut game =
        Gcg::new(vec![GcgPlayer::named("Anna Bell").unwrap(), GcgPlayer::named("Bo").unwrap()]).unwrap();
    let action = GcgAction::Play {
        at: "8G".parse().unwrap(),
        word: WordText::of(&english, &quiz).unwrap(),
        points: 44,
    };
    let rack = RackText::of(&english, &tiles::read_rack(&english, "QUZ?AEI").unwrap());
    game.push(GcgMove::new(0, rack, action, Score(44))).unwrap();
    game.set_last_rack(1, RackText::of(&english, &[]));
    game.set_last_rack(0, RackText::new("AEI").ok());
    assert_eq!(
        game.to_string(),
        "#character-encoding UTF-8\n#player1 Anna_Bell Anna Bell\n#player2 Bo Bo\n\
         >Anna_Bell: QUZ?AEI 8G QUiZ +44 44\n#rack1 AEI\n"
    );
    let wrong = GcgMove::new(1, None, GcgAction::Pass, Score(7));
    game.push(wrong).unwrap();
    assert_eq!(game.replay(&english).unwrap_err().to_string(), "move 2: expected a total of 0, found 7");
}

#[test]
fn a_game_has_one_to_four_players_with_unique_nicknames() {
    let player = |name: &str| GcgPlayer::named(name).unwrap();
    assert_eq!(Gcg::new(Vec::new()), Err(GcgPlayersError::Count { found: 0 }));
    let five = ["a", "b", "c", "d", "e"].map(player).to_vec();
    assert_eq!(Gcg::new(five), Err(GcgPlayersError::Count { found: 5 }));
    assert!(matches!(
        Gcg::new(vec![player("a b"), player("a  b")]),
        Err(GcgPlayersError::SameNickname { .. })
    ));
    let mut game = Gcg::new(vec![player("a")]).unwrap();
    assert_eq!(
        game.push(GcgMove::new(1, None, GcgAction::Pass, Score::ZERO)),
        Err(GcgPlayersError::Unknown { players: 1, found: 1 })
    );
}

#[test]
fn a_known_pragma_cannot_be_added_as_an_unknown_one() {
    for key in ["note", "title", "player1", "player12", "rack0", "incomplete", "character-encoding"] {
        assert!(Pragma::new(Word::new(key).unwrap(), None).is_err(), "{key}");
    }
    for key in ["tile-set", "player", "rackA", "Title"] {
        assert!(Pragma::new(Word::new(key).unwrap(), TextLine::new("x").ok()).is_ok(), "{key}");
    }
}

#[test]
fn a_file_is_read_in_its_stated_encoding() {
    let latin = b"#player1 i In\xe9s\r\n#player2 t To\xf1o\r\n>i: ABC - +0 0\r\n";
    let game = Gcg::from_bytes(latin).unwrap();
    assert_eq!(game.players()[0].name.as_str(), "Inés");
    assert_eq!(game.moves().len(), 1);

    let utf8 = "\u{feff}#character-encoding utf-8\n#player1 i Inés\n#player2 t Toño\n>i: ABC - +0 0\n";
    assert_eq!(Gcg::from_bytes(utf8.as_bytes()).unwrap(), game);
    assert_eq!(Gcg::from_bytes(&utf8.as_bytes()[3..]).unwrap(), game);
    let unstated = utf8.lines().skip(1).collect::<Vec<_>>().join("\r");
    assert_eq!(Gcg::from_bytes(unstated.as_bytes()).unwrap(), game);

    // A file that states Latin-1 is read as such, even if it is valid UTF-8.
    let stated = "#character-encoding ISO-8859-1\n#player1 i Inés\n";
    assert_eq!(Gcg::from_bytes(stated.as_bytes()).unwrap().players()[0].name.as_str(), "InÃ©s");
    for (bytes, line) in [
        (&b"#character-encoding UTF-8\n#player1 a A\n#title \xe9\n"[..], 3),
        (b"\xef\xbb\xbf#player1 a A\n#title \xe9\n", 2),
        (b"#character-encoding KOI8-R\n#title \xe9\n", 1),
    ] {
        let error = Gcg::from_bytes(bytes).unwrap_err();
        assert_eq!((error.place, error.kind), (GcgPlace::Line(line), GcgErrorKind::Encoding), "{error}");
    }
}

#[test]
fn the_error_for_a_malformed_file_names_the_line() {
    let head = "#player1 a Anna\n#player2 b Bo\n";
    for (text, line, expected, found) in [
        ("", 1, "#player1", "the end of the file"),
        ("hello", 1, "`#` and a pragma, or `>` and a move", "hello"),
        ("# player1 a A", 1, "the name of a pragma after `#`", ""),
        ("#player2 a Anna", 1, "#player1", "#player2"),
        ("#player1", 1, "a nickname and a name", ""),
        ("#player1 a A\n#player2 a B", 2, "a nickname that no other player has", "a"),
        ("#player1 a A\n#player0 b B", 2, "#player2", "#player0"),
        ("\n#title x\n#character-encoding UTF-8", 3, "the encoding on the first line", "#character-encoding"),
        ("HEAD#title x\n#title y", 4, "#title once", "#title"),
        ("HEAD#description\n#description", 4, "#description once", "#description"),
        ("HEAD#id x", 3, "an authority and an id", "x"),
        ("HEAD#id x y z", 3, "an authority and an id", "x y z"),
        ("HEAD#rack3 ABC", 3, "the rack of a player who is named before", "#rack3"),
        ("HEAD#rack1 AB1", 3, RACK, "AB1"),
        ("HEAD>a ABC - +0 0", 3, "a nickname and `:` after `>`", "a"),
        ("HEAD>", 3, "a nickname and `:` after `>`", ""),
        ("HEAD>c: ABC - +0 0", 3, "the nickname of a player who is named before", "c"),
        ("HEAD>a:", 3, MOVE, ""),
        ("HEAD>a: +0 0", 3, MOVE, "+0 0"),
        ("HEAD>a: ABC 8H AB +1", 3, MOVE, "ABC 8H AB +1"),
        ("HEAD>a: ABC 8H AB +1 much", 3, "a total", "much"),
        ("HEAD>a: ABC 8P AB +1 1", 3, "a place such as 8H or H8", "8P"),
        ("HEAD>a: ABC 8H A?B +1 1", 3, WORD, "A?B"),
        ("HEAD>a: ABC 8H A() +1 1", 3, WORD, "A()"),
        ("HEAD>a: A.C 8H AB +1 1", 3, RACK, "A.C"),
        ("HEAD>a: ABC 8H AB -1 1", 3, "`+` and points up to 65535", "-1"),
        ("HEAD>a: ABC 8H AB 1 1", 3, "`+` and points up to 65535", "1"),
        ("HEAD>a: ABC 8H AB + 1", 3, "`+` and points up to 65535", "+"),
        ("HEAD>a: ABC 8H AB ++1 1", 3, "`+` and points up to 65535", "++1"),
        ("HEAD>a: ABC 8H AB +65536 1", 3, "`+` and points up to 65535", "+65536"),
        ("HEAD>a: ABC 8H AB +1 +1", 3, "a total", "+1"),
        ("HEAD>a: ABC 8H AB +1 -", 3, "a total", "-"),
        ("HEAD>a: ABC 8H AB +1 4294967296", 3, "a total", "4294967296"),
        ("HEAD>a: ABC - +1 1", 3, "+0", "+1"),
        ("HEAD>a: ABC -A +1 1", 3, "+0", "+1"),
        ("HEAD>a: ABC -0 +0 1", 3, "a number of tiles", "0"),
        ("HEAD>a: ABC -300 +0 1", 3, "a number of tiles", "300"),
        ("HEAD>a: ABC -A.B +0 1", 3, RACK, "A.B"),
        ("HEAD>a: ABC -- +0 1", 3, "`-` and points up to 65535", "+0"),
        ("HEAD>a: ABC --- +0 1", 3, RACK, "--"),
        ("HEAD>a: ABC (challenge) -5 1", 3, "`+` and points up to 65535", "-5"),
        ("HEAD>a: ABC (time) +5 1", 3, "`-` and points up to 65535", "+5"),
        ("HEAD>a: ABC () +5 1", 3, RACK, ""),
        ("HEAD>a: ABC (Q +5 1", 3, ACTION, "(Q"),
        ("HEAD>a: ABC ABC +5 1", 3, ACTION, "ABC"),
        ("HEAD>a: ABC - +0 0\nstray", 4, "`#` and a pragma, or `>` and a move", "stray"),
    ] {
        let text = text.replace("HEAD", head);
        let error = Gcg::parse(&text).unwrap_err();
        assert_eq!(
            (error.place, error.kind, error.expected.as_str(), error.found),
            (GcgPlace::Line(line), GcgErrorKind::Form, expected, format!("{found:?}")),
            "{text:?}"
        );
    }
}

const MOVE: &str = "RACK PLACE WORD or RACK ACTION, then the points and the total";
const RACK: &str = "tiles: capitals, `?`, and letters of several characters in brackets";
const WORD: &str = "letters, with `.` or `(…)` for tiles that lie there already";
const ACTION: &str = "`-`, `-TILES`, `--`, `(challenge)`, `(time)` or `(TILES)`";

#[test]
fn file_line_and_move_limits_are_enforced() {
    let head = "#player1 a Anna\n";
    for (text, line, expected) in [
        ("x".repeat(Gcg::BYTES_MAX + 1), 1, "at most 1048576 bytes"),
        (format!("{head}#note {}", "x".repeat(Gcg::LINE_BYTES_MAX)), 2, "at most 16384 bytes in a line"),
        (format!("{head}{}", ">a: - +0 0\n".repeat(Gcg::MOVES_MAX + 1)), 1002, "at most 1000 moves"),
        (
            "#player1 a A\n#player2 b B\n#player3 c C\n#player4 d D\n#player5 e E".into(),
            5,
            "at most 4 players",
        ),
    ] {
        let error = Gcg::parse(&text).unwrap_err();
        assert_eq!(
            (error.place, error.kind, error.expected.as_str()),
            (GcgPlace::Line(line), GcgErrorKind::Limit, expected)
        );
    }
    assert!(Gcg::from_bytes(&vec![b'\n'; Gcg::BYTES_MAX + 1]).is_err());
}

/// Files in the style of other programs.
///
/// They have text after totals, unsigned zeros, online games, and Latin-1 with CRLF.
const OF_OTHER_PROGRAMS: [(&str, &[u8]); 3] = [
    ("text-after-totals.gcg", include_bytes!("gcg/text-after-totals.gcg")),
    ("online.gcg", include_bytes!("gcg/online.gcg")),
    ("latin-1.gcg", include_bytes!("gcg/latin-1.gcg")),
];

#[test]
fn files_of_other_programs_are_read_and_replayed() {
    for (name, bytes) in OF_OTHER_PROGRAMS {
        let game = Gcg::from_bytes(bytes).unwrap_or_else(|error| panic!("{name}, {error}"));
        let replay = game.replay(&english()).unwrap_or_else(|error| panic!("{name}, {error}"));
        assert!(replay.board.tiles().count() >= 7, "{name}");
        assert_eq!(parse(&game.to_string()), game, "{name}");
    }
}

#[test]
fn text_after_a_total_is_a_note_and_zero_needs_no_sign() {
    let game = parse(include_str!("gcg/text-after-totals.gcg"));
    let notes: Vec<Vec<&str>> =
        game.moves().iter().map(|made| made.comments.iter().filter_map(note_text).collect()).collect();
    assert_eq!(notes[0], ["best of 12"]);
    assert_eq!(notes[1], [""; 0]);
    assert_eq!(notes[2], ["challenged off, 0:58 left"]);
    assert_eq!(notes[3], ["(static 31.2)"]);
    assert_eq!(notes[6], ["The tiles of this exchange are not known."]);
    assert_eq!(notes[7], ["0 points, as agreed"]);
    for (place, points) in [(4, 0), (5, 0), (6, 0), (7, 0)] {
        assert_eq!(game.moves()[place].action.points(), Score(points), "move {}", place + 1);
    }
    for text in ["-- 0 0", "ABC (time) 0 0", "ABC (challenge) 0 0", "(AB) 0 0", "- -0 0"] {
        assert_eq!(game_of(text).moves()[0].action.points(), Score::ZERO, "{text}");
    }
}

fn note_text(comment: &GcgComment) -> Option<&str> {
    match comment {
        GcgComment::Note(note) => Some(note.as_str()),
        GcgComment::Pragma(_) => None,
    }
}

fn game_of(made: &str) -> Gcg {
    game(&format!(">a: {made}\n"))
}
