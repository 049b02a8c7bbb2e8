//! The games of the list as a programme: one after the other, each after its title.

use std::time::Duration;

use bevy::{prelude::*, time::Real, window::RequestRedraw};

use super::{
    library::Library,
    opening::OpenGame,
    playhead::{FilmEnded, SetSpeed, TogglePlay},
    search::Found,
    tree::Replay,
};
use crate::{AppSystems, game::Match};

/// Begin to show the games of the list one after the other, or leave it at the one that is watched.
#[derive(Event, Clone, Copy, Debug)]
pub struct ToggleProgramme;

/// Show them in an order that nobody knows, each once; or as they are listed.
#[derive(Event, Clone, Copy, Debug)]
pub struct ToggleShuffle;

/// Begin again behind the last, or stop there.
#[derive(Event, Clone, Copy, Debug)]
pub struct ToggleLoop;

/// Watch the next game of the list, or the one before.
#[derive(Event, Clone, Copy, Debug)]
pub struct NextGame {
    /// The next one.
    pub forward: bool,
}

/// How long a title is to be read.
const TITLE: Duration = Duration::from_secs(4);
/// How long the end of a game is looked at.
const END: Duration = Duration::from_secs(4);

/// Whether and how games are shown one after the other.
#[derive(Resource, Clone, Debug, Default)]
pub struct Programme {
    /// They are.
    pub on: bool,
    /// The number from which an order that nobody knows is made, if it is one.
    pub shuffle: Option<u64>,
    /// Behind the last comes the first.
    pub again: bool,
    /// The game with which it began.
    first: usize,
    wait: Option<Wait>,
}

#[derive(Clone, Copy, Debug)]
struct Wait {
    left: Duration,
    /// The title of this game is read; otherwise the end of one is looked at.
    title: Option<usize>,
    /// How fast the films run.
    speed: f32,
}

impl Programme {
    /// How much longer a title, or the end of a game, is looked at.
    pub fn wait(&self) -> Option<Duration> {
        self.wait.map(|wait| wait.left)
    }

    /// Whether the title of the next game is shown.
    pub fn shows_title(&self) -> bool {
        self.wait.is_some_and(|wait| wait.title.is_some())
    }

    /// The game that comes after this one, or before it.
    fn follow(
        &self,
        found: &Found,
        library: &Library,
        now: Option<usize>,
        forward: bool,
        again: bool,
    ) -> Option<usize> {
        let games = (0..found.len()).filter_map(|place| found.at(place));
        let mut games = games.filter(|&number| library.rows.get(number).is_some_and(|game| game.playable));
        if let Some(seed) = self.shuffle {
            let rank = |number: usize| mix(seed ^ number as u64).wrapping_sub(mix(seed ^ self.first as u64));
            let games: Vec<(u64, usize)> = games.map(|number| (rank(number), number)).collect();
            let here = now.map(rank);
            let next = match forward {
                true => games.iter().filter(|(rank, _)| here.is_none_or(|here| *rank > here)).min(),
                false => games.iter().filter(|(rank, _)| here.is_none_or(|here| *rank < here)).max(),
            };
            let around = || (if forward { games.iter().min() } else { games.iter().max() }).filter(|_| again);
            return next.or_else(around).map(|(_, number)| *number);
        }
        let games: Vec<usize> = games.by_ref().collect();
        let here = now.and_then(|now| games.iter().position(|&number| number == now));
        let place = match (here, forward) {
            (None, true) => Some(0),
            (None, false) => games.len().checked_sub(1),
            (Some(here), true) if here + 1 < games.len() => Some(here + 1),
            (Some(0), false) => games.len().checked_sub(1).filter(|_| again),
            (Some(here), false) => Some(here - 1),
            (Some(_), true) => Some(0).filter(|_| again),
        };
        place.and_then(|place| games.get(place).copied())
    }

    fn open(&mut self, number: usize, speed: f32, commands: &mut Commands) {
        self.wait = Some(Wait { left: TITLE, title: Some(number), speed });
        commands.trigger(OpenGame(number));
    }
}

/// Another number for every number, in no order that shows (the end of SplitMix64).
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Programme>()
        .add_observer(toggle)
        .add_observer(shuffle)
        .add_observer(repeat)
        .add_observer(next_game)
        .add_observer(look_at_the_end)
        .add_systems(Update, go_on.in_set(AppSystems::Think).run_if(|programme: Res<Programme>| programme.on));
}

fn toggle(
    _: On<ToggleProgramme>,
    (library, found, current): (Res<Library>, Res<Found>, Res<Match>),
    replay: Option<Res<Replay>>,
    mut programme: ResMut<Programme>,
    mut commands: Commands,
) {
    programme.wait = None;
    programme.on = !programme.on;
    if !programme.on {
        return;
    }
    let watched = library.current.filter(|&number| found.place_of(number).is_some());
    match (replay, watched) {
        (Some(replay), Some(number)) => {
            programme.first = number;
            let speed = replay.speed;
            if replay.playing {
            } else if current.ply() == 0 {
                programme.wait = Some(Wait { left: TITLE, title: Some(number), speed });
            } else if current.is_at_end() {
                programme.wait = Some(Wait { left: END, title: None, speed });
            } else {
                commands.trigger(TogglePlay);
            }
        }
        (replay, _) => match programme.follow(&found, &library, None, true, false) {
            Some(number) => {
                programme.first = number;
                programme.open(number, replay.map_or(1.0, |replay| replay.speed), &mut commands);
            }
            None => programme.on = false,
        },
    }
}

fn shuffle(_: On<ToggleShuffle>, time: Res<Time<Real>>, library: Res<Library>, mut programme: ResMut<Programme>) {
    let seed = time.elapsed().as_nanos() as u64;
    programme.shuffle = if programme.shuffle.is_some() { None } else { Some(mix(seed | 1)) };
    programme.first = library.current.unwrap_or(programme.first);
}

fn repeat(_: On<ToggleLoop>, mut programme: ResMut<Programme>) {
    programme.again = !programme.again;
}

fn next_game(
    request: On<NextGame>,
    (library, found): (Res<Library>, Res<Found>),
    replay: Option<Res<Replay>>,
    mut programme: ResMut<Programme>,
    mut commands: Commands,
) {
    let Some(replay) = replay else { return };
    let again = programme.again && programme.on;
    let Some(number) = programme.follow(&found, &library, library.current, request.forward, again) else { return };
    if programme.on {
        programme.open(number, replay.speed, &mut commands);
    } else {
        commands.trigger(OpenGame(number));
    }
}

fn look_at_the_end(_: On<FilmEnded>, replay: Option<Res<Replay>>, mut programme: ResMut<Programme>) {
    if let Some(replay) = replay.filter(|_| programme.on) {
        programme.wait = Some(Wait { left: END, title: None, speed: replay.speed });
    }
}

/// When a title was read its film runs; when an end was looked at the next title comes. Who takes a hand in it meanwhile is
/// not disturbed.
fn go_on(
    time: Res<Time<Real>>,
    (library, found, current): (Res<Library>, Res<Found>, Res<Match>),
    replay: Option<Res<Replay>>,
    mut programme: ResMut<Programme>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let Some(replay) = replay else {
        (programme.on, programme.wait) = (false, None);
        return;
    };
    let Some(wait) = programme.wait else { return };
    let undisturbed = match wait.title {
        Some(number) => library.current == Some(number) && current.ply() == 0,
        None => current.is_at_end(),
    };
    if replay.playing || !undisturbed {
        programme.wait = None;
        redraw.write(RequestRedraw);
        return;
    }
    // Real time: a frame that comes late because nothing was drawn must not make the programme late.
    if let Some(left) = wait.left.checked_sub(time.delta()).filter(|left| !left.is_zero()) {
        programme.wait = Some(Wait { left, ..wait });
        return;
    }
    programme.wait = None;
    if wait.title.is_some() && !current.game().is_empty() {
        commands.trigger(SetSpeed(wait.speed));
        commands.trigger(TogglePlay);
        return;
    }
    match programme.follow(&found, &library, library.current, true, programme.again) {
        Some(number) => programme.open(number, wait.speed, &mut commands),
        None => programme.on = false,
    }
    redraw.write(RequestRedraw);
}
