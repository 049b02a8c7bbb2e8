//! The pause: no clock runs and the board takes no moves until somebody goes on.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Key, Modifiers, Ui},
};

use super::{
    Action, UiSystems,
    dialog::{self, Dialog, Typing},
    widgets,
};
use crate::{game::Clocks, locale::Words, screens::Overlay};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(in_state(Overlay::Pause)));
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    typing: Res<Typing>,
    clocks: Res<Clocks>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if !clocks.are_paused() {
        commands.trigger(Action::Close);
        return Ok(());
    }
    let shown = Dialog::new("pause", 300.0).show(ctx, |ui| contents(ui, &words));
    let key = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::P));
    if shown.inner || key || dialog::escaped(ctx, &typing) {
        commands.trigger(Action::Resume);
    }
    Ok(())
}

/// Draws the dialog. Answers whether the game goes on.
fn contents(ui: &mut Ui, words: &Words) -> bool {
    ui.heading(words.text("pause-title"));
    ui.label(words.text("pause-hint"));
    ui.add_space(6.0);
    let resume = widgets::button(ui, words, "pause-resume");
    dialog::focus_first(ui, &resume);
    resume.clicked()
}
