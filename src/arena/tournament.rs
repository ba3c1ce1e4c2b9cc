//! A match: plays the games of a schedule on several threads, keeps the journal
//! and the games, and stops when a test has an answer.

use super::elo::{Pairs, Sample};
use super::endings::Endings;
use super::game::{self, Conditions, End, Record};
use super::journal::{Effort, Entry, Journal};
use super::player::{self, Player, Spec, TimeControl};
use super::schedule::{self, Pairing};
use super::sprt::{Sprt, Verdict};
use super::standings::Standings;
use crate::notation::pdn::{GameResult, GameText, Item};
use crate::openings::Opening;
use crate::referee::{Referee, Style};
use crate::rules::{Side, Variant};
use crate::search::STACK_BYTES;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How often an engine is started before the match is given up.
const STARTS: usize = 3;

/// Everything a match is about.
#[derive(Clone)]
pub struct Match {
    /// The rule set.
    pub variant: Variant,
    /// The engines.
    pub engines: Vec<Spec>,
    /// What they may spend, where they have no limits of their own.
    pub control: TimeControl,
    /// How games are played; the controls in it are not used.
    pub conditions: Conditions,
    /// Which games there are.
    pub plan: schedule::Plan,
    /// The openings.
    pub openings: Vec<Opening>,
    /// Games at a time.
    pub concurrency: usize,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// What is not played out.
    pub endings: Option<Arc<dyn Endings>>,
    /// How long an engine may take to get ready.
    pub start_patience: Duration,
}

/// Hears about a match.
pub trait Observer {
    /// A game is over. What is written of it must be in safety before this
    /// returns: next it counts as played. Returns the length of the file of
    /// games.
    ///
    /// # Errors
    ///
    /// Ends the match.
    fn keep(&mut self, game: &GameText) -> io::Result<u64>;

    /// A game counts.
    ///
    /// # Errors
    ///
    /// Ends the match.
    fn counted(&mut self, entry: &Entry, standings: &Standings, test: Option<&Progress>) -> io::Result<()>;
}

/// How far a test has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// What it shows.
    pub verdict: Verdict,
    /// The pairs behind it.
    pub pairs: Pairs,
}

/// The test over the pairs in the order of the schedule, whatever the order in
/// which they ended: short games must not weigh more because they end first.
struct Test {
    sprt: Sprt,
    next: usize,
    waiting: BTreeMap<usize, usize>,
    progress: Progress,
}

impl Test {
    fn new(sprt: Sprt, pairings: &[Pairing]) -> Self {
        let progress = Progress { llr: 0.0, verdict: Verdict::Open, pairs: Sample([0; 5]) };
        let next = pairings.first().map_or(0, |pairing| pairing.id);
        Self { sprt, next, waiting: BTreeMap::new(), progress }
    }

    /// Takes the half points of the first engine. `step` is the distance between
    /// the pairs of the shard.
    fn add(&mut self, entry: &Entry, step: usize) {
        let first = usize::from(entry.players[1] == 0);
        let points = entry.winner.map_or(1, |winner| 2 * usize::from(winner == first));
        self.waiting.insert(entry.id, points);
        while self.progress.verdict == Verdict::Open
            && let Some((&one, &other)) = self.waiting.get(&self.next).zip(self.waiting.get(&(self.next + 1)))
        {
            self.progress.pairs.0[one + other] += 1;
            self.progress.llr = self.sprt.llr(&self.progress.pairs);
            self.progress.verdict = self.sprt.verdict(&self.progress.pairs);
            self.next += 2 * step;
        }
    }
}

/// Plays what is left of a match. `played` are the games the journal has.
///
/// # Errors
///
/// When an engine does not start, or the journal or the games cannot be
/// written. What counted before is in the journal.
pub fn run(
    the: &Match,
    played: &[Entry],
    journal: &mut Journal,
    observer: &mut dyn Observer,
) -> io::Result<(Standings, Option<Progress>)> {
    let mut pairings = the.plan.pairings();
    let mut standings = Standings::new(the.engines.len());
    let mut test = the.sprt.map(|sprt| Test::new(sprt, &pairings));
    for entry in played {
        standings.add(entry);
        if let Some(test) = &mut test {
            test.add(entry, the.plan.shard.of);
        }
    }
    let known: HashSet<_> = played.iter().map(|entry| entry.id).collect();
    pairings.retain(|pairing| !known.contains(&pairing.id));
    let decided =
        |test: &Option<Test>| test.as_ref().is_some_and(|test| test.progress.verdict != Verdict::Open);
    let stop = AtomicBool::new(decided(&test));
    let next = AtomicUsize::new(0);
    // Engines that are started all at once disturb each other's clocks.
    let starting = Mutex::new(());
    let (sender, results) = channel();
    let worker = Worker { the, pairings: &pairings, next: &next, stop: &stop, starting: &starting };
    thread::scope(|scope| {
        for _ in 0..the.concurrency.min(pairings.len()) {
            let sender = sender.clone();
            let work = move || worker.work(&sender);
            thread::Builder::new().name("match".into()).stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
        }
        drop(sender);
        let result = results.iter().try_for_each(|result| {
            let (mut entry, text) = result.map_err(io::Error::other)?;
            entry.pdn_bytes = observer.keep(&text)?;
            journal.add(&entry)?;
            standings.add(&entry);
            if let Some(test) = &mut test {
                test.add(&entry, the.plan.shard.of);
            }
            stop.fetch_or(decided(&test), Ordering::Relaxed);
            observer.counted(&entry, &standings, test.as_ref().map(|test| &test.progress))
        });
        // Nobody begins another game, whatever happened.
        stop.store(true, Ordering::Relaxed);
        result
    })?;
    Ok((standings, test.map(|test| test.progress)))
}

/// What the threads of a match share.
#[derive(Clone, Copy)]
struct Worker<'a> {
    the: &'a Match,
    pairings: &'a [Pairing],
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
    starting: &'a Mutex<()>,
}

/// A game that is over, or why there will be none.
type Finished = Result<(Entry, GameText), String>;

impl Worker<'_> {
    fn work(self, results: &Sender<Finished>) {
        let mut players: Vec<Option<Box<dyn Player>>> = self.the.engines.iter().map(|_| None).collect();
        while !self.stop.load(Ordering::Relaxed) {
            let Some(&pairing) = self.pairings.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            let result = self.play(pairing, &mut players);
            let failed = result.is_err();
            if results.send(result).is_err() || failed {
                return;
            }
        }
    }

    fn play(self, pairing: Pairing, players: &mut [Option<Box<dyn Player>>]) -> Finished {
        let opening = &self.the.openings[pairing.opening];
        let mut referee = opening
            .referee(self.the.variant)
            .map_err(|error| format!("opening {}: {error}", opening.name))?;
        let engines = [pairing.white, pairing.black];
        let mut both = Vec::with_capacity(2);
        for engine in engines {
            let player = match players[engine].take() {
                Some(player) => player,
                None => self.start(engine)?,
            };
            both.push(player);
        }
        let controls = engines.map(|engine| self.the.engines[engine].limits.or(self.the.control));
        let conditions = Conditions { controls, ..self.the.conditions };
        let record = match &mut both[..] {
            [white, black] => game::play(
                &mut *referee,
                [&mut **white, &mut **black],
                &conditions,
                self.the.endings.as_deref(),
            ),
            _ => return Err("a game has two players".to_owned()),
        };
        for ((player, engine), broken) in both.into_iter().zip(engines).zip(record.broken) {
            // One that is of no use any more is not asked again: the next game
            // starts another.
            players[engine] = (!broken).then_some(player);
        }
        Ok((self.entry(pairing, &record), self.text(pairing, &*referee, &record)))
    }

    fn start(self, engine: usize) -> Result<Box<dyn Player>, String> {
        let spec = &self.the.engines[engine];
        let _turn = self.starting.lock();
        let mut error = String::new();
        for _ in 0..STARTS {
            match player::start(spec, self.the.variant, self.the.start_patience) {
                Ok(player) => return Ok(player),
                Err(why) => error = why,
            }
        }
        Err(format!("engine '{}' ({}): {error}", spec.name, spec.command))
    }

    fn entry(self, pairing: Pairing, record: &Record) -> Entry {
        let mut efforts = [Effort::default(); 2];
        let first = game::place(record.first);
        for (ply, played) in record.moves.iter().enumerate() {
            let effort = &mut efforts[(first + ply) % 2];
            effort.moves += 1;
            effort.seconds += played.used.as_secs_f64();
            effort.nodes += played.told.nodes.unwrap_or(0);
            effort.depths += u64::from(played.told.depth.unwrap_or(0));
            effort.with_depth += u64::from(played.told.depth.is_some());
        }
        Entry {
            id: pairing.id,
            players: [pairing.white, pairing.black],
            opening: pairing.opening,
            winner: record.winner.map(game::place),
            end: record.end.name().to_owned(),
            fault: match &record.end {
                End::Fault(fault) => Some((game::place(fault.side), fault.to_string())),
                _ => None,
            },
            plies: record.opening_plies + record.moves.len(),
            efforts,
            pdn_bytes: 0,
        }
    }

    /// The game as PDN has it.
    fn text(self, pairing: Pairing, referee: &dyn Referee, record: &Record) -> GameText {
        let name = |engine: usize| self.the.engines[engine].name.clone();
        let result = match record.winner {
            None => GameResult::Draw,
            Some(Side::White) => GameResult::WhiteWins,
            Some(Side::Black) => GameResult::BlackWins,
        };
        let mut tags = vec![
            ("Event".to_owned(), "polydam match".to_owned()),
            ("Round".to_owned(), (pairing.id + 1).to_string()),
            ("White".to_owned(), name(pairing.white)),
            ("Black".to_owned(), name(pairing.black)),
            ("Result".to_owned(), result.text().to_owned()),
        ];
        tags.extend(referee.start_fen().map(|fen| ("FEN".to_owned(), fen)));
        tags.push(("Opening".to_owned(), self.the.openings[pairing.opening].name.clone()));
        tags.push(("Termination".to_owned(), record.end.name().to_owned()));
        let mut items = Vec::new();
        for (ply, text) in referee.played(Style::Pdn).into_iter().enumerate() {
            items.push(Item::Move { text, line: 0 });
            if let Some(played) = ply.checked_sub(record.opening_plies).and_then(|ply| record.moves.get(ply))
            {
                items.push(Item::Comment(game::comment(played)));
            }
        }
        if let End::Fault(fault) = &record.end {
            items.push(Item::Comment(fault.to_string()));
        }
        GameText { line: 0, tags, items, result: Some(result) }
    }
}
