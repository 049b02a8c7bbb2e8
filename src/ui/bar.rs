//! The replay bar below the board: the film strip, and step, play, speed and repeat.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Area, Button, Id, Order, Response, RichText, Ui, Vec2},
};

use super::{
    Action, UiSystems, pace,
    scoresheet::Scoresheet,
    theatre::Theatre,
    theme,
    timeline::{self, Film, Strip},
    widgets,
};
use crate::{
    camera::Panel,
    game::{Match, Mode},
    locale::Words,
    replay::{Landmarks, Passage, Playhead, Replay, Sight},
    screens::Overlay,
    settings::Settings,
};

/// Height of the bar with its margin, in points; zero when there is none.
#[derive(Resource, Default)]
pub(super) struct BarHeight(pub(super) f32);

/// How near to the lower edge the pointer brings it back, in points.
const NEAR: f32 = 120.0;
/// The widest the bar becomes.
const WIDEST: f32 = 820.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BarHeight>().add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Bar));
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    current: Res<Match>,
    (sheet, landmarks, playhead): (Res<Scoresheet>, Res<Landmarks>, Res<Playhead>),
    (theatre, mut settings): (Res<Theatre>, ResMut<Settings>),
    replay: Option<Res<Replay>>,
    mut panel: ResMut<Panel>,
    (mut height, mut strip): (ResMut<BarHeight>, Local<Strip>),
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if landmarks.is_changed() {
        strip.forget();
    }
    // In the theatre it comes when the film stands, or when the pointer goes to its place.
    let near = ctx.pointer_latest_pos().is_some_and(|at| at.y > ctx.content_rect().bottom() - NEAR);
    let away = theatre.open && !near && replay.as_ref().is_some_and(|replay| replay.playing);
    let Some(replay) = replay.filter(|_| current.mode() == Mode::Replay && !away) else {
        height.0 = 0.0;
        if panel.bottom != 0.0 {
            panel.bottom = 0.0;
        }
        return Ok(());
    };
    let room = ctx.content_rect().width() - panel.right - 24.0;
    let shown = Area::new(Id::new("replay bar"))
        .order(Order::Middle)
        .fade_in(false)
        .anchor(Align2::CENTER_BOTTOM, (-panel.right / 2.0, -10.0))
        .show(ctx, |ui| {
            let frame = theme::bar();
            let width = room.min(WIDEST) - frame.total_margin().sum().x;
            frame
                .show(ui, |ui| {
                    ui.set_width(width.max(1.0));
                    let at = playhead.ply.clamp(0.0, current.game().len() as f64);
                    let (sheet, landmarks) = (&sheet, &landmarks);
                    let film = Film { current: &current, sheet, landmarks, at, passage: replay.again };
                    let moved = timeline::show(ui, &film, &mut strip);
                    let mut edited = settings.clone();
                    let button = buttons(ui, &words, &current, &replay, &mut edited);
                    settings.set_if_neq(edited);
                    moved.or(button)
                })
                .inner
        });
    height.0 = shown.response.rect.height() + 10.0;
    if panel.bottom != height.0 {
        // The board makes room, one frame later.
        panel.bottom = height.0;
        ctx.request_repaint();
    }
    if let Some(action) = shown.inner {
        commands.trigger(action);
    }
    Ok(())
}

/// Draws the row of buttons. Answers what was asked for.
fn buttons(ui: &mut Ui, words: &Words, current: &Match, replay: &Replay, settings: &mut Settings) -> Option<Action> {
    let (ply, last) = (current.ply(), current.game().len());
    let mut asked = None;
    let row = ui.available_width();
    ui.horizontal(|ui| {
        let pause = if replay.playing { ("⏸", "replay-pause") } else { ("▶", "replay-play") };
        let to = |sight, forward| Action::ToSight(sight, forward);
        let steps = [
            ("⏮", "replay-start", ply > 0, Action::First, 0.0),
            ("◀", "replay-back", ply > 0, Action::Back, 0.0),
            (pause.0, pause.1, last > 0, Action::TogglePlay, 0.0),
            ("⏵", "replay-forward", ply < last, Action::Forward, 0.0),
            ("⏭", "replay-end", ply < last, Action::Last, 0.0),
            // Where there is room for them: keys do the same.
            ("💬", "replay-next-comment", ply < last, to(Sight::Comment, true), 622.0),
            ("⚔", "replay-next-capture", ply < last, to(Sight::Capture, true), 660.0),
        ];
        for (glyph, key, enabled, action, needs) in steps {
            if row >= needs && sign(ui, words, glyph, key, enabled).clicked() {
                asked = Some(action);
            }
        }
        if row >= 550.0 {
            asked = asked.take().or(repeat(ui, words, current, replay.again));
        }
        if row >= 510.0 {
            pace::menu(ui, words, settings);
        }
        if row >= 585.0 && sign(ui, words, "⛶", "replay-theatre", true).clicked() {
            asked = Some(Action::ToggleTheatre);
        }
        if row >= 700.0 && sign(ui, words, "🎥", "film-export", true).clicked() {
            asked = Some(Action::Show(Overlay::Film));
        }
        let counter = format!("{ply}/{last}");
        let rest = widgets::at_right(ui, |ui| {
            let rest = right_end(ui, words, replay.speed);
            if row >= 760.0 {
                ui.label(RichText::new(counter).color(theme::FADED));
            }
            rest
        });
        asked = asked.take().or(rest);
    });
    asked
}

/// A part of the game again and again: its begin, its end, and no more of it.
fn repeat(ui: &mut Ui, words: &Words, current: &Match, passage: Option<Passage>) -> Option<Action> {
    let key = if passage.is_some() { "replay-repeat-off" } else { "replay-repeat" };
    let mut button = Button::new(RichText::new("🔁").size(16.0)).min_size(Vec2::splat(28.0));
    if passage.is_some() {
        button = button.stroke((1.5, theme::GOLD));
    }
    let response = ui.add_enabled(!current.game().is_empty(), button).on_hover_text(words.text(key));
    widgets::note(ui, "replay-repeat", response.rect);
    response.clicked().then_some(Action::Repeat)
}

/// Speed, and the way out of the replay.
fn right_end(ui: &mut Ui, words: &Words, speed: f32) -> Option<Action> {
    let mut asked = None;
    let play = ui.button(words.text("replay-play-on")).on_hover_text(words.text("replay-play-on-help"));
    widgets::note(ui, "replay-play-on", play.rect);
    if play.clicked() {
        asked = Some(Action::PlayFromHere);
    }
    if sign(ui, words, "+", "replay-faster", speed < 8.0).clicked() {
        asked = Some(Action::Faster);
    }
    asked = asked.or(pace::speed(ui, words, speed));
    if sign(ui, words, "−", "replay-slower", speed > 0.25).clicked() {
        asked = Some(Action::Slower);
    }
    asked
}

fn sign(ui: &mut Ui, words: &Words, glyph: &str, key: &str, enabled: bool) -> Response {
    let button = Button::new(RichText::new(glyph).size(16.0)).min_size(Vec2::splat(28.0));
    let response = ui.add_enabled(enabled, button).on_hover_text(words.text(key));
    widgets::note(ui, key, response.rect);
    response
}
