//! Whether what people draw is seen, and its four colors told from each other and from the game's marks, without color:
//! measured in drawn pictures, in gray and as the three common deficiencies of color vision see them.

use bevy::prelude::*;
use endgame::{
    board::{Diagram, Mark, Sign, layout},
    camera::View,
    chess::{RuleSet, Side, Square},
    game::{Draw, Paint, Stroke, WipeDrawings},
    notation::fen,
    settings::{Detail, Light, Men},
};

use crate::{
    studio::Studio,
    vision::{Least, Scene, VISIONS, changed, distance, every, fields, ground, named, share, visions},
};

/// A queen of each side on each color, and kings.
const POSITION: &str = "k7/8/2q2q2/8/8/2Q2Q2/8/7K w - - 0 1";
/// Where circles are drawn: around nobody, and around men.
const CIRCLED: [Square; 8] =
    [Square::D5, Square::E5, Square::C3, Square::F3, Square::C6, Square::F6, Square::A8, Square::H1];
/// Arrows that do not meet: one square, straight and aslant; a knight's; long ones; to a man.
const ARROWS: [(Square, Square); 8] = [
    (Square::C3, Square::C4),
    (Square::F3, Square::G4),
    (Square::C6, Square::A5),
    (Square::E5, Square::H5),
    (Square::D5, Square::D8),
    (Square::F6, Square::H7),
    (Square::H1, Square::A1),
    (Square::E2, Square::F3),
];
/// The one that is seen least: straight ahead from under a queen.
const HIDDEN: (Square, Square) = (Square::C3, Square::C4);
/// Half the width of an arrow's field: its head's.
const HALF: f32 = 0.25;

/// So much of its field at least does a stroke change; the hidden one, of which there is hardly more than the head; measured
/// are 0.041 and 0.023.
const SEEN: [f32; 2] = [0.035, 0.02];
/// Of what two strokes change that differ in color alone, one of them changes so much alone; measured is 0.202.
const APART: f32 = 0.19;
/// The same for a stroke and a mark of the game; measured is 0.264.
const APART_FROM_MARKS: f32 = 0.25;

/// The pixels that an arrow can lie in, up to where its first square's length ends: there it must be known.
fn field(ground: &[Option<Vec3>], (from, to): (Square, Square)) -> Vec<usize> {
    let (from, to) = (layout::center(from), layout::center(to));
    let ahead = (to - from).normalize();
    let lies = |point: Vec3| {
        let along = (point - from).dot(ahead);
        (0.0..1.0).contains(&along) && (point - from - ahead * along).length() < HALF
    };
    (0..ground.len()).filter(|n| ground[*n].is_some_and(lies)).collect()
}

/// A picture with these strokes, as each vision sees it.
fn drawn(studio: &mut Studio, paint: Paint, strokes: &[(Square, Square)]) -> Vec<Vec<f32>> {
    for &(from, to) in strokes {
        studio.app.world_mut().trigger(Draw(Stroke { paint, from, to }));
    }
    studio.app.update();
    let picture = studio.colors();
    studio.app.world_mut().trigger(WipeDrawings);
    studio.app.update();
    visions(&picture)
}

/// A picture with this mark under all strokes, as each vision sees it.
fn marked(studio: &mut Studio, sign: Sign, squares: &[Square]) -> Vec<Vec<f32>> {
    let world = studio.app.world_mut();
    let marks: Vec<Entity> = squares.iter().map(|square| world.spawn(Mark { square: *square, sign }).id()).collect();
    let picture = studio.colors();
    for mark in marks {
        studio.app.world_mut().despawn(mark);
    }
    visions(&picture)
}

#[test]
fn drawings_are_seen_and_told_apart_without_colors() {
    let diagrams = every(View::Top, true).filter(|(_, light, ..)| *light == Light::Lamp);
    measure(every(View::White, false).chain(diagrams));
}

fn measure(scenes: impl Iterator<Item = Scene>) {
    let Some(mut studio) = Studio::open(Detail::Low) else {
        eprintln!("skipped: no Vulkan driver here");
        return;
    };
    studio.begin(fen::parse(POSITION, RuleSet::Standard).unwrap().position);
    let circles = CIRCLED.map(|square| (square, square));
    let tails = ARROWS.map(|(from, _)| from);
    let (mut alone, mut hidden, mut paints, mut marks): (Least, Least, Least, Least) = Default::default();
    for (board, light, view, diagram) in scenes {
        studio.app.insert_resource(Diagram(diagram.then_some(Side::White)));
        studio.set(Men::Staunton, board, light, view);
        let (scene, squares, ground) = (named((board, light, view, diagram)), fields(view), ground(view));
        let bare = visions(&studio.colors());
        for (what, strokes, under) in [("circle", &circles, &CIRCLED), ("arrow", &ARROWS, &tails)] {
            let shown = Paint::ALL.map(|paint| drawn(&mut studio, paint, strokes));
            let signs = Sign::ALL.map(|sign| marked(&mut studio, sign, under));
            for (n, &(from, to)) in strokes.iter().enumerate() {
                let seen = if (from, to) == HIDDEN { &mut hidden } else { &mut alone };
                let field = if what == "circle" { squares[&under[n]].clone() } else { field(&ground, (from, to)) };
                for vision in 0..VISIONS.len() {
                    let place = format!("{scene} {from}{to} {}", VISIONS[vision].0);
                    let mask = |picture: &[Vec<f32>]| changed(&bare[vision], &picture[vision], &field);
                    let own = Paint::ALL.map(|paint| mask(&shown[paint as usize]));
                    for (a, paint) in Paint::ALL.into_iter().enumerate() {
                        seen.note(format!("{paint:?} {what}"), share(&own[a]), &place);
                        for (b, other) in Paint::ALL.into_iter().enumerate().skip(a + 1) {
                            paints.note(format!("{paint:?} and {other:?} {what}"), distance(&own[a], &own[b]), &place);
                        }
                        for (sign, picture) in Sign::ALL.into_iter().zip(&signs) {
                            marks.note(
                                format!("{paint:?} {what} and {sign:?}"),
                                distance(&own[a], &mask(picture)),
                                &place,
                            );
                        }
                    }
                }
            }
        }
    }
    alone.tell("share of the field that a stroke changes, at least", 8);
    hidden.tell("the same of an arrow that begins behind a man, at least", 4);
    paints.tell("share of two colors that is not common, at least", 12);
    marks.tell("share of a stroke and a mark that is not common, at least", 12);
    alone.assert(SEEN[0]);
    hidden.assert(SEEN[1]);
    paints.assert(APART);
    marks.assert(APART_FROM_MARKS);
}
