//! Endgames are played as well as they can be: the solver and a search through everything agree.

use std::collections::HashMap;
use std::sync::LazyLock;

use engine::{Budget, Chance, Duel, Engine, Sight, Workbench};
use rules::notation::{read_board, tiles};
use rules::{Board, GoingOut, LegalPlay, Placement, Preset, Rack, Rules, Tile};

static ENGLISH: LazyLock<Engine> = LazyLock::new(|| Engine::new(wordlists::embedded("en").unwrap()).unwrap());

fn rules(preset: Preset) -> Rules {
    preset.rules(ENGLISH.language().clone())
}

/// How often the tiles that are left count between the player who goes out and the other.
fn left_over_factor(rules: &Rules) -> i32 {
    match rules.going_out {
        GoingOut::EarnsOthersTiles => 2,
        GoingOut::EarnsNothing => 1,
    }
}

/// All the tiles that are neither on the board nor on a rack.
fn others(board: &Board, rack: &Rack) -> Rack {
    let mut all = Rack::new(rules::Bag::full(ENGLISH.language()).tiles().to_vec());
    let laid: Vec<Tile> = board.tiles().map(|(_, laid)| laid.tile()).collect();
    all.remove(&laid).unwrap();
    all.remove(rack.tiles()).unwrap();
    all
}

/// What the player who is to move scores more than the other from here on, found by trying everything.
struct Everything {
    workbench: Workbench<'static>,
    left_over_factor: i32,
    known: HashMap<(Board, Vec<Tile>, bool), i32>,
}

impl Everything {
    fn spread(&mut self, board: &Board, own: &Rack, other: &Rack, has_passed: bool) -> i32 {
        let mut sorted = own.tiles().to_vec();
        sorted.sort();
        let key = (board.clone(), sorted, has_passed);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let language = ENGLISH.language();
        let grid = ENGLISH.grid(board);
        let mut plays = Vec::new();
        self.workbench.all_plays(&grid, own, &mut plays);
        let mut best = if has_passed {
            (language.value(other.tiles()) - language.value(own.tiles())).0
        } else {
            -self.spread(board, other, own, true)
        };
        let placements: Vec<Placement> = plays.iter().map(|play| play.placement(&ENGLISH, &grid)).collect();
        for placement in placements {
            let play = LegalPlay::check(&placement, board, own, language).unwrap();
            let mut left = own.clone();
            left.remove(&play.rack_tiles()).unwrap();
            let mut after = board.clone();
            for &(square, tile) in &play.tiles {
                after.lay(square, tile);
            }
            let value = play.score.0
                + if left.is_empty() {
                    self.left_over_factor * language.value(other.tiles()).0
                } else {
                    -self.spread(&after, other, &left, false)
                };
            best = best.max(value);
        }
        self.known.insert(key, best);
        best
    }
}

#[test]
fn an_endgame_is_solved_exactly() {
    let mut workbench = Workbench::new(&ENGLISH);
    let presets = [Preset::Validated, Preset::Classic].map(rules);
    assert_ne!(left_over_factor(&presets[0]), left_over_factor(&presets[1]));
    let mut solved = 0;
    for seed in 0..30 {
        let rules = &presets[seed as usize % 2];
        let mut chance = Chance::new(seed);
        let mut duel = Duel::new(ENGLISH.language(), &mut chance);
        while !duel.is_over() {
            let (board, rack) = (duel.board().clone(), duel.rack());
            let other = others(&board, &rack);
            if duel.bag_count() == 0 && rack.len() + other.len() <= 4 {
                let sight = Sight { board: &board, rack: &rack, bag_count: 0, rules };
                let solution = workbench.solve_endgame(&sight.position(&ENGLISH), Budget::work(u64::MAX));
                let mut everything = Everything {
                    workbench: Workbench::new(&ENGLISH),
                    left_over_factor: left_over_factor(rules),
                    known: HashMap::new(),
                };
                assert!(solution.is_proven);
                assert_eq!(solution.spread, everything.spread(&board, &rack, &other, false), "seed {seed}");
                solved += 1;
                break;
            }
            let (choice, _) = workbench.best_choice(&duel.position());
            duel.make(&choice, &ENGLISH, &mut chance);
        }
    }
    assert!(solved >= 8, "{solved}");
}

#[test]
fn a_budget_that_is_spent_still_gives_a_move() {
    let language = ENGLISH.language();
    let board = "4GOWD7/4L5O2R1/2BOA5U1PE1/2LID1CAVItIED1/2ODE5S1TO1/2TI1Q3FA2W1/3UTA3ON2AR/3MOTTE1AG3E/\
                 4N2HMm4U/1F2S4I4S/1R2I3BE4I/VEXIL2JURAL2N/1A2A3N5G/1K2R3N6/EYE12";
    let board = read_board(&board.replace(' ', ""), language).unwrap();
    let rack = Rack::new(tiles::read_rack(language, "EEYTOEC").unwrap());
    let rules = rules(Preset::Classic);
    let sight = Sight { board: &board, rack: &rack, bag_count: 0, rules: &rules };
    let position = sight.position(&ENGLISH);
    let mut workbench = Workbench::new(&ENGLISH);
    let hurried = workbench.solve_endgame(&position, Budget::work(1));
    assert!(!hurried.is_proven);
    let again = workbench.solve_endgame(&position, Budget::work(400));
    assert_eq!(again, workbench.solve_endgame(&position, Budget::work(400)));
    assert!(again.spread >= hurried.spread - 20);
}
