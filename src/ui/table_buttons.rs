//! The buttons of the side panel.

use bevy_egui::egui::{RichText, Ui};

use super::{Action, action::offer_waits, figurine::side_name, scoresheet::Scoresheet, theme, widgets};
use crate::{
    camera::View,
    game::{Clocks, Match},
    locale::Words,
    screens::Overlay,
};

/// What can be done with the game that is played.
pub(super) fn of_the_game(
    ui: &mut Ui,
    words: &Words,
    (current, clocks): (&Match, &Clocks),
    sheet: &Scoresheet,
) -> Option<Action> {
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
    let rest = widgets::button_row(ui, words, &[("panel-take-back", may_take_back), ("panel-resign", open)]);
    if clocks.clock().is_some() && widgets::button_row(ui, words, &[("panel-pause", open)]).is_some() {
        return Some(Action::Pause);
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
    let view = widgets::button_row(ui, words, &views.map(|key| (key, true)));
    let first = widgets::button_row(ui, words, &[("panel-flip", true), ("panel-new-game", true)]);
    let second =
        widgets::button_row(ui, words, &[("panel-open-file", true), ("panel-save-file", true), ("panel-saved", true)]);
    let third =
        widgets::button_row(ui, words, &[("panel-games", true), ("panel-settings", true), ("panel-help", true)]);
    let pressed = [first, second, third].into_iter().enumerate().find_map(|(row, index)| Some((row, index?)));
    if let Some(index) = view {
        return Some(Action::Look(looks[index]));
    }
    Some(match pressed? {
        (0, 0) => Action::Flip,
        (0, _) => Action::Show(Overlay::NewGame),
        (1, 0) => Action::Show(Overlay::Open),
        (1, 1) => Action::Show(Overlay::Save),
        (1, _) => Action::Show(Overlay::Saved),
        (_, 0) => Action::ToggleGames,
        (_, 1) => Action::Show(Overlay::Settings),
        (_, _) => Action::Show(Overlay::Help),
    })
}
