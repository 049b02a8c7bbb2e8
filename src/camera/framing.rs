//! How far away the eye must be for the whole board to be seen.

use bevy::prelude::*;

use crate::board::layout;

/// Vertical field of view, in radians: about that of a portrait lens, so that far squares are not small.
pub const FIELD_OF_VIEW: f32 = 0.61;

/// The distance at which the frame of the board just fits into a view of this aspect (width over height).
pub fn fit(aspect: f32) -> f32 {
    let aspect = if aspect.is_finite() { aspect.clamp(0.2, 4.0) } else { 1.0 };
    let half = (FIELD_OF_VIEW / 2.0).tan();
    // The near edge is the widest thing in sight; the depth of the board foreshortens to about three quarters.
    let for_height = layout::FRAME * 0.86 / half;
    let for_width = (layout::FRAME * 1.05) / (half * aspect) + layout::FRAME * 0.55;
    for_height.max(for_width)
}

/// Width over height of what a camera draws into.
pub fn aspect(camera: &Camera) -> f32 {
    let (Some(free), Some(size)) = (camera.logical_viewport_size(), camera.sub_camera_view) else {
        return camera.logical_viewport_size().map_or(16.0 / 9.0, |size| size.x / size.y.max(1.0));
    };
    let covered = size.offset.x / size.size.x.max(1) as f32 * free.x;
    (free.x - covered) / free.y.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_windows_are_seen_from_farther_and_odd_ones_stay_finite() {
        assert!(fit(0.5) > fit(1.0) && fit(1.0) >= fit(2.0));
        assert!(fit(f32::NAN).is_finite() && fit(0.0).is_finite() && fit(f32::INFINITY).is_finite());
    }
}
