//! What the peer says, and what follows from it.

use super::super::connection::Incoming;
use super::super::game::Game;
use super::super::message::{Answer, BackAnswer, GameRequest, Message, MessageError, Move, Reason};
use super::super::player::{GameRecord, Notice};
use super::super::verdict::Cause;
use super::{Session, State};
use crate::rules::Side;
use log::{debug, info};
use std::io;

/// Bad messages after which a connection is given up.
const MOST_BAD: u32 = 8;

impl Session<'_, '_> {
    pub(super) fn hear(&mut self, incoming: Incoming) -> io::Result<()> {
        self.connection.heard();
        if !self.leaving && !matches!(self.state, State::Ending) {
            self.expect_within(self.patience());
        }
        match incoming {
            Incoming::Message(Ok(message)) => self.take(message),
            Incoming::Message(Err(error)) => self.misheard(&error),
            Incoming::TooLong => self.count_bad("a message was longer than any can be"),
            Incoming::Closed(reason) => {
                self.gone = Some(reason);
                Ok(())
            }
        }
    }

    fn take(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::GameRequest(request) => self.requested(&request),
            Message::GameAccept { name, answer } => self.answered(name, answer),
            Message::Move(mv) => self.moved(&mv),
            Message::GameEnd { reason, stop } => self.ended(reason, stop),
            Message::BackRequest { number, side } => self.back(number, side),
            Message::Chat(text) => {
                info!("chat: {}", text.escape_default());
                (self.player.listener)(Notice::Chat(&text))
            }
            Message::BackAccept(answer) => {
                debug!("nobody asked: {answer:?}");
                Ok(())
            }
        }
    }

    fn misheard(&mut self, error: &MessageError) -> io::Result<()> {
        let text = error.to_string();
        match error {
            MessageError::OtherVersion(_) => {
                self.count_bad(&text)?;
                self.answer(Answer::OtherVersion);
            }
            MessageError::Malformed { kind: 'R', .. } => {
                self.count_bad(&text)?;
                self.answer(Answer::NotThis);
            }
            // Nothing else will come in its place.
            MessageError::Malformed { kind: 'M' | 'E', .. } if matches!(self.state, State::Playing(..)) => {
                self.bad += 1;
                self.break_off(Cause::BadMessage, &text)?;
            }
            _ => self.count_bad(&text)?,
        }
        Ok(())
    }

    /// Objects to a message; too many of them end the connection.
    fn count_bad(&mut self, text: &str) -> io::Result<()> {
        self.object(text)?;
        self.bad += 1;
        if self.bad >= MOST_BAD {
            self.gone.get_or_insert(format!("{MOST_BAD} messages could not be read"));
        }
        Ok(())
    }

    fn answer(&mut self, answer: Answer) {
        let name = self.player.options.name.clone();
        self.send(&Message::GameAccept { name, answer });
    }

    fn requested(&mut self, request: &GameRequest) -> io::Result<()> {
        if self.plan.is_some() || matches!(self.state, State::Playing(..)) {
            let why = if self.plan.is_some() { "I ask for the games here" } else { "a game is on already" };
            self.object(&format!("GAMEREQ: {why}"))?;
            self.answer(Answer::NotThis);
            return Ok(());
        }
        // Whoever asks for the next game knows that the last one is over.
        self.state = State::Idle;
        if self.player.is_done() {
            self.answer(Answer::NoGame);
            return Ok(());
        }
        match Game::new(request, request.follower) {
            Ok(_) => {
                self.clear_memory();
                self.answer(Answer::Accepted);
                self.start(request, request.follower, request.name.clone())
            }
            Err(message) => {
                self.object(&format!("GAMEREQ: {message}"))?;
                self.answer(Answer::NotThis);
                Ok(())
            }
        }
    }

    fn answered(&mut self, name: String, answer: Answer) -> io::Result<()> {
        let State::Requested(request) = &self.state else {
            debug!("nobody asked: {answer:?}");
            return Ok(());
        };
        if answer == Answer::Accepted {
            let request = request.clone();
            self.clear_memory();
            return self.start(&request, request.follower.other(), name);
        }
        self.state = State::Idle;
        self.leaving = true;
        self.player.complain(match answer {
            Answer::OtherVersion => "the game was refused: the peer has another version of the protocol",
            Answer::NotThis => "the game was refused: the peer does not want this one",
            _ => "the game was refused: the peer wants no game",
        })
    }

    fn clear_memory(&mut self) {
        if let Some(engine) = &mut self.player.engine {
            engine.new_game();
        }
    }

    fn start(&mut self, request: &GameRequest, us: Side, opponent: String) -> io::Result<()> {
        // The clock runs from here.
        let game = Game::new(request, us).map_err(io::Error::other)?;
        self.player.games += 1;
        let name = self.player.options.name.clone();
        let (white, black) = if us == Side::White { (name, opponent) } else { (opponent, name) };
        let record = GameRecord {
            number: self.player.games,
            white,
            black,
            minutes: request.minutes,
            move_limit: request.moves,
            start_fen: game.start_fen(),
            moves: Vec::new(),
        };
        if let Some(plan) = &mut self.plan {
            plan.side = plan.side.other();
        }
        (self.player.listener)(Notice::Started(&record))?;
        self.state = State::Playing(Box::new(game), record);
        self.leaving = false;
        self.expect_within(self.patience());
        Ok(())
    }

    fn moved(&mut self, mv: &Move) -> io::Result<()> {
        let State::Playing(game, record) = &mut self.state else {
            debug!("a move without a game: {mv:?}");
            return Ok(());
        };
        // A peer that does not see a draw goes on.
        if let Some(verdict) = game.verdict().filter(|_| game.is_over() && !game.is_our_turn()) {
            return self.end_game(verdict);
        }
        match game.play_theirs(mv) {
            Ok(played) => {
                let game = record.number;
                (self.player.listener)(Notice::Moved { game, played: &played, findings: None })
            }
            Err(message) => self.break_off(Cause::IllegalMove, &format!("MOVE: {message}")),
        }
    }

    fn ended(&mut self, reason: Reason, stop: bool) -> io::Result<()> {
        match &self.state {
            State::Playing(game, _) => {
                let verdict = game.ended_by_peer(reason);
                self.call_back();
                self.report(verdict)?;
                let stop = stop || self.player.is_done();
                self.send(&Message::GameEnd { reason: Reason::Unknown, stop });
            }
            State::Requested(_) => self.player.complain("the game was refused: the peer ended it")?,
            State::Idle | State::Ending => {}
        }
        let refused = matches!(self.state, State::Requested(_));
        self.state = State::Idle;
        if stop || refused || self.player.is_done() {
            self.leave();
        }
        Ok(())
    }

    fn back(&mut self, number: u16, side: Side) -> io::Result<()> {
        let State::Playing(game, record) = &mut self.state else {
            self.send(&Message::BackAccept(BackAnswer::GoOn));
            return Ok(());
        };
        let game_number = record.number;
        match game.take_back(number, side) {
            Ok(plies) => {
                self.call_back();
                self.send(&Message::BackAccept(BackAnswer::Accepted));
                (self.player.listener)(Notice::TakenBack { game: game_number, plies })
            }
            Err(message) => {
                self.send(&Message::chat(&format!("BACKREQ: {message}")));
                self.send(&Message::BackAccept(BackAnswer::GoOn));
                (self.player.listener)(Notice::Trouble(&format!("BACKREQ: {message}")))
            }
        }
    }

    /// Ends a game that cannot go on.
    fn break_off(&mut self, cause: Cause, text: &str) -> io::Result<()> {
        self.call_back();
        self.object(text)?;
        let State::Playing(game, _) = &self.state else { return Ok(()) };
        self.end_game(game.broken_off(cause))
    }
}
