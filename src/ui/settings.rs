//! The settings: pace, picture, sound, and what is drawn on the board. Each change is in force and saved at once.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Label, Slider, Ui},
};

use super::{
    Action, UiSystems,
    dialog::{self, Dialog, Typing},
    widgets,
};
use crate::{
    audio::Speaker,
    locale::Words,
    screens::Overlay,
    settings::{Board, Detail, Light, Men, Motion, Settings},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(in_state(Overlay::Settings)))
        .add_observer(toggle);
}

fn toggle(action: On<Action>, mut settings: ResMut<Settings>) {
    match action.event() {
        Action::ToggleSound => settings.sound = !settings.sound,
        Action::ToggleDirector => settings.director = !settings.director,
        _ => {}
    }
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    typing: Res<Typing>,
    mut settings: ResMut<Settings>,
    speaker: Option<Res<Speaker>>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let mut edited = settings.clone();
    let mute = speaker.is_some_and(|speaker| speaker.is_missing());
    let shown = Dialog::new("settings", 380.0).show(ctx, |ui| contents(ui, &words, mute, &mut edited));
    edited.detail_is_chosen |= edited.detail != settings.detail;
    settings.set_if_neq(edited);
    if shown.inner || dialog::escaped(ctx, &typing) {
        commands.trigger(Action::Close);
    }
    Ok(())
}

/// Draws the settings; `mute` where there is no sound device. Answers whether the dialog may go.
fn contents(ui: &mut Ui, words: &Words, mute: bool, settings: &mut Settings) -> bool {
    ui.heading(words.text("settings-title"));
    widgets::caption(ui, words, "settings-motion");
    widgets::choices(ui, &mut settings.motion, &Motion::ALL.map(|motion| (motion, motion_name(words, motion))));
    widgets::caption(ui, words, "settings-detail");
    widgets::choices(ui, &mut settings.detail, &Detail::ALL.map(|detail| (detail, detail_name(words, detail))));
    widgets::caption(ui, words, "settings-board");
    widgets::choices(ui, &mut settings.board, &Board::ALL.map(|board| (board, board_name(words, board))));
    widgets::caption(ui, words, "settings-men");
    widgets::choices(ui, &mut settings.men, &Men::ALL.map(|men| (men, men_name(words, men))));
    widgets::caption(ui, words, "settings-light");
    widgets::choices(ui, &mut settings.light, &Light::ALL.map(|light| (light, light_name(words, light))));
    ui.add_space(6.0);
    sound(ui, words, mute, settings);
    ui.checkbox(&mut settings.coordinates, words.text("settings-coordinates"));
    ui.checkbox(&mut settings.turn_board, words.text("settings-turn-board"));
    ui.checkbox(&mut settings.director, words.text("settings-director"));
    ui.add_space(8.0);
    let close = widgets::button(ui, words, "settings-close");
    dialog::focus_first(ui, &close);
    close.clicked()
}

/// Whether and how loud the men are heard. The sound can be switched where there is no device: that looks for one again.
fn sound(ui: &mut Ui, words: &Words, mute: bool, settings: &mut Settings) {
    let heard = ui.checkbox(&mut settings.sound, words.text("settings-sound"));
    widgets::note(ui, "settings-sound", heard.rect);
    ui.horizontal(|ui| {
        let mut volume = settings.volume.min(100);
        ui.add_enabled(settings.sound && !mute, Label::new(words.text("settings-volume")));
        let slid = ui.add_enabled(settings.sound && !mute, Slider::new(&mut volume, 0..=100));
        widgets::note(ui, "settings-volume", slid.rect);
        if slid.changed() {
            settings.volume = volume;
        }
    });
    if mute && settings.sound {
        widgets::caption(ui, words, "settings-no-device");
    }
}

fn motion_name(words: &Words, motion: Motion) -> String {
    match motion {
        Motion::Off => words.text("settings-motion-off"),
        Motion::Fast => words.text("settings-motion-fast"),
        Motion::Normal => words.text("settings-motion-normal"),
        Motion::Slow => words.text("settings-motion-slow"),
    }
}

fn detail_name(words: &Words, detail: Detail) -> String {
    match detail {
        Detail::Low => words.text("settings-detail-low"),
        Detail::Medium => words.text("settings-detail-medium"),
        Detail::High => words.text("settings-detail-high"),
    }
}

fn board_name(words: &Words, board: Board) -> String {
    match board {
        Board::Walnut => words.text("settings-board-walnut"),
        Board::Marble => words.text("settings-board-marble"),
        Board::RollUp => words.text("settings-board-rollup"),
    }
}

fn men_name(words: &Words, men: Men) -> String {
    match men {
        Men::Staunton => words.text("settings-men-staunton"),
        Men::Modern => words.text("settings-men-modern"),
        Men::Club => words.text("settings-men-club"),
    }
}

fn light_name(words: &Words, light: Light) -> String {
    match light {
        Light::Lamp => words.text("settings-light-lamp"),
        Light::Day => words.text("settings-light-day"),
        Light::Studio => words.text("settings-light-studio"),
    }
}
