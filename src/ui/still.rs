//! A picture of what is in the window, put into a file and onto the clipboard.

use std::{
    fs, io,
    io::Cursor,
    path::{Path, PathBuf},
};

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
    window::RequestRedraw,
};
use bevy_egui::{EguiContexts, egui::ColorImage};
use image::RgbaImage;

use super::Action;
use crate::{
    chess::Side,
    files,
    game::{Match, Notice, Refusal},
    memory::Folders,
};

/// So many pictures of one moment may have the same name but for a number.
const MOST: usize = 1000;

/// A picture is on its way. Frames are drawn until it has come.
#[derive(Resource)]
struct Waiting;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(take).add_systems(Update, draw.run_if(resource_exists::<Waiting>));
}

fn take(action: On<Action>, mut commands: Commands) {
    if *action.event() == Action::Still {
        commands.insert_resource(Waiting);
        commands.spawn(Screenshot::primary_window()).observe(keep);
    }
}

fn draw(mut redraw: MessageWriter<RequestRedraw>) {
    redraw.write(RequestRedraw);
}

fn keep(
    captured: On<ScreenshotCaptured>,
    (current, folders): (Res<Match>, Option<Res<Folders>>),
    mut contexts: EguiContexts,
    mut notice: ResMut<Notice>,
    mut commands: Commands,
) {
    commands.remove_resource::<Waiting>();
    let Ok(picture) = captured.image.clone().try_into_dynamic() else { return };
    // A window shows nothing through.
    let mut picture = picture.to_rgba8();
    picture.pixels_mut().for_each(|pixel| pixel.0[3] = 255);
    if let Ok(ctx) = contexts.ctx_mut() {
        let size = [picture.width() as usize, picture.height() as usize];
        ctx.copy_image(ColorImage::from_rgba_unmultiplied(size, picture.as_raw()));
    }
    let folder = folders.and_then(|folders| folders.pictures.clone());
    let file = folder.as_deref().unwrap_or(Path::new(".")).display().to_string();
    let written = folder.ok_or_else(|| io::ErrorKind::NotFound.into()).and_then(|folder| {
        fs::create_dir_all(&folder)?;
        write(&folder, &name(&current), &picture)
    });
    notice.say(match written {
        Ok(path) => Refusal::Saved { file: path.display().to_string() },
        Err(error) => Refusal::NotSaved { file, why: error.to_string() },
    });
}

/// `Anderssen – Kieseritzky 21`.
fn name(current: &Match) -> String {
    format!("{} {}", players(current), current.ply())
}

/// `Anderssen – Kieseritzky`, with nothing in it that a file's name cannot have.
pub(super) fn players(current: &Match) -> String {
    let names = Side::ALL.map(|side| current.seats().name(side).split(',').next().unwrap_or("").trim().to_owned());
    let names = if names.iter().any(String::is_empty) { "Endgame".to_owned() } else { names.join(" – ") };
    let plain = |letter: char| letter.is_alphanumeric() || " –-_()'".contains(letter);
    let names: String = names.chars().filter(|letter| plain(*letter)).take(80).collect();
    names.trim().to_owned()
}

/// Writes it under the first of these names that is free.
fn write(folder: &Path, name: &str, picture: &RgbaImage) -> io::Result<PathBuf> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).map_err(io::Error::other)?;
    for number in 1..=MOST {
        let name = if number == 1 { format!("{name}.png") } else { format!("{name} ({number}).png") };
        let path = folder.join(name);
        if !path.exists() {
            files::replace(&path, bytes.get_ref())?;
            return Ok(path);
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_one_moment_do_not_replace_each_other() {
        let folder = std::env::temp_dir().join(format!("endgame-still-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let picture = RgbaImage::from_pixel(4, 2, image::Rgba([9, 8, 7, 255]));
        let paths = [0, 1].map(|_| write(&folder, "a – b 3", &picture).unwrap());
        assert_eq!(paths[1], folder.join("a – b 3 (2).png"));
        assert!(paths.iter().all(|path| image::open(path).unwrap().to_rgba8() == picture));
        fs::remove_dir_all(folder).unwrap();
        assert_eq!(name(&Match::default()), "Endgame 0");
    }
}
