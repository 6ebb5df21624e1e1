use rules::{Game, LogEntry, SeenPosition, TableView};

use super::pause::pause_state;
use super::state::{end_request, game_state, kept_for, log_line, open_play, players, progress};
use super::update::can_start;
use super::{TableContext, clock_update, game_ended};
use crate::server::{GameChange, LogChange, StateChange};
use crate::table_rules::TableRules;
use crate::tile::tile_set;

/// What changed in the public state between two versions of a game.
///
/// It reads the public views only, so it cannot contain a hidden tile. Merged into
/// [`table_state`](super::table_state) of the game before, it gives that of the game after.
pub fn state_change(before: &Game, after: &Game, context: &TableContext<'_>) -> StateChange {
    let (was, is) = (before.table_view(), after.table_view());
    let (game, game_change) = match (was.play(), is.play()) {
        (None, Some(position)) => (Some(Box::new(game_state(after, is, position, context))), None),
        (Some(earlier), Some(position)) => (None, Some(game_change(is, earlier, position, context))),
        (_, None) => (None, None),
    };
    let ended = is.outcome().filter(|_| was.outcome().is_none());
    let has_other_players = was.join_order() != is.join_order()
        || was.host() != is.host()
        || ended.is_some()
        || was.players().ne(is.players());
    StateChange {
        progress: (was.progress() != is.progress()).then(|| progress(is)),
        rules: (was.rules() != is.rules()).then(|| Box::new(TableRules::from(is.rules()))),
        tile_set: (was.rules().language != is.rules().language).then(|| tile_set(&is.rules().language)),
        players: has_other_players.then(|| players(is, context)),
        kept_for: was.kept_seats().ne(is.kept_seats()).then(|| kept_for(is)),
        can_start: Some(can_start(after)).filter(|&can| can != can_start(before)),
        game,
        game_change,
        outcome: ended.map(|outcome| game_ended(after, outcome, context.ids)),
        play_again_open: Some(is.rematch().is_some()).filter(|&is_open| is_open != was.rematch().is_some()),
    }
}

/// The players, after one of them has connected or disconnected.
pub fn presence_change(game: &Game, context: &TableContext<'_>) -> StateChange {
    StateChange { players: Some(players(game.table_view(), context)), ..StateChange::default() }
}

fn game_change(
    is: TableView<'_>,
    earlier: SeenPosition<'_>,
    position: SeenPosition<'_>,
    context: &TableContext<'_>,
) -> GameChange {
    let (language, ids) = (&is.rules().language, context.ids);
    let rows = if earlier.board() == position.board() {
        Vec::new()
    } else {
        context.board.squares(position.board(), language).rows_since(earlier.board(), position.board())
    };
    let from = earlier.log().zip(position.log()).take_while(|(one, other)| one == other).count();
    let line = |entry: LogEntry<'_>| log_line(entry, language, ids);
    let has_other_play = earlier.open_play() != position.open_play();
    let has_other_request = earlier.end_request() != position.end_request();
    let has_other_pause = earlier.pause() != position.pause();
    GameChange {
        rows,
        log: LogChange { from: from as u32, lines: position.log().skip(from).map(line).collect() },
        tile_bag_count: position.bag_count() as u32,
        current_player_id: ids.of(position.to_move()),
        next_player_id: ids.of(position.next()),
        waits_for_challenge: position.waits(),
        turn_number: position.turn(),
        consecutive_passes: position.passes(),
        pass_ends_game: position.is_last_pass(),
        open_play: has_other_play.then(|| open_play(is, position, ids)),
        end_request: has_other_request.then(|| end_request(position, ids)),
        pause: has_other_pause.then(|| pause_state(position, ids)),
        clock: clock_update(is, context),
    }
}
