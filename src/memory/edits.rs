//! Changes by hand to watched games are kept until they are saved, each in a file of ours in the folder of the program's state:
//! however the program ends, they are there again when their game is watched.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Folders, folders::sweep};
use crate::{
    files::{self, Fault, Scribe, Trouble, table},
    game::{News, Tidings},
    notation::pgn::{reader, tree::PgnGame, writer},
    replay::{Edit, Edits},
};

/// The folder in which they are.
const FOLDER: &str = "edits";
/// The version of the files.
const VERSION: i64 = 1;

/// A changed game as it is written.
#[derive(Serialize, Deserialize)]
struct EditFile {
    version: i64,
    /// The file of the game; none for the games of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// In sixteen digits.
    key: String,
    number: usize,
    /// As PGN.
    game: String,
}

/// Who keeps them, and what is kept: under which name, and what it was then.
#[derive(Resource)]
struct EditKeeper {
    scribe: Scribe<Order, Trouble>,
    kept: Vec<(String, Arc<PgnGame>)>,
}

/// What is to be done with the file of this name.
enum Order {
    Keep(String, Box<Edit>),
    Forget(String),
}

impl Order {
    fn name(&self) -> &str {
        match self {
            Order::Keep(name, _) | Order::Forget(name) => name,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, read.run_if(resource_exists::<Folders>))
        .add_systems(Last, keep.run_if(resource_exists::<EditKeeper>.and_then(resource_changed::<Edits>)))
        .add_systems(First, hear.run_if(resource_exists::<EditKeeper>));
}

fn read(folders: Res<Folders>, mut edits: ResMut<Edits>, mut news: ResMut<News>, mut commands: Commands) {
    let Some(folder) = folders.state.as_ref().map(|state| state.join(FOLDER)) else { return };
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).into_iter().flatten().map_while(Result::ok).map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort_by_key(|file| fs::metadata(file).and_then(|data| data.modified()).ok());
    let mut kept = Vec::new();
    for file in files {
        match table::read(&file, parse) {
            Ok(Some(edit)) => {
                kept.push((name_of(&edit), Arc::clone(&edit.game)));
                edits.keep(edit);
            }
            // Another copy of the program has taken it away.
            Ok(None) => {}
            // It is not ours to change.
            Err(fault @ (Fault::Newer | Fault::Unreadable(_))) => {
                news.tell(Tidings::Trouble(Trouble::LeftThere { file, fault }));
            }
            Err(fault) => news.tell(Tidings::Trouble(files::set_aside(&file, fault))),
        }
    }
    let mut unsaved: Vec<(PathBuf, usize)> = Vec::new();
    for file in edits.all().iter().filter_map(|edit| edit.file.as_ref()).filter(|file| file.is_file()) {
        match unsaved.iter_mut().find(|(known, _)| known == file) {
            Some((_, games)) => *games += 1,
            None => unsaved.push((file.clone(), 1)),
        }
    }
    for (file, games) in unsaved {
        news.tell(Tidings::Unsaved { file, games });
    }
    let same = |earlier: &Order, next: &Order| earlier.name() == next.name();
    let place = folder.clone();
    match Scribe::hire("edit keeper", same, move |order| carry_out(&place, order).into_iter().collect()) {
        Ok(scribe) => commands.insert_resource(EditKeeper { scribe, kept }),
        Err(error) => news.tell(Tidings::Trouble(Trouble::not_kept(&folder, &error))),
    }
}

fn parse(bytes: &[u8]) -> Result<Option<Edit>, Fault> {
    let table = table::parse(bytes, VERSION, |_| false)?;
    let file: EditFile = table.try_into().map_err(|error| table::damaged(&error))?;
    let damaged = |what: &str| Fault::Damaged(what.to_owned());
    let key = u64::from_str_radix(&file.key, 16).map_err(|_| damaged("a key that cannot be"))?;
    let game = reader::read_all(&file.game).into_iter().next().filter(|game| game.playable && game.error.is_none());
    let game = Arc::new(game.ok_or_else(|| damaged("a game that cannot be read"))?);
    Ok(Some(Edit { file: file.file.map(PathBuf::from), key, number: file.number, game }))
}

/// The same for the same game, and for no other.
fn name_of(edit: &Edit) -> String {
    let path = edit.file.as_deref().map(|file| file.as_os_str().as_encoded_bytes().to_vec()).unwrap_or_default();
    let place = path
        .into_iter()
        .chain(edit.number.to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{:016x}-{place:016x}.toml", edit.key)
}

/// Has written what has changed.
fn keep(edits: Res<Edits>, mut keeper: ResMut<EditKeeper>) {
    // What is no text cannot be written as such; it is remembered until the program ends.
    let can_be_kept = |edit: &&Edit| edit.file.as_ref().is_none_or(|file| file.to_str().is_some());
    let now: Vec<(String, &Edit)> = edits.all().iter().filter(can_be_kept).map(|edit| (name_of(edit), edit)).collect();
    for (name, _) in &keeper.kept {
        if now.iter().all(|(other, _)| other != name) {
            keeper.scribe.write(Order::Forget(name.clone()));
        }
    }
    for (name, edit) in &now {
        if !keeper.kept.iter().any(|(other, game)| other == name && Arc::ptr_eq(game, &edit.game)) {
            keeper.scribe.write(Order::Keep(name.clone(), Box::new((*edit).clone())));
        }
    }
    keeper.kept = now.into_iter().map(|(name, edit)| (name, Arc::clone(&edit.game))).collect();
}

fn carry_out(folder: &Path, order: Order) -> Option<Trouble> {
    let path = folder.join(order.name());
    let done = match order {
        Order::Keep(_, edit) => write(folder, &path, &edit),
        Order::Forget(_) => match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        },
    };
    done.err().map(|error| Trouble::not_kept(path, &error))
}

fn write(folder: &Path, path: &Path, edit: &Edit) -> io::Result<()> {
    let file = EditFile {
        version: VERSION,
        file: edit.file.as_ref().and_then(|file| file.to_str()).map(str::to_owned),
        key: format!("{:016x}", edit.key),
        number: edit.number,
        game: writer::write(&edit.game),
    };
    let text = toml::to_string(&file).map_err(io::Error::other)?;
    fs::create_dir_all(folder)?;
    // What cannot be swept lies there a little longer.
    let _ = sweep(folder);
    files::replace(path, text.as_bytes())
}

/// Hears what could not be kept; said once, until somebody has put it away.
fn hear(keeper: Res<EditKeeper>, mut news: ResMut<News>) {
    for trouble in keeper.scribe.answers() {
        news.tell(Tidings::Trouble(trouble));
    }
}
