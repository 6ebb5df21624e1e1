use rules::{Game, Language, LogEntry, OpeningRound, PlayerView, Seat, SeenPosition, TableView, Tile};

use super::log::{challenge_verdict, scored_words, seen_deed};
use super::pause::pause_state;
use super::seating::bot_level;
use super::update::{can_start, score_of};
use super::{PlayerIds, TableContext, clock_update, departure_reason, game_ended};
use crate::record::{opened_commitment, text_of_nonce};
use crate::server::{
    EndRequest, GameState, LogLine, OpenPlay, OpeningDraw, OpeningTile, OwnState, PendingChallenge,
    PlayerNonce, Progress, SeatState, SpectatorState, StatePlayer, TableState, UnseenTiles,
};
use crate::table_rules::TableRules;
use crate::tile::{self, held_tiles, letter_text, placed_tiles, tile_set};

/// The public state of a table.
pub fn table_state(game: &Game, context: &TableContext<'_>) -> TableState {
    #[cfg(feature = "counters")]
    crate::counters::count_state();
    let view = game.table_view();
    TableState {
        room_code: context.room_code.clone(),
        game_id: view.id().to_string(),
        progress: progress(view),
        rules: TableRules::from(view.rules()),
        tile_set: tile_set(&view.rules().language),
        commitment: view.commitment().to_string(),
        server_time: context.now.0,
        players: players(view, context),
        kept_for: kept_for(view),
        can_start: can_start(game),
        game: view.play().map(|position| game_state(game, view, position, context)),
        outcome: view.outcome().map(|outcome| game_ended(game, outcome, context.ids)),
        play_again_open: view.rematch().is_some(),
    }
}

/// The phase of a table.
pub(super) const fn progress(view: TableView<'_>) -> Progress {
    match view.progress() {
        rules::Progress::Waiting => Progress::Waiting,
        rules::Progress::Playing => Progress::Playing,
        rules::Progress::Ended => Progress::Ended,
        rules::Progress::Closed => Progress::Closed,
    }
}

/// The players in join order.
pub(super) fn players(view: TableView<'_>, context: &TableContext<'_>) -> Vec<StatePlayer> {
    let player = |&seat: &Seat| {
        let player = view.player(seat)?;
        Some(StatePlayer {
            id: context.ids.of(seat),
            name: player.name().to_string(),
            is_host: view.host() == Some(seat),
            connected: context.is_connected(seat),
            bot_level: bot_level(player.kind()),
            stand_in: view.rules().stand_in.filter(|_| player.has_stand_in()).map(rules::BotLevel::get),
            score: score_of(view, seat).0,
            tile_count: player.tile_count() as u32,
            lost_turns: player.lost_turns(),
            turns_played: player.turns(),
            departure: player.departure().map(departure_reason),
        })
    };
    view.join_order().iter().filter_map(player).collect()
}

/// The names of players with a reserved seat.
pub(super) fn kept_for(view: TableView<'_>) -> Vec<String> {
    view.kept_seats().map(|(_, name)| name.to_string()).collect()
}

/// Everything that the player on a seat may see; `None` if the seat is empty.
pub fn seat_state(game: &Game, seat: Seat, context: &TableContext<'_>) -> Option<SeatState> {
    let view = game.player_view(seat)?;
    let mut you = own_state(view, context.ids);
    if game.progress() == rules::Progress::Waiting {
        let commitment = game.contribution(seat).and_then(rules::Contribution::commitment);
        you.nonce_commitment = commitment.map(ToString::to_string);
    }
    Some(SeatState { table: table_state(game, context), you })
}

/// Everything that a spectator may see.
pub fn spectator_state(game: &Game, context: &TableContext<'_>) -> SpectatorState {
    SpectatorState { table: table_state(game, context), you: () }
}

/// The private state of a player.
pub fn own_state(view: PlayerView<'_>, ids: &PlayerIds) -> OwnState {
    let language = &view.table().rules().language;
    let unseen = |&(tile, count): &(Tile, usize)| UnseenTiles {
        letter: letter_text(tile, language).to_owned(),
        count: count as u32,
    };
    OwnState {
        player_id: ids.of(view.seat()),
        tiles: held_tiles(view.rack().tiles(), language),
        vote: view.vote(),
        unseen: view.unseen().map(|kinds| kinds.iter().map(unseen).collect()),
        nonce_commitment: None,
    }
}

/// The public state of a running or finished game.
pub(super) fn game_state(
    game: &Game,
    view: TableView<'_>,
    position: SeenPosition<'_>,
    context: &TableContext<'_>,
) -> GameState {
    let (language, ids) = (&view.rules().language, context.ids);
    GameState {
        board: context.board.squares(position.board(), language),
        tile_bag_count: position.bag_count() as u32,
        turn_order: ids.all(position.order().iter().copied()),
        current_player_id: ids.of(position.to_move()),
        next_player_id: ids.of(position.next()),
        waits_for_challenge: position.waits(),
        turn_number: position.turn(),
        consecutive_passes: position.passes(),
        pass_ends_game: position.is_last_pass(),
        open_play: open_play(view, position, ids),
        end_request: end_request(position, ids),
        pause: pause_state(position, ids),
        clock: clock_update(view, context),
        opening_draw: opening_draw(position.opening_draw(), language, ids),
        nonces: nonces(game, ids),
        log: position.log().map(|entry| log_line(entry, language, ids)).collect(),
    }
}

/// The play that can be challenged or is challenged.
pub(super) fn open_play(
    view: TableView<'_>,
    position: SeenPosition<'_>,
    ids: &PlayerIds,
) -> Option<OpenPlay> {
    let language = &view.rules().language;
    position.open_play().map(|open| OpenPlay {
        player_id: ids.of(open.seat()),
        turn_number: open.turn(),
        placements: placed_tiles(&open.play().tiles, language),
        words: scored_words(open.play(), language),
        score: open.play().score.0,
        goes_out: open.goes_out(),
        challenge_until: open.until().map(|until| until.0),
        accepted: ids.all(open.accepted().iter()),
        challenge: open.challenge().map(|challenge| PendingChallenge {
            challenger_id: ids.of(challenge.by),
            verdict: challenge_verdict(view.rules(), challenge.vote_until),
            vote_until: challenge.vote_until.map(|until| until.0),
            voted: ids.all(challenge.voted.iter()),
        }),
    })
}

/// The host's request to end the game.
pub(super) fn end_request(position: SeenPosition<'_>, ids: &PlayerIds) -> Option<EndRequest> {
    let (until, agreed) = position.end_request()?;
    Some(EndRequest { until: until.0, agreed: ids.all(agreed.iter()) })
}

/// A line of the score sheet.
pub(super) fn log_line(entry: LogEntry<'_>, language: &Language, ids: &PlayerIds) -> LogLine {
    LogLine {
        turn_number: entry.turn(),
        player_id: ids.of(entry.seat()),
        at: entry.at().0,
        total: entry.total().0,
        deed: seen_deed(entry.deed(), language, ids),
    }
}

/// The contribution of every player to the randomness of the bag, in join order.
pub(super) fn nonces(game: &Game, ids: &PlayerIds) -> Vec<PlayerNonce> {
    let nonce = |&seat: &Seat| PlayerNonce {
        player_id: ids.of(seat),
        nonce: text_of_nonce(&game.nonce(seat)),
        commitment: opened_commitment(game, seat),
    };
    game.join_order().iter().map(nonce).collect()
}

/// The rounds of the opening draw.
pub(super) fn opening_draw(
    rounds: &[OpeningRound],
    language: &Language,
    ids: &PlayerIds,
) -> Vec<OpeningDraw> {
    let shown = |(index, round): (usize, &OpeningRound)| {
        let best = round.drawn.iter().map(|&(_, tile)| tile).min();
        OpeningDraw {
            round: index as u32 + 1,
            draws: round
                .drawn
                .iter()
                .map(|&(seat, tile)| OpeningTile {
                    player_id: ids.of(seat),
                    tile: tile::Tile::held(tile, language),
                })
                .collect(),
            best: ids.all(round.drawn.iter().filter(|&&(_, tile)| Some(tile) == best).map(|&(seat, _)| seat)),
        }
    };
    rounds.iter().enumerate().map(shown).collect()
}
