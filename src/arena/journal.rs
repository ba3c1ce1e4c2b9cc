//! What a match has come to, on disk: a line for the match and a line for every
//! game that is over, as JSON. Written game by game, so that a match that was
//! killed goes on where it was; journals of the parts of a match, put one behind
//! the other, are the journal of the whole.

use serde_json::{Map, Value, json};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

/// The version of the format, and what marks the line of a match.
const MARK: &str = "polydam-match";
const VERSION: u64 = 1;

/// What marks the end of a match.
const OVER: &str = "over";

/// What a player did in one game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// Moves it found.
    pub moves: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// Nodes it told of.
    pub nodes: u64,
    /// Sum of the depths it told of.
    pub depths: u64,
    /// Moves it told a depth of.
    pub with_depth: u64,
}

/// A game that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its number in the schedule.
    pub id: usize,
    /// The engines with White and Black.
    pub players: [usize; 2],
    /// Its opening.
    pub opening: usize,
    /// Which of the players has won, 0 or 1; none of a draw.
    pub winner: Option<usize>,
    /// Why it is over, in a word.
    pub end: String,
    /// Which of the players lost by an offence, and its circumstances.
    pub fault: Option<(usize, String)>,
    /// Plies of the whole game.
    pub plies: usize,
    /// What the players did.
    pub efforts: [Effort; 2],
    /// Length of the PDN file with this game, in bytes.
    pub pdn_bytes: u64,
}

impl Entry {
    fn to_json(&self) -> Value {
        let effort = |effort: &Effort| {
            json!({
                "moves": effort.moves, "seconds": effort.seconds, "nodes": effort.nodes,
                "depths": effort.depths, "with_depth": effort.with_depth,
            })
        };
        json!({
            "game": self.id,
            "players": self.players,
            "opening": self.opening,
            "winner": self.winner,
            "end": self.end,
            "fault": self.fault.as_ref().map(|(player, text)| json!({ "player": player, "text": text })),
            "plies": self.plies,
            "efforts": self.efforts.each_ref().map(effort),
            "pdn_bytes": self.pdn_bytes,
        })
    }

    fn from_json(value: &Value) -> Option<Self> {
        let number = |value: &Value| value.as_u64().map(|number| number as usize);
        let player = |value: &Value| number(value).filter(|&player| player < 2);
        let optional = |value: &Value| if value.is_null() { Some(None) } else { player(value).map(Some) };
        let effort = |value: &Value| {
            Some(Effort {
                moves: value["moves"].as_u64()?,
                seconds: value["seconds"].as_f64()?,
                nodes: value["nodes"].as_u64()?,
                depths: value["depths"].as_u64()?,
                with_depth: value["with_depth"].as_u64()?,
            })
        };
        let fault = &value["fault"];
        Some(Self {
            id: number(&value["game"])?,
            players: [number(&value["players"][0])?, number(&value["players"][1])?],
            opening: number(&value["opening"])?,
            winner: optional(&value["winner"])?,
            end: value["end"].as_str()?.to_owned(),
            fault: match fault {
                Value::Null => None,
                _ => Some((player(&fault["player"])?, fault["text"].as_str()?.to_owned())),
            },
            plies: number(&value["plies"])?,
            efforts: [effort(&value["efforts"][0])?, effort(&value["efforts"][1])?],
            pdn_bytes: value["pdn_bytes"].as_u64()?,
        })
    }
}

/// The journal of a match under way.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

/// What a journal says.
#[derive(Clone, PartialEq, Debug)]
pub struct Contents {
    /// The settings of the match.
    pub settings: Map<String, Value>,
    /// Its games, in the order they ended.
    pub entries: Vec<Entry>,
    /// Has it been played to its end?
    pub over: bool,
}

impl Journal {
    /// Begins a journal. Nothing is overwritten.
    ///
    /// # Errors
    ///
    /// When the file exists, or cannot be written.
    pub fn create(path: &Path, settings: &Map<String, Value>) -> io::Result<Self> {
        let mut journal = Self { file: OpenOptions::new().write(true).create_new(true).open(path)? };
        let mut line = settings.clone();
        line.insert(MARK.to_owned(), VERSION.into());
        journal.write(&Value::Object(line))?;
        Ok(journal)
    }

    /// Opens a journal to go on with it. A last line that was cut off is removed.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is no journal.
    pub fn resume(path: &Path) -> io::Result<(Self, Contents)> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let (contents, length) = read_one(&file)?;
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Self { file }, contents))
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        self.write(&entry.to_json())
    }

    /// Notes that the match is over. It can be made longer all the same.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        self.write(&json!({ OVER: true }))
    }

    /// One write a line: it is there, or it is cut off and will not count.
    fn write(&mut self, line: &Value) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

/// Reads the journal of one match. Returns with it the length of what was
/// complete, in bytes.
fn read_one(file: &File) -> io::Result<(Contents, u64)> {
    let (mut matches, length) = read_lines(BufReader::new(file))?;
    match (matches.pop(), matches.is_empty()) {
        (Some(contents), true) => Ok((contents, length)),
        (None, _) => Err(invalid("it does not begin with the line of a match".to_owned())),
        (Some(_), false) => Err(invalid("it holds several matches".to_owned())),
    }
}

/// Reads a journal, or several one behind the other.
///
/// # Errors
///
/// When it cannot be read, or a line is not one of a journal.
pub fn read(input: impl BufRead) -> io::Result<Vec<Contents>> {
    read_lines(input).map(|(matches, _)| matches)
}

fn read_lines(mut input: impl BufRead) -> io::Result<(Vec<Contents>, u64)> {
    let mut matches: Vec<Contents> = Vec::new();
    let (mut line, mut number, mut length) = (String::new(), 0, 0);
    loop {
        line.clear();
        let bytes = input.read_line(&mut line)?;
        if bytes == 0 || !line.ends_with('\n') {
            return Ok((matches, length));
        }
        number += 1;
        length += bytes as u64;
        let value: Value =
            serde_json::from_str(&line).map_err(|error| invalid(format!("line {number}: {error}")))?;
        match value.get(MARK).and_then(Value::as_u64) {
            Some(VERSION) => {
                let mut settings = value.as_object().cloned().unwrap_or_default();
                settings.remove(MARK);
                matches.push(Contents { settings, entries: Vec::new(), over: false });
            }
            Some(version) => {
                return Err(invalid(format!("line {number}: version {version}, expected {VERSION}")));
            }
            None => {
                let current = matches.last_mut().ok_or_else(|| {
                    invalid(format!("line {number}: expected the line of a match before its games"))
                })?;
                current.over = value.get(OVER).is_some();
                if !current.over {
                    let entry = Entry::from_json(&value)
                        .ok_or_else(|| invalid(format!("line {number}: expected a game of a match")))?;
                    current.entries.push(entry);
                }
            }
        }
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn entry(id: usize) -> Entry {
        Entry {
            id,
            players: [1, 0],
            opening: 3,
            winner: Some(1),
            end: "late".to_owned(),
            fault: Some((0, "0.1 s too late; in W:W1:B2".to_owned())),
            plies: 57,
            efforts: [Effort { moves: 3, seconds: 0.25, nodes: 1000, depths: 17, with_depth: 2 }; 2],
            pdn_bytes: 4711,
        }
    }

    fn settings() -> Map<String, Value> {
        json!({ "variant": "russian", "games": 4 }).as_object().unwrap().clone()
    }

    #[test]
    fn what_is_written_is_read_back_and_a_cut_line_is_removed() {
        let path = std::env::temp_dir().join(format!("polydam-journal-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let draw = Entry { winner: None, fault: None, ..entry(0) };
        let mut journal = Journal::create(&path, &settings()).unwrap();
        journal.add(&draw).unwrap();
        journal.add(&entry(1)).unwrap();
        drop(journal);
        assert!(Journal::create(&path, &settings()).is_err(), "nothing is overwritten");
        let whole = fs::read(&path).unwrap();
        for cut in 1..20 {
            fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            let (mut journal, contents) = Journal::resume(&path).unwrap();
            assert_eq!(contents, Contents { settings: settings(), entries: vec![draw.clone()], over: false });
            journal.add(&entry(1)).unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        let (mut journal, _) = Journal::resume(&path).unwrap();
        journal.finish().unwrap();
        assert!(Journal::resume(&path).unwrap().1.over);
        journal.add(&entry(2)).unwrap();
        let (_, contents) = Journal::resume(&path).unwrap();
        assert_eq!((contents.entries.len(), contents.over), (3, false));
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn journals_can_be_put_one_behind_the_other() {
        let mark = format!("{{\"{MARK}\":1,\"variant\":\"russian\"}}\n");
        let line = format!("{}\n", entry(5).to_json());
        let text = format!("{mark}{line}{mark}{line}{line}");
        let matches = read(text.as_bytes()).unwrap();
        assert_eq!(matches.iter().map(|contents| contents.entries.len()).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn what_is_no_journal_is_refused_with_its_line() {
        let mark = format!("{{\"{MARK}\":1}}\n");
        for (text, wanted) in [
            ("hello\n".to_owned(), "line 1: "),
            (format!("{mark}{{\"game\":0}}\n"), "line 2: expected a game"),
            (format!("{}\n", entry(0).to_json()), "line 1: expected the line of a match"),
            (format!("{{\"{MARK}\":2}}\n"), "line 1: version 2, expected 1"),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(wanted), "{error}");
        }
    }
}
