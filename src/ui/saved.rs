//! The saved games: each with its last position, and what can be done with the chosen one.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{RichText, ScrollArea, Sense, TextStyle, Ui, Vec2},
};

use super::{
    Action, UiSystems,
    dialog::{self, Dialog, Typing},
    new_game,
    reading::{isolated, seen},
    theme, thumbnail, widgets,
};
use crate::{
    game::Match,
    locale::Words,
    memory::{DeleteSaved, GoOnSaved, Keeper, ListSaved, RenameSaved, SavedGame, Shelf, UndoDelete, WatchSaved},
    screens::Overlay,
};

/// The height of a game in the list, in points.
const ROW: f32 = 64.0;
/// The most rows in sight.
const ROWS: usize = 5;

/// What the dialog remembers while it is open.
#[derive(Resource, Default)]
struct Chosen {
    /// The file of the chosen game.
    file: Option<String>,
    /// Its names as they are being changed.
    names: Option<[String; 3]>,
}

/// What was asked for.
enum Asked {
    Choose(String),
    Watch(String),
    GoOn(String),
    Rename,
    Renamed(String, [String; 3]),
    Delete(String),
    Undo,
    Close,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Chosen>()
        .add_systems(OnEnter(Overlay::Saved), begin)
        .add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(in_state(Overlay::Saved)));
}

fn begin(mut chosen: ResMut<Chosen>, mut commands: Commands) {
    *chosen = Chosen::default();
    commands.trigger(ListSaved);
}

fn show(
    mut contexts: EguiContexts,
    (words, typing): (Res<Words>, Res<Typing>),
    shelf: Res<Shelf>,
    keeper: Option<Res<Keeper>>,
    current: Res<Match>,
    mut chosen: ResMut<Chosen>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let on_table = |file: &str| {
        keeper.as_ref().is_some_and(|keeper| keeper.keeps(file)) && current.mode() == crate::game::Mode::Play
    };
    let shown = Dialog::new("saved games", 520.0).show(ctx, |ui| contents(ui, &words, &shelf, &mut chosen, &on_table));
    let asked = if dialog::escaped(ctx, &typing) || shown.clicked_away { Some(Asked::Close) } else { shown.inner };
    match asked {
        None => {}
        Some(Asked::Choose(file)) => *chosen = Chosen { file: Some(file), names: None },
        Some(Asked::Rename) => chosen.names = game(&shelf, &chosen).map(|game| game.names.clone()),
        Some(Asked::Renamed(file, names)) => {
            chosen.names = None;
            commands.trigger(RenameSaved { file, names });
        }
        Some(Asked::Delete(file)) => {
            *chosen = Chosen::default();
            commands.trigger(DeleteSaved(file));
        }
        Some(Asked::Undo) => commands.trigger(UndoDelete),
        Some(Asked::Close) => commands.trigger(Action::Close),
        // The pause of a game with clocks comes after this dialog has gone.
        Some(Asked::Watch(file)) => {
            commands.trigger(Action::Close);
            commands.trigger(WatchSaved(file));
        }
        Some(Asked::GoOn(file)) => {
            commands.trigger(Action::Close);
            commands.trigger(GoOnSaved(file));
        }
    }
    Ok(())
}

fn game<'a>(shelf: &'a Shelf, chosen: &Chosen) -> Option<&'a SavedGame> {
    let file = chosen.file.as_ref()?;
    shelf.games.iter().find(|game| game.file == *file)
}

/// Draws the list and the buttons. Answers what was asked for.
fn contents(
    ui: &mut Ui,
    words: &Words,
    shelf: &Shelf,
    chosen: &mut Chosen,
    on_table: &dyn Fn(&str) -> bool,
) -> Option<Asked> {
    ui.heading(words.text("saved-title"));
    let count = words.text_with("saved-count", &[("count", shelf.games.len().into())]);
    ui.label(RichText::new(count).color(theme::FADED).small());
    let picked = rows(ui, words, shelf, chosen);
    ui.add_space(4.0);
    let asked = match (game(shelf, chosen), &mut chosen.names) {
        (Some(game), Some(names)) => change_names(ui, words, &game.file, names),
        (game, _) => buttons(ui, words, game, on_table),
    };
    let undo = shelf.put_away_last().and_then(|_| widgets::button_row(ui, words, &[("saved-undo", true)]));
    let close = widgets::button(ui, words, "saved-close");
    dialog::focus_first(ui, &close);
    let close = close.clicked().then_some(Asked::Close);
    picked.or(asked).or(undo.map(|_| Asked::Undo)).or(close)
}

fn rows(ui: &mut Ui, words: &Words, shelf: &Shelf, chosen: &Chosen) -> Option<Asked> {
    let pitch = ROW + ui.spacing().item_spacing.y;
    let mut picked = None;
    ScrollArea::vertical()
        .id_salt("saved games")
        .max_height(pitch * shelf.games.len().min(ROWS) as f32)
        .auto_shrink(false)
        .show_rows(ui, ROW, shelf.games.len(), |ui, range| {
            for game in &shelf.games[range] {
                if row(ui, words, game, chosen.file.as_ref() == Some(&game.file)) {
                    picked = Some(Asked::Choose(game.file.clone()));
                }
            }
        });
    picked
}

/// Draws a game. Answers whether it was chosen.
fn row(ui: &mut Ui, words: &Words, game: &SavedGame, is_chosen: bool) -> bool {
    let size = Vec2::new(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    widgets::note(ui, &format!("saved {}", game.file), rect);
    let style = ui.style().interact_selectable(&response, is_chosen);
    ui.painter().rect(rect, 4.0, style.weak_bg_fill, style.bg_stroke, bevy_egui::egui::StrokeKind::Inside);
    let board = bevy_egui::egui::Rect::from_min_size(rect.min + Vec2::splat(4.0), Vec2::splat(ROW - 8.0));
    thumbnail::draw(ui.painter(), board, &game.last);
    let width = rect.right() - board.right() - 16.0;
    let mut at = board.right_top() + Vec2::new(10.0, 4.0);
    let lines = [
        (title(words, game), theme::IVORY),
        (details(words, game), theme::FADED),
        (game.names[2].clone(), theme::FADED),
    ];
    for (text, color) in lines.into_iter().filter(|(text, _)| !text.is_empty()) {
        let text = seen(ui, RichText::new(text).color(color));
        let galley = text.into_galley(ui, Some(bevy_egui::egui::TextWrapMode::Truncate), width, TextStyle::Body);
        let height = galley.size().y;
        ui.painter().galley(at, galley, color);
        at.y += height;
    }
    let response = match &game.fault {
        Some(why) => response.on_hover_text(words.text_with("saved-faulty", &[("why", why.as_str().into())])),
        None => response,
    };
    response.clicked()
}

/// Who played.
fn title(words: &Words, game: &SavedGame) -> String {
    let name = |name: &str, key: &str| if name.is_empty() { words.text(key) } else { isolated(name).into_owned() };
    let (white, black) = (name(&game.names[0], "game-white"), name(&game.names[1], "game-black"));
    words.text_with("saved-players", &[("white", white.into()), ("black", black.into())])
}

/// When, how it ended, how long it was.
fn details(words: &Words, game: &SavedGame) -> String {
    let result = if game.result == "*" { words.text("saved-unfinished") } else { game.result.to_owned() };
    let moves = game.plies.div_ceil(2);
    let values = [("date", game.date.as_str().into()), ("result", result.into()), ("moves", moves.into())];
    words.text_with("saved-details", &values)
}

/// What can be done with the chosen game.
fn buttons(ui: &mut Ui, words: &Words, game: Option<&SavedGame>, on_table: &dyn Fn(&str) -> bool) -> Option<Asked> {
    let there = game.is_some();
    let away = game.is_some_and(|game| !on_table(&game.file));
    let left = away && game.is_some_and(|game| game.result == "*");
    let keys = [("saved-watch", there), ("saved-go-on", left), ("saved-rename", away), ("saved-delete", away)];
    let pressed = widgets::button_row(ui, words, &keys)?;
    let file = game?.file.clone();
    Some(match pressed {
        0 => Asked::Watch(file),
        1 => Asked::GoOn(file),
        2 => Asked::Rename,
        _ => Asked::Delete(file),
    })
}

fn change_names(ui: &mut Ui, words: &Words, file: &str, names: &mut [String; 3]) -> Option<Asked> {
    let hints = [words.text("game-white"), words.text("game-black"), words.text("saved-event")];
    for ((name, hint), field) in names.iter_mut().zip(hints).zip(["saved white", "saved black", "saved event"]) {
        new_game::field(ui, field, name, hint, ui.available_width() - 16.0);
    }
    match widgets::button_row(ui, words, &[("saved-rename-keep", true), ("saved-rename-cancel", true)]) {
        Some(0) => Some(Asked::Renamed(file.to_owned(), names.clone())),
        Some(_) => Some(Asked::Choose(file.to_owned())),
        None => None,
    }
}
