//! The film under the finger: it is held at a moment, also between two plies, and let go.

use bevy::{prelude::*, time::Real, window::RequestRedraw};

use super::{playhead::Waiting, tree::Replay};
use crate::{
    AppSystems,
    animation::{Pace, Progress, Scrub},
    game::{Match, Mode, ShowPly},
};

/// Hold the film at this ply, which may lie between two: 12.4 is two fifths into the move after ply 12.
#[derive(Event, Clone, Copy, Debug)]
pub struct ScrubTo(pub f64);

/// Let the film go: it runs to the nearest whole ply, and on if it ran before.
#[derive(Event, Clone, Copy, Debug)]
pub struct LetGo;

/// Where the film is, in plies; between two while men move.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Playhead {
    /// The moment.
    pub ply: f64,
    /// Where the present change began.
    from: f64,
    number: u64,
}

/// The film is held; and what it was before.
#[derive(Resource, Clone, Copy, Debug)]
struct Grip {
    /// Which game.
    number: u64,
    was_playing: bool,
    /// Where it runs to by itself, once it is let go.
    to: Option<usize>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playhead>()
        .add_observer(scrub_to)
        .add_observer(let_go)
        .add_observer(begin_change)
        .add_observer(loosen)
        .add_systems(Update, coast.in_set(AppSystems::Think).run_if(resource_exists::<Grip>))
        .add_systems(Update, follow.after(AppSystems::Animate).before(AppSystems::Settle));
}

fn scrub_to(
    request: On<ScrubTo>,
    (replay, grip): (Option<ResMut<Replay>>, Option<Res<Grip>>),
    current: Res<Match>,
    mut waiting: ResMut<Waiting>,
    mut commands: Commands,
) {
    let Some(mut replay) = replay.filter(|_| current.mode() == Mode::Replay && request.0.is_finite()) else { return };
    let at = request.0.clamp(0.0, current.game().len() as f64);
    let was_playing = grip.map_or(replay.playing, |grip| grip.was_playing);
    if replay.playing {
        replay.playing = false;
    }
    waiting.0 = None;
    commands.insert_resource(Grip { number: current.number(), was_playing, to: None });
    commands.insert_resource(Scrub(at));
    commands.trigger(ShowPly(at.ceil() as usize));
}

fn let_go(_: On<LetGo>, held: Option<Res<Scrub>>, grip: Option<ResMut<Grip>>, mut commands: Commands) {
    let (Some(held), Some(mut grip)) = (held, grip) else { return };
    let to = held.0.round() as usize;
    grip.to = Some(to);
    commands.trigger(ShowPly(to));
}

/// Runs to the whole ply, as fast as men move.
fn coast(
    time: Res<Time<Real>>,
    pace: Res<Pace>,
    grip: Res<Grip>,
    held: Option<ResMut<Scrub>>,
    replay: Option<ResMut<Replay>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let (Some(to), Some(mut held)) = (grip.to, held) else { return };
    let (to, lasts) = (to as f64, pace.duration().as_secs_f64());
    // The frame in which it was let go may have lasted as long as the finger rested.
    let step = if lasts > 0.0 { time.delta_secs_f64().min(0.1) / lasts } else { 1.0 };
    if (to - held.0).abs() > step {
        held.0 += step.copysign(to - held.0);
    } else if held.0 != to {
        held.0 = to;
    } else {
        commands.remove_resource::<Scrub>();
        commands.remove_resource::<Grip>();
        if let Some(mut replay) = replay.filter(|_| grip.was_playing) {
            // Coming to rest begins the pause before the next move.
            replay.playing = true;
        }
    }
    redraw.write(RequestRedraw);
}

/// Something else was asked for while the film was held.
fn loosen(
    _: On<Insert, Match>,
    current: Res<Match>,
    (held, grip): (Option<Res<Scrub>>, Option<Res<Grip>>),
    mut commands: Commands,
) {
    let (Some(held), Some(grip)) = (held, grip) else { return };
    let ours = grip.to.unwrap_or(held.0.ceil() as usize);
    if current.mode() != Mode::Replay || current.number() != grip.number || current.ply() != ours {
        commands.remove_resource::<Scrub>();
        commands.remove_resource::<Grip>();
    }
}

/// The way of the playhead begins where it is.
fn begin_change(_: On<Insert, Match>, current: Res<Match>, mut playhead: ResMut<Playhead>) {
    let from = if playhead.number == current.number() { playhead.ply } else { current.ply() as f64 };
    *playhead = Playhead { ply: playhead.ply, from, number: current.number() };
}

fn follow(current: Res<Match>, progress: Res<Progress>, held: Option<Res<Scrub>>, mut playhead: ResMut<Playhead>) {
    let (from, to) = (playhead.from, current.ply() as f64);
    let ply = match (held, progress.0) {
        (Some(held), _) => held.0,
        (None, Some(part)) => from + (to - from) * f64::from(part),
        (None, None) => to,
    };
    let moved = Playhead { ply, ..*playhead };
    playhead.set_if_neq(moved);
}
