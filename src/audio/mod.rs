//! What is heard: men drawn over the board and set down, and what the game has to say. A change of the game has a score
//! (a pure value), which is played as the men arrive; each sound is said as [`Heard`], and the speaker plays it.

mod score;
mod sound;
mod speaker;
mod tune;

use std::time::Duration;

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::{
    animation::{Landed, Motion, Path, Settled},
    assets,
    chess::Kind,
    game::{Match, RanLow},
    pieces::Figure,
    settings::Settings,
};

pub use score::{Score, Shown, score};
pub use sound::Sound;
pub use speaker::Speaker;
pub use tune::Tune;

/// A sound begins. Nothing stays of it: neither an entity nor anything else.
#[derive(Event, Clone, Copy, Debug, PartialEq)]
pub struct Heard {
    /// Which.
    pub sound: Sound,
    /// How it is played.
    pub tune: Tune,
}

/// So many sounds of men may begin within [`AT_ONCE`]: a jump that sets many down is not a rattle.
const MOST: usize = 3;
const AT_ONCE: Duration = Duration::from_millis(300);
/// Who moves less than this, in squares, is put right and not drawn over the board.
const SHORTEST_SLIDE: f32 = 0.6;
/// A man higher than this above the wood is in the hand.
const LIFTED: f32 = 0.05;
/// How long a slide was recorded.
const SLIDE: Duration = Duration::from_millis(300);

/// What was last shown, what of its score is still to come, and what was last heard.
#[derive(Resource, Default)]
struct Ear {
    shown: Option<Match>,
    score: Score,
    /// How often each sound was heard so far: each time is a little unlike the one before.
    turns: [usize; Sound::ALL.len()],
    /// When the last sounds of men began.
    recent: [Option<Duration>; MOST],
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ear>()
        .add_systems(Startup, connect.run_if(resource_exists::<assets::Ready>))
        .add_systems(Update, try_out.run_if(resource_changed::<Settings>))
        .add_observer(read)
        .add_observer(hear_slide)
        .add_observer(hear_landing)
        .add_observer(hear_the_rest)
        .add_observer(hear_low_time)
        .add_observer(play.run_if(resource_exists::<Speaker>));
}

/// Who makes a sound, and with what.
#[derive(SystemParam)]
struct Band<'w, 's> {
    ear: ResMut<'w, Ear>,
    settings: Res<'w, Settings>,
    time: Res<'w, Time<Real>>,
    eyes: Query<'w, 's, &'static GlobalTransform, With<Camera3d>>,
    commands: Commands<'w, 's>,
}

impl Band<'_, '_> {
    /// Makes a sound: of a man of this kind, at this place; `pace` times as fast.
    fn make(&mut self, sound: Sound, kind: Option<Kind>, place: Option<Vec3>, pace: f32) {
        if !self.settings.sound || self.settings.volume == 0 || !self.is_room_for(sound) {
            return;
        }
        let eye = self.eyes.iter().next();
        let aside = place.zip(eye).map_or(0.0, |(place, eye)| tune::aside(place, eye.rotation()));
        let turn = &mut self.ear.turns[sound as usize];
        let mut tune = tune::tune(sound, kind, aside, self.settings.volume, *turn);
        *turn = turn.wrapping_add(1);
        tune.speed *= pace;
        self.commands.trigger(Heard { sound, tune });
    }

    /// Whether one more does not make a rattle. What is said only once and of the whole game is always heard.
    fn is_room_for(&mut self, sound: Sound) -> bool {
        if matches!(sound, Sound::End | Sound::Offer | Sound::LowTime) {
            return true;
        }
        let now = self.time.elapsed();
        let free = |heard: &&mut Option<Duration>| heard.is_none_or(|then| now.saturating_sub(then) >= AT_ONCE);
        let Some(place) = self.ear.recent.iter_mut().find(free) else { return false };
        *place = Some(now);
        true
    }
}

fn connect(settings: Res<Settings>, mut commands: Commands) {
    let speaker = Speaker::new();
    if settings.sound {
        speaker.open();
    }
    commands.insert_resource(speaker);
}

/// Who turns the sound on or changes its volume hears how loud it is.
fn try_out(mut before: Local<Option<(bool, u8)>>, mut band: Band, speaker: Option<Res<Speaker>>) {
    let now = (band.settings.sound, band.settings.volume);
    if before.replace(now).is_none_or(|before| before == now) {
        return;
    }
    if let Some(speaker) = speaker.filter(|_| now.0) {
        speaker.retry();
    }
    // While a slider is drawn there is a knock now and then.
    let now = band.time.elapsed();
    if band.ear.recent.iter().flatten().any(|then| now.saturating_sub(*then) < AT_ONCE) {
        return;
    }
    band.make(Sound::SetDown, Some(Kind::Queen), None, 1.0);
}

/// Reads the score of a change.
fn read(_: On<Insert, Match>, current: Res<Match>, mut band: Band, speaker: Option<Res<Speaker>>) {
    let before = band.ear.shown.replace(current.clone());
    let Some(before) = before else { return };
    let shown = |current: &Match| (current.ply(), current.number());
    let ((ply_before, number_before), (ply, number)) = (shown(&before), shown(&current));
    let before = Shown { game: before.game(), ply: ply_before, number: number_before };
    let Some(score) = score(before, Shown { game: current.game(), ply, number }) else { return };
    // While the men are on their way there is time to open a device.
    if let Some(speaker) = speaker.filter(|_| band.settings.sound) {
        speaker.open();
    }
    match score.now {
        Some(sound) => band.make(sound, None, None, 1.0),
        None => band.ear.score = score,
    }
}

/// A man sets out over the wood.
fn hear_slide(setting_out: On<Insert, Motion>, men: Query<(&Motion, &Figure)>, mut band: Band) {
    let Ok((motion, figure)) = men.get(setting_out.entity) else { return };
    let step = motion.step;
    let over_the_wood = step.path == Path::Slide && step.from.y.abs() < LIFTED && step.to.y.abs() < LIFTED;
    let lasts = motion.lasts();
    if !band.ear.score.slides || !over_the_wood || step.from.distance(step.to) < SHORTEST_SLIDE || lasts.is_zero() {
        return;
    }
    // As long as the way takes, as far as felt does not begin to whistle or to growl.
    let pace = (SLIDE.as_secs_f32() / lasts.as_secs_f32()).clamp(0.6, 1.6);
    band.make(Sound::Slide, Some(figure.0.kind), Some(step.from.midpoint(step.to)), pace);
}

/// A man has arrived.
fn hear_landing(landed: On<Landed>, men: Query<&Figure>, mut band: Band) {
    let step = landed.step;
    let kind = step.becomes.or(men.get(landed.figure).ok().map(|figure| figure.0.kind));
    if !step.captured && !band.ear.score.landing.is_empty() {
        for sound in std::mem::take(&mut band.ear.score.landing) {
            band.make(sound, kind, Some(step.to), 1.0);
        }
    } else if band.ear.score.others > 0 {
        band.ear.score.others -= 1;
        band.make(Sound::SetDown, kind, Some(step.to), 1.0);
    }
}

/// What no man has brought along is heard when all are at rest. From now on a man that is put back into its place is heard,
/// one at a time.
fn hear_the_rest(_: On<Settled>, mut band: Band) {
    for sound in std::mem::take(&mut band.ear.score.landing) {
        band.make(sound, None, None, 1.0);
    }
    band.ear.score = Score { others: u8::MAX, ..Score::default() };
}

fn hear_low_time(_: On<RanLow>, mut band: Band) {
    band.make(Sound::LowTime, None, None, 1.0);
}

fn play(heard: On<Heard>, speaker: Res<Speaker>) {
    debug!("heard: {heard:?}");
    speaker.play(heard.sound, heard.tune);
}
