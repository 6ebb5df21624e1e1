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
        Clock::None | Clock::Game { .. } => None,
    };
    let left = |(seat, player): (Seat, SeenPlayer<'_>)| {
        let spent = player.spent() + running(position, seat, context);
        let remaining = clock.remaining(spent, player.turns())?;
        Some(PlayerClock { player_id: context.ids.of(seat), remaining_ms: remaining.0 })
    };
    let runs = view.outcome().is_none() && position.clock().since.is_some();
    Some(ClockUpdate {
        server_time: context.now.0,
        running: runs.then(|| context.ids.of(position.to_move())),
        turn_remaining_ms,
        players: view.players().filter_map(left).collect(),
    })
}

/// How long a player's clock has run since it last started.
fn running(position: SeenPosition<'_>, seat: Seat, context: &TableContext<'_>) -> Millis {
    match position.clock().since {
        Some(since) if position.to_move() == seat => context.now.since(since),
        Some(_) | None => Millis::ZERO,
    }
}
