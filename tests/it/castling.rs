//! Castling at the table, as usual and in Chess960: every gesture from every seat, marks, take-backs, and men that never
//! vanish, meet or change places with their like.

use std::{collections::BTreeMap, time::Duration};

use bevy::prelude::*;
use endgame::{
    board::Sign,
    camera::View,
    chess::{Game, Piece, Position, Profile, RuleSet, Square, diff},
    game::{Match, NewGame, PlayMove, Seats, ShowPly, TakeBack},
    notation::{fen, uci},
    pieces::{At, Figure, InTray, Origin},
    replay::{OpenPgn, SaveGame},
    ui::Action,
    window,
};

use crate::{
    chess960::random_game,
    table::{Table, sq},
};

/// A castling: the position with White to move, king, rook, where the king lands, and whether pointing there means it.
const CASTLINGS: [(&str, &str, &str, &str, bool); 14] = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1", "h1", "g1", true),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1", "a1", "c1", true),
    // King and rook exchange squares.
    ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1", "g1", "g1", true),
    ("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1", "c1", "c1", true),
    // The king stays.
    ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1", "h1", "g1", false),
    ("4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1", "a1", "c1", false),
    // The rook stays.
    ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1", "f1", "g1", true),
    ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1", "d1", "c1", true),
    // One step of the king, which is a move of its own.
    ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1", "h1", "g1", false),
    ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1", "a1", "c1", false),
    // Far across each other, and side by side in the same direction.
    ("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1", "h1", "g1", true),
    ("4k3/8/8/8/8/8/8/R4K2 w A - 0 1", "f1", "a1", "c1", true),
    ("4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1", "c1", "g1", true),
    ("4k3/8/8/8/8/8/8/5RK1 w F - 0 1", "g1", "f1", "c1", true),
];

/// The same with the sides exchanged.
fn mirrored(text: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let swap = |text: &str| -> String {
        let swapped = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(swapped).collect()
    };
    fields[0] = swap(&fields[0]).split('/').rev().collect::<Vec<_>>().join("/");
    fields[1] = "b".to_owned();
    // As it is written: White's rights come first.
    let rights = swap(&fields[2]);
    fields[2] = rights
        .chars()
        .filter(char::is_ascii_uppercase)
        .chain(rights.chars().filter(char::is_ascii_lowercase))
        .collect();
    fields.join(" ")
}

fn mirrored_square(name: &str) -> String {
    let square = sq(name);
    Square::new(square.file(), 7 - square.rank()).to_string()
}

#[derive(Clone, Copy, Debug)]
enum Gesture {
    ClickRook,
    DragOntoRook,
    ClickLanding,
    DragToLanding,
    TypeSan,
    TypeKingTakesRook,
}

#[test]
fn every_castling_by_every_gesture_from_every_seat() {
    let mut table = Table::new();
    for (number, (start, king, rook, landing, lands)) in CASTLINGS.into_iter().enumerate() {
        for black in [false, true] {
            let turn = |name: &str| if black { mirrored_square(name) } else { name.to_owned() };
            let start = if black { mirrored(start) } else { start.to_owned() };
            let (king, rook, landing) = (turn(king), turn(rook), turn(landing));
            let position = fen::parse(&start, RuleSet::Standard).unwrap().position;
            let castling = uci::read(&position, &format!("{king}{rook}")).unwrap();
            assert_eq!((castling.castling().is_some(), castling.to), (true, sq(&landing)), "{start}");
            let castled = position.play(castling);
            // The usual castling from all seats, the others from one each.
            let views = [View::White, View::Black, View::Top];
            let views = if number < 2 { views.to_vec() } else { vec![views[(number + usize::from(black)) % 3]] };
            for view in views {
                table.look(view);
                for gesture in [
                    Gesture::ClickRook,
                    Gesture::DragOntoRook,
                    Gesture::ClickLanding,
                    Gesture::DragToLanding,
                    Gesture::TypeSan,
                    Gesture::TypeKingTakesRook,
                ] {
                    let what = format!("{start} {gesture:?} from {view:?}");
                    table.begin(position);
                    match gesture {
                        Gesture::ClickRook => {
                            table.click(&king);
                            assert_eq!(table.marks(Sign::CastlingTarget), rooks(&position), "{what}");
                            let marked = table.marks(Sign::Target).contains(&sq(&landing));
                            assert_eq!(marked, landing != rook && landing != king, "{what}: the landing is marked");
                            table.click(&rook);
                        }
                        Gesture::DragOntoRook => table.drag(&king, &rook),
                        Gesture::ClickLanding => {
                            table.click(&king);
                            table.click(&landing);
                        }
                        Gesture::DragToLanding => table.drag(&king, &landing),
                        Gesture::TypeSan => {
                            let text = if castling.is_short_castling() { "O-O" } else { "0-0-0" };
                            table.ask(Action::Play(text.to_owned()));
                        }
                        Gesture::TypeKingTakesRook => table.ask(Action::Play(format!("{king}{rook}"))),
                    }
                    table.settle();
                    let by_landing = matches!(gesture, Gesture::ClickLanding | Gesture::DragToLanding);
                    if by_landing && !lands {
                        // The king's own step, or no move at all where he stands there already.
                        assert_ne!(*table.position(), castled, "{what}");
                        assert_eq!(table.game().game().len(), usize::from(landing != king), "{what}");
                        table.assert_scene();
                        continue;
                    }
                    assert_eq!(*table.position(), castled, "{what}");
                    assert_eq!(table.selected(), None);
                    table.assert_scene();
                    table.ask(TakeBack);
                    table.settle();
                    assert_eq!(table.fen(), start, "{what}");
                    table.assert_scene();
                }
            }
        }
    }
}

/// The rooks that the side to move can castle with here.
fn rooks(position: &Position) -> Vec<Square> {
    let mut rooks: Vec<Square> = position.legal_moves().iter().filter_map(|mv| Some(mv.castling()?.0)).collect();
    rooks.sort();
    rooks
}

#[test]
fn a_rook_that_could_castle_is_still_an_own_man() {
    let mut table = Table::with("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // Dragged after the king was chosen: it is the rook's move.
    table.click("e1");
    table.drag("h1", "f1");
    table.settle();
    assert_eq!(table.moves(), "Rf1");
    table.assert_scene();
    // Where castling is not possible a click on the rook chooses it, and a drag of the king onto it says why.
    for (start, why) in [
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", endgame::chess::Illegal::CastlingThroughCheck(sq("f1"))),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", endgame::chess::Illegal::CastlingBlocked),
    ] {
        let mut table = Table::with(start);
        table.click("e1");
        assert_eq!(table.marks(Sign::CastlingTarget), []);
        table.click("h1");
        assert_eq!(table.selected(), Some(sq("h1")));
        table.drag("e1", "h1");
        table.settle();
        assert_eq!(table.notice(), Some(endgame::game::Refusal::Illegal(why)));
        assert_eq!(table.fen(), start);
        table.assert_scene();
    }
}

#[test]
fn castling_by_keyboard_onto_the_rook() {
    use bevy::input::keyboard::Key;
    let mut table = Table::with("4k3/8/8/8/8/8/8/6KR w H - 0 1");
    table.look(View::White);
    // The cursor begins on e2.
    for (code, key) in [
        (KeyCode::ArrowDown, Key::ArrowDown),
        (KeyCode::ArrowDown, Key::ArrowDown),
        (KeyCode::ArrowRight, Key::ArrowRight),
        (KeyCode::ArrowRight, Key::ArrowRight),
        (KeyCode::Enter, Key::Enter),
        (KeyCode::ArrowRight, Key::ArrowRight),
        (KeyCode::Enter, Key::Enter),
    ] {
        table.key(code, key);
    }
    table.settle();
    assert_eq!(table.moves(), "O-O");
    // The king has stayed: the frames say what has happened.
    assert_eq!(table.marks(Sign::LastMove), [sq("f1"), sq("g1"), sq("h1")]);
    table.assert_scene();
}

/// The flow and the men without a window, at the usual speed.
struct Bare(App);

impl Bare {
    fn new() -> Bare {
        Bare(window::bare(Duration::from_millis(40)))
    }

    fn ask<'a, E: Event<Trigger<'a>: Default>>(&mut self, request: E) {
        self.0.world_mut().trigger(request);
        self.0.update();
    }

    fn begin(&mut self, start: Position) {
        self.ask(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
        self.settle();
    }

    fn settle(&mut self) {
        for _ in 0..60 {
            self.0.update();
        }
    }

    /// Each man's entity, by its identity.
    fn entities(&mut self) -> BTreeMap<Square, Entity> {
        let mut query = self.0.world_mut().query::<(&Origin, Entity)>();
        query.iter(self.0.world()).map(|(origin, entity)| (origin.square, entity)).collect()
    }

    /// Each man is where the game says it is, at once in the data; at rest also in space.
    fn assert_men(&mut self, entities: &BTreeMap<Square, Entity>, at_rest: bool, what: &str) {
        assert_eq!(&self.entities(), entities, "{what}: men were lost, made or exchanged");
        let shown = self.0.world().resource::<Match>();
        let ply = shown.ply();
        let men = diff::whereabouts(shown.game(), ply);
        let expected: BTreeMap<Square, Piece> = shown.shown().pieces().collect();
        let mut scene = BTreeMap::new();
        let mut places: Vec<Vec3> = Vec::new();
        let mut query = self.0.world_mut().query::<(&Origin, &Figure, Option<&At>, Option<&InTray>, &Transform)>();
        for (origin, figure, at, tray, transform) in query.iter(self.0.world()) {
            let man = men.iter().find(|man| man.origin == origin.square).unwrap();
            let spot = match (at, tray) {
                (Some(at), None) => diff::Spot::Board(at.0),
                (None, Some(tray)) => diff::Spot::Tray(tray.0),
                other => panic!("{what}: {other:?}"),
            };
            assert_eq!(spot, man.spot, "{what}, ply {ply}: {figure:?} of {}", origin.square);
            if let Some(at) = at {
                assert_eq!(scene.insert(at.0, figure.0.side), None, "{what}: two men on {}", at.0);
            }
            if at_rest {
                assert_eq!(figure.0, man.piece, "{what}, ply {ply}");
                let place = endgame::pieces::place(endgame::pieces::Placed { piece: man.piece, spot });
                assert!(transform.translation.distance(place) < 1e-4, "{what}, ply {ply}: {figure:?} beside its place");
                assert!(places.iter().all(|other| other.distance(place) > 0.3), "{what}: two men in one place");
                places.push(place);
            }
        }
        let sides: BTreeMap<Square, _> = expected.into_iter().map(|(square, piece)| (square, piece.side)).collect();
        assert_eq!(scene, sides, "{what}, ply {ply}");
    }
}

#[test]
fn every_castling_of_chess960_forward_back_and_interrupted() {
    let mut bare = Bare::new();
    let mut castlings = 0;
    for side in ["white", "black"] {
        for king in 1..7_u8 {
            for rook in (0..8_u8).filter(|&rook| rook != king) {
                let mut rank = [b'1'; 8];
                (rank[usize::from(king)], rank[usize::from(rook)]) = (b'K', b'R');
                let rank = String::from_utf8(rank.to_vec()).unwrap();
                let file = char::from(b'A' + rook);
                let text = if side == "white" {
                    format!("k7/8/8/8/8/8/8/{rank} w {file} - 0 1")
                } else {
                    format!("{}/8/8/8/8/8/8/K7 b {} - 0 1", rank.to_lowercase(), file.to_ascii_lowercase())
                };
                // One rank is written with single ones for empty squares, which a strict reader would mend.
                let start = fen::parse(&text, RuleSet::Endgame).unwrap().position;
                let castling = start.legal_moves().into_iter().find(|mv| mv.castling().is_some()).unwrap();
                bare.begin(start);
                let men = bare.entities();
                bare.ask(PlayMove(castling));
                bare.assert_men(&men, false, &text);
                bare.settle();
                bare.assert_men(&men, true, &text);
                // To and fro in mid-air, as a finger on the scrubber does.
                for ply in [0, 1, 0, 1, 1, 0] {
                    bare.ask(ShowPly(ply));
                    bare.0.update();
                    bare.0.update();
                    bare.assert_men(&men, false, &text);
                }
                bare.settle();
                bare.assert_men(&men, true, &text);
                bare.ask(ShowPly(1));
                bare.settle();
                bare.assert_men(&men, true, &text);
                bare.ask(TakeBack);
                bare.0.update();
                bare.assert_men(&men, false, &text);
                bare.settle();
                bare.assert_men(&men, true, &text);
                assert_eq!(bare.0.world().resource::<Match>().shown(), &start);
                castlings += 1;
            }
        }
    }
    assert_eq!(castlings, 2 * 6 * 7);
}

#[test]
fn games_of_chess960_are_played_scrubbed_and_taken_back() {
    let mut bare = Bare::new();
    let (mut castled, mut plies) = (0, 0);
    for number in (0..Position::CHESS960_STARTS).step_by(37) {
        for rules in RuleSet::ALL {
            let what = format!("start {number}, {rules}");
            let game = random_game(Position::chess960(number, rules).unwrap(), u64::from(number) + 7);
            bare.begin(*game.start());
            let men = bare.entities();
            assert_eq!(men.len(), 32);
            for ply in game.plies() {
                bare.ask(PlayMove(ply.mv));
                bare.assert_men(&men, false, &what);
                castled += usize::from(ply.mv.castling().is_some());
            }
            bare.settle();
            bare.assert_men(&men, true, &what);
            let mut random = fastrand::Rng::with_seed(u64::from(number));
            for _ in 0..12 {
                bare.ask(ShowPly(random.usize(..=game.len())));
                if random.bool() {
                    bare.settle();
                    bare.assert_men(&men, true, &what);
                }
            }
            bare.ask(ShowPly(usize::MAX));
            for _ in 0..game.len() {
                bare.ask(TakeBack);
                bare.assert_men(&men, false, &what);
            }
            bare.settle();
            bare.assert_men(&men, true, &what);
            assert_eq!(bare.0.world().resource::<Match>().shown(), game.start());
            plies += game.len();
        }
    }
    println!("{plies} plies, {castled} castlings");
    assert!(castled > 20);
}

#[test]
fn a_saved_game_of_each_variant_is_opened_again() {
    let path = std::env::temp_dir().join(format!("endgame-{}-variants.pgn", std::process::id()));
    let mut bare = Bare::new();
    for (number, rules) in [(0, RuleSet::Standard), (518, RuleSet::Endgame), (959, RuleSet::Endgame)] {
        let game = random_game(Position::chess960(number, rules).unwrap(), 5);
        bare.begin(*game.start());
        for ply in game.plies() {
            bare.ask(PlayMove(ply.mv));
        }
        bare.ask(SaveGame(path.clone()));
        bare.begin(Position::start());
        bare.ask(OpenPgn(path.clone()));
        bare.settle();
        let opened: Game = bare.0.world().resource::<Match>().game().clone();
        assert_eq!((opened.start(), opened.plies()), (game.start(), game.plies()), "{number}, {rules}");
        assert_eq!((opened.position(), opened.outcome()), (game.position(), game.outcome()));
        let men = bare.entities();
        for ply in (0..=game.len()).chain((0..game.len()).rev()) {
            bare.ask(ShowPly(ply));
            bare.assert_men(&men, false, "watched");
        }
        bare.settle();
        bare.assert_men(&men, true, "watched");
    }
    std::fs::remove_file(path).unwrap();
}
