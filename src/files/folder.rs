//! A folder that is there when all of it is.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::replace::beside;

/// Makes a folder of this name with what `fill` puts into it: filled beside its place under another name, then renamed. An
/// empty folder of that name may be there.
///
/// # Errors
/// Those of the system and of `fill`, and that something of that name is there; nothing new is left then.
pub fn fill_folder(path: &Path, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    // Without the slash at its end, before which nothing could be added.
    let path: PathBuf = path.components().collect();
    let (fresh, ()) = beside(&path, |name| fs::create_dir(name))?;
    let filled = fill(&fresh).and_then(|()| {
        // An empty folder gives way, on every system; anything else is in the way.
        let _ = fs::remove_dir(&path);
        if path.exists() { Err(io::ErrorKind::AlreadyExists.into()) } else { fs::rename(&fresh, &path) }
    });
    filled.inspect_err(|_| {
        // The half-filled folder is of no use to anyone; that it cannot be removed either says nothing new.
        let _ = fs::remove_dir_all(&fresh);
    })
}

/// Whether something new can be put beside this name; the system's answer.
///
/// # Errors
/// Why it cannot.
pub fn check_room(path: &Path) -> io::Result<()> {
    let path: PathBuf = path.components().collect();
    let (fresh, file) = beside(&path, |name| fs::File::create_new(name))?;
    drop(file);
    fs::remove_file(fresh)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_appears_when_it_is_full() {
        let place = std::env::temp_dir().join(format!("endgame-folder-{}", std::process::id()));
        fs::create_dir_all(place.join("empty")).unwrap();
        let fill = |folder: &Path| fs::write(folder.join("a"), b"1");
        let wanted = place.join("new/");
        fill_folder(&wanted, |folder| {
            assert!(!place.join("new").exists());
            fill(folder)
        })
        .unwrap();
        assert!(place.join("new/a").is_file());
        fill_folder(&place.join("empty"), fill).unwrap();
        assert!(fill_folder(&place.join("empty"), fill).is_err(), "it is not empty any more");
        assert!(fill_folder(&place.join("other"), |_| Err(io::Error::other("no"))).is_err());
        check_room(&place.join("film.gif")).unwrap();
        assert!(check_room(&place.join("nowhere/film.gif")).is_err());
        let mut left: Vec<_> = fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["empty", "new"]);
        fs::remove_dir_all(place).unwrap();
    }
}
