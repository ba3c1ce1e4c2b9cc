//! Endgame tables from outside: their values against a solver that shares nothing
//! with them, symmetries, published counts; their files, whole and damaged; the
//! commands of `polydam tables`, through the real binary.

use crc32fast::hash;
use miniz_oxide::deflate::compress_to_vec;
mod common;

use common::Folder;
use polydam::board::{Geometry, Word};
use polydam::egtb::{Contents, TableSet, Tables, Value, build, contents};
use polydam::notation::fen;
use polydam::position::{Kind, Piece, Position};
use polydam::rules::english::English;
use polydam::rules::russian::Russian;
use polydam::rules::turkish::Turkish;
use polydam::rules::{Rules, Side, Variant, Visitor};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const PIECES: [Piece; 4] = [
    (Side::White, Kind::Man),
    (Side::White, Kind::King),
    (Side::Black, Kind::Man),
    (Side::Black, Kind::King),
];

/// The tables within the program, which must be in order.
fn shipped<R: Rules>(pieces: usize) -> TableSet<R> {
    let (tables, problems) = TableSet::load(None, pieces);
    assert_eq!(problems, Vec::<String>::new());
    tables
}

// ---- values

/// Adds every position that `start` becomes with so many more pieces on squares of
/// `squares`, some of both colours.
fn fill<R: Rules>(start: &Position<R>, squares: &[usize], pieces: usize, all: &mut Vec<Position<R>>) {
    if pieces == 0 {
        if !start.pieces(Side::White).is_empty() && !start.pieces(Side::Black).is_empty() {
            all.push(*start);
        }
        return;
    }
    for (i, &square) in squares.iter().enumerate() {
        for piece in PIECES {
            let mut position = *start;
            // A man on its promotion row is no position.
            if position.put(piece, square).is_ok() {
                fill(&position, &squares[i + 1..], pieces - 1, all);
            }
        }
    }
}

/// Every position with up to so many pieces.
fn every<R: Rules>(pieces: usize) -> Vec<Position<R>> {
    let squares: Vec<_> = R::Board::ALL.bits().collect();
    let mut all = Vec::new();
    for side in [Side::White, Side::Black] {
        for pieces in 2..=pieces {
            fill(&Position::empty(side), &squares, pieces, &mut all);
        }
    }
    all
}

/// The plies to the end of every position, from the moves of each and nothing else:
/// odd when it is won, even when it is lost, none when it is drawn.
fn solve<R: Rules>(positions: &[Position<R>]) -> Vec<Option<u16>> {
    let numbers: HashMap<_, _> = positions.iter().zip(0u32..).collect();
    // Behind the positions stands the one without a piece that could move.
    let bare = positions.len();
    let mut plies = vec![None; bare + 1];
    plies[bare] = Some(0);
    let (mut open, mut after) = (Vec::new(), Vec::new());
    for (number, position) in positions.iter().enumerate() {
        let moves = position.moves();
        if moves.is_empty() {
            plies[number] = Some(0);
        } else if position.can_capture() || !position.is_one_piece_each() {
            let start = after.len();
            after.extend(moves.iter().map(|&mv| {
                let after = position.play(mv);
                if after.pieces(after.side()).is_empty() { bare as u32 } else { numbers[&after] }
            }));
            open.push((number, start..after.len()));
        }
    }
    for now in 1.. {
        let decided = |moves: &[u32]| {
            let mut ends = moves.iter().map(|&number| plies[number as usize]);
            if now % 2 == 1 {
                ends.any(|end| end == Some(now - 1))
            } else {
                ends.all(|end| end.is_some_and(|end| end % 2 == 1))
            }
        };
        let (found, rest): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|(_, moves)| decided(&after[moves.clone()]));
        if found.is_empty() {
            break;
        }
        found.into_iter().for_each(|(number, _)| plies[number] = Some(now));
        open = rest;
    }
    plies.truncate(bare);
    plies
}

/// Every position, captures included, has the same value in the tables as by a
/// plain solver. Returns the number of positions and of decided ones.
struct Compare(usize);

impl Visitor for Compare {
    type Output = (usize, usize);

    fn visit<R: Rules>(self) -> (usize, usize) {
        let Self(pieces) = self;
        let tables = shipped::<R>(pieces);
        let positions = every::<R>(pieces);
        let plies = solve(&positions);
        for (position, &plies) in positions.iter().zip(&plies) {
            let wanted = match plies {
                None => Value::Draw,
                Some(plies) if plies % 2 == 1 => Value::Win(plies),
                Some(plies) => Value::Loss(plies),
            };
            let found = tables.value(position);
            assert_eq!(found, Some(wanted), "{} {}", R::FACTS.name, fen::format(position));
        }
        (positions.len(), plies.iter().flatten().count())
    }
}

/// The values with two pieces are right in every rule set.
#[test]
fn two_pieces_are_as_a_plain_solver_has_them() {
    for variant in Variant::ALL {
        let (positions, decided) = variant.visit(Compare(2));
        assert!(positions > 6000 && decided > 1000, "{variant}: {decided} of {positions}");
    }
}

/// The values with three pieces are right in every rule set on 32 squares.
#[test]
fn three_pieces_are_as_a_plain_solver_has_them() {
    use Variant::{Brazilian, English, Italian, Russian, Spanish};
    for variant in [English, Russian, Brazilian, Spanish, Italian] {
        let (positions, decided) = variant.visit(Compare(3));
        assert_eq!(positions, 399_040, "{variant}");
        assert!(3 * decided > positions, "{variant}: {decided}");
    }
}

/// The values with three pieces are right on the large boards.
#[test]
#[ignore = "half a minute"]
fn three_pieces_on_large_boards_are_as_a_plain_solver_has_them() {
    for variant in [Variant::International, Variant::Turkish, Variant::Ukrainian] {
        let (positions, decided) = variant.visit(Compare(3));
        assert!(2 * decided > positions, "{variant}: {decided} of {positions}");
    }
}

/// A random position with so many pieces, some of both colours.
fn random<R: Rules>(pieces: usize, random: &mut fastrand::Rng) -> Position<R> {
    let squares: Vec<_> = R::Board::ALL.bits().collect();
    loop {
        let side = if random.bool() { Side::White } else { Side::Black };
        let mut position = Position::<R>::empty(side);
        while position.occupied().count() < pieces {
            // A taken square or a man on its promotion row: another one.
            let _ = position.put(PIECES[random.usize(..4)], squares[random.usize(..squares.len())]);
        }
        if !position.pieces(Side::White).is_empty() && !position.pieces(Side::Black).is_empty() {
            return position;
        }
    }
}

/// The position with every piece on another square, perhaps in the other colour.
fn moved<R: Rules>(
    position: &Position<R>,
    colour: impl Fn(Side) -> Side,
    square: impl Fn(usize, usize) -> (usize, usize),
) -> Position<R> {
    let mut moved = Position::empty(colour(position.side()));
    for bit in position.occupied().bits() {
        let (side, kind) = position.piece_at(bit).unwrap();
        let (file, rank) = R::Board::coordinates(bit);
        let (file, rank) = square(file, rank);
        moved.put((colour(side), kind), R::Board::bit_at(file, rank).unwrap()).unwrap();
    }
    moved
}

struct Turned;

impl Visitor for Turned {
    type Output = ();

    fn visit<R: Rules>(self) {
        let tables = shipped::<R>(4);
        let (files, ranks) = (R::Board::FILES, R::Board::RANKS);
        let mut rng = fastrand::Rng::with_seed(1);
        let mut draws = 0;
        for i in 0..6000 {
            let position = random::<R>(2 + i % 3, &mut rng);
            let turned = moved(&position, Side::other, |file, rank| (files - 1 - file, ranks - 1 - rank));
            let value = tables.value(&position);
            assert!(value.is_some(), "{} {}", R::FACTS.name, fen::format(&position));
            assert_eq!(tables.value(&turned), value, "{} {}", R::FACTS.name, fen::format(&position));
            draws += usize::from(value == Some(Value::Draw));
        }
        assert!((100..5000).contains(&draws), "{} {draws}", R::FACTS.name);
    }
}

/// Both colours are worth the same, in every rule set.
#[test]
fn a_turned_position_with_colours_changed_has_the_same_value() {
    for variant in Variant::ALL {
        variant.visit(Turned);
    }
}

/// The Turkish board looks the same in a mirror, and so do the values.
#[test]
fn a_mirrored_turkish_position_has_the_same_value() {
    let tables = shipped::<Turkish>(4);
    let mut rng = fastrand::Rng::with_seed(2);
    for i in 0..20_000 {
        let position = random::<Turkish>(2 + i % 3, &mut rng);
        let mirrored = moved(&position, |side| side, |file, rank| (7 - file, rank));
        assert_eq!(tables.value(&mirrored), tables.value(&position), "{}", fen::format(&position));
    }
}

// ---- published counts

/// What the tables say of some pieces, those of the side to move first.
struct Of(&'static str);

impl Visitor for Of {
    type Output = Contents;

    fn visit<R: Rules>(self) -> Contents {
        let all = contents(&shipped::<R>(4));
        all.into_iter().find(|half| half.slice == self.0).unwrap()
    }
}

/// King against king in English draughts, as E. Trice counted them.
#[test]
fn english_kings_are_as_published() {
    let kings = Variant::English.visit(Of("1K-1K"));
    assert_eq!(kings.counts, [230, 654, 108]);
    assert_eq!(kings.longest_win, 11);
}

/// Three Russian kings against one, the three to move: Petrov's triangle takes them
/// at most 13 moves where the one is off the main road, and there only few are
/// drawn; on the road only few are won.
#[test]
fn petrovs_triangle_is_as_published() {
    let three = Variant::Russian.visit(Of("3K-1K"));
    assert_eq!(three.counts, [132_240, 11_600, 0]);
    assert_eq!(three.longest_win, 25);

    let tables = shipped::<Russian>(4);
    let bits: Vec<_> = <Russian as Rules>::Board::ALL.bits().collect();
    let road = (0..8).fold(0, |road, i| road | 1 << <Russian as Rules>::Board::bit_at(i, i).unwrap());
    // Draws and wins without a capture to make: the lone king on the road and nobody
    // else, and off it.
    let (mut on, mut off) = ([0, 0], [0, 0]);
    for (i, &a) in bits.iter().enumerate() {
        for (j, &b) in bits.iter().enumerate().skip(i + 1) {
            for &c in &bits[j + 1..] {
                let strong = 1 << a | 1 << b | 1 << c;
                for &lone in bits.iter().filter(|&&lone| !u64::contains(strong, lone)) {
                    let lone = 1 << lone;
                    let position = Position::<Russian>::of(Side::White, strong, lone, strong | lone);
                    if position.can_capture() {
                        continue;
                    }
                    let won = usize::from(tables.value(&position) != Some(Value::Draw));
                    if lone & road == 0 {
                        off[won] += 1;
                    } else if strong & road == 0 {
                        on[won] += 1;
                    }
                }
            }
        }
    }
    assert_eq!(on, [10_704, 468]);
    assert_eq!(off, [896, 70_504]);
}

/// Two kings against one on the large boards.
#[test]
fn two_kings_against_one_are_as_published() {
    let international = Variant::International.visit(Of("2K-1K"));
    assert_eq!((international.counts[1], international.counts.iter().sum::<u64>()), (39_402, 58_800));
    let turkish = Variant::Turkish.visit(Of("2K-1K"));
    assert_eq!((turkish.counts[1], turkish.counts.iter().sum::<u64>()), (208, 124_992));
}

// ---- files

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polydam"));
    command.arg("tables").args(arguments).stdin(Stdio::null()).env_remove("RUST_LOG");
    command
}

/// `polydam tables build` into a folder, with one thread.
fn build_command(variant: &str, pieces: &str, folder: &Path) -> Command {
    let mut command = command(&["build", "--variant", variant, "--pieces", pieces, "--threads", "1"]);
    command.arg("--dir").arg(folder);
    command
}

fn run(mut command: Command) -> Output {
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Builds, which must work and say nothing.
fn build_all(variant: &str, pieces: &str, folder: &Path) {
    let output = run(build_command(variant, pieces, folder));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("", ""));
}

/// The tables within the program are what the program builds, byte for byte.
#[test]
fn the_shipped_tables_are_those_that_are_built() {
    let folder = Folder::new("shipped");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/egtb/shipped/russian.pdt");
    let shipped = fs::read(shipped).unwrap();
    build_all("russian", "3", &folder.0);
    let files = folder.files();
    assert_eq!(files.len(), 9, "{:?}", files.keys());
    for (name, bytes) in files {
        assert!(shipped.windows(bytes.len()).any(|part| part == bytes), "{name}");
    }
}

/// What can happen to a file: every byte changed, cut off anywhere, lengthened.
fn damages(whole: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let flipped = (0..whole.len()).map(|at| {
        let mut bytes = whole.to_vec();
        bytes[at] ^= 1 << (at % 8);
        bytes
    });
    let cut = (0..whole.len()).map(|length| whole[..length].to_vec());
    let longer = [&b"\0"[..], b"more", &[0; 100]].map(|more| [whole, more].concat());
    flipped.chain(cut).chain(longer)
}

/// A build makes a file anew, the same as before, whatever has happened to it: any
/// byte changed, cut off anywhere, something behind it, another table in its place.
#[test]
fn a_build_makes_damaged_files_anew() {
    let folder = Folder::new("anew");
    build::<Russian>(&folder.0, 2, &|_| ()).unwrap();
    let whole = folder.files();
    assert_eq!(
        whole.keys().collect::<Vec<_>>(),
        ["russian-1K-1K.pdt", "russian-1M-1K.pdt", "russian-1M-1M.pdt"]
    );
    let english = Folder::new("anew-english");
    build::<English>(&english.0, 2, &|_| ()).unwrap();
    let name = "russian-1K-1K.pdt";
    let others = [
        whole["russian-1M-1K.pdt"].clone(),
        english.files()["english-1K-1K.pdt"].clone(),
        [&whole[name][..], &whole[name]].concat(),
    ];
    for damaged in damages(&whole[name]).chain(others) {
        fs::write(folder.file(name), &damaged).unwrap();
        build::<Russian>(&folder.0, 2, &|_| ()).unwrap();
        assert!(folder.files() == whole, "{damaged:?}");
    }
}

/// The same through the program, with one change in each part of a file.
#[test]
fn the_program_makes_damaged_files_anew() {
    let folder = Folder::new("program");
    build_all("russian", "2", &folder.0);
    let whole = folder.files();
    for (name, bytes) in &whole {
        for at in [0, 7, 9, 13, 40, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            fs::write(folder.file(name), damaged).unwrap();
            let output = run(build_command("russian", "2", &folder.0));
            let told = format!("polydam: {}: ", folder.file(name).display());
            assert!(output.status.success() && text(&output.stderr).starts_with(&told));
            assert!(folder.files() == whole, "{name}");
        }
    }
}

/// Positions of four English kings against one, whoever moves: not within the
/// program, so that a file in a folder counts.
const SLOTS: usize = 35_960 * 28;

/// A whole file about four English kings against one, written by what
/// `src/egtb/file.rs` says of the format, in which every position is a draw. All
/// tables of a rule set have the same identity.
fn drawn_kings(identity: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 1 << 14;
    let blocks = |_| (0..SLOTS).step_by(BLOCK).map(|start| BLOCK.min(SLOTS - start));
    let stored: Vec<_> = (0..2)
        .flat_map(blocks)
        .flat_map(|length| [length.div_ceil(4), length])
        .map(|length| compress_to_vec(&vec![0; length], 9))
        .collect();
    let mut bytes = b"PDTABLE\x01".to_vec();
    bytes.extend((24 + 2 * 40 + 8 * stored.len() as u32).to_le_bytes());
    bytes.extend(identity);
    bytes.extend([0, 4, 0, 1, 2, 14, 0, 0]);
    for _ in 0..2 {
        bytes.extend([SLOTS, 0, SLOTS, 0].iter().flat_map(|&count| (count as u64).to_le_bytes()));
        bytes.extend([0; 8]);
    }
    for block in &stored {
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(hash(block).to_le_bytes());
    }
    bytes.extend(hash(&bytes).to_le_bytes());
    bytes.extend(stored.concat());
    bytes
}

/// Puts the file of [`drawn_kings`] into a folder; its bytes and its path.
fn put_drawn_kings(folder: &Folder) -> (Vec<u8>, PathBuf) {
    let built = Folder(folder.file("built"));
    build::<English>(&built.0, 2, &|_| ()).unwrap();
    let bytes = drawn_kings(&built.files()["english-1K-1K.pdt"][12..16]);
    let path = folder.file("english-4K-1K.pdt");
    fs::write(&path, &bytes).unwrap();
    (bytes, path)
}

/// A damaged file in a folder is a problem that names it, and no damaged table is
/// used; the tables within the program go on.
#[test]
fn a_damaged_file_is_named_and_not_used() {
    let folder = Folder::new("named");
    let (whole, path) = put_drawn_kings(&folder);
    let load = || TableSet::<English>::load(Some(&folder.0), 5);
    let position = fen::parse::<English>("W:WK29,K30,K31,K32:BK1").unwrap();
    let (tables, problems) = load();
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!((tables.max_pieces(), tables.value(&position)), (5, Some(Value::Draw)));

    let name = path.display().to_string();
    // The head has 2,092 bytes, of which the first say most.
    for (i, damaged) in damages(&whole).enumerate() {
        if (200..2 * whole.len()).contains(&i) && i % 23 > 0 {
            continue;
        }
        fs::write(&path, damaged).unwrap();
        let (tables, problems) = load();
        assert!(problems.len() == 1 && problems[0].starts_with(&name), "{i} {problems:?}");
        // What stands behind a whole table does not harm it.
        let left = if i < 2 * whole.len() { (4, None) } else { (5, Some(Value::Draw)) };
        assert_eq!((tables.max_pieces(), tables.value(&position)), left, "{i}");
    }

    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let (_, problems) = load();
    assert!(problems.len() == 1 && problems[0].starts_with(&name), "{problems:?}");
}

/// A command about English tables with up to five pieces, those of a folder too.
fn ask(arguments: &[&str], folder: &Folder) -> Output {
    let mut command = command(arguments);
    command.args(["--variant", "english", "--pieces", "5", "--dir"]).arg(&folder.0);
    run(command)
}

/// The program names a damaged file and fails, and still tells of the others.
#[test]
fn info_fails_on_a_damaged_file() {
    let folder = Folder::new("cut");
    let (whole, path) = put_drawn_kings(&folder);
    let output = ask(&["info"], &folder);
    assert!(output.status.success(), "{output:?}");
    let lines = text(&output.stdout).lines().count();
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let output = ask(&["info"], &folder);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout).lines().count(), lines - 2, "{output:?}");
    assert_eq!(text(&output.stderr), format!("polydam: {}: the file is cut off\n", path.display()));
}

/// A file whose checksums are right and whose values are not does not pass for proved.
#[test]
fn verify_fails_on_wrong_values() {
    let folder = Folder::new("wrong");
    put_drawn_kings(&folder);
    let output = ask(&["verify", "--threads", "1"], &folder);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).ends_with(" failed\n"), "{output:?}");
    assert!(text(&output.stderr).starts_with("polydam: 4K-1K: position "), "{output:?}");
}

/// A build that is killed again and again leaves whole files only, and in the end
/// the same files as one that was left alone.
#[test]
fn a_build_killed_often_is_the_build_done_at_once() {
    let (whole, killed) = (Folder::new("whole"), Folder::new("killed"));
    build_all("english", "3", &whole.0);
    let whole = whole.files();
    assert_eq!(whole.len(), 9);
    let mut rng = fastrand::Rng::with_seed(3);
    let mut unfinished = 0;
    // Ever longer, until one comes too late.
    for kill in 1.. {
        let mut child = build_command("english", "3", &killed.0).spawn().unwrap();
        sleep(Duration::from_millis(rng.u64(2 * kill..=6 * kill)));
        child.kill().unwrap();
        child.wait().unwrap();
        let files = killed.files();
        let (parts, done): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(name, _)| name.ends_with(".part"));
        assert!(parts.len() <= 1, "after {kill} kills");
        for (name, bytes) in &done {
            assert!(*bytes == whole[name], "{name} after {kill} kills");
        }
        match done.len() {
            0 => {}
            9 => break,
            _ => unfinished += 1,
        }
    }
    assert!(unfinished > 0, "no kill came in the middle");
    // Something half written, even if no kill left it.
    let last = killed.file("english-2M-1M.pdt");
    fs::write(last.with_extension("pdt.part"), "PDTABLE").unwrap();
    fs::remove_file(last).unwrap();
    build_all("english", "3", &killed.0);
    assert_eq!(killed.files().keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>());
    assert!(killed.files() == whole);
}

/// Where nothing can be written there is one error that names the place, and nothing
/// is left behind.
#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let folder = Folder::new("file");
    let file = folder.file("tables");
    fs::write(&file, "not a folder").unwrap();
    for place in [file.clone(), file.join("below")] {
        let output = run(build_command("russian", "2", &place));
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stdout), "");
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with(&format!("polydam: {}: ", place.display())), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
    assert_eq!(folder.files(), BTreeMap::from([("tables".to_owned(), b"not a folder".to_vec())]));

    // The second of the files has a folder in its place.
    fs::remove_file(&file).unwrap();
    let taken = folder.file("russian-1M-1K.pdt");
    fs::create_dir(&taken).unwrap();
    let output = run(build_command("russian", "2", &folder.0));
    assert_eq!(output.status.code(), Some(1));
    let stderr = text(&output.stderr);
    assert!(stderr.starts_with(&format!("polydam: {}: ", taken.display())), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let mut left: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["russian-1K-1K.pdt", "russian-1M-1K.pdt"]);
}

// ---- commands

/// Wins, draws and losses with their plies and the moves that keep to them, and what
/// no table knows.
#[test]
fn probe_tells_results_plies_and_moves() {
    let folder = Folder::new("probe");
    let mut command = command(&["probe", "--variant", "russian", "--dir"]);
    command.arg(&folder.0);
    // A capture of the last piece; c3-d4 would be taken; no move at all; on b2 the
    // king would be taken; too many pieces.
    command.args(["W:Wc3:Bd4", "W:Wc3:Be5", "B:Wb6,c5:Ba7", "W:WKa1:BKc1", "W:Wa1,c1,e1:Bd8,f8"]);
    let output = run(command);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text(&output.stderr), "");
    let wanted = [
        "win plies=1 best=\"c3:e5\"",
        "draw best=\"c3-b4\"",
        "loss plies=0 best=\"\"",
        "draw best=\"a1-c3 a1-d4 a1-e5 a1-f6 a1-g7 a1-h8\"",
        "unknown",
    ];
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), wanted);
}

/// A line for each set of pieces and side to move.
#[test]
fn info_has_a_line_for_each_slice() {
    let folder = Folder::new("info");
    let mut command = command(&["info", "--variant", "english", "--pieces", "3", "--dir"]);
    command.arg(&folder.0);
    let output = run(command);
    assert!(output.status.success(), "{output:?}");
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 16);
    let kings = "english slice=1K-1K pieces=2 won=230 drawn=654 lost=108 ";
    let more = "longest-win=11 longest-loss=10 count=80 bytes=";
    assert!(lines[0].starts_with(&format!("{kings}{more}")), "{}", lines[0]);
}

/// The tables within the program are proved.
#[test]
fn verify_proves_the_shipped_tables() {
    let folder = Folder::new("verify");
    let mut command =
        command(&["verify", "--variant", "english", "--pieces", "3", "--threads", "1", "--dir"]);
    command.arg(&folder.0);
    let output = run(command);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text(&output.stdout), "english slices=16 positions=199520 ok\n");
    assert_eq!(text(&output.stderr), "");
}
