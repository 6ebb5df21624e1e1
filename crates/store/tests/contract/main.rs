//! One contract that every store must fulfil.

mod admin;
mod appending;
mod backend;
mod chat;
mod cluster;
mod codes;
mod daily;
mod finding;
mod forgetting;
mod sample;
mod seats;
mod tables;

use backend::{Backend, Memory, Postgres, Sqlite};

/// Runs every test of the contract with every store.
macro_rules! contract {
    ($($chapter:ident::$story:ident),* $(,)?) => {
        mod memory {
            $(#[tokio::test(flavor = "multi_thread")] async fn $story() { super::tell(super::Memory::new(), |place| Box::pin(crate::$chapter::$story(place))).await })*
        }
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")] async fn $story() { super::tell(super::Sqlite::new(), |place| Box::pin(crate::$chapter::$story(place))).await })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")] async fn $story() {
                let Some(place) = super::Postgres::new(stringify!($story)).await else { return };
                super::tell(place, |place| Box::pin(crate::$chapter::$story(place))).await
            })*
        }
    };
}

contract! {
    tables::a_table_comes_back_as_it_was_created,
    tables::a_table_that_nobody_created_is_not_there,
    tables::a_table_begins_with_its_opening,
    tables::what_happened_since_a_version_is_told_in_order,
    tables::a_whole_game_is_replayed_from_the_store,
    tables::closing_and_opening_again_keeps_everything,
    appending::a_commit_on_another_version_is_a_conflict,
    appending::of_many_commits_on_one_version_one_wins,
    appending::many_tables_are_written_at_once,
    appending::a_command_is_carried_out_once,
    appending::a_command_sent_twice_at_once_is_carried_out_once,
    appending::a_refused_commit_changes_nothing,
    codes::a_code_finds_one_table,
    codes::of_many_tables_with_one_code_one_is_created,
    codes::a_closed_table_frees_its_code_at_once,
    codes::an_ended_table_keeps_its_code_until_it_is_released,
    seats::seats_are_taken_renewed_and_freed,
    seats::the_last_change_of_a_seat_counts,
    seats::a_ticket_finds_a_seat,
    seats::a_ticket_expires,
    seats::a_new_ticket_replaces_the_one_before,
    seats::of_many_tickets_made_at_once_one_is_left,
    seats::a_ticket_goes_with_the_player_who_made_it,
    finding::tables_are_due_when_their_time_has_come,
    finding::what_is_due_moves_with_every_commit,
    finding::the_latest_moment_is_that_of_the_latest_commit,
    finding::the_open_lobby_has_one_waiting_table,
    finding::a_name_finds_its_seats_at_running_open_tables,
    chat::chat_is_read_in_order_and_after_closing,
    chat::the_newest_messages_are_kept,
    chat::chat_goes_with_its_table,
    chat::chat_of_a_forgotten_player_is_removed,
    daily::the_first_puzzle_of_a_day_is_kept,
    daily::a_device_is_known_by_its_token,
    daily::turns_are_kept_in_order_and_once,
    daily::of_many_turns_at_once_one_is_kept,
    daily::those_who_finished_are_ranked,
    daily::a_player_finds_the_days_they_began,
    daily::a_transfer_works_once_and_for_a_while,
    daily::a_forgotten_player_leaves_a_score_behind,
    daily::a_forgotten_player_leaves_nothing_in_a_day_that_is_not_over,
    daily::a_name_is_one_players,
    daily::rows_of_players_with_the_same_name_are_written_and_the_name_is_taken,
    daily::of_many_who_want_a_name_at_once_one_gets_it,
    admin::rows_are_the_same_whatever_keeps_them,
    admin::rows_come_back_where_there_was_nothing,
    admin::rows_are_not_written_over_others,
    admin::rows_are_written_all_or_none,
    admin::reading_sees_one_moment_while_others_write,
    admin::whoever_takes_rows_can_stop,
    admin::tables_are_listed_page_by_page,
    admin::everything_is_counted,
    admin::players_of_daily_puzzles_are_found_by_name_and_number,
    admin::tables_that_are_over_are_removed_after_a_while,
    forgetting::a_player_who_is_forgotten_has_no_name_any_more,
    forgetting::a_player_is_forgotten_at_the_tables_that_follow,
    forgetting::whoever_is_still_playing_is_not_forgotten,
}

/// Runs the tests with several nodes for every store that nodes can share.
macro_rules! shared_contract {
    ($($chapter:ident::$story:ident),* $(,)?) => {
        mod shared_memory {
            $(#[tokio::test(flavor = "multi_thread")] async fn $story() { crate::$chapter::$story(&super::Memory::new()).await })*
        }
        mod shared_postgres {
            $(#[tokio::test(flavor = "multi_thread")] async fn $story() {
                let Some(place) = super::Postgres::new(stringify!($story)).await else { return };
                crate::$chapter::$story(&place).await;
                super::Backend::leave(place).await;
            })*
        }
    };
}

shared_contract! {
    cluster::a_player_is_where_they_arrived_last,
    cluster::nobody_is_at_a_node_whose_lease_has_run_out,
    cluster::notes_are_read_in_order_and_once,
    cluster::of_notes_written_at_once_none_is_lost,
    cluster::no_note_is_seen_before_an_earlier_one,
    cluster::a_sighting_tells_the_version_of_each_table_that_is_there,
    cluster::what_is_due_is_given_to_one_node_at_a_time,
    cluster::what_nobody_does_is_given_to_another_node,
    cluster::no_lease_is_longer_than_the_last_that_was_asked_for,
    cluster::it_is_as_late_as_at_the_furthest_node_that_is_there,
}

/// Runs one test, and cleans up if it succeeds.
async fn tell(
    place: impl Backend + 'static,
    story: impl for<'p> FnOnce(&'p dyn Backend) -> std::pin::Pin<Box<dyn Future<Output = ()> + 'p>>,
) {
    story(&place).await;
    place.leave().await;
}
