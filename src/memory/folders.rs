//! Where games are kept, and which copy of the program keeps what.
//!
//! Each game that is played is a PGN file of its own in the folder of games. What lay on the table last is said by a
//! small file in the folder of the program's state: `table.toml` for the first copy of the program, `table-2.toml` for a
//! second that runs at the same time, and so on. A copy holds the lock of its file as long as it runs, and the
//! system takes the lock back however it ends; so no copy writes what another one is writing. Starts are counted in the same
//! way, in `start.lock`, `start-2.lock` and so on.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use bevy::prelude::*;

/// The folders of this person; `None` where there is no such place.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Folders {
    /// One PGN file for each game.
    pub games: Option<PathBuf>,
    /// What lay on the table.
    pub state: Option<PathBuf>,
    /// Pictures that were taken of the table.
    pub pictures: Option<PathBuf>,
}

impl Folders {
    /// Those of this platform: `~/.local/share/endgame/games` and `~/.local/state/endgame` on Linux.
    pub fn of_user() -> Folders {
        let folders = directories::ProjectDirs::from("", "", "endgame");
        let games = folders.as_ref().map(|folders| folders.data_dir().join("games"));
        let state = folders.as_ref().map(|folders| folders.state_dir().unwrap_or(folders.data_local_dir()).to_owned());
        let user = directories::UserDirs::new();
        let own = folders.map(|folders| folders.data_dir().join("pictures"));
        let pictures = user.and_then(|user| user.picture_dir().map(Path::to_owned)).or(own);
        Folders { games, state, pictures }
    }

    /// All in one folder, for tests.
    pub fn within(folder: &Path) -> Folders {
        Folders {
            games: Some(folder.join("games")),
            state: Some(folder.join("state")),
            pictures: Some(folder.join("pictures")),
        }
    }
}

/// So many copies of the program can run at once and each know its table again.
const MOST: usize = 64;

/// The place of one copy of the program.
#[derive(Debug)]
pub(super) struct Slot {
    /// From 1; a copy that found no place has 0.
    pub(super) number: usize,
    /// The file that says what lies on the table.
    pub(super) table: Option<PathBuf>,
    /// Held as long as the program runs.
    _lock: Option<fs::File>,
}

impl Slot {
    /// Takes the first place that no other copy holds.
    pub(super) fn take(state: Option<&Path>) -> Slot {
        let taken = state.and_then(|folder| Some((folder, Place::take(folder, "table")?)));
        let Some((folder, Place { number, name, lock })) = taken else {
            return Slot { number: 0, table: None, _lock: None };
        };
        Slot { number, table: Some(folder.join(format!("{name}.toml"))), _lock: lock }
    }
}

/// One of the numbered files that copies of the program hold, each another one.
pub(super) struct Place {
    /// From 1.
    number: usize,
    /// `stem` for the first, then `stem-2` and so on.
    name: String,
    /// Held until it is dropped, and no longer than the program runs; none where nothing can be written.
    pub(super) lock: Option<fs::File>,
}

impl Place {
    /// Takes the first that no other copy holds; `None` if there is none.
    pub(super) fn take(folder: &Path, stem: &str) -> Option<Place> {
        // Where nothing can be written nothing can be locked; what is there can be read all the same.
        let _ = fs::create_dir_all(folder);
        for number in 1..=MOST {
            let name = if number == 1 { stem.to_owned() } else { format!("{stem}-{number}") };
            let lock = fs::OpenOptions::new().create(true).append(true).open(folder.join(format!("{name}.lock"))).ok();
            match lock.as_ref().map(fs::File::try_lock) {
                Some(Err(fs::TryLockError::WouldBlock)) => {}
                // A disk that knows no locks: there is no telling whether another copy runs.
                None | Some(Ok(()) | Err(fs::TryLockError::Error(_))) => return Some(Place { number, name, lock }),
            }
        }
        None
    }
}

/// Removes what killed programs left half-written in a folder, when it is older than any write takes.
pub(super) fn sweep(folder: &Path) -> io::Result<()> {
    const OLD: std::time::Duration = std::time::Duration::from_secs(3600);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let half = path.extension().is_some_and(|end| end == "new");
        let old = || fs::metadata(&path).and_then(|data| data.modified()).ok()?.elapsed().ok().map(|age| age > OLD);
        if half && old() == Some(true) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_copy_has_a_place_of_its_own_and_leaves_it() {
        let folder = std::env::temp_dir().join(format!("endgame-slots-{}", std::process::id()));
        let take = || Slot::take(Some(&folder));
        let (first, second) = (take(), take());
        assert_eq!((first.number, second.number), (1, 2));
        assert_eq!(second.table, Some(folder.join("table-2.toml")));
        drop(first);
        // One after the other, each gone before the next comes.
        for _ in 0..2 {
            let alone = take();
            assert_eq!(alone.number, 1);
        }
        let third = (take(), take());
        assert_eq!((third.0.number, third.1.number), (1, 3));
        assert_eq!(Slot::take(None).number, 0);
        fs::remove_dir_all(folder).unwrap();
    }
}
