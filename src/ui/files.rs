//! Open and save: a file dialog that is drawn by ourselves, so it is the same everywhere and needs nothing installed.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Button, Color32, LayerId, Order, Ui, Vec2},
};
use egui_file_dialog::{DialogState, FileDialog, FileDialogConfig, FileDialogLabels};

use super::{Action, UiSystems, film::PlaceFilm, film_form::Form, still, widgets};
use crate::{
    game::Match,
    locale::Words,
    memory::Recent,
    replay::{OpenPgn, SaveGame},
    screens::Overlay,
};

/// Width of the column with the files that were opened last, in points.
const RECENT: f32 = 190.0;

/// The file dialog, if one is open, and the folder that was used last.
#[derive(Resource, Default)]
struct Files {
    dialog: Option<FileDialog>,
    folder: Option<PathBuf>,
}

pub(super) fn plugin(app: &mut App) {
    let shown = in_state(Overlay::Open).or_else(in_state(Overlay::Save)).or_else(in_state(Overlay::FilmPlace));
    app.init_resource::<Files>()
        .add_systems(OnEnter(Overlay::Open), begin)
        .add_systems(OnEnter(Overlay::Save), begin)
        .add_systems(OnEnter(Overlay::FilmPlace), begin)
        .add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(shown));
}

fn begin(
    mut files: ResMut<Files>,
    words: Res<Words>,
    (form, current): (Res<Form>, Res<Match>),
    overlay: Res<State<Overlay>>,
) {
    let folder = files.folder.clone();
    let mut dialog = match overlay.get() {
        Overlay::FilmPlace => film_dialog(&words, folder, form.format.ending(), &still::players(&current)),
        _ => game_dialog(&words, folder),
    };
    match overlay.get() {
        Overlay::Save | Overlay::FilmPlace => dialog.save_file(),
        _ => dialog.pick_file(),
    }
    files.dialog = Some(dialog);
}

fn show(
    mut contexts: EguiContexts,
    mut files: ResMut<Files>,
    (words, recent): (Res<Words>, Res<Recent>),
    overlay: Res<State<Overlay>>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(dialog) = &mut files.dialog else { return Ok(()) };
    // The window may have become smaller since.
    let room = ctx.content_rect().size() - Vec2::splat(24.0);
    dialog.config_mut().max_size = Some(room);
    dialog.config_mut().default_size = room.min(Vec2::new(760.0, 460.0));
    dialog.config_mut().show_left_panel = room.x > 480.0;
    let mut again = None;
    // Where there is room for them, the files that were opened last.
    if *overlay.get() == Overlay::Open && !recent.files.is_empty() && room.x > 640.0 {
        dialog.config_mut().right_panel_width = Some(RECENT);
        dialog.update_with_right_panel_ui(ctx, &mut |ui, _| again = again.take().or(files_again(ui, &words, &recent)));
    } else {
        dialog.update(ctx);
    }
    // Tab stays in the dialog.
    let layer = LayerId::new(Order::Middle, dialog.get_window_id());
    ctx.memory_mut(|memory| memory.set_modal_layer(layer));
    let picked = dialog.take_picked().or(again);
    let is_picked = picked.is_some();
    let closed = is_picked || *dialog.state() != DialogState::Open;
    if let Some(path) = picked {
        files.folder = path.parent().map(PathBuf::from);
        match overlay.get() {
            Overlay::Save => commands.trigger(SaveGame(path)),
            Overlay::FilmPlace => commands.trigger(PlaceFilm(path)),
            _ => commands.trigger(OpenPgn(path)),
        }
    }
    if closed {
        files.dialog = None;
        // Without a place for it, the film may be to be another one.
        let back = *overlay.get() == Overlay::FilmPlace && !is_picked;
        commands.trigger(if back { Action::Show(Overlay::Film) } else { Action::Close });
    }
    Ok(())
}

/// The files that were opened last. Answers which is opened again.
fn files_again(ui: &mut Ui, words: &Words, recent: &Recent) -> Option<PathBuf> {
    widgets::caption(ui, words, "files-recent");
    let mut chosen = None;
    for (number, path) in recent.files.iter().enumerate() {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let response = ui.add(Button::selectable(false, name).truncate()).on_hover_text(path.display().to_string());
        widgets::note(ui, &format!("recent file {number}"), response.rect);
        if response.clicked() {
            chosen = Some(path.clone());
        }
    }
    chosen
}

/// For files of games.
fn game_dialog(words: &Words, folder: Option<PathBuf>) -> FileDialog {
    let games = words.text("files-games");
    file_dialog(words, folder, words.text("files-default-name"))
        .add_file_filter_extensions(&games, vec!["pgn", "PGN"])
        .default_file_filter(&games)
        .add_save_extension(&games, "pgn")
        .default_save_extension(&games)
}

/// For a film whose name ends like this, or for a folder of its pictures.
fn film_dialog(words: &Words, folder: Option<PathBuf>, ending: Option<&'static str>, name: &str) -> FileDialog {
    let mut dialog = match ending {
        None => file_dialog(words, folder, name.to_owned()),
        Some(ending) => {
            let kind = words.text("film-kind");
            file_dialog(words, folder, format!("{name}.{ending}"))
                .add_save_extension(&kind, ending)
                .default_save_extension(&kind)
        }
    };
    dialog.config_mut().labels.title_save_file = words.text("film-title");
    dialog
}

fn file_dialog(words: &Words, folder: Option<PathBuf>, name: String) -> FileDialog {
    let mut config = FileDialogConfig {
        labels: labels(words),
        as_modal: true,
        modal_overlay_color: Color32::from_black_alpha(90),
        // No thread: its spinner would draw, and nothing tells the table when it is done.
        load_via_thread: false,
        default_file_name: name,
        min_size: Vec2::new(300.0, 180.0),
        anchor: Some((Align2::CENTER_CENTER, Vec2::ZERO)),
        show_devices: false,
        show_removable_devices: false,
        show_working_directory_button: false,
        ..FileDialogConfig::default()
    };
    if let Some(folder) = folder {
        config.initial_directory = folder;
    }
    FileDialog::with_config(config)
}

fn labels(words: &Words) -> FileDialogLabels {
    FileDialogLabels {
        title_select_directory: words.text("files-open"),
        title_select_file: words.text("files-open"),
        title_select_multiple: words.text("files-open"),
        title_save_file: words.text("files-save"),
        cancel: words.text("files-cancel"),
        overwrite: words.text("files-overwrite"),
        reload: words.text("files-reload"),
        working_directory: words.text("files-working-directory"),
        select_all: words.text("files-select-all"),
        show_hidden: words.text("files-show-hidden"),
        show_system_files: words.text("files-show-system"),
        heading_pinned: words.text("files-pinned"),
        heading_places: words.text("files-places"),
        heading_devices: words.text("files-devices"),
        heading_removable_devices: words.text("files-removable"),
        home_dir: words.text("files-home"),
        desktop_dir: words.text("files-desktop"),
        documents_dir: words.text("files-documents"),
        downloads_dir: words.text("files-downloads"),
        audio_dir: words.text("files-audio"),
        pictures_dir: words.text("files-pictures"),
        videos_dir: words.text("files-videos"),
        pin_folder: words.text("files-pin"),
        unpin_folder: words.text("files-unpin"),
        rename_pinned_folder: words.text("files-rename"),
        selected_directory: words.text("files-selected-folder"),
        selected_file: words.text("files-selected-file"),
        selected_items: words.text("files-selected-items"),
        file_name: words.text("files-name"),
        file_filter_all_files: words.text("files-all"),
        save_extension_any: words.text("files-any"),
        open_button: words.text("files-open-button"),
        save_button: words.text("files-save-button"),
        cancel_button: words.text("files-cancel"),
        overwrite_file_modal_text: words.text("files-overwrite-question"),
        err_empty_folder_name: words.text("files-no-folder-name"),
        err_empty_file_name: words.text("files-no-file-name"),
        err_directory_exists: words.text("files-folder-exists"),
        err_file_exists: words.text("files-file-exists"),
    }
}
