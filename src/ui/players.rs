//! The head of the side panel: who sits where, whose move it is, who has been captured.

use bevy_egui::egui::{Align, Button, Layout, RichText, Ui, Vec2};

use super::{
    Action, clocks,
    figurine::{color, figurine, side_name},
    reading::isolated,
    result,
    scoresheet::Scoresheet,
    seat, theme, widgets,
};
use crate::{
    chess::{Kind, Piece, Side},
    game::{Clocks, Match},
    locale::Words,
    notation::pgn::tree::PgnGame,
    opponent::Engines,
    replay::{Replay, Rhythm},
};

/// Draws both players and the state of the game, with clocks of a film of this size. The button beside the state makes the panel slim.
pub(super) fn show(
    ui: &mut Ui,
    words: &Words,
    (current, clocks, engines): (&Match, &Clocks, &Engines),
    sheet: &Scoresheet,
    (replay, rhythm): (Option<&Replay>, Option<&Rhythm>),
    size: clocks::Size,
) -> Option<Action> {
    let action = ui
        .horizontal(|ui| {
            let close = ui.add(Button::new("☰")).on_hover_text(words.text("panel-close"));
            widgets::note(ui, "panel-close", close.rect);
            widgets::line(ui, RichText::new(state(words, current)).strong().color(theme::GOLD));
            close.clicked().then_some(Action::TogglePanel)
        })
        .inner;
    let mut action = action;
    for side in [Side::White, Side::Black] {
        action = player(ui, words, (current, engines), sheet, replay, side).or(action);
        clocks::show(ui, words, clocks, side, clocks::Size::Large);
        if let Some(rhythm) = rhythm {
            clocks::show_film(ui, words, rhythm, current, side, size);
        }
    }
    if let Some(opening) = replay.and_then(|replay| opening(&replay.tree)) {
        widgets::line(ui, RichText::new(opening).color(theme::FADED).small());
    }
    action
}

/// What the file says of the opening: code and name.
pub(super) fn opening(tree: &PgnGame) -> Option<String> {
    let known = |tag: &str| tree.tag(tag).map(str::trim).filter(|value| !value.is_empty() && !value.starts_with('?'));
    let parts: Vec<&str> = ["ECO", "Opening", "Variation"].into_iter().filter_map(known).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// `GM Carlsen, Magnus (2882) NOR`, as far as the file knows.
pub(super) fn title_and_name(words: &Words, current: &Match, tree: Option<&PgnGame>, side: Side) -> String {
    let name = match current.seats().name(side) {
        "" => seat::name(words, current.seats().sitter(side), side),
        name => name.to_owned(),
    };
    let prefix = match side {
        Side::White => "White",
        Side::Black => "Black",
    };
    let known = |what: &str| {
        let value = tree?.tag(&format!("{prefix}{what}"))?.trim();
        (!value.is_empty() && !value.starts_with(['?', '-', '0'])).then_some(value)
    };
    let rating = known("Elo").map(|rating| format!("({rating})"));
    let country = known("Country").or(known("Federation")).or(known("Team"));
    let parts = [known("Title"), Some(&*isolated(&name)), rating.as_deref(), country];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn player(
    ui: &mut Ui,
    words: &Words,
    (current, engines): (&Match, &Engines),
    sheet: &Scoresheet,
    replay: Option<&Replay>,
    side: Side,
) -> Option<Action> {
    let to_move = current.shown().side() == side && current.shown_outcome().is_none();
    let name = title_and_name(words, current, replay.map(|replay| &*replay.tree), side);
    let action = ui.horizontal(|ui| {
        ui.label(RichText::new(if to_move { "▶" } else { "  " }).color(theme::GOLD).size(12.0));
        ui.label(figurine(Piece { side, kind: Kind::King }, 20.0));
        let score = current.shown_outcome().map(|outcome| match outcome.winner {
            None => "½",
            Some(winner) if winner == side => "1",
            Some(_) => "0",
        });
        widgets::at_right(ui, |ui| {
            let action = seat::change(ui, words, engines, current, side);
            if let Some(score) = score {
                ui.label(RichText::new(score).strong().color(theme::GOLD));
            }
            widgets::at_left(ui, |ui| {
                let weight = if to_move { color(side) } else { theme::FADED };
                widgets::line(ui, RichText::new(name).strong().color(weight));
            });
            action
        })
    });
    booty(ui, sheet, side);
    action.inner
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
