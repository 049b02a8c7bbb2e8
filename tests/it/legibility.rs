//! Whether men are told from the squares they stand on, and from each other: measured in drawn pictures of every set, board,
//! light and view. A view of men is a picture of few pixels, as on a small screen.

use std::collections::HashMap;

use bevy::prelude::*;
use endgame::{
    board::layout,
    camera::View,
    chess::{Kind, Piece, RuleSet, Side, Square},
    notation::fen,
    pieces::turned,
    settings::{Board, Detail, Light, Men},
};

use crate::{
    models::{Model, models_of},
    studio::{SIDE, Studio, contrast, seen},
};

/// Every kind of both sides; in the second all stand on the other color.
const POSITIONS: [&str; 2] =
    ["k1q1r1b1/8/1n1p4/8/8/4N1P1/8/K1Q1R1B1 w - - 0 1", "1k1q1r1b/8/2n1p3/8/8/5N1P/8/1K1Q1R1B w - - 0 1"];

/// The pixels that a man covers.
pub(crate) fn mask(model: &Model, square: Square, man: Piece, view: View) -> Vec<bool> {
    let seen = seen(view);
    let turn = turned(man);
    let pixel = |point: Vec3| {
        let at = seen * (layout::center(square) + turn * point).extend(1.0);
        Vec2::new(at.x / at.w * 0.5 + 0.5, 0.5 - at.y / at.w * 0.5) * SIDE as f32
    };
    let points: Vec<Vec2> = model.points.iter().map(|point| pixel(*point)).collect();
    let mut covered = vec![false; SIDE * SIDE];
    for triangle in &model.triangles {
        let [a, b, c] = triangle.map(|n| points[n as usize]);
        let (low, high) =
            (a.min(b).min(c).floor().max(Vec2::ZERO), a.max(b).max(c).ceil().min(Vec2::splat(SIDE as f32 - 1.0)));
        for y in low.y as usize..=high.y as usize {
            for x in low.x as usize..=high.x as usize {
                let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let turn = |from: Vec2, to: Vec2| (to - from).perp_dot(at - from);
                let turns = [turn(a, b), turn(b, c), turn(c, a)];
                if turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0) {
                    covered[y * SIDE + x] = true;
                }
            }
        }
    }
    covered
}

/// The pixels within this distance of a mask, itself too.
pub(crate) fn grown(mask: &[bool], by: usize) -> Vec<bool> {
    let mut grown = mask.to_vec();
    for _ in 0..by {
        let before = grown.clone();
        for n in SIDE..SIDE * (SIDE - 1) {
            grown[n] = before[n] || before[n - 1] || before[n + 1] || before[n - SIDE] || before[n + SIDE];
        }
    }
    grown
}

/// The contrast of a man's edge against what is around it: the mean over the parts of the outline, and in the weakest of 16.
fn edge(picture: &[f32], mask: &[bool], others: &[bool]) -> Option<(f32, f32)> {
    let inverse: Vec<bool> = mask.iter().map(|covered| !covered).collect();
    let (out, far) = (grown(mask, 1), grown(mask, 4));
    let (core, rim) = (grown(&inverse, 4), grown(&inverse, 1));
    let count = mask.iter().filter(|covered| **covered).count().max(1) as f32;
    let middle =
        (0..SIDE * SIDE).filter(|n| mask[*n]).map(|n| Vec2::new((n % SIDE) as f32, (n / SIDE) as f32)).sum::<Vec2>()
            / count;
    let mut parts = [[(0.0f32, 0u32); 2]; 16];
    for n in 0..SIDE * SIDE {
        let inside = mask[n] && core[n] && !rim[n];
        let outside = far[n] && !out[n];
        if others[n] || !(inside || outside) {
            continue;
        }
        let from = Vec2::new((n % SIDE) as f32, (n / SIDE) as f32) - middle;
        let part = ((from.to_angle() / std::f32::consts::TAU + 0.5) * 16.0) as usize % 16;
        let sum = &mut parts[part][usize::from(outside)];
        *sum = (sum.0 + picture[n], sum.1 + 1);
    }
    let mean = |(sum, count): (f32, u32)| sum / count as f32;
    let ratios: Vec<f32> = parts
        .iter()
        .filter(|part| part.iter().all(|(_, count)| *count >= 4))
        .map(|part| contrast(mean(part[0]), mean(part[1])))
        .collect();
    if ratios.len() < 8 {
        // Hidden by its neighbors.
        return None;
    }
    let whole = ratios.iter().map(|ratio| ratio.ln()).sum::<f32>() / ratios.len() as f32;
    Some((whole.exp(), ratios.iter().copied().fold(f32::MAX, f32::min)))
}

const VIEWS: [View; 4] = [View::White, View::Black, View::Top, View::Side];

/// Measures every man in every set, board and light, in these views, and fails where one does not stand out.
fn stand_out(detail: Detail, views: &[View]) {
    let Some(mut studio) = Studio::open(detail) else {
        eprintln!("skipped: no Vulkan driver here");
        return;
    };
    let mut worst: HashMap<(Side, bool), (f32, String)> = HashMap::new();
    let mut weak = (0, 0);
    for text in POSITIONS {
        let position = fen::parse(text, RuleSet::Standard).unwrap().position;
        studio.begin(position);
        for men in Men::ALL {
            let models = models_of(men, detail == Detail::Low);
            for &view in views {
                let standing: Vec<(Square, Kind, Side, Vec<bool>)> = position
                    .pieces()
                    .map(|(square, man)| (square, man.kind, man.side, mask(&models[&man.kind], square, man, view)))
                    .collect();
                for board in Board::ALL {
                    for light in Light::ALL {
                        let picture = studio.picture(men, board, light, view);
                        for (square, kind, side, covered) in &standing {
                            let mut others = vec![false; SIDE * SIDE];
                            for (other, _, _, mask) in &standing {
                                if other != square {
                                    mask.iter().zip(&mut others).for_each(|(mask, others)| *others |= mask);
                                }
                            }
                            let Some((whole, weakest)) = edge(&picture, covered, &grown(&others, 2)) else { continue };
                            weak.0 += usize::from(weakest < 1.2);
                            weak.1 += 1;
                            let place = format!("{men:?} {board:?} {light:?} {view:?}: {side} {kind:?} on {square}");
                            let entry = worst.entry((*side, square.is_light())).or_insert((f32::MAX, String::new()));
                            if whole < entry.0 {
                                *entry = (whole, place);
                            }
                        }
                    }
                }
            }
        }
    }
    for ((side, is_light), (ratio, place)) in &worst {
        println!("{side} on {}: {ratio:.2} ({place})", if *is_light { "light" } else { "dark" });
    }
    println!("a sixteenth of the outline under 1.2: {} of {} men", weak.0, weak.1);
    for (ratio, place) in worst.values() {
        assert!(*ratio >= 1.6, "{ratio:.2}: {place}");
    }
}

#[test]
fn men_stand_out_from_their_squares() {
    stand_out(Detail::Low, &VIEWS);
}

#[test]
#[ignore = "draws hundreds of pictures with shadows and reflections: minutes without a graphics processor"]
fn men_stand_out_at_medium_detail() {
    stand_out(Detail::Medium, &VIEWS);
}

#[test]
#[ignore = "draws hundreds of pictures with shadows and reflections: minutes without a graphics processor"]
fn men_stand_out_at_high_detail() {
    stand_out(Detail::High, &VIEWS);
}
