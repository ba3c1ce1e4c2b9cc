//! L5: an engine for a rule set known only at run time. Text in, plain structs
//! out; the one place behind which everything is compiled per rule set.

use crate::egtb::{self, TableSet};
use crate::eval::{Choice, Evaluator, Score};
use crate::position::Move;
use crate::referee::{Record, Referee, write_move};
use crate::rules::{Rules, Variant, Visitor};
use crate::search::{self, Control, Limits, Means, Memory, Question, Report, Skill, Table};
use rayon::ThreadPool;
use std::iter;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) use crate::referee::shorten;
pub use crate::referee::{Setup, Style};

/// What an engine is given to work with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table in bytes.
    pub hash_bytes: usize,
    /// Time lost between a decision and the client's clock.
    pub overhead: Duration,
    /// The evaluation.
    pub eval: Choice,
    /// The folder with endgame tables besides those within the program.
    pub tables: Option<PathBuf>,
    /// Endgame tables are used for positions with up to so many pieces; 0: none.
    pub table_pieces: usize,
    /// How many lines a search finds, 1 at least.
    pub lines: usize,
    /// How well to play. A skill that is not the full one bounds the nodes of every
    /// search, has one thread, no endgame tables, and tells one line: that of the
    /// move it chooses, which is not always the best it has found.
    pub skill: Skill,
    /// What the choices of such a skill depend on besides the position and the number
    /// of moves that led to it.
    pub skill_seed: u64,
}

impl Config {
    /// As the skill has it.
    fn bounded(&self) -> Self {
        let config = self.clone();
        if self.skill.is_full() {
            return config;
        }
        Self { threads: 1, table_pieces: 0, lines: self.skill.lines(), ..config }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_bytes: 64 << 20,
            overhead: Duration::from_millis(10),
            eval: Choice::default(),
            tables: egtb::default_folder(),
            table_pieces: egtb::MOST_PIECES,
            lines: 1,
            skill: Skill::FULL,
            skill_seed: 0,
        }
    }
}

/// What a search has found, moves as text.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// The last completed iteration; 0 when none was.
    pub depth: u32,
    /// Mean ply of the leaves.
    pub mean_depth: f64,
    /// The score, for the side to move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// The line of best play, the best move first; empty without a legal move.
    pub line: Vec<String>,
    /// The expected reply to the best move: legal, if there is one at all.
    pub reply: Option<String>,
    /// The next best lines, if more than one was asked for: no score is above the
    /// one before, no two first moves are the same.
    pub others: Vec<Line>,
}

/// A line and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The iteration it is from.
    pub depth: u32,
    /// Its score, for the side to move.
    pub score: Score,
    /// Its moves.
    pub moves: Vec<String>,
}

impl Findings {
    /// Do both say the same of the position, whatever it has cost since?
    pub fn same_result(&self, other: &Self) -> bool {
        self.lines().eq(other.lines())
    }

    /// All lines, the best first.
    pub fn lines(&self) -> impl Iterator<Item = Line> {
        let best = Line { depth: self.depth, score: self.score, moves: self.line.clone() };
        iter::once(best).chain(self.others.iter().cloned())
    }
}

/// Hears about a running search, from a searching thread.
pub type Listener<'a> = &'a (dyn Fn(Findings) + Sync);

/// An engine for one rule set.
pub trait Engine: Send {
    /// Its rule set.
    fn variant(&self) -> Variant;

    /// Takes over new means, as far as they differ.
    ///
    /// # Errors
    ///
    /// When memory, threads or the evaluation are not to be had; then nothing changes.
    fn configure(&mut self, config: &Config) -> Result<(), String>;

    /// What is wrong with endgame tables, each named once: they are not used.
    fn take_problems(&mut self) -> Vec<String>;

    /// Forgets what earlier searches have learned.
    fn new_game(&mut self);

    /// Sets up a position; all its moves are searched.
    ///
    /// # Errors
    ///
    /// When the text is wrong; then the old position stays.
    fn set_up(&mut self, setup: Setup<'_>) -> Result<(), String>;

    /// Says which moves of the position are searched: these, separated by blanks, or
    /// all again (none).
    ///
    /// # Errors
    ///
    /// When there is none among them, or one is no legal move or no one in
    /// particular; then nothing changes.
    fn consider(&mut self, moves: Option<&str>, style: Style) -> Result<(), String>;

    /// Searches the position that is set up.
    fn search(&self, limits: &Limits, control: &Control, style: Style, listener: Listener<'_>) -> Findings;

    /// The position as PDN FEN.
    fn fen(&self) -> String;

    /// The position drawn in text.
    fn diagram(&self) -> String;

    /// The legal moves.
    fn moves(&self, style: Style) -> Vec<String>;
}

/// An engine for a rule set.
///
/// # Errors
///
/// When memory, threads or the evaluation are not to be had.
pub fn new(variant: Variant, config: &Config) -> Result<Box<dyn Engine>, String> {
    struct New<'a>(Variant, &'a Config);

    impl Visitor for New<'_> {
        type Output = Result<Box<dyn Engine>, String>;

        fn visit<R: Rules>(self) -> Self::Output {
            Ok(Box::new(Session::<R>::new(self.0, self.1)?))
        }
    }

    variant.visit(New(variant, config))
}

/// The engine of one rule set.
struct Session<R: Rules> {
    variant: Variant,
    config: Config,
    pool: ThreadPool,
    memory: Memory<R>,
    table: Table,
    eval: Evaluator<R>,
    tables: TableSet<R>,
    problems: Vec<String>,
    record: Record<R>,
    /// The moves to search; none: all.
    moves: Option<Vec<Move<R>>>,
}

impl<R: Rules> Session<R> {
    fn new(variant: Variant, config: &Config) -> Result<Self, String> {
        let config = config.bounded();
        let pool = search::thread_pool(config.threads)?;
        let (tables, problems) =
            pool.install(|| TableSet::load(config.tables.as_deref(), config.table_pieces));
        Ok(Self {
            variant,
            memory: Memory::new(pool.current_num_threads()),
            pool,
            table: Table::new(config.hash_bytes)?,
            eval: Evaluator::new(&config.eval)?,
            config,
            tables,
            problems,
            record: Record::new(variant),
            moves: None,
        })
    }

    /// Forgets what searches have learned.
    fn forget(&mut self) {
        self.pool.install(|| self.table.clear());
        self.memory.clear();
    }

    fn write_line(&self, moves: &[Move<R>], style: Style) -> Vec<String> {
        let mut position = *self.record.game().position();
        let write = |&mv: &Move<R>| {
            let text = write_move(&position, mv, style);
            position = position.play(mv);
            text
        };
        moves.iter().map(write).collect()
    }

    fn findings(&self, info: &search::Info<R>, style: Style) -> Findings {
        let line = self.write_line(&info.line, style);
        let others = if self.config.skill.is_full() { &info.others[..] } else { &[] };
        let other = |line: &search::Line<R>| Line {
            depth: line.depth,
            score: line.score,
            moves: self.write_line(&line.moves, style),
        };
        Findings {
            depth: info.depth,
            mean_depth: info.mean_depth,
            score: info.score,
            nodes: info.nodes,
            time: info.time,
            reply: line.get(1).cloned(),
            line,
            others: others.iter().map(other).collect(),
        }
    }

    /// What a skill errs by in the position.
    fn seed(&self) -> u64 {
        let game = self.record.game();
        let moves = game.past().len() as u64;
        game.key() ^ moves.rotate_left(32) ^ self.config.skill_seed
    }

    /// The reply the table expects, where the line ends too early to tell.
    fn expected_reply(&self, best: Move<R>, style: Style) -> Option<String> {
        let mut game = self.record.game().clone();
        game.play(best);
        let (from, to) = self.table.probe(game.key(), 0)?.best?;
        let moves = game.moves();
        let reply = moves.iter().find(|mv| (mv.from(), mv.to()) == (from.into(), to.into()))?;
        Some(write_move(game.position(), *reply, style))
    }
}

/// Passes reports on as text.
struct Scribe<'a, R: Rules> {
    session: &'a Session<R>,
    style: Style,
    listener: Listener<'a>,
}

impl<R: Rules> Report<R> for Scribe<'_, R> {
    fn iteration(&self, info: &search::Info<R>) {
        (self.listener)(self.session.findings(info, self.style));
    }
}

impl<R: Rules> Engine for Session<R> {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn configure(&mut self, config: &Config) -> Result<(), String> {
        let config = config.bounded();
        let pool = if config.threads == self.config.threads {
            None
        } else {
            Some(search::thread_pool(config.threads)?)
        };
        let table = if config.hash_bytes == self.config.hash_bytes {
            None
        } else {
            Some(Table::new(config.hash_bytes)?)
        };
        let eval = if config.eval == self.config.eval { None } else { Some(Evaluator::new(&config.eval)?) };
        if let Some(eval) = eval {
            self.eval = eval;
            // What has been learned with another evaluation is worth little.
            self.forget();
        }
        if let Some(pool) = pool {
            self.memory = Memory::new(pool.current_num_threads());
            self.pool = pool;
        }
        if let Some(table) = table {
            self.table = table;
        }
        if (&config.tables, config.table_pieces) != (&self.config.tables, self.config.table_pieces) {
            let load = || TableSet::load(config.tables.as_deref(), config.table_pieces);
            (self.tables, self.problems) = self.pool.install(load);
        }
        self.config = config;
        Ok(())
    }

    fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }

    fn new_game(&mut self) {
        self.forget();
    }

    fn set_up(&mut self, setup: Setup<'_>) -> Result<(), String> {
        self.record.set_up(setup)?;
        self.moves = None;
        Ok(())
    }

    fn consider(&mut self, moves: Option<&str>, style: Style) -> Result<(), String> {
        self.moves = moves.map(|moves| self.record.choice(moves, style)).transpose()?;
        Ok(())
    }

    fn search(&self, limits: &Limits, control: &Control, style: Style, listener: Listener<'_>) -> Findings {
        let means = Means {
            pool: &self.pool,
            memory: &self.memory,
            table: &self.table,
            eval: &self.eval,
            tables: &self.tables,
            overhead: self.config.overhead,
        };
        let scribe = Scribe { session: self, style, listener };
        let question = Question {
            moves: self.moves.as_deref(),
            lines: self.config.lines,
            effort: self.config.skill.nodes(),
            ..Question::new(self.record.game(), limits)
        };
        let info = search::search(&question, &means, control, &scribe);
        let info = self.config.skill.choose(info, self.seed());
        let mut findings = self.findings(&info, style);
        if findings.reply.is_none()
            && let Some(&best) = info.line.first()
        {
            findings.reply = self.expected_reply(best, style);
        }
        findings
    }

    fn fen(&self) -> String {
        self.record.fen()
    }

    fn diagram(&self) -> String {
        self.record.diagram()
    }

    fn moves(&self, style: Style) -> Vec<String> {
        self.record.moves(style)
    }
}
