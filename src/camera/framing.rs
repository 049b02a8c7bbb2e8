//! How far away the eye must be for the whole board to be seen.

use bevy::{camera::SubCameraView, prelude::*};

use super::{
    Panel,
    pose::{FOCUS, Pose},
};
use crate::board::layout;

/// Vertical field of view, in radians: about that of a portrait lens, so that far squares are not small.
pub const FIELD_OF_VIEW: f32 = 0.56;

/// What must be in sight: the corners of the frame, and the heads of the tallest men at its edges.
const CORNERS: [(f32, f32); 2] = [(layout::FRAME, -0.1), (layout::HALF - 0.5, layout::TALLEST)];

/// The part of the picture that nothing covers, as tangents of half its angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Free {
    horizontal: f32,
    vertical: f32,
}

impl Free {
    /// All of a picture of this aspect (width over height).
    pub fn whole(aspect: f32) -> Free {
        Free::beside(Vec2::new(aspect, 1.0), Panel::default())
    }

    /// What panels leave free of a picture of this size, if the board is moved to its middle (see `view`).
    pub fn beside(size: Vec2, panel: Panel) -> Free {
        let panel = panel.within(size);
        // One tangent in pixels: the field of view spans the picture and, moved, as much more as the panel below is high.
        let unit = (FIELD_OF_VIEW / 2.0).tan() / (size.y + panel.bottom).max(1e-3);
        let tangent = |length: f32| if length.is_finite() { (length * unit).clamp(0.05, 2.0) } else { 0.3 };
        Free { horizontal: tangent(size.x - panel.right), vertical: tangent(size.y - panel.bottom) }
    }

    /// What panels leave free of a camera's picture.
    pub fn of(camera: &Camera, panel: Panel) -> Free {
        camera.logical_viewport_size().map_or(Free::whole(16.0 / 9.0), |size| Free::beside(size, panel))
    }

    /// Whether a point is in it, seen from here.
    pub fn holds(self, pose: Pose, point: Vec3) -> bool {
        let seen = to_eye(pose.yaw, pose.pitch) * (point - pose.focus);
        let depth = pose.distance - seen.z;
        depth > 0.1 && seen.x.abs() < self.horizontal * depth && seen.y.abs() < self.vertical * depth
    }

    /// The distance at which points are just in it, seen from the direction of this pose.
    pub fn distance(self, pose: Pose, points: impl IntoIterator<Item = Vec3>) -> f32 {
        let to_eye = to_eye(pose.yaw, pose.pitch);
        let needed = |point: Vec3| {
            let seen = to_eye * (point - pose.focus);
            seen.z + (seen.x.abs() / self.horizontal).max(seen.y.abs() / self.vertical)
        };
        points.into_iter().map(needed).fold(0.0, f32::max)
    }
}

/// From the board into the picture.
fn to_eye(yaw: f32, pitch: f32) -> Quat {
    Quat::from_euler(EulerRot::YXZ, yaw, -pitch, 0.0).inverse()
}

/// The part of a larger picture that a camera must show so that the middle of that lies in the middle of what is free.
pub fn view(size: Vec2, panel: Panel) -> Option<SubCameraView> {
    const FINE: f32 = 16.0;
    let panel = panel.within(size);
    let covered = Vec2::new(panel.right, panel.bottom);
    (covered != Vec2::ZERO).then(|| SubCameraView {
        full_size: ((size + covered) * FINE).as_uvec2().max(UVec2::ONE),
        offset: covered * FINE,
        size: (size * FINE).as_uvec2().max(UVec2::ONE),
    })
}

/// The distance at which the board just fits into the free part of a picture, seen from this direction.
pub fn fit(yaw: f32, pitch: f32, free: Free) -> f32 {
    let corners = CORNERS.into_iter().flat_map(|(half, height)| {
        [(half, half), (half, -half), (-half, half), (-half, -half)].map(|(x, z)| Vec3::new(x, height, z))
    });
    free.distance(Pose { yaw, pitch, distance: 0.0, focus: FOCUS }, corners) * 1.02
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_windows_are_seen_from_farther_and_odd_ones_stay_finite() {
        let at = |aspect| fit(0.0, 0.9, Free::whole(aspect));
        assert!(at(0.5) > at(1.0) && at(1.0) >= at(2.0));
        assert!(at(f32::NAN).is_finite() && at(0.0).is_finite() && at(f32::INFINITY).is_finite());
    }

    #[test]
    fn panels_push_the_board_away_and_never_swallow_the_picture() {
        let size = Vec2::new(640.0, 360.0);
        let at = |right, bottom| fit(0.0, 0.9, Free::beside(size, Panel { right, bottom }));
        assert!(at(0.0, 60.0) > at(0.0, 0.0) && at(400.0, 0.0) > at(0.0, 0.0));
        assert!(at(9_999.0, 9_999.0).is_finite());
        let shown = view(size, Panel { right: 9_999.0, bottom: 9_999.0 }).unwrap();
        assert!(shown.offset.x <= size.x * 16.0 && shown.size == UVec2::new(640 * 16, 360 * 16));
        assert_eq!(view(size, Panel::default()), None);
    }

    #[test]
    fn the_corners_of_the_frame_are_in_sight() {
        for pitch in [0.3, 0.9, 1.57] {
            let distance = fit(0.4, pitch, Free::whole(1.5));
            let rotation = Quat::from_euler(EulerRot::YXZ, 0.4, -pitch, 0.0);
            let corner = rotation.inverse() * (Vec3::new(-layout::FRAME, -0.1, layout::FRAME) - FOCUS);
            let half = (FIELD_OF_VIEW / 2.0).tan();
            assert!(corner.x.abs() / (distance - corner.z) <= half * 1.5);
            assert!(corner.y.abs() / (distance - corner.z) <= half);
        }
    }
}
