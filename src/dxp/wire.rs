//! Messages as text: a letter and fields of fixed width.
//!
//! Source: J. Mesander, the DamExchange protocol, <http://www.mesander.nl/damexchange/>.
//! Writing is strict. Reading forgives blanks in place of leading zeros, blanks at
//! the end, and characters outside ASCII in texts for people.

use super::fields::Fields;
use super::message::{Code, GameRequest, LONGEST, Message, MessageError, Move};
use crate::rules::Side;

/// Width of the field for a name.
const NAME_WIDTH: usize = 32;
/// Squares of the only board there is.
const SQUARES: usize = 50;
/// Most pieces that one move can take.
const MOST_TAKEN: u16 = 20;
/// The version of the protocol.
const VERSION: &str = "01";

impl Message {
    /// Reads a message, the end code taken off.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub fn parse(text: &str) -> Result<Self, MessageError> {
        let mut chars = text.chars();
        let kind = chars.next().unwrap_or('\0');
        let mut fields = Fields::new(chars.as_str());
        let malformed = |message| MessageError::Malformed { kind, message };
        if kind == 'R' {
            let version = fields.text("the version", 2).map_err(malformed)?;
            if version != VERSION {
                return Err(MessageError::OtherVersion(version.to_owned()));
            }
        }
        let message = match kind {
            'R' => parse_request(&mut fields),
            'A' => parse_accept(&mut fields),
            'M' => parse_move(&mut fields),
            'E' => parse_end(&mut fields),
            'C' => Ok(Self::Chat(fields.rest().to_owned())),
            'B' => parse_back(&mut fields),
            'K' => fields.code("the answer").map(Self::BackAccept),
            _ => return Err(MessageError::UnknownKind(kind)),
        };
        message.and_then(|message| fields.end().map(|()| message)).map_err(malformed)
    }

    /// Writes the message, without the end code.
    ///
    /// # Errors
    ///
    /// When something in it does not fit its field.
    pub fn format(&self) -> Result<String, String> {
        Ok(match self {
            Self::GameRequest(request) => format_request(request)?,
            Self::GameAccept { name, answer } => format!("A{}{}", padded(name)?, digit(*answer)),
            Self::Move(mv) => format_move(mv)?,
            Self::GameEnd { reason, stop } => format!("E{}{}", digit(*reason), u8::from(*stop)),
            Self::Chat(text) => format!("C{}", chat_text(text)?),
            Self::BackRequest { number: 0, .. } => {
                return Err("the number of a move begins with 1".to_owned());
            }
            Self::BackRequest { number, side } => format!("B{}{}", number_of(*number, 3)?, letter(*side)),
            Self::BackAccept(answer) => format!("K{}", digit(*answer)),
        })
    }
}

/// Can it be sent as a name?
///
/// # Errors
///
/// When it cannot, with the reason.
pub fn check_name(name: &str) -> Result<(), String> {
    padded(name).map(|_| ())
}

fn padded(name: &str) -> Result<String, String> {
    let printable = name.chars().all(|c| c == ' ' || c.is_ascii_graphic());
    if name.is_empty() || name.len() > NAME_WIDTH || name.starts_with(' ') || !printable {
        return Err(format!(
            "'{}' is no name: expected 1 to {NAME_WIDTH} printable ASCII characters, the first no blank",
            name.escape_default()
        ));
    }
    Ok(format!("{name:NAME_WIDTH$}"))
}

fn chat_text(text: &str) -> Result<&str, String> {
    let sendable = text.chars().all(|c| c.is_ascii() && c != '\0');
    if text.is_empty() || text.len() >= LONGEST || !sendable {
        return Err(format!("a chat text has 1 to {} ASCII characters", LONGEST - 1));
    }
    Ok(text)
}

fn digit<C: Code>(code: C) -> usize {
    C::ALL.iter().position(|&one| one == code).unwrap_or_default()
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

fn number_of(number: u16, width: usize) -> Result<String, String> {
    let text = format!("{number:0width$}");
    if text.len() > width { Err(format!("{number} has more than {width} digits")) } else { Ok(text) }
}

fn format_request(request: &GameRequest) -> Result<String, String> {
    let GameRequest { name, follower, minutes, moves, position } = request;
    let minutes = number_of(*minutes, 3)?;
    let moves = number_of(*moves, 3)?;
    let start = match position {
        None => "A".to_owned(),
        Some(position) => format!("B{}", turned(position, &['b', 'B', 'z', 'Z'], "wWbBe")?),
    };
    Ok(format!("R{VERSION}{}{}{minutes}{moves}{start}", padded(name)?, letter(*follower)))
}

/// Replaces the letters of Black: those of one way to write positions by those of
/// the other. `letters` are those allowed before.
fn turned(
    position: &str,
    [man, king, new_man, new_king]: &[char; 4],
    letters: &str,
) -> Result<String, String> {
    let mut chars = position.chars();
    let side = chars.next().filter(|&side| side == 'W' || side == *king);
    let squares = chars.as_str();
    if side.is_none() {
        return Err(format!("the side to move is W or {king}"));
    }
    if let Some(wrong) = squares.chars().find(|&c| !letters.contains(c)) {
        return Err(format!("a square is one of {letters}, found '{}'", wrong.escape_default()));
    }
    if squares.len() != SQUARES {
        return Err(format!("expected {SQUARES} squares, the 10x10 board, found {}", squares.len()));
    }
    let turn = |c: char| {
        if c == *man {
            *new_man
        } else if c == *king {
            *new_king
        } else {
            c
        }
    };
    Ok(position.chars().map(turn).collect())
}

fn square(number: u16) -> Result<String, String> {
    if (1..=SQUARES as u16).contains(&number) {
        number_of(number, 2)
    } else {
        Err(format!("{number} is no square of the 10x10 board"))
    }
}

fn format_move(mv: &Move) -> Result<String, String> {
    let count = mv.taken.len() as u16;
    if count > MOST_TAKEN {
        return Err(format!("a move cannot take {count} pieces"));
    }
    let seconds = number_of(mv.seconds, 4)?;
    let mut text = format!("M{seconds}{}{}{count:02}", square(mv.from)?, square(mv.to)?);
    for &taken in &mv.taken {
        text.push_str(&square(taken)?);
    }
    Ok(text)
}

fn parse_request(fields: &mut Fields<'_>) -> Result<Message, String> {
    let name = name(fields)?;
    let follower = side(fields, "the side of the follower")?;
    let minutes = fields.number("the minutes", 3, 0..=999)?;
    let moves = fields.number("the number of moves", 3, 0..=999)?;
    let position = match fields.text("the kind of start", 1)? {
        "A" => None,
        "B" => Some(turned(fields.rest().trim_end(), &['z', 'Z', 'b', 'B'], "wWzZe")?),
        other => return Err(format!("the kind of start is A or B, found '{}'", other.escape_default())),
    };
    Ok(Message::GameRequest(GameRequest { name, follower, minutes, moves, position }))
}

fn parse_accept(fields: &mut Fields<'_>) -> Result<Message, String> {
    Ok(Message::GameAccept { name: name(fields)?, answer: fields.code("the answer")? })
}

fn parse_move(fields: &mut Fields<'_>) -> Result<Message, String> {
    let squares = 1..=SQUARES as u16;
    let seconds = fields.number("the time", 4, 0..=9999)?;
    let from = fields.number("the start square", 2, squares.clone())?;
    let to = fields.number("the end square", 2, squares.clone())?;
    let count = fields.number("the number of taken pieces", 2, 0..=MOST_TAKEN)?;
    let taken =
        (0..count).map(|_| fields.number("a taken piece", 2, squares.clone())).collect::<Result<_, _>>()?;
    Ok(Message::Move(Move { seconds, from, to, taken }))
}

fn parse_end(fields: &mut Fields<'_>) -> Result<Message, String> {
    let reason = fields.code("the reason")?;
    let stop = fields.number("the stop code", 1, 0..=1)? == 1;
    Ok(Message::GameEnd { reason, stop })
}

fn parse_back(fields: &mut Fields<'_>) -> Result<Message, String> {
    let number = fields.number("the number of the move", 3, 1..=999)?;
    Ok(Message::BackRequest { number, side: side(fields, "the side to move")? })
}

fn name(fields: &mut Fields<'_>) -> Result<String, String> {
    Ok(fields.text("the name", NAME_WIDTH)?.trim().to_owned())
}

fn side(fields: &mut Fields<'_>, what: &str) -> Result<Side, String> {
    match fields.text(what, 1)? {
        "W" => Ok(Side::White),
        "Z" => Ok(Side::Black),
        other => Err(format!("{what} is W or Z, found '{}'", other.escape_default())),
    }
}

impl Fields<'_> {
    fn code<C: Code>(&mut self, what: &str) -> Result<C, String> {
        let digit = self.number(what, 1, 0..=C::ALL.len() as u16 - 1)?;
        Ok(C::ALL[usize::from(digit)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::{Answer, BackAnswer, Reason};
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> String {
        Message::parse(text).unwrap_err().to_string()
    }

    /// The examples of the protocol's own pages.
    #[test]
    fn the_examples_of_the_protocol() {
        let name = "Tornado voor Windows 4.0".to_owned();
        let request =
            GameRequest { name: name.clone(), follower: Side::White, minutes: 60, moves: 65, position: None };
        let quiet = Move { seconds: 12, from: 6, to: 11, taken: vec![] };
        let capture = Move { seconds: 12, from: 5, to: 25, taken: vec![22, 12, 23, 20] };
        for (text, message) in [
            ("R01Tornado voor Windows 4.0        W060065A", Message::GameRequest(request)),
            ("ATornado voor Windows 4.0        0", Message::GameAccept { name, answer: Answer::Accepted }),
            ("M0012061100", Message::Move(quiet)),
            ("M001205250422122320", Message::Move(capture)),
            ("E00", Message::GameEnd { reason: Reason::Unknown, stop: false }),
            ("CWhat do you think about move 35?", Message::chat("What do you think about move 35?")),
            ("B005Z", Message::BackRequest { number: 5, side: Side::Black }),
            ("K1", Message::BackAccept(BackAnswer::Unsupported)),
        ] {
            assert_eq!(message.format().as_deref(), Ok(text));
            assert_eq!(Message::parse(text), Ok(message));
        }
    }

    /// https://github.com/AttackingOrDefending/pydraughts/pull/16: numbers of
    /// another width than the protocol's are misread by the peer.
    #[test]
    fn numbers_have_the_width_of_their_fields() {
        let request = |minutes, moves| {
            let position = None;
            Message::GameRequest(GameRequest {
                name: "x".into(),
                follower: Side::Black,
                minutes,
                moves,
                position,
            })
        };
        for (minutes, moves, wanted) in
            [(0, 0, "Z000000A"), (5, 75, "Z005075A"), (60, 7, "Z060007A"), (999, 999, "Z999999A")]
        {
            let text = request(minutes, moves).format().unwrap();
            assert_eq!(&text[35..], wanted);
            assert_eq!(text.len(), 43);
        }
        assert!(request(1000, 0).format().is_err());
        assert!(request(0, 1000).format().is_err());
        let mv = |seconds, from| Message::Move(Move { seconds, from, to: 50, taken: vec![1, 41] }).format();
        assert_eq!(mv(7, 3).as_deref(), Ok("M00070350020141"));
        assert_eq!(mv(9999, 50).as_deref(), Ok("M99995050020141"));
        assert!(mv(10000, 3).is_err());
        assert!(mv(7, 0).is_err());
        assert!(mv(7, 51).is_err());
        assert_eq!(Message::BackRequest { number: 7, side: Side::White }.format().as_deref(), Ok("B007W"));
        assert!(Message::BackRequest { number: 1000, side: Side::White }.format().is_err());
        assert!(Message::BackRequest { number: 0, side: Side::White }.format().is_err());
    }

    #[test]
    fn a_position_travels_with_the_letters_of_the_protocol() {
        let squares = format!("zZeWw{}", "e".repeat(45));
        let text = format!("R01{:32}Z090000BZ{squares}", "Somebody");
        let Ok(Message::GameRequest(request)) = Message::parse(&text) else { panic!() };
        assert_eq!(request.position, Some(format!("BbBeWw{}", "e".repeat(45))));
        assert_eq!(Message::GameRequest(request).format(), Ok(text));
    }

    #[test]
    fn harmless_deviations_are_forgiven() {
        assert_eq!(Message::parse("M  12 61100"), Message::parse("M0012061100"));
        assert_eq!(Message::parse("E00\r\n"), Message::parse("E00"));
        assert_eq!(Message::parse("K0  "), Message::parse("K0"));
        assert_eq!(Message::parse("C"), Ok(Message::Chat(String::new())));
        let name = format!("A{:32}2", "Dämon");
        assert_eq!(
            Message::parse(&name),
            Ok(Message::GameAccept { name: "Dämon".into(), answer: Answer::NotThis })
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, wanted) in [
            ("", "no message begins with '\\u{0}'"),
            ("X123", "no message begins with 'X'"),
            ("r01", "no message begins with 'r'"),
            ("R02anything", "GAMEREQ: version '02' of the protocol is not known"),
            ("R0", "GAMEREQ: the version has 2 characters, found 1"),
            ("R01too short", "GAMEREQ: the name has 32 characters, found 9"),
            ("A", "GAMEACC: the name has 32 characters, found 0"),
            ("M", "MOVE: the time has 4 characters, found 0"),
            ("M00x12061100", "MOVE: the time is a number from 0 to 9999, found '00x1'"),
            ("M00120061100", "MOVE: the start square is a number from 1 to 50, found '00'"),
            ("M0012065100", "MOVE: the end square is a number from 1 to 50, found '51'"),
            ("M0012061121", "MOVE: the number of taken pieces is a number from 0 to 20, found '21'"),
            ("M001206110199", "MOVE: a taken piece is a number from 1 to 50, found '99'"),
            ("M0012061101", "MOVE: a taken piece has 2 characters, found 0"),
            ("M001206110012", "MOVE: expected the end, found '12'"),
            ("M-012061100", "MOVE: the time is a number from 0 to 9999, found '-012'"),
            ("E4", "GAMEEND: the reason is a number from 0 to 3, found '4'"),
            ("E0", "GAMEEND: the stop code has 1 characters, found 0"),
            ("E02", "GAMEEND: the stop code is a number from 0 to 1, found '2'"),
            ("B000W", "BACKREQ: the number of the move is a number from 1 to 999, found '000'"),
            ("B001B", "BACKREQ: the side to move is W or Z, found 'B'"),
            ("K3", "BACKACC: the answer is a number from 0 to 2, found '3'"),
        ] {
            assert_eq!(error(text), wanted, "{text}");
        }
    }

    #[test]
    fn only_the_board_of_the_protocol_is_known() {
        let request = |start: &str| error(&format!("R01{:32}W000000{start}", "Somebody"));
        assert_eq!(request("C"), "GAMEREQ: the kind of start is A or B, found 'C'");
        assert_eq!(request("B"), "GAMEREQ: the side to move is W or Z");
        assert_eq!(
            request(&format!("BW{}", "e".repeat(32))),
            "GAMEREQ: expected 50 squares, the 10x10 board, found 32"
        );
        assert_eq!(
            request(&format!("BW{}b", "e".repeat(49))),
            "GAMEREQ: a square is one of wWzZe, found 'b'"
        );
    }

    #[test]
    fn names_and_chats_that_cannot_be_sent() {
        for name in ["", " x", "dämon", "tab\there", &"x".repeat(33)] {
            assert!(check_name(name).is_err(), "{name}");
        }
        assert_eq!(check_name(&"x".repeat(32)), Ok(()));
        assert!(Message::Chat(String::new()).format().is_err());
        assert!(Message::Chat("a\0b".into()).format().is_err());
        assert_eq!(Message::chat(&"ä".repeat(500)).format().unwrap(), format!("C{}", "?".repeat(126)));
    }

    fn side() -> impl Strategy<Value = Side> {
        prop_oneof![Just(Side::White), Just(Side::Black)]
    }

    fn code<C: Code + std::fmt::Debug>() -> impl Strategy<Value = C> {
        (0..C::ALL.len()).prop_map(|index| C::ALL[index])
    }

    fn message() -> impl Strategy<Value = Message> {
        let name = || "[!-~]([ -~]{0,30}[!-~])?";
        let position = prop::option::of("[WB][wWbBe]{50}");
        let taken = prop::collection::vec(1..=50u16, 0..=20);
        prop_oneof![
            (name(), side(), 0..=999u16, 0..=999u16, position).prop_map(
                |(name, follower, minutes, moves, position)| {
                    Message::GameRequest(GameRequest { name, follower, minutes, moves, position })
                }
            ),
            (name(), code()).prop_map(|(name, answer)| Message::GameAccept { name, answer }),
            (0..=9999u16, 1..=50u16, 1..=50u16, taken)
                .prop_map(|(seconds, from, to, taken)| Message::Move(Move { seconds, from, to, taken })),
            (code(), any::<bool>()).prop_map(|(reason, stop)| Message::GameEnd { reason, stop }),
            "[ -~]{1,126}".prop_map(Message::Chat),
            (1..=999u16, side()).prop_map(|(number, side)| Message::BackRequest { number, side }),
            code().prop_map(Message::BackAccept),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(message in message()) {
            let text = message.format().unwrap();
            prop_assert!(text.len() <= LONGEST && text.bytes().all(|b| b.is_ascii() && b != 0));
            prop_assert_eq!(Message::parse(&text), Ok(message));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[RAMECBK]?[0-9WZAB wez\\PC]{0,130}") {
            match Message::parse(&text) {
                // What is understood can be said again.
                Ok(Message::Chat(_) | Message::GameRequest(_) | Message::GameAccept { .. }) => {}
                Ok(message) => prop_assert_eq!(Message::parse(&message.format().unwrap()), Ok(message)),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}
