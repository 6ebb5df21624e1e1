use std::{
    sync::{Arc, OnceLock},
    time::Instant,
};

use lexicon::Lexicon;
use rules::{BotLevel, Play, WordRule};

use crate::{
    AlphabetTooLarge, Budget, Choice, Engine, Equity, Move, Observation, Position, Rng, Searcher,
    bluff::Bluffer,
};

/// The bots of a language, at five levels.
///
/// The levels are not one player with more or less noise: weaker levels know fewer words, the
/// common ones first, and overlook plays. Every bot sees only what a person in its seat would see.
pub struct Bots {
    lexicon: Arc<Lexicon>,
    /// By vocabulary; the last knows all words. Each is built when first needed.
    engines: [OnceLock<Box<Engine>>; VOCABULARIES],
    bluffer: OnceLock<Bluffer>,
}

/// Three human vocabularies, and the whole list.
const VOCABULARIES: usize = 4;

/// The abilities of a level.
struct Skill {
    vocabulary: usize,
    /// How many of ten plays it sees.
    sees: usize,
    judges: Judging,
    /// How often it bluffs, in percent of the turns in which a bluff would pay.
    bluffs: usize,
    /// How often it challenges a phony, and how often it votes against one, in percent.
    doubts: usize,
    votes_against: usize,
    /// How often it challenges a valid word that it does not know, in percent.
    doubts_wrongly: usize,
}

/// How a level values the plays it sees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judging {
    /// By points.
    Points,
    /// By static equity.
    Equity,
    /// By rollouts, and by endgame search.
    Ahead,
}

static SKILLS: [Skill; 5] = [
    Skill {
        vocabulary: 0,
        sees: 4,
        judges: Judging::Points,
        bluffs: 4,
        doubts: 25,
        votes_against: 50,
        doubts_wrongly: 6,
    },
    Skill {
        vocabulary: 1,
        sees: 6,
        judges: Judging::Points,
        bluffs: 6,
        doubts: 40,
        votes_against: 65,
        doubts_wrongly: 5,
    },
    Skill {
        vocabulary: 2,
        sees: 9,
        judges: Judging::Equity,
        bluffs: 6,
        doubts: 60,
        votes_against: 80,
        doubts_wrongly: 4,
    },
    Skill {
        vocabulary: 3,
        sees: 10,
        judges: Judging::Equity,
        bluffs: 5,
        doubts: 80,
        votes_against: 95,
        doubts_wrongly: 0,
    },
    Skill {
        vocabulary: 3,
        sees: 10,
        judges: Judging::Ahead,
        bluffs: 4,
        doubts: 95,
        votes_against: 100,
        doubts_wrongly: 0,
    },
];

/// The number of moves compared by rollouts.
const CANDIDATES: usize = 16;
/// The work spent on rollouts or an endgame, about three seconds.
const WORK: u64 = 40_000;

impl Bots {
    /// Bots that know the words of a list or fewer.
    pub fn new(lexicon: Arc<Lexicon>) -> Result<Bots, AlphabetTooLarge> {
        let full = OnceLock::new();
        // Built immediately, so that no later call can fail.
        let _ = full.set(Box::new(Engine::new(&lexicon)?));
        let engines = [OnceLock::new(), OnceLock::new(), OnceLock::new(), full];
        Ok(Bots { lexicon, engines, bluffer: OnceLock::new() })
    }

    /// The engine that knows every word.
    pub fn engine(&self) -> &Engine {
        self.knowing(VOCABULARIES - 1)
    }

    fn knowing(&self, vocabulary: usize) -> &Engine {
        self.engines[vocabulary].get_or_init(|| {
            let known = wordlists::vocabulary(self.lexicon.language().code(), vocabulary + 1);
            let engine = match known {
                Some(known) => Engine::with_vocabulary(&self.lexicon, &known),
                // The language has no human vocabularies: the level knows the whole list.
                None => Engine::new(&self.lexicon),
            };
            Box::new(engine.expect("the alphabet was small enough for the whole list"))
        })
    }

    /// The move of a bot of this level.
    ///
    /// The same `luck` gives the same move, unless the deadline `until` passes first.
    pub fn choose(
        &self,
        observation: Observation<'_>,
        level: BotLevel,
        until: Option<Instant>,
        luck: u64,
    ) -> Move {
        let skill = skill(level);
        let engine = self.knowing(skill.vocabulary);
        let mut searcher = Searcher::new(engine);
        let mut chance = Rng::new(luck);
        let position = observation.position(engine);
        let mut budget = Budget::work(WORK);
        if let Some(moment) = until {
            budget = budget.until(moment);
        }
        let choice = skill.choose(&mut searcher, &position, budget, &mut chance);
        if matches!(observation.rules.words, WordRule::Challenge { .. }) && chance.below(100) < skill.bluffs {
            let bluffer = self.bluffer.get_or_init(|| Bluffer::new(&self.lexicon));
            if let Some(bluff) = bluffer.bluff(observation, &choice, &mut searcher, &position, &self.lexicon)
            {
                return Move::Play(bluff);
            }
        }
        observation.move_of(&choice, engine, &position.grid)
    }

    /// Whether a bot of this level challenges a play.
    pub fn challenges(&self, play: &Play, level: BotLevel, luck: u64) -> bool {
        let skill = skill(level);
        let mut chance = Rng::new(luck);
        if !play.unknown_words(self.lexicon.as_ref()).is_empty() {
            chance.below(100) < skill.doubts
        } else if self.knows(play, skill) {
            false
        } else {
            chance.below(100) < skill.doubts_wrongly
        }
    }

    /// Whether a bot of this level votes for a challenged play.
    pub fn votes_for(&self, play: &Play, level: BotLevel, luck: u64) -> bool {
        let skill = skill(level);
        if play.unknown_words(self.lexicon.as_ref()).is_empty() {
            self.knows(play, skill) || Rng::new(luck).below(100) < 60
        } else {
            Rng::new(luck).below(100) >= skill.votes_against
        }
    }

    fn knows(&self, play: &Play, skill: &Skill) -> bool {
        let engine = self.knowing(skill.vocabulary);
        play.words.iter().all(|word| engine.knows(&word.letters))
    }
}

fn skill(level: BotLevel) -> &'static Skill {
    &SKILLS[usize::from(level.get()) - 1]
}

impl Skill {
    fn choose(
        &self,
        searcher: &mut Searcher<'_>,
        position: &Position,
        budget: Budget,
        chance: &mut Rng,
    ) -> Choice {
        match self.judges {
            Judging::Ahead if position.is_open() => searcher.solve_endgame(position, budget).choice,
            Judging::Ahead => searcher.simulate(position, CANDIDATES, budget, chance)[0].choice,
            Judging::Equity if self.sees == 10 => searcher.best_choice(position).0,
            Judging::Points | Judging::Equity => self.choose_among_the_seen(searcher, position, chance),
        }
    }

    fn choose_among_the_seen(
        &self,
        searcher: &mut Searcher<'_>,
        position: &Position,
        chance: &mut Rng,
    ) -> Choice {
        let candidates = searcher.candidates(position, usize::MAX);
        let worth = |&(choice, equity): &(Choice, Equity)| match self.judges {
            Judging::Points => Equity::of(choice.score()),
            Judging::Equity | Judging::Ahead => equity,
        };
        let is_play = |(choice, _): &&(Choice, Equity)| matches!(choice, Choice::Play(_));
        let seen = candidates.iter().filter(is_play).filter(|_| chance.below(10) < self.sees);
        // A bot that sees no play takes the best one anyway; it exchanges or passes only if there
        // is none.
        let best = seen.max_by_key(|candidate| worth(candidate));
        let best = best.or_else(|| candidates.iter().find(is_play)).or(candidates.first());
        best.map_or(Choice::Pass, |&(choice, _)| choice)
    }
}
