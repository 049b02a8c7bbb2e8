//! Who sits at a side of the table: a person, or our engine at one of its levels.

use std::path::Path;

use bevy_egui::egui::{ComboBox, RichText, Ui};

use super::{Action, figurine::side_name, theme, widgets};
use crate::{
    chess::Side,
    engine::Level,
    game::{Match, Mode, Sitter},
    locale::Words,
    opponent::Engines,
};

/// What a sitter without a name of his own is called.
pub(super) fn name(words: &Words, sitter: &Sitter, side: Side) -> String {
    match sitter {
        Sitter::Human => side_name(words, side),
        Sitter::Computer(level) => words.text_with("seat-level", &[("level", (*level).into())]),
        Sitter::Engine(name) => program(name),
    }
}

/// The name of a program, without the folders before it.
fn program(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// All who may sit there.
fn all(engines: &Engines) -> Vec<Sitter> {
    let levels = Level::all().map(|level| Sitter::Computer(level.number()));
    let engines = engines.names().map(|name| Sitter::Engine(name.to_owned()));
    [Sitter::Human].into_iter().chain(levels).chain(engines).collect()
}

/// How somebody is offered: the levels with about how strong they are.
fn offered(words: &Words, sitter: &Sitter) -> String {
    match sitter {
        Sitter::Human => words.text("seat-human"),
        Sitter::Computer(level) => {
            let (from, to) = Level::new(*level).unwrap_or(Level::LAST).rating();
            let numbers = [("level", (*level).into()), ("from", from.into()), ("to", to.into())];
            words.text_with("seat-level-rating", &numbers)
        }
        Sitter::Engine(name) => program(name),
    }
}

/// A box in which one is chosen.
pub(super) fn choose(ui: &mut Ui, words: &Words, engines: &Engines, id: &str, sitter: &mut Sitter, width: f32) {
    let short = match sitter {
        Sitter::Human => words.text("seat-human"),
        _ => name(words, sitter, Side::White),
    };
    let shown = ComboBox::from_id_salt(id).width(width).height(460.0).selected_text(short).show_ui(ui, |ui| {
        for one in all(engines) {
            let text = offered(words, &one);
            let response = ui.selectable_value(sitter, one.clone(), text);
            widgets::note(ui, &format!("{id} {one:?}"), response.rect);
        }
    });
    widgets::note(ui, id, shown.response.rect);
}

/// The small button beside a player's name, which changes who plays on.
pub(super) fn change(ui: &mut Ui, words: &Words, engines: &Engines, current: &Match, side: Side) -> Option<Action> {
    if current.mode() != Mode::Play {
        return None;
    }
    let now = current.seats().sitter(side);
    let sign = if now.is_human() { "👤" } else { "💻" };
    let menu = ui.menu_button(RichText::new(sign).size(13.0).color(theme::FADED), |ui| {
        let mut chosen = None;
        for one in all(engines) {
            let response = ui.selectable_label(one == *now, offered(words, &one));
            widgets::note(ui, &format!("seat {side} {one:?}"), response.rect);
            if response.clicked() {
                chosen = Some(Action::Seat(side, one));
                ui.close();
            }
        }
        chosen
    });
    widgets::note(ui, &format!("seat of {side}"), menu.response.rect);
    menu.response.on_hover_text(words.text("seat-change"));
    menu.inner.flatten()
}
