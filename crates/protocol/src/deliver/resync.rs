use rules::{Game, Progress, Seat};

use crate::server::{PrivateEvent, PublicEvent, ServerEvent};
use crate::view::{
    TableContext, bag_commitment, board_update, clock_update, game_ended, game_started, lobby_update,
    nonce_requested, score_update, seat_state, spectator_state, turn_change, your_tiles,
};

/// The events for a player who reconnects without any state.
///
/// In a running game these are the five events of the contract in their order, then `tableState`.
pub fn reconnection(game: &Game, seat: Seat, context: &TableContext<'_>) -> Vec<ServerEvent> {
    let mut events = Vec::new();
    let rack = game.rack(seat).map(|rack| your_tiles(rack, &game.rules().language, context.board));
    catch_up(game, rack.map(PrivateEvent::YourTiles), context, &mut events);
    if let Some(state) = seat_state(game, seat, context) {
        events.push(PrivateEvent::SeatState(Box::new(state)).into());
    }
    events
}

/// The events for a new spectator: as for a player, without a rack.
pub fn spectating(game: &Game, context: &TableContext<'_>) -> Vec<ServerEvent> {
    let mut events = Vec::new();
    catch_up(game, None, context, &mut events);
    events.push(PublicEvent::TableState(Box::new(spectator_state(game, context))).into());
    events
}

fn catch_up(
    game: &Game,
    rack: Option<PrivateEvent>,
    context: &TableContext<'_>,
    events: &mut Vec<ServerEvent>,
) {
    let view = game.table_view();
    let Some(position) = view.play() else {
        events.push(PublicEvent::LobbyUpdate(lobby_update(game, context)).into());
        events.push(PublicEvent::BagCommitment(bag_commitment(game)).into());
        if let Some(pending) = game.pending_start() {
            events.push(PublicEvent::NonceRequested(nonce_requested(game, pending, context.ids)).into());
        }
        return;
    };
    let is_running = game.progress() == Progress::Playing;
    if is_running {
        events.push(PublicEvent::GameStarted(game_started(game, position, context)).into());
    }
    events.extend(rack.map(ServerEvent::from));
    events.push(PublicEvent::BoardUpdate(board_update(view, position, context.ids, context.board)).into());
    events.push(PublicEvent::ScoreUpdate(score_update(view, position, context.ids)).into());
    if is_running {
        events.push(PublicEvent::TurnChange(turn_change(position, context.ids)).into());
        events.extend(clock_update(view, context).map(|clock| PublicEvent::ClockUpdate(clock).into()));
    }
    if let Some(outcome) = view.outcome() {
        events.push(PublicEvent::GameEnded(game_ended(game, outcome, context.ids)).into());
    }
}
