//! Where the results of a long run go, so that it can be broken off at any moment
//! and taken up again without losing or doubling a result.
//!
//! Beside an output file `x` there is its state, `x.state`: how far the run has
//! come and how long its files were then. It is replaced as a whole after every
//! result; what was written behind it is cut off when the run is taken up again.

use super::in_file;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// One result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Piece {
    /// The number of the task, from 1.
    pub number: u64,
    /// For the output.
    pub text: String,
    /// For the report.
    pub report: String,
    /// Why there is no result, for standard error.
    pub complaint: Option<String>,
    /// Is something wrong with the task?
    pub bad: bool,
}

/// Where results are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Target {
    /// The output file; none: standard output.
    pub output: Option<PathBuf>,
    /// Take up a run that was broken off?
    pub resume: bool,
    /// A report beside the output.
    pub report: Option<PathBuf>,
}

/// How far a run has come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct State {
    /// What the run was asked to do.
    run: String,
    /// The number of the last task that is done.
    number: u64,
    /// How many tasks were bad.
    bad: u64,
    /// Lengths of the files, in bytes.
    lengths: [u64; 2],
}

impl State {
    fn to_json(&self) -> Value {
        json!({ "run": self.run, "number": self.number, "bad": self.bad, "lengths": self.lengths })
    }

    fn parse(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let number = |name| value.get(name)?.as_u64();
        let length = |index| value.get("lengths")?.get(index)?.as_u64();
        Some(Self {
            run: value.get("run")?.as_str()?.to_owned(),
            number: number("number")?,
            bad: number("bad")?,
            lengths: [length(0)?, length(1)?],
        })
    }
}

/// The files of a run.
pub(super) struct Output {
    text: Box<dyn Write>,
    report: Option<File>,
    state: State,
    /// Where the state is kept, if it is.
    state_path: Option<PathBuf>,
    keep_state: bool,
}

impl Output {
    /// Opens the files of a run, which `run` describes: a run is taken up only
    /// with the same description.
    ///
    /// # Errors
    ///
    /// When a file cannot be opened, or does not belong to this run.
    pub(super) fn open(target: &Target, run: &str) -> io::Result<Self> {
        let fresh = State { run: run.to_owned(), ..State::default() };
        let Some(path) = &target.output else {
            let report = target.report.as_deref().map(|path| open_at(path, 0)).transpose()?;
            let text = Box::new(io::stdout());
            return Ok(Self { text, report, state: fresh, state_path: None, keep_state: false });
        };
        let state_path = beside(path, ".state");
        let state = if target.resume { earlier(path, &state_path, run)? } else { None }.unwrap_or(fresh);
        let text = open_at(path, state.lengths[0])?;
        let report = target.report.as_deref().map(|path| open_at(path, state.lengths[1])).transpose()?;
        let state_path = text.metadata()?.is_file().then_some(state_path);
        let output = Self { text: Box::new(text), report, state, state_path, keep_state: target.resume };
        output.save()?;
        Ok(output)
    }

    /// The number of the last task that was done in an earlier run, or 0.
    pub(super) fn done(&self) -> u64 {
        self.state.number
    }

    /// Were all tasks good so far?
    pub(super) fn is_good(&self) -> bool {
        self.state.bad == 0
    }

    /// Writes what stands before the first result of the report.
    ///
    /// # Errors
    ///
    /// When output fails.
    pub(super) fn begin(&mut self, head: &str) -> io::Result<()> {
        if self.state.lengths[1] == 0 { self.write("", head) } else { Ok(()) }
    }

    /// Writes a result.
    ///
    /// # Errors
    ///
    /// When output fails.
    pub(super) fn put(&mut self, piece: &Piece) -> io::Result<()> {
        self.write(&piece.text, &piece.report)?;
        self.state.number = piece.number;
        self.state.bad += u64::from(piece.bad);
        self.save()
    }

    /// Writes what stands behind the last result of the report. The state is of no
    /// more use, unless somebody asks to take up a run that has come to its end.
    ///
    /// # Errors
    ///
    /// When output fails.
    pub(super) fn end(&mut self, tail: &str) -> io::Result<()> {
        let state = self.state.clone();
        self.write("", tail)?;
        self.state = state;
        match &self.state_path {
            Some(_) if self.keep_state => self.save(),
            Some(path) if path.exists() => fs::remove_file(path),
            _ => Ok(()),
        }
    }

    fn write(&mut self, text: &str, report: &str) -> io::Result<()> {
        self.text.write_all(text.as_bytes())?;
        self.text.flush()?;
        self.state.lengths[0] += text.len() as u64;
        if let Some(file) = &mut self.report {
            file.write_all(report.as_bytes())?;
            self.state.lengths[1] += report.len() as u64;
        }
        Ok(())
    }

    fn save(&self) -> io::Result<()> {
        let Some(path) = &self.state_path else { return Ok(()) };
        let draft = beside(path, ".new");
        fs::write(&draft, format!("{}\n", self.state.to_json()))?;
        fs::rename(draft, path)
    }
}

/// The state of the run that wrote a file; none if there was none yet.
fn earlier(path: &Path, state_path: &Path, run: &str) -> io::Result<Option<State>> {
    let refuse = |reason: &str| io::Error::other(format!("cannot resume {}: {reason}", path.display()));
    let text = match fs::read_to_string(state_path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let used = fs::metadata(path).is_ok_and(|file| file.len() > 0);
            return if used { Err(refuse("there is a file but no state of it")) } else { Ok(None) };
        }
        text => text?,
    };
    let state = State::parse(&text).ok_or_else(|| refuse("its state cannot be read"))?;
    if state.run == run {
        Ok(Some(state))
    } else {
        Err(refuse(&format!("it was begun as {}, not as {run}", state.run)))
    }
}

/// Opens a file to write on from a place; whatever is behind it goes.
fn open_at(path: &Path, length: u64) -> io::Result<File> {
    let explain = |error: io::Error| in_file(path, error);
    let mut file = File::options().create(true).write(true).truncate(false).open(path).map_err(explain)?;
    if file.metadata()?.is_file() {
        if file.metadata()?.len() < length {
            return Err(explain(io::Error::other("shorter than it was when the run was broken off")));
        }
        file.set_len(length).map_err(explain)?;
        file.seek(SeekFrom::End(0)).map_err(explain)?;
    }
    Ok(file)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for one test.
    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("polydam-output-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn target(folder: &Path, resume: bool) -> Target {
        Target { output: Some(folder.join("out")), report: Some(folder.join("report")), resume }
    }

    fn piece(number: u64) -> Piece {
        Piece {
            number,
            text: format!("<{number}>"),
            report: format!("({number})"),
            bad: number == 2,
            ..Piece::default()
        }
    }

    fn files(folder: &Path) -> [String; 2] {
        ["out", "report"].map(|name| fs::read_to_string(folder.join(name)).unwrap())
    }

    #[test]
    fn a_run_broken_off_goes_on_where_it_was() {
        let folder = folder("resume");
        let mut output = Output::open(&target(&folder, false), "run").unwrap();
        output.begin("head").unwrap();
        output.put(&piece(1)).unwrap();
        output.put(&piece(2)).unwrap();
        // Killed in the middle of a result.
        output.write("<3", "(").unwrap();
        drop(output);
        let mut output = Output::open(&target(&folder, true), "run").unwrap();
        assert_eq!((output.done(), output.is_good()), (2, false));
        output.begin("head").unwrap();
        output.put(&piece(3)).unwrap();
        output.end("tail").unwrap();
        assert_eq!(files(&folder), ["<1><2><3>", "head(1)(2)(3)tail"]);
        // Nothing is left to do, and the end is written but once.
        let mut output = Output::open(&target(&folder, true), "run").unwrap();
        assert_eq!(output.done(), 3);
        output.begin("head").unwrap();
        output.end("tail").unwrap();
        assert_eq!(files(&folder), ["<1><2><3>", "head(1)(2)(3)tail"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_run_begins_anew_unless_it_is_taken_up() {
        let folder = folder("anew");
        for _ in 0..2 {
            let mut output = Output::open(&target(&folder, false), "run").unwrap();
            output.begin("head").unwrap();
            output.put(&piece(1)).unwrap();
            output.end("").unwrap();
            assert_eq!(files(&folder), ["<1>", "head(1)"]);
            assert!(!folder.join("out.state").exists());
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_belongs_to_another_run_is_left_alone() {
        let folder = folder("other");
        let refused = |run| Output::open(&target(&folder, true), run).err().unwrap().to_string();
        fs::write(folder.join("out"), "mine").unwrap();
        assert!(refused("run").contains("no state"), "{}", refused("run"));
        let mut output = Output::open(&target(&folder, false), "run").unwrap();
        output.put(&piece(1)).unwrap();
        assert!(refused("another").contains("begun as run, not as another"));
        fs::write(folder.join("out"), "").unwrap();
        assert!(refused("run").contains("shorter"));
        fs::write(folder.join("out.state"), "{").unwrap();
        assert!(refused("run").contains("cannot be read"));
        fs::remove_dir_all(folder).unwrap();
    }
}
