//! One game between two players, judged on every move. Knows the clock and when
//! to break off; knows nothing of other games.

use super::endings::Endings;
use super::player::{Player, TimeControl};
use crate::egtb::Value;
use crate::hub::client::{Failure, Told};
use crate::notation::Dialect;
use crate::position::{Draw, Outcome};
use crate::referee::{Referee, Style};
use crate::rules::Side;
use crate::search::{Clock, Limits};
use std::fmt::{self, Display};
use std::time::Duration;

/// How long after its time has run out a player may still say that it is there.
const GRACE: Duration = Duration::from_secs(3);

/// Conditions of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Conditions {
    /// What White and Black may spend.
    pub controls: [TimeControl; 2],
    /// Time over the limit that is overlooked, in seconds.
    pub margin: f64,
    /// How long a move without a time limit may take, in seconds.
    pub patience: f64,
    /// The game is drawn after so many plies, those of the opening included.
    pub max_plies: Option<usize>,
    /// When a game is given as drawn.
    pub draw: Option<DrawRule>,
    /// When a game is given as lost.
    pub resign: Option<ResignRule>,
}

/// Both players think for some moves that nothing is left in it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DrawRule {
    /// Not before this move.
    pub from: usize,
    /// So many moves of each.
    pub moves: usize,
    /// No score further from zero, in men.
    pub score: f64,
}

/// Both players think for some moves that one of them loses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResignRule {
    /// So many moves of each.
    pub moves: usize,
    /// No score nearer to zero, in men.
    pub score: f64,
}

/// What a player did to lose at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Offence {
    /// A move that is not legal.
    IllegalMove(String),
    /// No move in an answer, or an answer that is none.
    Malformed,
    /// A move after its time.
    Late(Duration),
    /// No answer at all.
    NoAnswer,
    /// The program ended.
    Crash,
}

impl Offence {
    /// Its name, one word.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::IllegalMove(_) => "illegal-move",
            Self::Malformed => "malformed-answer",
            Self::Late(_) => "late",
            Self::NoAnswer => "no-answer",
            Self::Crash => "crash",
        }
    }
}

impl Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove(why) => write!(f, "illegal move: {why}"),
            Self::Malformed => f.write_str("an answer without a move"),
            Self::Late(by) => write!(f, "{:.3} s too late", by.as_secs_f64()),
            Self::NoAnswer => f.write_str("no answer"),
            Self::Crash => f.write_str("the program ended"),
        }
    }
}

/// An offence and its circumstances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Whose.
    pub side: Side,
    /// What.
    pub offence: Offence,
    /// The position it happened in, as PDN FEN.
    pub fen: String,
    /// The line that came, if one did, or what the player complained of.
    pub raw: String,
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; in {}", self.offence, self.fen)?;
        if self.raw.is_empty() { Ok(()) } else { write!(f, "; it said: {}", self.raw) }
    }
}

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// A side had no move.
    NoMove,
    /// A draw by the rules.
    Rule(Draw),
    /// Drawn by the scores of both.
    AgreedDraw,
    /// Lost by the scores of both.
    Resigned,
    /// What a table knows of the position.
    Table,
    /// Drawn for its length.
    TooLong,
    /// Lost by an offence.
    Fault(Fault),
}

impl End {
    /// Its name, one word.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NoMove => "no-move",
            Self::Rule(Draw::Repetition) => "repetition",
            Self::Rule(Draw::QuietLimit) => "quiet-limit",
            Self::Rule(Draw::Ending) => "ending-limit",
            Self::Rule(Draw::OnePieceEach) => "one-piece-each",
            Self::AgreedDraw => "draw-adjudication",
            Self::Resigned => "resign-adjudication",
            Self::Table => "table-adjudication",
            Self::TooLong => "max-plies",
            Self::Fault(fault) => fault.offence.name(),
        }
    }
}

/// A move of a game and what its player said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// What was said.
    pub told: Told,
    /// Time it took.
    pub used: Duration,
}

/// A game that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The winner; none of a draw.
    pub winner: Option<Side>,
    /// Why it is over.
    pub end: End,
    /// Moves of the opening, before the players took over.
    pub opening_plies: usize,
    /// Who was to move when the players took over.
    pub first: Side,
    /// The moves of the players.
    pub moves: Vec<Played>,
    /// Is the player of White, of Black of no use any more?
    pub broken: [bool; 2],
}

/// The place of a side in a pair.
pub(super) const fn place(side: Side) -> usize {
    match side {
        Side::White => 0,
        Side::Black => 1,
    }
}

/// Plays a game to its end. The referee has the opening; afterwards it has the
/// whole game. What `endings` know is not played out.
pub fn play(
    referee: &mut dyn Referee,
    mut players: [&mut dyn Player; 2],
    conditions: &Conditions,
    endings: Option<&dyn Endings>,
) -> Record {
    let start = referee.start(Dialect::Hub);
    let mut moves = referee.played(Style::Hub(Dialect::Hub));
    let mut record = Record {
        winner: None,
        end: End::NoMove,
        opening_plies: moves.len(),
        first: referee.side(),
        moves: Vec::new(),
        broken: [false; 2],
    };
    let mut clocks = conditions.controls.map(|control| control.time.unwrap_or(0.0));
    let mut verdicts = Adjudicator::default();
    players.iter_mut().for_each(|player| player.new_game());
    loop {
        let known = || endings.and_then(|endings| known(referee, endings));
        if let Some((winner, end)) = ending(referee, moves.len(), conditions).or_else(known) {
            return Record { winner, end, ..record };
        }
        let side = referee.side();
        let (player, control) = (&mut *players[place(side)], &conditions.controls[place(side)]);
        let clock = &mut clocks[place(side)];
        let (limits, allowed) = limits(control, *clock);
        let grace = allowed.map_or(conditions.patience, |allowed| allowed + conditions.margin);
        let patience = Duration::from_secs_f64(grace.max(0.0)) + allowed.map_or(Duration::ZERO, |_| GRACE);
        let answer = player.think(&start, &moves.join(" "), &limits, patience);
        let complaint = player.complaint().unwrap_or("").to_owned();
        let fault = |offence, raw: String, fen| {
            let raw = if raw.is_empty() { complaint.clone() } else { raw };
            End::Fault(Fault { side, offence, fen, raw })
        };
        let lost = Some(side.other());
        let thought = match answer {
            Ok(thought) => thought,
            Err(failure) => {
                record.broken[place(side)] = true;
                let (offence, raw) = match failure {
                    Failure::Silent => (Offence::NoAnswer, String::new()),
                    Failure::Ended => (Offence::Crash, String::new()),
                    Failure::Malformed(line) => (Offence::Malformed, line),
                };
                return Record { winner: lost, end: fault(offence, raw, referee.fen()), ..record };
            }
        };
        let used = thought.used.as_secs_f64();
        let fen = referee.fen();
        let Some(text) = &thought.best else {
            return Record { winner: lost, end: fault(Offence::Malformed, thought.raw, fen), ..record };
        };
        match referee.play(text, Style::Hub(Dialect::Hub)) {
            Ok(text) => moves.push(text),
            Err(why) => {
                let end = fault(Offence::IllegalMove(why), thought.raw, fen);
                return Record { winner: lost, end, ..record };
            }
        }
        record.moves.push(Played { told: thought.told, used: thought.used });
        if let Some(over) = allowed.map(|allowed| used - allowed).filter(|&over| over > conditions.margin) {
            let end = fault(Offence::Late(Duration::from_secs_f64(over)), thought.raw, fen);
            return Record { winner: lost, end, ..record };
        }
        if control.time.is_some() {
            *clock += control.increment.unwrap_or(0.0) - used;
        }
        if referee.outcome() == Outcome::Open
            && let Some((winner, end)) = verdicts.judge(side, thought.told.score, moves.len(), conditions)
        {
            return Record { winner, end, ..record };
        }
    }
}

/// Is the game over by the rules or for its length?
fn ending(referee: &dyn Referee, plies: usize, conditions: &Conditions) -> Option<(Option<Side>, End)> {
    match referee.outcome() {
        Outcome::Won(side) => Some((Some(side), End::NoMove)),
        Outcome::Drawn(draw) => Some((None, End::Rule(draw))),
        Outcome::Open if conditions.max_plies.is_some_and(|most| plies >= most) => Some((None, End::TooLong)),
        Outcome::Open => None,
    }
}

/// Is the result known, and no draw by count in the way of it?
fn known(referee: &dyn Referee, endings: &dyn Endings) -> Option<(Option<Side>, End)> {
    if referee.pieces() > endings.pieces() {
        return None;
    }
    let (winner, plies) = match endings.value(&referee.fen())? {
        Value::Draw => return Some((None, End::Table)),
        Value::Win(plies) => (referee.side(), plies),
        Value::Loss(plies) => (referee.side().other(), plies),
    };
    (!referee.is_near_draw(plies.into())).then_some((Some(winner), End::Table))
}

/// The limits of a move, and the seconds after which it is late.
fn limits(control: &TimeControl, clock: f64) -> (Limits, Option<f64>) {
    let increment = control.increment.unwrap_or(0.0);
    let limits = Limits {
        depth: control.depth,
        nodes: control.nodes,
        move_time: control.move_time,
        clock: control.time.map(|_| Clock { time: clock, increment, moves: None }),
        quick_if_forced: true,
        ponder: false,
    };
    let on_clock = control.time.map(|_| clock + increment);
    let allowed = [on_clock, control.move_time].into_iter().flatten().reduce(f64::min);
    (limits, allowed)
}

/// Counts how long both players have thought the same of a game.
#[derive(Default)]
struct Adjudicator {
    level: usize,
    /// Plies in which both sides thought that White, that Black loses.
    losing: [usize; 2],
}

impl Adjudicator {
    /// Takes the score of a move, seen by the side that made it. `plies` have been
    /// played in all.
    fn judge(
        &mut self,
        side: Side,
        score: Option<f64>,
        plies: usize,
        conditions: &Conditions,
    ) -> Option<(Option<Side>, End)> {
        // Who says nothing agrees to nothing.
        let score = score.unwrap_or(f64::NAN);
        if let Some(rule) = conditions.draw {
            let late = plies.div_ceil(2) >= rule.from;
            self.level = if late && score.abs() <= rule.score { self.level + 1 } else { 0 };
            if self.level >= 2 * rule.moves {
                return Some((None, End::AgreedDraw));
            }
        }
        if let Some(rule) = conditions.resign {
            for loser in [Side::White, Side::Black] {
                let loss = if side == loser { -score } else { score };
                let count = &mut self.losing[place(loser)];
                *count = if loss >= rule.score { *count + 1 } else { 0 };
                if *count >= 2 * rule.moves {
                    return Some((Some(loser.other()), End::Resigned));
                }
            }
        }
        None
    }
}

/// What a player said of a move, as a comment: score and depth, time.
pub fn comment(played: &Played) -> String {
    let mut text = String::new();
    if let Some(score) = played.told.score {
        text = format!("{score:+.2}");
        if let Some(depth) = played.told.depth {
            text += &format!("/{depth}");
        }
        text.push(' ');
    }
    text + &format!("{:.3}s", played.used.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::super::endings;
    use super::*;
    use crate::hub::client::Answer;
    use crate::referee::{self, Setup};
    use crate::rules::Variant;
    use std::collections::VecDeque;

    /// Plays what it is told to.
    struct Scripted(VecDeque<Result<Answer, Failure>>);

    impl Player for Scripted {
        fn new_game(&mut self) {}

        fn think(&mut self, _: &str, _: &str, _: &Limits, _: Duration) -> Result<Answer, Failure> {
            self.0.pop_front().unwrap_or(Err(Failure::Ended))
        }
    }

    fn thought(text: &str, score: f64, seconds: f64) -> Result<Answer, Failure> {
        Ok(Answer {
            best: (!text.is_empty()).then(|| text.to_owned()),
            raw: format!("done move={text}"),
            used: Duration::from_secs_f64(seconds),
            told: Told { depth: Some(5), score: Some(score), nodes: Some(100) },
        })
    }

    const CONDITIONS: Conditions = Conditions {
        controls: [TimeControl { time: None, increment: None, move_time: None, nodes: None, depth: Some(1) };
            2],
        margin: 0.0,
        patience: 1.0,
        max_plies: None,
        draw: None,
        resign: None,
    };

    fn game(
        fen: &str,
        white: Vec<Result<Answer, Failure>>,
        black: Vec<Result<Answer, Failure>>,
        conditions: &Conditions,
    ) -> Record {
        let mut referee = referee::new(Variant::Russian);
        referee.set_up(Setup::Fen(fen)).unwrap();
        let (mut white, mut black) = (Scripted(white.into()), Scripted(black.into()));
        play(&mut *referee, [&mut white, &mut black], conditions, None)
    }

    /// White's king takes the only man.
    const WIN: &str = "W:WKa1:Bd4";
    /// Kings that go to and fro.
    const KINGS: &str = "W:WKa1:BKb8";

    fn to_and_fro(score: f64) -> [Vec<Result<Answer, Failure>>; 2] {
        let repeat =
            |a: &str, b: &str| (0..40).map(|i| thought(if i % 2 == 0 { a } else { b }, score, 0.1)).collect();
        // a1-b2-a1, b8-a7-b8
        [repeat("29-25", "25-29"), repeat("1-5", "5-1")]
    }

    #[test]
    fn the_side_without_a_move_has_lost() {
        let record = game(WIN, vec![thought("29x11x18", 99.0, 0.0)], vec![], &CONDITIONS);
        assert_eq!((record.winner, record.end.name()), (Some(Side::White), "no-move"));
        assert_eq!(record.moves.len(), 1);
    }

    #[test]
    fn every_offence_loses_and_is_named() {
        for (answer, offence, broken) in [
            (thought("29-25", 0.0, 0.0), "illegal-move", false),
            (thought("nonsense", 0.0, 0.0), "illegal-move", false),
            (thought("", 0.0, 0.0), "malformed-answer", false),
            (Err(Failure::Silent), "no-answer", true),
            (Err(Failure::Ended), "crash", true),
            (Err(Failure::Malformed("done \"".into())), "malformed-answer", true),
        ] {
            let record = game(WIN, vec![answer], vec![], &CONDITIONS);
            assert_eq!((record.winner, record.end.name()), (Some(Side::Black), offence));
            assert_eq!(record.broken, [broken, false]);
            let End::Fault(fault) = record.end else { panic!("no fault") };
            assert_eq!((fault.side, &*fault.fen), (Side::White, "W:WK29:B18"));
        }
    }

    #[test]
    fn a_late_move_loses_beyond_the_margin() {
        let timed = TimeControl { move_time: Some(0.1), ..TimeControl::default() };
        let mut conditions = Conditions { controls: [timed; 2], margin: 0.05, ..CONDITIONS };
        let late = |conditions: &Conditions| {
            game(WIN, vec![thought("29x11x18", 0.0, 0.14)], vec![], conditions).end.name()
        };
        assert_eq!(late(&conditions), "no-move");
        conditions.margin = 0.03;
        assert_eq!(late(&conditions), "late");
        let clock = TimeControl { time: Some(0.05), increment: Some(0.1), ..TimeControl::default() };
        conditions.controls = [clock; 2];
        assert_eq!(late(&conditions), "no-move");
    }

    #[test]
    fn a_clock_runs_down_move_by_move() {
        let clock = TimeControl { time: Some(0.35), ..TimeControl::default() };
        let conditions = Conditions { controls: [clock, TimeControl::default()], ..CONDITIONS };
        let [white, black] = to_and_fro(0.0);
        let record = game(KINGS, white, black, &conditions);
        // Three moves of 0.1 s fit, the fourth is late; repetition would come later.
        assert_eq!((record.end.name(), record.moves.len()), ("late", 7));
    }

    #[test]
    fn scores_and_length_break_a_game_off() {
        let draw = Some(DrawRule { from: 2, moves: 2, score: 0.2 });
        let [white, black] = to_and_fro(0.1);
        let record = game(KINGS, white, black, &Conditions { draw, ..CONDITIONS });
        assert_eq!((record.winner, record.end.name(), record.moves.len()), (None, "draw-adjudication", 6));
        let resign = Some(ResignRule { moves: 1, score: 5.0 });
        let [white, _] = to_and_fro(6.0);
        let [_, black] = to_and_fro(-6.0);
        let record = game(KINGS, white, black, &Conditions { resign, ..CONDITIONS });
        assert_eq!((record.winner, record.end.name()), (Some(Side::White), "resign-adjudication"));
        // Both think they win: nobody resigns.
        let [white, black] = to_and_fro(6.0);
        let record = game(KINGS, white, black, &Conditions { resign, ..CONDITIONS });
        assert_eq!(record.end.name(), "repetition");
        let [white, black] = to_and_fro(0.0);
        let record = game(KINGS, white, black, &Conditions { max_plies: Some(3), ..CONDITIONS });
        assert_eq!((record.winner, record.end.name(), record.moves.len()), (None, "max-plies", 3));
    }

    #[test]
    fn what_a_table_knows_is_not_played_out() {
        let endings = endings::load(Variant::Russian, 3, None).unwrap();
        let ends = |fen: &str, white: Vec<Result<Answer, Failure>>, black: Vec<Result<Answer, Failure>>| {
            let mut referee = referee::new(Variant::Russian);
            referee.set_up(Setup::Fen(fen)).unwrap();
            let (mut white, mut black) = (Scripted(white.into()), Scripted(black.into()));
            let record = play(&mut *referee, [&mut white, &mut black], &CONDITIONS, Some(&*endings));
            (record.winner, record.end.name(), record.moves.len())
        };
        assert_eq!(ends(WIN, vec![], vec![]), (Some(Side::White), "table-adjudication", 0));
        assert_eq!(ends(KINGS, vec![], vec![]), (None, "table-adjudication", 0));
        // Four pieces are not known; the capture leaves three.
        let capture = vec![thought("29x11x18", 0.0, 0.0)];
        let record = ends("W:WKa1,h2:Bd4,h8", capture, vec![]);
        assert_eq!((record.1, record.2), ("table-adjudication", 1));
    }

    #[test]
    fn comments_leave_out_what_was_not_said() {
        let mut played = Played {
            told: Told { depth: Some(12), score: Some(0.344), nodes: None },
            used: Duration::from_millis(52),
        };
        assert_eq!(comment(&played), "+0.34/12 0.052s");
        played.told = Told::default();
        assert_eq!(comment(&played), "0.052s");
    }
}
