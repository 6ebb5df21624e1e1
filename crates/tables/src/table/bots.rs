use std::sync::Arc;

use engine::{Move, Sight};
use rules::{BotLevel, Command, PlayerKind, Seat};

use super::{Request, Table};

impl Table {
    /// Lets a bot that has something to do make up its mind, one at a time.
    pub(super) fn wake_bots(&mut self) {
        if self.thinking == Some(self.version) {
            return;
        }
        let Some((seat, level, task)) = self.bot_task() else { return };
        self.thinking = Some(self.version);
        let (version, sender) = (self.version, self.sender.clone());
        let (shared, words, game) = (Arc::clone(&self.shared), Arc::clone(&self.words), self.game.clone());
        let pause = if task == BotTask::Move { shared.limits.bot_pause } else { shared.limits.bot_pause / 3 };
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            // Those who think take turns; nobody else waits for them.
            let Ok(_turn) = Arc::clone(&shared.thinking).acquire_owned().await else { return };
            let command = match task {
                BotTask::Accept => Some(Command::AcceptPlay { turn: None }),
                BotTask::Vote => {
                    let view = game.table_view();
                    let open = view.play.and_then(|play| play.open_play);
                    open.map(|open| Command::Judge {
                        valid: open.play.unknown_words(words.as_ref()).is_empty(),
                        turn: None,
                    })
                }
                BotTask::Move => {
                    tokio::task::spawn_blocking(move || bot_move(&game, seat, level, &words, version))
                        .await
                        .ok()
                        .flatten()
                }
            };
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
    /// Somebody's play can be challenged: bots say promptly that it looks good.
    Accept,
    /// A challenge is voted on.
    Vote,
}

/// What a bot does with its turn. It sees its own rack and nothing else that is hidden.
fn bot_move(
    game: &rules::Game,
    seat: Seat,
    level: BotLevel,
    words: &lexicon::Lexicon,
    luck: u64,
) -> Option<Command> {
    let view = game.player_view(seat)?;
    let play = view.table.play.as_ref()?;
    let sight =
        Sight { board: &play.board, rack: &view.rack, bag_count: play.bag_count, rules: &view.table.rules };
    Some(match engine::choose(sight, words, level, luck) {
        Move::Play(placement) => Command::PlaceTiles(placement),
        Move::Exchange(places) => Command::ExchangeTiles { places },
        Move::Pass => Command::Pass,
    })
}
