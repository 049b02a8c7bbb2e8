//! How far away the eye must be for the whole board to be seen.

use bevy::prelude::*;

use super::pose::FOCUS;
use crate::board::layout;

/// Vertical field of view, in radians: about that of a portrait lens, so that far squares are not small.
pub const FIELD_OF_VIEW: f32 = 0.56;

/// What must be in sight: the corners of the frame, and the heads of the tallest men at its edges.
const CORNERS: [(f32, f32); 2] = [(layout::FRAME, -0.1), (layout::HALF - 0.5, layout::TALLEST)];

/// The distance at which the board just fits into a view of this aspect (width over height), seen from this direction.
pub fn fit(yaw: f32, pitch: f32, aspect: f32) -> f32 {
    let aspect = if aspect.is_finite() { aspect.clamp(0.2, 4.0) } else { 1.0 };
    let vertical = (FIELD_OF_VIEW / 2.0).tan();
    let horizontal = vertical * aspect;
    let to_eye = Quat::from_euler(EulerRot::YXZ, yaw, -pitch, 0.0).inverse();
    let mut distance = 0.0f32;
    for (half, height) in CORNERS {
        for (x, z) in [(half, half), (half, -half), (-half, half), (-half, -half)] {
            let point = to_eye * (Vec3::new(x, height, z) - FOCUS);
            distance = distance.max(point.z + point.x.abs() / horizontal).max(point.z + point.y.abs() / vertical);
        }
    }
    distance * 1.02
}

/// Width over height of the part of the picture that no panel covers.
pub fn aspect(camera: &Camera) -> f32 {
    let Some(size) = camera.logical_viewport_size() else { return 16.0 / 9.0 };
    let covered = camera.sub_camera_view.map_or(0.0, |view| view.offset.x / view.size.x.max(1) as f32 * size.x);
    (size.x - covered) / size.y.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_windows_are_seen_from_farther_and_odd_ones_stay_finite() {
        let at = |aspect| fit(0.0, 0.9, aspect);
        assert!(at(0.5) > at(1.0) && at(1.0) >= at(2.0));
        assert!(at(f32::NAN).is_finite() && at(0.0).is_finite() && at(f32::INFINITY).is_finite());
    }

    #[test]
    fn the_corners_of_the_frame_are_in_sight() {
        for pitch in [0.3, 0.9, 1.57] {
            let distance = fit(0.4, pitch, 1.5);
            let rotation = Quat::from_euler(EulerRot::YXZ, 0.4, -pitch, 0.0);
            let corner = rotation.inverse() * (Vec3::new(-layout::FRAME, -0.1, layout::FRAME) - FOCUS);
            let half = (FIELD_OF_VIEW / 2.0).tan();
            assert!(corner.x.abs() / (distance - corner.z) <= half * 1.5);
            assert!(corner.y.abs() / (distance - corner.z) <= half);
        }
    }
}
