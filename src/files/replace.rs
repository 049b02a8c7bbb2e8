//! Writing a file so that a failure leaves what was there as it was, and nothing else.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// Puts `bytes` in the place of what the file held: written beside it, brought to the disk, then renamed.
///
/// # Errors
/// Those of the system; the old file is untouched then, and no half-written one is left.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// The same with what `write` writes, which need not be in memory at once.
///
/// # Errors
/// Those of the system and of `write`; the old file is untouched then, and no half-written one is left.
pub fn replace_with(path: &Path, write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>) -> io::Result<()> {
    replace_if(path, write, || Ok(()))
}

/// The same if `keep` still wants it when all of it is on the disk. `keep` may take its time.
///
/// # Errors
/// Those of the system, of `write` and of `keep`; the old file is untouched then, and no half-written one is left.
pub fn replace_if(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
    keep: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    // A link stays one: the file that it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (fresh, file) = beside(&path, |name| fs::File::create_new(name))?;
    let mut file = BufWriter::new(file);
    let written = write(&mut file)
        .and_then(|()| file.into_inner().map_err(io::IntoInnerError::into_error))
        .and_then(|file| file.sync_all())
        .and_then(|()| keep())
        .and_then(|()| fs::rename(&fresh, &path));
    if written.is_ok() {
        // The new name must survive a power cut too. Where folders cannot be brought to the disk, the system sees to it.
        let _ = path.parent().map(|folder| fs::File::open(folder).and_then(|folder| folder.sync_all()));
    }
    written.inspect_err(|_| {
        // The half-written file is of no use to anyone; that it cannot be removed either says nothing new.
        let _ = fs::remove_file(&fresh);
    })
}

/// How many names are tried for the new file.
const NAMES: usize = 1_000;

/// Something new beside this name. What a killed program of the same number left behind is no hindrance.
pub(super) fn beside<T>(path: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(PathBuf, T)> {
    let mut last = io::ErrorKind::AlreadyExists.into();
    for number in 0..NAMES {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}-{number}.new", std::process::id()));
        let fresh = path.with_file_name(name);
        match make(&fresh) {
            Ok(made) => return Ok((fresh, made)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("endgame-files-{}", std::process::id()));
        fs::create_dir_all(folder.join("taken")).unwrap();
        let file = folder.join("game.v2");
        replace(&file, b"first").unwrap();
        replace(&file, b"second").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"second");
        // A folder cannot be replaced by a file.
        assert!(replace(&folder.join("taken"), b"third").is_err());
        assert!(replace_with(&file, |_| Err(io::Error::other("no"))).is_err());
        assert!(replace_if(&file, |file| file.write_all(b"fourth"), || Err(io::Error::other("no"))).is_err());
        assert_eq!(fs::read(&file).unwrap(), b"second");
        let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["game.v2", "taken"]);
        // A program of the same number was killed while it wrote.
        let killed = folder.join(format!("game.v2.{}-0.new", std::process::id()));
        fs::write(&killed, b"half").unwrap();
        replace(&file, b"fourth").unwrap();
        assert_eq!((fs::read(&file).unwrap(), fs::read(&killed).unwrap()), (b"fourth".to_vec(), b"half".to_vec()));
        fs::remove_dir_all(folder).unwrap();
    }
}
