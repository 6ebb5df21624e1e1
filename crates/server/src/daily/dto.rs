//! Conversion of puzzles to protocol types.

use daily::{Attempt, Day, DrawnTile, SolvedLine, Turn};
use protocol::{
    BestPlay, BoardPosition, DailyBoard, DailyLine, DailyPar, DailyState, DailyStatus, DailyTile, DailyTurn,
    FormedWord, LaidDailyTile, StartingWord, ValidationStatus, WordDirection, WordPlayed, WordPosition,
};
use rules::{Board, Direction, LaidTile, Language, Play, Premium, SIDE, Square, Tile, Timestamp};

/// The puzzle as its player may see it: the drawn tiles, and the number of remaining ones.
pub(super) fn state(attempt: &Attempt, now: Timestamp) -> DailyState {
    let puzzle = attempt.puzzle();
    let language = puzzle.language();
    let start = position(puzzle.start(), Direction::Across);
    DailyState {
        game_id: puzzle.day().to_string(),
        date: puzzle.day().to_string(),
        language: language.code().to_owned(),
        // Secret while the day lasts: the same person could play on another device.
        seed: (attempt.is_finished() && Day::of(now) > puzzle.day()).then(|| puzzle.seed()),
        status: if attempt.is_finished() { DailyStatus::Completed } else { DailyStatus::InProgress },
        current_turn: attempt.turn_number() as u8,
        max_turns: puzzle.turn_count() as u8,
        score: attempt.score().0,
        board: board(attempt.board(), language),
        player_rack: attempt.rack().iter().map(|drawn| tile(*drawn, language)).collect(),
        tile_bag_remaining: attempt.bag_count() as u32,
        words_played: attempt.turns().iter().filter_map(|turn| word_played(turn, language)).collect(),
        starting_word: StartingWord { word: language.write(puzzle.starting_word()), position: start },
        turns: attempt.turns().iter().map(|played| turn(played, language)).collect(),
        next_puzzle_at: next_puzzle_at(now),
        server_time: now.0,
    }
}

/// When the next day begins, in milliseconds since 1970.
pub(super) fn next_puzzle_at(now: Timestamp) -> i64 {
    Day::of(now).next().begins().0
}

fn board(board: &Board, language: &Language) -> DailyBoard {
    let rows = |of: &dyn Fn(Square) -> Option<String>| -> Vec<Vec<Option<String>>> {
        let square = |row, column| Square::at(row, column).and_then(of);
        (0..SIDE).map(|row| (0..SIDE).map(|column| square(row, column)).collect()).collect()
    };
    let grid = rows(&|square| board.tile(square).map(|laid| language.text(laid.letter).to_owned()));
    let multipliers = rows(&|square| multiplier(square.premium()).map(str::to_owned));
    let used = |row, column| {
        let square = Square::at(row, column);
        square.is_some_and(|square| !board.is_free(square) && multiplier(square.premium()).is_some())
    };
    DailyBoard {
        grid,
        multipliers,
        used_multipliers: (0..SIDE).map(|row| (0..SIDE).map(|column| used(row, column)).collect()).collect(),
        blanks: board
            .tiles()
            .filter(|(_, laid)| laid.is_blank)
            .map(|(square, _)| BoardPosition::from(square))
            .collect(),
    }
}

const fn multiplier(premium: Premium) -> Option<&'static str> {
    match premium {
        Premium::Plain => None,
        Premium::DoubleLetter => Some("DL"),
        Premium::TripleLetter => Some("TL"),
        Premium::DoubleWord => Some("DW"),
        Premium::TripleWord => Some("TW"),
    }
}

fn tile(drawn: DrawnTile, language: &Language) -> DailyTile {
    DailyTile {
        letter: match drawn.tile {
            Tile::Blank => protocol::BLANK.to_owned(),
            Tile::Letter(letter) => language.text(letter).to_owned(),
        },
        value: language.points(drawn.tile).0,
        id: format!("tile_{:03}", drawn.number),
        is_blank: drawn.tile == Tile::Blank,
        blank_assignment: None,
    }
}

fn word_played(turn: &Turn, language: &Language) -> Option<WordPlayed> {
    let main = turn.play.as_ref()?.main_word();
    Some(WordPlayed {
        turn: turn.number as u8,
        word: language.write(&main.letters),
        score: turn.score.0,
        position: position(main.start, main.direction),
    })
}

fn position(square: Square, direction: Direction) -> WordPosition {
    WordPosition { row: square.row(), col: square.column(), direction: way(direction) }
}

const fn way(direction: Direction) -> WordDirection {
    match direction {
        Direction::Across => WordDirection::Horizontal,
        Direction::Down => WordDirection::Vertical,
    }
}

/// A played turn.
pub(super) fn turn(turn: &Turn, language: &Language) -> DailyTurn {
    let (tiles_placed, words_formed) =
        turn.play.as_ref().map(|play| laid(play, language)).unwrap_or_default();
    DailyTurn {
        turn_number: turn.number as u8,
        tiles_placed,
        words_formed,
        total_score: turn.score.0,
        tiles_drawn: turn.drawn.len() as u32,
        tiles_exchanged: match &turn.deed {
            daily::TurnRecord::Play(_) => 0,
            daily::TurnRecord::Exchange(numbers) => numbers.len() as u32,
        },
        validation_status: ValidationStatus::Valid,
    }
}

/// A rejected turn with the words it would have formed, for zero points.
pub(super) fn rejected(play: &Play, turn_number: usize, language: &Language) -> DailyTurn {
    let (tiles_placed, words_formed) = laid(play, language);
    DailyTurn {
        turn_number: turn_number as u8,
        tiles_placed,
        words_formed,
        total_score: 0,
        tiles_drawn: 0,
        tiles_exchanged: 0,
        validation_status: ValidationStatus::Invalid,
    }
}

fn laid(play: &Play, language: &Language) -> (Vec<LaidDailyTile>, Vec<FormedWord>) {
    let tile = |&(square, laid): &(Square, LaidTile)| LaidDailyTile {
        letter: language.text(laid.letter).to_owned(),
        position: square.into(),
        is_blank: laid.is_blank,
    };
    let word = |word: &rules::FormedWord| FormedWord {
        word: language.write(&word.letters),
        score: word.score.0,
        direction: way(word.direction),
    };
    (play.tiles.iter().map(tile).collect(), play.words.iter().map(word).collect())
}

/// A play that would have been possible.
pub(super) fn best_play(play: &Play, language: &Language) -> BestPlay {
    let main = play.main_word();
    let (tiles_placed, words_formed) = laid(play, language);
    BestPlay {
        word: language.write(&main.letters),
        position: position(main.start, main.direction),
        tiles_placed,
        words_formed,
        score: play.score.0,
    }
}

/// A line of play through the puzzle.
pub(super) fn line(line: &SolvedLine, language: &Language) -> DailyLine {
    DailyLine { total: line.total.0, turns: line.turns.iter().map(|played| turn(played, language)).collect() }
}

/// Par: the total of greedy play, with its turns once the day is over.
pub(super) fn par(par: &SolvedLine, is_day_over: bool, language: &Language) -> DailyPar {
    let DailyLine { total, turns } = line(par, language);
    DailyPar { total, turns: is_day_over.then_some(turns) }
}
