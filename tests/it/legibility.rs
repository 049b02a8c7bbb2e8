//! Whether men are told from the squares they stand on, and from each other: measured in drawn pictures of every set, board,
//! light and view. A view of men is a picture of few pixels, as on a small screen.
//!
//! The least contrast along an outline, white men before light squares, before dark ones, black men before light, before dark:
//! at low detail 1.65, 1.83, 2.14, 1.60; at medium detail 1.64, 1.80, 2.40, 1.68 (2592 men in 216 pictures each).

use bevy::prelude::*;
use endgame::{
    board::layout,
    camera::View,
    chess::{Piece, RuleSet, Side, Square},
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

/// The pixels along a man's edge, each in one of 16 parts around his middle: inside and outside.
struct Edge([[Vec<usize>; 2]; 16]);

impl Edge {
    /// Of the man who covers `mask`, where no others hide it.
    fn of(mask: &[bool], others: &[bool]) -> Edge {
        let inverse: Vec<bool> = mask.iter().map(|covered| !covered).collect();
        let (out, far) = (grown(mask, 1), grown(mask, 4));
        let (core, rim) = (grown(&inverse, 4), grown(&inverse, 1));
        let count = mask.iter().filter(|covered| **covered).count().max(1) as f32;
        let middle = (0..SIDE * SIDE)
            .filter(|n| mask[*n])
            .map(|n| Vec2::new((n % SIDE) as f32, (n / SIDE) as f32))
            .sum::<Vec2>()
            / count;
        let mut parts: [[Vec<usize>; 2]; 16] = Default::default();
        for n in 0..SIDE * SIDE {
            let inside = mask[n] && core[n] && !rim[n];
            let outside = far[n] && !out[n];
            if others[n] || !(inside || outside) {
                continue;
            }
            let from = Vec2::new((n % SIDE) as f32, (n / SIDE) as f32) - middle;
            let part = ((from.to_angle() / std::f32::consts::TAU + 0.5) * 16.0) as usize % 16;
            parts[part][usize::from(outside)].push(n);
        }
        Edge(parts)
    }

    /// The contrast of the edge against what is around it: the mean over its parts, and in the weakest of 16; and how bright it is
    /// on both sides.
    fn contrast(&self, picture: &[f32]) -> Option<(f32, f32, [f32; 2])> {
        let mean = |pixels: &Vec<usize>| pixels.iter().map(|n| picture[*n]).sum::<f32>() / pixels.len() as f32;
        let parts: Vec<[f32; 2]> = (self.0.iter())
            .filter(|part| part.iter().all(|pixels| pixels.len() >= 4))
            .map(|part| [mean(&part[0]), mean(&part[1])])
            .collect();
        if parts.len() < 8 {
            // Hidden by its neighbors.
            return None;
        }
        let ratios: Vec<f32> = parts.iter().map(|[inside, outside]| contrast(*inside, *outside)).collect();
        let count = parts.len() as f32;
        let whole = ratios.iter().map(|ratio| ratio.ln()).sum::<f32>() / count;
        let bright = [0, 1].map(|n| parts.iter().map(|part| part[n]).sum::<f32>() / count);
        Some((whole.exp(), ratios.iter().copied().fold(f32::MAX, f32::min), bright))
    }
}

const VIEWS: [View; 4] = [View::White, View::Black, View::Top, View::Side];

/// Those that are named among these words, or all if none is.
fn named<T: Copy + std::fmt::Debug>(all: &[T], words: &[&str]) -> Vec<T> {
    let is_named = |it: &&T| words.contains(&&*format!("{it:?}").to_lowercase());
    let named: Vec<T> = all.iter().filter(is_named).copied().collect();
    if named.is_empty() { all.to_vec() } else { named }
}

/// What was measured of one man.
struct Found {
    ratio: f32,
    side: Side,
    is_light: bool,
    place: String,
}

/// Measures every man in the sets, boards, lights and views that the words of each choice name, and fails where one does not
/// stand out.
fn stand_out(detail: Detail, choices: &[&str]) {
    let Some(mut studio) = Studio::open(detail) else {
        eprintln!("skipped: no Vulkan driver here");
        return;
    };
    let mut found = Vec::new();
    let mut weak = 0;
    for choice in choices {
        let words = &choice.split_whitespace().collect::<Vec<_>>();
        for text in named(&[0, 1], words).into_iter().map(|n: usize| POSITIONS[n]) {
            let position = fen::parse(text, RuleSet::Standard).unwrap().position;
            studio.begin(position);
            for men in named(&Men::ALL, words) {
                let models = models_of(men, detail == Detail::Low);
                for view in named(&VIEWS, words) {
                    let standing: Vec<(Square, Piece)> = position.pieces().collect();
                    let masks: Vec<Vec<bool>> =
                        standing.iter().map(|&(square, man)| mask(&models[&man.kind], square, man, view)).collect();
                    let edge = |n: usize| {
                        let mut others = vec![false; SIDE * SIDE];
                        for mask in masks.iter().enumerate().filter(|(other, _)| *other != n).map(|(_, mask)| mask) {
                            mask.iter().zip(&mut others).for_each(|(mask, others)| *others |= mask);
                        }
                        Edge::of(&masks[n], &grown(&others, 2))
                    };
                    let edges: Vec<Edge> = (0..standing.len()).map(edge).collect();
                    for board in named(&Board::ALL, words) {
                        for light in named(&Light::ALL, words) {
                            let picture = studio.picture(men, board, light, view);
                            for ((square, man), edge) in standing.iter().zip(&edges) {
                                let Some((ratio, weakest, [inside, outside])) = edge.contrast(&picture) else {
                                    continue;
                                };
                                weak += usize::from(weakest < 1.2);
                                let place = format!(
                                    "{men:?} {board:?} {light:?} {view:?}: {} {:?} of {inside:.2} on {square} before {outside:.2}",
                                    man.side, man.kind
                                );
                                found.push(Found { ratio, side: man.side, is_light: square.is_light(), place });
                            }
                        }
                    }
                }
            }
        }
    }
    found.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    for side in Side::ALL {
        for is_light in [true, false] {
            let of = || found.iter().filter(|found| found.side == side && found.is_light == is_light);
            let color = if is_light { "light" } else { "dark" };
            let (count, below) = (of().count(), of().filter(|found| found.ratio < 1.6).count());
            println!("{side} on {color}: {below} of {count} men under 1.6; the least:");
            of().take(12).for_each(|Found { ratio, place, .. }| println!("  {ratio:.2} {place}"));
        }
    }
    println!("a sixteenth of the outline under 1.2: {weak} of {} men", found.len());
    let Found { ratio, place, .. } = &found[0];
    assert!(*ratio >= 1.6, "{ratio:.2}: {place}");
}

#[test]
fn men_stand_out_from_their_squares() {
    stand_out(Detail::Low, &[""]);
}

/// Where the whole measurement found the least.
#[test]
fn men_stand_out_at_medium_detail_where_it_is_hardest() {
    const HARDEST: [&str; 5] = [
        "1 modern marble lamp side",
        "1 staunton walnut lamp side",
        "1 staunton rollup studio side",
        "1 modern walnut studio white",
        "0 club walnut day top",
    ];
    stand_out(Detail::Medium, &HARDEST);
}

#[test]
#[ignore = "draws hundreds of pictures with shadows and reflections: minutes without a graphics processor"]
fn men_stand_out_at_medium_detail() {
    stand_out(Detail::Medium, &[""]);
}

#[test]
#[ignore = "draws hundreds of pictures with shadows and reflections: minutes without a graphics processor"]
fn men_stand_out_at_high_detail() {
    stand_out(Detail::High, &[""]);
}

/// To try colors and lights in a minute: `LEGIBLE="medium walnut marble top 0"` names what is measured.
#[test]
#[ignore = "measures what the variable LEGIBLE names"]
fn men_stand_out_where_asked() {
    let asked = std::env::var("LEGIBLE").unwrap_or_default();
    let words: Vec<&str> = asked.split_whitespace().collect();
    for detail in named(&Detail::ALL, &words) {
        stand_out(detail, &[&asked]);
    }
}
