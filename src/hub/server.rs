//! The engine side of the Hub protocol.
//!
//! One thread reads, one writes and decides (this one), and one searches while
//! there is something to search. The engine travels with the search: as long as
//! that runs, nobody else has it.

use super::command::{Command, Mode};
use super::params::Settings;
use super::scan::{quote, quoted};
use crate::engine::{self, Config, Engine, Findings, Line, Setup, Style};
use crate::eval::score::men;
use crate::search::{Control, Limits, STACK_BYTES};
use log::{debug, info};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines are refused.
const MAX_LINE: u64 = 1 << 24;

/// Lines leave at least this far apart. Some clients wait with `select` on a
/// buffered pipe and do not see a line that arrives together with another one
/// until the next one comes.
const PACE: Duration = Duration::from_millis(2);

/// Speaks Hub on standard input and output until told to quit or until the
/// input ends.
///
/// # Errors
///
/// When the output cannot be written.
pub fn run(settings: Settings) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    thread::Builder::new().name("reader".into()).spawn(move || read_lines(io::stdin().lock(), &lines))?;
    Server::new(settings, sender, io::stdout()).serve(&events)
}

enum Event {
    Line(String),
    LineTooLong,
    EndOfInput,
    Progress(Findings),
    Done(Box<dyn Engine>, Findings),
}

fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut line = Vec::new();
        let event = match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Event::EndOfInput,
            Ok(_) if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') => {
                // An error here ends the input, which the next turn finds out.
                let _ = input.skip_until(b'\n');
                Event::LineTooLong
            }
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let end = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || end {
            return;
        }
    }
}

/// A search under way.
struct Running {
    control: Arc<Control>,
}

struct Server<W> {
    settings: Settings,
    /// Away while a search runs; not there before the first `init`.
    engine: Option<Box<dyn Engine>>,
    running: Option<Running>,
    /// Commands that wait for the end of the search.
    waiting: VecDeque<Command>,
    limits: Limits,
    /// Have the limits served a search already? Then new ones start afresh.
    limits_used: bool,
    /// Was the last position refused?
    refused: bool,
    /// The last progress of the search under way.
    told: Option<Findings>,
    events: Sender<Event>,
    output: Paced<W>,
}

impl<W: Write> Server<W> {
    fn new(settings: Settings, events: Sender<Event>, output: W) -> Self {
        Self {
            settings,
            engine: None,
            running: None,
            waiting: VecDeque::new(),
            limits: Limits::default(),
            limits_used: false,
            refused: false,
            told: None,
            events,
            output: Paced { output, last: None, leaving: VecDeque::new(), held: VecDeque::new() },
        }
    }

    fn serve(mut self, events: &Receiver<Event>) -> io::Result<()> {
        loop {
            let event = match self.output.next_release() {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => events.recv_timeout(wait),
            };
            let go_on = match event {
                Ok(Event::Line(line)) => self.line(&line)?,
                Ok(Event::LineTooLong) => {
                    self.error(&format!("a line of more than {MAX_LINE} bytes was ignored"))?;
                    true
                }
                Ok(Event::EndOfInput) => self.take(Command::Quit)?,
                Ok(Event::Progress(findings)) => {
                    self.output.hold(info_lines(&findings))?;
                    self.told = Some(findings);
                    true
                }
                Ok(Event::Done(engine, findings)) => {
                    self.done(engine, &findings)?;
                    self.work_off()?
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.output.release()?;
                    true
                }
                // The sender in `self` keeps the channel open.
                Err(RecvTimeoutError::Disconnected) => false,
            };
            if !go_on {
                return Ok(());
            }
        }
    }

    fn line(&mut self, text: &str) -> io::Result<bool> {
        debug!("< {}", text.trim_end());
        match Command::parse(text) {
            Ok(None) => Ok(true),
            Ok(Some(command)) => self.take(command),
            Err(message) => {
                self.error(&message)?;
                Ok(true)
            }
        }
    }

    /// Takes a command, now or after the search. False: the program ends.
    fn take(&mut self, command: Command) -> io::Result<bool> {
        let Some(running) = &self.running else { return self.obey(command) };
        match command {
            Command::Ping => self.output.line("pong")?,
            // Everything else keeps its order.
            command if !self.waiting.is_empty() => self.waiting.push_back(command),
            Command::PonderHit => running.control.ponder_hit(),
            Command::Stop => running.control.stop(),
            command => {
                running.control.stop();
                self.waiting.push_back(command);
            }
        }
        Ok(true)
    }

    /// Obeys the commands that waited, until one starts another search.
    fn work_off(&mut self) -> io::Result<bool> {
        for command in std::mem::take(&mut self.waiting) {
            if !self.take(command)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Obeys a command while no search runs. False: the program ends.
    fn obey(&mut self, command: Command) -> io::Result<bool> {
        match command {
            Command::Hub => self.introduce()?,
            Command::SetParam { name, value } => self.set_param(&name, &value)?,
            Command::Init => {
                if self.ready()? {
                    self.output.line("ready")?;
                }
            }
            Command::NewGame => {
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
            }
            Command::Pos { position, moves } => self.set_up(position.as_deref(), &moves)?,
            Command::Level(level) => {
                self.forget_used_limits();
                level.add_to(&mut self.limits);
            }
            Command::Go { mode, moves } => self.go(mode, moves.as_deref())?,
            Command::Ping => self.output.line("pong")?,
            // Late, or never asked for: there is no search they could mean.
            Command::PonderHit | Command::Stop => {}
            Command::Quit => return Ok(false),
        }
        Ok(true)
    }

    fn introduce(&mut self) -> io::Result<()> {
        let id = format!(
            "id name={} version={} author={}",
            env!("CARGO_PKG_NAME"),
            env!("CARGO_PKG_VERSION"),
            quote("the polydam authors"),
        );
        self.output.line(&id)?;
        for line in self.settings.declare() {
            self.output.line(&line)?;
        }
        self.output.line("wait")
    }

    fn set_param(&mut self, name: &str, value: &str) -> io::Result<()> {
        let mut settings = self.settings.clone();
        if let Err(message) = settings.set(name, value) {
            return self.error(&message);
        }
        if let Some(engine) = &mut self.engine {
            // After `init` a parameter works at once.
            let config = config(&settings);
            let result = if settings.variant == engine.variant() {
                engine.configure(&config)
            } else {
                engine::new(settings.variant, &config).map(|new| *engine = new)
            };
            if let Err(message) = result {
                return self.error(&message);
            }
        }
        self.settings = settings;
        self.tell_problems()
    }

    /// Tells what is wrong with endgame tables, if it has not been told.
    fn tell_problems(&mut self) -> io::Result<()> {
        let problems = self.engine.as_mut().map_or_else(Vec::new, |engine| engine.take_problems());
        problems.iter().try_for_each(|problem| self.error(problem))
    }

    /// Makes the engine, unless it is there. If what the parameters ask for is not
    /// to be had, that is an error, and the defaults have to do: a client that
    /// waits for `ready` gets it. False when not even they will.
    fn ready(&mut self) -> io::Result<bool> {
        if self.engine.is_none() {
            let variant = self.settings.variant;
            match engine::new(variant, &config(&self.settings)) {
                Ok(engine) => self.engine = Some(engine),
                Err(message) => {
                    self.error(&message)?;
                    self.settings.config = Config::default();
                    self.engine = engine::new(variant, &self.settings.config).ok();
                }
            }
            info!("{variant} ready: {}", self.engine.is_some());
            self.tell_problems()?;
        }
        Ok(self.engine.is_some())
    }

    fn set_up(&mut self, position: Option<&str>, moves: &str) -> io::Result<()> {
        self.forget_used_limits();
        if !self.ready()? {
            return Ok(());
        }
        let Some(engine) = &mut self.engine else { return Ok(()) };
        let result = match position {
            None => Err("pos= is missing".to_owned()),
            Some(position) => engine.set_up(Setup::Hub { position, moves, dialect: self.settings.dialect }),
        };
        self.refused = result.is_err();
        match result {
            Ok(()) => Ok(()),
            Err(message) => self.error(&format!("pos: {message}")),
        }
    }

    fn forget_used_limits(&mut self) {
        if std::mem::take(&mut self.limits_used) {
            self.limits = Limits::default();
        }
    }

    fn go(&mut self, mode: Mode, moves: Option<&str>) -> io::Result<()> {
        if self.refused {
            return self.error("go: the last position was refused, there is nothing to search");
        }
        if !self.ready()? {
            return Ok(());
        }
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        let style = Style::Hub(self.settings.dialect);
        if let Err(message) = engine.consider(moves, style) {
            self.engine = Some(engine);
            return self.error(&format!("go: moves: {message}"));
        }
        self.limits_used = true;
        let limits =
            Limits { quick_if_forced: mode != Mode::Analyze, ponder: self.settings.ponder, ..self.limits };
        let control = Arc::new(Control::new(mode == Mode::Ponder));
        self.running = Some(Running { control: control.clone() });
        let events = self.events.clone();
        thread::Builder::new().name("search".into()).stack_size(STACK_BYTES).spawn(move || {
            // A server that is gone does not want to hear any more.
            let listener = |findings| drop(events.send(Event::Progress(findings)));
            let findings = engine.search(&limits, &control, style, &listener);
            drop(events.send(Event::Done(engine, findings)));
        })?;
        Ok(())
    }

    fn done(&mut self, engine: Box<dyn Engine>, findings: &Findings) -> io::Result<()> {
        self.engine = Some(engine);
        self.running = None;
        let Some(best) = findings.line.first() else { return self.output.line("done") };
        // Under a clock what has been told is not told again: the last line would
        // come close before `done`, where it can do harm and helps nobody.
        let known = self.told.take().is_some_and(|told| self.limits.is_timed() && told.same_result(findings));
        if !known {
            self.output.hold_last(info_lines(findings));
        }
        let reply = findings.reply.as_ref().map_or_else(String::new, |reply| format!(" ponder={reply}"));
        self.output.line(&format!("done move={best}{reply}"))
    }

    fn error(&mut self, message: &str) -> io::Result<()> {
        self.output.line_at_once(&format!("error message={}", quoted(message)))
    }
}

/// What the engine is given: telling several lines takes time, too.
fn config(settings: &Settings) -> Config {
    let mut config = settings.config.clone();
    config.overhead += PACE * (config.lines as u32).saturating_sub(1);
    config
}

/// A line for each line that was found, the best first. Field order and the quotes
/// are what clients' patterns look for.
fn info_lines(findings: &Findings) -> VecDeque<String> {
    let time = findings.time.as_secs_f64();
    let info = |line: Line| {
        format!(
            "info depth={} mean-depth={:.1} score={:.2} nodes={} time={time:.3} nps={:.2} pv={}",
            line.depth,
            findings.mean_depth,
            men(line.score),
            findings.nodes,
            findings.nodes as f64 / 1e6 / time.max(1e-6),
            quoted(&line.moves.join(" ")),
        )
    };
    let infos = findings.lines().map(info);
    if findings.others.is_empty() {
        return infos.collect();
    }
    (1..).zip(infos).map(|(rank, info)| format!("{info} multi-pv={rank}")).collect()
}

/// An output that leaves time between its lines.
struct Paced<W> {
    output: W,
    last: Option<Instant>,
    /// Progress of which a part may have left already: the rest has to follow.
    leaving: VecDeque<String>,
    /// Progress that came too soon; newer progress takes its place.
    held: VecDeque<String>,
}

impl<W: Write> Paced<W> {
    fn wait(&self) -> Duration {
        self.last.map_or(Duration::ZERO, |last| PACE.saturating_sub(last.elapsed()))
    }

    /// How long until the next line that waits may leave; none: nothing waits.
    fn next_release(&self) -> Option<Duration> {
        (!self.leaving.is_empty() || !self.held.is_empty()).then(|| self.wait())
    }

    /// Writes progress when its time has come, line by line; newer one before its
    /// first line has left replaces it.
    fn hold(&mut self, progress: VecDeque<String>) -> io::Result<()> {
        self.held = progress;
        if self.wait().is_zero() {
            self.release()?;
        }
        Ok(())
    }

    /// Takes the last progress: nobody needs the rest of what came before it.
    fn hold_last(&mut self, progress: VecDeque<String>) {
        self.leaving.clear();
        self.held = progress;
    }

    /// Writes the next line that waits. False: there was none.
    fn release(&mut self) -> io::Result<bool> {
        if self.leaving.is_empty() {
            std::mem::swap(&mut self.leaving, &mut self.held);
        }
        let Some(line) = self.leaving.pop_front() else { return Ok(false) };
        self.write(&line)?;
        Ok(true)
    }

    /// Writes a line, after those that wait.
    fn line(&mut self, line: &str) -> io::Result<()> {
        while self.release()? {}
        self.write(line)
    }

    /// Writes a line nobody waits for, so that a flood of bad input is answered
    /// as fast as it comes.
    fn line_at_once(&mut self, line: &str) -> io::Result<()> {
        self.last = None;
        self.line(line)
    }

    /// One write and one flush a line.
    fn write(&mut self, line: &str) -> io::Result<()> {
        thread::sleep(self.wait());
        debug!("> {line}");
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()?;
        self.last = Some(Instant::now());
        Ok(())
    }
}
