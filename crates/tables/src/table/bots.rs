//! The bots of a table: which of them has to decide, and how it does.

use std::sync::Arc;
use std::time::Instant;

use engine::{Move, Observation};
use lexicon::Lexicon;
use rules::{
    BotLevel, Command, Game, Pause, PlayerKind, Seat, SeenPlay, SeenPlayer, SeenPosition, TableView, Verdict,
    WordRule,
};
use tokio::sync::mpsc;

use super::Request;
use crate::shared::Shared;

/// The bots of a table. They think one at a time, outside the table's task.
pub(super) struct Bots {
    /// Queue of the table, for their decisions.
    requests: mpsc::WeakSender<Request>,
    /// The version for which a bot is thinking.
    thinking: Option<u64>,
}

impl Bots {
    pub(super) fn new(requests: mpsc::WeakSender<Request>) -> Bots {
        Bots { requests, thinking: None }
    }

    /// Whether a bot is thinking about a version, or has decided on it.
    pub(super) fn have_thought_about(&self, version: u64) -> bool {
        self.thinking == Some(version)
    }

    /// Lets bots think about the current version again.
    pub(super) fn think_again(&mut self) {
        self.thinking = None;
    }

    /// Starts one bot that has a decision to make.
    pub(super) fn wake(&mut self, game: &Game, version: u64, words: &Arc<Lexicon>, shared: &Arc<Shared>) {
        let Some((seat, level, task)) = bot_task(game) else { return };
        self.thinking = Some(version);
        let requests = self.requests.clone();
        let (shared, words, game) = (Arc::clone(shared), Arc::clone(words), game.clone());
        let pause = if task == BotTask::Move { shared.limits.bot_pause } else { shared.limits.bot_pause / 3 };
        let luck = shared.bot_pool.luck(game.id(), version, seat);
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            let act = async |command| {
                if let Some(requests) = requests.upgrade() {
                    // A table that has stopped does not need the move.
                    let _ = requests.send(Request::BotActs { version, seat, command }).await;
                }
            };
            if shared.limits.bot_thinking_max.is_zero() {
                return act(task.least()).await;
            }
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
            act(command).await;
        });
    }
}

/// The next decision of a bot: whose, and which.
///
/// A stand-in decides for its player like a bot. No computer acts in a paused game.
pub(super) fn bot_task(game: &Game) -> Option<(Seat, BotLevel, BotTask)> {
    let view = game.table_view();
    let play = view.play().filter(|_| view.outcome().is_none())?;
    let bots: Vec<(Seat, BotLevel)> = view
        .players()
        .filter(|(_, player)| player.departure().is_none())
        .filter_map(|(seat, _)| Some((seat, game.computer(seat)?)))
        .collect();
    if bots.is_empty() || matches!(play.pause(), Pause::Paused { .. }) {
        return None;
    }
    if let Some(open) = play.open_play() {
        let other = |&&(seat, _): &&(Seat, BotLevel)| seat != open.seat();
        return match open.challenge() {
            Some(challenge) if challenge.vote_until.is_some() => {
                let voter = bots.iter().filter(other).find(|(seat, _)| !challenge.voted.contains(*seat));
                voter.map(|&(seat, level)| (seat, level, BotTask::Vote))
            }
            Some(_) => None,
            None => {
                let accepts = bots.iter().filter(other).find(|(seat, _)| !open.accepted().contains(*seat));
                accepts
                    .map(|&(seat, level)| (seat, level, BotTask::Accept))
                    .or_else(|| bot_to_move(&bots, play.to_move()).filter(|_| !play.waits()))
            }
        };
    }
    bot_to_move(&bots, play.to_move())
}

fn bot_to_move(bots: &[(Seat, BotLevel)], to_move: Seat) -> Option<(Seat, BotLevel, BotTask)> {
    bots.iter().find(|(seat, _)| *seat == to_move).map(|&(seat, level)| (seat, level, BotTask::Move))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BotTask {
    /// It is the bot's turn.
    Move,
    /// Another player's play can be challenged; bots respond at once.
    Accept,
    /// A challenge is being voted on.
    Vote,
}

impl BotTask {
    /// Returns the task that a bot's command belongs to.
    pub(super) const fn of(command: &Command) -> BotTask {
        match command {
            Command::Challenge { .. } | Command::AcceptPlay { .. } => BotTask::Accept,
            Command::Judge { .. } => BotTask::Vote,
            _ => BotTask::Move,
        }
    }

    /// Command that completes the task in any position.
    pub(super) const fn least(self) -> Command {
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
    fn decide(&self, task: BotTask, game: &Game, opponents: &engine::Bots) -> Option<Command> {
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
        seat != open.seat() && player.kind() == PlayerKind::Person && !player.has_stand_in()
    };
    match verdict {
        Verdict::Dictionary => true,
        Verdict::Vote if still_in().count() > 2 => true,
        Verdict::Vote | Verdict::Anyone => still_in().any(is_other_person),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{does, joins, opened, seat};
    use super::*;

    /// A running game of a person on the first seat and a bot on the second.
    fn with_a_bot() -> Game {
        let game = joins(&opened().0, "Ann").after;
        let level = BotLevel::new(1).unwrap();
        let bot = Command::AddBot { name: "Pip".parse().unwrap(), level };
        does(&does(&game, seat(0), bot).after, seat(0), Command::Start).after
    }

    #[test]
    fn a_bot_decides_only_when_it_is_to_move() {
        let game = with_a_bot();
        assert!(bot_task(&opened().0).is_none() && bot_task(&game).is_none());
        let passed = does(&game, seat(0), Command::Pass).after;
        let (at, _, task) = bot_task(&passed).unwrap();
        assert_eq!((at, task), (seat(1), BotTask::Move));
        let over = does(&passed, seat(0), Command::Resign).after;
        assert!(bot_task(&over).is_none());
    }

    #[test]
    fn the_minimum_of_a_task_belongs_to_the_task() {
        for task in [BotTask::Move, BotTask::Accept, BotTask::Vote] {
            assert_eq!(BotTask::of(&task.least()), task);
        }
    }

    #[test]
    fn bots_think_about_a_version_once_unless_told_to_think_again() {
        let (requests, _queue) = mpsc::channel(1);
        let mut bots = Bots { requests: requests.downgrade(), thinking: Some(4) };
        assert!(bots.have_thought_about(4) && !bots.have_thought_about(5));
        bots.think_again();
        assert!(!bots.have_thought_about(4));
    }
}
