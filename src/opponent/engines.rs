//! Other people's engines on this computer: where they are usually found, and how each is started.

use std::{
    env,
    path::{Path, PathBuf},
};

use bevy::prelude::*;

use crate::engine::client::Launch;

/// Engines that speak UCI, by the names of their programs, with what makes them do so.
const KNOWN: &[(&str, &[&str])] = &[
    ("stockfish", &[]),
    ("gnuchess", &["-u"]),
    ("toga2", &[]),
    ("fruit", &[]),
    ("glaurung", &[]),
    ("lc0", &[]),
    ("ethereal", &[]),
    ("berserk", &[]),
    ("komodo", &[]),
    ("dragon", &[]),
    ("igel", &[]),
    ("viridithas", &[]),
    ("stormphrax", &[]),
    ("obsidian", &[]),
    ("rubichess", &[]),
    ("koivisto", &[]),
    ("seer", &[]),
    ("wasp", &[]),
    ("texel", &[]),
    ("rodent", &[]),
    ("maia", &[]),
];

/// Where Debian and others put games beside `PATH`.
const FOLDERS: &[&str] = &["/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin"];

/// The engines that were found, by name in order.
#[derive(Resource, Clone, Debug)]
pub struct Engines(Vec<PathBuf>);

impl FromWorld for Engines {
    fn from_world(_: &mut World) -> Self {
        Engines(find())
    }
}

impl Engines {
    /// What they are called: the names of their programs.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|path| path.file_stem()?.to_str())
    }

    /// How the engine of this name, or the program at this path, is started.
    pub fn launch(&self, name: &str) -> Launch {
        let known = self.0.iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
        let program = known.cloned().unwrap_or_else(|| PathBuf::from(name));
        let stem = program.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let arguments = KNOWN.iter().find(|(known, _)| *known == stem).map_or(&[][..], |(_, arguments)| arguments);
        Launch { arguments: arguments.iter().map(Into::into).collect(), program, keeper: keeper() }
    }
}

/// This program, which keeps engines when it is told to. Tests have another one of their own.
fn keeper() -> Option<PathBuf> {
    env::current_exe().ok().filter(|path| path.file_stem().is_some_and(|stem| stem == "endgame"))
}

fn find() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).chain(FOLDERS.iter().map(PathBuf::from)).collect();
    let mut found: Vec<PathBuf> = KNOWN
        .iter()
        .filter_map(|(name, _)| {
            let program = format!("{name}{}", env::consts::EXE_SUFFIX);
            folders
                .iter()
                .filter(|folder| folder.is_absolute())
                .map(|folder| folder.join(&program))
                .find(|path| is_program(path))
        })
        .collect();
    found.sort_by(|one, other| one.file_stem().cmp(&other.file_stem()));
    found
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            about.is_file() && about.permissions().mode() & 0o111 != 0
        }
        #[cfg(not(unix))]
        about.is_file()
    })
}
