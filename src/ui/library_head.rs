//! What stands above the list of games: what is looked for, in which order, and how the games are shown.

use bevy_egui::egui::{
    Button, PopupCloseBehavior, RichText, TextEdit, Ui, Vec2,
    containers::menu::{MenuButton, MenuConfig},
};

use super::{
    Action,
    library::{GameList, Games},
    theme, widgets,
};
use crate::{
    locale::Words,
    replay::{By, Order, Search},
};

/// Width of a button with a sign, in points.
const SIGN: f32 = 26.0;
/// How many signs stand beside the field.
const SIGNS: f32 = 2.0;
/// The results that can be asked for.
const RESULTS: [&str; 4] = ["1-0", "1/2-1/2", "0-1", "*"];

/// Draws the field and the buttons. Answers what was asked for.
pub(super) fn show(ui: &mut Ui, games: &Games, list: &mut GameList) -> Option<Action> {
    let words = games.words;
    let mut query = games.found.query.clone();
    let mut asked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = ui.available_width() - SIGNS * (SIGN + 4.0) - 12.0;
        let field = TextEdit::singleline(&mut query.text).hint_text(words.text("find-hint")).desired_width(width);
        let field = ui.add(field);
        widgets::note(ui, "find-hint", field.rect);
        if std::mem::take(&mut list.typing) {
            field.request_focus();
        }
        menu(ui, words, ("🔎", "find-filter", query.has_filters()), |ui| filter(ui, words, &mut query));
        let order = games.found.order;
        asked =
            menu(ui, words, ("↕", "find-order", order != Order::default()), |ui| arrange(ui, words, order)).flatten();
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let programme = games.programme;
        let there = !games.found.is_empty();
        let signs = [
            (if programme.on { "⏹" } else { "🎬" }, "programme-show", programme.on, there, Action::ToggleProgramme),
            ("🔀", "programme-shuffle", programme.shuffle.is_some(), true, Action::ToggleShuffle),
            ("🔁", "programme-loop", programme.again, true, Action::ToggleLoop),
            ("♟", "find-position", games.reached.is_some(), true, Action::FindPosition),
        ];
        for (glyph, key, on, enabled, action) in signs {
            if sign(ui, words, (glyph, key, on), enabled) {
                asked = Some(action);
            }
        }
        let starred = query.favorites;
        if sign(ui, words, ("★", "find-favorites", starred), true) {
            query.favorites = !starred;
        }
        if !games.recent.files.is_empty() {
            let chosen = menu(ui, words, ("🕓", "files-recent", false), |ui| recent(ui, games)).flatten();
            asked = asked.take().or(chosen);
        }
        if (games.found.query.has_filters() || !games.found.query.is_open())
            && sign(ui, words, ("❌", "find-clear", false), true)
        {
            query = Search::default();
        }
    });
    if query != games.found.query {
        return Some(Action::Find(query));
    }
    asked
}

fn button(glyph: &str, on: bool) -> Button<'_> {
    let button = Button::new(RichText::new(glyph).size(15.0)).min_size(Vec2::splat(SIGN));
    if on { button.stroke((1.5, theme::GOLD)) } else { button }
}

fn sign(ui: &mut Ui, words: &Words, (glyph, key, on): (&str, &str, bool), enabled: bool) -> bool {
    let response = ui.add_enabled(enabled, button(glyph, on)).on_hover_text(words.text(key));
    widgets::note(ui, key, response.rect);
    response.clicked()
}

/// A button that opens a menu which stays open while something is set in it.
fn menu<R>(
    ui: &mut Ui,
    words: &Words,
    (glyph, key, on): (&str, &str, bool),
    contents: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (response, shown) = MenuButton::from_button(button(glyph, on)).config(config).ui(ui, |ui| {
        ui.set_min_width(240.0);
        contents(ui)
    });
    let response = response.on_hover_text(words.text(key));
    widgets::note(ui, key, response.rect);
    shown.map(|shown| shown.inner)
}

fn filter(ui: &mut Ui, words: &Words, query: &mut Search) {
    widgets::caption(ui, words, "find-result");
    let any = (None, words.text("find-any"));
    let results = RESULTS.map(|result| (Some(result), result.replace("1/2-1/2", "½")));
    let all: Vec<_> = [any].into_iter().chain(results).collect();
    widgets::choices(ui, &mut query.result, &all);
    widgets::caption(ui, words, "find-player");
    let player = ui.add(TextEdit::singleline(&mut query.player).desired_width(230.0));
    widgets::note(ui, "find-player", player.rect);
    widgets::caption(ui, words, "find-years");
    let [from, to] = &mut query.years;
    range(ui, "find-years", from, to);
    widgets::caption(ui, words, "find-moves");
    let [least, most] = &mut query.moves;
    range(ui, "find-moves", least, most);
    ui.checkbox(&mut query.favorites, words.text("find-favorites"));
}

/// Two numbers that may be left open.
fn range<T: std::fmt::Display + std::str::FromStr + Copy>(
    ui: &mut Ui,
    key: &str,
    from: &mut Option<T>,
    to: &mut Option<T>,
) {
    ui.horizontal(|ui| {
        for (value, name) in [(from, "from"), (to, "to")] {
            let mut text = value.map(|value| value.to_string()).unwrap_or_default();
            let field = ui.add(TextEdit::singleline(&mut text).desired_width(70.0).char_limit(4));
            widgets::note(ui, &format!("{key} {name}"), field.rect);
            if field.changed() {
                *value = text.trim().parse().ok();
            }
            if name == "from" {
                ui.label("–");
            }
        }
    });
}

/// A second time the same: the other way round.
fn arrange(ui: &mut Ui, words: &Words, order: Order) -> Option<Action> {
    let mut asked = None;
    for by in By::ALL {
        let way = match (by == order.by, order.falling) {
            (false, _) => "",
            (true, false) => " ⏶",
            (true, true) => " ⏷",
        };
        let key = key(by);
        let response = ui.add(Button::selectable(by == order.by, words.text(key) + way));
        widgets::note(ui, key, response.rect);
        if response.clicked() {
            asked = Some(Action::Arrange(Order { by, falling: by == order.by && !order.falling }));
        }
    }
    asked
}

fn key(by: By) -> &'static str {
    match by {
        By::Number => "order-number",
        By::White => "order-white",
        By::Black => "order-black",
        By::Date => "order-date",
        By::Event => "order-event",
        By::Result => "order-result",
        By::Length => "order-length",
    }
}

fn recent(ui: &mut Ui, games: &Games) -> Option<Action> {
    let mut asked = None;
    for (number, path) in games.recent.files.iter().enumerate() {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let response = ui.add(Button::selectable(false, name)).on_hover_text(path.display().to_string());
        widgets::note(ui, &format!("recent {number}"), response.rect);
        if response.clicked() {
            asked = Some(Action::OpenRecent(path.clone()));
            ui.close();
        }
    }
    asked
}
