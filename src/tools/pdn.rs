//! `polydam pdn`: the games of PDN files, checked move by move, or written anew.

use crate::notation::pdn::{
    GameResult, GameText, PdnError, Reader, check_variations, normalise, replay, write_game,
};
use crate::position::{Game, Move, Outcome, Position};
use crate::rules::facts::Squares;
use crate::rules::{Rules, Side, Variant, Visitor};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::time::Instant;

/// What to do with the games.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The rule set of games without the tag GameType.
    pub variant: Option<Variant>,
    /// Print the good games?
    pub write: bool,
    /// Print moves in numbers or names instead of as usual in the rule set?
    pub squares: Option<Squares>,
}

/// Reads the files, `-` for standard input, and names every game that is wrong, and
/// where, on standard error. Prints one line of totals, or, to write, the good games
/// (the totals then go to standard error). Returns whether all games were good.
///
/// # Errors
///
/// When output fails.
pub fn run(options: &Options, files: &[String]) -> io::Result<bool> {
    let clock = Instant::now();
    let output = BufWriter::new(io::stdout().lock());
    let mut check = Check { options, output, totals: Totals::default(), unreadable: 0 };
    for file in files {
        if file == "-" {
            check.games(file, io::stdin().lock())?;
            continue;
        }
        match File::open(file) {
            Ok(input) => check.games(file, BufReader::with_capacity(1 << 16, input))?,
            Err(error) => {
                check.unreadable += 1;
                eprintln!("{file}: {error}");
            }
        }
    }
    let totals = check.totals.line(clock.elapsed().as_secs_f64());
    if options.write {
        eprintln!("{totals}");
    } else {
        writeln!(check.output, "{totals}")?;
    }
    check.output.flush()?;
    Ok(check.totals.bad == 0 && check.unreadable == 0)
}

/// What has been found so far.
#[derive(Clone, Copy, Default, Debug)]
struct Totals {
    games: u64,
    bad: u64,
    warnings: u64,
    plies: u64,
}

impl Totals {
    fn line(&self, seconds: f64) -> String {
        let Self { games, bad, warnings, plies } = self;
        let speed = *games as f64 / seconds.max(1e-9);
        format!(
            "games={games} bad={bad} warnings={warnings} plies={plies} time={seconds:.3} games/s={speed:.0}"
        )
    }
}

/// Checks games one after the other.
struct Check<'a, W: Write> {
    options: &'a Options,
    output: W,
    totals: Totals,
    /// Files that could not be opened.
    unreadable: u64,
}

impl<W: Write> Check<'_, W> {
    /// Checks the games of a file.
    fn games(&mut self, file: &str, input: impl BufRead) -> io::Result<()> {
        for game in Reader::new(input) {
            self.totals.games += 1;
            let checked = match game {
                Ok(game) => self.game(&game)?.map(|warning| (game.line, warning)),
                Err(error) => Err(error),
            };
            match checked {
                Ok((line, Some(warning))) => {
                    self.totals.warnings += 1;
                    report(file, line, format_args!("warning: {warning}"));
                }
                Ok(_) => {}
                Err(error) => {
                    self.totals.bad += 1;
                    report(file, error.line, error.message);
                }
            }
        }
        Ok(())
    }

    /// Checks a game, and prints it if it is to be printed.
    fn game(&mut self, game: &GameText) -> io::Result<Result<Option<String>, PdnError>> {
        let error = |message: String| PdnError { line: game.line, message };
        let missing =
            || error("the game has no tag GameType: expected --variant with its rule set".to_owned());
        let variant = match game.variant() {
            Some(variant) => variant.map_err(|unknown| error(unknown.to_string())),
            None => self.options.variant.ok_or_else(missing),
        };
        match variant {
            Ok(variant) => variant.visit(One { check: self, game }),
            Err(error) => Ok(Err(error)),
        }
    }
}

fn report(file: &str, line: u64, message: impl Display) {
    eprintln!("{file}:{line}: {message}");
}

/// The check of one game.
struct One<'c, 'o, 'g, W: Write> {
    check: &'c mut Check<'o, W>,
    game: &'g GameText,
}

impl<W: Write> Visitor for One<'_, '_, '_, W> {
    /// What is odd about a good game, or what is wrong with a bad one.
    type Output = io::Result<Result<Option<String>, PdnError>>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Self { check, game } = self;
        let (start, moves) = match replay::<R>(game) {
            Ok(replayed) => replayed,
            Err(error) => return Ok(Err(error)),
        };
        if check.options.write {
            match normalise::<R>(game, check.options.squares) {
                Ok(game) => write_game::<R>(&mut check.output, &game)?,
                Err(error) => return Ok(Err(error)),
            }
        } else if let Err(error) = check_variations::<R>(game) {
            return Ok(Err(error));
        }
        check.totals.plies += moves.len() as u64;
        Ok(Ok(doubt(game, start, &moves)))
    }
}

/// What is odd about the result of a game.
fn doubt<R: Rules>(game: &GameText, start: Position<R>, moves: &[Move<R>]) -> Option<String> {
    let tagged = game.tag("Result").and_then(GameResult::parse).filter(is_known);
    let ended = game.result.filter(is_known);
    if let (Some(tagged), Some(ended)) = (tagged, ended)
        && tagged != ended
    {
        return Some(format!("the tag Result says {}, the end of the game {}", name(tagged), name(ended)));
    }
    let said = ended.or(tagged)?;
    let mut replayed = Game::new(start);
    moves.iter().for_each(|&mv| replayed.play(mv));
    let (result, why) = match replayed.outcome() {
        Outcome::Open => return None,
        Outcome::Won(Side::White) => (GameResult::WhiteWins, "Black cannot move"),
        Outcome::Won(Side::Black) => (GameResult::BlackWins, "White cannot move"),
        Outcome::Drawn(_) => (GameResult::Draw, "the game is drawn by rule"),
    };
    (said != result).then(|| format!("the result is {}, but {why}", name(said)))
}

fn is_known(result: &GameResult) -> bool {
    *result != GameResult::Unknown
}

fn name(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "a win of White",
        GameResult::BlackWins => "a win of Black",
        GameResult::Draw => "a draw",
        GameResult::Unknown => "unknown",
    }
}
