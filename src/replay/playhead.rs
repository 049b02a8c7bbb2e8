//! The playhead: when the table has come to rest, and a moment has passed, the next ply is shown.

use std::time::Duration;

use bevy::{prelude::*, time::Real};

use super::{
    excursion::{Excursion, course},
    landmarks::{Landmarks, Sight},
    rhythm::Rhythm,
    tree::Replay,
};
use crate::{
    AppSystems,
    animation::{Pace, Settled},
    game::{Match, ShowPly},
    settings::Settings,
};

/// Run, or stand still. At the end of the game it runs from the start again.
#[derive(Event, Clone, Copy, Debug)]
pub struct TogglePlay;

/// How many times the usual speed, 0.25 to 8.
#[derive(Event, Clone, Copy, Debug)]
pub struct SetSpeed(pub f32);

/// Go so many plies on (or back, if negative) and stand still.
#[derive(Event, Clone, Copy, Debug)]
pub struct Step(pub i32);

/// Go to the start and stand still.
#[derive(Event, Clone, Copy, Debug)]
pub struct ToStart;

/// Go to the end and stand still.
#[derive(Event, Clone, Copy, Debug)]
pub struct ToEnd;

/// Go to the next place of this kind, or back to the one before, and stand still.
#[derive(Event, Clone, Copy, Debug)]
pub struct ToSight {
    /// What is looked for.
    pub sight: Sight,
    /// On, or back.
    pub forward: bool,
}

/// A part of the line, in plies; `from` is less than `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The first position.
    pub from: usize,
    /// The last.
    pub to: usize,
}

/// Show this part again and again while the film runs; nothing: to the end, once.
#[derive(Event, Clone, Copy, Debug)]
pub struct Again(pub Option<Passage>);

/// The film has come to the end of the game, and has been stopped there by nobody.
#[derive(Event, Clone, Copy, Debug)]
pub(super) struct FilmEnded;

/// The longest look that a film is made to wait for.
const LONGEST: f64 = 100_000.0;

/// How much longer the position is looked at; `None` while men move or nothing runs.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Waiting(pub Option<Duration>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Waiting>()
        .add_observer(toggle)
        .add_observer(set_speed)
        .add_observer(step)
        .add_observer(to_start)
        .add_observer(to_end)
        .add_observer(to_sight)
        .add_observer(again)
        .add_observer(begin_pause)
        .add_systems(Update, (keep_pace, wait).in_set(AppSystems::Think));
}

fn toggle(
    _: On<TogglePlay>,
    replay: Option<ResMut<Replay>>,
    (current, rhythm, excursion): (Res<Match>, Option<Res<Rhythm>>, Option<Res<Excursion>>),
    (mut waiting, mut pace): (ResMut<Waiting>, ResMut<Pace>),
    mut commands: Commands,
) {
    let Some(mut replay) = replay else { return };
    replay.playing = !replay.playing;
    waiting.0 = None;
    if !replay.playing {
        return;
    }
    // The first move comes at once; at the end the film begins anew, or what is shown again and again.
    if excursion.is_some() && current.is_at_end() {
        waiting.0 = Some(Duration::ZERO);
        return;
    }
    let next = match replay.again {
        Some(part) if !(part.from..part.to).contains(&current.ply()) => part.from,
        _ if current.is_at_end() => 0,
        _ => current.ply() + 1,
    };
    if next == 0 && current.ply() == 0 {
        replay.playing = false;
    } else {
        hurry(&mut pace, rhythm.as_deref(), &current, next);
        commands.trigger(ShowPly(next));
    }
}

/// Men move as fast as the film has time for.
fn hurry(pace: &mut Pace, rhythm: Option<&Rhythm>, current: &Match, next: usize) {
    let follows = next == current.ply() + 1;
    pace.part = rhythm.filter(|_| follows).map_or(1.0, |rhythm| rhythm.schedule.part_of_usual(next) as f32);
}

fn set_speed(request: On<SetSpeed>, replay: Option<ResMut<Replay>>) {
    let Some(mut replay) = replay else { return };
    if request.0.is_finite() {
        replay.speed = request.0.clamp(0.25, 8.0);
    }
}

fn step(request: On<Step>, replay: Option<ResMut<Replay>>, current: Res<Match>, mut commands: Commands) {
    halt(replay);
    commands.trigger(ShowPly(current.ply().saturating_add_signed(request.0 as isize)));
}

fn to_start(_: On<ToStart>, replay: Option<ResMut<Replay>>, mut commands: Commands) {
    halt(replay);
    commands.trigger(ShowPly(0));
}

fn to_end(_: On<ToEnd>, replay: Option<ResMut<Replay>>, mut commands: Commands) {
    halt(replay);
    commands.trigger(ShowPly(usize::MAX));
}

fn to_sight(
    request: On<ToSight>,
    replay: Option<ResMut<Replay>>,
    landmarks: Res<Landmarks>,
    current: Res<Match>,
    mut commands: Commands,
) {
    let Some(ply) = replay.as_ref().and_then(|_| landmarks.next(request.sight, current.ply(), request.forward)) else {
        return;
    };
    halt(replay);
    commands.trigger(ShowPly(ply));
}

fn again(request: On<Again>, replay: Option<ResMut<Replay>>) {
    let Some(mut replay) = replay else { return };
    let last = replay.line.len();
    let part = request.0.map(|Passage { from, to }| Passage { from: from.min(last), to: to.min(last) });
    replay.again = part.filter(|part| part.from < part.to);
}

fn halt(replay: Option<ResMut<Replay>>) {
    if let Some(mut replay) = replay.filter(|replay| replay.playing) {
        replay.playing = false;
    }
}

/// When the table rests the pause before the next move begins; at the end the playhead stops.
fn begin_pause(
    _: On<Settled>,
    replay: Option<ResMut<Replay>>,
    (current, rhythm): (Res<Match>, Option<Res<Rhythm>>),
    (excursion, settings): (Option<Res<Excursion>>, Res<Settings>),
    mut waiting: ResMut<Waiting>,
    mut commands: Commands,
) {
    let Some(mut replay) = replay.filter(|replay| replay.playing) else { return };
    let elsewhere = course(&replay, current.ply(), excursion.as_deref(), settings.play_variations).is_some();
    if current.is_at_end() && replay.again.is_none() && !elsewhere {
        replay.playing = false;
        commands.trigger(FilmEnded);
    } else {
        let look = rhythm.map_or(0.0, |rhythm| rhythm.schedule.hold(current.ply()));
        waiting.0 = Some(Duration::from_secs_f64((look / f64::from(replay.speed)).clamp(0.0, LONGEST)));
    }
}

/// Men move as fast as the film runs.
fn keep_pace(replay: Option<Res<Replay>>, mut pace: ResMut<Pace>) {
    let (speed, runs) = replay.map_or((1.0, false), |replay| (replay.speed, replay.playing));
    if pace.speed != speed {
        pace.speed = speed;
    }
    // A step by hand has all the time there is.
    if !runs && pace.part != 1.0 {
        pace.part = 1.0;
    }
}

fn wait(
    time: Res<Time<Real>>,
    replay: Option<ResMut<Replay>>,
    (current, rhythm): (Res<Match>, Option<Res<Rhythm>>),
    (excursion, settings): (Option<Res<Excursion>>, Res<Settings>),
    (mut waiting, mut pace): (ResMut<Waiting>, ResMut<Pace>),
    mut commands: Commands,
) {
    let Some(left) = waiting.0 else { return };
    let Some(mut replay) = replay.filter(|replay| replay.playing) else {
        waiting.0 = None;
        return;
    };
    // Real time: a frame that comes late because nothing was drawn must not make the film late.
    match left.checked_sub(time.delta()) {
        Some(left) if !left.is_zero() => waiting.0 = Some(left),
        _ => {
            waiting.0 = None;
            if let Some(course) = course(&replay, current.ply(), excursion.as_deref(), settings.play_variations) {
                replay.line = course.line;
                commands.insert_resource(course.excursion);
                commands.trigger(replay.show(course.ply));
                return;
            }
            let part = replay.again.filter(|part| current.ply() >= part.to);
            let next = part.map_or(current.ply() + 1, |part| part.from);
            hurry(&mut pace, rhythm.as_deref(), &current, next);
            commands.trigger(ShowPly(next));
        }
    }
}
