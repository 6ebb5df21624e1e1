//! Checks that every draw has a reason.
//!
//! A play that stands refills the rack; an exchange draws as many tiles as it returns.

use super::{BagStep, GameRecord, MoveRecord, RecordError, RecordPlayer};
use crate::server::{LogAction, PlayStatus};
use crate::tile::BLANK;

/// The size of a full rack.
const FULL: usize = 7;

/// Follows each rack from turn to turn. The draws must have been verified before.
pub(super) fn check_racks(record: &GameRecord) -> Result<(), RecordError> {
    let sizes = bag_sizes(record);
    for player in &record.players {
        let steps = record.bag.iter().enumerate().filter(|(_, step)| seat_of(step) == player.seat).collect();
        RackFollower { player, steps, next: 0, rack: Vec::new(), sizes: &sizes, is_to_draw: false }
            .follow(record)?;
    }
    Ok(())
}

/// The number of tiles in the bag before each step, and after the last.
fn bag_sizes(record: &GameRecord) -> Vec<usize> {
    let full: usize = record.tile_set.iter().map(|kind| kind.count as usize).sum();
    let mut size = full.saturating_sub(record.starting_word.len());
    let mut sizes = vec![size];
    for step in &record.bag {
        match step {
            BagStep::Draw { tiles, .. } => size = size.saturating_sub(tiles.len()),
            BagStep::PutBack { tiles, .. } => size += tiles.len(),
        }
        sizes.push(size);
    }
    sizes
}

fn seat_of(step: &BagStep) -> u8 {
    match step {
        BagStep::Draw { seat, .. } | BagStep::PutBack { seat, .. } => *seat,
    }
}

fn sorted(tiles: &[String]) -> Vec<&str> {
    let mut tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    tiles.sort_unstable();
    tiles
}

/// A player's rack, and their draws and returns.
struct RackFollower<'r> {
    player: &'r RecordPlayer,
    steps: Vec<(usize, &'r BagStep)>,
    /// The first step that no turn has explained yet.
    next: usize,
    rack: Vec<String>,
    sizes: &'r [usize],
    /// Whether the last play has not drawn yet; it draws when it can no longer be challenged.
    is_to_draw: bool,
}

impl RackFollower<'_> {
    fn follow(mut self, record: &GameRecord) -> Result<(), RecordError> {
        self.draw();
        let own = |made: &&MoveRecord| made.player_id == self.player.id;
        for made in record.moves.iter().filter(own).collect::<Vec<_>>() {
            match &made.deed {
                // A turn can be lost while the previous play has not drawn yet.
                LogAction::LostTurn {} | LogAction::StandInStarted {} | LogAction::StandInEnded {} => {}
                LogAction::Left { .. } => {
                    self.draw_what_is_due()?;
                    self.put_back(made, &self.rack.clone())?;
                    self.rack.clear();
                }
                LogAction::Passed { .. } => self.expect_rack(made)?,
                LogAction::Exchanged { .. } => {
                    self.expect_rack(made)?;
                    self.exchange(made)?;
                }
                LogAction::Played { placements, fate, .. } => {
                    self.expect_rack(made)?;
                    if *fate != PlayStatus::TakenBack {
                        for placed in placements {
                            let letter = if placed.tile.is_blank { BLANK } else { &placed.tile.letter };
                            self.take(made, letter)?;
                        }
                        self.is_to_draw = true;
                    }
                }
            }
        }
        self.draw_what_is_due()?;
        match self.steps.get(self.next) {
            Some(&(step, _)) => Err(RecordError::NoReason { step, seat: self.player.seat }),
            None => Ok(()),
        }
    }

    /// Takes the next step if it is a draw; returns its index and size.
    fn draw(&mut self) -> Option<(usize, usize)> {
        let &(step, BagStep::Draw { tiles, .. }) = self.steps.get(self.next)? else { return None };
        self.rack.extend_from_slice(tiles);
        self.next += 1;
        Some((step, tiles.len()))
    }

    /// Checks that the rack before a turn is the one in the record.
    fn expect_rack(&mut self, made: &MoveRecord) -> Result<(), RecordError> {
        if sorted(&self.rack) == sorted(&made.rack) {
            if self.is_to_draw && self.rack.len() < FULL && !self.bag_was_empty() {
                return Err(self.other_rack(made));
            }
            self.is_to_draw = false;
            return Ok(());
        }
        self.draw_what_is_due()?;
        if sorted(&self.rack) == sorted(&made.rack) { Ok(()) } else { Err(self.other_rack(made)) }
    }

    /// Whether the bag was empty at some time between this player's last step and their next one.
    fn bag_was_empty(&self) -> bool {
        let first =
            self.next.checked_sub(1).and_then(|last| self.steps.get(last)).map_or(0, |(step, _)| *step);
        let end = self.steps.get(self.next).map_or(self.sizes.len(), |(step, _)| step + 1);
        self.sizes[first..end].contains(&0)
    }

    /// Takes the pending draw of a play: it fills the rack or empties the bag.
    fn draw_what_is_due(&mut self) -> Result<(), RecordError> {
        if !std::mem::take(&mut self.is_to_draw) {
            return Ok(());
        }
        let room = FULL.saturating_sub(self.rack.len());
        let Some((step, found)) = self.draw() else { return Ok(()) };
        let expected = room.min(self.sizes[step]);
        if found == expected { Ok(()) } else { Err(RecordError::DrawSize { step, expected, found }) }
    }

    fn exchange(&mut self, made: &MoveRecord) -> Result<(), RecordError> {
        let swapped = made.swapped.as_deref().unwrap_or_default();
        match self.draw() {
            Some((_, found)) if found == swapped.len() => {}
            Some((step, found)) => {
                return Err(RecordError::DrawSize { step, expected: swapped.len(), found });
            }
            None => return Err(self.other_rack(made)),
        }
        for tile in swapped {
            self.take(made, tile)?;
        }
        self.put_back(made, swapped)
    }

    fn put_back(&mut self, made: &MoveRecord, expected: &[String]) -> Result<(), RecordError> {
        if expected.is_empty() {
            return Ok(());
        }
        match self.steps.get(self.next) {
            Some((_, BagStep::PutBack { tiles, .. })) if sorted(tiles) == sorted(expected) => {
                self.next += 1;
                Ok(())
            }
            _ => Err(self.other_rack(made)),
        }
    }

    fn take(&mut self, made: &MoveRecord, letter: &str) -> Result<(), RecordError> {
        let place = self.rack.iter().position(|tile| tile == letter).ok_or_else(|| self.other_rack(made))?;
        self.rack.remove(place);
        Ok(())
    }

    fn other_rack(&self, made: &MoveRecord) -> RecordError {
        RecordError::Rack { turn: made.turn_number, seat: self.player.seat }
    }
}
