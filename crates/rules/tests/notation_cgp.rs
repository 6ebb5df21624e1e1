//! CGP: positions round-trip, and errors name the character.

use rules::notation::{Cgp, CgpPlayer, Operation, read_board, write_board};
use rules::{Board, Language, Rack, Score, Square, Tile};

const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

fn english() -> std::sync::Arc<Language> {
    Language::by_code("en").unwrap()
}

fn spanish() -> Language {
    Language::parse(include_str!("gcg/spanish-tiles.txt")).unwrap()
}

fn positions() -> impl Iterator<Item = &'static str> {
    include_str!("cgp/positions.txt").lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn every_position_round_trips() {
    let english = english();
    for text in positions() {
        let position = Cgp::parse(text, &english).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.write(&english), text);
    }
}

#[test]
fn the_player_to_move_comes_first() {
    let english = english();
    let position = Cgp::parse(&format!("{EMPTY} QI/?/ 12/-3/0 4"), &english).unwrap();
    assert_eq!(position.to_move.score, Score(12));
    assert_eq!(position.to_move.rack.len(), 2);
    assert_eq!(
        position.others,
        [
            CgpPlayer { rack: Rack::new(vec![Tile::Blank]), score: Score(-3) },
            CgpPlayer { rack: Rack::default(), score: Score::ZERO },
        ]
    );
    assert_eq!(position.zero_turns, 4);
    assert!(position.board.is_empty());
}

#[test]
fn letters_of_several_characters_are_in_brackets_on_board_and_rack() {
    let spanish = spanish();
    let text =
        "15/15/15/15/15/15/15/6[CH]A[rr]O5/15/15/15/15/15/15/15 A[LL]?Ñ/[RR] 11/0 0 lex ejemplo; ld spanish;";
    let position = Cgp::parse(text, &spanish).unwrap();
    assert_eq!(position.write(&spanish), text);
    assert_eq!(position.board.tiles().count(), 4);
    assert!(position.board.tile(Square::at(7, 8).unwrap()).unwrap().is_blank);
    assert_eq!(position.to_move.rack.len(), 4);
}

#[test]
fn white_space_around_operations_is_normalised() {
    let english = english();
    let position =
        Cgp::parse(&format!("{EMPTY} / 0/0 0  lex   ENABLE ;ld english;bb 50;\r\n"), &english).unwrap();
    assert_eq!(position.write(&english), format!("{EMPTY} / 0/0 0 lex ENABLE; ld english; bb 50;"));
    assert_eq!(position.operation("bb").unwrap().operands(), ["50"]);
    assert_eq!(position.operation("cr"), None);
}

#[test]
fn an_operation_consists_of_words() {
    let operation = Operation::new("lm", ["8H", "QUIZ"]).unwrap();
    assert_eq!((operation.code(), operation.operands().len()), ("lm", 2));
    for (code, operand) in [("", "x"), ("l m", "x"), ("lm", ""), ("lm", "a;b"), ("lm;", "x"), ("lm", "a\nb")]
    {
        assert_eq!(Operation::new(code, [operand]), None, "{code:?} {operand:?}");
    }
}

#[test]
fn overused_tiles_are_accepted_and_reported() {
    let english = english();
    let position = Cgp::parse(&format!("QQ13{} Q?/??Z 0/0 0", &EMPTY[2..]), &english).unwrap();
    let overused: Vec<_> =
        position.overused(&english).iter().map(|overuse| (overuse.used, overuse.available)).collect();
    assert_eq!(overused, [(3, 2), (3, 1)]);
    assert!(Cgp::parse(&format!("{EMPTY} / 0/0 0"), &english).unwrap().overused(&english).is_empty());
}

#[test]
fn the_error_for_a_malformed_position_names_the_character() {
    let english = english();
    let fourteen_rows = &EMPTY[3..];
    for (text, at, expected, found) in [
        (String::new(), 1, "15 squares in row 1", "the end"),
        ("15".into(), 3, "`/` and row 2", "the end"),
        (fourteen_rows.into(), 42, "`/` and row 15", "the end"),
        (format!("{EMPTY}/15 / 0/0 0"), 45, "the end of the board after row 15", "'/'"),
        (format!("14{} / 0/0 0", &EMPTY[2..]), 3, "15 squares in row 1", "'/'"),
        (format!("16{} / 0/0 0", &EMPTY[2..]), 2, "15 squares in row 1", "'6'"),
        (format!("0Q14{} / 0/0 0", &EMPTY[2..]), 1, "a run of 1 to 15 free squares", "'0'"),
        (format!("15Q{} / 0/0 0", &EMPTY[2..]), 3, "15 squares in row 1", "\"Q\""),
        (format!("É14{} / 0/0 0", &EMPTY[2..]), 1, "a letter of English", "\"É\""),
        (format!("[CH]14{} / 0/0 0", &EMPTY[2..]), 1, "a letter of English", "\"CH\""),
        (format!("1[Q13{} / 0/0 0", &EMPTY[2..]), 6, "a letter and `]`", "'/'"),
        (format!("?14{} / 0/0 0", &EMPTY[2..]), 1, "a tile, a number or `/`", "'?'"),
        (format!("{fourteen_rows}/14 / 0/0 0"), 45, "15 squares in row 15", "the end"),
        (EMPTY.into(), 45, "racks", "the end"),
        (format!("{EMPTY} AB/C1"), 50, "a tile in capitals or `?`", "'1'"),
        (format!("{EMPTY} AB/ab"), 49, "a tile in capitals or `?`", "\"a\""),
        (format!("{EMPTY} A/ABCDEFGH 0/0 0"), 48, "at most 7 tiles on a rack", "8"),
        (format!("{EMPTY} AB/C"), 50, "scores", "the end"),
        (format!("{EMPTY} AB/C 0 0"), 51, "2 scores, one for each rack", "1"),
        (format!("{EMPTY} AB/C 0/ 0"), 53, "a score", "\"\""),
        (format!("{EMPTY} AB/C 0/+5 0"), 53, "a score", "\"+5\""),
        (format!("{EMPTY} AB/C 0/-- 0"), 53, "a score", "\"--\""),
        (format!("{EMPTY} AB/C 0/2147483648 0"), 53, "a score", "\"2147483648\""),
        (format!("{EMPTY} AB/C 0/5"), 54, "the number of turns without points", "the end"),
        (format!("{EMPTY} AB/C 0/5 -1"), 55, "the number of turns without points", "\"-1\""),
        (format!("{EMPTY} / 0/0 0 lex ENABLE"), 64, "`;` after an operation", "the end"),
        (format!("{EMPTY} / 0/0 0 lex X; ;"), 61, "an operation", "';'"),
        ("A".repeat(Cgp::BYTES_MAX + 1), 1, "at most 16384 bytes", "16385 bytes"),
    ] {
        let error = Cgp::parse(&text, &english).unwrap_err();
        assert_eq!(
            (error.at, error.expected.as_str(), error.found.as_str()),
            (at, expected, found),
            "{text:?}"
        );
    }
}

#[test]
fn a_board_can_be_read_alone() {
    let english = english();
    assert_eq!(write_board(&Board::empty(), &english), EMPTY);
    assert_eq!(read_board(EMPTY, &english), Ok(Board::empty()));
    assert!(read_board(&format!("{EMPTY} "), &english).is_err());
}

#[test]
fn mutated_positions_never_panic_and_round_trip_if_accepted() {
    let english = english();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let texts: Vec<&str> = positions().collect();
    let alphabet: Vec<char> = "/015 9A?a[];-+.QÉ\n\t".chars().collect();
    let mut read = 0;
    for _ in 0..30_000 {
        let mut text: Vec<char> = texts[next(texts.len())].chars().collect();
        for _ in 0..=next(3) {
            let place = next(text.len());
            match next(3) {
                0 => text[place] = alphabet[next(alphabet.len())],
                1 => text.insert(place, alphabet[next(alphabet.len())]),
                _ => drop(text.remove(place)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = Cgp::parse(&text, &english) {
            read += 1;
            assert_eq!(Cgp::parse(&position.write(&english), &english), Ok(position), "{text:?}");
        }
    }
    assert!(read > 500, "only {read} of the mutations could still be read: the loop tests too little");
}
