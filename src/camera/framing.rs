//! How far away the eye must be for the whole board to be seen.

use bevy::{camera::SubCameraView, prelude::*};

use super::{Panel, pose::FOCUS};
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
    let to_eye = Quat::from_euler(EulerRot::YXZ, yaw, -pitch, 0.0).inverse();
    let mut distance = 0.0f32;
    for (half, height) in CORNERS {
        for (x, z) in [(half, half), (half, -half), (-half, half), (-half, -half)] {
            let point = to_eye * (Vec3::new(x, height, z) - FOCUS);
            distance =
                distance.max(point.z + point.x.abs() / free.horizontal).max(point.z + point.y.abs() / free.vertical);
        }
    }
    distance * 1.02
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
