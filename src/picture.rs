//! `endgame shot`: the game drawn into a picture instead of a window. The same plugins, the same table.

use std::{
    fs,
    io::{BufReader, Cursor},
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use bevy::{
    asset::RenderAssetUsages,
    camera::RenderTarget,
    prelude::*,
    render::{
        render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages},
        view::screenshot::{Screenshot, ScreenshotCaptured},
    },
};
use bevy_egui::PrimaryEguiContext;

use crate::{
    board::{Diagram, Mark, Sign, Tile},
    camera::{self, Free, Pose},
    chess::{Position, Profile, Side},
    cli::shot::{Args, Mark as MarkArg, View as ViewArg},
    files,
    game::{LoadDrawings, NewGame, Seats, SquareClicked},
    matter,
    notation::{fen, pgn::reader::Reader},
    pieces::Figure,
    replay::{Replay, ScrubTo, drawings},
    settings::{Detail, Motion as MotionSetting, Settings},
    window,
};

/// How long to wait for files and shaders before giving up.
const PATIENCE: Duration = Duration::from_secs(180);

/// What is on the table.
enum Scene {
    Position(Box<Position>),
    Moment { replay: Replay, ply: f32 },
}

/// Draws the picture that the command line asks for and writes it.
///
/// # Errors
/// What was asked for cannot be read, drawn or written; said with its name.
pub fn shot(args: &Args) -> anyhow::Result<()> {
    check_output(&args.output)?;
    let scene = scene(args)?;
    let settings = theme(args.theme.as_deref().unwrap_or("classic"))?;
    window::guarded("the picture could not be drawn", "", || draw(args, scene, settings))?
}

/// Settings from words like `marble,day,low`, each of which sets what it names.
fn theme(words: &str) -> anyhow::Result<Settings> {
    let mut settings =
        Settings { detail: Detail::High, motion: MotionSetting::Off, sound: false, ..Settings::default() };
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        if !settings.choose(word) && word != "classic" {
            let known = Settings::style_words().join(", ");
            bail!("there is no theme {word}; there are classic and, divided by commas, {known}");
        }
    }
    Ok(settings)
}

fn draw(args: &Args, scene: Scene, settings: Settings) -> anyhow::Result<()> {
    let mut app = window::offscreen(settings);
    app.finish();
    app.cleanup();
    let (image, eye) = open_eye(&mut app, args);
    app.update();
    lay_out(&mut app, scene);
    mark(&mut app, args);
    wait_until_dressed(&mut app)?;
    if args.view == ViewArg::Diagram {
        app.insert_resource(Diagram(Some(Side::White)));
    }
    set_open(&mut app, eye, true);
    // As at rest: with smooth edges at every quality.
    app.world_mut().entity_mut(eye).insert(Msaa::Sample4);
    // The light of the room is computed from what the first frames see.
    for _ in 0..3 {
        app.update();
    }
    if args.ui {
        app.world_mut().entity_mut(eye).insert(PrimaryEguiContext);
        for _ in 0..8 {
            app.update();
        }
    }
    let picture = develop(&mut app, image, eye)?;
    save(&picture, &args.output).with_context(|| format!("cannot write {}", args.output.display()))
}

/// Refuses before the long work what could not be written after it.
fn check_output(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    if !path.extension().is_some_and(|end| end.eq_ignore_ascii_case("png")) {
        bail!("cannot write {name}: pictures are written as .png");
    }
    if path.is_dir() {
        bail!("cannot write {name}: it is a folder");
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        bail!("cannot write {name}: there is no folder {}", folder.display());
    }
    Ok(())
}

fn scene(args: &Args) -> anyhow::Result<Scene> {
    let Some(path) = &args.pgn else {
        let text = args.fen.as_deref().unwrap_or("startpos");
        let position = fen::parse(text, args.rules).with_context(|| format!("--fen {text}"))?.position;
        return Ok(Scene::Position(Box::new(position)));
    };
    let name = path.display();
    let file = fs::File::open(path).with_context(|| format!("cannot open {name}"))?;
    let Some(wanted) = args.game.checked_sub(1) else { bail!("games are counted from 1") };
    let Some(game) = Reader::new(BufReader::new(file)).nth(wanted) else { bail!("{name} has no game {}", args.game) };
    let game = game.with_context(|| format!("cannot read {name}"))?;
    if !game.playable {
        let why = game.error.map(|error| error.to_string()).unwrap_or_default();
        bail!("{name}: game {} cannot be shown: {why}", args.game);
    }
    let replay = Replay::new(Arc::new(game));
    let last = replay.line.len() as f32;
    let ply = args.ply.unwrap_or(last);
    if ply > last {
        bail!("{name}: game {} has {last} plies, not {ply}", args.game);
    }
    Ok(Scene::Moment { replay, ply })
}

/// A picture that a camera can draw into: eight bits a channel, sRGB.
pub fn canvas(app: &mut App, width: u32, height: u32) -> Handle<Image> {
    let mut target = Image::new_fill(
        Extent3d { width, height, depth_or_array_layers: 1 },
        TextureDimension::D2,
        &[0; 4],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    target.texture_descriptor.usage |=
        TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC | TextureUsages::TEXTURE_BINDING;
    app.world_mut().resource_mut::<Assets<Image>>().add(target)
}

fn open_eye(app: &mut App, args: &Args) -> (Handle<Image>, Entity) {
    let (width, height) = (args.size.width, args.size.height);
    let image = canvas(app, width, height);
    let free = Free::whole(width as f32 / height as f32);
    let seen_from = |view| Pose::seen_from(view, Side::White, free);
    let pose = match args.view {
        ViewArg::White => seen_from(camera::View::White),
        ViewArg::Black => seen_from(camera::View::Black),
        ViewArg::Top | ViewArg::Diagram => seen_from(camera::View::Top),
        ViewArg::Side => seen_from(camera::View::Side),
        ViewArg::Free { yaw, pitch, distance } => Pose {
            focus: Pose::FOCUS,
            yaw: yaw.to_radians(),
            pitch: pitch.clamp(0.0, 89.97).to_radians(),
            distance: distance.clamp(1.0, 60.0),
        },
    };
    let target = RenderTarget::Image(image.clone().into());
    let eye = app.world_mut().spawn((camera::eye(pose, free), target)).id();
    // Shut until everything is in place: no frame is drawn for nothing.
    set_open(app, eye, false);
    (image, eye)
}

fn set_open(app: &mut App, eye: Entity, open: bool) {
    if let Some(mut camera) = app.world_mut().get_mut::<Camera>(eye) {
        camera.is_active = open;
    }
}

fn lay_out(app: &mut App, scene: Scene) {
    match scene {
        Scene::Position(start) => {
            let request = NewGame { start: *start, profile: Profile::default(), seats: Seats::default() };
            app.world_mut().trigger(request);
            app.update();
        }
        Scene::Moment { replay, ply } => {
            let request = replay.show(ply.floor() as usize);
            app.world_mut().trigger(LoadDrawings(drawings(&replay.tree)));
            app.world_mut().insert_resource(replay);
            app.world_mut().trigger(request);
            for _ in 0..3 {
                app.update();
            }
            if ply.fract() > 0.0 {
                app.world_mut().trigger(ScrubTo(f64::from(ply)));
            }
        }
    }
    app.update();
}

/// Leaves only the marks that were asked for, if any were.
fn mark(app: &mut App, args: &Args) {
    for mark in &args.marks {
        if let MarkArg::Targets(square) = mark {
            app.world_mut().trigger(SquareClicked(*square));
        }
    }
    app.update();
    if args.marks.is_empty() {
        return;
    }
    let asked = |sign: Sign| match sign {
        Sign::LastMove => args.marks.contains(&MarkArg::Last),
        Sign::Check => args.marks.contains(&MarkArg::Check),
        _ => true,
    };
    let unasked: Vec<Entity> = app
        .world_mut()
        .query::<(Entity, &Mark)>()
        .iter(app.world())
        .filter(|(_, mark)| !asked(mark.sign))
        .map(|(entity, _)| entity)
        .collect();
    for entity in unasked {
        app.world_mut().despawn(entity);
    }
}

/// Updates until every man and square has its mesh and every texture is there.
///
/// # Errors
/// They do not come.
pub fn wait_until_dressed(app: &mut App) -> anyhow::Result<()> {
    let began = Instant::now();
    loop {
        app.update();
        window::check(app)?;
        let bare = app.world_mut().query_filtered::<(), (With<Figure>, Without<Mesh3d>)>().iter(app.world()).count()
            + app.world_mut().query_filtered::<(), (With<Tile>, Without<Mesh3d>)>().iter(app.world()).count();
        let waiting = !matter::is_loaded(app.world());
        if bare == 0 && !waiting {
            return Ok(());
        }
        if began.elapsed() > PATIENCE {
            bail!("the models or textures could not be loaded");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What this eye draws into its [canvas]: in one frame; while that is fetched no other is drawn.
///
/// # Errors
/// No picture comes from the driver.
pub fn develop(app: &mut App, image: Handle<Image>, eye: Entity) -> anyhow::Result<Image> {
    let captured: Arc<Mutex<Option<Image>>> = Arc::default();
    let camera = captured.clone();
    app.world_mut().spawn(Screenshot::image(image)).observe(move |capture: On<ScreenshotCaptured>| {
        if let Ok(mut picture) = camera.lock() {
            *picture = Some(capture.image.clone());
        }
    });
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        app.update();
        window::check(app)?;
        set_open(app, eye, false);
        if let Some(picture) = captured.lock().ok().and_then(|mut picture| picture.take()) {
            set_open(app, eye, true);
            return Ok(picture);
        }
    }
    bail!("no picture came from the graphics driver")
}

fn save(picture: &Image, path: &Path) -> anyhow::Result<()> {
    let picture = picture.clone().try_into_dynamic().context("the picture has an unknown format")?.to_rgb8();
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png)?;
    files::replace(path, bytes.get_ref())?;
    Ok(())
}
