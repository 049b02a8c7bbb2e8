//! What the program has to tell of its files: above the board, until it is put away or the next move is made.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Area, Id, Label, Order, RichText, Ui},
};

use super::{UiSystems, panel::SidePanel, theme, widgets};
use crate::{
    files::{Fault, Trouble},
    game::{News, Tidings},
    locale::Words,
    replay::OpenEdited,
    settings::ChooseSettings,
};

/// The widest the tidings become, in points.
const WIDEST: f32 = 560.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Notice));
}

/// What somebody wants who has read it.
enum Answer {
    /// It may go.
    Read,
    /// Which settings stay.
    Choose(ChooseSettings),
    /// The games of this file that were changed and not saved.
    Watch(PathBuf),
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    panel: Res<SidePanel>,
    mut news: ResMut<News>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if news.all().is_empty() {
        return Ok(());
    }
    let width = (ctx.content_rect().width() - panel.width() - 40.0).clamp(80.0, WIDEST);
    let sentences: Vec<String> = news.all().iter().map(|tidings| sentence(&words, tidings)).collect();
    let asks = news.all().contains(&Tidings::SafeSettings);
    let unsaved: Vec<&PathBuf> = news.all().iter().filter_map(unsaved).collect();
    let answer = Area::new(Id::new(("news", &sentences)))
        .order(Order::Middle)
        .fade_in(false)
        .default_width(width)
        .anchor(Align2::CENTER_TOP, (-panel.width() / 2.0, 12.0))
        .show(ctx, |ui| theme::bar().show(ui, |ui| contents(ui, &words, &sentences, (asks, &unsaved), width)).inner)
        .inner;
    match answer {
        None => {}
        Some(Answer::Read) => news.put_away(),
        Some(Answer::Choose(choice)) => {
            news.answered(&Tidings::SafeSettings);
            commands.trigger(choice);
        }
        Some(Answer::Watch(file)) => {
            news.put_away();
            commands.trigger(OpenEdited(file));
        }
    }
    Ok(())
}

/// The file of which it is told that there are changes to be saved.
fn unsaved(tidings: &Tidings) -> Option<&PathBuf> {
    match tidings {
        Tidings::Unsaved { file, .. } => Some(file),
        _ => None,
    }
}

/// Draws the tidings, the question about the settings if one of them asks it, and the ways to what is not saved.
fn contents(
    ui: &mut Ui,
    words: &Words,
    sentences: &[String],
    (asks, unsaved): (bool, &[&PathBuf]),
    width: f32,
) -> Option<Answer> {
    ui.set_max_width(width);
    for sentence in sentences {
        ui.add(Label::new(RichText::new(sentence).color(theme::IVORY)).wrap());
    }
    let mut answer = None;
    ui.horizontal_wrapped(|ui| {
        if asks {
            let choices = [("news-safe-keep", ChooseSettings::Safe), ("news-safe-own", ChooseSettings::Own)];
            for (key, choice) in choices {
                if widgets::button(ui, words, key).clicked() {
                    answer = Some(Answer::Choose(choice));
                }
            }
        }
        for file in unsaved {
            let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
            let watch = ui.button(words.text_with("news-watch", &[("name", name.into())]));
            widgets::note(ui, "news-watch", watch.rect);
            if watch.clicked() {
                answer = Some(Answer::Watch((*file).clone()));
            }
        }
        if widgets::button(ui, words, "news-close").clicked() {
            answer = Some(Answer::Read);
        }
    });
    answer
}

/// What is told.
pub(super) fn sentence(words: &Words, tidings: &Tidings) -> String {
    match tidings {
        Tidings::Trouble(trouble) => trouble_of(words, trouble),
        Tidings::DrawnByProcessor { name } => {
            words.text_with("news-drawn-by-processor", &[("name", name.as_str().into())])
        }
        Tidings::SafeSettings => words.text("news-safe"),
        Tidings::Unsaved { file, games } => {
            words.text_with("news-unsaved", &[("file", named(file)), ("games", (*games).into())])
        }
        Tidings::Resumed { moves } => words.text_with("news-resumed", &[("moves", moves.div_ceil(2).into())]),
    }
}

fn trouble_of(words: &Words, trouble: &Trouble) -> String {
    match trouble {
        Trouble::SetAside { file, aside, fault } => {
            let values = [("file", named(file)), ("aside", named(aside)), ("why", why(words, fault).into())];
            words.text_with("news-set-aside", &values)
        }
        Trouble::LeftThere { file, fault } => {
            words.text_with("news-left-there", &[("file", named(file)), ("why", why(words, fault).into())])
        }
        Trouble::Value { file, key } => {
            words.text_with("news-value", &[("file", named(file)), ("key", key.as_str().into())])
        }
        Trouble::NotKept { file, why } => {
            words.text_with("news-not-kept", &[("file", named(file)), ("why", why.as_str().into())])
        }
        Trouble::NoFolder => words.text("news-no-folder"),
    }
}

fn named(file: &Path) -> crate::locale::FluentValue<'static> {
    file.display().to_string().into()
}

fn why(words: &Words, fault: &Fault) -> String {
    match fault {
        Fault::Empty => words.text("news-empty"),
        Fault::NotText => words.text("news-not-text"),
        Fault::Damaged(detail) => words.text_with("news-damaged", &[("detail", detail.as_str().into())]),
        Fault::Foreign => words.text("news-foreign"),
        Fault::Newer => words.text("news-newer"),
        Fault::Unreadable(detail) => words.text_with("news-unreadable", &[("detail", detail.as_str().into())]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_file_and_where_it_is_now_is_said() {
        let (file, aside) = ("/home/me/settings.toml".into(), "/home/me/settings.toml.set-aside-1".into());
        let trouble = Trouble::SetAside { file, aside, fault: Fault::Newer };
        let said = sentence(&Words::default(), &Tidings::Trouble(trouble));
        assert_eq!(
            said,
            "/home/me/settings.toml was not used: a newer program has written it. \
             It is kept as /home/me/settings.toml.set-aside-1."
        );
    }
}
