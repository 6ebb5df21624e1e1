//! Liveness checks: commits reach all clients, and due timers fire, within seconds.

use std::time::Duration;

use rules::{BySeat, Game, HOLD, Pause, Progress, Timer};
use tokio::time::sleep;

use crate::Invariant;
use crate::world::{Role, World};

type Held = Result<(), (Invariant, String)>;

/// How long a commit may take to reach all clients of a healthy node: two polls and their
/// latencies.
const HEARD_WITHIN_MS: u64 = 2_900;
/// How late a timer may fire while nothing fails.
const DONE_WITHIN_MS: u64 = 4_000;
/// How long after the hold a vanished player may remain: a challenge may come first.
const PUT_OUT_WITHIN_MS: u64 = 10_000;
/// How long the claim of a dead node may block a due table.
const CLAIM_MS: u64 = 5_500;

/// How long the computer of a game over days may take, even if its node stopped meanwhile.
const COMPUTER_MS: u64 = 60_000 + CLAIM_MS;

/// Whether a computer is to move in a game over days, and may.
fn is_computers_turn(game: &Game) -> bool {
    let view = game.table_view();
    let Some(play) = view.play().filter(|_| game.outcome().is_none()) else { return false };
    game.rules().clock.is_days()
        && game.computer(play.to_move()).is_some()
        && play.open_play().is_none()
        && !matches!(play.pause(), Pause::Paused { .. })
}

impl World {
    /// Checks periodically until the simulation ends.
    pub(crate) async fn watch(&self) {
        loop {
            sleep(Duration::from_millis(250)).await;
            self.hold(self.check_heard());
            self.hold(self.check_due());
            self.hold(self.check_said());
            self.hold(self.check_vanished());
            if let Some(what) = crate::panics::taken() {
                self.fail(Invariant::NothingPanics, what);
            }
        }
    }

    fn check_heard(&self) -> Held {
        let now_ms = self.now_ms();
        let state = self.state();
        for (id, link) in state.links.iter().enumerate().filter(|(_, link)| link.is_up) {
            let person = &state.people[link.person];
            let (Some(settled_ms), Some(room)) = (link.settled_ms, &state.rooms[person.table]) else {
                continue;
            };
            let Some(oracle) = state.chronicles.get(&room.game) else { continue };
            let heard = link.heard.order.last().or(link.asked_since).unwrap_or(0);
            let sits = match &person.seat {
                Some(holding) => oracle.latest().game.players().has(holding.seat),
                None => person.role == Role::Watcher,
            };
            let Some(missing) = oracle.at(heard + 1).filter(|_| sits) else { continue };
            let Some(healthy) = link.condition.healthy_since() else { continue };
            let since_ms = missing.kept_ms.max(settled_ms).max(self.ms_of(healthy));
            if now_ms > since_ms + HEARD_WITHIN_MS {
                let what = format!("{} on line {id} has not heard of version {}", person.name, heard + 1);
                return Err((Invariant::HeardSoon, what));
            }
        }
        Ok(())
    }

    fn check_said(&self) -> Held {
        let now_ms = self.now_ms();
        let state = &mut *self.state();
        let is_ripe = |said: &mut crate::world::Said| now_ms > said.done_ms + HEARD_WITHIN_MS;
        for said in state.said.extract_if(.., is_ripe) {
            for (id, link) in state.links.iter().enumerate().filter(|(_, link)| link.is_up) {
                let person = &state.people[link.person];
                let is_there = person.table == said.table
                    && link.settled_ms.is_some_and(|settled_ms| settled_ms + HEARD_WITHIN_MS < said.begun_ms);
                let times = link.heard.chats.iter().filter(|chat| chat.contains(&said.text)).count();
                if is_there && times != 1 {
                    let what = format!("{} on line {id} hears {:?} {times} times", person.name, said.text);
                    return Err((Invariant::SaidIsHeard, what));
                }
            }
        }
        Ok(())
    }

    /// Checks that a player who left for good is removed after the hold.
    fn check_vanished(&self) -> Held {
        let now_ms = self.now_ms();
        let state = self.state();
        for person in &state.people {
            let (Some(vanished_ms), Some(holding), Some(room)) =
                (person.vanished_ms, &person.seat, &state.rooms[person.table])
            else {
                continue;
            };
            if now_ms < vanished_ms + HOLD.0 as u64 + PUT_OUT_WITHIN_MS {
                continue;
            }
            let Some(oracle) = state.chronicles.get(&room.game) else { continue };
            let view = oracle.latest().game.table_view();
            let is_in = view.player(holding.seat).is_some_and(|player| player.departure().is_none());
            if is_in && view.progress() == Progress::Playing {
                return Err((Invariant::TimersAct, format!("{} is gone and still waited for", person.name)));
            }
        }
        Ok(())
    }

    fn check_due(&self) -> Held {
        let now_ms = self.now_ms();
        let nodes = self.nodes();
        let mut quiet_ms = 0;
        // A node without the store blocks only tables that it has claimed before.
        let mut living = nodes
            .iter()
            .filter(|node| !node.condition.is_dead() && node.condition.has_store(now_ms))
            .peekable();
        if living.peek().is_none() {
            return Ok(());
        }
        for node in living {
            let Some(healthy) = node.condition.healthy_since() else { return Ok(()) };
            quiet_ms = quiet_ms.max(self.ms_of(healthy));
        }
        let state = self.state();
        let quiet_ms = quiet_ms.max(if state.broke_ms == 0 { 0 } else { state.broke_ms + CLAIM_MS });
        // All nodes may have started with a clock that was behind.
        let skew_ms = 2 * self.plan.fault_rates.skew_ms + state.strayed.behind_ms;
        for oracle in state.chronicles.values() {
            let timers: Vec<(Timer, _)> = oracle.latest().game.timers(&BySeat::new());
            for (timer, due) in timers {
                let due_ms = self.ms_at(due);
                if now_ms > due_ms.max(quiet_ms) + skew_ms + DONE_WITHIN_MS {
                    let late = now_ms - due_ms;
                    return Err((Invariant::TimersAct, format!("{timer:?} is {late} ms late")));
                }
            }
            let latest = oracle.latest();
            let thinks_until_ms = (latest.kept_ms + COMPUTER_MS).max(quiet_ms);
            if is_computers_turn(&latest.game) && now_ms > thinks_until_ms + skew_ms + DONE_WITHIN_MS {
                return Err((Invariant::TimersAct, "a computer does not move".to_owned()));
            }
        }
        Ok(())
    }
}
