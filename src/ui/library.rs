//! The games of the opened file: players, result, date. Only the rows in sight are drawn.

use bevy_egui::egui::{Button, RichText, ScrollArea, Sense, Ui, Vec2};

use super::{Action, theme, widgets};
use crate::{
    locale::Words,
    notation::pgn::index::Entry,
    replay::{Library, Summary},
};

/// The most rows in sight.
const ROWS: usize = 5;

/// What the list remembers from frame to frame.
#[derive(Default)]
pub(super) struct GameList {
    /// Whether it is shown although no game is watched.
    pub(super) asked: bool,
    /// The game that was last brought into sight.
    shown: Option<usize>,
}

/// Draws the list. Answers the game that was chosen.
pub(super) fn show(ui: &mut Ui, words: &Words, library: &Library, list: &mut GameList) -> Option<Action> {
    let count = library.rows.len();
    let name = if library.name.is_empty() { words.text("replay-great-games") } else { library.name.clone() };
    let values = [("name", name.into()), ("count", count.into())];
    let mut head = words.text_with("replay-games", &values);
    if library.faulty > 0 {
        head = head + ", " + &words.text_with("replay-faulty", &[("count", library.faulty.into())]);
    }
    widgets::line(ui, RichText::new(head).color(theme::FADED).small());
    let stop = library.progress.and_then(|part| progress(ui, words, part));
    if let Some(part) = library.stopped {
        let text = words.text_with("replay-stopped", &[("percent", percent(part).into())]);
        quiet(ui, "replay-stopped", text);
    }
    let row = widgets::pack_rows(ui);
    let pitch = row + ui.spacing().item_spacing.y;
    let mut area = ScrollArea::vertical().id_salt("games").max_height(pitch * count.min(ROWS) as f32);
    if list.shown != library.current {
        list.shown = library.current;
        area = area.vertical_scroll_offset(library.current.unwrap_or(0).saturating_sub(1) as f32 * pitch);
    }
    let chosen = area
        .auto_shrink(false)
        .show_rows(ui, row, count, |ui, range| {
            let mut chosen = None;
            for index in range {
                let game = &library.rows[index];
                let size = Vec2::new(ui.available_width(), row);
                let button = Button::selectable(library.current == Some(index), summary(words, game));
                let button = button.truncate().min_size(size).sense(sense(index, library.current));
                let response = ui.add_enabled(game.playable, button);
                widgets::note(ui, &format!("game {index}"), response.rect);
                let response = response.on_hover_text(full(game)).on_disabled_hover_text(trouble(words, game));
                if response.clicked() {
                    chosen = Some(Action::OpenGame(index));
                }
            }
            chosen
        })
        .inner;
    let save = library.takes_back() && list.shown.is_some();
    let saved = widgets::button_row(ui, words, &[("replay-save-back", save)]).map(|_| Action::SaveToCollection);
    chosen.or(stop).or(saved)
}

/// How far the list has come, and a way to leave it at that.
fn progress(ui: &mut Ui, words: &Words, part: f32) -> Option<Action> {
    let text = words.text_with("replay-listing", &[("percent", percent(part).into())]);
    quiet(ui, "replay-listing", text);
    widgets::button_row(ui, words, &[("replay-stop-listing", true)]).map(|_| Action::StopListing)
}

fn percent(part: f32) -> f32 {
    (part * 100.0).floor()
}

fn quiet(ui: &mut Ui, key: &str, text: String) {
    let drawn = widgets::line(ui, RichText::new(text).color(theme::FADED).small());
    widgets::note(ui, key, drawn.rect);
}

/// A file may hold thousands of games: the Tab key stops only at those around the one that is open.
fn sense(index: usize, current: Option<usize>) -> Sense {
    let near = current.is_none_or(|current| index.abs_diff(current) <= 1);
    if near { Sense::click() } else { Sense::CLICK }
}

/// One short line about a game: surnames, result and year.
fn summary(words: &Words, game: &Entry) -> String {
    let Summary { white, black, result, date, .. } = Library::summary(game);
    let surname = |name: String| name.split(',').next().unwrap_or("").trim().to_owned();
    let (white, black) = (surname(white), surname(black));
    let year: String = date.chars().take_while(char::is_ascii_digit).collect();
    let values = [("white", white.into()), ("black", black.into()), ("result", result.into()), ("year", year.into())];
    words.text_with("replay-summary", &values).trim_end().to_owned()
}

/// What the short line leaves out.
fn full(game: &Entry) -> String {
    let Summary { white, black, result, date, event, .. } = Library::summary(game);
    [format!("{white} – {black}"), event, date, result]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

fn trouble(words: &Words, game: &Entry) -> String {
    let why = game.fault.as_deref().unwrap_or_default();
    words.text_with("replay-not-playable", &[("why", why.into())])
}
