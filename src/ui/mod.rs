//! The overlays: what lies over the table. One file each; nobody imports this module.
//!
//! Each overlay is a function of a `Ui` and of data that returns what was asked for, and a thin system that carries it out.

mod action;
mod analysis;
mod annotate;
mod badge;
mod bar;
mod caption;
mod claim;
mod clocks;
mod deeds;
mod dialog;
mod figurine;
mod files;
mod film;
mod film_form;
mod help;
mod keys;
mod letters;
mod library;
mod library_head;
mod measures;
mod moves;
mod new_game;
mod news;
mod notice;
mod pace;
mod panel;
mod pause;
mod players;
mod promotion;
mod reading;
mod remarks;
mod resign;
mod result;
mod saved;
mod scoresheet;
mod screening;
mod seat;
mod settings;
mod silence;
mod start_position;
mod still;
mod system_fonts;
mod table_buttons;
mod theatre;
mod theme;
mod thumbnail;
mod time_control;
mod timeline;
mod tour;
mod typed;
mod widgets;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::replay::Screening;

pub use action::Action;
pub use theatre::Theatre;
pub use widgets::rect_of;

/// The order in which the overlays are drawn and asked.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum UiSystems {
    /// What the others show is brought up to date.
    Prepare,
    /// Keys are turned into actions.
    Keys,
    /// The side panel.
    Panel,
    /// The replay bar, in the room that the panel leaves.
    Bar,
    /// The notice, above the bar.
    Notice,
    /// The one dialog that may lie over the board.
    Dialogs,
    /// What the next pass must know about this one.
    Remember,
    /// While a game is filmed, instead of all that follows the preparation.
    Screening,
}

pub(super) fn plugin(app: &mut App) {
    let usual =
        (UiSystems::Keys, UiSystems::Panel, UiSystems::Bar, UiSystems::Notice, UiSystems::Dialogs, UiSystems::Remember);
    app.configure_sets(
        EguiPrimaryContextPass,
        (
            UiSystems::Prepare,
            usual.chain().run_if(not(resource_exists::<Screening>)),
            UiSystems::Screening.run_if(resource_exists::<Screening>),
        )
            .chain(),
    )
    .add_plugins((silence::plugin, theme::plugin, letters::plugin, scoresheet::plugin, deeds::plugin, keys::plugin))
    .add_plugins((panel::plugin, clocks::plugin, typed::plugin, bar::plugin, notice::plugin, news::plugin))
    .add_plugins((promotion::plugin, result::plugin, new_game::plugin, resign::plugin, claim::plugin))
    .add_plugins((analysis::plugin, badge::plugin, caption::plugin, theatre::plugin, still::plugin, screening::plugin))
    .add_plugins(film::plugin)
    .add_plugins((pause::plugin, files::plugin, saved::plugin, settings::plugin, help::plugin, tour::plugin));
}
