use std::fmt;

use super::{Gcg, GcgAction, GcgComment, GcgMove, Prose};

/// Writes the game file, always the same for the same game.
///
/// The encoding comes first, where other programs look for it. The last racks come at the end, as
/// the strictest program requires.
impl fmt::Display for Gcg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "#character-encoding UTF-8")?;
        for (place, player) in self.players.iter().enumerate() {
            writeln!(f, "#player{} {} {}", place + 1, player.nickname, player.name)?;
        }
        if let Some(title) = &self.title {
            writeln!(f, "#title {title}")?;
        }
        if let Some(description) = &self.description {
            writeln!(f, "#description {description}")?;
        }
        if let Some(id) = &self.id {
            writeln!(f, "#id {} {}", id.authority, id.id)?;
        }
        if let Some(lexicon) = &self.lexicon {
            writeln!(f, "#lexicon {lexicon}")?;
        }
        if self.is_incomplete {
            writeln!(f, "#incomplete")?;
        }
        for comment in &self.comments {
            writeln!(f, "{comment}")?;
        }
        for made in &self.moves {
            self.write_move(f, made)?;
        }
        for (place, player) in self.players.iter().enumerate() {
            if let Some(rack) = &player.last_rack {
                writeln!(f, "#rack{} {rack}", place + 1)?;
            }
        }
        Ok(())
    }
}

impl Gcg {
    fn write_move(&self, f: &mut fmt::Formatter<'_>, made: &GcgMove) -> fmt::Result {
        // `push` and the parser refuse moves of unknown players.
        write!(f, ">{}: ", self.players[made.player].nickname)?;
        match (&made.rack, &made.action) {
            (Some(rack), _) => write!(f, "{rack} ")?,
            (None, GcgAction::RackPoints { .. }) => {}
            // Other programs expect an empty column, that is two spaces, for an unknown rack.
            (None, _) => f.write_str(" ")?,
        }
        match &made.action {
            GcgAction::Play { at, word, points } => write!(f, "{at} {word} +{points}")?,
            GcgAction::Pass => f.write_str("- +0")?,
            GcgAction::Exchange(tiles) => write!(f, "-{tiles} +0")?,
            GcgAction::ExchangeCount(count) => write!(f, "-{count} +0")?,
            GcgAction::Withdrawn { points } => write!(f, "-- -{points}")?,
            GcgAction::ChallengeBonus { points } => write!(f, "(challenge) +{points}")?,
            GcgAction::RackPoints { tiles, points } => write!(f, "({tiles}) +{points}")?,
            GcgAction::RackPenalty { tiles, points } => write!(f, "({tiles}) -{points}")?,
            GcgAction::TimePenalty { points } => write!(f, "(time) -{points}")?,
        }
        writeln!(f, " {}", made.total)?;
        made.comments.iter().try_for_each(|comment| writeln!(f, "{comment}"))
    }
}

impl fmt::Display for GcgComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GcgComment::Note(note) => write!(f, "#note {}", Prose::as_str(note)),
            GcgComment::Pragma(pragma) => match pragma.value() {
                Some(value) => write!(f, "#{} {value}", pragma.key()),
                None => write!(f, "#{}", pragma.key()),
            },
        }
    }
}
