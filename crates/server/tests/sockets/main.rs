//! Whole games over real sockets, with controlled randomness and time.

#[allow(dead_code, reason = "it is made for all tests of live tables")]
#[path = "../../../tables/tests/live/guest.rs"]
mod guest;
mod hall;
#[allow(dead_code, reason = "it is made for all tests of live tables")]
#[path = "../../../tables/tests/live/hidden.rs"]
mod hidden;
#[allow(dead_code, reason = "it is made for all tests of live tables")]
#[path = "../../../tables/tests/live/house.rs"]
mod house;
mod leaving;
mod metrics;
mod presets;
mod silence;
mod two_worlds;
mod wire;
