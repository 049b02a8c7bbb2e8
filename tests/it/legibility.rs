//! Whether men are told from the squares they stand on, and from each other: measured in drawn pictures of every set, board,
//! light and view. A view of men is a picture of few pixels, as on a small screen.

use std::collections::HashMap;

use bevy::{camera::RenderTarget, prelude::*};
use bevy_panorbit_camera::PanOrbitCamera;
use endgame::{
    board::layout,
    camera::{self, FIELD_OF_VIEW, Free, Pose, View},
    chess::{Kind, Piece, Position, Profile, RuleSet, Side, Square},
    game::{NewGame, Seats},
    notation::fen,
    picture,
    pieces::turned,
    settings::{Board, Detail, Light, Men, Motion, Settings},
    window::offscreen,
};

use crate::models::{Model, models_of};

/// Pixels of a picture's side: a square is some 40 wide, a pawn 25 high.
pub(crate) const SIDE: usize = 480;
/// Every kind of both sides; in the second all stand on the other color.
const POSITIONS: [&str; 2] =
    ["k1q1r1b1/8/1n1p4/8/8/4N1P1/8/K1Q1R1B1 w - - 0 1", "1k1q1r1b/8/2n1p3/8/8/5N1P/8/1K1Q1R1B w - - 0 1"];

/// A table that is drawn into a picture.
pub(crate) struct Studio {
    app: App,
    image: Handle<Image>,
    eye: Entity,
}

impl Studio {
    /// None where nothing can be drawn.
    pub(crate) fn open(detail: Detail) -> Option<Studio> {
        let settings = Settings { detail, motion: Motion::Off, sound: false, ..Settings::default() };
        let mut app = std::panic::catch_unwind(|| {
            let mut app = offscreen(settings);
            app.finish();
            app.cleanup();
            app
        })
        .ok()?;
        let image = picture::canvas(&mut app, SIDE as u32, SIDE as u32);
        let eye = (camera::eye(pose(View::White), Free::whole(1.0)), RenderTarget::Image(image.clone().into()));
        let eye = app.world_mut().spawn(eye).id();
        app.update();
        Some(Studio { app, image, eye })
    }

    pub(crate) fn begin(&mut self, start: Position) {
        self.app.world_mut().trigger(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
        self.app.update();
    }

    /// The linear luminance of each pixel.
    pub(crate) fn picture(&mut self, men: Men, board: Board, light: Light, view: View) -> Vec<f32> {
        let world = self.app.world_mut();
        let chosen = Settings { men, board, light, ..world.resource::<Settings>().clone() };
        *world.resource_mut::<Settings>() = chosen;
        pose(view).apply(&mut world.get_mut::<PanOrbitCamera>(self.eye).unwrap());
        picture::wait_until_dressed(&mut self.app).unwrap();
        // As at rest: with smooth edges.
        self.app.world_mut().entity_mut(self.eye).insert(Msaa::Sample4);
        self.app.update();
        let light: Vec<f32> = (0..=255u8).map(|code| Color::srgb_u8(code, 0, 0).to_linear().red).collect();
        let drawn = picture::develop(&mut self.app, self.image.clone()).unwrap().try_into_dynamic().unwrap().to_rgb8();
        let luminance =
            |[r, g, b]: [u8; 3]| 0.2126 * light[r as usize] + 0.7152 * light[g as usize] + 0.0722 * light[b as usize];
        drawn.pixels().map(|pixel| luminance(pixel.0)).collect()
    }
}

fn pose(view: View) -> Pose {
    Pose::seen_from(view, Side::White, Free::whole(1.0))
}

/// The pixels that a man covers.
pub(crate) fn mask(model: &Model, square: Square, man: Piece, view: View) -> Vec<bool> {
    let seen = Mat4::perspective_rh(FIELD_OF_VIEW, 1.0, 0.1, 100.0) * pose(view).transform().to_matrix().inverse();
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

/// How much brighter the brighter of two is, as the guidelines for screens count it.
fn contrast(a: f32, b: f32) -> f32 {
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
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
