//! `polydam match`: matches between engines, and the report of one from its
//! journals.

use super::in_file;
use crate::arena::endings;
use crate::arena::game::Conditions;
use crate::arena::journal::{self, Contents, Entry, Journal};
use crate::arena::player::{SELF, Spec, TimeControl};
use crate::arena::schedule::Plan;
use crate::arena::sprt::{Sprt, Verdict};
use crate::arena::standings::Standings;
use crate::arena::tournament::{self, Match, Observer, Progress};
use crate::egtb;
use crate::hub::scan::quote;
use crate::notation::pdn::{GameText, normalise, write_game};
use crate::openings::{self, Opening};
use crate::rules::{Rules, Variant, Visitor};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rule set.
    pub variant: Variant,
    /// The engines: a command each, followed by its options as `key=value`.
    pub engines: Vec<String>,
    /// What a side may spend.
    pub control: TimeControl,
    /// How games are played; the controls in it are not used.
    pub conditions: Conditions,
    /// The schedule; the numbers of engines and openings in it are not used.
    pub plan: Plan,
    /// A built-in set of openings or a file of them; none: the usual set.
    pub openings: Option<String>,
    /// Games at a time.
    pub concurrency: usize,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// Endings with up to so many pieces are not played out.
    pub tables: Option<usize>,
    /// How long an engine may take to get ready.
    pub start_patience: Duration,
    /// Where games go, if anywhere.
    pub pdn: Option<PathBuf>,
    /// The journal.
    pub state: PathBuf,
    /// Go on with the match in the journal, if there is one?
    pub resume: bool,
    /// Leave out the line for each game?
    pub quiet: bool,
}

/// Plays a match, or goes on with one, and prints the table. Returns whether it
/// was played to its end.
///
/// # Errors
///
/// When the settings make no match, an engine does not start, or a file cannot
/// be read or written.
pub fn run(options: &Options) -> io::Result<bool> {
    let Played { names, standings, test } = play(options)?;
    let mut output = io::stdout().lock();
    write!(output, "{}\n{}", standings.results(&names), standings.statistics(&names))?;
    if let Some((progress, sprt)) = test.zip(options.sprt) {
        writeln!(output, "\n{}", verdict(&sprt, &progress))?;
    }
    Ok(true)
}

/// What has come of a match.
pub(super) struct Played {
    /// The engines.
    pub(super) names: Vec<String>,
    /// The table.
    pub(super) standings: Standings,
    /// How far the test has come, if there was one.
    pub(super) test: Option<Progress>,
}

/// Plays a match, or goes on with one.
///
/// # Errors
///
/// See [`run`].
pub(super) fn play(options: &Options) -> io::Result<Played> {
    let engines = specs(&options.engines).map_err(io::Error::other)?;
    let unlimited = |spec: &&Spec| spec.limits.or(options.control).is_empty();
    if let Some(spec) = engines.iter().find(unlimited) {
        return Err(io::Error::other(format!(
            "nothing limits the moves of '{}': say --move-time, --time, --nodes or --depth",
            spec.name
        )));
    }
    if options.sprt.is_some() && engines.len() != 2 {
        return Err(io::Error::other("--sprt compares two engines"));
    }
    let source =
        options.openings.clone().unwrap_or_else(|| openings::default_set(options.variant).to_owned());
    let openings = openings::load(options.variant, &source).map_err(io::Error::other)?;
    let endings = options
        .tables
        .map(|pieces| endings::load(options.variant, pieces, egtb::default_folder().as_deref()))
        .transpose();
    let endings = endings.map_err(io::Error::other)?;
    let plan = Plan { engines: engines.len(), openings: openings.len(), ..options.plan };
    let the = Match {
        variant: options.variant,
        control: options.control,
        conditions: options.conditions,
        plan,
        concurrency: options.concurrency,
        sprt: options.sprt,
        endings,
        start_patience: options.start_patience,
        engines,
        openings,
    };
    let mut settings = settings(options, &the, &source);
    if repeats(&the) {
        eprintln!(
            "polydam: {} pairs of games without a clock, and fewer openings ({}): games will repeat, and the \
             errors be larger than the table says",
            plan.games.div_ceil(2),
            the.openings.len(),
        );
    }
    let (mut journal, played, pdn_bytes) = open_journal(options, &mut settings)?;
    let pdn = options.pdn.as_deref().map(|path| open_pdn(path, pdn_bytes)).transpose()?;
    let names: Vec<_> = the.engines.iter().map(|spec| spec.name.clone()).collect();
    let total = plan.pairings().len() as u64;
    let bar = ProgressBar::new(total).with_style(
        ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta} {msg}").map_err(io::Error::other)?,
    );
    bar.set_position(played.len() as u64);
    let mut scribe = Scribe {
        variant: options.variant,
        names: &names,
        openings: &the.openings,
        pdn,
        bar: &bar,
        sprt: the.sprt,
        quiet: options.quiet,
    };
    let (standings, test) = tournament::run(&the, &played, &mut journal, &mut scribe)?;
    journal.finish()?;
    bar.finish_and_clear();
    Ok(Played { names, standings, test })
}

/// Prints the table of the matches in journals, the parts of one match.
///
/// # Errors
///
/// When a file cannot be read or is no journal, or the matches are not parts of
/// one.
pub fn report(paths: &[PathBuf]) -> io::Result<bool> {
    let mut matches = Vec::new();
    for path in paths {
        let contents = File::open(path).and_then(|file| journal::read(BufReader::new(file)));
        matches.extend(contents.map_err(|error| in_file(path, error))?);
    }
    let Some(first) = matches.first() else {
        return Err(io::Error::other("there is no match in it"));
    };
    // The parts differ in nothing but this.
    let settings = |contents: &Contents| {
        let mut settings = contents.settings.clone();
        settings.remove("shard");
        settings
    };
    let names: Vec<String> = first.settings["engines"]
        .as_array()
        .map(|engines| {
            engines.iter().map(|engine| engine["name"].as_str().unwrap_or("?").to_owned()).collect()
        })
        .unwrap_or_default();
    let mut standings = Standings::new(names.len());
    let mut seen = HashSet::new();
    for contents in &matches {
        if let Some(name) = difference(&settings(first), &settings(contents)) {
            return Err(io::Error::other(format!("these are parts of different matches: {name} differs")));
        }
        for entry in &contents.entries {
            if !seen.insert(entry.id) {
                return Err(io::Error::other(format!("game {} is there twice", entry.id + 1)));
            }
            if entry.players.iter().any(|&player| player >= names.len()) {
                return Err(io::Error::other(format!("game {} has a player nobody knows", entry.id + 1)));
            }
            standings.add(entry);
        }
    }
    write!(io::stdout().lock(), "{}\n{}", standings.results(&names), standings.statistics(&names))?;
    Ok(true)
}

/// Reads engines: a word with one of the known keys before an `=` belongs to the
/// command before it.
fn specs(words: &[String]) -> Result<Vec<Spec>, String> {
    let mut specs: Vec<Spec> = Vec::new();
    for word in words {
        let key = word.split_once('=').filter(|(key, _)| is_key(key));
        match (key, specs.last_mut()) {
            (Some((key, value)), Some(spec)) => {
                set(spec, key, value).map_err(|error| format!("engine '{}': {error}", spec.command))?;
            }
            (Some(_), None) => return Err(format!("expected the command of an engine before '{word}'")),
            (None, _) => specs.push(Spec { command: word.clone(), ..Spec::default() }),
        }
    }
    if specs.len() < 2 {
        return Err(format!("a match needs two engines at least, found {}", specs.len()));
    }
    for index in 0..specs.len() {
        if specs[index].name.is_empty() {
            specs[index].name = default_name(&specs[index].command);
        }
        let (before, rest) = specs.split_at_mut(index);
        let same = before.iter().filter(|spec| spec.name == rest[0].name).count();
        if same > 0 {
            return Err(format!("two engines are called '{}': give them names with name=", rest[0].name));
        }
    }
    Ok(specs)
}

/// Is this a key, and no part of a command?
fn is_key(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c == '.')
        || text.strip_prefix("param.").is_some_and(|name| !name.contains(char::is_whitespace))
}

fn set(spec: &mut Spec, key: &str, value: &str) -> Result<(), String> {
    fn number<T: std::str::FromStr>(value: &str) -> Result<Option<T>, String> {
        value.parse().map(Some).map_err(|_| format!("expected a number, found '{value}'"))
    }
    let seconds = |value: &str| {
        let number: Option<f64> = number(value)?;
        match number {
            Some(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(number),
            _ => Err(format!("expected a number of seconds, found '{value}'")),
        }
    };
    let limits = &mut spec.limits;
    match key {
        "name" => spec.name = value.to_owned(),
        "dir" => spec.folder = Some(value.into()),
        "time" => limits.time = seconds(value)?,
        "inc" => limits.increment = seconds(value)?,
        "move-time" => limits.move_time = seconds(value)?,
        "nodes" => limits.nodes = number(value)?,
        "depth" => limits.depth = number(value)?,
        _ => match key.strip_prefix("param.") {
            Some(name) => spec.params.push((name.to_owned(), value.to_owned())),
            None => {
                return Err(format!(
                    "expected name=, dir=, param.NAME=, time=, inc=, move-time=, nodes= or depth=, found '{key}='"
                ));
            }
        },
    }
    Ok(())
}

fn default_name(command: &str) -> String {
    if command == SELF {
        return env!("CARGO_PKG_NAME").to_owned();
    }
    let words = shell_words::split(command).unwrap_or_default();
    let program = words.first().map_or(command, |word| word);
    Path::new(program)
        .file_stem()
        .map_or_else(|| program.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Will the same games be played again? Without a clock an engine plays the same
/// in the same position.
fn repeats(the: &Match) -> bool {
    let timed = |spec: &Spec| {
        let control = spec.limits.or(the.control);
        control.time.is_some() || control.move_time.is_some()
    };
    the.plan.games.div_ceil(2) > the.openings.len() && !the.engines.iter().any(timed)
}

/// The journal, the games it has, and how long the file of games is with them,
/// if there is one.
fn open_journal(
    options: &Options,
    settings: &mut Map<String, Value>,
) -> io::Result<(Journal, Vec<Entry>, Option<u64>)> {
    let path = &options.state;
    // A match killed at its very beginning leaves an empty file.
    if fs::metadata(path).is_ok_and(|file| file.len() > 0) {
        let (journal, contents) = Journal::resume(path).map_err(|error| in_file(path, error))?;
        let untouched = contents.entries.is_empty() && difference(&contents.settings, settings).is_some();
        if options.resume && !untouched {
            return resume(path, settings, journal, contents);
        }
        if !contents.over && !contents.entries.is_empty() {
            return Err(io::Error::other(format!(
                "{} holds a match that is not over, {} games: go on with --resume, or name another file with --state",
                path.display(),
                contents.entries.len()
            )));
        }
        if !contents.entries.is_empty() {
            let mut old = path.clone().into_os_string();
            old.push(".old");
            fs::rename(path, &old).map_err(|error| in_file(path, error))?;
        }
    }
    if path.exists() {
        fs::remove_file(path).map_err(|error| in_file(path, error))?;
    }
    let pdn_bytes = options.pdn.as_deref().map(|pdn| fs::metadata(pdn).map_or(0, |file| file.len()));
    settings.insert("pdn_bytes".to_owned(), pdn_bytes.into());
    let journal = Journal::create(path, settings).map_err(|error| in_file(path, error))?;
    Ok((journal, Vec::new(), pdn_bytes))
}

fn resume(
    path: &Path,
    settings: &Map<String, Value>,
    journal: Journal,
    contents: Contents,
) -> io::Result<(Journal, Vec<Entry>, Option<u64>)> {
    if let Some(name) = difference(&contents.settings, settings) {
        let value = |settings: &Map<String, Value>| settings.get(&name).unwrap_or(&Value::Null).to_string();
        return Err(io::Error::other(format!(
            "{} holds another match: {name} is {} there and {} here",
            path.display(),
            value(&contents.settings),
            value(settings),
        )));
    }
    let before = contents.settings.get("pdn_bytes").and_then(Value::as_u64);
    let pdn_bytes = before.map(|before| contents.entries.last().map_or(before, |entry| entry.pdn_bytes));
    Ok((journal, contents.entries, pdn_bytes))
}

/// What makes it this match and no other. The number of games and the test may
/// change on the way.
fn settings(options: &Options, the: &Match, openings: &str) -> Map<String, Value> {
    let control = |control: &TimeControl| {
        json!({
            "time": control.time, "inc": control.increment, "move-time": control.move_time,
            "nodes": control.nodes, "depth": control.depth,
        })
    };
    let engine = |spec: &Spec| {
        json!({
            "name": spec.name, "command": spec.command, "dir": spec.folder, "params": spec.params,
            "limits": control(&spec.limits),
        })
    };
    let Conditions { margin, patience, max_plies, draw, resign, .. } = the.conditions;
    let settings = json!({
        "variant": the.variant.name(),
        "engines": the.engines.iter().map(engine).collect::<Vec<_>>(),
        "limits": control(&the.control),
        "margin": margin,
        "patience": patience,
        "max-plies": max_plies,
        "draw": draw.map(|rule| json!([rule.from, rule.moves, rule.score])),
        "resign": resign.map(|rule| json!([rule.moves, rule.score])),
        "tables": options.tables,
        "format": the.plan.format.name(),
        "openings": openings,
        "openings-checksum": checksum(the),
        "order": the.plan.order.name(),
        "seed": the.plan.seed,
        "shard": the.plan.shard.to_string(),
        "pdn": options.pdn.is_some(),
    });
    match settings {
        Value::Object(settings) => settings,
        _ => Map::new(),
    }
}

/// A number that is another one if the openings are others (FNV-1a).
fn checksum(the: &Match) -> u64 {
    let texts = the
        .openings
        .iter()
        .flat_map(|opening| opening.fen.iter().chain(&opening.moves).map(String::as_str).chain(["\n"]));
    texts
        .flat_map(|text| text.bytes().chain([0]))
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// The first setting in which two matches differ, of those that both state.
fn difference(one: &Map<String, Value>, other: &Map<String, Value>) -> Option<String> {
    let differs = |name: &&String| name != &"pdn_bytes" && one.get(*name) != other.get(*name);
    one.keys().chain(other.keys()).find(differs).cloned()
}

/// Opens the file of games for more. What a killed match left in it behind the
/// last game that counts is removed.
fn open_pdn(path: &Path, length: Option<u64>) -> io::Result<Pdn> {
    let open = || -> io::Result<Pdn> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let bytes = file.metadata()?.len();
        let length = length.unwrap_or(bytes);
        if bytes < length {
            return Err(io::Error::other(format!(
                "{bytes} bytes, expected the {length} of the games so far"
            )));
        }
        file.set_len(length)?;
        Ok(Pdn { file, bytes: length })
    };
    open().map_err(|error| in_file(path, error))
}

/// A file of games, and its length.
struct Pdn {
    file: File,
    bytes: u64,
}

impl Pdn {
    fn add(&mut self, variant: Variant, game: &GameText) -> io::Result<()> {
        let mut text = Vec::new();
        variant.visit(WriteGame { game, text: &mut text })?;
        self.file.write_all(&text)?;
        self.bytes += text.len() as u64;
        Ok(())
    }
}

/// Writes a game as its rule set does.
struct WriteGame<'a> {
    game: &'a GameText,
    text: &'a mut Vec<u8>,
}

impl Visitor for WriteGame<'_> {
    type Output = io::Result<()>;

    fn visit<R: Rules>(self) -> Self::Output {
        let game = normalise::<R>(self.game, None).map_err(io::Error::other)?;
        write_game::<R>(self.text, &game)
    }
}

/// Writes what happens: games to the file, results to standard output, offences
/// to standard error, and how far it is to a bar.
struct Scribe<'a> {
    variant: Variant,
    names: &'a [String],
    openings: &'a [Opening],
    pdn: Option<Pdn>,
    bar: &'a ProgressBar,
    sprt: Option<Sprt>,
    quiet: bool,
}

impl Observer for Scribe<'_> {
    fn keep(&mut self, game: &GameText) -> io::Result<u64> {
        let Some(pdn) = &mut self.pdn else { return Ok(0) };
        pdn.add(self.variant, game)?;
        Ok(pdn.bytes)
    }

    fn counted(&mut self, entry: &Entry, standings: &Standings, test: Option<&Progress>) -> io::Result<()> {
        self.bar.inc(1);
        let [lost, drawn, won] = standings.rows[0].games;
        let mut message = format!("{} +{won} ={drawn} -{lost}", self.names[0]);
        if let Some((progress, sprt)) = test.zip(self.sprt) {
            message += &format!(" LLR {:.2} ({:.2}, {:.2})", progress.llr, sprt.lower(), sprt.upper());
        }
        self.bar.set_message(message);
        let line = game_line(entry, self.names, &self.openings[entry.opening].name);
        self.bar.suspend(|| {
            if let Some((player, text)) = &entry.fault {
                let name = &self.names[entry.players[*player]];
                eprintln!("polydam: game {}: {name}: {text}", entry.id + 1);
            }
            if self.quiet { Ok(()) } else { writeln!(io::stdout(), "{line}") }
        })
    }
}

/// A game in one line, for scripts.
fn game_line(entry: &Entry, names: &[String], opening: &str) -> String {
    let result = match entry.winner {
        None => "1-1",
        Some(0) => "2-0",
        Some(_) => "0-2",
    };
    format!(
        "game={} white={} black={} result={result} end={} plies={} opening={}",
        entry.id + 1,
        quote(&names[entry.players[0]]),
        quote(&names[entry.players[1]]),
        entry.end,
        entry.plies,
        quote(opening),
    )
}

/// The state of a test, for people.
pub(super) fn verdict(sprt: &Sprt, progress: &Progress) -> String {
    let conclusion = match progress.verdict {
        Verdict::Open => "no decision yet".to_owned(),
        Verdict::AcceptH0 => format!("H0 accepted: {} rather than {}", sprt.elo0, sprt.elo1),
        Verdict::AcceptH1 => format!("H1 accepted: {} rather than {}", sprt.elo1, sprt.elo0),
    };
    format!(
        "SPRT {} against {} {} Elo: LLR {:.2} ({:.2}, {:.2}) after {} pairs, {conclusion}",
        sprt.elo0,
        sprt.elo1,
        sprt.model,
        progress.llr,
        sprt.lower(),
        sprt.upper(),
        progress.pairs.total(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &[&str]) -> Result<Vec<Spec>, String> {
        specs(&text.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn options_belong_to_the_engine_before_them() {
        let specs =
            words(&["self", "name=new", "param.hash=16", "nodes=300", "env A=1 ./scan hub", "dir=/x"])
                .unwrap();
        assert_eq!((&*specs[0].name, specs[0].limits.nodes), ("new", Some(300)));
        assert_eq!(specs[0].params, [("hash".to_owned(), "16".to_owned())]);
        assert_eq!((&*specs[1].command, &*specs[1].name), ("env A=1 ./scan hub", "env"));
        assert_eq!(specs[1].folder.as_deref(), Some(Path::new("/x")));
    }

    #[test]
    fn what_makes_no_match_is_named() {
        for (text, wanted) in [
            (vec!["self"], "two engines"),
            (vec!["self", "self"], "two engines are called 'polydam'"),
            (vec!["name=a", "self", "scan"], "expected the command"),
            (vec!["self", "nodes=many", "scan"], "expected a number, found 'many'"),
            (vec!["self", "move-time=-1", "scan"], "expected a number of seconds"),
            (vec!["self", "node=1", "scan"], "found 'node='"),
        ] {
            let error = words(&text).unwrap_err();
            assert!(error.contains(wanted), "{error}");
        }
    }
}
