use rules::{Game, Joining, Progress, Watching};

use super::{TableContext, lobby_update, state};
use crate::server::TableDescription;
use crate::table_rules::TableRules;

/// What a client may know of a table before joining it.
///
/// A client with the link sees the players. With the code alone it sees them where it could join or
/// watch without being asked: codes can be guessed.
pub fn table_description(game: &Game, context: &TableContext<'_>, has_link: bool) -> TableDescription {
    let (rules, progress) = (game.rules(), game.progress());
    let can_watch = has_link || rules.watching != Watching::ByLink;
    let is_open = progress == Progress::Waiting && rules.joining != Joining::HostAdmits;
    let lobby = lobby_update(game, context);
    let seats_in_use = game.players().len() + game.kept_seats().count();
    TableDescription {
        room_code: context.room_code.clone(),
        progress: state::progress(game.table_view()),
        rules: TableRules::from(rules),
        player_count: game.players().len() as u32,
        players: (can_watch || is_open).then_some(lobby.players),
        can_join: progress == Progress::Waiting && seats_in_use < usize::from(rules.max_players),
        can_watch: can_watch && progress != Progress::Closed,
    }
}
