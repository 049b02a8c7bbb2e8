//! The eye: orbit and zoom by hand, presets by ease, and the board always in the free part of the window.

mod diagram;
mod director;
mod framing;
mod gaze;
mod lean;
mod pose;
mod reins;
mod views;

use std::time::Duration;

use bevy::{core_pipeline::tonemapping::Tonemapping, light::ShadowFilteringMethod, prelude::*, window::RequestRedraw};
use bevy_panorbit_camera::{PanOrbitCamera, PanOrbitCameraPlugin};

use crate::{
    AppSystems,
    animation::Settled,
    board::{Diagram, Room, layout, room},
    chess::{Side, Square},
    game::Match,
    matter::light,
    settings::{Detail, Light, Motion, Settings, style_changed},
};

pub use diagram::ToggleDiagram;
use diagram::TurnOver;
pub use director::{
    ACCELERATION, Camerawork, FARTHEST_ASIDE, LOWEST, PITCHES, SPEED, TURN_ACCELERATION, TURN_SPEED, stack,
};
pub use framing::{FIELD_OF_VIEW, Free};
pub use gaze::{Eye, Gaze, LookAlong};
pub use lean::LeanOver;
pub use pose::{Pose, View};
use views::SitDown;
pub use views::{KeepView, OwnView};

/// Look from one of the presets, eased the short way round.
#[derive(Event, Clone, Copy, Debug)]
pub struct LookFrom(pub View);

/// Look from the other side of the table.
#[derive(Event, Clone, Copy, Debug)]
pub struct Flip;

/// Go to this place, eased the short way round.
#[derive(Event, Clone, Copy, Debug)]
struct GlideTo(Pose);

/// What covers the window: the board is shown beside it. Written by `ui`.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Panel {
    /// Width at the right, in logical pixels.
    pub right: f32,
    /// Height at the bottom, in logical pixels.
    pub bottom: f32,
}

impl Panel {
    /// The same, but leaving something of a picture of this size.
    fn within(self, size: Vec2) -> Panel {
        let at_most = |length: f32, room: f32| length.clamp(0.0, (room * 0.6).max(0.0));
        Panel { right: at_most(self.right, size.x), bottom: at_most(self.bottom, size.y) }
    }
}

/// The seat the board is looked at from; a flip goes to the other.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat(pub Side);

/// The free part of the picture that the eye's distance was chosen for.
#[derive(Component, Clone, Copy, Debug)]
pub struct FitFor(Free);

/// A change of view under way.
#[derive(Component, Clone, Copy, Debug)]
struct Glide {
    from: Pose,
    to: Pose,
    elapsed: Option<Duration>,
}

/// How near and how far the eye may go, against the distance at which the board fits.
const NEAREST: f32 = 0.4;
const FARTHEST: f32 = 1.9;
/// The aspect that the eye is opened for, before the window is known.
const USUAL: f32 = 16.0 / 9.0;
const GLIDE_TIME: Duration = Duration::from_millis(650);
/// Wood keeps its color, and men stay as far from squares as they are lit: gentler curves press bright tones together.
const TONE: Tonemapping = Tonemapping::KhronosPbrNeutral;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        PanOrbitCameraPlugin,
        diagram::plugin,
        director::plugin,
        gaze::plugin,
        lean::plugin,
        reins::plugin,
        views::plugin,
    ))
    .init_resource::<Panel>()
    .insert_resource(Seat(Side::White))
    .add_observer(look_from)
    .add_observer(glide_to)
    .add_observer(flip)
    .add_observer(turn_to_mover)
    .add_systems(Startup, open_eye.run_if(not(any_with_component::<Camera3d>)))
    .add_systems(Update, dress_eye.run_if(style_changed))
    .add_systems(Update, (glide, frame_board, keep_drawing).chain().in_set(AppSystems::Animate));
}

/// The components of an eye at `pose`; `shot` uses it with a target of its own.
pub fn eye(pose: Pose, free: Free) -> impl Bundle {
    (
        FitFor(free),
        Camera3d::default(),
        Projection::Perspective(PerspectiveProjection { fov: FIELD_OF_VIEW, near: 0.1, far: 80.0, ..default() }),
        TONE,
        DistanceFog {
            falloff: FogFalloff::Linear { start: pose.distance + 4.0, end: pose.distance + 15.0 },
            ..default()
        },
        pose.transform(),
        orbit(pose),
    )
}

fn orbit(pose: Pose) -> PanOrbitCamera {
    PanOrbitCamera {
        focus: pose.focus,
        target_focus: pose.focus,
        yaw: Some(pose.yaw),
        pitch: Some(pose.pitch),
        radius: Some(pose.distance),
        target_yaw: pose.yaw,
        target_pitch: pose.pitch,
        target_radius: pose.distance,
        initialized: true,
        // Never from below, never over the top.
        pitch_lower_limit: Some(0.20),
        pitch_upper_limit: Some(pose::STRAIGHT_DOWN),
        zoom_lower_limit: NEAREST * pose.distance,
        zoom_upper_limit: Some(FARTHEST * pose.distance),
        // Never pushed aside; which button turns the table is seen to by `reins`.
        button_orbit: MouseButton::Middle,
        button_pan: MouseButton::Other(0),
        pan_sensitivity: 0.0,
        ..default()
    }
}

fn open_eye(mut commands: Commands) {
    let free = Free::whole(USUAL);
    commands.spawn((Name::new("eye"), eye(Pose::seen_from(View::White, Side::White, free), free)));
}

/// Picture quality of every eye.
fn dress_eye(
    settings: Res<Settings>,
    mut eyes: Query<(Entity, &mut DistanceFog), With<Camera3d>>,
    images: Option<ResMut<Assets<Image>>>,
    mut rooms: Local<Option<(Light, Handle<Image>, Handle<Image>)>>,
    mut commands: Commands,
) {
    let Some(mut images) = images else { return };
    let lighting = light::of(settings.light);
    for (entity, mut fog) in &mut eyes {
        fog.color = lighting.dusk;
        let mut eye = commands.entity(entity);
        if settings.detail == Detail::Low {
            // The lean material writes the colors of the screen.
            eye.remove::<EnvironmentMapLight>().insert((Msaa::Off, Tonemapping::None));
        } else {
            if rooms.as_ref().is_none_or(|(light, ..)| *light != settings.light) {
                let Room { diffuse, specular } = room(settings.light);
                *rooms = Some((settings.light, images.add(diffuse), images.add(specular)));
            }
            let Some((_, diffuse_map, specular_map)) = rooms.clone() else { continue };
            eye.insert((
                EnvironmentMapLight { diffuse_map, specular_map, intensity: lighting.room, ..default() },
                if settings.detail == Detail::High {
                    ShadowFilteringMethod::Gaussian
                } else {
                    ShadowFilteringMethod::Hardware2x2
                },
                TONE,
                // Four samples are what every graphics processor can do; two are not.
                Msaa::Sample4,
            ));
        }
    }
}

fn look_from(
    request: On<LookFrom>,
    mut seat: ResMut<Seat>,
    eyes: Query<&Camera, With<PanOrbitCamera>>,
    (panel, diagram): (Res<Panel>, Res<Diagram>),
    mut commands: Commands,
) {
    let Some(camera) = eyes.iter().next() else { return };
    match request.0 {
        View::White => seat.0 = Side::White,
        View::Black => seat.0 = Side::Black,
        View::Top | View::Side => {}
    }
    if diagram.0.is_some() {
        // It lies flat, whoever looks at it.
        commands.trigger(TurnOver);
        return;
    }
    commands.trigger(GlideTo(Pose::seen_from(request.0, seat.0, Free::of(camera, *panel))));
}

fn glide_to(
    request: On<GlideTo>,
    eyes: Query<(Entity, &PanOrbitCamera)>,
    settings: Res<Settings>,
    mut commands: Commands,
) {
    for (entity, orbit) in &eyes {
        let from = Pose::now(orbit);
        let to = request.0.the_short_way_from(from);
        let elapsed = (settings.motion == Motion::Off).then_some(GLIDE_TIME);
        commands.entity(entity).insert(Glide { from, to, elapsed });
    }
}

fn flip(_: On<Flip>, seat: Res<Seat>, mut commands: Commands) {
    commands.trigger(SitDown(!seat.0));
}

/// When it is asked for, the board turns to the side to move; never before the move has ended.
fn turn_to_mover(
    _: On<Settled>,
    settings: Res<Settings>,
    current: Res<Match>,
    seat: Res<Seat>,
    mut commands: Commands,
) {
    let mover = current.shown().side();
    let all_human = Side::ALL.into_iter().all(|side| current.is_human(side));
    if settings.turn_board && all_human && current.goes_on() && mover != seat.0 {
        commands.trigger(SitDown(mover));
    }
}

fn glide(time: Res<Time>, mut eyes: Query<(Entity, &mut PanOrbitCamera, &mut Glide)>, mut commands: Commands) {
    for (entity, mut orbit, mut glide) in &mut eyes {
        let elapsed = glide.elapsed.map_or(Duration::ZERO, |before| before + time.delta());
        glide.elapsed = Some(elapsed);
        let phase = (elapsed.as_secs_f32() / GLIDE_TIME.as_secs_f32()).min(1.0);
        glide.from.toward(glide.to, phase).apply(&mut orbit);
        if phase >= 1.0 {
            commands.entity(entity).remove::<Glide>();
        }
    }
}

/// Shifts the picture so that the board lies in the middle of what panels leave free, and fits into it.
fn frame_board(panel: Res<Panel>, mut eyes: Query<(&mut Camera, &mut PanOrbitCamera, &mut FitFor)>) {
    for (mut camera, mut orbit, mut fit) in &mut eyes {
        let Some(size) = camera.logical_viewport_size() else { continue };
        let wanted = framing::view(size, *panel);
        if camera.sub_camera_view != wanted {
            camera.sub_camera_view = wanted;
        }
        // The window changed its shape: the same part of the board stays in sight.
        let free = Free::beside(size, *panel);
        if fit.0 == free {
            continue;
        }
        let whole = Pose::whole(free);
        let zoom = whole / Pose::whole(fit.0);
        fit.0 = free;
        // In proportion too, or a very narrow window would cut off what the next wide one must have again.
        orbit.zoom_lower_limit = NEAREST * whole;
        orbit.zoom_upper_limit = Some(FARTHEST * whole);
        if (zoom - 1.0).abs() > 1e-6 {
            orbit.target_radius *= zoom;
            orbit.radius = orbit.radius.map(|radius| radius * zoom);
            orbit.force_update = true;
        }
    }
}

/// Frames are drawn while the eye moves, and fog keeps its distance behind the board.
fn keep_drawing(
    mut eyes: Query<(&PanOrbitCamera, Has<Glide>, &mut DistanceFog)>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for (orbit, gliding, mut fog) in &mut eyes {
        let pose = Pose::now(orbit);
        if gliding || pose.differs(Pose::wanted(orbit)) {
            redraw.write(RequestRedraw);
        }
        let start = pose.distance + 4.0;
        if !matches!(fog.falloff, FogFalloff::Linear { start: before, .. } if (before - start).abs() < 0.01) {
            fog.falloff = FogFalloff::Linear { start, end: start + 11.0 };
        }
    }
}

/// Where the middle of a square is on the screen, in logical pixels; `None` when it is not in sight.
pub fn on_screen(camera: &Camera, eye: &GlobalTransform, square: Square) -> Option<Vec2> {
    camera.world_to_viewport(eye, layout::center(square)).ok()
}
