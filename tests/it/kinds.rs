//! Whether the kinds of men are told from each other: by their silhouettes, and from above, where all are round, by what is drawn
//! inside.

use std::collections::HashMap;

use endgame::{
    camera::View,
    chess::{Kind, Piece, RuleSet, Side, Square},
    notation::fen,
    settings::{Board, Detail, Light, Men},
};

use crate::{
    legibility::mask,
    models::models_of,
    studio::{SIDE, Studio},
};

/// At least so much of what two silhouettes cover together is covered by one of them only.
const MARGIN: f32 = 0.09;
/// The same if the one is as near as to look as tall as the other.
const SHAPE_MARGIN: f32 = 0.03;
/// From above: the mean difference of luminance between two kinds, as a part of the mean luminance of both.
const INNER_MARGIN: f32 = 0.10;
/// Every pair of kinds.
const PAIRS: [(Kind, Kind); 15] = {
    use Kind::{Bishop, King, Knight, Pawn, Queen, Rook};
    [
        (Pawn, Knight),
        (Pawn, Bishop),
        (Pawn, Rook),
        (Pawn, Queen),
        (Pawn, King),
        (Knight, Bishop),
        (Knight, Rook),
        (Knight, Queen),
        (Knight, King),
        (Bishop, Rook),
        (Bishop, Queen),
        (Bishop, King),
        (Rook, Queen),
        (Rook, King),
        (Queen, King),
    ]
};
/// Squares near and far, in the middle and at the edge.
const SQUARES: [&str; 3] = ["d4", "a8", "g1"];

/// The part of two masks that only one of them covers.
fn apart(a: &[bool], b: &[bool]) -> f32 {
    let (mut one, mut any) = (0, 0);
    for (a, b) in a.iter().zip(b) {
        one += usize::from(a != b);
        any += usize::from(*a || *b);
    }
    one as f32 / any.max(1) as f32
}

/// The same silhouette, 96 pixels tall, on its foot in the middle of a picture of its own.
fn scaled(mask: &[bool]) -> Vec<bool> {
    const TALL: usize = 96;
    let covered = || (0..mask.len()).filter(|n| mask[*n]);
    let (top, foot) = (covered().min().unwrap() / SIDE, covered().max().unwrap() / SIDE);
    let left = covered().map(|n| n % SIDE).min().unwrap();
    let right = covered().map(|n| n % SIDE).max().unwrap();
    let (scale, middle) = ((foot - top + 1) as f32 / TALL as f32, (left + right) as f32 / 2.0);
    let mut own = vec![false; TALL * TALL];
    for (n, own) in own.iter_mut().enumerate() {
        let y = top as f32 + ((n / TALL) as f32 + 0.5) * scale;
        let x = middle + 0.5 + ((n % TALL) as f32 + 0.5 - TALL as f32 / 2.0) * scale;
        if x >= 0.0 && (x as usize) < SIDE && (y as usize) < SIDE {
            *own = mask[y as usize * SIDE + x as usize];
        }
    }
    own
}

/// The smallest number so far and where it was found.
fn note(least: &mut (f32, String), found: f32, place: impl FnOnce() -> String) {
    if found < least.0 {
        *least = (found, place());
    }
}

#[test]
fn silhouettes_differ() {
    let (mut least, mut shape) = ((f32::MAX, String::new()), (f32::MAX, String::new()));
    for men in Men::ALL {
        for low in [true, false] {
            let models = models_of(men, low);
            for view in [View::White, View::Black, View::Side] {
                for side in [Side::White, Side::Black] {
                    for name in SQUARES {
                        let square: Square = name.parse().unwrap();
                        let masks: HashMap<Kind, Vec<bool>> = models
                            .iter()
                            .map(|(kind, model)| (*kind, mask(model, square, Piece { side, kind: *kind }, view)))
                            .collect();
                        for (a, b) in PAIRS {
                            let place = || format!("{men:?}, low {low}, {view:?}: {side} {a:?} and {b:?} on {square}");
                            note(&mut least, apart(&masks[&a], &masks[&b]), place);
                            note(&mut shape, apart(&scaled(&masks[&a]), &scaled(&masks[&b])), place);
                        }
                    }
                }
            }
        }
    }
    println!("silhouettes: {:.3} ({}); of one height: {:.3} ({})", least.0, least.1, shape.0, shape.1);
    assert!(least.0 >= MARGIN, "{:.3}: {}", least.0, least.1);
    assert!(shape.0 >= SHAPE_MARGIN, "{:.3}: {}", shape.0, shape.1);
}

/// Measures every pair of kinds in these boards and lights, seen from above.
fn differ_from_above(rooms: &[(Board, Light)]) {
    let Some(mut studio) = Studio::open(Detail::Low) else {
        eprintln!("skipped: no Vulkan driver here");
        return;
    };
    let kinds = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    let places = |side| match side {
        Side::White => ["b2", "d2", "f2", "c3", "e3", "g3"],
        Side::Black => ["b7", "d7", "f7", "c6", "e6", "g6"],
    };
    // In six positions each kind stands on each place once; the other king is out of reach.
    let position = |side: Side, turn: usize| {
        let mut rows = vec![vec!["1"; 8]; 8];
        let mut put = |place: &str, letter| {
            let at = place.as_bytes();
            rows[usize::from(b'8' - at[1])][usize::from(at[0] - b'a')] = letter;
        };
        let (letters, king, other) = match side {
            Side::White => (["P", "N", "B", "R", "Q", "K"], "a8", "k"),
            Side::Black => (["p", "n", "b", "r", "q", "k"], "a1", "K"),
        };
        put(king, other);
        for (n, place) in places(side).iter().enumerate() {
            put(place, letters[(n + turn) % 6]);
        }
        let mut board = rows.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/");
        for empty in (2..=8).rev() {
            board = board.replace(&"1".repeat(empty), &empty.to_string());
        }
        fen::parse(&format!("{board} w - - 0 1"), RuleSet::Standard).unwrap().position
    };
    let mut least = (f32::MAX, String::new());
    for men in Men::ALL {
        let models = models_of(men, true);
        for &(board, light) in rooms {
            for side in [Side::White, Side::Black] {
                let pictures: Vec<Vec<f32>> = (0..6)
                    .map(|turn| {
                        studio.begin(position(side, turn));
                        studio.picture(men, board, light, View::Top)
                    })
                    .collect();
                for (n, name) in places(side).iter().enumerate() {
                    let square: Square = name.parse().unwrap();
                    let seen = |kind: Kind| {
                        let turn = (0..6).find(|turn| kinds[(n + turn) % 6] == kind).unwrap();
                        (&pictures[turn], mask(&models[&kind], square, Piece { side, kind }, View::Top))
                    };
                    for (a, b) in PAIRS {
                        let ((first, covered), (second, over)) = (seen(a), seen(b));
                        let (mut change, mut all) = (0.0, 0.0);
                        for pixel in 0..SIDE * SIDE {
                            if covered[pixel] || over[pixel] {
                                change += (first[pixel] - second[pixel]).abs();
                                all += (first[pixel] + second[pixel]) / 2.0 + 0.01;
                            }
                        }
                        let place = || format!("{men:?} {board:?} {light:?}: {side} {a:?} and {b:?} on {square}");
                        note(&mut least, change / all, place);
                    }
                }
            }
        }
    }
    println!("from above: {:.3} ({})", least.0, least.1);
    assert!(least.0 >= INNER_MARGIN, "{:.3}: {}", least.0, least.1);
}

#[test]
fn kinds_differ_from_above() {
    differ_from_above(&[(Board::Walnut, Light::Day), (Board::Marble, Light::Lamp), (Board::RollUp, Light::Studio)]);
}

#[test]
#[ignore = "draws three times as many pictures"]
fn kinds_differ_from_above_in_every_room() {
    let rooms: Vec<_> =
        Board::ALL.into_iter().flat_map(|board| Light::ALL.into_iter().map(move |light| (board, light))).collect();
    differ_from_above(&rooms);
}
