//! The games over one connection, one after another, as initiator or follower.
//!
//! One thread reads the peer, one searches while it is our turn, and this one
//! decides. The engine travels with the search: as long as that runs, nobody
//! else has it.

mod hearing;

use super::connection::{Connection, Incoming};
use super::game::Game;
use super::message::{GameRequest, Message};
use super::player::{GameRecord, Notice, Plan, Player};
use super::verdict::{Cause, Verdict};
use crate::engine::{Engine, Findings, Style};
use crate::notation::Dialect;
use crate::search::{Control, STACK_BYTES};
use log::debug;
use std::collections::VecDeque;
use std::io;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Events that may wait; then the peer has to.
const BACKLOG: usize = 64;

/// How long a peer that plays no game may stay.
const IDLE_PATIENCE: Duration = Duration::from_secs(300);

/// How long to wait for the answer to GAMEEND.
const END_PATIENCE: Duration = Duration::from_secs(5);

/// How long a peer that wants no more games has for closing the connection.
const FAREWELL: Duration = Duration::from_secs(10);

enum Event {
    Incoming(Incoming),
    Found(Box<dyn Engine>, Findings),
}

enum State {
    /// Between games.
    Idle,
    /// Our request waits for its answer.
    Requested(GameRequest),
    /// A game is on.
    Playing(Box<Game>, GameRecord),
    /// Our GAMEEND waits for its answer.
    Ending,
}

/// A connection with all that goes on over it.
pub(super) struct Session<'a, 'p> {
    player: &'a mut Player<'p>,
    /// What to ask for, if we are the initiator.
    plan: Option<Plan>,
    connection: Connection,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    /// Events that came while the engine was called back.
    waiting: VecDeque<Event>,
    state: State,
    search: Option<Arc<Control>>,
    /// When the peer will have been silent for too long.
    deadline: Instant,
    /// Does one side want no more games?
    leaving: bool,
    bad: u32,
    /// Why the connection ends, if it does.
    gone: Option<String>,
}

impl<'a, 'p> Session<'a, 'p> {
    /// Plays all games over a stream. Returns why it ended.
    ///
    /// # Errors
    ///
    /// When the listener fails or threads are not to be had; the peer's faults are
    /// told to the listener.
    pub(super) fn run(
        player: &'a mut Player<'p>,
        stream: TcpStream,
        plan: Option<Plan>,
    ) -> io::Result<String> {
        let (sender, events) = sync_channel(BACKLOG);
        let incoming = sender.clone();
        let connection =
            Connection::start(stream, move |event| incoming.send(Event::Incoming(event)).is_ok())?;
        let deadline = Instant::now() + player.options.patience.min(IDLE_PATIENCE);
        let mut session = Session {
            player,
            plan,
            connection,
            sender,
            events,
            waiting: VecDeque::new(),
            state: State::Idle,
            search: None,
            deadline,
            leaving: false,
            bad: 0,
            gone: None,
        };
        (session.player.listener)(Notice::Connected(session.connection.peer()))?;
        let result = session.serve();
        session.call_back();
        result?;
        Ok(session.gone.unwrap_or_default())
    }

    fn serve(&mut self) -> io::Result<()> {
        loop {
            if self.gone.is_none() {
                self.act()?;
            }
            if let Some(reason) = self.gone.clone() {
                return self.lose_peer(&reason);
            }
            match self.next() {
                Some(Event::Incoming(incoming)) => self.hear(incoming)?,
                Some(Event::Found(engine, findings)) => self.found(engine, &findings)?,
                None => self.give_up()?,
            }
        }
    }

    /// The next event; none when the peer's time is over.
    fn next(&mut self) -> Option<Event> {
        if let Some(event) = self.waiting.pop_front() {
            return Some(event);
        }
        if self.search.is_some() {
            return self.events.recv().ok();
        }
        // The sender in `self` keeps the channel open: without an event time is over.
        self.events.recv_timeout(self.deadline.saturating_duration_since(Instant::now())).ok()
    }

    /// How long the peer may say nothing.
    fn patience(&self) -> Duration {
        let patience = self.player.options.patience;
        if matches!(self.state, State::Idle) { patience.min(IDLE_PATIENCE) } else { patience }
    }

    fn expect_within(&mut self, patience: Duration) {
        self.deadline = Instant::now() + patience;
    }

    fn send(&mut self, message: &Message) {
        if let Err(error) = self.connection.send(message) {
            self.gone.get_or_insert(format!("cannot send: {error}"));
        }
    }

    /// Tells the peer, in words, and the listener that something is wrong.
    fn object(&mut self, text: &str) -> io::Result<()> {
        self.send(&Message::chat(text));
        self.player.complain(text)
    }

    /// Does what is ours to do.
    fn act(&mut self) -> io::Result<()> {
        match &self.state {
            State::Idle => {
                if let Some(plan) = self.plan.clone() {
                    self.ask(&plan);
                }
            }
            State::Playing(game, _) if game.is_our_turn() && self.search.is_none() => match game.verdict() {
                Some(verdict) => self.end_game(verdict)?,
                None => self.think()?,
            },
            _ => {}
        }
        Ok(())
    }

    fn ask(&mut self, plan: &Plan) {
        if self.leaving || self.player.is_done() {
            self.gone = Some("no more games".to_owned());
            return;
        }
        let request = plan.request(&self.player.options.name);
        self.send(&Message::GameRequest(request.clone()));
        self.state = State::Requested(request);
        self.expect_within(self.patience());
    }

    fn think(&mut self) -> io::Result<()> {
        let State::Playing(game, _) = &self.state else { return Ok(()) };
        let Some(mut engine) = self.player.engine.take() else { return Ok(()) };
        game.prepare(&mut *engine).map_err(io::Error::other)?;
        let limits = game.limits(&self.player.options.limits);
        let control = Arc::new(Control::new(false));
        self.search = Some(control.clone());
        let sender = self.sender.clone();
        thread::Builder::new().name("search".into()).stack_size(STACK_BYTES).spawn(move || {
            let findings = engine.search(&limits, &control, Style::Hub(Dialect::Hub), &|_| ());
            // A session that is over does not want to hear any more.
            drop(sender.send(Event::Found(engine, findings)));
        })?;
        Ok(())
    }

    /// Ends a search that runs and waits for the engine.
    fn call_back(&mut self) {
        let Some(control) = self.search.take() else { return };
        control.stop();
        while let Ok(event) = self.events.recv() {
            match event {
                Event::Found(engine, _) => {
                    self.player.engine = Some(engine);
                    return;
                }
                event => self.waiting.push_back(event),
            }
        }
    }

    fn found(&mut self, engine: Box<dyn Engine>, findings: &Findings) -> io::Result<()> {
        self.player.engine = Some(engine);
        self.search = None;
        let State::Playing(game, record) = &mut self.state else { return Ok(()) };
        let best = findings.line.first().ok_or_else(|| io::Error::other("the engine has no move"))?;
        let (played, mv) = game.play_ours(best).map_err(io::Error::other)?;
        let game = record.number;
        self.send(&Message::Move(mv));
        self.expect_within(self.patience());
        (self.player.listener)(Notice::Moved { game, played: &played, findings: Some(findings) })
    }

    /// Ends the game in place of a move.
    fn end_game(&mut self, verdict: Verdict) -> io::Result<()> {
        let us = match &self.state {
            State::Playing(game, _) => game.us(),
            _ => return Ok(()),
        };
        self.report(verdict)?;
        let stop = self.player.is_done();
        self.send(&Message::GameEnd { reason: verdict.reason(us), stop });
        self.state = State::Ending;
        self.expect_within(END_PATIENCE);
        Ok(())
    }

    fn leave(&mut self) {
        if !self.leaving {
            self.leaving = true;
            self.expect_within(FAREWELL);
        }
    }

    /// Tells the listener how the game has ended.
    fn report(&mut self, verdict: Verdict) -> io::Result<()> {
        let State::Playing(game, record) = &mut self.state else { return Ok(()) };
        record.moves = game.moves();
        self.player.sound &= !verdict.cause.is_failure();
        (self.player.listener)(Notice::Ended(record, verdict))
    }

    /// The peer's time is over.
    fn give_up(&mut self) -> io::Result<()> {
        match &self.state {
            State::Ending => {
                debug!("GAMEEND was not answered");
                self.state = State::Idle;
                if self.player.is_done() {
                    self.gone = Some("no more games".to_owned());
                }
                self.expect_within(self.patience());
            }
            State::Playing(game, _) => {
                let verdict = game.broken_off(Cause::Silent);
                self.report(verdict)?;
                self.state = State::Idle;
                self.player.complain("the game was cut off: the peer is silent")?;
                self.gone = Some("the peer is silent".to_owned());
            }
            State::Requested(_) => self.gone = Some("the peer does not answer".to_owned()),
            State::Idle => self.gone = Some("the peer asks for no game".to_owned()),
        }
        Ok(())
    }

    /// The connection ends.
    fn lose_peer(&mut self, reason: &str) -> io::Result<()> {
        match &self.state {
            State::Playing(game, _) => {
                let verdict = game.broken_off(Cause::Disconnected);
                self.call_back();
                self.report(verdict)?;
                if verdict.cause.is_failure() {
                    self.player.complain(&format!("the game was cut off: {reason}"))?;
                }
            }
            State::Requested(_) => self.player.complain(&format!("no answer to the request: {reason}"))?,
            State::Idle | State::Ending => {}
        }
        Ok(())
    }
}
