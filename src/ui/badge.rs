//! Badges: the sign of the last move (`!`, `??` …) over the square it went to.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Color32, FontId, Id, LayerId, Order, Stroke, pos2},
};

use super::{UiSystems, theme};
use crate::{
    board::layout,
    camera,
    game::{Match, Mode},
    replay::{Playhead, Replay},
};

/// How high over the square a badge hangs beside its man, and how far toward the right corner.
const HEIGHT: f32 = 0.9;
/// Radius, in points.
const RADIUS: f32 = 13.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Panel).before(super::panel::show));
}

/// What is written on the badge of a sign, and its color.
fn badge(nag: u8) -> Option<(&'static str, Color32)> {
    const GOOD: Color32 = Color32::from_rgb(62, 122, 74);
    const FINE: Color32 = Color32::from_rgb(52, 104, 128);
    const DOUBTFUL: Color32 = Color32::from_rgb(150, 110, 34);
    const BAD: Color32 = Color32::from_rgb(158, 60, 40);
    Some(match nag {
        1 => ("!", GOOD),
        2 => ("?", BAD),
        3 => ("!!", GOOD),
        4 => ("??", BAD),
        5 => ("!?", FINE),
        6 => ("?!", DOUBTFUL),
        7 => ("□", FINE),
        _ => return None,
    })
}

pub(super) fn show(
    mut contexts: EguiContexts,
    current: Res<Match>,
    (replay, playhead): (Option<Res<Replay>>, Res<Playhead>),
    eyes: Query<(&Camera, &GlobalTransform), With<Camera3d>>,
    panel: Res<camera::Panel>,
) -> Result {
    let Some(replay) = replay.filter(|_| current.mode() == Mode::Replay) else { return Ok(()) };
    let ply = current.ply();
    // Not before the man has come.
    let Some(mv) = current.last_move().filter(|_| playhead.ply == ply as f64) else { return Ok(()) };
    let node = &replay.tree.nodes[replay.node_at(ply)];
    let Some((sign, fill)) = node.nags.iter().find_map(|nag| badge(*nag)) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let Some((camera, eye)) = eyes.iter().next() else { return Ok(()) };
    // To the right of the man, as the eye sees it.
    let right = eye.right() * 0.42;
    let Ok(at) = camera.world_to_viewport(eye, layout::center(mv.to) + Vec3::Y * HEIGHT + right) else { return Ok(()) };
    let at = pos2(at.x, at.y);
    let screen = ctx.content_rect();
    if !screen.contains(at) || at.x > screen.right() - panel.right || at.y > screen.bottom() - panel.bottom {
        return Ok(());
    }
    let painter = ctx.layer_painter(LayerId::new(Order::Background, Id::new("badge")));
    painter.circle(at, RADIUS, fill, Stroke::new(1.5, theme::IVORY));
    painter.text(at, Align2::CENTER_CENTER, sign, FontId::proportional(16.0), Color32::WHITE);
    Ok(())
}
