//! The cost of a move: each thing is computed once. The counters are those of this thread.

use std::collections::BTreeSet;

use protocol::counters::{packets_encoded, states_built};
use rules::games_copied;
use serde_json::json;

use crate::test_client::TestClient;
use crate::test_server::TestServer;

#[tokio::test(start_paused = true)]
async fn a_move_copies_the_game_once_and_encodes_each_packet_once() {
    for preset in ["validated", "open", "social", "classic"] {
        let house = TestServer::open(3);
        let guests = house.game(preset, json!({}), 3).await;
        for turn in 0..4 {
            let (mover, event, payload) = house.next_move(&guests).await;
            for guest in &guests {
                guest.take_packets();
            }
            let before = (games_copied(), states_built(), packets_encoded());
            mover.does(event, payload).await;
            let (copies, states, encodings) =
                (games_copied() - before.0, states_built() - before.1, packets_encoded() - before.2);
            let sent: BTreeSet<usize> = guests.iter().flat_map(TestClient::take_packets).collect();
            assert!(sent.len() > 3, "{preset}, turn {turn}: {event} sends {} packets", sent.len());
            assert_eq!(
                (copies, states, encodings),
                (1, 0, sent.len() as u64),
                "{preset}, turn {turn}: {event}"
            );
        }
    }
}
