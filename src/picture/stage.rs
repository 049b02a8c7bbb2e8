//! What a picture and a film have in common: what is looked at, in which light, by which eye.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use bevy::{
    asset::RenderAssetUsages,
    camera::{ImageRenderTarget, RenderTarget},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages},
};

use crate::{
    board::{Diagram, Tile},
    camera::{self, Free, Pose},
    chess::Side,
    cli::{Size, shot::View as ViewArg},
    matter,
    notation::pgn::reader::Reader,
    pieces::Figure,
    replay::Replay,
    settings::{Detail, Motion as MotionSetting, Settings},
    window,
};

/// How long to wait for files and shaders before giving up.
pub(super) const PATIENCE: Duration = Duration::from_secs(180);

/// How far from the middle of the board may be what is looked at, in squares.
const FARTHEST_FOCUS: f32 = 8.0;

/// The whole game without a window, and an eye that looks into a picture.
pub struct Stage {
    /// The game.
    pub app: App,
    /// What the eye draws into.
    pub canvas: Handle<Image>,
    /// The eye.
    pub eye: Entity,
}

impl Stage {
    /// An empty table, looked at from there. The eye is shut until everything is in place: no frame is drawn for nothing.
    pub fn new(settings: Settings, size: Size, view: ViewArg) -> Stage {
        Stage::scaled(settings, size, view, 1.0)
    }

    /// The same with so many pixels of the picture in a point of what is drawn over the table.
    pub fn scaled(settings: Settings, size: Size, view: ViewArg, scale: f32) -> Stage {
        let mut app = window::offscreen(settings);
        app.finish();
        app.cleanup();
        let (canvas, eye) = place_eye(&mut app, size, view, scale);
        app.update();
        Stage { app, canvas, eye }
    }

    /// Opens the eye, once all men and squares are dressed and the light is there.
    ///
    /// # Errors
    /// Models or textures do not come, or the graphics driver refuses.
    pub fn light(&mut self, view: ViewArg) -> anyhow::Result<()> {
        let app = &mut self.app;
        wait_until_dressed(app)?;
        if view == ViewArg::Diagram {
            app.insert_resource(Diagram(Some(Side::White)));
        }
        set_open(app, self.eye, true);
        // As at rest: with smooth edges at every quality.
        app.world_mut().entity_mut(self.eye).insert(Msaa::Sample4);
        // The light of the room is computed from what the first frames see.
        for _ in 0..3 {
            app.update();
        }
        Ok(())
    }
}

/// Settings from words like `marble,day,low`, each of which sets what it names.
///
/// # Errors
/// A word that names nothing.
pub fn theme(words: &str) -> anyhow::Result<Settings> {
    let mut settings =
        Settings { detail: Detail::High, motion: MotionSetting::Off, sound: false, ..Settings::default() };
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        match word {
            "classic" => {}
            // Without names of squares on the frame.
            "bare" => settings.coordinates = false,
            style if settings.choose(style) => {}
            _ => {
                let known = Settings::style_words().join(", ");
                bail!("there is no theme {word}; there are classic, bare and, divided by commas, {known}");
            }
        }
    }
    Ok(settings)
}

/// A game of a file, at its start.
///
/// # Errors
/// It cannot be read, or cannot be shown.
pub fn replay(path: &Path, number: usize) -> anyhow::Result<Replay> {
    let name = path.display().to_string();
    let file = fs::File::open(path).with_context(|| format!("cannot open {name}"))?;
    replay_of(BufReader::new(file), &name, number)
}

/// The same of a text of this name.
///
/// # Errors
/// It cannot be read, or cannot be shown.
pub fn replay_of(text: impl BufRead, name: &str, number: usize) -> anyhow::Result<Replay> {
    let Some(wanted) = number.checked_sub(1) else { bail!("games are counted from 1") };
    let Some(game) = Reader::new(text).nth(wanted) else { bail!("{name} has no game {number}") };
    let game = game.with_context(|| format!("cannot read {name}"))?;
    if !game.playable {
        let why = game.error.map(|error| error.to_string()).unwrap_or_default();
        bail!("{name}: game {number} cannot be shown: {why}");
    }
    Ok(Replay::new(Arc::new(game)))
}

/// Refuses a name under which no file could be written.
///
/// # Errors
/// Why, in a sentence.
pub fn check_place(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    if path.is_dir() {
        bail!("cannot write {name}: it is a folder");
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        bail!("cannot write {name}: there is no folder {}", folder.display());
    }
    Ok(())
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

/// An eye that looks from there into a new [canvas]; shut.
fn place_eye(app: &mut App, size: Size, view: ViewArg, scale: f32) -> (Handle<Image>, Entity) {
    let (width, height) = (size.width, size.height);
    let image = canvas(app, width, height);
    let free = Free::whole(width as f32 / height as f32);
    let seen_from = |view| Pose::seen_from(view, Side::White, free);
    let pose = match view {
        ViewArg::White => seen_from(camera::View::White),
        ViewArg::Black => seen_from(camera::View::Black),
        ViewArg::Top | ViewArg::Diagram => seen_from(camera::View::Top),
        ViewArg::Side => seen_from(camera::View::Side),
        ViewArg::Free { yaw, pitch, distance, right, near } => Pose {
            focus: Pose::FOCUS + Vec3::new(right, 0.0, near).clamp_length_max(FARTHEST_FOCUS),
            yaw: yaw.to_radians(),
            pitch: pitch.clamp(0.0, 89.97).to_radians(),
            distance: distance.clamp(1.0, 60.0),
        },
    };
    let target = RenderTarget::Image(ImageRenderTarget { handle: image.clone(), scale_factor: scale });
    let eye = app.world_mut().spawn((camera::eye(pose, free), target)).id();
    set_open(app, eye, false);
    (image, eye)
}

/// Opens the eye, or shuts it.
pub fn set_open(app: &mut App, eye: Entity, open: bool) {
    if let Some(mut camera) = app.world_mut().get_mut::<Camera>(eye) {
        camera.is_active = open;
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
