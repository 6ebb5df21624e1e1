//! Whole games over real sockets, with controlled randomness and time.

#[allow(dead_code, reason = "the tests of HTTP also change definitions")]
#[path = "../http/defined_words.rs"]
mod defined_words;
mod idle_connections;
mod leaving;
mod look_ups;
mod metrics;
mod presets;
mod socket_client;
mod socket_server;
#[allow(dead_code, reason = "it is made for all tests of live tables")]
#[path = "../../../tables/tests/live/test_client.rs"]
mod test_client;
#[allow(dead_code, reason = "it is made for all tests of live tables")]
#[path = "../../../tables/tests/live/test_server.rs"]
mod test_server;
#[allow(dead_code, reason = "it is made for all tests of live tables")]
#[path = "../../../tables/tests/live/tile_swap.rs"]
mod tile_swap;
mod two_worlds;
