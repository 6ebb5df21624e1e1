use engine::NaiveMovegen;
use rules::{
    BySeat, ClaimedTile, Command, Env, Event, Game, GameId, Key, Newcomer, Opening, Placement, Preset, Score,
    Seat, Seed, Square, TileToLay, Timestamp,
    notation::{Coordinate, tiles},
};

use super::program::SEED;

/// Parallel computation of the game that the program plays with [`SEED`]. It knows every rack, so
/// it knows what to type.
pub(crate) struct Mirror {
    pub(crate) game: Game,
    /// The lines typed so far.
    pub(crate) lines: Vec<String>,
    /// Points by seat, as counted by an independent scorer.
    pub(crate) counted: [i32; 4],
    code: &'static str,
    key: Key,
}

impl Mirror {
    pub(crate) fn new(preset: Preset, code: &'static str, names: &[&str]) -> Mirror {
        let bytes: Vec<u8> =
            (0..32).map(|index| u8::from_str_radix(&SEED[2 * index..2 * index + 2], 16).unwrap()).collect();
        let (seed, id) = (Seed(bytes.try_into().unwrap()), GameId::new("dord-play"));
        let language = rules::Language::by_code(code).unwrap();
        let opening = Opening {
            game: id.clone(),
            rules: preset.rules(language),
            commitment: seed.commitment(&id),
            rematch: None,
            starting_word: Vec::new(),
        };
        let key = Key::new(&seed, &id, &[]);
        let (game, _) = Game::open(opening, Timestamp(0));
        let mut mirror = Mirror { game, lines: Vec::new(), counted: [0; 4], code, key };
        for name in names {
            let newcomer = Newcomer { name: name.parse().unwrap(), nonce: None };
            let events = mirror.game.admit(newcomer, &mirror.env(&BySeat::new())).unwrap().events;
            mirror.happen(&events);
        }
        mirror.command(Seat::at(0).unwrap(), Command::Start);
        mirror
    }

    /// Makes the best play of each player until the end; a player without a play passes.
    pub(crate) fn play_to_the_end(&mut self) {
        while self.game.outcome().is_none() {
            if !self.play_best() {
                self.pass();
            }
        }
    }

    /// The same at a table with challenges, until a player goes out or no player can play.
    pub(crate) fn play_on_until_it_waits(&mut self) {
        while !self.game.table_view().play().unwrap().waits() && self.play_best() {}
    }

    /// Makes the best play of the player to move, if there is one.
    pub(crate) fn play_best(&mut self) -> bool {
        let Some(seat) = self.game.to_move() else { return false };
        // The player of an open play has not drawn yet; the player to move has.
        let (board, rack) = (self.game.board().unwrap(), self.game.rack(seat).unwrap());
        let language = self.game.rules().language.clone();
        let lexicon = wordlists::embedded(self.code).unwrap();
        let worth = |placement: &Placement| testkit::naive_score(board, &laid(placement), &language).0;
        let best =
            NaiveMovegen::new(board, lexicon).all(rack).into_iter().max_by_key(|placement| worth(placement));
        let Some(best) = best else { return false };
        self.counted[seat.index()] += worth(&best);
        let line = placement_text(&best, self);
        self.lines.push(line);
        self.command(seat, Command::PlaceTiles(best));
        true
    }

    pub(crate) fn pass(&mut self) {
        self.lines.extend(["pass".to_owned(), "yes".to_owned()]);
        let seat = self.game.to_move().unwrap();
        self.command(seat, Command::Pass);
    }

    /// The given player accepts the last play.
    pub(crate) fn accept(&mut self, seat: Seat) {
        self.lines.push("ok".to_owned());
        self.command(seat, Command::AcceptPlay { turn: None });
    }

    pub(crate) fn command(&mut self, seat: Seat, command: Command) {
        let events = self.game.decide(seat, command, &self.env(&BySeat::new())).unwrap().events;
        self.happen(&events);
    }

    pub(crate) fn rack(&self, seat: usize) -> String {
        let rack = self.game.rack(Seat::at(seat).unwrap()).unwrap();
        tiles::write_rack(&self.game.rules().language, rack.tiles())
    }

    pub(crate) fn typed(&self) -> Vec<&str> {
        self.lines.iter().map(String::as_str).collect()
    }

    /// The ranking as the program prints it.
    pub(crate) fn ranking(&self) -> String {
        let outcome = self.game.outcome().unwrap();
        let places = ["1st", "2nd", "3rd", "4th"];
        let line = |standing: &rules::Standing| {
            let folder = places[usize::from(standing.rank) - 1];
            let name = &self.game.players()[standing.seat].name;
            format!("{folder}: {name} - {} points\n", standing.score)
        };
        outcome.standings.iter().map(line).collect::<Vec<_>>().concat()
    }

    /// A player's score before the remaining tiles are deducted.
    pub(crate) fn score_before(&self, seat: usize) -> Score {
        let standings = &self.game.outcome().unwrap().standings;
        standings.iter().find(|standing| standing.seat.index() == seat).unwrap().score_before
    }

    fn happen(&mut self, events: &[Event]) {
        for event in events {
            self.game.apply(event).unwrap();
        }
    }

    fn env<'s>(&'s self, away: &'s BySeat<Timestamp>) -> Env<'s> {
        let words = wordlists::embedded(self.code).unwrap().as_ref();
        Env { words, now: Timestamp(0), draws: &self.key, away }
    }
}

/// The tiles of a placement as they will lie on the board.
fn laid(placement: &Placement) -> Vec<(Square, rules::LaidTile)> {
    let lie = |claim: &ClaimedTile| {
        let square =
            Square::at(u8::try_from(claim.row).unwrap(), u8::try_from(claim.column).unwrap()).unwrap();
        let tile = match claim.tile {
            TileToLay::Letter(letter) => rules::LaidTile::lettered(letter),
            TileToLay::Blank(letter) => rules::LaidTile::blank_as(letter.unwrap()),
        };
        (square, tile)
    };
    placement.tiles.iter().map(lie).collect()
}

/// Input for a placement: existing tiles are dots.
fn placement_text(placement: &Placement, mirror: &Mirror) -> String {
    let tiles = laid(placement);
    let board = mirror.game.board().unwrap();
    let (first, last) = (tiles[0].0, tiles[tiles.len() - 1].0);
    let direction = if first.row() == last.row() { rules::Direction::Across } else { rules::Direction::Down };
    let at = Coordinate { square: first, direction };
    let language = &mirror.game.rules().language;
    let square = |square: Square| {
        let fresh = tiles.iter().find(|(other, _)| *other == square);
        assert_eq!(board.is_free(square), fresh.is_some());
        fresh.map_or_else(|| ".".to_owned(), |&(_, tile)| tiles::write_laid_tile(language, tile))
    };
    let word: Vec<String> = at.squares().take_while(|&here| here <= last).map(square).collect();
    format!("{at} {}", word.concat())
}
