//! Whether marks are seen, and told from each other by their shape alone: measured in drawn pictures, in gray and as the three
//! common deficiencies of color vision see them.

use std::collections::HashMap;

use bevy::prelude::*;
use endgame::{
    board::{Diagram, Mark, Sign, layout},
    camera::View,
    chess::{RuleSet, Side, Square},
    notation::fen,
    settings::{Board, Detail, Light, Men},
};

use crate::studio::{SIDE, Studio, contrast, luminance, seen};

/// A queen of each side on each color, and kings; the squares of [`EMPTY`] are free.
const POSITION: &str = "k7/8/2q2q2/8/8/2Q2Q2/8/7K w - - 0 1";
const EMPTY: [Square; 2] = [Square::D5, Square::E5];
const MANNED: [Square; 6] = [Square::C3, Square::F3, Square::C6, Square::F6, Square::A8, Square::H1];

/// A pixel has changed when it is so much lighter or darker than before.
const CONTRAST: f32 = 1.25;
/// A mark is seen when so much of its square has changed.
const SEEN: f32 = 0.04;
/// Two marks are told apart when so much of what either changes is changed by one of them alone.
const APART: f32 = 0.25;

/// What is seen of linear red, green and blue: as it is, and with red, green or blue cones missing (Machado, Oliveira and
/// Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1; compared digit for
/// digit with the tables of the colour-science library, `colour/blindness/datasets/machado2010.py`).
const VISIONS: [(&str, [[f32; 3]; 3]); 4] = [
    ("gray", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

/// Marks that lie on one square together in a game.
const TOGETHER: [(&[Sign], &[Square]); 16] = [
    (&[Sign::LastMove, Sign::Target], &EMPTY),
    (&[Sign::LastMove, Sign::CaptureTarget], &MANNED),
    (&[Sign::Selected, Sign::Check], &MANNED),
    (&[Sign::Selected, Sign::Hover], &MANNED),
    (&[Sign::LastMove, Sign::Hover], &MANNED),
    (&[Sign::Check, Sign::Hover], &MANNED),
    (&[Sign::LastMove, Sign::Cursor], &MANNED),
    (&[Sign::Selected, Sign::Cursor], &MANNED),
    (&[Sign::Check, Sign::Cursor], &MANNED),
    (&[Sign::Target, Sign::Cursor], &EMPTY),
    (&[Sign::CaptureTarget, Sign::Cursor], &MANNED),
    (&[Sign::Selected, Sign::Check, Sign::Cursor], &MANNED),
    (&[Sign::Target, Sign::Landing], &EMPTY),
    (&[Sign::CaptureTarget, Sign::Landing], &MANNED),
    (&[Sign::CastlingTarget, Sign::Landing], &MANNED),
    (&[Sign::LastMove, Sign::CaptureTarget, Sign::Landing], &MANNED),
];

/// Where this sign lies in a game.
fn places(sign: Sign) -> Vec<Square> {
    match sign {
        Sign::Target => EMPTY.to_vec(),
        Sign::Selected | Sign::Check | Sign::CastlingTarget => MANNED.to_vec(),
        // A capture in passing goes to an empty square.
        Sign::LastMove | Sign::CaptureTarget | Sign::Hover | Sign::Landing | Sign::Cursor => {
            [&EMPTY[..], &MANNED].concat()
        }
    }
}

/// The pixels in which each of the squares is seen, whoever stands in the way.
fn fields(view: View) -> HashMap<Square, Vec<usize>> {
    let back = seen(view).inverse();
    let mut fields: HashMap<Square, Vec<usize>> = HashMap::new();
    for n in 0..SIDE * SIDE {
        let part = |n: usize| (n as f32 + 0.5) / SIDE as f32 * 2.0 - 1.0;
        let at = Vec2::new(part(n % SIDE), -part(n / SIDE));
        let (near, far) = (back.project_point3(at.extend(0.0)), back.project_point3(at.extend(1.0)));
        let depth = near.y / (near.y - far.y);
        if depth > 0.0
            && let Some(square) = layout::square_at(near + (far - near) * depth)
        {
            fields.entry(square).or_default().push(n);
        }
    }
    fields
}

/// A picture as somebody sees it.
fn seen_as(picture: &[Vec3], matrix: [[f32; 3]; 3]) -> Vec<f32> {
    let [red, green, blue] = matrix.map(Vec3::from);
    let see = |color: &Vec3| {
        let color = Vec3::new(red.dot(*color), green.dot(*color), blue.dot(*color));
        luminance(color.clamp(Vec3::ZERO, Vec3::ONE))
    };
    picture.iter().map(see).collect()
}

/// A picture with these marks on all squares that are looked at, as each vision sees it.
fn shown(studio: &mut Studio, signs: &[Sign]) -> Vec<Vec<f32>> {
    let world = studio.app.world_mut();
    let marks = EMPTY.iter().chain(&MANNED).flat_map(|square| signs.iter().map(|sign| (*square, *sign)));
    let marks: Vec<Entity> = marks.map(|(square, sign)| world.spawn(Mark { square, sign }).id()).collect();
    let picture = studio.colors();
    for mark in marks {
        studio.app.world_mut().despawn(mark);
    }
    VISIONS.iter().map(|(_, matrix)| seen_as(&picture, *matrix)).collect()
}

/// Which pixels of a square differ.
fn changed(before: &[f32], after: &[f32], field: &[usize]) -> Vec<bool> {
    field.iter().map(|n| contrast(before[*n], after[*n]) >= CONTRAST).collect()
}

fn share(mask: &[bool]) -> f32 {
    mask.iter().filter(|changed| **changed).count() as f32 / mask.len() as f32
}

/// How much of what either changes is not changed by the other.
fn distance(a: &[bool], b: &[bool]) -> f32 {
    let count = |both: fn(bool, bool) -> bool| a.iter().zip(b).filter(|(a, b)| both(**a, **b)).count() as f32;
    1.0 - count(|a, b| a && b) / count(|a, b| a || b).max(1.0)
}

/// The smallest number met for each thing, and where.
#[derive(Default)]
struct Least(HashMap<String, (f32, String)>);

impl Least {
    fn note(&mut self, what: String, number: f32, place: &str) {
        let least = self.0.entry(what).or_insert((f32::MAX, String::new()));
        if number < least.0 {
            *least = (number, place.to_owned());
        }
    }

    fn tell(&self, title: &str, few: usize) {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
        println!("{title}:");
        for (what, (number, place)) in all.into_iter().take(few) {
            println!("  {number:.3} {what} ({place})");
        }
    }

    fn assert(&self, least: f32) {
        for (what, (number, place)) in &self.0 {
            assert!(*number >= least, "{what}: {number:.3} ({place})");
        }
    }
}

/// What is drawn: board, light, view, and whether it is the flat diagram.
type Scene = (Board, Light, View, bool);

fn every(view: View, diagram: bool) -> impl Iterator<Item = Scene> {
    let pairs = Board::ALL.into_iter().flat_map(|board| Light::ALL.map(|light| (board, light)));
    pairs.map(move |(board, light)| (board, light, view, diagram))
}

#[test]
fn marks_are_seen_and_told_apart_without_colors() {
    let diagrams = every(View::Top, true).filter(|(_, light, ..)| *light == Light::Lamp);
    measure(every(View::White, false).chain(diagrams));
}

#[test]
#[ignore = "takes minutes: every board, light and view"]
fn marks_are_seen_and_told_apart_from_everywhere() {
    let views = [(View::Top, false), (View::Top, true), (View::Side, false)];
    measure(views.into_iter().flat_map(|(view, diagram)| every(view, diagram)));
}

fn measure(scenes: impl Iterator<Item = Scene>) {
    let Some(mut studio) = Studio::open(Detail::Low) else {
        eprintln!("skipped: no Vulkan driver here");
        return;
    };
    studio.begin(fen::parse(POSITION, RuleSet::Standard).unwrap().position);
    let (mut alone, mut apart, mut together) = (Least::default(), Least::default(), Least::default());
    for (board, light, view, diagram) in scenes {
        studio.app.insert_resource(Diagram(diagram.then_some(Side::White)));
        let fields = fields(view);
        studio.set(Men::Staunton, board, light, view);
        let bare = shown(&mut studio, &[]);
        let single: HashMap<Sign, Vec<Vec<f32>>> =
            Sign::ALL.into_iter().map(|sign| (sign, shown(&mut studio, &[sign]))).collect();
        let place = |square: Square, vision: usize| {
            format!(
                "{board:?} {light:?} {view:?}{} {square} {}",
                if diagram { " diagram" } else { "" },
                VISIONS[vision].0
            )
        };
        for vision in 0..VISIONS.len() {
            let mask = |sign: Sign, square: Square| changed(&bare[vision], &single[&sign][vision], &fields[&square]);
            for (n, &sign) in Sign::ALL.iter().enumerate() {
                for square in places(sign) {
                    let own = mask(sign, square);
                    alone.note(format!("{sign:?}"), share(&own), &place(square, vision));
                    for &other in Sign::ALL[..n].iter().filter(|other| places(**other).contains(&square)) {
                        let far = distance(&own, &mask(other, square));
                        apart.note(format!("{other:?} {sign:?}"), far, &place(square, vision));
                    }
                }
            }
        }
        for (signs, squares) in TOGETHER {
            let all = shown(&mut studio, signs);
            for &one in signs {
                let rest: Vec<Sign> = signs.iter().copied().filter(|sign| *sign != one).collect();
                let rest = if let [sign] = rest[..] { single[&sign].clone() } else { shown(&mut studio, &rest) };
                for vision in 0..VISIONS.len() {
                    for square in squares {
                        let own = share(&changed(&rest[vision], &all[vision], &fields[square]));
                        together.note(format!("{one:?} of {signs:?}"), own, &place(*square, vision));
                    }
                }
            }
        }
    }
    alone.tell("share of the square that a mark changes, at least", 20);
    apart.tell("share of two marks that is not common, at least", 12);
    together.tell("share of the square that a mark changes among others, at least", 30);
    alone.assert(SEEN);
    apart.assert(APART);
    together.assert(SEEN);
}
