//! Men in motion: a [`Motion`] follows its path in time; when nothing moves any more, [`Settled`] says so once.

mod film;
mod path;

use std::time::Duration;

use bevy::{prelude::*, window::RequestRedraw};

use crate::{AppSystems, game::Match, settings::Settings};

pub use film::{Film, Turn};
pub use path::{Path, Step};

/// A man on its way. Removed when it lands.
#[derive(Component, Clone, Copy, Debug, Reflect)]
#[reflect(Component)]
pub struct Motion {
    /// The way, a pure value.
    pub step: Step,
    /// Seconds since the motion was first seen; `None` until then, so that the pause before it is not part of it.
    elapsed: Option<f32>,
    /// Seconds one move takes: phase 1.
    duration: f32,
}

impl Motion {
    /// A motion along `step` at the present pace.
    pub fn new(step: Step, pace: &Pace) -> Self {
        Motion { step, elapsed: None, duration: pace.duration().as_secs_f32() }
    }

    /// How long it takes from now to the landing, if nothing comes between; zero when motion is off.
    pub fn lasts(&self) -> Duration {
        Duration::from_secs_f32((self.duration * self.step.end()).max(0.0))
    }
}

/// How long one move takes: the setting, divided by the speed of a replay.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Pace {
    /// Time of one move at speed 1; zero when motion is switched off.
    pub base: Duration,
    /// How many times faster; 1 in play.
    pub speed: f32,
    /// How much of that the next move takes, in a film whose players were in a hurry; else 1.
    pub part: f32,
}

impl Default for Pace {
    fn default() -> Self {
        Pace { base: Duration::from_millis(350), speed: 1.0, part: 1.0 }
    }
}

impl Pace {
    /// Time of one move now.
    pub fn duration(&self) -> Duration {
        self.base.mul_f32(self.part.clamp(0.0, 1.0)).div_f32(self.speed.clamp(0.05, 50.0))
    }
}

/// The film of the game is held at this ply, by a finger or by the number of a picture: 12.4 is two fifths into the move after
/// ply 12. While this exists men stand where it says, and nothing moves by itself.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Scrub(pub f64);

/// How much of the present change has been shown, 0 to 1, while men move.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress(pub Option<f32>);

/// A man has arrived.
#[derive(Event, Clone, Copy, Debug)]
pub struct Landed {
    /// The man.
    pub figure: Entity,
    /// Its way, for what depends on it (exchange of a promoted man, sound).
    pub step: Step,
}

/// Nothing moves any more. Comes exactly once after each change of the game, also after a change without motion.
#[derive(Event, Clone, Copy, Debug)]
pub struct Settled;

/// The game has changed and the table has not come to rest since.
#[derive(Resource, Default)]
struct Unsettled(bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pace>()
        .init_resource::<Unsettled>()
        .init_resource::<Progress>()
        .register_type::<Motion>()
        .add_observer(unsettle)
        .add_systems(Update, follow_settings.run_if(resource_exists_and_changed::<Settings>))
        .add_systems(Update, advance.in_set(AppSystems::Animate))
        .add_systems(Update, settle.in_set(AppSystems::Settle).run_if(not(resource_exists::<Scrub>)));
}

fn unsettle(_: On<Insert, Match>, mut unsettled: ResMut<Unsettled>, mut redraw: MessageWriter<RequestRedraw>) {
    unsettled.0 = true;
    // A button is pressed after this frame's motion has been computed: the next frame begins it.
    redraw.write(RequestRedraw);
}

fn follow_settings(settings: Res<Settings>, mut pace: ResMut<Pace>) {
    pace.base = settings.motion.duration();
}

fn advance(
    mut commands: Commands,
    time: Res<Time>,
    mut moving: Query<(Entity, &mut Motion, &mut Transform)>,
    mut progress: ResMut<Progress>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // Who arrives last tells how far the whole change is.
    let (mut lasts, mut part) = (0.0, None);
    for (figure, mut motion, mut transform) in &mut moving {
        let elapsed = motion.elapsed.map_or(0.0, |before| before + time.delta_secs());
        motion.elapsed = Some(elapsed);
        // No division where motion is off: the man is simply there.
        let phase = if motion.duration > 0.0 { elapsed / motion.duration } else { f32::INFINITY };
        transform.translation = motion.step.at(phase);
        redraw.write(RequestRedraw);
        if phase >= motion.step.end() {
            commands.entity(figure).remove::<Motion>();
            commands.trigger(Landed { figure, step: motion.step });
        } else if motion.step.end() > lasts {
            (lasts, part) = (motion.step.end(), Some(phase / motion.step.end()));
        }
    }
    progress.set_if_neq(Progress(part));
}

fn settle(
    mut commands: Commands,
    mut unsettled: ResMut<Unsettled>,
    moving: Query<(), With<Motion>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if unsettled.0 && moving.is_empty() {
        unsettled.0 = false;
        commands.trigger(Settled);
        // Whoever answers to the rest (a dialog, the next ply of a replay) is to be seen at once.
        redraw.write(RequestRedraw);
    }
}

/// Whether everything is at rest.
pub fn is_settled(world: &World) -> bool {
    !world.resource::<Unsettled>().0
}
