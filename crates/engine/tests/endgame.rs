//! The endgame solver agrees with an exhaustive search.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use engine::{Budget, Engine, Move, Observation, Rng, Searcher, SelfPlayGame, Solution};
use lexicon::{Lexicon, Origin, import::Importer};
use rules::notation::{read_board, tiles};
use rules::{Board, GoingOut, Language, LegalPlay, Placement, Preset, Rack, Rules, Tile};

static ENGLISH: LazyLock<Engine> = LazyLock::new(|| Engine::new(wordlists::embedded("en").unwrap()).unwrap());

/// A tiny language: racks nearly always share letters, and an exhaustive search is feasible.
static FEW_LETTERS: LazyLock<Engine> = LazyLock::new(|| {
    let text = "code xx\nname Few\nblanks 1\nA 5 1\nE 5 1\nR 3 2\nS 4 1\nT 4 3\n";
    let language = Arc::new(Language::parse(text).unwrap());
    let words = "ae ar are as at ate ear east eat era eta rat rate re res rest sat sate sea seat see set star state \
                 tar tart tat te tea tear tee tees test";
    let list = Importer::new(&language).read(words.replace(' ', "\n").as_bytes()).unwrap();
    let bytes = list.compile(&Origin::new("a test", "1", "2026-11-16")).unwrap();
    Engine::new(&Lexicon::from_bytes(bytes, language).unwrap()).unwrap()
});

fn rules(preset: Preset, engine: &Engine) -> Rules {
    preset.rules(engine.language().clone())
}

/// How many times the opponent's leftover tiles count in the spread when a player goes out.
fn left_over_factor(rules: &Rules) -> i32 {
    match rules.going_out {
        GoingOut::EarnsOthersTiles => 2,
        GoingOut::EarnsNothing => 1,
    }
}

/// All tiles that are neither on the board nor on this rack.
fn others(board: &Board, rack: &Rack, language: &Language) -> Rack {
    let mut all = Rack::new(rules::Bag::full(language).tiles().to_vec());
    let laid: Vec<Tile> = board.tiles().map(|(_, laid)| laid.tile()).collect();
    all.remove(&laid).unwrap();
    all.remove(rack.tiles()).unwrap();
    all
}

/// An exhaustive search for the spread of the player to move.
struct Everything {
    engine: &'static Engine,
    searcher: Searcher<'static>,
    left_over_factor: i32,
    /// The number of consecutive passes that end the game.
    passes_max: u32,
    known: HashMap<(Board, Vec<Tile>, u32), i32>,
}

impl Everything {
    fn new(engine: &'static Engine, rules: &Rules, passes_max: u32) -> Everything {
        let left_over_factor = left_over_factor(rules);
        Everything {
            engine,
            searcher: Searcher::new(engine),
            left_over_factor,
            passes_max,
            known: HashMap::new(),
        }
    }

    fn spread(&mut self, board: &Board, own: &Rack, other: &Rack, passes: u32) -> i32 {
        let mut sorted = own.tiles().to_vec();
        sorted.sort();
        let key = (board.clone(), sorted, passes);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let grid = self.engine.grid(board);
        let mut plays = Vec::new();
        self.searcher.all_plays(&grid, own, &mut plays);
        let mut best = self.after_passing(board, own, other, passes);
        let placements: Vec<Placement> =
            plays.iter().map(|play| play.placement(self.engine, &grid)).collect();
        for placement in placements {
            best = best.max(self.after_laying(&placement, board, own, other));
        }
        self.known.insert(key, best);
        best
    }

    fn after_passing(&mut self, board: &Board, own: &Rack, other: &Rack, passes: u32) -> i32 {
        let language = self.engine.language();
        if passes + 1 == self.passes_max {
            (language.value(other.tiles()) - language.value(own.tiles())).0
        } else {
            -self.spread(board, other, own, passes + 1)
        }
    }

    fn after_laying(&mut self, placement: &Placement, board: &Board, own: &Rack, other: &Rack) -> i32 {
        let language = self.engine.language();
        let play = LegalPlay::check(placement, board, own, language).unwrap();
        let mut left = own.clone();
        left.remove(&play.rack_tiles()).unwrap();
        let mut after = board.clone();
        for &(square, tile) in &play.tiles {
            after.lay(square, tile);
        }
        if left.is_empty() {
            play.score.0 + self.left_over_factor * language.value(other.tiles()).0
        } else {
            play.score.0 - self.spread(&after, other, &left, 0)
        }
    }
}

/// Compares a solution with the exhaustive search: its spread, and that its move achieves it.
fn is_exact(solution: &Solution, observation: &Observation<'_>, everything: &mut Everything, passes: u32) {
    let Observation { board, rack, .. } = *observation;
    let other = others(board, rack, everything.engine.language());
    assert!(solution.is_proven);
    assert_eq!(solution.spread, everything.spread(board, rack, &other, passes), "{board:?} {rack:?}");
    let grid = everything.engine.grid(board);
    let made = match observation.move_of(&solution.choice, everything.engine, &grid) {
        Move::Play(placement) => everything.after_laying(&placement, board, rack, &other),
        Move::Exchange(_) | Move::Pass => everything.after_passing(board, rack, &other, passes),
    };
    assert_eq!(made, solution.spread, "{board:?} {rack:?} {:?}", solution.choice);
}

#[test]
fn an_endgame_is_solved_exactly() {
    let mut searcher = Searcher::new(&ENGLISH);
    let presets = [Preset::Validated, Preset::Classic].map(|preset| rules(preset, &ENGLISH));
    assert_ne!(left_over_factor(&presets[0]), left_over_factor(&presets[1]));
    let mut solved = 0;
    for seed in 0..30 {
        let rules = &presets[seed as usize % 2];
        let mut chance = Rng::new(seed);
        let mut duel = SelfPlayGame::new(ENGLISH.language(), &mut chance);
        while !duel.is_over() {
            let (board, rack) = (duel.board().clone(), duel.rack());
            let other = others(&board, &rack, ENGLISH.language());
            if duel.bag_count() == 0 && rack.len() + other.len() <= 4 {
                let observation = Observation::of_two(&board, &rack, 0, rules);
                let solution =
                    searcher.solve_endgame(&observation.position(&ENGLISH), Budget::work(u64::MAX));
                is_exact(&solution, &observation, &mut Everything::new(&ENGLISH, rules, 2), 0);
                solved += 1;
                break;
            }
            let (choice, _) = searcher.best_choice(&duel.position());
            duel.make(&choice, &ENGLISH, &mut chance);
        }
    }
    assert!(solved >= 8, "{solved}");
}

/// Positions with an empty bag and few tiles, in which both racks share two kinds of tiles.
fn alike(tiles_max: usize, seeds: u64) -> Vec<(Board, Rack)> {
    let mut searcher = Searcher::new(&FEW_LETTERS);
    let mut positions = Vec::new();
    for seed in 0..seeds {
        let mut chance = Rng::new(seed);
        let mut duel = SelfPlayGame::new(FEW_LETTERS.language(), &mut chance);
        while !duel.is_over() {
            let (board, rack) = (duel.board().clone(), duel.rack());
            let other = others(&board, &rack, FEW_LETTERS.language());
            let mut kinds: Vec<Tile> =
                rack.tiles().iter().copied().filter(|tile| other.tiles().contains(tile)).collect();
            kinds.sort();
            kinds.dedup();
            if duel.bag_count() == 0 && rack.len() + other.len() <= tiles_max {
                if kinds.len() >= 2 {
                    positions.push((board, rack));
                }
                break;
            }
            let (choice, _) = searcher.best_choice(&duel.position());
            duel.make(&choice, &FEW_LETTERS, &mut chance);
        }
    }
    positions
}

#[test]
fn racks_with_the_same_letters_are_not_confused() {
    let mut searcher = Searcher::new(&FEW_LETTERS);
    let positions = alike(7, 140);
    assert!(positions.len() >= 15, "{}", positions.len());
    let rules = rules(Preset::Classic, &FEW_LETTERS);
    for (board, rack) in &positions {
        let observation = Observation::of_two(board, rack, 0, &rules);
        let solution = searcher.solve_endgame(&observation.position(&FEW_LETTERS), Budget::work(u64::MAX));
        is_exact(&solution, &observation, &mut Everything::new(&FEW_LETTERS, &rules, 2), 0);
    }
}

#[test]
fn the_pass_limit_matters_only_for_the_last_pass() {
    let mut searcher = Searcher::new(&FEW_LETTERS);
    let rules = rules(Preset::Open, &FEW_LETTERS);
    for (board, rack) in &alike(5, 60) {
        for passes_max in [2, 3, 4, 6] {
            let everything = &mut Everything::new(&FEW_LETTERS, &rules, passes_max);
            for passes in 0..passes_max {
                let is_last_pass = passes + 1 == passes_max;
                let observation = Observation { is_last_pass, ..Observation::of_two(board, rack, 0, &rules) };
                let solution =
                    searcher.solve_endgame(&observation.position(&FEW_LETTERS), Budget::work(u64::MAX));
                is_exact(&solution, &observation, everything, passes);
            }
        }
    }
}

#[test]
fn a_spent_budget_still_gives_a_move() {
    let language = ENGLISH.language();
    let board = "4GOWD7/4L5O2R1/2BOA5U1PE1/2LID1CAVItIED1/2ODE5S1TO1/2TI1Q3FA2W1/3UTA3ON2AR/3MOTTE1AG3E/\
                 4N2HMm4U/1F2S4I4S/1R2I3BE4I/VEXIL2JURAL2N/1A2A3N5G/1K2R3N6/EYE12";
    let board = read_board(&board.replace(' ', ""), language).unwrap();
    let rack = Rack::new(tiles::read_rack(language, "EEYTOEC").unwrap());
    let rules = rules(Preset::Classic, &ENGLISH);
    let position = Observation::of_two(&board, &rack, 0, &rules).position(&ENGLISH);
    let mut searcher = Searcher::new(&ENGLISH);
    let hurried = searcher.solve_endgame(&position, Budget::work(1));
    assert!(!hurried.is_proven);
    let again = searcher.solve_endgame(&position, Budget::work(400));
    assert_eq!(again, searcher.solve_endgame(&position, Budget::work(400)));
    assert!(again.spread >= hurried.spread - 20);
}
