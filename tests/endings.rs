//! Endings with few pieces, played out: polydam wins those that are won and holds
//! those that are drawn, under the draw rules of the rule set, against the best
//! defence there is.

use polydam::board::{Geometry, Word};
use polydam::egtb::{TableSet, Tables, Value, Verdict};
use polydam::eval::Material;
use polydam::eval::score::{DRAW, is_decided, table_won_in};
use polydam::notation::fen;
use polydam::position::{Game, Kind, Move, Outcome, Position};
use polydam::rules::{Rules, Side, Variant, Visitor};
use polydam::search::{Control, Info, Limits, Means, Memory, Question, Silent, Table, search, thread_pool};
use rayon::ThreadPool;
use std::time::Duration;

/// Own men, own kings, their men, their kings.
type Pieces = [usize; 4];

/// All ways to have so many pieces, some on both sides.
fn materials(pieces: usize) -> Vec<Pieces> {
    let mut all = Vec::new();
    for men in 0..=pieces {
        for kings in 0..=pieces - men {
            for their_men in 0..=pieces - men - kings {
                let their_kings = pieces - men - kings - their_men;
                if men + kings > 0 && their_men + their_kings > 0 {
                    all.push([men, kings, their_men, their_kings]);
                }
            }
        }
    }
    all
}

/// A random position with these pieces.
fn random<R: Rules>(pieces: Pieces, random: &mut fastrand::Rng) -> Position<R> {
    let side = if random.bool() { Side::White } else { Side::Black };
    let squares: Vec<_> = R::Board::ALL.bits().collect();
    let mut position = Position::empty(side);
    let kinds =
        [(side, Kind::Man), (side, Kind::King), (side.other(), Kind::Man), (side.other(), Kind::King)];
    for (piece, count) in kinds.into_iter().zip(pieces) {
        let mut placed = 0;
        while placed < count {
            // A taken square or the promotion row: another one.
            placed += usize::from(position.put(piece, squares[random.usize(..squares.len())]).is_ok());
        }
    }
    position
}

/// Searches with tables, on one thread.
struct Player<R: Rules> {
    pool: ThreadPool,
    table: Table,
    eval: Material<R>,
    tables: TableSet<R>,
}

impl<R: Rules> Player<R> {
    fn new() -> Self {
        let (tables, problems) = TableSet::load(None, 4);
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(tables.max_pieces(), 4, "{}", R::FACTS.name);
        let (pool, table) = (thread_pool(1).unwrap(), Table::new(4 << 20).unwrap());
        Self { pool, table, eval: Material::default(), tables }
    }

    fn find(&self, game: &Game<R>, nodes: u64) -> Info<R> {
        self.ask(&Question::new(game, &Limits::nodes(nodes)))
    }

    fn ask(&self, question: &Question<'_, R>) -> Info<R> {
        let Self { pool, table, eval, tables } = self;
        let means = Means { pool, memory: &Memory::new(1), table, eval, tables, overhead: Duration::ZERO };
        search(question, &means, &Control::new(false), &Silent)
    }
}

/// Plays so many won and as many drawn positions of every kind.
struct PlayOut {
    games: usize,
    /// For moves that the tables leave open.
    nodes: u64,
}

impl Visitor for PlayOut {
    type Output = ();

    fn visit<R: Rules>(self) {
        let player = Player::<R>::new();
        let tables = &player.tables;
        let best_move = |game: &Game<R>| {
            let info = player.find(game, self.nodes);
            let drawn = tables.value(game.position()) == Some(Value::Draw);
            assert!(!drawn || info.score == DRAW, "{}", fen::format(game.position()));
            info.line[0]
        };
        let mut rng = fastrand::Rng::with_seed(7);
        let mut played = 0;
        for pieces in (2..=4).flat_map(materials) {
            for wanted in [Verdict::Win, Verdict::Draw] {
                let mut games = 0;
                // Some kinds of pieces have next to no wins or draws.
                for _ in 0..20 * self.games {
                    let start = random::<R>(pieces, &mut rng);
                    let mut game = Game::new(start);
                    if tables.value(&start).unwrap().verdict() != wanted || game.outcome() != Outcome::Open {
                        continue;
                    }
                    while game.outcome() == Outcome::Open {
                        game.play(best_move(&game));
                    }
                    let right = match wanted {
                        Verdict::Win => game.outcome() == Outcome::Won(start.side()),
                        _ => matches!(game.outcome(), Outcome::Drawn(_)),
                    };
                    assert!(right, "{} {} {:?}", R::FACTS.name, fen::format(&start), game.outcome());
                    games += 1;
                    if games == self.games {
                        break;
                    }
                }
                played += games;
            }
        }
        assert!(played > 40 * self.games, "{}: {played} games", R::FACTS.name);
        println!("{}: {played} games", R::FACTS.name);
    }
}

#[test]
fn won_endings_are_won_and_drawn_ones_held() {
    for &variant in Variant::ALL {
        variant.visit(PlayOut { games: 3, nodes: 100 });
    }
}

/// The same at length; in release mode a quarter of an hour.
#[test]
#[ignore = "takes long"]
fn many_endings_are_won_or_held() {
    for &variant in Variant::ALL {
        variant.visit(PlayOut { games: 500, nodes: 500 });
    }
}

/// Of every move the value in the tables is told, if it is asked for.
struct EveryMove;

impl Visitor for EveryMove {
    type Output = ();

    fn visit<R: Rules>(self) {
        let player = Player::<R>::new();
        let mut rng = fastrand::Rng::with_seed(11);
        let limits = Limits::nodes(2000);
        let mut exact = 0;
        for pieces in (2..=4).flat_map(materials) {
            let game = Game::new(random::<R>(pieces, &mut rng));
            let moves = game.moves();
            if game.outcome() != Outcome::Open {
                continue;
            }
            let place = format!("{} {}", R::FACTS.name, fen::format(game.position()));
            let all = Question { lines: 100, ..Question::new(&game, &limits) };
            let info = player.ask(&all);
            let others = info.others.iter().map(|line| (line.score, &line.moves));
            let lines: Vec<_> = [(info.score, &info.line)].into_iter().chain(others).collect();
            assert_eq!(lines.len(), moves.len(), "{place}");
            assert!(lines.windows(2).all(|pair| pair[0].0 >= pair[1].0), "{place}: {lines:?}");
            // A draw rule can be in the way of best play, and a search is then made.
            let is_drawn = player.tables.value(game.position()) == Some(Value::Draw);
            if !is_drawn && info.nodes > 1 {
                continue;
            }
            let best = player.ask(&Question::new(&game, &limits));
            assert!(best.score == info.score && (is_drawn || best.line == info.line), "{place}");
            exact += 1;
            for (score, line) in lines {
                assert!(moves.contains(&line[0]));
                let value = player.tables.value(&game.position().play(line[0])).unwrap().before();
                match value {
                    Value::Win(plies) => {
                        assert!([table_won_in(plies.into()), DRAW].contains(&score), "{place}");
                    }
                    Value::Loss(plies) => assert_eq!(score, -table_won_in(plies.into()), "{place}"),
                    Value::Draw => assert_eq!(score, DRAW, "{place}"),
                }
                let alone = player.ask(&Question { moves: Some(&line[..1]), ..all });
                assert_eq!((alone.line[0], alone.others.len()), (line[0], 0), "{place}");
                assert!(alone.nodes > 1 || alone.score == score, "{place}");
            }
        }
        assert!(exact > 20, "{}: {exact}", R::FACTS.name);
    }
}

#[test]
fn tables_tell_the_worth_of_every_move() {
    for &variant in Variant::ALL {
        variant.visit(EveryMove);
    }
}

/// The longest wins take more plies than the count of quiet ones allows, and are
/// won because progress starts it anew on the way.
#[test]
fn long_wins_are_seen_through() {
    use polydam::rules::english::English;
    let player = Player::<English>::new();
    for text in ["W:WK7,23:B4,21", "B:W29,30:B8,19"] {
        let start = fen::parse::<English>(text).unwrap();
        let mut game = Game::new(start);
        while game.outcome() == Outcome::Open {
            game.play(player.find(&game, 100).line[0]);
        }
        assert_eq!(game.outcome(), Outcome::Won(start.side()), "{text}");
        assert!(game.past().len() > 80, "{text}: won in {} plies", game.past().len());
    }
}

/// Three kings beat a king, but not when too much of the fifteen moves for it has
/// been wasted: then it is not told as a win.
#[test]
fn a_win_that_comes_too_late_is_no_win() {
    use polydam::rules::russian::Russian;
    let player = Player::<Russian>::new();
    let tables = &player.tables;
    let find = |game: &Game<Russian>| player.find(game, 2000);
    // The longest win there is: 25 plies of 30.
    let mut rng = fastrand::Rng::with_seed(3);
    let start = std::iter::repeat_with(|| random::<Russian>([0, 3, 0, 1], &mut rng))
        .find(|position| tables.value(position) == Some(Value::Win(25)))
        .unwrap();
    assert_eq!(tables.probe(&start, 25), Some(Verdict::Win));
    assert_eq!(tables.probe(&start, 24), None);
    let mut game = Game::new(start);
    assert!(is_decided(find(&game).score));
    // Both sides waste time: of the moves that keep the win the one that makes it longest.
    for _ in 0..16 {
        let slow = |mv: &&Move<Russian>| match tables.value(&game.position().play(**mv)) {
            Some(Value::Win(plies) | Value::Loss(plies)) => i32::from(plies),
            _ => -1,
        };
        let mv = *game.moves().iter().max_by_key(slow).unwrap();
        game.play(mv);
    }
    assert_eq!(game.outcome(), Outcome::Open);
    let Some(Value::Win(plies)) = tables.value(game.position()) else { panic!("still won") };
    let left = game.clock().plies_left::<Russian>();
    assert!(left == 14 && usize::from(plies) > left, "{plies} plies, {left} left");
    assert!(!is_decided(find(&game).score), "{}", find(&game).score);
}
