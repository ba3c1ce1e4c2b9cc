//! One TCP connection, message by message. Layer 1 of DamExchange: an end code of
//! zero follows each message. Knows no game.

use super::message::{LONGEST, Message, MessageError};
use log::debug;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

/// The port of the protocol.
pub const PORT: u16 = 27531;

/// Bytes without an end code after which nobody speaks DamExchange any more.
const LONGEST_RUN: u64 = 4096;

/// Messages leave at least this far apart unless the peer has said something in
/// between: some clients take all they receive at once for one message.
const PACE: Duration = Duration::from_millis(100);

/// How long a peer that does not read may block a message.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait for each address of a host.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// What comes from the peer.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message, or what was no message.
    Message(Result<Message, MessageError>),
    /// A message longer than any can be.
    TooLong,
    /// Nothing more will come, for this reason.
    Closed(String),
}

/// The sending end of a connection, which is closed when it is dropped.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    peer: String,
    last: Option<Instant>,
}

impl Connection {
    /// Takes over a stream. A thread reads it and hands over what comes until
    /// nothing more does, or `deliver` returns false.
    ///
    /// # Errors
    ///
    /// When the stream cannot be set up.
    pub(super) fn start(
        stream: TcpStream,
        deliver: impl FnMut(Incoming) -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let connection = Self::new(stream)?;
        let input = connection.stream.try_clone()?;
        thread::Builder::new().name("from peer".into()).spawn(move || read(input, deliver))?;
        Ok(connection)
    }

    fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
        let peer = stream.peer_addr().map_or_else(|_| "unknown".to_owned(), |address| address.to_string());
        Ok(Self { stream, peer, last: None })
    }

    /// The address of the peer.
    pub(super) fn peer(&self) -> &str {
        &self.peer
    }

    /// The peer has said something: it has read what was sent before.
    pub(super) fn heard(&mut self) {
        self.last = None;
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// When the peer is gone or does not read.
    pub(super) fn send(&mut self, message: &Message) -> io::Result<()> {
        let mut text = message.format().map_err(io::Error::other)?;
        thread::sleep(self.last.map_or(Duration::ZERO, |last| PACE.saturating_sub(last.elapsed())));
        debug!("{} < {text}", self.peer);
        text.push('\0');
        self.stream.write_all(text.as_bytes())?;
        self.last = Some(Instant::now());
        Ok(())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // It ends the reading thread; a stream that is closed already needs nothing.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Connects to a host, `HOST:PORT`.
///
/// # Errors
///
/// When none of its addresses answers.
pub(super) fn connect(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the name has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Turns somebody away with these messages. Takes at most `patience`, and goes
/// on reading for so long that nothing that was sent is lost.
pub(super) fn turn_away(stream: TcpStream, messages: &[Message], patience: Duration) -> io::Result<()> {
    let deadline = Instant::now() + patience;
    let mut connection = Connection::new(stream)?;
    for message in messages {
        connection.send(message)?;
    }
    connection.stream.shutdown(Shutdown::Write)?;
    let mut waste = [0; 1024];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        connection.stream.set_read_timeout(Some(left))?;
        if connection.stream.read(&mut waste)? == 0 {
            return Ok(());
        }
    }
}

fn read(input: impl Read, mut deliver: impl FnMut(Incoming) -> bool) {
    let mut input = BufReader::new(input);
    loop {
        let incoming = next(&mut input);
        let closed = matches!(incoming, Incoming::Closed(_));
        if !deliver(incoming) || closed {
            return;
        }
    }
}

fn next(input: &mut impl BufRead) -> Incoming {
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(LONGEST_RUN).read_until(0, &mut bytes) {
            Err(error) => return Incoming::Closed(error.to_string()),
            Ok(0) => return Incoming::Closed("the peer closed the connection".to_owned()),
            Ok(_) if bytes.last() != Some(&0) => {
                return Incoming::Closed(if bytes.len() as u64 == LONGEST_RUN {
                    format!("the peer does not speak DamExchange: no message ends within {LONGEST_RUN} bytes")
                } else {
                    "the peer closed the connection within a message".to_owned()
                });
            }
            // Nothing between two end codes is no message.
            Ok(1) => {}
            Ok(length) if length > LONGEST + 1 => return Incoming::TooLong,
            Ok(length) => {
                let text = String::from_utf8_lossy(&bytes[..length - 1]);
                debug!("> {}", text.escape_default());
                return Incoming::Message(Message::parse(&text));
            }
        }
    }
}

/// An address that a user gave: the host, the port or both; what is missing is
/// loopback and the port of the protocol.
///
/// # Errors
///
/// When it is none.
pub fn parse_address(text: &str) -> Result<String, String> {
    let loopback = "127.0.0.1";
    if text.parse::<SocketAddr>().is_ok() {
        return Ok(text.to_owned());
    }
    if text.parse::<u16>().is_ok() {
        return Ok(format!("{loopback}:{text}"));
    }
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) => match port.parse::<u16>() {
            Ok(port) => (if host.is_empty() { loopback } else { host }, port),
            Err(_) => return Err(format!("'{port}' is no port: expected HOST:PORT")),
        },
        None => (text, PORT),
    };
    if host.is_empty() || host.contains(|c: char| c == ':' || c.is_whitespace()) {
        return Err("expected HOST:PORT, as 127.0.0.1:27531 or [::1]:27531".to_owned());
    }
    Ok(format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn incoming(bytes: &[u8]) -> Vec<String> {
        let mut seen = Vec::new();
        read(bytes, |incoming| {
            seen.push(match incoming {
                Incoming::Message(Ok(Message::Chat(text))) => format!("C{text}"),
                Incoming::Message(Ok(message)) => message.format().unwrap(),
                Incoming::Message(Err(error)) => error.to_string(),
                Incoming::TooLong => "too long".to_owned(),
                Incoming::Closed(reason) => reason,
            });
            true
        });
        seen
    }

    #[test]
    fn messages_are_cut_at_their_end_codes() {
        let closed = "the peer closed the connection";
        assert_eq!(incoming(b"E00\0K1\0"), ["E00", "K1", closed]);
        assert_eq!(incoming(b"\0\0E00\0"), ["E00", closed]);
        assert_eq!(incoming(b"E0"), ["the peer closed the connection within a message"]);
        assert_eq!(incoming(b"E9\0E00\0").len(), 3);
        assert_eq!(incoming(b"C\xff\xfe\0"), ["C\u{fffd}\u{fffd}", closed]);
    }

    #[test]
    fn length_is_bounded() {
        let mut bytes = [b'C'; 127].to_vec();
        bytes.push(0);
        assert_eq!(incoming(&bytes)[0].len(), 127);
        bytes.insert(0, b'C');
        bytes.extend(b"E00\0");
        assert_eq!(incoming(&bytes)[..2], ["too long", "E00"]);
        let endless = incoming(&[b'C'; 100_000]);
        assert_eq!(endless, ["the peer does not speak DamExchange: no message ends within 4096 bytes"]);
    }

    #[test]
    fn messages_leave_one_after_another() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let mut connection = Connection::start(stream, |_| true).unwrap();
        let start = Instant::now();
        connection.send(&Message::chat("one")).unwrap();
        connection.send(&Message::chat("two")).unwrap();
        assert!(start.elapsed() >= PACE);
        let mut text = [0; 10];
        listener.accept().unwrap().0.read_exact(&mut text).unwrap();
        assert_eq!(&text, b"Cone\0Ctwo\0");
    }

    #[test]
    fn addresses_are_completed() {
        for (text, address) in [
            ("127.0.0.1:9", "127.0.0.1:9"),
            ("[::1]:27531", "[::1]:27531"),
            ("27532", "127.0.0.1:27532"),
            (":27532", "127.0.0.1:27532"),
            ("example.org", "example.org:27531"),
            ("example.org:1", "example.org:1"),
        ] {
            assert_eq!(parse_address(text).as_deref(), Ok(address));
        }
        for text in ["", "a:b", "a b", "::1", "host:99999", "a:b:1"] {
            assert!(parse_address(text).is_err(), "{text}");
        }
    }
}
