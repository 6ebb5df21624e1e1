use rules::{Clock, Millis, Seat, SeenPlayer, SeenPosition, TableView};

use super::TableContext;
use crate::server::{ClockUpdate, PlayerClock};

/// The clocks of a game; `None` if the table has no clock.
pub fn clock_update(view: TableView<'_>, context: &TableContext<'_>) -> Option<ClockUpdate> {
    let position = view.play()?;
    let clock = view.rules().clock;
    if clock == Clock::None {
        return None;
    }
    let turn_remaining_ms = match clock {
        Clock::Soft { turn } | Clock::Turn { turn } => {
            Some((turn - position.clock().turn_time(context.now)).0)
        }
        Clock::Days { turn_days, .. } => {
            Some((Millis::days(turn_days.into()) - position.clock().turn_time(context.now)).0)
        }
        Clock::None | Clock::Game { .. } => None,
    };
    let left = |(seat, player): (Seat, SeenPlayer<'_>)| {
        let spent = player.spent() + running(position, seat, context);
        let remaining = if clock.is_days() {
            bank_left(position, seat, player, clock, context)?
        } else {
            clock.remaining(spent, player.turns())?
        };
        Some(PlayerClock { player_id: context.ids.of(seat), remaining_ms: remaining.0 })
    };
    let deadline = position.deadline();
    let turn_ends_at = match (deadline, turn_remaining_ms) {
        (Some(_), Some(left)) => Some(context.now + Millis(left)),
        (None, _) | (_, None) => None,
    };
    let runs = view.outcome().is_none() && position.clock().since.is_some();
    Some(ClockUpdate {
        server_time: context.now.0,
        running: runs.then(|| context.ids.of(position.to_move())),
        turn_remaining_ms,
        turn_ends_at: turn_ends_at.map(|at| at.0),
        deadline: deadline.map(|at| at.0),
        players: view.players().filter_map(left).collect(),
    })
}

/// What a player's bank of days has left, with the turn that is running.
fn bank_left(
    position: SeenPosition<'_>,
    seat: Seat,
    player: SeenPlayer<'_>,
    clock: Clock,
    context: &TableContext<'_>,
) -> Option<Millis> {
    let is_on_clock = position.to_move() == seat && !player.has_stand_in();
    let on_turn = if is_on_clock { position.clock().turn_time(context.now) } else { Millis::ZERO };
    clock.bank_left(player.bank_used(), on_turn)
}

/// How long a player's clock has run since it last started.
fn running(position: SeenPosition<'_>, seat: Seat, context: &TableContext<'_>) -> Millis {
    match position.clock().since {
        Some(since) if position.to_move() == seat => context.now.since(since),
        Some(_) | None => Millis::ZERO,
    }
}
