//! The table of a match: counts games and pairs of games, and says what they are
//! worth. Takes games in any order.

use super::elo::{Estimate, Pairs, Sample};
use super::journal::{Effort, Entry};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// Names of offences, in the order of [`Row::faults`].
pub const FAULTS: [&str; 5] = ["late", "illegal-move", "crash", "no-answer", "malformed-answer"];

/// What one engine has done.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// Games lost, drawn and won.
    pub games: [u64; 3],
    /// Scores of its pairs of games.
    pub pairs: [u64; 5],
    /// Its offences, in the order of [`FAULTS`].
    pub faults: [u64; 5],
    /// All its moves.
    pub effort: Effort,
}

impl Row {
    /// Its score from 0 to 1.
    pub fn score(&self) -> f64 {
        Sample(self.games).mean()
    }

    /// The part of its games that was drawn, from 0 to 1.
    pub fn draw_rate(&self) -> f64 {
        self.games[1] as f64 / Sample(self.games).total().max(1) as f64
    }

    /// Its Elo, normalised Elo, and the chance that it is better than the others.
    pub fn worth(&self) -> (Estimate, Estimate, f64) {
        fn of<const N: usize>(sample: Sample<N>) -> (Estimate, Estimate, f64) {
            (sample.elo(), sample.normalised_elo(), sample.superiority())
        }
        // Without a whole pair the games are all there is.
        if Sample(self.pairs).total() > 0 { of(Sample(self.pairs)) } else { of(Sample(self.games)) }
    }

    /// Mean depth of its searches; none if it never told one.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.effort.with_depth > 0).then(|| self.effort.depths as f64 / self.effort.with_depth as f64)
    }
}

/// The state of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The engines, in their order in the match.
    pub rows: Vec<Row>,
    /// Pairs of games by encounter, seen by the engine with the lower number.
    encounters: BTreeMap<(usize, usize), Pairs>,
    /// Games whose other half is missing: the half points of the engine with the
    /// lower number.
    halves: HashMap<usize, usize>,
}

impl Standings {
    /// Before the first game.
    pub fn new(engines: usize) -> Self {
        Self { rows: vec![Row::default(); engines], encounters: BTreeMap::new(), halves: HashMap::new() }
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.rows.iter().map(|row| Sample(row.games).total()).sum::<u64>() / 2
    }

    /// Adds a game. Its players are engines of the match.
    pub fn add(&mut self, entry: &Entry) {
        for (place, &engine) in entry.players.iter().enumerate() {
            let row = &mut self.rows[engine];
            row.games[half_points(entry, place)] += 1;
            if let Some((offender, _)) = &entry.fault
                && *offender == place
                && let Some(kind) = FAULTS.iter().position(|name| *name == entry.end)
            {
                row.faults[kind] += 1;
            }
            let effort = &entry.efforts[place];
            row.effort = Effort {
                moves: row.effort.moves + effort.moves,
                seconds: row.effort.seconds + effort.seconds,
                nodes: row.effort.nodes + effort.nodes,
                depths: row.effort.depths + effort.depths,
                with_depth: row.effort.with_depth + effort.with_depth,
            };
        }
        let lower = usize::from(entry.players[1] < entry.players[0]);
        let points = half_points(entry, lower);
        match self.halves.remove(&(entry.id / 2)) {
            None => drop(self.halves.insert(entry.id / 2, points)),
            Some(before) => self.add_pair(entry.players[lower], entry.players[1 - lower], before + points),
        }
    }

    fn add_pair(&mut self, lower: usize, higher: usize, points: usize) {
        self.encounters.entry((lower, higher)).or_insert(Sample([0; 5])).0[points] += 1;
        self.rows[lower].pairs[points] += 1;
        self.rows[higher].pairs[4 - points] += 1;
    }

    /// The pairs of two engines, seen by the first; its number is the lower one.
    pub fn pairs(&self, lower: usize, higher: usize) -> Pairs {
        self.encounters.get(&(lower, higher)).copied().unwrap_or(Sample([0; 5]))
    }

    /// The engines, the best first.
    fn ranked(&self) -> Vec<usize> {
        let mut engines: Vec<_> = (0..self.rows.len()).collect();
        engines.sort_by(|&a, &b| self.rows[b].score().total_cmp(&self.rows[a].score()));
        engines
    }

    /// Results, for people: the same games make the same table.
    pub fn results(&self, names: &[String]) -> String {
        let width = width(names);
        let mut text = format!(
            "{:>4} {:<width$} {:>6} {:>6} {:>6} {:>6} {:>7} {:>17} {:>17} {:>7} {:>7}\n",
            "rank", "name", "games", "won", "drawn", "lost", "score", "Elo", "normalised", "draws", "better"
        );
        for (rank, engine) in self.ranked().into_iter().enumerate() {
            let row = &self.rows[engine];
            let [lost, drawn, won] = row.games;
            let (elo, normalised, better) = row.worth();
            let _ = writeln!(
                text,
                "{:>4} {:<width$} {:>6} {won:>6} {drawn:>6} {lost:>6} {:>6.1}% {:>17} {:>17} {:>6.1}% {:>6.1}%",
                rank + 1,
                names[engine],
                won + drawn + lost,
                100.0 * row.score(),
                interval(elo),
                interval(normalised),
                100.0 * row.draw_rate(),
                100.0 * better,
            );
        }
        for ((lower, higher), pairs) in &self.encounters {
            let [a, b, c, d, e] = pairs.0;
            let _ = writeln!(
                text,
                "pairs of games, {} against {}, by points 0 1/2 1 3/2 2: {a} {b} {c} {d} {e}",
                names[*lower], names[*higher],
            );
        }
        text
    }

    /// Speed and offences, for people.
    pub fn statistics(&self, names: &[String]) -> String {
        let width = width(names);
        let mut text =
            format!("{:<width$} {:>8} {:>6} {:>9} {:>8}", "name", "moves", "depth", "knps", "s/move");
        for name in FAULTS {
            let _ = write!(text, " {name:>16}");
        }
        for (row, name) in self.rows.iter().zip(names) {
            let effort = &row.effort;
            let depth = row.mean_depth().map_or("-".to_owned(), |depth| format!("{depth:.1}"));
            let speed = if effort.seconds > 0.0 { effort.nodes as f64 / 1e3 / effort.seconds } else { 0.0 };
            let pace = effort.seconds / effort.moves.max(1) as f64;
            let _ = write!(text, "\n{name:<width$} {:>8} {depth:>6} {speed:>9.0} {pace:>8.4}", effort.moves);
            for count in row.faults {
                let _ = write!(text, " {count:>16}");
            }
        }
        text + "\n"
    }
}

/// The half points of a player.
fn half_points(entry: &Entry, place: usize) -> usize {
    match entry.winner {
        None => 1,
        Some(winner) => 2 * usize::from(winner == place),
    }
}

fn width(names: &[String]) -> usize {
    names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4)
}

fn interval(Estimate { value, error }: Estimate) -> String {
    let value = value + 0.0; // a zero has no sign
    if value.is_finite() && error.is_finite() {
        format!("{value:+.1} +- {error:.1}")
    } else {
        format!("{value:+.1}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(id: usize, players: [usize; 2], winner: Option<usize>) -> Entry {
        Entry {
            id,
            players,
            opening: 0,
            winner,
            end: "no-move".to_owned(),
            fault: None,
            plies: 50,
            efforts: [Effort { moves: 25, seconds: 2.5, nodes: 1000, depths: 250, with_depth: 25 }; 2],
            pdn_bytes: 0,
        }
    }

    #[test]
    fn pairs_are_seen_by_both() {
        let games = [
            game(0, [0, 1], Some(0)), // 0 wins with White
            game(1, [1, 0], None),    // and draws with Black: 3/2
            game(2, [0, 1], Some(1)), // loses
            game(3, [1, 0], Some(0)), // and loses: 0
            game(4, [0, 1], None),    // half a pair
        ];
        let mut orders = vec![games.to_vec(), games.iter().rev().cloned().collect()];
        let tables: Vec<_> = orders
            .drain(..)
            .map(|games| {
                let mut standings = Standings::new(2);
                games.iter().for_each(|game| standings.add(game));
                standings
            })
            .collect();
        assert_eq!(tables[0], tables[1], "the order of the games does not matter");
        let standings = &tables[0];
        assert_eq!(standings.games(), 5);
        assert_eq!(standings.rows[0].games, [2, 2, 1]);
        assert_eq!(standings.pairs(0, 1).0, [1, 0, 0, 1, 0]);
        assert_eq!(standings.rows[1].pairs, [0, 1, 0, 0, 1]);
        assert_eq!(standings.rows[0].mean_depth(), Some(10.0));
    }

    #[test]
    fn offences_are_counted_for_who_committed_them() {
        let mut standings = Standings::new(2);
        let late =
            Entry { end: "late".to_owned(), fault: Some((1, String::new())), ..game(0, [1, 0], Some(0)) };
        standings.add(&late);
        assert_eq!(standings.rows[0].faults, [1, 0, 0, 0, 0]);
        assert_eq!(standings.rows[1].faults, [0; 5]);
    }

    #[test]
    fn tables_name_everybody_the_best_first() {
        let mut standings = Standings::new(2);
        standings.add(&game(0, [0, 1], Some(1)));
        standings.add(&game(1, [1, 0], None));
        let names = ["first".to_owned(), "second".to_owned()];
        let table = standings.results(&names);
        let lines: Vec<_> = table.lines().collect();
        assert!(lines[1].contains("second") && lines[1].contains("75.0%"), "{table}");
        assert!(lines[3].ends_with("first against second, by points 0 1/2 1 3/2 2: 0 1 0 0 0"), "{table}");
        assert!(standings.statistics(&names).lines().count() == 3);
    }
}
