//! Which games a match has: who meets whom, with which colours and openings. A
//! schedule follows from its settings alone, and a longer match begins with the
//! games of a shorter one.

use std::fmt::{self, Display};
use std::str::FromStr;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
}

impl Format {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        }
    }
}

/// In which order openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Mixed by the seed, all of them before any comes again.
    #[default]
    Random,
    /// As they come.
    Sequential,
}

impl Order {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Sequential => "sequential",
        }
    }
}

/// One part of a match that is spread over several machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which, from 1.
    pub part: usize,
    /// Of how many.
    pub of: usize,
}

impl Shard {
    /// Everything in one part.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// Does the item with an index, from 0, belong to the part?
    pub const fn has(self, index: usize) -> bool {
        index % self.of == self.part - 1
    }
}

impl Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split_once('/')
            .and_then(|(part, of)| Some(Self { part: part.parse().ok()?, of: of.parse().ok()? }))
            .filter(|shard| (1..=shard.of).contains(&shard.part))
            .ok_or_else(|| "expected part/parts, as 2/8, the parts counted from 1".to_owned())
    }
}

/// The settings of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Number of engines, two at least.
    pub engines: usize,
    /// Who meets whom.
    pub format: Format,
    /// Games between any two that meet.
    pub games: usize,
    /// Number of openings, one at least.
    pub openings: usize,
    /// Their order.
    pub order: Order,
    /// What mixes them.
    pub seed: u64,
    /// The part that is played here.
    pub shard: Shard,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Its number, from 0, in the whole match however long that is. The two games
    /// of a pair have the numbers `2 n` and `2 n + 1`.
    pub id: usize,
    /// Its opening.
    pub opening: usize,
    /// The engine with White.
    pub white: usize,
    /// The engine with Black.
    pub black: usize,
}

impl Plan {
    /// The encounters of a round.
    pub fn encounters(&self) -> Vec<(usize, usize)> {
        let firsts = match self.format {
            Format::RoundRobin => self.engines,
            Format::Gauntlet => 1,
        };
        (0..firsts).flat_map(|i| (i + 1..self.engines).map(move |j| (i, j))).collect()
    }

    /// The games of the shard, in order.
    pub fn pairings(&self) -> Vec<Pairing> {
        let encounters = self.encounters();
        let mut pairings = Vec::new();
        let mut openings = Openings { plan: self, cycle: None, order: Vec::new() };
        for round in 0..self.games.div_ceil(2) {
            let opening = openings.of_round(round);
            for (place, &(one, other)) in encounters.iter().enumerate() {
                let pair = round * encounters.len() + place;
                if !self.shard.has(pair) {
                    continue;
                }
                pairings.push(Pairing { id: 2 * pair, opening, white: one, black: other });
                if 2 * round + 1 < self.games {
                    pairings.push(Pairing { id: 2 * pair + 1, opening, white: other, black: one });
                }
            }
        }
        pairings
    }
}

/// The openings, mixed anew each time all have been used.
struct Openings<'a> {
    plan: &'a Plan,
    cycle: Option<usize>,
    order: Vec<usize>,
}

impl Openings<'_> {
    fn of_round(&mut self, round: usize) -> usize {
        let cycle = round / self.plan.openings;
        if self.cycle != Some(cycle) {
            self.cycle = Some(cycle);
            self.order = (0..self.plan.openings).collect();
            if self.plan.order == Order::Random {
                let seed = self.plan.seed.wrapping_add((cycle as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
                fastrand::Rng::with_seed(seed).shuffle(&mut self.order);
            }
        }
        self.order[round % self.plan.openings]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const PLAN: Plan = Plan {
        engines: 2,
        format: Format::RoundRobin,
        games: 10,
        openings: 3,
        order: Order::Random,
        seed: 7,
        shard: Shard::WHOLE,
    };

    #[test]
    fn pairs_share_the_opening_and_change_colours() {
        let games = PLAN.pairings();
        assert_eq!(games.len(), 10);
        for pair in games.chunks(2) {
            assert_eq!((pair[0].id + 1, pair[0].opening), (pair[1].id, pair[1].opening));
            assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
        }
        let first: HashSet<_> = games.iter().take(6).map(|game| game.opening).collect();
        assert_eq!(first.len(), 3, "every opening once before any comes again");
    }

    #[test]
    fn a_longer_match_begins_with_a_shorter_one() {
        for engines in [2, 4] {
            let long = Plan { engines, games: 31, ..PLAN }.pairings();
            for games in 1..31 {
                for game in (Plan { engines, games, ..PLAN }).pairings() {
                    assert!(long.contains(&game), "{game:?} of {games} games");
                }
            }
        }
    }

    #[test]
    fn everybody_meets_everybody_or_the_first() {
        let meetings = |plan: Plan| plan.pairings().iter().map(|game| (game.white, game.black)).collect();
        let round: HashSet<_> = meetings(Plan { engines: 4, games: 2, ..PLAN });
        assert_eq!(round.len(), 12);
        let gauntlet: HashSet<_> = meetings(Plan { engines: 4, games: 2, format: Format::Gauntlet, ..PLAN });
        assert_eq!(gauntlet.len(), 6);
        assert!(gauntlet.iter().all(|&(white, black)| white == 0 || black == 0));
    }

    #[test]
    fn shards_have_every_game_once_and_keep_pairs_together() {
        let plan = Plan { engines: 3, games: 7, ..PLAN };
        let mut games: Vec<_> =
            (1..=4).flat_map(|part| Plan { shard: Shard { part, of: 4 }, ..plan }.pairings()).collect();
        games.sort_by_key(|game| game.id);
        assert_eq!(games, plan.pairings());
    }

    #[test]
    fn a_seed_decides_the_openings() {
        let openings = |plan: Plan| plan.pairings().iter().map(|game| game.opening).collect::<Vec<_>>();
        let plan = Plan { openings: 50, games: 100, ..PLAN };
        assert_eq!(openings(plan), openings(plan));
        assert_ne!(openings(plan), openings(Plan { seed: 8, ..plan }));
        let sequential = openings(Plan { order: Order::Sequential, ..plan });
        assert!(sequential.iter().enumerate().all(|(game, &opening)| opening == game / 2));
    }

    #[test]
    fn shards_are_written_as_people_count() {
        assert_eq!("2/8".parse(), Ok(Shard { part: 2, of: 8 }));
        for wrong in ["", "0/8", "9/8", "1/0", "1", "a/b", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
