//! What several tests share: where the outside data lies, if it is there.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// The folder `../shared/data` beside the project, or `None` (a user's clone has none): then the caller prints "skipped".
pub fn data() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    path.is_dir().then_some(path)
}

/// Reads a file of the outside data, or says "skipped" and returns `None`.
pub fn read(name: &str) -> Option<String> {
    let Some(path) = data().map(|folder| folder.join(name)) else {
        eprintln!("skipped: ../shared/data is not here");
        return None;
    };
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The files of a folder and of the folders in it whose names end so, in order.
pub fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
