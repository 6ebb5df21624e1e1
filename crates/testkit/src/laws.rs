//! Laws that hold in every game, checked from outside.

use std::collections::BTreeMap;

use rules::notation::{Cgp, Gcg};
use rules::{
    Board, Draw, EndReason, Event, EventKind, Game, GoingOut, LaidTile, Rack, Score, Seat, Square, Tile,
};

use crate::{TestRng, naive_score};

/// Tiles are conserved: board, racks and bag together always have the tiles of the language.
pub fn tiles_are_conserved(game: &Game) {
    let (Some(board), Some(bag)) = (game.board(), game.bag()) else { return };
    let language = &game.rules().language;
    let mut count: BTreeMap<Tile, usize> = BTreeMap::new();
    let laid = board.tiles().map(|(_, laid)| laid.tile());
    let held = Seat::all().filter_map(|seat| game.rack(seat)).flat_map(Rack::tiles).copied();
    for tile in laid.chain(held).chain(bag.tiles().iter().copied()) {
        *count.entry(tile).or_default() += 1;
    }
    let expected: BTreeMap<Tile, usize> =
        language.tiles().map(|tile| (tile, language.count(tile))).filter(|(_, count)| *count > 0).collect();
    assert_eq!(count, expected, "tiles appeared or vanished");
}

/// Replaying the log gives the same game, and tiles are conserved after every event.
pub fn replay_equals_state(log: &[Event], game: &Game) {
    let mut replayed = Game::replay(&log[..1]).expect("a log begins with the opening");
    for event in &log[1..] {
        replayed.apply(event).expect("a log of a game replays");
        tiles_are_conserved(&replayed);
    }
    assert_eq!(&replayed, game, "the log tells another game");
}

/// Every play has the score of a naive scorer, and the final scores follow from the log.
pub fn scores_are_right(log: &[Event], game: &Game) {
    let language = &game.rules().language;
    let mut replayed = Game::replay(&log[..1]).expect("a log begins with the opening");
    let mut sums: BTreeMap<usize, Score> = BTreeMap::new();
    let mut open: Option<(Seat, Score)> = None;
    for event in &log[1..] {
        match &event.kind {
            EventKind::TilesPlaced { seat, play, .. } => {
                let board = replayed.board().cloned().unwrap_or_default();
                assert_eq!(play.score, naive_score(&board, &play.tiles, language), "{play:?} on {board:?}");
                *sums.entry(seat.index()).or_default() += play.score;
                open = Some((*seat, play.score));
            }
            EventKind::ChallengeResolved { valid: false, .. } => {
                let (seat, score) = open.take().expect("a challenge is about a play");
                *sums.entry(seat.index()).or_default() -= score;
            }
            _ => {}
        }
        replayed.apply(event).expect("a log of a game replays");
        for seat in replayed.turn_order() {
            let sum = sums.get(&seat.index()).copied().unwrap_or_default();
            assert_eq!(replayed.score(*seat), Some(sum), "{seat:?} after {event:?}");
        }
    }
    final_scores_are_right(game, &sums);
}

fn final_scores_are_right(game: &Game, sums: &BTreeMap<usize, Score>) {
    let Some(outcome) = game.outcome() else { return };
    let language = &game.rules().language;
    let left = |seat: Seat| language.value(game.rack(seat).map_or(&[], Rack::tiles));
    let everything: Score = game.turn_order().iter().map(|&seat| left(seat)).sum();
    let counts = matches!(
        outcome.reason,
        EndReason::AllTilesPlayed | EndReason::ConsecutivePasses | EndReason::HostEnded
    );
    let mut best = Score(i32::MIN);
    for standing in &outcome.standings {
        let mut expected = sums.get(&standing.seat.index()).copied().unwrap_or_default() - standing.overtime;
        let is_in = standing.departure.is_none();
        if counts && is_in {
            expected -= left(standing.seat);
            let went_out = game.rack(standing.seat).is_some_and(Rack::is_empty);
            if went_out
                && outcome.reason == EndReason::AllTilesPlayed
                && game.rules().going_out == GoingOut::EarnsOthersTiles
            {
                expected += everything;
            }
        }
        assert_eq!(standing.score, expected, "{standing:?}");
        if is_in {
            best = best.max(standing.score);
        }
    }
    for winner in &outcome.winners {
        let standing = outcome.standings.iter().find(|standing| standing.seat == *winner);
        assert_eq!(standing.map(|standing| standing.score), Some(best), "the best score wins");
    }
}

/// Views do not depend on hidden tiles.
///
/// If a hidden tile of one player is swapped with one in the bag, the other players and the
/// spectators see no difference.
pub fn views_do_not_depend_on_hidden_tiles(log: &[Event], game: &Game, chance: &mut TestRng) {
    let Some(bag) = game.bag() else { return };
    if game.outcome().is_some() {
        return;
    }
    let Some(other_tile) = chance.one_of(bag.tiles()).copied() else { return };
    for seat in game.turn_order() {
        // The tiles of a player who dropped out are in the bag again.
        if game.table_view().player(*seat).is_none_or(|player| player.departure().is_some()) {
            continue;
        }
        let Some(other_world) = swap_hidden(log, *seat, other_tile) else { continue };
        let other_world = Game::replay(&other_world).expect("a log of a game replays");
        let held = |game: &Game| game.rack(*seat).map(|rack| rack.tiles().to_vec());
        if held(&other_world) == held(game) {
            continue;
        }
        tiles_are_conserved(&other_world);
        assert_eq!(other_world.table_view(), game.table_view(), "a spectator sees hidden tiles");
        for viewer in Seat::all().filter(|viewer| viewer != seat) {
            assert_eq!(
                other_world.player_view(viewer),
                game.player_view(viewer),
                "{viewer:?} sees {seat:?}'s rack"
            );
        }
        assert_ne!(other_world.player_view(*seat), game.player_view(*seat));
    }
}

/// The log with the last tile that a player drew replaced by another one.
fn swap_hidden(log: &[Event], seat: Seat, other_tile: Tile) -> Option<Vec<Event>> {
    let mut log = log.to_vec();
    let last_draw: &mut Draw = log.iter_mut().rev().find_map(|event| match &mut event.kind {
        EventKind::GameStarted { deals, .. } => {
            deals.iter_mut().find(|(other, _)| *other == seat).map(|(_, draw)| draw)
        }
        EventKind::PlayStood { seat: other, drawn, .. }
        | EventKind::TilesExchanged { seat: other, drawn, .. }
            if *other == seat && !drawn.tiles.is_empty() =>
        {
            Some(drawn)
        }
        _ => None,
    })?;
    let last = last_draw.tiles.last_mut()?;
    let hidden = std::mem::replace(last, other_tile);
    // The first tile must still be on the rack, and the other one in the bag ever since.
    let names_it = |event: &Event| match &event.kind {
        EventKind::TilesPlaced { seat: other, play, .. } if *other == seat => {
            play.rack_tiles().contains(&hidden)
        }
        EventKind::TilesExchanged { seat: other, returned, .. } => {
            (*other == seat && returned.contains(&hidden)) || returned.contains(&other_tile)
        }
        EventKind::PlayerOut { returned, .. } => returned.contains(&other_tile),
        _ => false,
    };
    let since = log.iter().rposition(|event| draws_for(event, seat))?;
    if log[since..].iter().any(names_it) { None } else { Some(log) }
}

fn draws_for(event: &Event, seat: Seat) -> bool {
    match &event.kind {
        EventKind::GameStarted { .. } => true,
        EventKind::PlayStood { seat: other, drawn, .. }
        | EventKind::TilesExchanged { seat: other, drawn, .. } => *other == seat && !drawn.tiles.is_empty(),
        _ => false,
    }
}

/// The position round-trips through CGP.
pub fn position_survives_cgp(game: &Game) {
    let Some(position) = Cgp::of_game(game) else { return };
    let language = &game.rules().language;
    let text = position.write(language);
    assert_eq!(Cgp::parse(&text, language).as_ref(), Ok(&position), "{text}");
}

/// The game round-trips through GCG, and replaying it gives the same board and scores.
pub fn game_survives_gcg(game: &Game) {
    let Some(written) = Gcg::of_game(game) else { return };
    let text = written.to_string();
    let read = Gcg::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read, written, "{text}");
    let language = &game.rules().language;
    let replay = read.replay(language).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(laid(&replay.board), laid(game.board().expect("a game has a board")), "{text}");
    let finals: BTreeMap<usize, Score> =
        game.outcome().iter().flat_map(|o| &o.standings).map(|s| (s.seat.index(), s.score)).collect();
    for (player, &seat) in game.turn_order().iter().enumerate() {
        assert_eq!(Some(&replay.scores[player]), finals.get(&seat.index()), "{text}");
    }
}

fn laid(board: &Board) -> Vec<(Square, LaidTile)> {
    board.tiles().collect()
}

/// Plays one random game to its end and checks every law.
///
/// Returns the number of events and why the game ended.
pub fn hold_in_a_random_game(
    preset: rules::Preset,
    lexicon: &'static lexicon::Lexicon,
    seed: u64,
) -> (usize, EndReason) {
    let mut random = crate::RandomGame::new(preset, lexicon, seed);
    let mut chance = TestRng::new(!seed);
    while !random.table.is_over() {
        let before = chance.in_thousand(50).then(|| random.table.game.clone());
        let known = random.table.log.len();
        random.step();
        let table = &random.table;
        tiles_are_conserved(&table.game);
        let nothing_happened = table.log.len() == known;
        assert!(
            before.is_none_or(|before| !nothing_happened || before == table.game),
            "what was refused has changed the game"
        );
        if chance.in_thousand(30) {
            views_do_not_depend_on_hidden_tiles(&table.log, &table.game, &mut chance);
            position_survives_cgp(&table.game);
        }
        if table.log.len() > 5_000 {
            random.finish();
        }
    }
    let table = &random.table;
    replay_equals_state(&table.log, &table.game);
    scores_are_right(&table.log, &table.game);
    game_survives_gcg(&table.game);
    (table.log.len(), table.game.outcome().expect("the game is over").reason)
}
