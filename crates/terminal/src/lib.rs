//! Text for the terminal, for programs that print reports.

pub mod style;
pub mod text_columns;
