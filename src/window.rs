//! The frame around the game: Bevy's plugins for a real window, for a picture without one, and for tests without either.

mod failure;
mod fluent;
mod quality;
mod rest;
mod wake;

use std::{path::PathBuf, time::Duration};

use anyhow::{anyhow, bail};
use bevy::{
    app::TerminalCtrlCHandlerPlugin,
    audio::AudioPlugin,
    ecs::schedule::SingleThreadedExecutor,
    log::LogPlugin,
    prelude::*,
    render::{RenderPlugin, pipelined_rendering::PipelinedRenderingPlugin, settings::WgpuSettings},
    state::app::StatesPlugin,
    time::TimeUpdateStrategy,
    window::{
        ExitCondition, RequestRedraw, WindowDestroyed, WindowResized, WindowResolution, WindowScaleFactorChanged,
    },
    winit::{UpdateMode, WinitPlugin, WinitSettings},
};
use bevy_egui::{EguiGlobalSettings, EguiPlugin};

use crate::{
    assets,
    chess::{
        Position, Profile,
        clock::{Clock, TimeControl},
    },
    cli::{Seat, TableArgs},
    game::{NewGame, Seats, SetClocks, Sitter},
    memory::{Attempt, Folders, Resume},
    replay::OpenFiles,
    settings::{Settings, SettingsFile, Style},
};

pub(crate) use failure::check;
pub use failure::{Undrawable, guarded};

/// With what the window opens.
#[derive(Clone, Debug, Default)]
struct Start {
    /// Files of games to watch.
    files: Vec<PathBuf>,
    /// A position to play from.
    position: Option<Position>,
    /// How strictly ends are judged.
    profile: Profile,
    /// How much time the players have.
    time: TimeControl,
    /// Who sits where.
    seats: Seats,
    /// Width and height in logical pixels.
    size: Option<(u32, u32)>,
}

/// What is said when the program ends by itself.
const KEPT: &str = ". The game is kept, and lies there again at the next start";

/// Opens the game as the command line asks and returns when its window is closed.
///
/// # Errors
/// A position that cannot be played, or no place to open a window.
pub fn open(args: TableArgs) -> anyhow::Result<()> {
    let position = args.start()?;
    let needs_server = cfg!(all(unix, not(target_os = "macos")));
    if needs_server
        && ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
            .iter()
            .all(|name| std::env::var_os(name).is_none_or(|value| value.is_empty()))
    {
        bail!("there is no screen to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set)");
    }
    if let Some(language) = args.lang.filter(|language| !language.to_lowercase().starts_with("en")) {
        eprintln!("endgame: there are no words in {language} yet; English is used");
    }
    let size = args.windowed.map(|size| (size.width, size.height));
    let sitters = [args.white, args.black].map(|seat| match seat {
        Seat::Human => Sitter::Human,
        Seat::Engine(level) => Sitter::Computer(level.number()),
        Seat::Uci(name) => Sitter::Engine(name),
    });
    let seats = Seats { sitters, ..Seats::default() };
    let start = Start { files: args.files, position, profile: args.profile, time: args.time, seats, size };
    let folders = Folders::of_user();
    let attempt = Attempt::begin(folders.state.as_deref());
    let exit = guarded("the window could not be opened", KEPT, || run(start, folders, attempt.clone()));
    // Closed by hand, however early; and what the machine lacks says nothing of the settings.
    if matches!(exit, Ok(AppExit::Success)) || exit.as_ref().is_err_and(|error| error.is::<failure::Missing>()) {
        attempt.succeed();
    }
    let exit = exit.and_then(|exit| match exit {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(Undrawable::of(code.get()).into()),
    });
    exit.map_err(|error| match error.downcast::<Undrawable>() {
        Ok(why) => anyhow!("{why}{KEPT}"),
        Err(other) => other,
    })
}

/// How many frames were drawn since the start: at rest it stands still.
#[derive(Resource, Clone, Copy, Debug, Default, Reflect)]
#[reflect(Resource)]
pub struct FramesDrawn(pub u64);

fn run(start: Start, folders: Folders, attempt: Attempt) -> AppExit {
    let (width, height) = start.size.unwrap_or((1280, 800));
    let window = Window {
        title: "Endgame".into(),
        name: Some("endgame".into()),
        resolution: WindowResolution::new(width.clamp(320, 16_384), height.clamp(240, 16_384)),
        resize_constraints: WindowResizeConstraints { min_width: 320.0, min_height: 240.0, ..default() },
        ..default()
    };
    let mut app = App::new();
    let settings = SettingsFile::of_user();
    if attempt.is_careful() {
        settings.open_carefully(&mut app)
    } else {
        settings.open(&mut app)
    }
    app.insert_resource(folders)
        .insert_resource(attempt)
        .insert_resource(Opening(start))
        .insert_resource(rest())
        .add_plugins((
            DefaultPlugins
                .set(WindowPlugin { primary_window: Some(window), ..default() })
                // A frame waits for its shaders: what is not yet built would be missing in it, and at rest stay missing.
                .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
                .set(LogPlugin {
                filter: "warn,endgame=info,symphonia=error,wgpu=error,naga=error".into(),
                ..default()
            })
            // Its handler only sets a flag for the next frame, and at rest there is none: Ctrl+C just ends the program.
            .disable::<TerminalCtrlCHandlerPlugin>()
            // It opens one device at the start and keeps it for good; ours looks for one when there is something to hear.
            .disable::<AudioPlugin>(),
            EguiPlugin::default(),
            assets::plugin,
            crate::plugin,
        ))
        .add_plugins((wake::plugin, quality::plugin, failure::plugin, fluent::plugin))
        .add_systems(PostStartup, lay_out)
        .add_systems(Update, (warm_up, leave.run_if(on_message::<WindowDestroyed>)));
    count_frames(&mut app);
    calm(&mut app);
    app.run()
}

/// The whole game without window, graphics processor, sound or files, for tests: real picking, real egui, time by hand
/// (every update is `step` long).
pub fn headless(width: u32, height: u32, step: Duration) -> App {
    headless_with(width, height, step, |_| {})
}

/// The same with what `lay` puts in before everything else: files, settings.
pub fn headless_with(width: u32, height: u32, step: Duration, lay: impl FnOnce(&mut App)) -> App {
    let mut app = App::new();
    lay(&mut app);
    let window = Window { resolution: WindowResolution::new(width, height), ..default() };
    app.add_plugins(
        DefaultPlugins
            .build()
            .set(WindowPlugin { primary_window: Some(window), exit_condition: ExitCondition::DontExit, ..default() })
            .set(RenderPlugin { render_creation: WgpuSettings { backends: None, ..default() }.into(), ..default() })
            .disable::<AudioPlugin>()
            .disable::<LogPlugin>()
            .disable::<WinitPlugin>(),
    )
    .insert_resource(TimeUpdateStrategy::ManualDuration(step))
    .init_resource::<Settings>()
    .add_plugins((EguiPlugin::default(), crate::plugin));
    count_frames(&mut app);
    calm(&mut app);
    app.finish();
    app.cleanup();
    for _ in 0..3 {
        app.update();
    }
    app
}

/// The flow and the men alone, without window, pointer and overlays, for tests that go through very many positions.
pub fn bare(step: Duration) -> App {
    bare_with(step, |_| {})
}

/// The same with what `lay` puts in first.
pub fn bare_with(step: Duration, lay: impl FnOnce(&mut App)) -> App {
    let mut app = App::new();
    lay(&mut app);
    app.add_plugins((MinimalPlugins, StatesPlugin))
        .add_message::<RequestRedraw>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(step))
        .add_plugins(crate::flow);
    calm(&mut app);
    app.update();
    app
}

/// Runs the systems one after the other: so little happens in one frame that handing it to other threads would take most of
/// the time. What draws has threads of its own.
fn calm(app: &mut App) {
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
}

/// The whole game drawn into pictures instead of a window; the caller spawns the eye.
pub fn offscreen(settings: Settings) -> App {
    let mut app = App::new();
    app.insert_resource(settings)
        .add_plugins((
            DefaultPlugins
                .build()
                .set(WindowPlugin {
                    // Never opened; but picking sees nothing without a primary window.
                    primary_window: Some(Window::default()),
                    exit_condition: ExitCondition::DontExit,
                    ..default()
                })
                .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
                .set(LogPlugin { filter: "error".into(), ..default() })
                .disable::<PipelinedRenderingPlugin>()
                .disable::<AudioPlugin>()
                .disable::<WinitPlugin>(),
            EguiPlugin::default(),
            assets::plugin,
            crate::plugin,
            failure::plugin,
        ))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(33)));
    app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
    calm(&mut app);
    app
}

#[derive(Resource)]
struct Opening(Start);

/// Puts on the table what the command line named.
fn lay_out(opening: Res<Opening>, mut commands: Commands) {
    let Start { files, position, profile, time, seats, .. } = opening.0.clone();
    if files.is_empty() && position.is_none() {
        commands.trigger(Resume);
    }
    if let Some(start) = position {
        commands.trigger(NewGame { start, profile, seats });
        if let Some(clock) = Clock::new(time, start.side()) {
            commands.trigger(SetClocks(clock));
        }
    }
    if !files.is_empty() {
        commands.trigger(OpenFiles(files));
    }
    commands.remove_resource::<Opening>();
}

/// Somebody else has taken the window away: nobody could close it any more.
fn leave(mut exit: MessageWriter<AppExit>) {
    exit.write(AppExit::Success);
}

fn count_frames(app: &mut App) {
    app.init_resource::<FramesDrawn>().register_type::<FramesDrawn>().add_systems(
        Last,
        |mut frames: ResMut<FramesDrawn>| {
            frames.0 += 1;
            trace!("frame {}", frames.0);
        },
    );
}

/// Nothing is drawn until something happens: the window's own events, or that the [sleeper](wake) wakes the table. A mouse
/// that moves elsewhere is no event of ours.
fn rest() -> WinitSettings {
    let mode = UpdateMode::reactive_low_power(Duration::from_secs(86_400));
    WinitSettings { focused_mode: mode, unfocused_mode: mode }
}

/// How long frames are drawn after the last file has come or the quality has changed: shaders are built meanwhile.
const WARM_UP: Duration = Duration::from_secs(3);

/// How many frames follow a change of the window's size: surface, eye and overlays take it over one after the other.
const AFTER_RESIZE: u8 = 5;

/// Files and shaders arrive without an event of the window, so frames are drawn until they have.
fn warm_up(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut arrived: MessageReader<AssetEvent<Image>>,
    (mut resized, mut rescaled): (MessageReader<WindowResized>, MessageReader<WindowScaleFactorChanged>),
    mut frames: Local<u8>,
    (mut until, mut style): (Local<Duration>, Local<Option<Style>>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // egui's own images change while its text is first laid out; only new ones count.
    let news = arrived.read().any(|event| matches!(event, AssetEvent::LoadedWithDependencies { .. }));
    if style.replace(settings.style()) != Some(settings.style()) || news {
        *until = time.elapsed() + WARM_UP;
    }
    if resized.read().count() + rescaled.read().count() > 0 {
        *frames = AFTER_RESIZE;
    }
    if time.elapsed() < *until || *frames > 0 {
        *frames = frames.saturating_sub(1);
        redraw.write(RequestRedraw);
    }
}
