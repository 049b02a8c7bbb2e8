//! A film of the watched game that is made beside it, by another run of this program: so no frame is lost, and the game goes on.

mod crew;
mod order;

use std::{
    env, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use bevy::{prelude::*, window::RequestRedraw};

use super::{saving::watched, tree::Replay};
use crate::{
    AppSystems,
    game::{Drawings, Notice, Refusal},
    notation::pgn::{tree::PgnGame, writer},
};

use crew::Crew;
pub use order::{FilmFormat, FilmOrder, FilmPacing};

/// Make a film of the game that is watched, on the line that lies on the table. One at a time.
#[derive(Event, Clone, Debug)]
pub struct MakeFilm(pub FilmOrder);

/// Give the film up that is being made; nothing of it is left.
#[derive(Event, Clone, Copy, Debug)]
pub struct StopFilm;

/// The program that makes films; this one, where nothing else is said.
#[derive(Resource, Clone, Debug)]
pub struct Projector(pub PathBuf);

/// The film that is being made. Exists while one is.
#[derive(Resource)]
pub struct Filming {
    crew: Crew,
    file: PathBuf,
    /// Frames that are drawn, and all of them; none before the first is.
    frames: (u64, u64),
    /// When the first was.
    began: Option<Instant>,
    is_given_up: bool,
}

/// How often is looked how far it is.
const LOOK: Duration = Duration::from_millis(250);

pub(super) fn plugin(app: &mut App) {
    app.add_observer(make)
        .add_observer(give_up)
        .add_systems(Update, attend.in_set(AppSystems::Think).run_if(resource_exists::<Filming>));
}

impl Filming {
    /// Under which name it will be.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// How much of it is drawn, 0 to 1.
    pub fn part(&self) -> f32 {
        let (done, all) = self.frames;
        if all == 0 { 0.0 } else { done as f32 / all as f32 }
    }

    /// How much longer it takes, if it goes on like this; unknown at the beginning.
    pub fn left(&self) -> Option<Duration> {
        let (done, all) = self.frames;
        let passed = self.began?.elapsed().as_secs_f64();
        let left = passed * all.saturating_sub(done) as f64 / done.checked_sub(1).filter(|done| *done > 0)? as f64;
        Duration::try_from_secs_f64(left).ok()
    }

    /// Whether it was given up, and only has to clear up.
    pub fn is_given_up(&self) -> bool {
        self.is_given_up
    }

    /// How soon to look again how far it is.
    pub fn pace(&self) -> Duration {
        LOOK
    }
}

fn make(
    request: On<MakeFilm>,
    replay: Option<Res<Replay>>,
    (drawings, projector): (Res<Drawings>, Option<Res<Projector>>),
    filming: Option<Res<Filming>>,
    mut notice: ResMut<Notice>,
    mut commands: Commands,
) {
    let (Some(replay), None) = (replay, filming) else { return };
    let game = writer::write(&line_first(watched(&replay, &drawings), &replay));
    let program = projector.map_or_else(env::current_exe, |projector| Ok(projector.0.clone()));
    match program.and_then(|program| Crew::hire(&program, request.0.arguments(), game)) {
        Ok(crew) => {
            let file = request.0.output.clone();
            // What was said of the last film is not said of this one.
            notice.0 = None;
            commands.insert_resource(Filming { crew, file, frames: (0, 0), began: None, is_given_up: false });
        }
        Err(error) => notice.say(Refusal::NotFilmed { why: error.to_string() }),
    }
}

/// The line on the table is the main one of what is filmed.
fn line_first(mut game: PgnGame, replay: &Replay) -> PgnGame {
    if let Some(last) = replay.line.last() {
        game.put_first(*last);
    }
    game
}

fn give_up(_: On<StopFilm>, filming: Option<ResMut<Filming>>) {
    let Some(mut filming) = filming else { return };
    filming.is_given_up = true;
    filming.crew.dismiss();
}

/// Hears how far it is, and what came of it.
fn attend(
    mut filming: ResMut<Filming>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    if let Some(frames) = filming.bypass_change_detection().crew.progress() {
        filming.frames = frames;
        filming.began.get_or_insert_with(Instant::now);
    }
    let filming = filming.bypass_change_detection();
    let Some(result) = filming.crew.result() else { return };
    notice.say(match result {
        Ok(()) => Refusal::Filmed { file: filming.file.display().to_string() },
        Err(_) if filming.is_given_up => Refusal::FilmGivenUp,
        Err(error) => Refusal::NotFilmed { why: error.to_string() },
    });
    commands.remove_resource::<Filming>();
    redraw.write(RequestRedraw);
}

/// Nothing but words of our own.
fn failure(words: &str) -> io::Error {
    io::Error::other(words.to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::notation::pgn::reader::read_all;

    #[test]
    fn a_line_that_leaves_the_game_is_filmed_as_it_lies_on_the_table() {
        let tree = Arc::new(read_all("1. e4 e5 (1... c5 2. Nf3 {There.}) 2. f4 *").remove(0));
        let mut replay = Replay::new(Arc::clone(&tree));
        let aside = tree.nodes[tree.main_line()[0]].children[1];
        replay.line = tree.path_to(aside);
        replay.line.extend(tree.line_from(aside));
        let text = writer::write(&line_first((*tree).clone(), &replay));
        let filmed = read_all(&text).remove(0);
        let moves: Vec<String> = filmed.main_line().into_iter().map(|id| filmed.san(id)).collect();
        assert_eq!(moves, ["e4", "c5", "Nf3"]);
    }
}
