//! Who leads the eye of a watched game: the director, until somebody touches it, and again after a pause.

use std::sync::Arc;

use bevy::{ecs::system::SystemParam, prelude::*, time::Real, window::RequestRedraw};
use bevy_panorbit_camera::PanOrbitCamera;

use super::{
    camerawork::Camerawork,
    limits::{between, time_for},
};
use crate::{
    AppSystems,
    animation::{Film, Turn},
    board::Diagram,
    camera::{FitFor, Free, Glide, GlideTo, Pose, Seat, lean::Leaning},
    chess::Side,
    game::Match,
    settings::{Motion, Settings},
};

/// How long the eye is left alone before the director takes it back, in seconds, while the film runs.
const PAUSE: f32 = 4.0;
/// How far the film may be from where it was expected before that is a jump, in seconds of ours.
const JUMP: f64 = 0.25;
/// How long the window must keep its shape before the film is planned for it, in seconds.
const CALM: f32 = 0.3;
/// The shortest time in which the eye comes to where the director wants it, in seconds.
const QUICKEST: f32 = 1.2;

/// Who leads the eye.
#[derive(Resource, Default)]
enum Lead {
    /// There is nothing to direct.
    #[default]
    Nobody,
    /// A person, for so many seconds without touching it; and where they left it.
    Person { idle: f32, left: Pose },
    /// The director.
    Director(Directing),
}

/// The eye in the director's hand.
#[derive(Clone, Copy)]
struct Directing {
    /// Where it was put last.
    put: Pose,
    /// The second of the film then.
    seconds: f64,
    /// The picture then.
    free: Free,
    /// How it comes from where it was to where it ought to be.
    catch: Option<Catch>,
    /// Where it was before the director took it, and goes back to in the end.
    before: Option<Pose>,
}

/// A soft way to where the eye ought to be.
#[derive(Clone, Copy)]
struct Catch {
    from: Pose,
    elapsed: f32,
    lasts: f32,
}

/// The camera work for what is watched at present.
#[derive(Resource, Default)]
struct Plan {
    made: Option<Made>,
    /// How long the window has had another shape than that it was made for.
    calm: f32,
}

struct Made {
    of: Match,
    turns: Arc<[Turn]>,
    key: (Side, Free, f32),
    work: Camerawork,
}

/// What the director goes by.
#[derive(SystemParam)]
struct Watched<'w> {
    film: Res<'w, Film>,
    current: Res<'w, Match>,
    seat: Res<'w, Seat>,
    time: Res<'w, Time<Real>>,
    buttons: Option<Res<'w, ButtonInput<MouseButton>>>,
    leaning: Option<Res<'w, Leaning>>,
}

pub(crate) fn plugin(app: &mut App) {
    // Men have been moved and the film knows where it is; the hand comes after that.
    app.init_resource::<Lead>()
        .init_resource::<Plan>()
        .add_systems(Update, (direct.run_if(is_directed), dismiss.run_if(not(is_directed))).in_set(AppSystems::Settle));
}

/// Whether there is a film to direct, and it is wanted.
fn is_directed(film: Option<Res<Film>>, settings: Res<Settings>, diagram: Res<Diagram>) -> bool {
    film.is_some() && settings.director && settings.motion != Motion::Off && diagram.0.is_none()
}

/// The eye goes back to where it was.
fn dismiss(mut lead: ResMut<Lead>, diagram: Res<Diagram>, mut commands: Commands) {
    if matches!(*lead, Lead::Nobody) {
        return;
    }
    if let Lead::Director(Directing { before: Some(before), .. }) = std::mem::take(&mut *lead)
        && diagram.0.is_none()
    {
        commands.trigger(GlideTo(before));
    }
}

fn direct(
    watched: Watched,
    mut lead: ResMut<Lead>,
    mut plan: ResMut<Plan>,
    mut eyes: Query<(&mut PanOrbitCamera, &FitFor, Has<Glide>)>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some((mut orbit, FitFor(free), glides)) = eyes.iter_mut().next() else { return };
    let (now, film, passed) = (Pose::wanted(&orbit), &*watched.film, watched.time.delta_secs());
    let turned = watched.buttons.as_ref().is_some_and(|buttons| orbit.enabled && buttons.pressed(orbit.button_orbit));
    let moved = match &*lead {
        Lead::Nobody => false,
        Lead::Person { left, .. } => left.differs(now),
        Lead::Director(directing) => directing.free == *free && directing.put.differs(now),
    };
    if glides || turned || moved || watched.leaning.is_some() {
        *lead = Lead::Person { idle: 0.0, left: now };
        return;
    }
    if let Lead::Person { idle, .. } = &mut *lead {
        *idle += if film.runs { passed } else { 0.0 };
        if *idle < PAUSE {
            return;
        }
    }
    if film.turns.len() != watched.current.game().len() {
        // One of them is of another line, for a frame.
        return;
    }
    let Some((work, is_new)) = plan.of(&watched, *free, passed) else {
        redraw.write(RequestRedraw);
        if let Lead::Director(directing) = &mut *lead {
            (directing.put, directing.free) = (now, *free);
        }
        return;
    };
    let seconds = moment(film);
    let wanted = work.pose_at(watched.current.game(), seconds);
    let (before, catch) = match &*lead {
        Lead::Director(directing) => {
            let expected = if film.runs { f64::from(passed) * f64::from(film.speed) } else { 0.0 };
            let jumped = (seconds - directing.seconds - expected).abs() > JUMP * f64::from(film.speed.max(1.0));
            let kept = directing.catch.filter(|_| !jumped && !is_new);
            (directing.before, kept.or_else(|| (jumped || is_new).then(|| Catch::new(now, wanted))))
        }
        Lead::Nobody => (Some(now), Some(Catch::new(now, wanted))),
        Lead::Person { .. } => (None, Some(Catch::new(now, wanted))),
    };
    let catch = catch.map(|catch| Catch { elapsed: catch.elapsed + passed.min(0.1), ..catch });
    let put = catch.map_or(wanted, |catch| catch.toward(wanted));
    if put.differs(now) {
        put.apply(&mut orbit);
    }
    if film.runs || catch.is_some() {
        redraw.write(RequestRedraw);
    }
    let catch = catch.filter(|catch| catch.elapsed < catch.lasts);
    let put = Pose::wanted(&orbit);
    *lead = Lead::Director(Directing { put, seconds, free: *free, catch, before });
}

/// The second of the film that is shown; when it has been watched to the end, the end.
fn moment(film: &Film) -> f64 {
    let stop = film.turns.last().map_or(0.0, |turn| turn.end);
    if !film.runs && stop > 0.0 && film.seconds >= stop { film.length } else { film.seconds }
}

impl Catch {
    fn new(from: Pose, to: Pose) -> Catch {
        Catch { from, elapsed: 0.0, lasts: time_for(from, to.the_short_way_from(from)).max(QUICKEST) }
    }

    fn toward(self, wanted: Pose) -> Pose {
        between(self.from, wanted.the_short_way_from(self.from), self.elapsed / self.lasts)
    }
}

impl Plan {
    /// The camera work for what is watched, and whether it was made just now; nothing while the window changes its shape.
    fn of(&mut self, watched: &Watched, free: Free, passed: f32) -> Option<(&mut Camerawork, bool)> {
        let (film, current) = (&*watched.film, &*watched.current);
        let key = (watched.seat.0, free, film.speed.max(1.0));
        let shares_film = |made: &Made| made.of.shares_game_with(current) && Arc::ptr_eq(&made.turns, &film.turns);
        let fits = |made: &Made| shares_film(made) && made.key == key;
        if self.made.as_ref().is_some_and(fits) {
            self.calm = 0.0;
            return self.made.as_mut().map(|made| (&mut made.work, false));
        }
        if self.made.as_ref().is_some_and(|made| shares_film(made) && made.key.1 != free) {
            self.calm += passed;
            if self.calm < CALM {
                return None;
            }
        }
        self.calm = 0.0;
        let (seat, free, speed) = key;
        let work = Camerawork::new(current.game(), &film.turns, film.length, f64::from(speed), seat, free);
        let made = self.made.insert(Made { of: current.clone(), turns: film.turns.clone(), key, work });
        Some((&mut made.work, true))
    }
}
