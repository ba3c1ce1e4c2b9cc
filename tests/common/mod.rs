//! Shared by the tests that read `tests/data`: tab-separated files with a header
//! line, squares in the rule set's own numbers.
//!
//! The files come from plain, slow move generators written from the rule texts
//! (`oracle.py`, and `fastoracle`, its twin in C++) and from public programs, all
//! named in the columns `agreed` and `sources`.

#![allow(dead_code, unreachable_pub)] // every test file uses a part of it

use polydam::board::Word;
use polydam::notation::{fen, hub_text};
use polydam::position::{Move, MoveList, Position, perft};
use polydam::rules::{Rules, Variant, Visitor};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// A line of a data file.
#[derive(Debug)]
pub struct Row {
    file: String,
    line: usize,
    fields: HashMap<String, String>,
}

impl Row {
    /// A field by its column name.
    pub fn get(&self, column: &str) -> &str {
        self.fields.get(column).unwrap_or_else(|| panic!("{self:?} has no column {column}"))
    }

    /// A field that is a number.
    pub fn number(&self, column: &str) -> u64 {
        self.get(column).parse().unwrap_or_else(|_| panic!("{} of {self:?} is no number", column))
    }

    /// Where the line is, for messages.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

/// The lines of a file in `tests/data`.
pub fn rows(file: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines().enumerate();
    let (_, header) = lines.next().expect("a header");
    let columns: Vec<_> = header.split('\t').collect();
    lines
        .map(|(index, line)| Row {
            file: file.to_owned(),
            line: index + 1,
            fields: columns.iter().map(|c| c.to_string()).zip(line.split('\t').map(str::to_owned)).collect(),
        })
        .collect()
}

/// The rule sets whose moves are those of a name in the data files.
pub fn playing(name: &str) -> Vec<Variant> {
    match name {
        "russian" => vec![Variant::Russian, Variant::Ukrainian],
        _ => vec![name.parse().unwrap()],
    }
}

/// The names of the rule sets in the data files.
pub const NAMES: &[&str] =
    &["international", "english", "russian", "brazilian", "spanish", "turkish", "italian"];

/// Reads the position of a row.
pub fn position<R: Rules>(row: &Row) -> Position<R> {
    fen::parse(row.get("fen")).unwrap_or_else(|error| panic!("{}: {error}", row.place()))
}

/// A move in the rule set's own numbers.
pub fn native<R: Rules>(mv: Move<R>) -> String {
    hub_text::format_move(mv, R::FACTS.corner)
}

/// Moves in the rule set's own numbers, by start, end and taken squares.
pub fn sorted<R: Rules>(moves: impl IntoIterator<Item = Move<R>>) -> Vec<String> {
    let mut texts: Vec<_> = moves.into_iter().map(native).collect();
    texts.sort_by_cached_key(|text| {
        text.split(['-', 'x']).map(|number| number.parse::<usize>().unwrap()).collect::<Vec<_>>()
    });
    texts
}

/// The legal moves are these and no others, and every door says so.
pub fn check_moves<R: Rules>(position: &Position<R>, wanted: &[&str], place: &str) {
    let moves = position.moves();
    assert_eq!(sorted(moves.iter().copied()), wanted, "{place} {}", R::FACTS.name);
    check_doors(position, &moves);
}

/// List, count and existence agree.
pub fn check_doors<R: Rules>(position: &Position<R>, moves: &MoveList<R>) {
    let text = fen::format(position);
    assert_eq!(position.count_moves(&mut MoveList::new()), moves.len(), "{text}");
    assert_eq!(position.can_move(), !moves.is_empty(), "{text}");
    assert_eq!(position.can_capture(), moves.iter().any(|mv| mv.is_capture()), "{text}");
    assert!(moves.iter().all(|mv| mv.is_capture() == position.can_capture()), "{text}");
    let mut captures = MoveList::new();
    position.captures_into(&mut captures);
    let expected = if position.can_capture() { moves.len() } else { 0 };
    assert_eq!(captures.len(), expected, "{text}");
}

/// Checks a row of a case file: the moves, their number, and which men are crowned.
pub fn check_case<R: Rules>(row: &Row) {
    let position: Position<R> = position(row);
    let wanted: Vec<_> = row.get("moves").split_whitespace().collect();
    assert_eq!(wanted.len() as u64, row.number("count"), "{}", row.place());
    check_moves(&position, &wanted, &row.place());
    let crowned = position
        .moves()
        .iter()
        .copied()
        .filter(|mv| mv.ends_as_king() && !position.kings().contains(mv.from()))
        .collect::<Vec<_>>();
    let wanted: Vec<_> = row.get("crowned").split_whitespace().collect();
    assert_eq!(sorted(crowned), wanted, "{} {}", row.place(), R::FACTS.name);
}

/// Checks the rows of a perft file whose count is in the range.
pub fn check_perft<R: Rules>(file: &str, counts: std::ops::Range<u64>) {
    for row in rows(file).iter().filter(|row| counts.contains(&row.number("count"))) {
        let depth = row.number("depth") as usize;
        let count = perft::parallel(&position::<R>(row), depth);
        assert_eq!(count, row.number("count"), "{} {} depth {depth}", row.place(), R::FACTS.name);
    }
}

/// A check for one rule set.
pub trait Check: Copy {
    /// Does it.
    fn check<R: Rules>(self);
}

/// Runs a check for a rule set given as a value.
pub fn for_variant(variant: Variant, check: impl Check) {
    struct Run<C>(C);
    impl<C: Check> Visitor for Run<C> {
        type Output = ();

        fn visit<R: Rules>(self) {
            self.0.check::<R>();
        }
    }
    variant.visit(Run(check));
}

/// Numbers that look random and are the same in every run (xorshift64*).
pub struct Random(u64);

impl Random {
    /// A sequence for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// Do two Hub moves name the same start, end and taken squares?
pub fn same_squares(one: &str, other: &str) -> bool {
    let squares = |text: &str| {
        let mut squares: Vec<_> = text.split(['-', 'x']).map(str::to_owned).collect();
        let fixed = squares.len().min(2);
        squares[fixed..].sort();
        squares
    };
    squares(one) == squares(other)
}

/// The command that starts the scripted engine `double` with these arguments.
pub fn double(arguments: &str) -> String {
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test.parent().and_then(Path::parent).expect("it lies among the dependencies");
    let program = folder.join("examples").join(format!("double{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is built by `cargo test` or `cargo build --examples`", program.display());
    format!("{} {arguments}", shell_words::quote(&program.to_string_lossy()))
}

/// A folder of a test's own, gone with the value.
pub struct Folder(pub PathBuf);

impl Folder {
    /// An empty folder.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("polydam-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The files by their names.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap());
        entries
            .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
