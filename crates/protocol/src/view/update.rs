use rules::{
    Game, Language, NonceCommitment, PendingStart, PlayStatus, Preview, Progress, Rack, Score, Seat,
    SeenAction, SeenPlayer, SeenPosition, TableView,
};

use super::seating::{bot_level, name_of};
use super::state::{nonces, opening_draw};
use super::{PlayerIds, TableContext};
use crate::board::BoardCache;
use crate::server::{
    BagCommitment, BoardUpdate, GameStarted, LastPlay, LobbyPlayer, LobbyUpdate, MovePreview,
    NonceContributor, NonceRequested, PlayerRef, PlayerScore, PreviewedWord, ScoreUpdate, TurnChange,
    YourTiles,
};
use crate::tile::BoardPosition;

/// The state of the lobby.
pub fn lobby_update(game: &Game, context: &TableContext<'_>) -> LobbyUpdate {
    let player = |&seat: &Seat| LobbyPlayer {
        id: context.ids.of(seat),
        name: name_of(game, seat),
        is_host: game.host() == Some(seat),
        connected: context.is_connected(seat),
        bot_level: game.players().get(seat).and_then(|player| bot_level(player.kind)),
    };
    LobbyUpdate {
        players: game.join_order().iter().map(player).collect(),
        can_start: can_start(game),
        room_code: context.room_code.clone(),
        kept_for: game.kept_seats().map(|(_, name, _)| name.to_string()).collect(),
    }
}

/// Whether the host can start: enough players are seated and no start is pending.
pub(super) fn can_start(game: &Game) -> bool {
    game.progress() == Progress::Waiting
        && game.pending_start().is_none()
        && game.players().len() >= game.rules().min_players()
}

/// The state of a running game in the form of its start event.
pub fn game_started(game: &Game, position: SeenPosition<'_>, context: &TableContext<'_>) -> GameStarted {
    let language = &game.rules().language;
    GameStarted {
        turn_order: context.ids.all(position.order().iter().copied()),
        current_player_id: context.ids.of(position.to_move()),
        board: context.board.squares(position.board(), language),
        tile_bag_count: position.bag_count() as u32,
        game_id: game.id().to_string(),
        nonces: nonces(game, context.ids),
        opening_draw: opening_draw(position.opening_draw(), language, context.ids),
    }
}

/// A rack, for its player only.
pub fn your_tiles(rack: &Rack, language: &Language, cache: &BoardCache) -> YourTiles {
    YourTiles { tiles: cache.held(rack.tiles(), language) }
}

/// The board and the last play on it.
pub fn board_update(
    view: TableView<'_>,
    position: SeenPosition<'_>,
    ids: &PlayerIds,
    board: &BoardCache,
) -> BoardUpdate {
    let last_play = position.log().rev().find_map(|entry| {
        let SeenAction::Played { play, fate, .. } = entry.deed() else { return None };
        (fate != PlayStatus::TakenBack).then(|| LastPlay {
            positions: play.squares().map(BoardPosition::from).collect(),
            player_id: ids.of(entry.seat()),
            turn_number: entry.turn(),
        })
    });
    BoardUpdate {
        board: board.squares(position.board(), &view.rules().language),
        last_play,
        tile_bag_count: position.bag_count() as u32,
    }
}

/// The player to move and the count of passes.
pub fn turn_change(position: SeenPosition<'_>, ids: &PlayerIds) -> TurnChange {
    TurnChange {
        current_player_id: ids.of(position.to_move()),
        consecutive_passes: position.passes(),
        turn_number: position.turn(),
        waits_for_challenge: position.waits(),
        next_player_id: ids.of(position.next()),
        pass_ends_game: position.is_last_pass(),
    }
}

/// The scores; the final scores after the end.
pub fn score_update(view: TableView<'_>, position: SeenPosition<'_>, ids: &PlayerIds) -> ScoreUpdate {
    let score = |&seat: &Seat| PlayerScore {
        player_id: ids.of(seat),
        player_name: view.player(seat).map(|player| player.name().to_string()).unwrap_or_default(),
        score: score_of(view, seat).0,
    };
    ScoreUpdate { scores: position.order().iter().map(score).collect() }
}

/// A player's score; the final score after the end.
pub(crate) fn score_of(view: TableView<'_>, seat: Seat) -> Score {
    let mut standings = view.outcome().into_iter().flat_map(|outcome| &outcome.standings);
    match standings.find(|standing| standing.seat == seat) {
        Some(standing) => standing.score,
        None => view.player(seat).map_or(Score::ZERO, SeenPlayer::score),
    }
}

/// The score of a possible play.
pub fn move_preview(preview: &Preview, language: &Language) -> MovePreview {
    let word = |previewed: &rules::PreviewedWord| PreviewedWord {
        text: language.write(&previewed.word.letters),
        score: previewed.word.score.0,
        valid: previewed.valid,
    };
    MovePreview { score: preview.score.0, words: preview.words.iter().map(word).collect() }
}

/// The id and name of a player.
pub fn player_ref(game: &Game, seat: Seat, ids: &PlayerIds) -> PlayerRef {
    PlayerRef { player_id: ids.of(seat), player_name: name_of(game, seat) }
}

/// The contributors of a start, which are fixed before any nonce is revealed.
pub(crate) fn nonce_requested(game: &Game, pending: &PendingStart, ids: &PlayerIds) -> NonceRequested {
    let is_revealed = |seat: Seat| game.unrevealed().all(|other| other != seat);
    let contributor = |&(seat, commitment): &(Seat, NonceCommitment)| NonceContributor {
        player_id: ids.of(seat),
        commitment: commitment.to_string(),
        is_revealed: is_revealed(seat),
    };
    let contributors = pending.contributors.iter().map(contributor).collect();
    NonceRequested { contributors, until: pending.until.0 }
}

/// The server's commitment to the randomness of the bag.
pub fn bag_commitment(game: &Game) -> BagCommitment {
    BagCommitment { game_id: game.id().to_string(), commitment: game.opening().commitment.to_string() }
}
