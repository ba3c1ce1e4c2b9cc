//! Both ends of a connection: waiting for peers, one at a time, and going to one.

use super::connection::{connect as connect_to, turn_away};
use super::game::Game;
use super::message::{Answer, Message};
use super::player::{Notice, Options, Plan, Player};
use super::session::Session;
use crate::engine;
use crate::rules::Variant;
use log::{info, warn};
use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a peer that is turned away may take to read that.
const TURN_AWAY: Duration = Duration::from_secs(2);

/// How long a peer may wait for another one that is about to leave.
const GRACE: Duration = Duration::from_millis(500);

/// Waits for peers at an address and plays the games they ask for, with one peer
/// at a time, until all games have been played, or with `once` until the first
/// peer is gone. Returns whether all has gone as it should.
///
/// # Errors
///
/// When the address cannot be used, memory or threads are not to be had, or the
/// listener fails.
pub fn listen(
    address: &str,
    options: &Options,
    once: bool,
    listener: &mut dyn FnMut(Notice<'_>) -> io::Result<()>,
) -> io::Result<bool> {
    let engine = engine::new(Variant::International, &options.config).map_err(io::Error::other)?;
    let socket = TcpListener::bind(address).map_err(|error| naming("listen on", address, &error))?;
    listener(Notice::Listening(socket.local_addr()?))?;
    let mut player = Player::new(options, engine, listener);
    let (sender, peers) = sync_channel(0);
    let busy = Arc::new(AtomicBool::new(false));
    let door = Door { name: options.name.clone(), busy: busy.clone(), peers: sender };
    thread::Builder::new().name("door".into()).spawn(move || door.keep(&socket))?;
    loop {
        let stream = peers.recv().map_err(|_| io::Error::other("nobody can connect any more"))?;
        let reason = Session::run(&mut player, stream, None)?;
        busy.store(false, Ordering::Release);
        (player.listener)(Notice::Disconnected(&reason))?;
        if once || player.is_done() {
            return Ok(player.sound);
        }
    }
}

/// Goes to a peer and plays games. Returns whether all were played as they should.
///
/// # Errors
///
/// When nobody answers at the address, the plan is no game, memory or threads are
/// not to be had, or the listener fails.
pub fn connect(
    address: &str,
    options: &Options,
    plan: &Plan,
    listener: &mut dyn FnMut(Notice<'_>) -> io::Result<()>,
) -> io::Result<bool> {
    let request = plan.request(&options.name);
    Game::new(&request, plan.side).map_err(io::Error::other)?;
    let engine = engine::new(Variant::International, &options.config).map_err(io::Error::other)?;
    let stream = connect_to(address).map_err(|error| naming("connect to", address, &error))?;
    let mut player = Player::new(options, engine, listener);
    let reason = Session::run(&mut player, stream, Some(plan.clone()))?;
    (player.listener)(Notice::Disconnected(&reason))?;
    if !player.is_done() {
        player.complain("not all games were played")?;
    }
    Ok(player.sound)
}

fn naming(what: &str, address: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot {what} {address}: {error}"))
}

/// Lets in one peer at a time.
struct Door {
    name: String,
    /// Is somebody in? Set here, cleared when the peer has gone.
    busy: Arc<AtomicBool>,
    peers: SyncSender<TcpStream>,
}

impl Door {
    fn keep(&self, socket: &TcpListener) {
        for stream in socket.incoming() {
            match stream {
                Err(error) => {
                    warn!("a connection failed: {error}");
                    thread::sleep(Duration::from_millis(100));
                }
                Ok(stream) if !self.opens() => self.turn_away(stream),
                Ok(stream) => {
                    if self.peers.send(stream).is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Is there room for one more, now or in a moment? Then it is taken.
    fn opens(&self) -> bool {
        let deadline = Instant::now() + GRACE;
        while self.busy.swap(true, Ordering::AcqRel) {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(10));
        }
        true
    }

    fn turn_away(&self, stream: TcpStream) {
        let messages = [
            Message::chat("I am playing with somebody else, please come back later"),
            Message::GameAccept { name: self.name.clone(), answer: Answer::NotThis },
        ];
        match turn_away(stream, &messages, TURN_AWAY) {
            Ok(()) => info!("a second peer was turned away"),
            Err(error) => info!("a second peer was turned away and did not listen: {error}"),
        }
    }
}
