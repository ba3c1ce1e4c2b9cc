//! The trained evaluation: sums kept from move to move, files of nets, learning.

use polydam::board::Word;
use polydam::eval::net::{Shape, Sums, Weights};
use polydam::eval::score::{EVAL_LIMIT, MAX_PLY};
use polydam::eval::{Evaluation, Evaluator};
use polydam::position::Game;
use polydam::rules::{Rules, Variant, Visitor, identity};
use polydam::train::{
    Dataset, Model, Plan, Recipe, difference, fit, play_shard, quantise, read_dataset, read_shard, results,
    write_dataset, write_shard,
};

/// A net that has learned nothing: every weight is drawn by lot.
fn random_net<R: Rules>(hidden: usize, seed: u64) -> Weights {
    let shape = Shape { squares: <R::Board as polydam::board::Geometry>::SQUARES, hidden, buckets: 4 };
    quantise::<R>(&Model::new(shape, seed), 100.0)
}

/// Positions of random games for each rule set; `POLYDAM_NET_POSITIONS` asks for
/// more than the usual number.
fn positions() -> usize {
    std::env::var("POLYDAM_NET_POSITIONS").map_or(20_000, |text| text.parse().unwrap())
}

struct Incremental(usize);

impl Visitor for Incremental {
    type Output = usize;

    fn visit<R: Rules>(self) -> usize {
        let mut random = fastrand::Rng::with_seed(7);
        let net = Evaluator::<R>::of(&random_net::<R>(64, 3)).unwrap();
        let mut sums = Sums::default();
        net.begin(&mut sums);
        let (mut seen, mut scores) = (0, std::collections::HashSet::new());
        while seen < self.0 {
            let mut game = Game::<R>::default();
            for ply in 0..MAX_PLY {
                let moves = game.moves();
                if moves.is_empty() {
                    break;
                }
                // The search looks at siblings, and does not look at every node.
                let sibling = game.position().play(moves[random.usize(..moves.len())]);
                for (position, ply) in [(*game.position(), ply), (sibling, ply + 1)] {
                    if random.u8(..4) > 0 {
                        // A key never seen before, half of the time: with the true one
                        // a score may be remembered instead of worked out.
                        let key = if random.bool() { position.key() } else { random.u64(..) };
                        let score = net.evaluate_at(&position, key, ply, &mut sums);
                        assert_eq!(score, net.evaluate(&position), "{position:?}");
                        scores.insert(score);
                        seen += 1;
                    }
                }
                game.play(moves[random.usize(..moves.len())]);
            }
        }
        assert!(scores.len() > 50, "the net tells positions apart");
        seen
    }
}

#[test]
fn kept_sums_are_those_of_the_position() {
    for variant in Variant::ALL {
        assert!(variant.visit(Incremental(positions())) >= positions());
    }
}

struct ColoursAreEqual;

impl Visitor for ColoursAreEqual {
    type Output = ();

    fn visit<R: Rules>(self) {
        let net = Evaluator::<R>::of(&random_net::<R>(32, 5)).unwrap();
        let start = Game::<R>::default();
        // Both sides see the same board.
        assert_eq!(net.evaluate(start.position()), net.evaluate(&start.position().passed()));
    }
}

#[test]
fn colours_are_equal() {
    Variant::ALL.iter().for_each(|variant| variant.visit(ColoursAreEqual));
}

struct Files;

impl Visitor for Files {
    type Output = ();

    fn visit<R: Rules>(self) {
        for hidden in Shape::HIDDEN {
            let weights = random_net::<R>(hidden, 9);
            let bytes = weights.write();
            assert_eq!(Weights::read(&bytes).as_ref(), Ok(&weights));
            Evaluator::<R>::of(&weights).unwrap();
            for cut in [0, 3, 20, bytes.len() / 2, bytes.len() - 1] {
                assert!(Weights::read(&bytes[..cut]).is_err(), "{cut}");
            }
            for at in [0, 4, 12, 16, 24, bytes.len() / 2, bytes.len() - 1] {
                let mut damaged = bytes.clone();
                damaged[at] ^= 0x40;
                assert!(Weights::read(&damaged).is_err(), "{at}");
            }
            assert!(Weights::read(&[&bytes[..], &[0]].concat()).is_err());
        }
        // Whatever the weights, there is a score.
        let mut wild = random_net::<R>(64, 2);
        wild.inputs.fill(i16::MAX);
        wild.second.fill(i16::MIN);
        wild.second_bias.fill(i32::MIN);
        wild.last.fill(i16::MAX);
        wild.last_bias.fill(i32::MAX);
        let wild = Evaluator::<R>::of(&Weights { scale: 10_000, ..wild }).unwrap();
        assert!(wild.evaluate(Game::<R>::default().position()).abs() < EVAL_LIMIT);
        let large = Weights { scale: 10_001, ..random_net::<R>(32, 1) };
        assert!(Weights::read(&large.write()).unwrap_err().contains("scale"));
        let foreign = Weights { identity: identity::<R>() ^ 1, ..random_net::<R>(32, 1) };
        assert!(Evaluator::<R>::of(&foreign).unwrap_err().contains("no net for"));
    }
}

#[test]
fn files_of_nets_are_read_back_and_damage_is_seen() {
    Variant::ALL.iter().for_each(|variant| variant.visit(Files));
}

struct Learning;

impl Visitor for Learning {
    type Output = ();

    fn visit<R: Rules>(self) {
        let plan = Plan { nodes: 60, seed: 4, games: 30 };
        let material = Evaluator::<R>::new(&polydam::eval::Choice::Material).unwrap();
        let (tables, _) = polydam::egtb::TableSet::<R>::load(None, 3);
        let play = |shard| play_shard(&plan, shard, &[], &material, &tables).unwrap();
        let samples = play(0);
        assert_eq!(play(0), samples, "a shard is what its number says");
        assert_ne!(play(1), samples);
        let games: u64 = results(&samples).iter().sum();
        assert!(samples.len() > 200 && (20..=30).contains(&games), "{games}");
        for sample in &samples {
            assert!(!sample.position.can_capture() && !sample.position.passed().can_capture());
            assert!(sample.position.occupied().count() > 3 && sample.result <= 2);
        }
        let bytes = write_shard(&samples);
        assert_eq!(read_shard(&bytes).as_ref(), Ok(&samples));
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 2] ^= 1;
        assert!(read_shard::<R>(&damaged).is_err() && read_shard::<R>(&bytes[..9]).is_err());

        let mut data = Dataset::default();
        data.add(&samples, 0);
        data.merge();
        let mirrored = if <R::Board as polydam::board::Geometry>::CHEQUERED { 1 } else { 2 };
        assert!(!data.train.is_empty() && data.train.len() + data.valid.len() <= mirrored * samples.len());
        let again = read_dataset::<R>(&write_dataset(&data)).unwrap();
        assert_eq!((&again.train, &again.valid), (&data.train, &data.valid));

        let squares = <R::Board as polydam::board::Geometry>::SQUARES;
        let shape = Shape { squares, hidden: 32, buckets: 2 };
        let recipe = Recipe { epochs: 12, batch: 64, ..Recipe::new(shape, 100.0, data.train.len()) };
        let learn = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut losses = Vec::new();
            let model = pool.install(|| fit(&recipe, &data, |epoch| losses.push(epoch.train)));
            (model, losses)
        };
        let (model, losses) = learn(1);
        assert_eq!(learn(3).0.write(), model.write(), "a seed gives the same bytes");
        assert!(losses[11] < losses[0] * 0.8, "{losses:?}");
        assert_eq!(Model::read(&model.write()).unwrap().write(), model.write());
        let apart = difference(&model, &quantise::<R>(&model, 100.0), &data.train).unwrap();
        assert!(apart.mean < 3.0, "{apart:?}");
    }
}

#[test]
fn games_become_a_net() {
    for variant in [Variant::English, Variant::International, Variant::Turkish] {
        variant.visit(Learning);
    }
}
