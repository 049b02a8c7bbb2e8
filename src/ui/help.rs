//! Help: what the mouse and the keys do.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Grid, RichText, Ui},
};

use super::{
    Action, UiSystems,
    dialog::{self, Dialog, Typing},
    theme, widgets,
};
use crate::{locale::Words, screens::Overlay};

/// What is pressed and what it does, by their keys.
const LINES: &[(&str, &str)] = &[
    ("help-click-keys", "help-click"),
    ("help-drag-keys", "help-drag"),
    ("help-cancel-keys", "help-cancel"),
    ("help-arrow-keys", "help-arrow"),
    ("help-circle-keys", "help-circle"),
    ("help-paint-keys", "help-paint"),
    ("help-wipe-keys", "help-wipe"),
    ("help-orbit-keys", "help-orbit"),
    ("help-zoom-keys", "help-zoom"),
    ("help-views-keys", "help-views"),
    ("help-own-views-keys", "help-own-views"),
    ("help-lean-keys", "help-lean"),
    ("help-diagram-keys", "help-diagram"),
    ("help-flip-keys", "help-flip"),
    ("help-cursor-keys", "help-cursor"),
    ("help-type-keys", "help-type"),
    ("help-promotion-keys", "help-promotion"),
    ("help-take-back-keys", "help-take-back"),
    ("help-analysis-keys", "help-analysis"),
    ("help-draw-keys", "help-draw"),
    ("help-claim-keys", "help-claim"),
    ("help-resign-keys", "help-resign"),
    ("help-pause-keys", "help-pause"),
    ("help-back-keys", "help-back"),
    ("help-ends-keys", "help-ends"),
    ("help-pages-keys", "help-pages"),
    ("help-step-keys", "help-step"),
    ("help-leap-keys", "help-leap"),
    ("help-sight-keys", "help-sight"),
    ("help-repeat-keys", "help-repeat"),
    ("help-games-keys", "help-games"),
    ("help-find-keys", "help-find"),
    ("help-position-keys", "help-position"),
    ("help-theatre-keys", "help-theatre"),
    ("help-director-keys", "help-director"),
    ("help-play-keys", "help-play"),
    ("help-speed-keys", "help-speed"),
    ("help-new-keys", "help-new"),
    ("help-files-keys", "help-files"),
    ("help-film-keys", "help-film"),
    ("help-saved-keys", "help-saved"),
    ("help-settings-keys", "help-settings"),
    ("help-still-keys", "help-still"),
    ("help-sound-keys", "help-sound"),
    ("help-full-screen-keys", "help-full-screen"),
    ("help-focus-keys", "help-focus"),
    ("help-help-keys", "help-help"),
];

/// What the two columns need side by side, in points.
const WIDTH: f32 = 500.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(in_state(Overlay::Help)));
}

fn show(mut contexts: EguiContexts, words: Res<Words>, typing: Res<Typing>, mut commands: Commands) -> Result {
    let ctx = contexts.ctx_mut()?;
    let shown = Dialog::new("help", WIDTH + 20.0).show(ctx, |ui| contents(ui, &words));
    let away = shown.clicked_away || dialog::escaped(ctx, &typing);
    if let Some(action) = shown.inner.or(away.then_some(Action::Close)) {
        commands.trigger(action);
    }
    Ok(())
}

/// Draws the table of keys. Answers what comes next, if the dialog may go.
fn contents(ui: &mut Ui, words: &Words) -> Option<Action> {
    let close = ui
        .horizontal(|ui| {
            ui.heading(words.text("help-title"));
            widgets::at_right(ui, |ui| widgets::button(ui, words, "help-close"))
        })
        .inner;
    dialog::focus_first(ui, &close);
    let tour = widgets::button(ui, words, "help-tour");
    let keys = |line| RichText::new(words.text(line)).color(theme::GOLD);
    if ui.available_width() < WIDTH {
        // Too narrow for two columns, which would not break their lines: one below the other.
        for (pressed, meaning) in LINES {
            ui.label(keys(pressed));
            ui.label(words.text(meaning));
            ui.add_space(4.0);
        }
    } else {
        Grid::new("keys").num_columns(2).min_row_height(20.0).spacing([18.0, 5.0]).show(ui, |ui| {
            for (pressed, meaning) in LINES {
                ui.label(keys(pressed));
                ui.label(words.text(meaning));
                ui.end_row();
            }
        });
    }
    if tour.clicked() { Some(Action::StartTour) } else { close.clicked().then_some(Action::Close) }
}
