use rules::{Event, EventKind, Game, Progress, Seat, SeenPosition, TableView};

use super::event_mapper::{self, Outbox};
use super::{Delivery, Recipients};
use crate::packet::Packet;
use crate::server::{BagReveal, PrivateEvent, PublicEvent};
use crate::text::RoomCode;
use crate::view::{
    TableContext, board_update, clock_update, game_ended, game_started, lobby_update, score_of, score_update,
    turn_change, your_tiles,
};

/// A commit: the game before it, its events, and the game after it.
#[derive(Clone, Copy, Debug)]
pub struct CommitView<'a> {
    /// The game before the commit.
    pub before: &'a Game,
    /// The events of the commit.
    pub events: &'a [Event],
    /// The game after the commit.
    pub after: &'a Game,
}

/// What a commit announces that is in neither the rules nor the table's context.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommitExtras<'a> {
    /// With the commit that ends a game or closes a table: the data to verify the draws.
    pub reveal: Option<&'a BagReveal>,
    /// With the commit that opens a rematch: the code of the new table.
    pub rematch_room: Option<&'a RoomCode>,
}

/// The number of messages of most moves.
const MESSAGES_OF_A_MOVE: usize = 7;

/// The packets for one commit, in sending order. Each is encoded once for all its recipients.
pub fn packets_for(
    commit: CommitView<'_>,
    context: &TableContext<'_>,
    extras: &CommitExtras<'_>,
    seq: u64,
) -> Vec<(Recipients, Packet)> {
    let deliveries = events_for(commit, context, extras).into_iter();
    let encode = |delivery: Delivery| (delivery.recipients(), Packet::new(delivery.into_event(), Some(seq)));
    deliveries.map(encode).collect()
}

/// The events on the wire for one commit, in sending order.
///
/// The answers to the player who moved come first, then what happened, then the new state. Every
/// member of the table gets at least one event, so that every member sees every version.
///
/// The turn that ends a game is answered like any other, with `turnChange`. `gameEnded` follows as
/// the last event of the contract: a client may stop listening when it arrives.
pub fn events_for(
    commit: CommitView<'_>,
    context: &TableContext<'_>,
    extras: &CommitExtras<'_>,
) -> Vec<Delivery> {
    let CommitView { before, events, after } = commit;
    let (was, is) = (before.table_view(), after.table_view());
    let Outbox { answers: mut deliveries, happenings, welcomes } = outbox(commit, context, extras);
    deliveries.extend(happenings);

    match (was.play(), is.play()) {
        (None, Some(position)) => add_beginning(after, position, context, &mut deliveries),
        (Some(earlier), Some(position)) => {
            add_changes(commit, (earlier, position), context, &mut deliveries);
            add_turn((earlier, position), is, context, &mut deliveries);
            deliveries.extend(endings(events, after, context));
        }
        (_, None) => {}
    }
    // After a failed start, or with other rules, the host may be able to start.
    let changes_start = events
        .iter()
        .any(|event| matches!(event.kind, EventKind::StartFailed { .. } | EventKind::RulesChanged { .. }));
    if is.progress() == Progress::Waiting && (changes_start || lobby_differs(was, is)) {
        deliveries.push(Delivery::to_everyone(PublicEvent::LobbyUpdate(lobby_update(after, context))));
    }
    deliveries.extend(welcomes);
    for event in events {
        let is_over = matches!(event.kind, EventKind::GameEnded(_) | EventKind::TableClosed);
        if let Some(reveal) = extras.reveal.filter(|_| is_over) {
            deliveries.push(Delivery::to_everyone(PublicEvent::BagReveal(reveal.clone())));
        }
    }
    deliveries
}

/// Maps each event of a commit, given the game before that event.
///
/// In most commits only the first event produces messages, so the game is replayed only if needed.
fn outbox(commit: CommitView<'_>, context: &TableContext<'_>, extras: &CommitExtras<'_>) -> Outbox {
    let CommitView { before, events, after } = commit;
    // Most commits are moves; the messages about their new state follow in the same list.
    let mut outbox = Outbox { answers: Vec::with_capacity(MESSAGES_OF_A_MOVE), ..Outbox::default() };
    let mut between: Option<Game> = None;
    let mut applied = 0;
    for (place, event) in events.iter().enumerate().filter(|(_, event)| event_mapper::has_messages(event)) {
        if place == 0 || is_move_after_standing(&events[..place], event) {
            event_mapper::map_event(before, event, after, context, extras, &mut outbox);
            continue;
        }
        let game = between.get_or_insert_with(|| before.clone());
        for event in &events[applied..place] {
            // The events were decided or replayed before, so they fit.
            let fits = game.apply(event);
            debug_assert_eq!(fits, Ok(()));
        }
        applied = place;
        event_mapper::map_event(game, event, after, context, extras, &mut outbox);
    }
    outbox
}

/// Whether an event is a move that first completes the previous play.
///
/// That changes the bag, a rack and the open play, of which the messages of a move have nothing.
fn is_move_after_standing(earlier: &[Event], event: &Event) -> bool {
    let is_move = matches!(
        event.kind,
        EventKind::TilesPlaced { .. } | EventKind::TilesExchanged { .. } | EventKind::TurnPassed { .. }
    );
    is_move && earlier.iter().all(|event| matches!(event.kind, EventKind::PlayStood { .. }))
}

/// The `gameEnded` events of a commit.
fn endings(events: &[Event], after: &Game, context: &TableContext<'_>) -> impl Iterator<Item = Delivery> {
    events.iter().filter_map(|event| match &event.kind {
        EventKind::GameEnded(outcome) => {
            let ended = game_ended(after, outcome, context.ids);
            Some(Delivery::to_everyone(PublicEvent::GameEnded(ended)))
        }
        _ => None,
    })
}

fn lobby_differs(was: TableView<'_>, is: TableView<'_>) -> bool {
    was.join_order() != is.join_order()
        || was.host() != is.host()
        || was.players().ne(is.players())
        || was.kept_seats().ne(is.kept_seats())
}

fn add_beginning(
    game: &Game,
    position: SeenPosition<'_>,
    context: &TableContext<'_>,
    deliveries: &mut Vec<Delivery>,
) {
    let view = game.table_view();
    let mut everyone = |event| deliveries.push(Delivery::to_everyone(event));
    let started = game_started(game, position, context);
    started.opening_draw.iter().cloned().for_each(|round| everyone(PublicEvent::OpeningDraw(round)));
    everyone(PublicEvent::GameStarted(started));
    deliveries.extend(position.order().iter().filter_map(|&seat| rack_of(game, seat, context)));
    let mut everyone = |event| deliveries.push(Delivery::to_everyone(event));
    everyone(PublicEvent::ScoreUpdate(score_update(view, position, context.ids)));
    everyone(PublicEvent::TurnChange(turn_change(position, context.ids)));
    if let Some(clock) = clock_update(view, context) {
        everyone(PublicEvent::ClockUpdate(clock));
    }
}

/// The running game before and after a commit.
type Positions<'a> = (SeenPosition<'a>, SeenPosition<'a>);

fn add_changes(
    CommitView { before, after, .. }: CommitView<'_>,
    (earlier, position): Positions<'_>,
    context: &TableContext<'_>,
    deliveries: &mut Vec<Delivery>,
) {
    let (was, is) = (before.table_view(), after.table_view());
    if earlier.board() != position.board() {
        let update = board_update(is, position, context.ids, context.board);
        deliveries.push(Delivery::to_everyone(PublicEvent::BoardUpdate(update)));
    }
    let changed = position.order().iter().filter(|&&seat| before.rack(seat) != after.rack(seat));
    deliveries.extend(changed.filter_map(|&seat| rack_of(after, seat, context)));
    if position.order().iter().any(|&seat| score_of(was, seat) != score_of(is, seat)) {
        let scores = score_update(is, position, context.ids);
        deliveries.push(Delivery::to_everyone(PublicEvent::ScoreUpdate(scores)));
    }
}

fn add_turn(
    (earlier, position): Positions<'_>,
    is: TableView<'_>,
    context: &TableContext<'_>,
    deliveries: &mut Vec<Delivery>,
) {
    // The turn that ends the game is complete as well, and the client that passed waits for this
    // answer.
    let turn = |position: SeenPosition<'_>| {
        (position.turn(), position.to_move(), position.next(), position.passes(), position.waits())
    };
    if turn(earlier) != turn(position) || earlier.board() != position.board() {
        let change = turn_change(position, context.ids);
        deliveries.push(Delivery::to_everyone(PublicEvent::TurnChange(change)));
    }
    if earlier.clock() != position.clock()
        && let Some(clock) = clock_update(is, context)
    {
        deliveries.push(Delivery::to_everyone(PublicEvent::ClockUpdate(clock)));
    }
}

/// A player's rack, addressed to that player.
fn rack_of(game: &Game, seat: Seat, context: &TableContext<'_>) -> Option<Delivery> {
    let tiles = your_tiles(game.rack(seat)?, &game.rules().language, context.board);
    Some(Delivery::Private { to: seat, event: PrivateEvent::YourTiles(tiles) })
}
