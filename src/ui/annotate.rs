//! Writing about a watched game: words, signs, and what becomes of the lines that were tried.

use bevy_egui::egui::{Button, Id, RichText, TextEdit, Ui, Vec2};

use super::{Action, theme, widgets};
use crate::{
    locale::Words,
    notation::pgn::tree::{NodeId, ROOT},
    replay::Replay,
};

/// The signs that are offered, with their numbers.
const SIGNS: [(&str, u8); 6] = [("!!", 3), ("!", 1), ("!?", 5), ("?!", 6), ("?", 2), ("??", 4)];

/// The comment that is being written.
#[derive(Default)]
pub(super) struct Pen {
    at: Option<NodeId>,
    text: String,
}

impl Pen {
    /// Whether a comment is being written.
    pub(super) fn is_writing(&self) -> bool {
        self.at.is_some()
    }

    /// Draws the tools for a move, of the main line or not. Answers what was asked for.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        words: &Words,
        replay: &Replay,
        node: NodeId,
        main: bool,
    ) -> Option<Action> {
        if self.at.is_some_and(|at| at != node) {
            // Another move is looked at: what was not finished belonged to the one before, and has been kept there.
            self.at = None;
        }
        let mut asked = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            ui.spacing_mut().button_padding.x = 4.0;
            let size = Vec2::splat(26.0);
            let pen = ui
                .add(Button::selectable(self.at.is_some(), "✏").min_size(size))
                .on_hover_text(words.text("replay-words"));
            widgets::note(ui, "replay-words", pen.rect);
            if pen.clicked() {
                self.text = replay.tree.words(node);
                self.at = if self.at.is_some() { None } else { Some(node) };
            }
            if node == ROOT {
                return;
            }
            for (sign, nag) in SIGNS {
                let has = replay.tree.nodes[node].nags.contains(&nag);
                let button = Button::selectable(has, RichText::new(sign).size(14.0)).min_size(size);
                let response = ui.add(button).on_hover_text(words.text("replay-sign"));
                widgets::note(ui, &format!("replay-sign {sign}"), response.rect);
                if response.clicked() {
                    asked = Some(Action::ToggleSign(nag));
                }
            }
            let first =
                ui.add_enabled(!main, Button::new("⬆").min_size(size)).on_hover_text(words.text("replay-put-first"));
            widgets::note(ui, "replay-put-first", first.rect);
            if first.clicked() {
                asked = Some(Action::PutFirst);
            }
            let away =
                ui.add_enabled(!main, Button::new("🗑").min_size(size)).on_hover_text(words.text("replay-remove"));
            widgets::note(ui, "replay-remove", away.rect);
            if away.clicked() {
                asked = Some(Action::RemoveLine);
            }
        });
        if self.at.is_some() {
            let field = TextEdit::multiline(&mut self.text)
                .id(Id::new("comment"))
                .desired_rows(3)
                .desired_width(f32::INFINITY)
                .char_limit(20_000)
                .text_color(theme::IVORY);
            let response = ui.add(field);
            widgets::note(ui, "comment", response.rect);
            if response.changed() {
                asked = Some(Action::SetWords(self.text.clone()));
            }
            let done = widgets::button(ui, words, "replay-words-done");
            if done.clicked() {
                self.at = None;
            }
        }
        asked
    }
}
