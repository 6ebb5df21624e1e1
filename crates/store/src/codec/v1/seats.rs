//! The stored form of seats and their players.

use rules::{BotLevel, PlayerKind, PlayerName, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// Index of a seat, from 0.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
pub(super) struct WrittenSeat(u8);

impl From<Seat> for WrittenSeat {
    fn from(seat: Seat) -> WrittenSeat {
        WrittenSeat(seat.index() as u8)
    }
}

impl WrittenSeat {
    pub(super) fn read(self) -> Result<Seat, String> {
        Seat::at(self.0.into())
            .ok_or_else(|| format!("expected a seat from 0 to {}, found {}", Seat::COUNT - 1, self.0))
    }
}

/// Several seats, in order.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct WrittenSeats(Vec<WrittenSeat>);

impl WrittenSeats {
    pub(super) fn of(seats: impl IntoIterator<Item = Seat>) -> WrittenSeats {
        WrittenSeats(seats.into_iter().map(WrittenSeat::from).collect())
    }

    pub(super) fn read(self) -> Result<Vec<Seat>, String> {
        self.0.into_iter().map(WrittenSeat::read).collect()
    }

    pub(super) fn read_set(self) -> Result<SeatSet, String> {
        Ok(self.read()?.into_iter().collect())
    }
}

/// Whether the player is a person or a bot.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) enum WrittenPlayerKind {
    Person,
    Bot(u8),
}

impl From<PlayerKind> for WrittenPlayerKind {
    fn from(kind: PlayerKind) -> WrittenPlayerKind {
        match kind {
            PlayerKind::Person => WrittenPlayerKind::Person,
            PlayerKind::Bot(level) => WrittenPlayerKind::Bot(level.get()),
        }
    }
}

impl WrittenPlayerKind {
    pub(super) fn read(self) -> Result<PlayerKind, String> {
        match self {
            WrittenPlayerKind::Person => Ok(PlayerKind::Person),
            WrittenPlayerKind::Bot(level) => BotLevel::new(level)
                .map(PlayerKind::Bot)
                .ok_or_else(|| format!("expected a bot's level from 1 to 5, found {level}")),
        }
    }
}

pub(super) fn read_name(text: &str) -> Result<PlayerName, String> {
    PlayerName::from_log(text).map_err(|error| error.to_string())
}
