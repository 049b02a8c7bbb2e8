//! The rhythm of the watched film: the pacing that was chosen, and where in its time the film is.

use std::{sync::Arc, time::Duration};

use bevy::prelude::*;

use super::{
    pacing::{Base, Pacing, Schedule},
    playhead::Waiting,
    screening::Screening,
    scrub::Playhead,
    tree::Replay,
};
use crate::{
    AppSystems,
    animation::{Film, Turn},
    chess::{
        Side,
        clock::{face, until_next_face},
    },
    game::Match,
    notation::pgn::tree::{NodeId, PgnGame},
    settings::{Settings, Tempo},
};

/// When everything happens in the watched film, and where it is. Exists while a game is watched.
#[derive(Resource, Clone, Debug)]
pub struct Rhythm {
    /// The times of the line on the table.
    pub schedule: Schedule,
    /// Where the film is, in its own seconds.
    pub seconds: f64,
    pacing: Pacing,
    tree: Arc<PgnGame>,
    line: Vec<NodeId>,
}

impl Rhythm {
    fn new(replay: &Replay, pacing: Pacing) -> Rhythm {
        let schedule = Schedule::new(&replay.tree, &replay.line, &pacing);
        Rhythm { schedule, seconds: 0.0, pacing, tree: Arc::clone(&replay.tree), line: replay.line.clone() }
    }

    fn is_of(&self, replay: &Replay, pacing: &Pacing) -> bool {
        self.pacing == *pacing && Arc::ptr_eq(&self.tree, &replay.tree) && self.line == replay.line
    }

    /// What the clock of a side shows now, where its file tells.
    pub fn clock(&self, side: Side) -> Option<Duration> {
        self.clock_at(self.seconds, side)
    }

    fn clock_at(&self, seconds: f64, side: Side) -> Option<Duration> {
        Duration::try_from_secs_f64(self.schedule.clocks_at(seconds)[side.index()]?).ok()
    }

    /// What both clocks show at a moment of the film, in digits, White's first.
    pub fn faces_at(&self, seconds: f64) -> [Option<String>; 2] {
        Side::ALL.map(|side| self.clock_at(seconds, side).map(face))
    }

    /// How soon a clock of a film that runs at this speed shows something else.
    pub fn change_in(&self, speed: f32) -> Option<Duration> {
        const STEP: f64 = 0.01;
        let [now, soon] = [0.0, STEP].map(|later| self.schedule.clocks_at(self.seconds + later));
        let until = |side: usize| {
            let (now, soon) = (now[side]?, soon[side]?);
            // Seconds of the clock in one of the film.
            let rate = (now - soon) / STEP;
            let left = until_next_face(Duration::try_from_secs_f64(now).ok()?).as_secs_f64();
            let wait = left / rate / f64::from(speed);
            (rate > 0.0).then(|| Duration::try_from_secs_f64(wait).ok())?
        };
        // No more than thirty pictures a second, however fast the film runs.
        [0, 1].into_iter().filter_map(until).min().map(|wait| wait.max(Duration::from_millis(33)))
    }
}

/// The pacing that the settings ask for.
pub fn pacing(settings: &Settings) -> Pacing {
    let base = match settings.tempo {
        Tempo::Even => Base::Even,
        Tempo::Clock => Base::Clock {
            times: f64::from(settings.clock_times.max(1)),
            cap: Duration::from_secs(u64::from(settings.longest_wait.max(1))),
        },
    };
    Pacing { base, importance: settings.importance, reading: settings.reading }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        (
            keep.run_if(resource_exists_and_changed::<Replay>.or_else(resource_exists_and_changed::<Settings>)),
            drop_film.run_if(resource_removed::<Replay>),
        ),
    )
    .add_systems(
        Update,
        tell.run_if(resource_exists::<Rhythm>.and_then(resource_exists::<Replay>))
            .after(AppSystems::Animate)
            .before(AppSystems::Settle),
    );
}

fn keep(
    replay: Option<Res<Replay>>,
    settings: Res<Settings>,
    rhythm: Option<Res<Rhythm>>,
    film: Option<Res<Film>>,
    mut commands: Commands,
) {
    let Some(replay) = replay else { return };
    let pacing = pacing(&settings);
    if film.is_some() && rhythm.is_some_and(|rhythm| rhythm.is_of(&replay, &pacing)) {
        return;
    }
    let rhythm = Rhythm::new(&replay, pacing);
    let schedule = &rhythm.schedule;
    let turns = (0..schedule.plies()).map(|ply| {
        let begin = schedule.begin_of(ply);
        let start = begin + schedule.hold(ply);
        Turn { begin, start, end: start + schedule.motion(ply + 1) }
    });
    let (turns, length) = (turns.collect(), schedule.length());
    commands.insert_resource(Film { turns, length, seconds: 0.0, speed: replay.speed, runs: replay.playing });
    commands.insert_resource(rhythm);
}

fn drop_film(mut commands: Commands) {
    commands.remove_resource::<Rhythm>();
    commands.remove_resource::<Film>();
}

/// Where the film is: between two plies by the men, at rest by how long the position has been looked at.
fn tell(
    replay: Res<Replay>,
    current: Res<Match>,
    (playhead, waiting): (Res<Playhead>, Res<Waiting>),
    screening: Option<Res<Screening>>,
    mut rhythm: ResMut<Rhythm>,
    mut film: ResMut<Film>,
) {
    let ply = current.ply();
    let schedule = &rhythm.schedule;
    let seconds = match (screening, waiting.0) {
        (Some(screening), _) => screening.seconds,
        // About to set out: the look is over.
        (None, _) if playhead.ply + 1.0 == ply as f64 => {
            let from = playhead.ply as usize;
            schedule.begin_of(from) + schedule.hold(from)
        }
        (None, _) if playhead.ply != ply as f64 => schedule.seconds_at(playhead.ply),
        (None, Some(left)) if replay.playing => {
            let left = left.as_secs_f64() * f64::from(replay.speed);
            schedule.begin_of(ply) + (schedule.hold(ply) - left).max(0.0)
        }
        _ => schedule.begin_of(ply),
    };
    if rhythm.seconds != seconds {
        rhythm.seconds = seconds;
    }
    if (film.seconds, film.speed, film.runs) != (seconds, replay.speed, replay.playing) {
        (film.seconds, film.speed, film.runs) = (seconds, replay.speed, replay.playing);
    }
}
