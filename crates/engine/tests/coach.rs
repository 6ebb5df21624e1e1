//! The coach's reviews of finished games.

use std::sync::LazyLock;

use engine::{
    Basis, Budget, Coach, Engine, Equity, PlayStatus, PlayedTurn, Review, Reviewed, Rng, Searcher,
    SelfPlayGame, TurnAction,
};
use rules::notation::tiles;
use rules::{Board, Language, Preset, Rack, Rules, Tile};
use testkit::{ANN, BOB, CAT, RandomGame, Table, lay};

static ENGLISH: LazyLock<Engine> = LazyLock::new(|| Engine::new(wordlists::embedded("en").unwrap()).unwrap());

fn rules(preset: Preset) -> Rules {
    preset.rules(Language::by_code("en").unwrap())
}

fn rack(text: &str) -> Rack {
    Rack::new(tiles::read_rack(ENGLISH.language(), text).unwrap())
}

fn review_of(table: &Table) -> (Vec<Reviewed>, Vec<engine::Sum>) {
    let mut review = Review::of_log(&ENGLISH, &table.log).unwrap();
    let reviewed: Vec<Reviewed> = review.by_ref().collect();
    (reviewed, review.sums().to_vec())
}

/// A turn with this board and rack in which the player passed.
fn passed(board: &Board, text: &str, bag_count: usize, others: usize) -> PlayedTurn {
    let (board, rack) = (board.clone(), rack(text));
    PlayedTurn {
        place: 0,
        player: 0,
        others,
        board,
        rack,
        bag_count,
        is_last_pass: false,
        deed: TurnAction::Pass,
        fate: PlayStatus::Stood,
    }
}

#[test]
fn every_decision_of_a_game_is_reviewed_once() {
    for (preset, seed) in [
        (Preset::Open, 3),
        (Preset::Classic, 5),
        (Preset::Social, 8),
        (Preset::Validated, 13),
        (Preset::Classic, 21),
    ] {
        let mut game = RandomGame::new(preset, wordlists::embedded("en").unwrap(), seed);
        game.finish();
        let (reviewed, sums) = review_of(&game.table);
        let history = game.table.game.history();
        let decided = |entry: &&std::sync::Arc<rules::Entry>| {
            !matches!(entry.deed, rules::Action::LostTurn | rules::Action::Left(_))
        };
        assert_eq!(reviewed.len(), history.iter().filter(decided).count(), "{preset:?}");
        let mut lost = Equity::ZERO;
        for Reviewed { turn, advice, .. } in &reviewed {
            let entry = &history[turn.place];
            assert_eq!((entry.seat.index(), &entry.rack), (turn.player, &turn.rack));
            let is_taken_back =
                matches!(entry.deed, rules::Action::Played { fate: rules::PlayStatus::TakenBack, .. });
            assert_eq!(turn.fate == PlayStatus::TakenBack, is_taken_back);
            assert!((1..=5).contains(&advice.best.len()));
            assert!(advice.best.is_sorted_by(|a, b| a.equity >= b.equity));
            assert_eq!(advice.lost, (advice.best[0].equity - advice.made).max(Equity::ZERO));
            lost += advice.lost;
        }
        assert_eq!(sums.iter().map(|sum| sum.turns).sum::<usize>(), reviewed.len());
        assert_eq!(sums.iter().fold(Equity::ZERO, |all, sum| all + sum.lost), lost);
    }
}

#[test]
fn a_suggestion_has_the_same_value_when_it_is_played() {
    let rules = rules(Preset::Open);
    let mut bases = Vec::new();
    for seed in 0..3 {
        let mut chance = Rng::new(seed);
        let mut duel = SelfPlayGame::new(ENGLISH.language(), &mut chance);
        let mut searcher = Searcher::new(&ENGLISH);
        while !duel.is_over() {
            let unseen = 100 - duel.board().tiles().count() - duel.rack().len();
            let is_short = duel.bag_count() > 0 || unseen + duel.rack().len() <= 6;
            if is_short {
                let turn = PlayedTurn { rack: duel.rack(), ..passed(duel.board(), "A", duel.bag_count(), 1) };
                let advice = Coach::new(&ENGLISH).look_at(&turn, &rules, duel.rack().tiles());
                bases.push(advice.basis);
                assert_eq!(advice.luck, Equity::ZERO, "nothing was drawn");
                for (rank, suggestion) in advice.best.iter().enumerate() {
                    let turn = PlayedTurn { deed: suggestion.deed.clone(), ..turn.clone() };
                    let made = Coach::new(&ENGLISH).look_at(&turn, &rules, duel.rack().tiles());
                    assert_eq!(made.made, suggestion.equity, "seed {seed}: {suggestion:?}");
                    assert_eq!(made.lost, advice.best[0].equity - suggestion.equity);
                    assert!(rank > 0 || made.missed_bingo.is_none());
                    let mut kept = turn.kept();
                    kept.sort();
                    assert_eq!(kept, suggestion.keeps);
                }
            }
            let (choice, _) = searcher.best_choice(&duel.position());
            duel.make(&choice, &ENGLISH, &mut chance);
        }
    }
    assert!(bases.contains(&Basis::Equity) && bases.contains(&Basis::Exact), "{bases:?}");
}

#[test]
fn moves_are_valued_by_the_end_of_the_game_once_the_bag_is_empty() {
    let rules = rules(Preset::Open);
    let mut compared = 0;
    for seed in 0..8 {
        let mut chance = Rng::new(seed);
        let mut duel = SelfPlayGame::new(ENGLISH.language(), &mut chance);
        let mut searcher = Searcher::new(&ENGLISH);
        while !duel.is_over() {
            let laid = duel.board().tiles().count();
            if duel.bag_count() == 0 && laid >= 95 {
                let mut turn = passed(duel.board(), "A", 0, 1);
                turn.rack = duel.rack();
                let advice = Coach::new(&ENGLISH).look_at(&turn, &rules, turn.rack.tiles());
                let solution = searcher.solve_endgame(&duel.position(), Budget::work(u64::MAX));
                assert!(solution.is_proven);
                assert_eq!(advice.basis, Basis::Exact);
                assert_eq!(advice.best[0].equity, Equity::of(solution.spread));
                compared += 1;
                // With three players, the racks of the others are not known.
                let among_three = PlayedTurn { others: 2, ..turn };
                let advice = Coach::new(&ENGLISH).look_at(&among_three, &rules, among_three.rack.tiles());
                assert_eq!(advice.basis, Basis::Equity);
                break;
            }
            let (choice, _) = searcher.best_choice(&duel.position());
            duel.make(&choice, &ENGLISH, &mut chance);
        }
    }
    assert!(compared >= 3, "{compared}");
}

#[test]
fn accepted_and_challenged_phonies_are_counted_separately() {
    let mut table = Table::of(rules(Preset::Social), 2).with_racks(&["DORDEST", "XYZABCE"]).started();
    table.play(ANN, "8H", "DORD").unwrap();
    table.accept(BOB).unwrap();
    table.play(BOB, "H8", "DXYZ").unwrap();
    table.challenge(ANN).unwrap();
    table.judge(ANN, false).unwrap();
    table.pass(ANN).unwrap();
    table.pass(BOB).unwrap();
    let (reviewed, sums) = review_of(&table);
    let phonies = |turn: usize| -> Vec<String> {
        reviewed[turn].phonies.iter().map(|word| ENGLISH.language().write(word)).collect()
    };
    assert_eq!((phonies(0), phonies(1)), (vec!["DORD".to_owned()], vec!["DXYZ".to_owned()]));
    assert_eq!((reviewed[0].turn.fate, reviewed[1].turn.fate), (PlayStatus::Stood, PlayStatus::TakenBack));
    assert_eq!((sums[ANN].phonies_stood, sums[ANN].phonies_caught), (1, 0));
    assert_eq!((sums[BOB].phonies_stood, sums[BOB].phonies_caught), (0, 1));
    // A play that was challenged off is worth as much as a pass, and no tiles were drawn for it.
    assert_eq!(reviewed[1].advice.made, reviewed[3].advice.made);
    assert_eq!(reviewed[3].advice.luck, Equity::ZERO);
    assert_eq!(reviewed[3].turn.rack, rack("XYZABCE"));
    assert!(reviewed[1].advice.lost > Equity::of(20));
}

#[test]
fn a_bingo_is_missed_only_if_it_beats_the_move_made() {
    let mut table = Table::of(rules(Preset::Open), 2).with_racks(&["AEINRST", "EEIOUUV"]).started();
    table.play(ANN, "8H", "RAT").unwrap();
    let (reviewed, sums) = review_of(&table);
    let missed = reviewed[0].advice.missed_bingo.as_ref().unwrap();
    assert!(matches!(&missed.deed, TurnAction::Play(play) if play.is_bingo()));
    assert_eq!(sums[ANN].missed_bingos, 1);
    let mut table = Table::of(rules(Preset::Open), 2).with_racks(&["AEINRST", "EEIOUUV"]).started();
    table.play(ANN, "8H", "NASTIER").unwrap();
    let (reviewed, sums) = review_of(&table);
    assert_eq!((reviewed[0].advice.missed_bingo.as_ref(), sums[ANN].missed_bingos), (None, 0));
}

#[test]
fn good_draws_are_good_luck_and_bad_draws_are_bad_luck() {
    let rules = rules(Preset::Open);
    let luck = |text: &str, held: &[Tile]| {
        Coach::new(&ENGLISH).look_at(&passed(&Board::empty(), text, 86, 1), &rules, held).luck
    };
    assert!(luck("AEINRST", &[]) > Equity::of(20));
    assert!(luck("UUVVIIW", &[]) < Equity::of(-10));
    // Tiles that were kept are not luck.
    assert_eq!(luck("AEINRST", rack("AEINRST").tiles()), Equity::ZERO);
    assert!(luck("AEINRST", rack("AEINRS").tiles()) < luck("AEINRST", &[]));
}

#[test]
fn a_forced_pass_loses_nothing() {
    let mut board = Board::empty();
    lay(&mut board, ENGLISH.language(), "8G", "CRWTH");
    // No word of the list contains VV, and the bag has too few tiles for an exchange.
    for (preset, bag_count, others) in [(Preset::Open, 3, 1), (Preset::Classic, 7, 2), (Preset::Open, 0, 2)] {
        let turn = passed(&board, "VV", bag_count, others);
        let advice = Coach::new(&ENGLISH).look_at(&turn, &rules(preset), turn.rack.tiles());
        assert_eq!(advice.best.len(), 1);
        assert_eq!((&advice.best[0].deed, advice.lost), (&TurnAction::Pass, Equity::ZERO));
    }
}

#[test]
fn players_who_left_are_not_counted_as_opponents() {
    let mut table =
        Table::of(rules(Preset::Social), 3).with_racks(&["QUIZEST", "ABCDEFG", "HIJKLMN"]).started();
    table.play(ANN, "8H", "QUIZ").unwrap();
    table.resign(CAT).unwrap();
    table.pass(BOB).unwrap();
    let (reviewed, _) = review_of(&table);
    let others: Vec<usize> = reviewed.iter().map(|reviewed| reviewed.turn.others).collect();
    assert_eq!(others, [2, 1]);
    assert!(reviewed.iter().all(|reviewed| reviewed.turn.player != CAT));
}
