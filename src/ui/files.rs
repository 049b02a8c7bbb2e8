//! Open and save: a file dialog that is drawn by ourselves, so it is the same everywhere and needs nothing installed.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Color32, LayerId, Order, Vec2},
};
use egui_file_dialog::{DialogState, FileDialog, FileDialogConfig, FileDialogLabels};

use super::{Action, UiSystems};
use crate::{
    locale::Words,
    replay::{OpenPgn, SaveGame},
    screens::Overlay,
};

/// The file dialog, if one is open, and the folder that was used last.
#[derive(Resource, Default)]
struct Files {
    dialog: Option<FileDialog>,
    folder: Option<PathBuf>,
}

pub(super) fn plugin(app: &mut App) {
    let shown = in_state(Overlay::Open).or_else(in_state(Overlay::Save));
    app.init_resource::<Files>()
        .add_systems(OnEnter(Overlay::Open), begin)
        .add_systems(OnEnter(Overlay::Save), begin)
        .add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(shown));
}

fn begin(mut files: ResMut<Files>, words: Res<Words>, overlay: Res<State<Overlay>>) {
    let mut dialog = file_dialog(&words, files.folder.clone());
    match overlay.get() {
        Overlay::Save => dialog.save_file(),
        _ => dialog.pick_file(),
    }
    files.dialog = Some(dialog);
}

fn show(
    mut contexts: EguiContexts,
    mut files: ResMut<Files>,
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
    dialog.update(ctx);
    // Tab stays in the dialog.
    let layer = LayerId::new(Order::Middle, dialog.get_window_id());
    ctx.memory_mut(|memory| memory.set_modal_layer(layer));
    let picked = dialog.take_picked();
    let closed = picked.is_some() || *dialog.state() != DialogState::Open;
    if let Some(path) = picked {
        files.folder = path.parent().map(PathBuf::from);
        match overlay.get() {
            Overlay::Save => commands.trigger(SaveGame(path)),
            _ => commands.trigger(OpenPgn(path)),
        }
    }
    if closed {
        files.dialog = None;
        commands.trigger(Action::Close);
    }
    Ok(())
}

fn file_dialog(words: &Words, folder: Option<PathBuf>) -> FileDialog {
    let mut config = FileDialogConfig {
        labels: labels(words),
        as_modal: true,
        modal_overlay_color: Color32::from_black_alpha(90),
        // No thread: its spinner would draw, and nothing tells the table when it is done.
        load_via_thread: false,
        default_file_name: words.text("files-default-name"),
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
    let games = words.text("files-games");
    FileDialog::with_config(config)
        .add_file_filter_extensions(&games, vec!["pgn", "PGN"])
        .default_file_filter(&games)
        .add_save_extension(&games, "pgn")
        .default_save_extension(&games)
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
