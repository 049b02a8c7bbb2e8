//! The head of the side panel: who sits where, whose move it is, who has been captured.

use bevy_egui::egui::{Align, Button, Layout, RichText, Ui, Vec2};

use super::{
    Action, clocks,
    figurine::{color, figurine, side_name},
    result,
    scoresheet::Scoresheet,
    theme, widgets,
};
use crate::{
    chess::{Kind, Piece, Side},
    game::{Clocks, Match},
    locale::Words,
};

/// Draws both players and the state of the game. The button beside the state makes the panel slim.
pub(super) fn show(
    ui: &mut Ui,
    words: &Words,
    (current, clocks): (&Match, &Clocks),
    sheet: &Scoresheet,
) -> Option<Action> {
    let action = ui
        .horizontal(|ui| {
            let close = ui.add(Button::new("☰")).on_hover_text(words.text("panel-close"));
            widgets::note(ui, "panel-close", close.rect);
            widgets::line(ui, RichText::new(state(words, current)).strong().color(theme::GOLD));
            close.clicked().then_some(Action::TogglePanel)
        })
        .inner;
    for side in [Side::White, Side::Black] {
        player(ui, words, current, sheet, side);
        clocks::show(ui, words, clocks, side, clocks::Size::Large);
    }
    action
}

fn player(ui: &mut Ui, words: &Words, current: &Match, sheet: &Scoresheet, side: Side) {
    let to_move = current.shown().side() == side && current.shown_outcome().is_none();
    let name = match current.seats().name(side) {
        "" => side_name(words, side),
        name => name.to_owned(),
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(if to_move { "▶" } else { "  " }).color(theme::GOLD).size(12.0));
        ui.label(figurine(Piece { side, kind: Kind::King }, 20.0));
        let score = current.shown_outcome().map(|outcome| match outcome.winner {
            None => "½",
            Some(winner) if winner == side => "1",
            Some(_) => "0",
        });
        widgets::at_right(ui, |ui| {
            if let Some(score) = score {
                ui.label(RichText::new(score).strong().color(theme::GOLD));
            }
            widgets::at_left(ui, |ui| {
                let weight = if to_move { color(side) } else { theme::FADED };
                widgets::line(ui, RichText::new(name).strong().color(weight));
            });
        });
    });
    booty(ui, sheet, side);
}

/// The men that this side has captured, and by how much it is ahead.
fn booty(ui: &mut Ui, sheet: &Scoresheet, side: Side) {
    let line = Vec2::new(ui.available_width(), 16.0);
    ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.set_min_size(line);
        ui.add_space(26.0);
        for kind in sheet.lost(!side) {
            ui.label(figurine(Piece { side: !side, kind: *kind }, 17.0));
        }
        let lead = sheet.lead(side);
        if lead > 0 {
            ui.label(RichText::new(format!("  +{lead}")).color(theme::FADED).small());
        }
    });
}

/// Whose move it is, or how the game ended.
fn state(words: &Words, current: &Match) -> String {
    let position = current.shown();
    if let Some(outcome) = current.shown_outcome() {
        return result::heading(words, outcome);
    }
    let side = side_name(words, position.side());
    if position.is_check() {
        words.text_with("panel-in-check", &[("side", side.into())])
    } else {
        words.text_with("panel-to-move", &[("side", side.into())])
    }
}
