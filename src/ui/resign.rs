//! "Do you really resign?" Asked once; either side may, also when it is not its turn.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui::Ui};

use super::{
    Action, UiSystems,
    dialog::{self, Dialog, Typing},
    widgets,
};
use crate::{chess::Side, game::Match, locale::Words, screens::Overlay};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(in_state(Overlay::Resign)));
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    typing: Res<Typing>,
    current: Res<Match>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let shown = Dialog::new("resign", 320.0).show(ctx, |ui| contents(ui, &words, &current));
    if let Some(Some(side)) = shown.inner {
        commands.trigger(Action::Resign(side));
    }
    if shown.inner.is_some() || shown.clicked_away || dialog::escaped(ctx, &typing) {
        commands.trigger(Action::Close);
    }
    Ok(())
}

/// Draws the question. Answers who resigns, or that nobody does.
fn contents(ui: &mut Ui, words: &Words, current: &Match) -> Option<Option<Side>> {
    ui.heading(words.text("resign-title"));
    ui.label(words.text("resign-question"));
    ui.add_space(6.0);
    let mut answer = None;
    ui.horizontal_wrapped(|ui| {
        let stay = widgets::button(ui, words, "resign-play-on");
        dialog::focus_first(ui, &stay);
        if stay.clicked() {
            answer = Some(None);
        }
        // A computer decides for itself, unless nobody else is there.
        let may = |side| current.is_human(side) || !current.seats().has_human();
        if may(Side::White) && widgets::button(ui, words, "resign-white").clicked() {
            answer = Some(Some(Side::White));
        }
        if may(Side::Black) && widgets::button(ui, words, "resign-black").clicked() {
            answer = Some(Some(Side::Black));
        }
    });
    answer
}
