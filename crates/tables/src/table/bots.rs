use std::sync::Arc;
use std::time::Instant;

use engine::{Move, Opponents, Sight};
use rules::{BotLevel, Command, PlayerKind, Seat};

use super::{Request, Table};

impl Table {
    /// Lets a bot that has something to do make up its mind, one at a time.
    pub(super) fn wake_bots(&mut self) {
        // What is decided while the store is away cannot be done: it would only be thought again.
        if self.is_in_doubt || self.thinking == Some(self.version) || !self.is_where_bots_think() {
            return;
        }
        let Some((seat, level, task)) = self.bot_task() else { return };
        self.thinking = Some(self.version);
        let (version, sender) = (self.version, self.sender.clone());
        let (shared, words, game) = (Arc::clone(&self.shared), Arc::clone(&self.words), self.game.clone());
        let pause = if task == BotTask::Move { shared.limits.bot_pause } else { shared.limits.bot_pause / 3 };
        let luck = shared.thinkers.luck(game.id(), version, seat);
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            // Those who think take turns; nobody else waits for them.
            let Some(place) = shared.thinkers.place().await else { return };
            let until = place.until;
            let thinking = {
                let shared = Arc::clone(&shared);
                tokio::task::spawn_blocking(move || {
                    let opponents = shared.thinkers.opponents(&words)?;
                    Bot { seat, level, luck, until }.decide(task, &game, &opponents)
                })
            };
            let command = thinking.await.ok().flatten();
            drop(place);
            if let (Some(command), Some(sender)) = (command, sender.upgrade()) {
                // A table that is gone has no need of the move.
                let _ = sender.send(Request::BotActs { version, seat, command }).await;
            }
        });
    }

    pub(super) async fn bot_acts(&mut self, version: u64, seat: Seat, command: Command) {
        if version != self.version {
            return;
        }
        let result = self
            .carry_out(
                None,
                |game, surroundings| game.decide(seat, command.clone(), surroundings),
                |_| Vec::new(),
            )
            .await;
        if result.is_err() && version == self.version {
            // What the bot wanted is refused, or the store is away: it tries again.
            self.thinking = None;
        }
    }

    fn bot_task(&self) -> Option<(Seat, BotLevel, BotTask)> {
        // Most tables have no bots, and looking at one closely copies its board and its score pad.
        let is_bot = |kind: PlayerKind| matches!(kind, PlayerKind::Bot(_));
        if !self.game.players().iter().any(|(_, player)| is_bot(player.kind)) {
            return None;
        }
        let view = self.game.table_view();
        let play = view.play.filter(|_| self.game.outcome().is_none())?;
        let bots: Vec<(Seat, BotLevel)> = view
            .players
            .iter()
            .filter(|(_, player)| player.departure.is_none())
            .filter_map(|(seat, player)| match player.kind {
                PlayerKind::Bot(level) => Some((seat, level)),
                PlayerKind::Person => None,
            })
            .collect();
        if let Some(open) = play.open_play {
            let other = |&&(seat, _): &&(Seat, BotLevel)| seat != open.seat;
            return match &open.challenge {
                Some(challenge) if challenge.vote_until.is_some() => {
                    let voter = bots.iter().filter(other).find(|(seat, _)| !challenge.voted.contains(*seat));
                    voter.map(|&(seat, level)| (seat, level, BotTask::Vote))
                }
                Some(_) => None,
                None => {
                    let accepts = bots.iter().filter(other).find(|(seat, _)| !open.accepted.contains(*seat));
                    accepts
                        .map(|&(seat, level)| (seat, level, BotTask::Accept))
                        .or_else(|| bot_to_move(&bots, play.to_move).filter(|_| !play.waits))
                }
            };
        }
        bot_to_move(&bots, play.to_move)
    }
}

fn bot_to_move(bots: &[(Seat, BotLevel)], to_move: Seat) -> Option<(Seat, BotLevel, BotTask)> {
    bots.iter().find(|(seat, _)| *seat == to_move).map(|&(seat, level)| (seat, level, BotTask::Move))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BotTask {
    /// It is the bot's turn.
    Move,
    /// Somebody's play can be challenged: bots say promptly what they think of it.
    Accept,
    /// A challenge is voted on.
    Vote,
}

/// A bot with something to decide. It sees its own rack and nothing else that is hidden.
struct Bot {
    seat: Seat,
    level: BotLevel,
    luck: u64,
    until: Instant,
}

impl Bot {
    fn decide(&self, task: BotTask, game: &rules::Game, opponents: &Opponents) -> Option<Command> {
        let view = game.player_view(self.seat)?;
        let play = view.table.play.as_ref()?;
        let open = play.open_play.as_ref().map(|open| &open.play);
        Some(match task {
            BotTask::Accept if opponents.challenges(open?, self.level, self.luck) => {
                Command::Challenge { turn: None }
            }
            BotTask::Accept => Command::AcceptPlay { turn: None },
            BotTask::Vote => {
                Command::Judge { valid: opponents.votes_for(open?, self.level, self.luck), turn: None }
            }
            BotTask::Move => {
                let rules = &view.table.rules;
                let (board, bag_count) = (&play.board, play.bag_count);
                let sight = Sight { board, rack: &view.rack, bag_count, rules };
                match opponents.choose(sight, self.level, Some(self.until), self.luck) {
                    Move::Play(placement) => Command::PlaceTiles(placement),
                    Move::Exchange(places) => Command::ExchangeTiles { places },
                    Move::Pass => Command::Pass,
                }
            }
        })
    }
}
