//! `dord play`, `dord daily` and `dord replay`, run as programs.

mod daily;
mod endings;
mod endless;
mod mirror;
mod program;
mod refusals;
mod replay;
mod shown;
