//! The buttons of the side panel.

use bevy_egui::egui::{Button, RichText, Ui, Vec2};

use super::{Action, action::offer_waits, figurine::side_name, scoresheet::Scoresheet, theme, widgets};
use crate::{
    camera::View,
    game::{Clocks, Match},
    locale::Words,
    replay::WayBack,
    screens::Overlay,
};

/// What can be done with the game that is played.
pub(super) fn of_the_game(
    ui: &mut Ui,
    words: &Words,
    (current, clocks): (&Match, &Clocks),
    sheet: &Scoresheet,
    way: Option<&WayBack>,
) -> Option<Action> {
    if let Some(way) = way {
        let ways = [("film-back", true), ("film-back-with", way.has_moves(current))];
        if let Some(index) = widgets::button_row(ui, words, &ways) {
            return Some(Action::BackToFilm(index == 1));
        }
    }
    let open = current.goes_on();
    if let Some(side) = offer_waits(current) {
        let text = words.text_with("panel-draw-offered", &[("side", side_name(words, side).into())]);
        ui.label(RichText::new(text).color(theme::GOLD));
        let answer = widgets::button_row(ui, words, &[("panel-accept", open), ("panel-decline", open)]);
        if let Some(index) = answer {
            return Some(Action::AnswerDraw(index == 0));
        }
    }
    let may_offer = open && offer_waits(current).is_none();
    let may_claim = open && sheet.can_claim();
    let may_take_back = !current.game().is_empty() || current.game().outcome().is_some();
    let draws = widgets::button_row(ui, words, &[("panel-offer-draw", may_offer), ("panel-claim-draw", may_claim)]);
    let helps = widgets::button_row(ui, words, &[("panel-hint", current.takes_moves()), ("panel-analysis", true)]);
    let rest = widgets::button_row(ui, words, &[("panel-take-back", may_take_back), ("panel-resign", open)]);
    if clocks.clock().is_some() && widgets::button_row(ui, words, &[("panel-pause", open)]).is_some() {
        return Some(Action::Pause);
    }
    if let Some(index) = helps {
        return Some(if index == 0 { Action::Hint } else { Action::ToggleAnalysis });
    }
    match (draws, rest) {
        (Some(0), _) => Some(Action::OfferDraw),
        (Some(_), _) => Some(Action::Show(Overlay::Claim)),
        (_, Some(0)) => Some(Action::TakeBack),
        (_, Some(_)) => Some(Action::Show(Overlay::Resign)),
        _ => None,
    }
}

/// What can always be done: look from elsewhere, begin, open, save, set, ask.
pub(super) fn of_the_table(ui: &mut Ui, words: &Words) -> Option<Action> {
    ui.add_space(2.0);
    let views = ["panel-view-white", "panel-view-black", "panel-view-top", "panel-view-side"];
    let looks = [View::White, View::Black, View::Top, View::Side];
    let look = ui.horizontal(|ui| {
        widgets::at_right(ui, |ui| {
            let flip =
                Button::new(RichText::new("🔄").size(16.0)).min_size(Vec2::new(34.0, ui.spacing().interact_size.y));
            let flip = ui.add(flip).on_hover_text(words.text("panel-flip"));
            widgets::note(ui, "panel-flip", flip.rect);
            let view = widgets::at_left(ui, |ui| widgets::button_line(ui, words, &views));
            view.map(|index| Action::Look(looks[index])).or(flip.clicked().then_some(Action::Flip))
        })
    });
    let files = ["panel-new-game", "panel-open-file", "panel-save-file"];
    let first = widgets::button_line(ui, words, &files);
    let others = ["panel-saved", "panel-games", "panel-settings", "panel-help"];
    let second = widgets::button_line(ui, words, &others);
    let pressed = [first, second].into_iter().enumerate().find_map(|(row, index)| Some((row, index?)));
    if look.inner.is_some() {
        return look.inner;
    }
    Some(match pressed? {
        (0, 0) => Action::Show(Overlay::NewGame),
        (0, 1) => Action::Show(Overlay::Open),
        (0, _) => Action::Show(Overlay::Save),
        (_, 0) => Action::Show(Overlay::Saved),
        (_, 1) => Action::ToggleGames,
        (_, 2) => Action::Show(Overlay::Settings),
        (_, _) => Action::Show(Overlay::Help),
    })
}
