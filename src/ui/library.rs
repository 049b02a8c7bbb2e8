//! The games of the opened file: players, result, date. Only the rows in sight are drawn.

use bevy_egui::egui::{Align, Button, Layout, RichText, ScrollArea, Sense, Ui, Vec2};

use super::{
    Action, library_head,
    reading::{isolated, seen},
    theme, widgets,
};
use crate::{
    locale::Words,
    memory::Recent,
    notation::pgn::index::Entry,
    replay::{Found, Library, Programme, Reached, Stars, Summary},
};

/// Width of the star at the end of a row, in points.
const STAR: f32 = 24.0;

/// What the list remembers from frame to frame.
#[derive(Default)]
pub(super) struct GameList {
    /// Whether it is shown although no game is watched, or hidden although one is.
    pub(super) asked: bool,
    /// Whether it must be shown now.
    pub(super) wanted: bool,
    /// Whether the cursor is to be put into its field.
    pub(super) typing: bool,
    /// The game that was last brought into sight, and among how many.
    shown: Option<(Option<usize>, usize)>,
}

/// What the list shows.
pub(super) struct Games<'a> {
    pub(super) words: &'a Words,
    pub(super) library: &'a Library,
    pub(super) found: &'a Found,
    pub(super) stars: &'a Stars,
    pub(super) programme: &'a Programme,
    pub(super) reached: Option<&'a Reached>,
    pub(super) recent: &'a Recent,
}

/// Draws the list, no more rows at once than this. Answers what was asked for.
pub(super) fn show(ui: &mut Ui, games: &Games, list: &mut GameList, most: usize) -> Option<Action> {
    let Games { words, library, found, .. } = *games;
    widgets::line(ui, RichText::new(head(games)).color(theme::FADED).small());
    let asked = library_head::show(ui, games, list);
    let stop = library.progress.and_then(|part| progress(ui, words, part));
    if let Some(part) = library.stopped {
        let text = words.text_with("replay-stopped", &[("percent", percent(part).into())]);
        quiet(ui, "replay-stopped", text);
    }
    let position = games.reached.and_then(|reached| of_position(ui, words, reached));
    let row = widgets::pack_rows(ui);
    let pitch = row + ui.spacing().item_spacing.y;
    let rows = found.len().clamp(1, most);
    let mut area = ScrollArea::vertical().id_salt("games").min_scrolled_height(0.0).max_height(pitch * rows as f32);
    let shown = Some((library.current, found.len()));
    if list.shown != shown {
        list.shown = shown;
        let place = library.current.and_then(|current| found.place_of(current)).unwrap_or(0);
        area = area.vertical_scroll_offset(place.saturating_sub(1) as f32 * pitch);
    }
    let chosen = area
        .auto_shrink(false)
        .show_rows(ui, row, found.len(), |ui, range| {
            let numbers = range.filter_map(|place| found.at(place)).filter(|number| *number < library.rows.len());
            numbers.filter_map(|number| one(ui, games, number, row)).last()
        })
        .inner;
    // The games of the program stay as they are, and what is no use takes no room.
    let changed = library.current.is_some_and(|current| library.is_changed_game(current));
    let ways = [
        library.takes_back().then_some(("replay-save-back", Action::SaveToCollection)),
        changed.then_some(("replay-discard", Action::DiscardEdits)),
    ];
    let ways: Vec<(&str, Action)> = ways.into_iter().flatten().collect();
    let keys: Vec<(&str, bool)> = ways.iter().map(|(key, _)| (*key, true)).collect();
    let pressed = if keys.is_empty() { None } else { widgets::button_row(ui, words, &keys) };
    let saved = pressed.map(|index| ways[index].1.clone());
    chosen.or(asked).or(stop).or(position).or(saved)
}

/// What is opened, and how many of its games are shown.
fn head(games: &Games) -> String {
    let Games { words, library, found, .. } = *games;
    let count = library.rows.len();
    let name = if library.name.is_empty() { words.text("replay-great-games") } else { library.name.clone() };
    let values = [("name", name.into()), ("count", count.into()), ("found", found.len().into())];
    let key = if found.len() == count { "replay-games" } else { "replay-found" };
    let mut head = words.text_with(key, &values);
    if library.faulty > 0 {
        head = head + ", " + &words.text_with("replay-faulty", &[("count", library.faulty.into())]);
    }
    head
}

/// Draws the row of a game.
fn one(ui: &mut Ui, games: &Games, number: usize, row: f32) -> Option<Action> {
    let Games { words, library, .. } = *games;
    let game = &library.rows[number];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let size = Vec2::new(ui.available_width() - STAR, row);
        let mut text = summary(words, game);
        if let Some(place) = games.reached.and_then(|reached| reached.place(number)) {
            let key = if place.aside { "find-in-variation" } else { "find-at-move" };
            text = words.text_with(key, &[("game", text.into()), ("move", (place.ply / 2 + 1).into())]);
        }
        if library.is_changed_game(number) {
            text = words.text_with("replay-changed", &[("game", text.into())]);
        }
        let button = Button::selectable(library.current == Some(number), seen(ui, text.into()));
        let button = button.truncate().min_size(size).sense(sense(number, library.current));
        let left = Layout::top_down(Align::LEFT);
        let place = |ui: &mut Ui| ui.add_enabled(game.playable, button);
        let response = ui.allocate_ui_with_layout(size, left, place).inner;
        widgets::note(ui, &format!("game {number}"), response.rect);
        let response = response
            .on_hover_ui(|ui| full(game).for_each(|line| drop(ui.label(seen(ui, line.into())))))
            .on_disabled_hover_text(trouble(words, game));
        let is_favorite = games.stars.has(game.key);
        let (glyph, color) = if is_favorite { ("★", theme::GOLD) } else { ("☆", theme::FADED) };
        let star = Button::new(RichText::new(glyph).color(color)).frame(false).min_size(Vec2::new(STAR, row));
        let key = if is_favorite { "find-unstar" } else { "find-star" };
        let star = ui.add(star.sense(Sense::CLICK)).on_hover_text(words.text(key));
        widgets::note(ui, &format!("star {number}"), star.rect);
        if star.clicked() {
            return Some(Action::ToggleStar(number));
        }
        response.clicked().then_some(Action::OpenGame(number))
    })
    .inner
}

/// How far the search for a position has come, and the way back to all games.
fn of_position(ui: &mut Ui, words: &Words, reached: &Reached) -> Option<Action> {
    let values = [("found", reached.places.len().into()), ("games", reached.games.into()), ("of", reached.of.into())];
    let key = if reached.runs { "find-position-runs" } else { "find-position-done" };
    quiet(ui, "state of the position search", words.text_with(key, &values));
    let stop = reached.runs.then_some(("replay-stop-listing", Action::LeaveTheatre));
    let (key, action) = stop.unwrap_or(("find-position-forget", Action::ForgetPosition));
    widgets::button_row(ui, words, &[(key, true)]).map(|_| action)
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
    let surname = |name: String| isolated(name.split(',').next().unwrap_or("").trim()).into_owned();
    let (white, black) = (surname(white), surname(black));
    let year: String = date.chars().take_while(char::is_ascii_digit).collect();
    let values = [("white", white.into()), ("black", black.into()), ("result", result.into()), ("year", year.into())];
    words.text_with("replay-summary", &values).trim_end().to_owned()
}

/// What the short line leaves out.
fn full(game: &Entry) -> impl Iterator<Item = String> {
    let Summary { white, black, result, date, event, .. } = Library::summary(game);
    let players = format!("{} – {}", isolated(&white), isolated(&black));
    [players, event, date, result].into_iter().filter(|part| !part.is_empty())
}

fn trouble(words: &Words, game: &Entry) -> String {
    let why = game.fault.as_deref().unwrap_or_default();
    words.text_with("replay-not-playable", &[("why", why.into())])
}
