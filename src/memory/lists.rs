//! Small lists that are kept as files of ours in the folder of the program's state.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::files::{self, Fault, Scribe, Trouble, table};

/// The version of the files.
const VERSION: i64 = 1;

/// A file with a list.
#[derive(Serialize, Deserialize)]
struct ListFile<T> {
    version: i64,
    list: Vec<T>,
}

/// Who keeps a list.
pub(super) struct ListKeeper {
    path: PathBuf,
    scribe: Scribe<String, Trouble>,
}

/// Reads a list; none where there is no file.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Fault> {
    table::read(path, |bytes| {
        let table = table::parse(bytes, VERSION, |_| false)?;
        let file: ListFile<T> = table.try_into().map_err(|error| table::damaged(&error))?;
        Ok(file.list)
    })
}

impl ListKeeper {
    /// The list in the file of this name, who will keep it, and what was wrong with it. A file that is not understood is set
    /// aside.
    pub(super) fn hire<T: DeserializeOwned>(
        folder: &Path,
        name: &str,
    ) -> (Vec<T>, Option<ListKeeper>, Option<Trouble>) {
        let path = folder.join(name);
        let (list, trouble) = match read(&path) {
            Ok(list) => (list, None),
            // It is not ours to change.
            Err(fault @ (Fault::Newer | Fault::Unreadable(_))) => {
                return (Vec::new(), None, Some(Trouble::LeftThere { file: path, fault }));
            }
            Err(fault) => (Vec::new(), Some(files::set_aside(&path, fault))),
        };
        let file = path.clone();
        let write = move |text: String| {
            let there = file.parent().map_or(Ok(()), std::fs::create_dir_all);
            let done = there.and_then(|()| files::replace(&file, text.as_bytes()));
            done.err().map(|error| Trouble::not_kept(&file, &error)).into_iter().collect()
        };
        match Scribe::hire("list keeper", |_, _| true, write) {
            Ok(scribe) => (list, Some(ListKeeper { path, scribe }), trouble),
            Err(error) => (list, None, Some(Trouble::not_kept(&path, &error))),
        }
    }

    /// What another copy of the program has written since; nothing if that is not understood.
    pub(super) fn there<T: DeserializeOwned>(&self) -> Vec<T> {
        read(&self.path).unwrap_or_default()
    }

    /// Has a list written.
    pub(super) fn keep<T: Serialize>(&self, list: Vec<T>) {
        match toml::to_string(&ListFile { version: VERSION, list }) {
            Ok(text) => self.scribe.write(text),
            Err(error) => warn!("a list is not kept: {error}"),
        }
    }

    /// Whether something is still to be written.
    pub(super) fn is_busy(&self) -> bool {
        self.scribe.is_busy()
    }

    /// What could not be written.
    pub(super) fn troubles(&self) -> Vec<Trouble> {
        self.scribe.answers()
    }
}
