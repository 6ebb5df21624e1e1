use std::sync::Arc;
use std::time::Instant;

use engine::{Bots, Move, Observation};
use rules::{
    BotLevel, Command, Env, Game, PlayerKind, Seat, SeenPlay, SeenPlayer, SeenPosition, TableView, Verdict,
    WordRule,
};

use super::commit::CommandError;
use super::{Request, Table};

impl Table {
    /// Starts one bot that has a decision to make. Bots think one at a time.
    pub(super) fn wake_bots(&mut self) {
        // While the store is unreachable no decision can be committed: the bot would have to think
        // again.
        if self.has_unknown_commit || self.thinking == Some(self.version) || !self.is_where_bots_think() {
            return;
        }
        let Some((seat, level, task)) = self.bot_task() else { return };
        self.thinking = Some(self.version);
        let (version, sender) = (self.version, self.sender.clone());
        let (shared, words, game) = (Arc::clone(&self.shared), Arc::clone(&self.words), self.game.clone());
        let pause = if task == BotTask::Move { shared.limits.bot_pause } else { shared.limits.bot_pause / 3 };
        let luck = shared.bot_pool.luck(game.id(), version, seat);
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            // Bots wait for each other here; no client waits for them.
            let Some(place) = shared.bot_pool.place().await else { return };
            let until = place.until;
            let thinking = {
                let shared = Arc::clone(&shared);
                tokio::task::spawn_blocking(move || {
                    let opponents = shared.bot_pool.bots(&words)?;
                    Bot { seat, level, luck, until }.decide(task, &game, &opponents)
                })
            };
            // If thinking failed, the bot does the minimum, so that the other players do not wait.
            let command = thinking.await.ok().flatten().unwrap_or_else(|| task.least());
            drop(place);
            if let Some(sender) = sender.upgrade() {
                // A table that has stopped does not need the move.
                let _ = sender.send(Request::BotActs { version, seat, command }).await;
            }
        });
    }

    pub(super) async fn bot_acts(&mut self, version: u64, seat: Seat, command: Command) {
        if version != self.version {
            return;
        }
        // The rules may refuse the command. The bot then does the minimum, because it would choose
        // the same again.
        for command in [BotTask::of(&command).least(), command].iter().rev() {
            let decide = |game: &Game, env: &Env<'_>| game.decide(seat, command.clone(), env);
            match self.carry_out(None, decide, |_| Vec::new()).await {
                Err(CommandError::Refused(refusal)) if version == self.version => {
                    tracing::warn!(?refusal, "a bot wanted what the rules refuse");
                }
                Err(CommandError::Unavailable) if version == self.version => {
                    // The bot tries again when the store is reachable.
                    self.thinking = None;
                    return;
                }
                Ok(()) | Err(_) => return,
            }
        }
    }

    fn bot_task(&self) -> Option<(Seat, BotLevel, BotTask)> {
        let view = self.game.table_view();
        let play = view.play().filter(|_| view.outcome().is_none())?;
        let bots: Vec<(Seat, BotLevel)> = view
            .players()
            .filter(|(_, player)| player.departure().is_none())
            .filter_map(|(seat, player)| match player.kind() {
                PlayerKind::Bot(level) => Some((seat, level)),
                PlayerKind::Person => None,
            })
            .collect();
        if let Some(open) = play.open_play() {
            let other = |&&(seat, _): &&(Seat, BotLevel)| seat != open.seat();
            return match open.challenge() {
                Some(challenge) if challenge.vote_until.is_some() => {
                    let voter = bots.iter().filter(other).find(|(seat, _)| !challenge.voted.contains(*seat));
                    voter.map(|&(seat, level)| (seat, level, BotTask::Vote))
                }
                Some(_) => None,
                None => {
                    let accepts =
                        bots.iter().filter(other).find(|(seat, _)| !open.accepted().contains(*seat));
                    accepts
                        .map(|&(seat, level)| (seat, level, BotTask::Accept))
                        .or_else(|| bot_to_move(&bots, play.to_move()).filter(|_| !play.waits()))
                }
            };
        }
        bot_to_move(&bots, play.to_move())
    }
}

fn bot_to_move(bots: &[(Seat, BotLevel)], to_move: Seat) -> Option<(Seat, BotLevel, BotTask)> {
    bots.iter().find(|(seat, _)| *seat == to_move).map(|&(seat, level)| (seat, level, BotTask::Move))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BotTask {
    /// It is the bot's turn.
    Move,
    /// Another player's play can be challenged; bots respond at once.
    Accept,
    /// A challenge is being voted on.
    Vote,
}

impl BotTask {
    /// Returns the task that a bot's command belongs to.
    const fn of(command: &Command) -> BotTask {
        match command {
            Command::Challenge { .. } | Command::AcceptPlay { .. } => BotTask::Accept,
            Command::Judge { .. } => BotTask::Vote,
            _ => BotTask::Move,
        }
    }

    /// Command that completes the task in any position.
    const fn least(self) -> Command {
        match self {
            BotTask::Move => Command::Pass,
            BotTask::Accept => Command::AcceptPlay { turn: None },
            BotTask::Vote => Command::Judge { valid: true, turn: None },
        }
    }
}

/// A bot with a decision to make. It sees its own rack and nothing else that is hidden.
struct Bot {
    seat: Seat,
    level: BotLevel,
    luck: u64,
    until: Instant,
}

impl Bot {
    fn decide(&self, task: BotTask, game: &Game, opponents: &Bots) -> Option<Command> {
        let view = game.player_view(self.seat)?;
        let open = view.table().play()?.open_play().map(SeenPlay::play);
        Some(match task {
            BotTask::Accept
                if is_judged_by_others(view.table())
                    && opponents.challenges(open?, self.level, self.luck) =>
            {
                Command::Challenge { turn: None }
            }
            BotTask::Accept => Command::AcceptPlay { turn: None },
            BotTask::Vote => {
                Command::Judge { valid: opponents.votes_for(open?, self.level, self.luck), turn: None }
            }
            BotTask::Move => {
                match opponents.choose(Observation::of(view)?, self.level, Some(self.until), self.luck) {
                    Move::Play(placement) => Command::PlaceTiles(placement),
                    Move::Exchange(places) => Command::ExchangeTiles { places },
                    Move::Pass => Command::Pass,
                }
            }
        })
    }
}

/// Whether a challenge of the open play would be judged by anything but its own player.
///
/// A player is never asked to judge only their own word.
fn is_judged_by_others(table: TableView<'_>) -> bool {
    let WordRule::Challenge { verdict, .. } = table.rules().words else { return false };
    let Some(open) = table.play().and_then(SeenPosition::open_play) else { return false };
    let still_in = || table.players().filter(|(_, player)| player.departure().is_none());
    let is_other_person = |(seat, player): (Seat, SeenPlayer<'_>)| {
        seat != open.seat() && matches!(player.kind(), PlayerKind::Person)
    };
    match verdict {
        Verdict::Dictionary => true,
        Verdict::Vote if still_in().count() > 2 => true,
        Verdict::Vote | Verdict::Anyone => still_in().any(is_other_person),
    }
}
