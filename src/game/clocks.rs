//! The clocks beside the game. They change every frame, so they are no part of [`Match`]; they follow it by what is inserted.

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use bevy::{
    ecs::system::SystemParam,
    prelude::*,
    time::{TimeSystems, TimeUpdateStrategy},
};

use super::{Judging, Match, Mode, Notice, Refusal, Selection};
use crate::{
    chess::{
        Side,
        clock::{Clock, LOW},
    },
    screens::Overlay,
};

/// Put clocks beside the game on the table, on which no move was made yet; they run at once.
#[derive(Event, Clone, Debug)]
pub struct SetClocks(pub Clock);

/// Stop the clocks; the table takes no moves until [`ResumeClocks`].
#[derive(Event, Clone, Copy, Debug)]
pub struct PauseClocks;

/// Let the clock of the side to move run again.
#[derive(Event, Clone, Copy, Debug)]
pub struct ResumeClocks;

/// The time of this side has become short.
#[derive(Event, Clone, Copy, Debug)]
pub struct RanLow(pub Side);

/// A longer gap between two looks at the clocks is no game: the computer slept, or the program was held.
const LONGEST_GAP: Duration = Duration::from_secs(5);
/// A clock that was short of time is so no more when it has so much again.
const ENOUGH: Duration = Duration::from_secs(30);

/// The clocks, if the game has any, and the moment they were last looked at.
#[derive(Resource, Clone, Debug, Default)]
pub struct Clocks {
    clock: Option<Clock>,
    /// Flags are called up to here, and everything that is asked in this frame happens now.
    now: Duration,
    /// Whether the side was told that its time is short.
    warned: [bool; 2],
}

impl Clocks {
    /// The clocks themselves.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// What a side had left when they were last looked at.
    pub fn left(&self, side: Side) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock.left(side, self.now))
    }

    /// Whether the game has clocks and they are stopped although it goes on.
    pub fn are_paused(&self) -> bool {
        self.clock.as_ref().is_some_and(Clock::is_paused)
    }

    /// The moment at which what they show changes, since the program began; `None` while none runs.
    pub fn change_at(&self) -> Option<Duration> {
        self.clock.as_ref().and_then(|clock| clock.until_change(self.now)).map(|left| self.now.saturating_add(left))
    }

    /// The moment they were last looked at, since the program began.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// These clocks, or none, belong to the game from this moment on.
    pub(super) fn put(&mut self, clock: Option<Clock>, now: Duration) {
        *self = Clocks { clock, now: self.now.max(now), warned: [false; 2] };
    }

    /// The game has no clocks.
    pub(super) fn remove(&mut self) {
        self.clock = None;
        self.warned = [false; 2];
    }

    /// Gives a side more time.
    pub(super) fn grant(&mut self, side: Side, time: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.grant(side, time);
        }
    }

    /// Lets time pass. Answers the game on the table with its end, if a flag has fallen.
    pub(super) fn pass(&mut self, now: Duration, current: &Match, judging: &Judging) -> Option<Match> {
        self.now = self.now.max(now);
        let clock = self.clock.as_mut().filter(|clock| clock.fallen(now).is_some())?;
        let mut next = current.clone();
        next.ply = next.game.len();
        let game = Arc::make_mut(&mut next.game);
        judging.note(game);
        clock.judge(game, now).then_some(next)
    }
}

/// The moment on a clock that never goes back. Bevy's own is that of the last frame drawn, which after a rest is long ago;
/// where tests give the time, it is theirs.
#[derive(SystemParam)]
pub struct Now<'w> {
    time: Res<'w, Time<Real>>,
    strategy: Res<'w, TimeUpdateStrategy>,
}

impl Now<'_> {
    /// How long it is since the program began.
    pub fn get(&self) -> Duration {
        if self.is_given() { self.time.elapsed() } else { Instant::now().duration_since(self.time.startup()) }
    }

    /// Whether the time is given by hand.
    fn is_given(&self) -> bool {
        !matches!(*self.strategy, TimeUpdateStrategy::Automatic)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Clocks>()
        .add_observer(set)
        .add_observer(pause)
        .add_observer(resume)
        .add_observer(follow)
        .add_systems(First, (look, warn).chain().after(TimeSystems));
}

/// Whether the program was held so long between two looks that the game counts as left. A clock that stands while the
/// computer sleeps does not know; the one on the wall does.
fn is_gap(passed: Duration, on_the_wall: Duration) -> bool {
    passed > LONGEST_GAP || on_the_wall.saturating_sub(passed) > LONGEST_GAP
}

fn set(request: On<SetClocks>, current: Res<Match>, now: Now, mut clocks: ResMut<Clocks>) {
    if current.mode() != Mode::Play || !current.game().is_empty() {
        return;
    }
    let now = now.get();
    let mut clock = request.0.clone();
    clock.start(now);
    clock.follow(current.game(), now);
    *clocks = Clocks { clock: Some(clock), now, warned: [false; 2] };
}

fn pause(
    _: On<PauseClocks>,
    now: Now,
    mut clocks: ResMut<Clocks>,
    mut selection: ResMut<Selection>,
    mut overlay: ResMut<NextState<Overlay>>,
) {
    if clocks.clock.as_ref().is_none_or(|clock| clock.running().is_none()) {
        return;
    }
    let now = now.get().max(clocks.now);
    stop(&mut clocks, now, &mut selection, &mut overlay);
}

fn stop(clocks: &mut Clocks, at: Duration, selection: &mut Selection, overlay: &mut NextState<Overlay>) {
    if let Some(clock) = &mut clocks.clock {
        clock.pause(at);
    }
    clocks.now = at;
    // A pawn that waited to be promoted goes back: the choice is made again.
    *selection = Selection::default();
    overlay.set(Overlay::Pause);
}

fn resume(_: On<ResumeClocks>, now: Now, mut clocks: ResMut<Clocks>, mut notice: ResMut<Notice>) {
    let now = now.get();
    if clocks.are_paused() {
        clocks.now = clocks.now.max(now);
        let now = clocks.now;
        if let Some(clock) = &mut clocks.clock {
            clock.start(now);
        }
        notice.0 = None;
    }
}

/// Whatever became of the game, the clocks follow it.
fn follow(_: On<Insert, Match>, current: Res<Match>, mut clocks: ResMut<Clocks>) {
    let now = clocks.now;
    if let Some(clock) = &mut clocks.clock {
        clock.follow(current.game(), now);
    }
}

/// Once a frame, before anything is asked in it: the flag falls, or the game was left.
fn look(
    now: Now,
    current: Res<Match>,
    judging: Res<Judging>,
    mut clocks: ResMut<Clocks>,
    mut selection: ResMut<Selection>,
    mut notice: ResMut<Notice>,
    mut overlay: ResMut<NextState<Overlay>>,
    mut wall: Local<Option<SystemTime>>,
    mut commands: Commands,
) {
    let before = std::mem::replace(&mut *wall, (!now.is_given()).then(SystemTime::now));
    let on_the_wall = before.zip(*wall).and_then(|(before, now)| now.duration_since(before).ok()).unwrap_or_default();
    if clocks.clock.as_ref().is_none_or(|clock| clock.running().is_none()) {
        return;
    }
    let now = now.get();
    if is_gap(now.saturating_sub(clocks.now), on_the_wall) {
        let left = clocks.now;
        stop(&mut clocks, left, &mut selection, &mut overlay);
        clocks.now = now;
        notice.say(Refusal::Interrupted);
        return;
    }
    if let Some(next) = clocks.pass(now, &current, &judging) {
        notice.0 = None;
        commands.insert_resource(next);
    }
}

/// Says once that a time has become short.
fn warn(mut clocks: ResMut<Clocks>, mut commands: Commands) {
    let Some(side) = clocks.clock.as_ref().and_then(Clock::running) else { return };
    let Some(left) = clocks.left(side) else { return };
    let warned = clocks.warned[side.index()];
    if !warned && left < LOW {
        commands.trigger(RanLow(side));
        clocks.warned[side.index()] = true;
    } else if warned && left >= ENOUGH {
        clocks.warned[side.index()] = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_a_gap_and_a_slow_frame_is_none() {
        let seconds = Duration::from_secs;
        assert!(!is_gap(seconds(5), seconds(5)) && !is_gap(seconds(1), seconds(0)));
        assert!(is_gap(Duration::from_millis(5001), seconds(0)));
        assert!(is_gap(seconds(1), seconds(3600)), "the computer slept, and its clock with it");
    }
}
