//! Whether marks are seen, and told from each other by their shape alone: measured in drawn pictures, in gray and as the three
//! common deficiencies of color vision see them.

use std::collections::HashMap;

use bevy::prelude::*;
use endgame::{
    board::{Diagram, Mark, Sign},
    camera::View,
    chess::{RuleSet, Side, Square},
    notation::fen,
    settings::{Detail, Light, Men},
};

use crate::{
    studio::Studio,
    vision::{Least, Scene, VISIONS, changed, distance, every, fields, named, share, visions},
};

/// A queen of each side on each color, and kings; the squares of [`EMPTY`] are free.
const POSITION: &str = "k7/8/2q2q2/8/8/2Q2Q2/8/7K w - - 0 1";
const EMPTY: [Square; 2] = [Square::D5, Square::E5];
const MANNED: [Square; 6] = [Square::C3, Square::F3, Square::C6, Square::F6, Square::A8, Square::H1];

/// A mark is seen when so much of its square has changed.
const SEEN: f32 = 0.04;
/// Two marks are told apart when so much of what either changes is changed by one of them alone.
const APART: f32 = 0.25;

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

/// A picture with these marks on all squares that are looked at, as each vision sees it.
fn shown(studio: &mut Studio, signs: &[Sign]) -> Vec<Vec<f32>> {
    let world = studio.app.world_mut();
    let marks = EMPTY.iter().chain(&MANNED).flat_map(|square| signs.iter().map(|sign| (*square, *sign)));
    let marks: Vec<Entity> = marks.map(|(square, sign)| world.spawn(Mark { square, sign }).id()).collect();
    let picture = studio.colors();
    for mark in marks {
        studio.app.world_mut().despawn(mark);
    }
    visions(&picture)
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
        let scene = named((board, light, view, diagram));
        let place = |square: Square, vision: usize| format!("{scene} {square} {}", VISIONS[vision].0);
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
