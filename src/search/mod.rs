//! L4: the search. Generic over the rule set, the evaluation and the endgame
//! tables; reads no input, prints nothing, sees the clock through [`time`] only.

mod alphabeta;
mod busy;
mod control;
mod history;
mod iterate;
mod limits;
mod node;
mod order;
mod params;
mod prune;
mod quiesce;
mod report;
mod root;
mod scratch;
mod skill;
pub mod table;
pub mod time;
mod worker;

pub use control::Control;
pub use limits::{Clock, Limits};
pub use report::{Info, Line, Report, Silent};
pub use scratch::Memory;
pub use skill::Skill;
pub use table::Table;

use crate::egtb::Tables;
use crate::eval::Evaluation;
use crate::position::{Game, Move};
use crate::rules::Rules;
use rayon::ThreadPool;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;
use worker::{Counter, Shared, Worker};

/// What a search is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, R: Rules> {
    /// The game whose position is searched.
    pub game: &'a Game<R>,
    /// What may be spent.
    pub limits: &'a Limits,
    /// The moves to choose among, legal ones and at least one; none: every legal
    /// move.
    pub moves: Option<&'a [Move<R>]>,
    /// How many lines to find, each with a first move of its own: from 1 to the
    /// number of moves there are. More are as many as there are.
    pub lines: usize,
    /// The most nodes, whatever the limits. Other than a limit it is no reason to
    /// answer a search on the opponent's time before the hit.
    pub effort: Option<u64>,
}

impl<'a, R: Rules> Question<'a, R> {
    /// The question for the best move of all.
    pub fn new(game: &'a Game<R>, limits: &'a Limits) -> Self {
        Self { game, limits, moves: None, lines: 1, effort: None }
    }
}

/// What a search needs besides its question: threads and memory.
pub struct Means<'a, R: Rules, E, T> {
    /// One search thread per thread of the pool.
    pub pool: &'a ThreadPool,
    /// The memory of its threads, at least as many.
    pub memory: &'a Memory<R>,
    /// The transposition table.
    pub table: &'a Table,
    /// The evaluation.
    pub eval: &'a E,
    /// The endgame tables.
    pub tables: &'a T,
    /// Time lost between a decision and the client's clock.
    pub overhead: Duration,
}

/// The stack of a searching thread: ample for the deepest line.
pub const STACK_BYTES: usize = 16 << 20;

/// A pool for `threads` search threads, at least one.
///
/// # Errors
///
/// When the system gives no more threads.
pub fn thread_pool(threads: usize) -> Result<ThreadPool, String> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.max(1))
        .thread_name(|id| format!("search-{id}"))
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| format!("cannot start {threads} threads: {error}"))
}

/// Searches the position of a game. The line of the result is empty only when
/// there is no move to choose; it is reported at least once otherwise. There are
/// fewer lines than were asked for where there are fewer moves, or where the
/// limits end the search before so many have been found.
///
/// With one thread, an emptied table and no time limit the same question gets
/// the same answer after the same number of nodes.
pub fn search<R: Rules, E: Evaluation<R>, T: Tables<R>>(
    question: &Question<'_, R>,
    means: &Means<'_, R, E, T>,
    control: &Control,
    report: &impl Report<R>,
) -> Info<R> {
    let limits = question.limits;
    // The moves to choose among, in the order of the legal ones.
    let mut choices = question.game.moves();
    let legal = choices.len();
    if let Some(moves) = question.moves {
        choices.retain(|mv| moves.contains(mv));
    }
    let nothing = |score, moves| Info::new(vec![Line { depth: 0, score, moves }], 0.0, 0, control.elapsed());
    let Some(&first) = choices.first() else {
        return nothing(crate::eval::score::lost_in(0), Vec::new());
    };
    let budget = time::Budget::new(limits, means.overhead);
    let bounds = match root::ask(question, &choices, means.tables, budget, control) {
        root::Root::Decided(info) => {
            report.iteration(&info);
            wait_for_ponder_hit(limits, control);
            return info;
        }
        root::Root::Open(bounds) => bounds,
    };
    means.table.next_search();
    let shared = Shared {
        question,
        budget,
        control,
        table: means.table,
        eval: means.eval,
        tables: means.tables,
        choices: bounds.moves.as_ref().map_or(choices.len(), Vec::len),
        is_partial: choices.len() < legal,
        bounds,
        busy: busy::Busy::new(means.pool.current_num_threads()),
        nodes: (0..means.pool.current_num_threads()).map(|_| Counter::default()).collect(),
        found: Mutex::default(),
        depth: AtomicU32::new(0),
        finished: AtomicBool::new(false),
    };
    let work = &|id: usize| Worker::new(&shared, id, &mut means.memory.of(id)).run(report);
    let main = || {
        work(0);
        wait_for_ponder_hit(limits, control);
        shared.finished.store(true, Ordering::Relaxed);
    };
    if shared.nodes.len() == 1 {
        // Waking another thread costs time that short moves do not have.
        main();
    } else {
        means.pool.scope(|scope| {
            (1..shared.nodes.len()).for_each(|id| scope.spawn(move |_| work(id)));
            main();
        });
    }
    let found = shared.info(&shared.found());
    let mut info = found.unwrap_or_else(|| {
        // Not even one iteration: the first move that may be played is better than none.
        let bounds = &shared.bounds;
        let first = bounds.moves.as_ref().and_then(|moves| moves.first()).unwrap_or(&first);
        let score = bounds.score.unwrap_or_else(|| means.eval.evaluate(question.game.position()));
        let info = nothing(score, vec![*first]);
        report.iteration(&info);
        info
    });
    info.nodes = shared.total_nodes();
    info.time = control.elapsed();
    info
}

/// A search on the opponent's time that has come to its end keeps its answer
/// until it is asked for, unless it was told how far to go.
fn wait_for_ponder_hit(limits: &Limits, control: &Control) {
    while control.is_pondering() && !control.is_stopped() && !limits.is_bounded() {
        std::thread::sleep(Duration::from_millis(1));
    }
}
