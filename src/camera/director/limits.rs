//! How gently the eye is moved: eased from pose to pose, never quicker than this.

use std::f32::consts::PI;

use crate::camera::Pose;

/// The most that the eye turns, in radians per second.
pub const TURN_SPEED: f32 = 25.0 * PI / 180.0;
/// The most by which that changes, in radians per second per second.
pub const TURN_ACCELERATION: f32 = 60.0 * PI / 180.0;
/// The most that the eye travels, in squares per second.
pub const SPEED: f32 = 6.0;
/// The most by which that changes, in squares per second per second.
pub const ACCELERATION: f32 = 14.0;

/// The steepest part of [`ease`], and its strongest bend.
const STEEPEST: f32 = 1.875;
const STRONGEST: f32 = 5.7736;
/// Limits are kept with this much to spare.
pub(super) const SPARE: f32 = 0.9;

/// How much of what is allowed the eye needs, eased from one pose to the other in so many seconds.
pub(super) fn effort(a: Pose, b: Pose, time: f32) -> f32 {
    let [turn, travel] = ways(a, b);
    let efforts = [
        turn * STEEPEST / (TURN_SPEED * time),
        turn * STRONGEST / (TURN_ACCELERATION * time * time),
        travel * STEEPEST / (SPEED * time),
        travel * STRONGEST / (ACCELERATION * time * time),
    ];
    efforts.into_iter().fold(0.0, f32::max)
}

/// How far the eye turns and travels from one pose to the other, at the most.
fn ways(a: Pose, b: Pose) -> [f32; 2] {
    let turn = (a.yaw - b.yaw).hypot(a.pitch - b.pitch);
    [turn, a.focus.distance(b.focus) + (a.distance - b.distance).abs() + a.distance.max(b.distance) * turn]
}

/// The time it takes to ease the eye gently from one pose to the other, in seconds.
pub(super) fn time_for(a: Pose, b: Pose) -> f32 {
    let [turn, travel] = ways(a, b);
    let slow = (turn / TURN_SPEED).max(travel / SPEED) * STEEPEST / SPARE;
    let soft = (turn / TURN_ACCELERATION).max(travel / ACCELERATION) * STRONGEST / SPARE;
    slow.max(soft.sqrt())
}

/// The pose at this part of the way, eased: at both ends neither speed nor acceleration.
pub(super) fn between(from: Pose, to: Pose, phase: f32) -> Pose {
    let t = ease(phase.clamp(0.0, 1.0));
    let mix = |a: f32, b: f32| a + (b - a) * t;
    Pose {
        yaw: mix(from.yaw, to.yaw),
        pitch: mix(from.pitch, to.pitch),
        distance: mix(from.distance, to.distance),
        focus: from.focus.lerp(to.focus, t),
    }
}

fn ease(t: f32) -> f32 {
    t * t * t * (10.0 + t * (6.0 * t - 15.0))
}
