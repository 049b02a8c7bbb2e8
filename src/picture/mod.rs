//! `endgame shot`: the game drawn into a picture instead of a window. The same plugins, the same table.

mod operator;
mod stage;

use std::{
    io::Cursor,
    path::Path,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
};
use bevy_egui::PrimaryEguiContext;

use crate::{
    board::{Mark, Sign},
    chess::{Position, Profile},
    cli::shot::{Args, Mark as MarkArg},
    files,
    game::{LoadDrawings, NewGame, Seats, SquareClicked},
    locale::MissingLetters,
    notation::fen,
    replay::{Library, OpenGame, OpenPgn, Replay, ScrubTo, drawings},
    settings::Settings,
    window,
};

pub use operator::{Operator, screen};
use stage::PATIENCE;
pub use stage::{Stage, canvas, check_place, replay, replay_of, set_open, theme, wait_until_dressed};

/// What is on the table.
enum Scene {
    Position(Box<Position>),
    Moment { replay: Replay, ply: f64 },
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

fn draw(args: &Args, scene: Scene, settings: Settings) -> anyhow::Result<()> {
    let mut stage = Stage::new(settings, args.size, args.view);
    if let Some(path) = args.pgn.as_ref().filter(|_| args.ui) {
        list(&mut stage.app, path, args.game);
    }
    lay_out(&mut stage.app, scene);
    mark(&mut stage.app, args);
    stage.light(args.view)?;
    let Stage { mut app, canvas, eye } = stage;
    if args.ui {
        app.world_mut().entity_mut(eye).insert(PrimaryEguiContext);
        for _ in 0..8 {
            app.update();
        }
        wait_for_letters(&mut app);
    }
    let picture = develop(&mut app, canvas, eye)?;
    save(&picture, &args.output).with_context(|| format!("cannot write {}", args.output.display()))
}

/// Refuses before the long work what could not be written after it.
fn check_output(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    if !path.extension().is_some_and(|end| end.eq_ignore_ascii_case("png")) {
        bail!("cannot write {name}: pictures are written as .png");
    }
    check_place(path)
}

fn scene(args: &Args) -> anyhow::Result<Scene> {
    let Some(path) = &args.pgn else {
        let text = args.fen.as_deref().unwrap_or("startpos");
        let position = fen::parse(text, args.rules).with_context(|| format!("--fen {text}"))?.position;
        return Ok(Scene::Position(Box::new(position)));
    };
    let name = path.display();
    let replay = replay(path, args.game)?;
    let last = replay.line.len() as f64;
    let ply = args.ply.unwrap_or(last);
    if ply > last {
        bail!("{name}: game {} has {last} plies, not {ply}", args.game);
    }
    Ok(Scene::Moment { replay, ply })
}

/// Puts the games of the file into the list that the overlays show.
fn list(app: &mut App, path: &Path, game: usize) {
    app.world_mut().trigger(OpenPgn(path.to_owned()));
    let began = Instant::now();
    while app.world().resource::<Library>().progress.is_some() && began.elapsed() < PATIENCE {
        app.update();
    }
    app.world_mut().trigger(OpenGame(game.saturating_sub(1)));
    app.update();
}

fn lay_out(app: &mut App, scene: Scene) {
    match scene {
        Scene::Position(start) => {
            let request = NewGame { start: *start, profile: Profile::default(), seats: Seats::default() };
            app.world_mut().trigger(request);
            app.update();
        }
        Scene::Moment { replay, ply } => {
            watch(app, replay, ply as usize);
            if ply.fract() > 0.0 {
                app.world_mut().trigger(ScrubTo(ply));
            }
        }
    }
    app.update();
}

/// Puts a watched game on the table, after so many plies, with the arrows and circles of its comments.
pub fn watch(app: &mut App, replay: Replay, ply: usize) {
    let request = replay.show(ply);
    app.world_mut().trigger(LoadDrawings(drawings(&replay.tree)));
    app.world_mut().insert_resource(replay);
    app.world_mut().trigger(request);
    for _ in 0..3 {
        app.update();
    }
}

/// Updates until the letters of all names are there, or nobody has them.
pub fn wait_for_letters(app: &mut App) {
    if !app.world().resource::<MissingLetters>().0 {
        return;
    }
    let began = Instant::now();
    while app.world().resource::<MissingLetters>().0 && began.elapsed() < PATIENCE {
        app.update();
        thread::sleep(Duration::from_millis(5));
    }
    // The new ones are put into the picture of all letters first.
    for _ in 0..3 {
        app.update();
    }
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
