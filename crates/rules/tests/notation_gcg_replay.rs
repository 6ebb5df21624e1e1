//! Replaying GCG files: consistent files reach their stated scores, errors name the line.

use std::sync::Arc;

use rules::notation::gcg::{
    Gcg, GcgAction, GcgDeparture, GcgErrorKind, GcgOutcome, GcgPlace, RackText, Replay,
};
use rules::notation::{tiles, write_board};
use rules::{Departure, Language, Score};

const TWO: &str = include_str!("gcg/two-players.gcg");
const FOUR: &str = include_str!("gcg/four-players.gcg");
const SPANISH: &str = include_str!("gcg/spanish.gcg");
const FOREIGN: &str = include_str!("gcg/foreign.gcg");

fn english() -> Arc<Language> {
    Language::by_code("en").unwrap()
}

fn samples() -> [(&'static str, Arc<Language>); 4] {
    let spanish = Arc::new(Language::parse(include_str!("gcg/spanish-tiles.txt")).unwrap());
    [(TWO, english()), (FOUR, english()), (SPANISH, spanish), (FOREIGN, english())]
}

fn parse(text: &str) -> Gcg {
    Gcg::parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// A game of two players with these moves.
fn game(moves: &str) -> Gcg {
    parse(&format!("#player1 a Anna\n#player2 b Bo\n{moves}"))
}

#[test]
fn a_game_with_every_kind_of_move_replays_to_its_final_scores() {
    let game = parse(TWO);
    assert_eq!(game.title.as_ref().unwrap().as_str(), "Second table, first game");
    assert_eq!(
        game.description.as_ref().unwrap().as_str(),
        "A friendly game with a little of everything.\nBoth players were tired."
    );
    assert_eq!(game.id.as_ref().unwrap().id.as_str(), "sample-1");
    assert_eq!(game.comments.len(), 1, "the tile distribution is kept");

    let replay = game.replay(&english()).unwrap();
    assert_eq!(replay.scores, [Score(404), Score(286)]);
    let count = |is: fn(&GcgOutcome) -> bool| replay.turns.iter().filter(|turn| is(&turn.outcome)).count();
    assert_eq!(count(|outcome| matches!(outcome, GcgOutcome::Withdrawn(_))), 1);
    assert_eq!(count(|outcome| matches!(outcome, GcgOutcome::Exchanged(3))), 1);
    assert_eq!(count(|outcome| matches!(outcome, GcgOutcome::LostTurn)), 1);
    assert_eq!(count(|outcome| matches!(outcome, GcgOutcome::Passed)), 0);
    assert_eq!(count(|outcome| *outcome == GcgOutcome::ChallengeBonus(Score(5))), 1);
    assert_eq!(count(|outcome| *outcome == GcgOutcome::TimePenalty(Score(-10))), 1);
    assert_eq!(count(|outcome| matches!(outcome, GcgOutcome::RackPoints(_, Score(20)))), 1);

    let english = english();
    let laid = replay.board.tiles().map(|(_, tile)| tile.tile());
    assert_eq!(laid.count() + 3, english.tile_count(), "CCV are left");
    let laid = replay.board.tiles().map(|(_, tile)| tile.tile());
    assert!(tiles::overused(&english, laid).is_empty());
}

#[test]
fn a_withdrawn_phony_does_not_change_the_board() {
    let game = parse(TWO);
    let english = english();
    let mut replay = Replay::new(&game, &english);
    let mut before = String::new();
    loop {
        let board = write_board(replay.board(), &english);
        match replay.next().unwrap().unwrap().outcome {
            GcgOutcome::Withdrawn(play) => {
                assert_eq!(play.laid.len(), 4);
                break;
            }
            _ => before = board,
        }
    }
    assert_eq!(write_board(replay.board(), &english), before);
    assert_eq!(replay.scores(), [Score(24), Score(23)]);
}

#[test]
fn a_game_of_four_players_goes_on_after_one_resigns() {
    let game = parse(FOUR);
    assert_eq!(game.players().len(), 4);
    assert_eq!(game.players()[1].name.as_str(), "Ben Oak");
    assert_eq!(
        game.departures(),
        [GcgDeparture { after_moves: 11, player: 1, departure: Departure::Resigned }]
    );
    let replay = game.replay(&english()).unwrap();
    assert_eq!(replay.scores, [Score(192), Score(83), Score(129), Score(200)]);
}

#[test]
fn letters_of_several_characters_are_laid_as_one_tile() {
    let game = parse(SPANISH);
    let (_, spanish) = &samples()[2];
    let replay = game.replay(spanish).unwrap();
    let GcgOutcome::Played(first) = &replay.turns[0].outcome else { panic!() };
    assert_eq!((first.laid.len(), first.points), (4, Score(30)));
    let GcgOutcome::Played(ocho) = &replay.turns[4].outcome else { panic!() };
    assert_eq!((ocho.squares.len(), ocho.laid.len()), (3, 2));
    assert!(ocho.laid[0].1.is_blank);
    assert!(game.is_incomplete);
    assert_eq!(game.players()[1].last_rack, Some(RackText::new("DEINR").unwrap()));
}

#[test]
fn named_tiles_already_on_the_board_become_dots() {
    let game = parse(FOREIGN);
    let english = english();
    assert_eq!(game.players()[1].name.as_str(), "lou", "a nickname is a name too");
    assert_eq!(game.moves()[1].rack, None);
    let dotted = game.with_dots(&english).unwrap();
    let words: Vec<&str> = dotted
        .moves()
        .iter()
        .filter_map(|made| match &made.action {
            GcgAction::Play { word, .. } => Some(word.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(words, ["QUiZ", "....zES", ".TEN", ".AE", ".DOT"]);
    let (replay, dotted) = (game.replay(&english).unwrap(), dotted.replay(&english).unwrap());
    assert_eq!(replay, dotted);
    assert_eq!(replay.scores, [Score(51), Score(1)]);
}

#[test]
fn the_error_for_an_inconsistent_game_names_the_line() {
    use GcgErrorKind::{Letter, Placement, Rack, Total, Withdrawal};
    let opening = ">a: QUIZ 8G QUIZ +44 44\n";
    for (moves, line, kind, expected, found) in [
        (">a: QUIZ 8G QUIZ +44 45", 3, Total, "a total of 44", "45"),
        ("OPENING\n>b: A 9G A +1 45", 5, Total, "a total of 1", "45"),
        (">a: QUIZ 8M QUIZ +44 44", 3, Placement, "at most 3 letters from 8M on", "4 in QUIZ"),
        (">a: QUIZ 8G Q.IZ +44 44", 3, Placement, "a tile on 8H", "none, for Q.IZ at 8G"),
        (">a: QUIZ 8G Q(U)IZ +44 44", 3, Placement, "a tile on 8H", "none, for Q(U)IZ at 8G"),
        ("OPENING>b: AT H8 AT +2 2", 4, Placement, "U on H8", "AT at H8"),
        ("OPENING>b: AT H8 (A)T +2 2", 4, Placement, "U on H8", "(A)T at H8"),
        ("OPENING>b: AT 8G .... +2 2", 4, Placement, "a tile on a free square", ".... at 8G"),
        ("OPENING>b: AT 8G QUIZ +2 2", 4, Placement, "a tile on a free square", "QUIZ at 8G"),
        (">a: QUIT 8G QUIZ +44 44", 3, Rack, "Z on the rack", "QUIT"),
        (">a: QUIZ 8G QUiZ +44 44", 3, Rack, "? on the rack", "QUIZ"),
        (">a: ABCDEFGH 8G BAD +7 7", 3, Rack, "at most 7 tiles on the rack", "8"),
        (">a: ABC -AD +0 0", 3, Rack, "D on the rack", "ABC"),
        (">a: ABC -AA +0 0", 3, Rack, "A on the rack", "ABC"),
        (">a: -ABCDEFGH +0 0", 3, Rack, "at most 7 tiles to exchange", "8"),
        (">a: -8 +0 0", 3, Rack, "at most 7 tiles to exchange", "8"),
        (">a: QZ (QA) -11 -11", 3, Rack, "the tiles of the rack, QZ", "QA"),
        (">a: ÑZ 8G ZA +44 44", 3, Letter, "a tile in capitals or `?`", "\"Ñ\""),
        (">a: az 8G ZA +44 44", 3, Letter, "a tile in capitals or `?`", "\"a\""),
        (">a: ZA 8G [CH]A +44 44", 3, Letter, "a letter", "\"CH\""),
        (">a: A -- -1 -1", 3, Withdrawal, "a play just before it", "`--` without one"),
        (
            "OPENING>b: A - +0 0\n>a: QUIZ -- -44 0",
            5,
            Withdrawal,
            "a play just before it",
            "`--` without one",
        ),
        ("OPENING>b: QUIZ -- -44 -44", 4, Withdrawal, "a to take back the last play", "b"),
        ("OPENING>a: QUIZ -- -43 1", 4, Withdrawal, "-44, what the play earned", "-43"),
        ("OPENING>a: QUIT -- -44 0", 4, Rack, "Z on the rack", "QUIT"),
        (
            "OPENING>a: QUIZ -- -44 0\n>a: QUIZ -- -44 -44",
            5,
            Withdrawal,
            "a play just before it",
            "`--` without one",
        ),
    ] {
        let moves = moves.replace("OPENING", opening);
        let error = game(&moves).replay(&english()).unwrap_err();
        assert_eq!(
            (error.place, error.kind, error.expected.as_str(), error.found.as_str()),
            (GcgPlace::Line(line), kind, expected, found),
            "{moves}"
        );
    }
}

#[test]
fn wrong_totals_can_be_accepted() {
    let game =
        game(">a: QUIZ 8G QUIZ +44 54\n>b: A 9G A +2147 2147483647\n>b: A 9H A +9 2147483647\n>a: - +0 54\n");
    assert_eq!(game.replay(&english()).unwrap_err().kind, GcgErrorKind::Total);
    let english = english();
    let replay = Replay::new(&game, &english).taking_totals().finish().unwrap();
    assert_eq!(replay.scores, [Score(54), Score(i32::MAX)]);
}

#[test]
fn a_replay_ends_with_its_first_error() {
    let game = game(">a: QUIZ 8G QUIZ +44 45\n>b: - +0 0\n");
    let english = english();
    let mut replay = Replay::new(&game, &english);
    assert!(replay.next().unwrap().is_err());
    assert_eq!(replay.next(), None);
}

#[test]
fn mutated_files_never_panic() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let samples = samples();
    let pieces: [&[u8]; 24] = [
        b"#",
        b">",
        b":",
        b" ",
        b"\n",
        b"\r\n",
        b"-",
        b"--",
        b"+",
        b".",
        b"(",
        b")",
        b"[",
        b"]",
        b"?",
        b"0",
        b"9",
        b"A",
        b"z",
        b"\xe9",
        b"\xc3\xb1",
        b"#note ",
        b">anna: ",
        b"\xef\xbb\xbf",
    ];
    let (mut read, mut replayed) = (0, 0);
    for _ in 0..20_000 {
        let (text, language) = &samples[next(samples.len())];
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=next(3) {
            let place = next(bytes.len());
            match next(4) {
                0 => bytes[place] = next(256) as u8,
                1 => drop(bytes.remove(place)),
                2 => {
                    let piece = pieces[next(pieces.len())];
                    bytes.splice(place..place, piece.iter().copied());
                }
                _ => {
                    let end = (place + next(40)).min(bytes.len());
                    let part: Vec<u8> = bytes[place..end].to_vec();
                    let to = next(bytes.len());
                    bytes.splice(to..to, part);
                }
            }
        }
        if let Ok(game) = Gcg::from_bytes(&bytes) {
            read += 1;
            assert_eq!(
                Gcg::parse(&game.to_string()).as_ref(),
                Ok(&game),
                "{:?}",
                String::from_utf8_lossy(&bytes)
            );
            let checked = game.replay(language).is_ok();
            let taken = Replay::new(&game, language).taking_totals().finish();
            assert!(!checked || taken.is_ok());
            replayed += usize::from(taken.is_ok());
            if let Ok(dotted) = game.with_dots(language) {
                assert_eq!(dotted.with_dots(language), Ok(dotted.clone()));
            }
        }
    }
    assert!(read > 2000 && replayed > 500, "{read} read, {replayed} replayed: the loop tests too little");
}
