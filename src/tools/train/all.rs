//! `polydam train all`: from nothing to a net, unattended.

use super::manifest::{self, Manifest, beside};
use super::{Export, Fit, Gate, Generate, Prep, export, fit, gate, generate, prep};
use crate::arena::player::TimeControl;
use crate::eval::{Choice, Evaluator};
use crate::rules::{Rules, Variant, Visitor};
use crate::train::score_against_random;
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to do.
#[derive(Clone, Debug)]
pub struct All {
    /// The rule set.
    pub variant: Variant,
    /// How long it may take, about.
    pub time: Duration,
    /// Hidden units and buckets.
    pub arch: (usize, usize),
    /// How many generations of games and nets.
    pub generations: usize,
    /// Nodes for each move of the games to learn from.
    pub nodes: u64,
    /// The seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// The net to go on from, with its manifest beside it; none: the untrained
    /// evaluation.
    pub start: Option<PathBuf>,
    /// The folder of everything.
    pub out: PathBuf,
    /// Only prove that all steps work: one small generation, which has to beat random
    /// play.
    pub smoke: bool,
}

/// The games of a smoke test, and the nodes for each of their moves.
const SMOKE: (u64, u64) = (3000, 100);
/// Games of its net against random play, and the share of the points it has to take.
const SMOKE_GAMES: usize = 100;
const SMOKE_SCORE: f64 = 0.95;

/// The share of the time for games; the rest is for learning and for matches.
const GAMES_SHARE: f64 = 0.74;

/// The share of the result of the game in what a generation learns. Scores of the
/// untrained evaluation, and of the first nets, teach little.
const LAMBDAS: [f32; 3] = [0.7, 0.5, 0.4];

/// Makes a net in generations: each plays games with the best net so far, more than
/// the one before, learns from all games, and takes its place if it wins their
/// match. Goes on where an earlier run was broken off. The best net is `best.pnn` in
/// the folder; at first that is the one to start from. Returns whether it is better
/// than that one.
///
/// # Errors
///
/// When a step fails, or the net to start from has no manifest that tells of it.
pub fn all(options: &All) -> io::Result<bool> {
    fs::create_dir_all(&options.out).map_err(|error| super::super::in_file(&options.out, error))?;
    if options.smoke {
        return smoke(options);
    }
    let best = options.out.join("best.pnn");
    let start = options.start.clone().map_or(Choice::Material, Choice::File);
    let mut history = options.start.as_deref().map_or_else(|| Ok(Vec::new()), generations_of)?;
    if let Some(net) = &options.start
        && !best.exists()
    {
        super::write_whole(&best, &super::read(net)?)?;
    }
    let mut champion = start.clone();
    let mut from = Vec::new();
    let variant = options.variant;
    let first = history.len();
    let generations = options.generations.max(1);
    let parts = (generations * (generations + 1) / 2) as f64;
    for step in 0..generations {
        let share = GAMES_SHARE * (step + 1) as f64 / parts;
        let number = first + step;
        let lambda = LAMBDAS[number.min(LAMBDAS.len() - 1)];
        let name = |end: &str| options.out.join(format!("gen{number}{end}"));
        let (games, net) = (name(""), name(".pnn"));
        if !games.join(super::MANIFEST).exists() {
            println!("generation {number}: games");
            generate(&Generate {
                variant,
                eval: champion.clone(),
                games: None,
                time: Some(options.time.mul_f64(share)),
                nodes: options.nodes,
                seed: options.seed + number as u64,
                threads: options.threads,
                out: games.clone(),
            })?;
        }
        from.push(games.clone());
        if !net.exists() {
            println!("generation {number}: learning");
            options.learn(from.clone(), lambda, &name(""))?;
        }
        let result = name("-gate");
        let verdict = beside(&result);
        if !verdict.exists() {
            gate(&Gate {
                variant,
                net: net.clone(),
                against: champion.clone(),
                control: TimeControl { nodes: Some(2000), ..TimeControl::default() },
                games: 1000,
                sprt: (0.0, 10.0),
                seed: options.seed,
                threads: options.threads,
                out: result,
            })?;
        }
        if manifest::read(&verdict)?["accepted"] == true {
            super::write_whole(&best, &super::read(&net)?)?;
            champion = Choice::File(net);
        }
        history.push(json!({
            "games": manifest::brief(&games.join(super::MANIFEST), "shards")?,
            "net": manifest::read(&beside(&name(".pnn")))?,
            "gate": manifest::read(&verdict)?,
        }));
        Manifest::new("all", variant).with("generations", history.clone()).write(&beside(&best))?;
    }
    Ok(champion != start)
}

/// The generations that the manifest of a net tells of.
fn generations_of(net: &Path) -> io::Result<Vec<Value>> {
    let path = beside(net);
    let mut manifest = manifest::read(&path)?;
    let Some(Value::Array(generations)) = manifest.get_mut("generations").map(Value::take) else {
        return Err(super::wrong(&path, "it is no manifest of generations"));
    };
    let hash = manifest::hash(&super::read(net)?);
    if !generations.iter().any(|generation| generation["gate"]["net"] == hash.as_str()) {
        return Err(super::wrong(&path, format!("it does not tell of {}", net.display())));
    }
    Ok(generations)
}

/// Makes one small generation and lets it play against random moves.
fn smoke(options: &All) -> io::Result<bool> {
    struct Against<'a>(&'a All, Choice);

    impl Visitor for Against<'_> {
        type Output = Result<f64, String>;

        fn visit<R: Rules>(self) -> Self::Output {
            let eval = Evaluator::<R>::new(&self.1)?;
            score_against_random(&eval, SMOKE_GAMES, SMOKE.1, self.0.seed)
        }
    }

    let name = |end: &str| options.out.join(format!("smoke{end}"));
    let (variant, net) = (options.variant, name(".pnn"));
    generate(&Generate {
        variant,
        eval: Choice::Material,
        games: Some(SMOKE.0),
        time: Some(options.time),
        nodes: SMOKE.1,
        seed: options.seed,
        threads: options.threads,
        out: name(""),
    })?;
    options.learn(vec![name("")], LAMBDAS[0], &name(""))?;
    let score = variant.visit(Against(options, Choice::File(net))).map_err(io::Error::other)?;
    println!("score against random play: {:.1} % of {SMOKE_GAMES} games", 100.0 * score);
    Ok(score > SMOKE_SCORE)
}

impl All {
    /// Learns a net from games; its files have the name of `stem`.
    fn learn(&self, from: Vec<PathBuf>, lambda: f32, stem: &Path) -> io::Result<()> {
        let variant = self.variant;
        let [data, model, net] = ["pdd", "pdm", "pnn"].map(|end| stem.with_extension(end));
        let positions = prep(&Prep { variant, from, out: data.clone() })?;
        println!("positions={positions}");
        fit(&Fit {
            variant,
            data: data.clone(),
            arch: self.arch,
            epochs: 8,
            lambda,
            seed: self.seed,
            threads: self.threads,
            out: model.clone(),
        })?;
        export(&Export { variant, model, data, out: net })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_brings_its_generations_and_no_other_ones() {
        let folder = std::env::temp_dir().join(format!("polydam-generations-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let net = folder.join("best.pnn");
        fs::write(&net, b"net").unwrap();
        let told = |manifest: &Value| {
            fs::write(beside(&net), manifest.to_string()).unwrap();
            generations_of(&net).map_err(|error| error.to_string())
        };
        let tells_of = |hash: &str| json!({"generations": [{"gate": {"net": "0"}}, {"gate": {"net": hash}}]});
        assert_eq!(told(&tells_of(&manifest::hash(b"net"))).unwrap().len(), 2);
        assert!(told(&tells_of(&manifest::hash(b"other"))).unwrap_err().contains("does not tell of"));
        assert!(told(&json!({"generations": 3})).unwrap_err().contains("no manifest of generations"));
        assert!(told(&json!(["generations"])).unwrap_err().contains("no manifest of generations"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
