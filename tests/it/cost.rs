//! What a frame costs: one detail against another, the table against the same meshes drawn by Bevy alone, and our own systems at the
//! begin and far on in a game. Measurements, so none of them runs by itself.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use bevy::{
    asset::AssetId,
    audio::AudioPlugin,
    camera::RenderTarget,
    core_pipeline::tonemapping::Tonemapping,
    ecs::schedule::SingleThreadedExecutor,
    log::LogPlugin,
    prelude::*,
    render::{RenderPlugin, pipelined_rendering::PipelinedRenderingPlugin, settings::WgpuSettings},
    time::TimeUpdateStrategy,
    window::{ExitCondition, WindowResolution},
    winit::WinitPlugin,
};
use bevy_egui::{EguiContext, EguiContexts, EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass, egui};
use endgame::{
    board,
    camera::{self, Flip, Free, Pose, View},
    chess::{Game, Kind, Move, Position, Profile, Side},
    game::{ContinueGame, Seats},
    matter::Coarse,
    picture,
    settings::{Detail, Light, Settings},
    window::{headless, offscreen},
};
use fastrand::Rng;

/// Sixty frames a second.
const PACE: Duration = Duration::from_nanos(16_666_667);

/// The processor's time that this program has used, all threads together, in seconds.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

/// The table drawn without a window while the board turns: a picture is drawn in every update.
fn turning(detail: Detail, width: u32, height: u32) -> App {
    let mut app = offscreen(Settings { detail, sound: false, ..Settings::default() });
    app.finish();
    app.cleanup();
    let image = picture::canvas(&mut app, width, height);
    let free = Free::whole(width as f32 / height as f32);
    let pose = Pose::seen_from(View::White, Side::White, free);
    app.world_mut().spawn((camera::eye(pose, free), RenderTarget::Image(image.into())));
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(8) {
        app.update();
    }
    app
}

/// Bevy alone, with what Bevy brings for it: no system of ours.
fn plain(drawn: bool, size: (u32, u32)) -> App {
    let render = if drawn {
        RenderPlugin { synchronous_pipeline_compilation: true, ..default() }
    } else {
        RenderPlugin { render_creation: WgpuSettings { backends: None, ..default() }.into(), ..default() }
    };
    let window = Window { resolution: WindowResolution::new(size.0, size.1), ..default() };
    let mut app = App::new();
    let plugins = DefaultPlugins
        .build()
        .set(WindowPlugin { primary_window: Some(window), exit_condition: ExitCondition::DontExit, ..default() })
        .set(render)
        .disable::<AudioPlugin>()
        .disable::<LogPlugin>()
        .disable::<WinitPlugin>();
    app.add_plugins(if drawn { plugins.disable::<PipelinedRenderingPlugin>() } else { plugins })
        .add_plugins(EguiPlugin::default())
        .insert_resource(TimeUpdateStrategy::ManualDuration(PACE));
    app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
    // As the game does it: what is compared is what the systems do.
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
    app
}

/// The meshes, lights and eye of a table, drawn by Bevy's own material in one color each, with nothing of ours around them.
fn copied(table: &mut App, width: u32, height: u32) -> App {
    let mut app = plain(true, (width, height));
    app.finish();
    app.cleanup();
    app.update();
    let world = table.world_mut();
    let mut meshes: HashMap<AssetId<Mesh>, Handle<Mesh>> = HashMap::new();
    let material = app.world_mut().resource_mut::<Assets<StandardMaterial>>().add(Color::srgb(0.6, 0.5, 0.4));
    let mut seen =
        world.query_filtered::<(&Mesh3d, &GlobalTransform, &ViewVisibility), With<MeshMaterial3d<StandardMaterial>>>();
    let mut count = 0;
    for (mesh, place, visible) in seen.iter(world) {
        let Some(original) = world.resource::<Assets<Mesh>>().get(&mesh.0) else { panic!("a mesh without points") };
        if !visible.get() {
            continue;
        }
        let handle = meshes
            .entry(mesh.0.id())
            .or_insert_with(|| app.world_mut().resource_mut::<Assets<Mesh>>().add(original.clone()))
            .clone();
        count += 1;
        app.world_mut().spawn((Mesh3d(handle), MeshMaterial3d(material.clone()), place.compute_transform()));
    }
    let mut lamps = world.query::<(&DirectionalLight, &GlobalTransform)>();
    let lamps: Vec<_> = lamps.iter(world).map(|(lamp, place)| (*lamp, place.compute_transform())).collect();
    println!("{count} meshes, {} lamps and the light of a room", lamps.len());
    app.world_mut().spawn_batch(lamps);
    let mut eyes = world.query::<(&Projection, &Tonemapping, &Msaa, &Transform, &EnvironmentMapLight)>();
    let (projection, mapping, samples, place, room) = eyes.single(world).unwrap();
    let eye = (Camera3d::default(), projection.clone(), *mapping, *samples, *place);
    let intensity = room.intensity;
    let board::Room { diffuse, specular } = board::room(Light::Lamp);
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let (diffuse_map, specular_map) = (images.add(diffuse), images.add(specular));
    let room = EnvironmentMapLight { diffuse_map, specular_map, intensity, ..default() };
    let image = picture::canvas(&mut app, width, height);
    app.world_mut().spawn((eye, RenderTarget::Image(image.into()), room));
    for _ in 0..10 {
        app.update();
    }
    app
}

/// The median of the processor's time and of the time on the wall, in seconds.
fn median(mut times: Vec<(f64, f64)>) -> (f64, f64) {
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    times[times.len() / 2]
}

/// `cargo test --release -- --ignored --nocapture medium_against_plain_bevy`
#[test]
#[ignore = "a measurement: draws many pictures"]
fn medium_against_plain_bevy() {
    let mut table = turning(Detail::Medium, 640, 360);
    let mut plain = copied(&mut table, 640, 360);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let frame = |app: &mut App, times: &mut Vec<(f64, f64)>| {
        let (begun, used) = (Instant::now(), processor_time());
        app.update();
        times.push((processor_time() - used, begun.elapsed().as_secs_f64()));
    };
    for _ in 0..6 {
        table.world_mut().trigger(Flip);
        for _ in 0..5 {
            frame(&mut table, &mut ours);
            let seen = table
                .world_mut()
                .query_filtered::<&Transform, With<Camera3d>>()
                .single(table.world())
                .copied()
                .unwrap();
            *plain
                .world_mut()
                .query_filtered::<&mut Transform, With<Camera3d>>()
                .single_mut(plain.world_mut())
                .unwrap() = seen;
            frame(&mut plain, &mut theirs);
        }
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "processor and wall, ms: ours {:.0} {:.0}, plain {:.0} {:.0}",
        ours.0 * 1e3,
        ours.1 * 1e3,
        theirs.0 * 1e3,
        theirs.1 * 1e3
    );
    println!("Medium / plain: {:.3} of processor, {:.3} of time", ours.0 / theirs.0, ours.1 / theirs.1);
}

/// A game of so many plies that has not ended: men walk about, and now and then a pawn.
fn long_game(plies: usize) -> Game {
    let mut rng = Rng::with_seed(1851);
    let mut game = Game::new(Position::start(), Profile::Fide);
    while game.len() < plies {
        let position = *game.position();
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        let is_pawn = |mv: &Move| position.piece_at(mv.from).is_some_and(|man| man.kind == Kind::Pawn);
        let wants_pawn = position.halfmove_clock() >= 60;
        let quiet: Vec<_> = moves.iter().filter(|mv| !mv.is_capture()).copied().collect();
        let fit: Vec<_> = quiet.iter().filter(|mv| is_pawn(mv) == wants_pawn).copied().collect();
        let choice = [&fit, &quiet, &moves].into_iter().find(|choice| !choice.is_empty()).unwrap();
        let mv = choice[rng.usize(..choice.len())];
        if position.play(mv).has_legal_move() {
            game.play(mv).unwrap();
        }
    }
    game
}

/// `cargo test --release -- --ignored --nocapture our_systems_in_a_long_game`
#[test]
#[ignore = "a measurement: wants a machine with nothing else to do"]
fn our_systems_in_a_long_game() {
    let table = |plies: usize, overlays: bool| {
        let mut app = headless(1280, 800, PACE);
        app.world_mut().trigger(ContinueGame { game: long_game(plies), seats: Seats::default(), clock: None });
        for _ in 0..200 {
            app.update();
        }
        if !overlays {
            let world = app.world_mut();
            let contexts: Vec<Entity> = world.query_filtered::<Entity, With<EguiContext>>().iter(world).collect();
            for context in contexts {
                world.entity_mut(context).remove::<EguiContext>();
            }
        }
        app
    };
    let mut empty = plain(false, (1280, 800));
    empty.world_mut().spawn(Camera3d::default());
    empty.finish();
    empty.cleanup();
    // A sheet of a hundred plies fills its place as one of a thousand does.
    let shown = [10, 1000].map(|plies| (format!("ply {plies}"), table(plies, false), Vec::new()));
    let full = [10, 100, 1000].map(|plies| (format!("ply {plies} and overlays"), table(plies, true), Vec::new()));
    let mut apps: Vec<_> =
        [("plain Bevy".to_owned(), empty, Vec::new())].into_iter().chain(shown).chain(full).collect();
    for moves in [false, true] {
        for _ in 0..60 {
            for (_, app, times) in &mut apps {
                if moves {
                    app.world_mut().trigger(Flip);
                }
                for _ in 0..40 {
                    let begun = Instant::now();
                    app.update();
                    times.push((begun.elapsed().as_secs_f64(), 0.0));
                }
            }
        }
        let least = median(apps[0].2.clone()).0 * 1e3;
        for (what, _, times) in &mut apps {
            let time = median(std::mem::take(times)).0 * 1e3;
            println!("board turns {moves}: {what} {time:.3} ms, ours {:.3}", time - least);
        }
    }
}

/// `cargo test --release -- --ignored --nocapture low_against_medium`
#[test]
#[ignore = "a measurement: draws many pictures"]
fn low_against_medium() {
    let mut tables = [Detail::Low, Detail::Medium].map(|detail| (detail, turning(detail, 1280, 720), Vec::new()));
    for _ in 0..3 {
        for (_, app, times) in &mut tables {
            app.world_mut().trigger(Flip);
            for _ in 0..4 {
                let (begun, used) = (Instant::now(), processor_time());
                app.update();
                times.push((processor_time() - used, begun.elapsed().as_secs_f64()));
            }
        }
    }
    let medians = tables.map(|(detail, _, times)| {
        let (processor, wall) = median(times);
        println!("{detail:?} 1280x720: {:.0} ms of processor, {:.0} ms wall a frame", processor * 1e3, wall * 1e3);
        processor
    });
    println!("Medium / Low: {:.1}", medians[1] / medians[0]);
}

/// A window of Bevy's with an empty egui in it, that says its frames as the game does: see `tests/bench/start.sh`.
#[test]
#[ignore = "opens a window and leaves it open"]
fn plain_window() {
    let window = Window { resolution: WindowResolution::new(1280, 720), ..default() };
    App::new()
        .add_plugins((
            DefaultPlugins
                .set(WindowPlugin { primary_window: Some(window), ..default() })
                .set(LogPlugin { filter: "warn,it=trace".into(), ..default() })
                .set(WinitPlugin { run_on_any_thread: true }),
            EguiPlugin::default(),
        ))
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Camera3d::default());
        })
        .add_systems(EguiPrimaryContextPass, |mut contexts: EguiContexts| -> Result {
            egui::Window::new("plain").show(contexts.ctx_mut()?, |ui| ui.label("plain"));
            Ok(())
        })
        .add_systems(Last, |mut count: Local<u32>| {
            *count += 1;
            trace!("frame {}", *count);
        })
        .run();
}

/// `cargo test --release -- --ignored --nocapture low_when_coarse`
#[test]
#[ignore = "a measurement: draws many pictures"]
fn low_when_coarse() {
    let mut app = turning(Detail::Low, 1280, 720);
    for coarse in [Coarse::WHOLE, Coarse(11), Coarse(8)] {
        let mut times = Vec::new();
        let eye = app.world_mut().query_filtered::<Entity, With<Camera3d>>().single(app.world()).unwrap();
        app.world_mut().entity_mut(eye).insert(coarse);
        for _ in 0..3 {
            app.world_mut().trigger(Flip);
            for _ in 0..8 {
                let (begun, used) = (Instant::now(), processor_time());
                app.update();
                times.push((processor_time() - used, begun.elapsed().as_secs_f64()));
            }
        }
        let (processor, wall) = median(times);
        println!("Low 1280x720 {coarse:?}: {:.0} ms of processor, {:.0} ms wall", processor * 1e3, wall * 1e3);
    }
}
