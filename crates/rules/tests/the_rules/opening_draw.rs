use std::cell::RefCell;

use rules::{Command, DrawNumber, Env, EventKind, Preset, Tile, TileSource};
use testkit::{Script, Table, seat};

use crate::english;

/// Starts a classic game with this opening draw; returns the turn order and the rounds.
fn drawn(players: usize, opening: &str) -> (Vec<usize>, usize) {
    let table = Table::of(english(Preset::Classic), players).with_opening_draw(opening).started();
    let rounds = table.game.table_view().play().unwrap().opening_draw().len();
    (table.game.turn_order().iter().map(|seat| seat.index()).collect(), rounds)
}

#[test]
fn the_player_who_draws_nearest_to_a_moves_first_and_the_others_follow() {
    for (opening, order) in
        [("AZ", vec![0, 1]), ("ZA", vec![1, 0]), ("DCB", vec![2, 0, 1]), ("QBEC", vec![1, 2, 3, 0])]
    {
        assert_eq!(drawn(opening.len(), opening), (order, 1), "{opening}");
    }
}

#[test]
fn a_blank_beats_every_letter() {
    assert_eq!(drawn(3, "AC?"), (vec![2, 0, 1], 1));
}

#[test]
fn tied_players_draw_again() {
    assert_eq!(drawn(2, "EEGF"), (vec![1, 0], 2));
    assert_eq!(drawn(2, "EEGGIIBA"), (vec![1, 0], 4));
}

#[test]
fn two_blanks_tie() {
    assert_eq!(drawn(3, "??ACB"), (vec![1, 2, 0], 2));
}

#[test]
fn only_players_tied_for_best_draw_again() {
    // Cat and Dan tie for best. Ann and Bob, who tie behind them, do not draw again.
    assert_eq!(drawn(4, "EEAACB"), (vec![3, 0, 1, 2], 2));
}

/// Makes the first round a tie, and records how many tiles each pick had to choose from.
#[derive(Default)]
struct Counting(RefCell<Vec<usize>>);

impl TileSource for Counting {
    fn pick(&self, number: DrawNumber, sorted: &[Tile]) -> usize {
        match number {
            DrawNumber::Opening(counter) => {
                self.0.borrow_mut().push(sorted.len());
                if counter < 3 { 0 } else { 50 }
            }
            DrawNumber::Tile(_) => 0,
        }
    }
}

#[test]
fn each_round_is_drawn_without_replacement_from_a_full_bag() {
    let table = Table::of(english(Preset::Classic), 2);
    let draws = Counting::default();
    let env = Env { words: table.words.as_ref(), now: table.now, draws: &draws, away: &table.away };
    table.game.decide(seat(0), Command::Start, &env).unwrap();
    assert_eq!(*draws.0.borrow(), [100, 99, 100, 99]);
}

#[test]
fn the_opening_draw_has_its_own_counter() {
    let table = Table::of(english(Preset::Classic), 2)
        .with_opening_draw("EEGF")
        .with_racks(&["CATSEED", "HORNING"])
        .started();
    // Bob moves first, so he gets the first rack. The four opening draws did not affect the bag.
    assert_eq!((table.rack(1).as_str(), table.rack(0).as_str()), ("CATSEED", "HORNING"));
    assert_eq!(table.game.bag().unwrap().next_draw(), 14);
}

#[test]
fn the_view_shows_the_opening_draw() {
    let table = Table::of(english(Preset::Classic), 2).with_opening_draw("B?").started();
    let EventKind::GameStarted { opening_draw, .. } = &table.log.last().unwrap().kind else { panic!() };
    assert_eq!(table.game.table_view().play().unwrap().opening_draw(), *opening_draw);
    let tiles = testkit::tiles(table.language(), "B?");
    assert_eq!(opening_draw[0].drawn, [(seat(0), tiles[0]), (seat(1), tiles[1])]);
}

#[test]
fn an_opening_draw_that_never_breaks_a_tie_still_ends() {
    let mut table = Table::of(english(Preset::Classic), 2);
    table.draws =
        Script { opening: testkit::tiles(table.language(), &"E".repeat(1000)), ..Script::default() };
    assert_eq!(table.started().to_move(), Some(0));
}

#[test]
fn in_a_social_game_the_host_moves_first_then_the_others_in_join_order() {
    let mut table = Table::of(english(Preset::Social), 3);
    table.goes_away(0);
    table.wait_seconds(60);
    table.fire(rules::Timer::HostAway).unwrap();
    table.comes_back(0);
    let table = table.started();
    let order: Vec<usize> = table.game.turn_order().iter().map(|seat| seat.index()).collect();
    assert_eq!(order, [1, 0, 2]);
}

#[test]
fn in_a_validated_or_open_game_players_move_in_join_order() {
    for preset in [Preset::Validated, Preset::Open] {
        let mut table = Table::of(english(preset), 3);
        // Ann leaves and joins again: she gets her old seat, but is now the last in join order.
        table.leave(0).unwrap();
        table.join("Ann").unwrap();
        let order: Vec<usize> = table.started().game.turn_order().iter().map(|seat| seat.index()).collect();
        assert_eq!(order, [1, 2, 0], "{preset}");
    }
}
