//! Where the eye is, as a value: yaw and pitch in radians, distance in squares.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use super::framing::{Free, fit};
use crate::chess::Side;

/// The point looked at: the middle of the board, at the height of a pawn's collar.
pub const FOCUS: Vec3 = Vec3::new(0.0, 0.15, 0.0);
/// As near to straight down as the board still has an upper edge.
pub const STRAIGHT_DOWN: f32 = PI / 2.0 - 0.0005;

/// How steeply a player looks at the board: steep enough that a king does not hide the pawn before it.
const PLAYER: f32 = 0.94;

/// A preset of the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// From White's seat.
    White,
    /// From Black's seat.
    Black,
    /// From above.
    Top,
    /// From the side.
    Side,
}

impl View {
    /// All, in the order of their keys.
    pub const ALL: [View; 4] = [View::White, View::Black, View::Top, View::Side];

    /// The view of a player.
    pub fn of_seat(side: Side) -> View {
        match side {
            Side::White => View::White,
            Side::Black => View::Black,
        }
    }
}

/// A place of the eye around the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Around the board, 0 at White's seat, growing counterclockwise seen from above.
    pub yaw: f32,
    /// Above the horizon.
    pub pitch: f32,
    /// From the point that is looked at.
    pub distance: f32,
    /// The point that is looked at.
    pub focus: Vec3,
}

impl Pose {
    /// Where presets look: the middle of the board.
    pub const FOCUS: Vec3 = FOCUS;

    /// The distance at which the whole board fits, with this much of the picture free.
    pub fn whole(free: Free) -> f32 {
        Pose::seen_from(View::White, Side::White, free).distance
    }

    /// The same place in numbers that hold in every window: yaw, pitch, and the distance as a part of that at which the board
    /// fits.
    pub fn numbers(self, free: Free) -> [f32; 3] {
        [self.yaw, self.pitch, self.distance / Pose::whole(free)]
    }

    /// The place of these numbers in this window.
    pub fn of_numbers([yaw, pitch, zoom]: [f32; 3], free: Free) -> Pose {
        Pose { yaw, pitch, distance: zoom * Pose::whole(free), focus: FOCUS }
    }

    /// A preset with this much of the picture free; from above and from the side it depends on who looks.
    pub fn seen_from(view: View, seat: Side, free: Free) -> Pose {
        let turned = match seat {
            Side::White => 0.0,
            Side::Black => PI,
        };
        let (yaw, pitch) = match view {
            View::White => (0.0, PLAYER),
            View::Black => (PI, PLAYER),
            View::Top => (turned, STRAIGHT_DOWN),
            View::Side => (turned + PI / 2.0, 0.70),
        };
        Pose { yaw, pitch, distance: fit(yaw, pitch, free), focus: FOCUS }
    }

    /// Where the eye of `orbit` is.
    pub fn now(orbit: &PanOrbitCamera) -> Pose {
        Pose {
            yaw: orbit.yaw.unwrap_or(orbit.target_yaw),
            pitch: orbit.pitch.unwrap_or(orbit.target_pitch),
            distance: orbit.radius.unwrap_or(orbit.target_radius),
            focus: orbit.focus,
        }
    }

    /// Where the eye of `orbit` will come to rest.
    pub fn wanted(orbit: &PanOrbitCamera) -> Pose {
        Pose {
            yaw: orbit.target_yaw,
            pitch: orbit.target_pitch,
            distance: orbit.target_radius,
            focus: orbit.target_focus,
        }
    }

    /// Whether both look from the same half of the table.
    pub fn is_on_the_side_of(self, other: Pose) -> bool {
        (self.yaw - other.yaw).cos() > 0.0
    }

    /// The same pose with its yaw at most half a turn from `other`'s.
    pub fn the_short_way_from(self, other: Pose) -> Pose {
        let turn = (self.yaw - other.yaw + PI).rem_euclid(TAU) - PI;
        Pose { yaw: other.yaw + turn, ..self }
    }

    /// The pose at `phase` of the way to `other`, eased.
    pub fn toward(self, other: Pose, phase: f32) -> Pose {
        let t = phase * phase * (3.0 - 2.0 * phase);
        let mix = |a: f32, b: f32| a + (b - a) * t;
        Pose {
            yaw: mix(self.yaw, other.yaw),
            pitch: mix(self.pitch, other.pitch),
            distance: mix(self.distance, other.distance),
            focus: self.focus.lerp(other.focus, t),
        }
    }

    /// Whether the difference can be seen.
    pub fn differs(self, other: Pose) -> bool {
        (self.yaw - other.yaw).abs() > 2e-4
            || (self.pitch - other.pitch).abs() > 2e-4
            || (self.distance - other.distance).abs() > 1e-3
            || self.focus.distance(other.focus) > 1e-3
    }

    /// Puts the eye of `orbit` here at once.
    pub fn apply(self, orbit: &mut PanOrbitCamera) {
        (orbit.target_yaw, orbit.target_pitch, orbit.target_radius) = (self.yaw, self.pitch, self.distance);
        (orbit.yaw, orbit.pitch, orbit.radius) = (Some(self.yaw), Some(self.pitch), Some(self.distance));
        (orbit.target_focus, orbit.focus) = (self.focus, self.focus);
        orbit.force_update = true;
    }

    /// The transform of an eye here.
    pub fn transform(self) -> Transform {
        let rotation = Quat::from_euler(EulerRot::YXZ, self.yaw, -self.pitch, 0.0);
        Transform { translation: self.focus + rotation * Vec3::new(0.0, 0.0, self.distance), rotation, ..default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flip_turns_at_most_half_round() {
        let from = Pose { yaw: 7.0 * PI / 4.0, pitch: 0.8, distance: 12.0, focus: FOCUS };
        let to = Pose::seen_from(View::White, Side::White, Free::whole(1.5)).the_short_way_from(from);
        assert!((to.yaw - from.yaw).abs() <= PI + 1e-5);
        assert!((to.yaw - TAU).abs() < 1e-5, "three quarters round goes forward, not back: {}", to.yaw);
    }

    #[test]
    fn every_preset_is_above_the_table_and_looks_at_the_board() {
        for view in View::ALL {
            for seat in [Side::White, Side::Black] {
                let transform = Pose::seen_from(view, seat, Free::whole(1.5)).transform();
                assert!(transform.translation.y > 4.0);
                let toward = (FOCUS - transform.translation).normalize();
                assert!(transform.forward().dot(toward) > 0.9999);
            }
        }
    }
}
