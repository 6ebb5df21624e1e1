//! `dord play`, `dord daily` and `dord replay` as people and programs meet them.

mod daily;
mod endings;
mod endless;
mod mirror;
mod program;
mod refusals;
mod replay;
mod shown;
