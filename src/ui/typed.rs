//! The field for typed moves: SAN, UCI, whatever the notations read.

use bevy::prelude::*;
use bevy_egui::egui::{Id, Key, Margin, TextEdit, Ui};

use super::widgets;
use crate::locale::Words;

/// What stands in the field.
#[derive(Resource, Default)]
pub(super) struct Typed {
    text: String,
    wants_focus: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Typed>();
}

impl Typed {
    /// Puts the cursor into the field when it is drawn next.
    pub(super) fn ask_focus(&mut self) {
        self.wants_focus = true;
    }

    /// Empties the field: its move has been made.
    pub(super) fn clear(&mut self) {
        self.text.clear();
    }

    /// Draws the field. Answers the text when Enter is pressed; the cursor stays for the next move.
    pub(super) fn show(&mut self, ui: &mut Ui, words: &Words) -> Option<String> {
        let field = TextEdit::singleline(&mut self.text)
            .id(Id::new("typed move"))
            .hint_text(words.text("panel-type-move"))
            .char_limit(40)
            .margin(Margin::symmetric(8, 5))
            .desired_width(f32::INFINITY);
        let response = ui.add(field);
        widgets::note(ui, "panel-type-move", response.rect);
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if entered || self.wants_focus {
            self.wants_focus = false;
            response.request_focus();
        }
        let text = self.text.trim();
        (entered && !text.is_empty()).then(|| text.to_owned())
    }
}
