//! The key poses that a director thinks of: from where a few moves are seen well and look good.

use std::f32::consts::PI;

use bevy::math::Vec3;

use super::scene::Scene;
use crate::{
    board::layout,
    camera::{Free, Pose, framing::fit},
    chess::{Game, Side},
};

/// A pose, and what it costs in beauty.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Where the eye is.
    pub pose: Pose,
    /// How far it is from what one would like to see.
    pub cost: f32,
}

/// How far to the side of the seat the eye may go, in radians.
pub const FARTHEST_ASIDE: f32 = 40.0 * PI / 180.0;
/// How steeply the eye looks down at the least and at the most, in radians.
pub const PITCHES: (f32, f32) = (0.6, 1.35);
/// How high above the board the eye stays, in squares: above a man that is lifted over a king.
pub const LOWEST: f32 = 5.0;
/// Between two poses that are tried, in radians.
const YAW_STEP: f32 = 10.0 * PI / 180.0;
const PITCH_STEP: f32 = 0.16;
/// Those that are tried.
const TRIED_PITCHES: [f32; 4] = [0.70, 0.70 + PITCH_STEP, 0.70 + 2.0 * PITCH_STEP, 0.70 + 3.0 * PITCH_STEP];
/// The distance against that at which the board fits: in quiet positions, and where much happens.
const ZOOMS: (f32, f32) = (0.90, 0.62);

/// First looks: the whole table, from afar and as low as may be.
pub fn openings(seat: Side, free: Free) -> Vec<Key> {
    around(seat, -0.12, 0.70, 1.10, free)
}

/// Last looks: the mated king; else the whole table.
pub fn closings(game: &Game, seat: Side, free: Free) -> Vec<Key> {
    let end = game.position();
    let mated = end.king(end.side()).filter(|_| end.is_check() && end.legal_moves().is_empty());
    let mut keys = around(seat, 0.12, 0.74, 1.04, free);
    let Some(king) = mated.map(layout::center) else { return keys };
    // The whole table only where the king is not reached in time.
    keys.iter_mut().for_each(|key| key.cost += 3.0);
    let side = 0.3f32.copysign(king.x);
    for (zoom, aside, far) in [(0.5, 0.85, 0.0), (0.6, 0.75, 0.3), (0.7, 0.6, 0.8), (0.8, 0.5, 1.4)] {
        for (pitch, high) in [(0.66, 0.0), (0.82, 0.2), (1.0, 0.5)] {
            for (turn, round) in [(side, 0.0), (0.0, 0.1), (-side, 0.2)] {
                let pose = framed(behind(seat) + turn, pitch, zoom, Pose::FOCUS + king * aside, &[], free);
                keys.push(Key { pose, cost: far + high + round });
            }
        }
    }
    keys
}

/// The whole table from about here.
fn around(seat: Side, aside: f32, pitch: f32, zoom: f32, free: Free) -> Vec<Key> {
    let mut keys = Vec::new();
    for (higher, cost) in [(0.0, 0.0), (0.14, 0.2), (0.28, 0.5), (0.45, 1.0)] {
        for (farther, more) in [(0.0, 0.0), (1.5, 0.3), (3.0, 0.6)] {
            keys.push(Key {
                pose: whole(seat, aside * (1.0 + farther), pitch + higher, zoom, free),
                cost: cost + more,
            });
        }
    }
    keys
}

/// The whole board, steeply, from where nearly everything is seen.
pub fn steep(seat: Side, free: Free) -> [Key; 3] {
    [(0.0, PITCHES.1, 1.0), (-0.6, 1.12, 0.8), (0.6, 1.12, 0.8)]
        .map(|(aside, pitch, zoom)| Key { pose: whole(seat, aside, pitch, zoom, free), cost: 4.0 })
}

/// Poses that have these moves in the picture, swayed so far to the side.
/// Finely: four times as many.
pub fn candidates(scenes: &[Scene], sway: f32, seat: Side, free: Free, finely: bool) -> Vec<Key> {
    let points: Vec<Vec3> = scenes.iter().flat_map(|scene| scene.points).collect();
    let strongest = scenes.iter().map(|scene| scene.tension).fold(0.0, f32::max);
    let mean = scenes.iter().map(|scene| scene.tension).sum::<f32>() / (scenes.len() as f32).max(1.0);
    let tension = (0.5 * strongest + 0.8 * mean).min(1.0);
    let middle = (low(&points) + high(&points)).with_y(0.0) / 2.0;
    let focus = Pose::FOCUS + middle * (0.3 + 0.5 * tension);
    let zoom = ZOOMS.0 + (ZOOMS.1 - ZOOMS.0) * tension;
    let wanted = (sway, 0.86 - 0.1 * tension);
    let mut keys = Vec::new();
    let (parts, between) = if finely { (2, PITCH_STEP / 2.0) } else { (1, PITCH_STEP) };
    let pitches = |part: i32| TRIED_PITCHES.map(|pitch| pitch + part as f32 * between);
    for step in -4 * parts..=4 * parts {
        let aside = step as f32 * YAW_STEP / parts as f32;
        for pitch in (0..parts).flat_map(pitches) {
            let pose = framed(behind(seat) + aside, pitch, zoom, focus, &points, free);
            let cost = 0.5 * ((aside - wanted.0) / 0.35).powi(2)
                + 0.5 * ((pitch - wanted.1) / 0.2).powi(2)
                + 0.5 * ((pose.distance / Pose::whole(free) - zoom) / 0.2).powi(2);
            keys.push(Key { pose, cost });
        }
    }
    keys
}

fn behind(seat: Side) -> f32 {
    match seat {
        Side::White => 0.0,
        Side::Black => PI,
    }
}

/// The whole table.
fn whole(seat: Side, aside: f32, pitch: f32, zoom: f32, free: Free) -> Pose {
    let yaw = behind(seat) + aside;
    Pose { yaw, pitch, distance: zoom * fit(yaw, pitch, free), focus: Pose::FOCUS }
}

/// From this direction, as near as wished, but with all points in the picture and above everything that moves.
fn framed(yaw: f32, pitch: f32, zoom: f32, focus: Vec3, points: &[Vec3], free: Free) -> Pose {
    let pose = Pose { yaw, pitch, distance: zoom * Pose::whole(free), focus };
    let needed = free.distance(pose, points.iter().copied()).max(LOWEST / pitch.sin());
    Pose { distance: pose.distance.max(needed * 1.06), ..pose }
}

fn low(points: &[Vec3]) -> Vec3 {
    points.iter().copied().reduce(Vec3::min).unwrap_or_default()
}

fn high(points: &[Vec3]) -> Vec3 {
    points.iter().copied().reduce(Vec3::max).unwrap_or_default()
}
