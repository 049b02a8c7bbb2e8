//! What stands in the picture of a game that is filmed: its players with their clocks, what is said of it, and the game from left
//! to right. Nothing here can be pressed.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Area, Context, Id, Order, Sense},
};

use super::{
    UiSystems, badge,
    bar::BarHeight,
    caption::Said,
    scoresheet::Scoresheet,
    theatre::card,
    theme,
    timeline::{self, Film, Strip},
    widgets,
};
use crate::{
    camera::{Panel, Seat},
    chess::Side,
    game::Match,
    locale::Words,
    replay::{Landmarks, Playhead, Replay, Rhythm, Screening},
};

/// Between what is shown and the edges, in points.
const MARGIN: f32 = 12.0;
/// In narrower pictures both players stand at the upper edge, where no caption comes.
const WIDE: f32 = 1150.0;

/// The board leaves so much room for two lines of words; more of them lie over its edge.
const WORDS: f32 = 60.0;

pub(super) fn plugin(app: &mut App) {
    let has_captions = |screening: Option<Res<Screening>>| screening.is_some_and(|screening| screening.captions);
    let parts = (show_graph, make_room, show_players, show_caption, badge::show.run_if(has_captions));
    app.add_systems(EguiPrimaryContextPass, parts.chain().in_set(UiSystems::Screening));
}

/// The game along the lower edge.
fn show_graph(
    mut contexts: EguiContexts,
    (screening, playhead): (Res<Screening>, Res<Playhead>),
    (current, sheet, landmarks): (Res<Match>, Res<Scoresheet>, Res<Landmarks>),
    (mut height, mut strip): (ResMut<BarHeight>, Local<Strip>),
) -> Result {
    if !screening.graph {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?;
    if landmarks.is_changed() {
        strip.forget();
    }
    let area = Area::new(Id::new("graph")).order(Order::Background).interactable(false).sense(Sense::hover());
    let shown = area.fade_in(false).anchor(Align2::CENTER_BOTTOM, (0.0, -MARGIN)).show(ctx, |ui| {
        let frame = theme::bar();
        let width = ui.ctx().content_rect().width() - 2.0 * MARGIN - frame.total_margin().sum().x;
        frame.show(ui, |ui| {
            ui.set_width(width.max(1.0));
            let at = playhead.ply.clamp(0.0, current.game().len() as f64);
            let film = Film { current: &current, sheet: &sheet, landmarks: &landmarks, at, passage: None };
            timeline::show(ui, &film, &mut strip);
        });
    });
    widgets::note_in(ctx, "graph", shown.response.rect);
    height.0 = shown.response.rect.height() + MARGIN;
    Ok(())
}

/// The board makes room, once for the whole film.
fn make_room(
    screening: Res<Screening>,
    (landmarks, height): (Res<Landmarks>, Res<BarHeight>),
    mut panel: ResMut<Panel>,
) {
    let has_words = screening.captions && landmarks.marks.iter().any(|mark| mark.comment);
    let bottom = height.0 + if has_words { WORDS } else { 0.0 };
    panel.set_if_neq(Panel { right: 0.0, bottom });
}

fn show_players(
    mut contexts: EguiContexts,
    (words, screening, seat): (Res<Words>, Res<Screening>, Res<Seat>),
    (current, sheet): (Res<Match>, Res<Scoresheet>),
    (replay, rhythm): (Option<Res<Replay>>, Option<Res<Rhythm>>),
    height: Res<BarHeight>,
) -> Result {
    let Some(replay) = replay.filter(|_| screening.players) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    for side in Side::ALL {
        let (anchor, place) = place(ctx, side == seat.0, height.0);
        let area = Area::new(Id::new(("player", side.index()))).order(Order::Background).interactable(false);
        let shown = area.sense(Sense::hover()).fade_in(false).anchor(anchor, place).show(ctx, |ui| {
            theme::bar().show(ui, |ui| card(ui, &words, &current, &sheet, (&replay, rhythm.as_deref()), side));
        });
        widgets::note_in(ctx, &format!("player {side}"), shown.response.rect);
    }
    Ok(())
}

/// Where a player stands: the one whose seat it is nearer to it.
fn place(ctx: &Context, is_near: bool, below: f32) -> (Align2, (f32, f32)) {
    let is_wide = ctx.content_rect().width() >= WIDE;
    match (is_near, is_wide) {
        (true, true) => (Align2::LEFT_BOTTOM, (MARGIN, -MARGIN - below)),
        (true, false) => (Align2::RIGHT_TOP, (-MARGIN, MARGIN)),
        (false, _) => (Align2::LEFT_TOP, (MARGIN, MARGIN)),
    }
}

fn show_caption(
    mut contexts: EguiContexts,
    (screening, said, height): (Res<Screening>, Res<Said>, Res<BarHeight>),
    (rhythm, current): (Option<Res<Rhythm>>, Res<Match>),
) -> Result {
    let Some(rhythm) = rhythm.filter(|_| screening.captions) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let room = ctx.content_rect().width() - 2.0 * MARGIN;
    said.draw(ctx, Some(said.page_now(&rhythm, &current)), room, (0.0, -MARGIN - height.0), None);
    Ok(())
}
