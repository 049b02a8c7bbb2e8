//! Making a film of the watched game: what it shall be, where it shall be, and how far it is while the game goes on.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Area, Id, Order, ProgressBar, RichText, Ui},
};

use super::{
    Action, UiSystems,
    dialog::{self, Dialog, Typing},
    film_form::{Answer, Form, Outlook},
    panel::SidePanel,
    theme, widgets,
};
use crate::{
    board::Diagram,
    camera::{Eye, Seat},
    chess::Side,
    game::Match,
    locale::Words,
    replay::{Excerpt, FilmOrder, Filming, MakeFilm, Replay, Schedule, StopFilm, pacing},
    screens::Overlay,
    settings::Settings,
};

/// The film that the form asks for is to be here.
#[derive(Event, Clone, Debug)]
pub(super) struct PlaceFilm(pub(super) PathBuf);

/// So many films of one name may lie in a folder.
const MOST: usize = 1000;

/// The times of the film that the form asks for, computed once for a line and a pace.
#[derive(Default)]
struct Times(Option<(Vec<usize>, Settings, Schedule)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Form>()
        .add_systems(OnTransition { exited: Overlay::None, entered: Overlay::Film }, fill_in)
        .add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Dialogs).run_if(in_state(Overlay::Film)))
        .add_systems(EguiPrimaryContextPass, show_progress.in_set(UiSystems::Notice).run_if(resource_exists::<Filming>))
        .add_observer(place);
}

/// Who comes back from choosing a place finds what was filled in.
fn fill_in(replay: Option<Res<Replay>>, settings: Res<Settings>, mut form: ResMut<Form>) {
    if let Some(replay) = replay {
        form.follow(&replay, &settings);
    }
}

fn show(
    mut contexts: EguiContexts,
    (words, typing): (Res<Words>, Res<Typing>),
    (replay, current, filming): (Option<Res<Replay>>, Res<Match>, Option<Res<Filming>>),
    (settings, mut form): (Res<Settings>, ResMut<Form>),
    mut times: Local<Times>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(replay) = replay else {
        commands.trigger(Action::Close);
        return Ok(());
    };
    let [from, to] = form.passage(&replay, current.ply());
    let schedule = times.of(&replay, form.pace(&settings));
    let seconds = Excerpt::new(&replay, schedule, from, to, form.captions).seconds / f64::from(form.speed);
    let outlook = Outlook { has_passage: replay.again.is_some(), is_busy: filming.is_some(), seconds };
    let shown = Dialog::new("film", 720.0).show(ctx, |ui| form.show(ui, &words, &outlook));
    let answer = if dialog::escaped(ctx, &typing) { Some(Answer::Cancel) } else { shown.inner };
    match answer {
        Some(Answer::Begin) => commands.trigger(Action::Show(Overlay::FilmPlace)),
        Some(Answer::Cancel) => commands.trigger(Action::Close),
        None => {}
    }
    Ok(())
}

impl Times {
    fn of(&mut self, replay: &Replay, pace: Settings) -> &Schedule {
        if self.0.as_ref().is_some_and(|(line, before, _)| *line != replay.line || *before != pace) {
            self.0 = None;
        }
        let (.., schedule) = self.0.get_or_insert_with(|| {
            let schedule = Schedule::new(&replay.tree, &replay.line, &pacing(&pace));
            (replay.line.clone(), pace, schedule)
        });
        schedule
    }
}

/// Gives the order.
fn place(
    request: On<PlaceFilm>,
    (replay, current): (Option<Res<Replay>>, Res<Match>),
    (settings, form): (Res<Settings>, Res<Form>),
    (eye, seat, diagram): (Eye, Res<Seat>, Res<Diagram>),
    mut commands: Commands,
) {
    let Some(replay) = replay else { return };
    let [width, height] = form.size;
    let side = if seat.0 == Side::White { "white" } else { "black" };
    let view = match eye.in_picture(width as f32 / height as f32) {
        Some(pose) if !form.director && diagram.0.is_none() => {
            let (yaw, pitch, at) = (pose.yaw.to_degrees(), pose.pitch.to_degrees(), pose.focus);
            format!("{yaw},{pitch},{},{},{}", pose.distance, at.x, at.z)
        }
        _ if diagram.0.is_some() && !form.director => "diagram".to_owned(),
        _ => side.to_owned(),
    };
    let mut theme = settings.chosen_words();
    if !settings.coordinates {
        theme += ",bare";
    }
    commands.trigger(MakeFilm(FilmOrder {
        format: form.format,
        output: named(&request.0, form.format.ending()),
        size: form.size,
        fps: form.fps,
        passage: form.passage(&replay, current.ply()),
        pacing: form.pacing,
        clock_times: settings.clock_times,
        longest_wait: settings.longest_wait,
        speed: form.speed,
        view,
        director: form.director,
        theme,
        captions: form.captions,
        clocks: form.clocks,
        graph: form.graph,
    }));
}

/// The name with the ending of its format; if it had none, one that nothing has: over another file nobody was asked.
fn named(path: &Path, ending: Option<&str>) -> PathBuf {
    let Some(ending) = ending else { return path.to_owned() };
    if path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)) {
        return path.to_owned();
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let names = (1..=MOST).map(|number| match number {
        1 => path.with_file_name(format!("{name}.{ending}")),
        _ => path.with_file_name(format!("{name} ({number}).{ending}")),
    });
    let mut names = names.filter(|path| !path.exists());
    names.next().unwrap_or_else(|| path.with_file_name(format!("{name}.{ending}")))
}

/// How far the film is, beside the board, and a way to stop it.
fn show_progress(
    mut contexts: EguiContexts,
    (words, panel, filming): (Res<Words>, Res<SidePanel>, Res<Filming>),
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let area = Area::new(Id::new("filming")).order(Order::Middle).fade_in(false);
    let shown = area
        .anchor(Align2::RIGHT_TOP, (-panel.width() - 12.0, 12.0))
        .show(ctx, |ui| theme::bar().show(ui, |ui| progress(ui, &words, &filming)).inner);
    widgets::note_in(ctx, "filming", shown.response.rect);
    if shown.inner {
        commands.trigger(StopFilm);
    }
    Ok(())
}

/// Draws how far it is. Answers whether it is to be stopped.
fn progress(ui: &mut Ui, words: &Words, filming: &Filming) -> bool {
    ui.set_width(220.0);
    let name = filming.file().file_name().unwrap_or_default().to_string_lossy();
    let head = match (filming.is_given_up(), filming.left()) {
        (true, _) => words.text("film-clears"),
        (false, None) => words.text("film-begins"),
        (false, Some(_)) => {
            let percent = (100.0 * filming.part()).floor() as u32;
            words.text_with("film-runs", &[("percent", percent.into())])
        }
    };
    ui.label(RichText::new(head).color(theme::GOLD)).on_hover_text(name);
    ui.add(ProgressBar::new(filming.part()).desired_height(8.0).fill(theme::GOLD));
    ui.horizontal(|ui| {
        let stop = widgets::button_if(ui, words, "film-stop", !filming.is_given_up());
        if let Some(left) = filming.left().filter(|_| !filming.is_given_up()) {
            ui.label(RichText::new(time_left(words, left)).color(theme::FADED).small());
        }
        stop.clicked()
    })
    .inner
}

fn time_left(words: &Words, left: Duration) -> String {
    let seconds = left.as_secs_f64().ceil() as u64;
    if seconds < 60 {
        words.text_with("film-left-seconds", &[("seconds", seconds.into())])
    } else {
        words.text_with("film-left-minutes", &[("minutes", ((seconds + 30) / 60).into())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_has_the_ending_of_its_format_and_takes_no_name_that_was_not_chosen() {
        let folder = std::env::temp_dir().join(format!("endgame-film-names-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let at = |name: &str, ending| named(&folder.join(name), ending).strip_prefix(&folder).unwrap().to_owned();
        assert_eq!(at("a.MP4", Some("mp4")), Path::new("a.MP4"));
        assert_eq!(at("a", Some("mp4")), Path::new("a.mp4"));
        assert_eq!(at("a.b", Some("gif")), Path::new("a.b.gif"));
        assert_eq!(at("frames", None), Path::new("frames"));
        std::fs::write(folder.join("a.mp4"), "").unwrap();
        assert_eq!(at("a", Some("mp4")), Path::new("a (2).mp4"));
        assert_eq!(at("a.mp4", Some("mp4")), Path::new("a.mp4"), "this was asked");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
