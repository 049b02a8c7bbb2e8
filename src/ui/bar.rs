//! The replay bar below the board: step, play, speed, and a slider through the game.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Area, Button, Id, Order, Response, RichText, Slider, Ui, Vec2},
};

use super::{Action, UiSystems, theme, widgets};
use crate::{
    camera::Panel,
    game::{Match, Mode},
    locale::Words,
    replay::Replay,
};

/// Height of the bar with its margin, in points; zero when there is none.
#[derive(Resource, Default)]
pub(super) struct BarHeight(pub(super) f32);

/// The widest the bar becomes.
const WIDEST: f32 = 720.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BarHeight>().add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Bar));
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    current: Res<Match>,
    replay: Option<Res<Replay>>,
    mut panel: ResMut<Panel>,
    mut height: ResMut<BarHeight>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(replay) = replay.filter(|_| current.mode() == Mode::Replay) else {
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
                    contents(ui, &words, &current, &replay)
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

/// Draws the bar. Answers what was asked for.
fn contents(ui: &mut Ui, words: &Words, current: &Match, replay: &Replay) -> Option<Action> {
    let (ply, last) = (current.ply(), current.game().len());
    let mut asked = None;
    ui.horizontal(|ui| {
        let pause = if replay.playing { ("⏸", "replay-pause") } else { ("▶", "replay-play") };
        let steps = [
            ("⏮", "replay-start", ply > 0, Action::First),
            ("◀", "replay-back", ply > 0, Action::Back),
            (pause.0, pause.1, last > 0, Action::TogglePlay),
            ("⏵", "replay-forward", ply < last, Action::Forward),
            ("⏭", "replay-end", ply < last, Action::Last),
        ];
        for (glyph, key, enabled, action) in steps {
            if sign(ui, words, glyph, key, enabled).clicked() {
                asked = Some(action);
            }
        }
        let counter = format!("{ply}/{last}");
        let rest = widgets::at_right(ui, |ui| {
            let rest = right_end(ui, words, replay.speed);
            ui.label(RichText::new(counter).color(theme::FADED));
            ui.spacing_mut().slider_width = (ui.available_width() - 8.0).max(24.0);
            let mut to = ply;
            let slider = ui.add_enabled(last > 0, Slider::new(&mut to, 0..=last.max(1)).show_value(false));
            widgets::note(ui, "replay slider", slider.rect);
            rest.or((to != ply).then_some(Action::GoTo(to)))
        });
        asked = asked.take().or(rest);
    });
    asked
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
    ui.label(RichText::new(format!("×{speed}")).color(theme::GOLD));
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
