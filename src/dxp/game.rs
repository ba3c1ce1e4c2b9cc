//! One game under DamExchange: whose turn it is, which moves fit, what time is
//! left, how it ended. Sends nothing and searches nothing.

use super::message::{GameRequest, Move, Reason};
use super::verdict::{Cause, Verdict};
use crate::engine::{Engine, Setup, Style};
use crate::notation::Dialect;
use crate::position::Outcome;
use crate::referee::{self, Referee};
use crate::rules::{Side, Variant};
use crate::search::{Clock, Limits};
use std::time::{Duration, Instant};

/// Squares count from the top row in Hub as they do for players.
const STYLE: Style = Style::Hub(Dialect::Hub);

/// Seconds for a move when nobody has set a limit.
const DEFAULT_MOVE_TIME: f64 = 1.0;

/// What the peer's clock counts of each of our moves besides the time we see.
const LAG: Duration = Duration::from_millis(50);

/// A game in progress.
pub(super) struct Game {
    referee: Box<dyn Referee>,
    us: Side,
    /// Time left to us; none: there is no clock.
    left: Option<Duration>,
    /// Moves of each side after which the game may end; 0: no limit.
    move_limit: usize,
    /// When the turn began.
    since: Instant,
}

/// A move that has been played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its number from the start of the game, from 1.
    pub ply: usize,
    /// The side that made it.
    pub side: Side,
    /// The move as in Hub.
    pub text: String,
    /// The time it took, as seen from here.
    pub time: Duration,
}

impl Game {
    /// The game that a request asks for.
    ///
    /// # Errors
    ///
    /// When the position is none, or nothing is left to play.
    pub(super) fn new(request: &GameRequest, us: Side) -> Result<Self, String> {
        let mut referee = referee::new(Variant::International);
        if let Some(position) = &request.position {
            referee.set_up(Setup::Hub { position, moves: "", dialect: Dialect::Hub })?;
        }
        if referee.outcome() != Outcome::Open {
            return Err("the game is over before it begins".to_owned());
        }
        let minutes = Duration::from_secs(60 * u64::from(request.minutes));
        Ok(Self {
            referee,
            us,
            left: (!minutes.is_zero()).then_some(minutes),
            move_limit: request.moves.into(),
            since: Instant::now(),
        })
    }

    /// Our side.
    pub(super) fn us(&self) -> Side {
        self.us
    }

    /// Is it our turn?
    pub(super) fn is_our_turn(&self) -> bool {
        self.referee.side() == self.us
    }

    /// The position at the start, if it is not that of the rule set, as PDN FEN.
    pub(super) fn start_fen(&self) -> Option<String> {
        self.referee.start_fen()
    }

    /// The moves as players write them.
    pub(super) fn moves(&self) -> Vec<String> {
        self.referee.played(Style::Pdn)
    }

    /// How the game has ended, if it has: by the rules, or, when the side to move
    /// has made all its moves, by the agreed number.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        Verdict::by_rule(self.referee.outcome())
            .or_else(|| self.all_moves_made().then(|| Verdict::open(Cause::MoveLimit)))
    }

    /// Has it ended by the rules?
    pub(super) fn is_over(&self) -> bool {
        self.referee.outcome() != Outcome::Open
    }

    /// How the game has ended when the peer says it has: the rules come first,
    /// then what the peer says.
    pub(super) fn ended_by_peer(&self, reason: Reason) -> Verdict {
        self.verdict().unwrap_or_else(|| Verdict::said(reason, self.us.other()))
    }

    /// How it has ended when it cannot go on.
    pub(super) fn broken_off(&self, cause: Cause) -> Verdict {
        Verdict::by_rule(self.referee.outcome()).unwrap_or_else(|| Verdict::open(cause))
    }

    fn all_moves_made(&self) -> bool {
        self.move_limit > 0 && self.made(self.referee.side()) >= self.move_limit
    }

    /// Moves that a side has made.
    fn made(&self, side: Side) -> usize {
        let plies = self.referee.played(STYLE).len();
        // The side to move has made the smaller half.
        if side == self.referee.side() { plies / 2 } else { plies.div_ceil(2) }
    }

    /// Plays the peer's move.
    ///
    /// # Errors
    ///
    /// When it is not its turn or the move is not legal.
    pub(super) fn play_theirs(&mut self, mv: &Move) -> Result<Played, String> {
        let text = hub_text(mv);
        if self.is_our_turn() {
            return Err(format!("{text} came out of turn"));
        }
        if !self.referee.moves(STYLE).contains(&text) {
            return Err(format!("{text} is not a legal move here: {}", self.referee.fen()));
        }
        self.play(&text)
    }

    /// Plays our move, given as in Hub, and returns it in both forms.
    ///
    /// # Errors
    ///
    /// When it is not legal, which an engine's move always is.
    pub(super) fn play_ours(&mut self, text: &str) -> Result<(Played, Move), String> {
        let played = self.play(text)?;
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(played.time + LAG);
        }
        let mv = dxp_move(&played.text, played.time).ok_or_else(|| format!("{text} cannot be sent"))?;
        Ok((played, mv))
    }

    fn play(&mut self, text: &str) -> Result<Played, String> {
        let side = self.referee.side();
        let text = self.referee.play(text, STYLE)?;
        let time = self.since.elapsed();
        self.since = Instant::now();
        Ok(Played { ply: self.referee.played(STYLE).len(), side, text, time })
    }

    /// Goes back to where a side was to make its move of a number. Time that was
    /// used stays used. Returns the number of moves that are left.
    ///
    /// # Errors
    ///
    /// When the game has not been there; then nothing changes.
    pub(super) fn take_back(&mut self, number: u16, side: Side) -> Result<usize, String> {
        let played = self.referee.played(STYLE).len();
        let first = if played.is_multiple_of(2) { self.referee.side() } else { self.referee.side().other() };
        // The first move has number 1, whoever makes it.
        let half = |side| usize::from(side == Side::Black);
        let target = (2 * usize::from(number) + half(side)).checked_sub(2 + half(first));
        let back = target.and_then(|target| played.checked_sub(target));
        match back {
            Some(back) if self.referee.take_back(back) => {
                self.since = Instant::now();
                Ok(played - back)
            }
            _ => Err(format!("the game has not been at move {number} with {side:?} to move")),
        }
    }

    /// The limits for our next move: what the user has set, and the clock.
    pub(super) fn limits(&self, set: &Limits) -> Limits {
        let clock = self.left.map(|left| Clock {
            time: left.saturating_sub(self.since.elapsed()).as_secs_f64(),
            increment: 0.0,
            moves: self.moves_left(),
        });
        let unlimited = clock.is_none() && !set.is_bounded() && !set.is_timed();
        Limits {
            clock,
            move_time: if unlimited { Some(DEFAULT_MOVE_TIME) } else { set.move_time },
            quick_if_forced: true,
            ..*set
        }
    }

    fn moves_left(&self) -> Option<u32> {
        (self.move_limit > 0).then(|| self.move_limit.saturating_sub(self.made(self.us)).max(1) as u32)
    }

    /// Sets up the engine for the next move, with all that came before.
    ///
    /// # Errors
    ///
    /// When it does not take its own rule set's position, which it always does.
    pub(super) fn prepare(&self, engine: &mut dyn Engine) -> Result<(), String> {
        let position = &self.referee.start(Dialect::Hub);
        let moves = &self.referee.played(STYLE).join(" ");
        engine.set_up(Setup::Hub { position, moves, dialect: Dialect::Hub })
    }
}

/// A message's move as Hub writes it.
fn hub_text(mv: &Move) -> String {
    let mut taken = mv.taken.clone();
    taken.sort_unstable();
    let sign = if taken.is_empty() { '-' } else { 'x' };
    let taken: String = taken.iter().map(|square| format!("x{square}")).collect();
    format!("{}{sign}{}{taken}", mv.from, mv.to)
}

/// A move that Hub has written as a message has it.
fn dxp_move(text: &str, time: Duration) -> Option<Move> {
    let squares: Option<Vec<u16>> = text.split(['-', 'x']).map(|square| square.parse().ok()).collect();
    let (&from, rest) = squares.as_ref()?.split_first()?;
    let (&to, taken) = rest.split_first()?;
    let seconds = time.as_secs_f64().round().min(9999.0) as u16;
    Some(Move { seconds, from, to, taken: taken.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pdn::GameResult;

    fn request(minutes: u16, moves: u16, position: Option<&str>) -> GameRequest {
        let position = position.map(str::to_owned);
        GameRequest { name: "peer".into(), follower: Side::White, minutes, moves, position }
    }

    fn game(us: Side) -> Game {
        Game::new(&request(0, 0, None), us).unwrap()
    }

    fn mv(text: &str) -> Move {
        dxp_move(text, Duration::ZERO).unwrap()
    }

    /// A position as in Hub: squares that are not empty.
    fn hub(side: char, pieces: &[(usize, char)]) -> String {
        let mut squares = ['e'; 50];
        for &(square, piece) in pieces {
            squares[square - 1] = piece;
        }
        std::iter::once(side).chain(squares).collect()
    }

    #[test]
    fn moves_are_found_by_their_squares() {
        let start = hub('W', &[(28, 'w'), (22, 'b'), (11, 'b'), (12, 'b'), (45, 'w')]);
        let mut game = Game::new(&request(0, 0, Some(&start)), Side::Black).unwrap();
        assert!(
            game.play_theirs(&mv("28-23")).unwrap_err().starts_with("28-23 is not a legal move here: W:")
        );
        assert!(game.play_theirs(&mv("28x17")).is_err());
        assert!(game.play_theirs(&mv("28x17x22x11")).is_err());
        let played = game.play_theirs(&mv("28x6x22x11")).unwrap();
        assert_eq!((played.ply, &*played.text, played.side), (1, "28x6x11x22", Side::White));
        let error = game.play_theirs(&mv("45-40")).unwrap_err();
        assert_eq!(error, "45-40 came out of turn");
    }

    #[test]
    fn our_moves_become_messages() {
        let mut game = game(Side::White);
        let (played, sent) = game.play_ours("32-28").unwrap();
        assert_eq!(played.text, "32-28");
        assert_eq!(sent, Move { seconds: 0, from: 32, to: 28, taken: vec![] });
        let sent = dxp_move("28x6x11x22", Duration::from_millis(2600)).unwrap();
        assert_eq!(sent, Move { seconds: 3, from: 28, to: 6, taken: vec![11, 22] });
        assert_eq!(dxp_move("32-28", Duration::from_secs(100_000)).unwrap().seconds, 9999);
    }

    fn played(us: Side, moves: &[&str]) -> Game {
        let mut game = game(us);
        for text in moves {
            game.play(text).unwrap();
        }
        game
    }

    #[test]
    fn back_to_a_numbered_move() {
        let moves = ["32-28", "19-23", "28x19x23", "14x23x19"];
        let mut game = played(Side::White, &moves);
        assert!(game.take_back(4, Side::White).is_err());
        assert_eq!(game.take_back(3, Side::White), Ok(4));
        assert_eq!(game.take_back(2, Side::Black), Ok(3));
        assert!(!game.is_our_turn());
        assert!(game.take_back(3, Side::White).is_err());
        assert_eq!(game.take_back(1, Side::Black), Ok(1));
        assert_eq!(game.moves(), ["32-28"]);
        assert_eq!(game.take_back(1, Side::White), Ok(0));
        assert!(game.is_our_turn());
    }

    #[test]
    fn the_first_move_has_number_one_for_black_too() {
        let start = hub('B', &[(28, 'w'), (45, 'w'), (5, 'b')]);
        let mut game = Game::new(&request(0, 0, Some(&start)), Side::Black).unwrap();
        game.play("5-10").unwrap();
        game.play("45-40").unwrap();
        assert!(game.take_back(1, Side::White).is_err());
        assert_eq!(game.take_back(2, Side::White), Ok(1));
        assert_eq!(game.take_back(1, Side::Black), Ok(0));
    }

    #[test]
    fn the_clock_counts_the_moves_that_are_left() {
        let mut game = Game::new(&request(5, 3, None), Side::White).unwrap();
        let clock = |game: &Game| game.limits(&Limits::default()).clock.unwrap();
        assert!(clock(&game).time > 299.0 && clock(&game).time <= 300.0);
        assert_eq!(clock(&game).moves, Some(3));
        game.since -= Duration::from_secs(100);
        assert!(clock(&game).time <= 200.0);
        game.play_ours("32-28").unwrap();
        assert!(clock(&game).time <= 200.0);
        assert_eq!(clock(&game).moves, Some(2));
        game.since -= Duration::from_secs(150);
        game.play_theirs(&mv("19-23")).unwrap();
        // The peer's time is its own affair.
        assert!(clock(&game).time > 199.0);
        game.since -= Duration::from_secs(900);
        assert_eq!(clock(&game).time, 0.0);
    }

    #[test]
    fn without_a_clock_the_users_limits_hold() {
        let game = game(Side::White);
        assert_eq!(game.limits(&Limits::default()).move_time, Some(DEFAULT_MOVE_TIME));
        let limits = game.limits(&Limits::nodes(7));
        assert_eq!((limits.nodes, limits.move_time, limits.clock), (Some(7), None, None));
        let set = Limits { move_time: Some(0.5), ..Limits::default() };
        let timed = Game::new(&request(1, 0, None), Side::White).unwrap().limits(&set);
        assert_eq!(timed.move_time, Some(0.5));
        assert_eq!(timed.clock.unwrap().moves, None);
    }

    #[test]
    fn the_game_may_end_after_the_agreed_moves() {
        let mut game = Game::new(&request(0, 1, None), Side::White).unwrap();
        assert_eq!(game.verdict(), None);
        game.play("32-28").unwrap();
        // Black has a move left.
        assert_eq!(game.verdict(), None);
        game.play("19-23").unwrap();
        assert_eq!(game.verdict(), Some(Verdict::open(Cause::MoveLimit)));
        assert_eq!(game.ended_by_peer(Reason::Unknown).cause, Cause::MoveLimit);
    }

    #[test]
    fn the_rules_come_before_what_the_peer_says() {
        let start = hub('W', &[(10, 'w'), (28, 'w'), (4, 'b'), (22, 'b')]);
        let mut game = Game::new(&request(0, 0, Some(&start)), Side::White).unwrap();
        let said = |game: &Game, reason| {
            let verdict = game.ended_by_peer(reason);
            (verdict.result, verdict.cause)
        };
        assert_eq!(said(&game, Reason::Lost), (GameResult::WhiteWins, Cause::Resigned));
        assert_eq!(said(&game, Reason::Won), (GameResult::BlackWins, Cause::WinClaimed));
        assert_eq!(said(&game, Reason::Drawn), (GameResult::Draw, Cause::DrawClaimed));
        assert_eq!(said(&game, Reason::Unknown), (GameResult::Unknown, Cause::Ended));
        game.play("28x17x22").unwrap();
        game.play("4x15x10").unwrap();
        assert!(!game.is_over());
        let start = hub('W', &[(28, 'w'), (22, 'b')]);
        let mut game = Game::new(&request(0, 0, Some(&start)), Side::White).unwrap();
        game.play("28x17x22").unwrap();
        assert!(game.is_over());
        for reason in [Reason::Won, Reason::Drawn, Reason::Unknown] {
            assert_eq!(said(&game, reason), (GameResult::WhiteWins, Cause::NoMove));
        }
        assert_eq!(game.broken_off(Cause::Disconnected).cause, Cause::NoMove);
    }

    #[test]
    fn nothing_to_play_is_no_game() {
        let error = |position: &str| Game::new(&request(0, 0, Some(position)), Side::White).err().unwrap();
        assert_eq!(error(&hub('B', &[(28, 'w')])), "the game is over before it begins");
        assert!(error("Wee").contains("50"));
    }
}
