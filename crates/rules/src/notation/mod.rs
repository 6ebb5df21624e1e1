//! The field's notations for places, positions and games.
