//! How a watched game is shown: what decides how long positions are looked at, and what is drawn over them.

use bevy_egui::egui::{Button, DragValue, RichText, Ui, Vec2};

use super::{Action, widgets};
use crate::{
    locale::Words,
    settings::{Settings, Tempo},
};

/// By what thinking times may be divided.
const TIMES: [u8; 6] = [1, 2, 5, 10, 20, 60];

/// The button that opens the menu. Changes the settings that it is given.
pub(super) fn menu(ui: &mut Ui, words: &Words, settings: &mut Settings) {
    let button = Button::new(RichText::new("⏱").size(16.0)).min_size(Vec2::splat(28.0));
    let (response, _) = bevy_egui::egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        ui.set_min_width(280.0);
        widgets::caption(ui, words, "pace-tempo");
        let names = Tempo::ALL.map(|tempo| {
            let name = match tempo {
                Tempo::Even => words.text("pace-even"),
                Tempo::Clock => words.text("pace-clock"),
            };
            (tempo, name)
        });
        widgets::choices(ui, &mut settings.tempo, &names);
        if settings.tempo == Tempo::Clock {
            widgets::caption(ui, words, "pace-times");
            widgets::choices(ui, &mut settings.clock_times, &TIMES.map(|times| (times, format!("{times}×"))));
            ui.horizontal(|ui| {
                ui.label(words.text("pace-longest"));
                ui.add(DragValue::new(&mut settings.longest_wait).range(1..=120).suffix(" s"));
            });
        }
        ui.checkbox(&mut settings.importance, words.text("pace-importance"));
        ui.checkbox(&mut settings.reading, words.text("pace-reading"));
        ui.checkbox(&mut settings.play_variations, words.text("pace-variations"));
        ui.checkbox(&mut settings.captions, words.text("pace-captions"));
    });
    let response = response.on_hover_text(words.text("pace-menu"));
    widgets::note(ui, "pace-menu", response.rect);
}

/// The speed of the film, to be drawn or typed.
pub(super) fn speed(ui: &mut Ui, words: &Words, now: f32) -> Option<Action> {
    let mut speed = now;
    let field = DragValue::new(&mut speed).range(0.25..=8.0).speed(0.01).max_decimals(2);
    let field = field.custom_formatter(|speed, _| format!("×{}", (speed * 100.0).round() / 100.0));
    let field = field.custom_parser(|text| text.trim_start_matches(['×', 'x', '*']).trim().parse().ok());
    let response = ui.add(field).on_hover_text(words.text("replay-speed"));
    widgets::note(ui, "replay-speed", response.rect);
    (speed != now).then_some(Action::Speed(speed))
}
