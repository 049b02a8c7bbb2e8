//! Who may import whom: the only up-to-date diagram of the house. A change of this table is a design decision.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A module of the house, and the modules of the house it may import.
const ALLOWED: &[(&str, &[&str])] = &[
    ("chess", &[]),
    ("notation", &["chess"]),
    ("engine", &["chess", "notation"]),
    ("cli", &["chess", "notation", "engine"]),
    // Leaves that anyone above chess may use.
    ("screens", &[]),
    ("files", &[]),
    ("settings", &["files"]),
    ("assets", &[]),
    ("locale", &[]),
    ("matter", &["chess", "assets", "settings"]),
    // The flow does not know that it is shown.
    ("game", &["chess", "screens", "files"]),
    ("animation", &["chess", "game", "settings"]),
    ("opponent", &["chess", "engine", "game", "animation"]),
    ("analysis", &["chess", "engine", "game", "opponent"]),
    ("board", &["chess", "game", "assets", "matter", "settings"]),
    ("pieces", &["chess", "game", "animation", "board", "assets", "matter", "settings"]),
    ("picking", &["chess", "game", "animation", "board", "pieces", "screens"]),
    ("camera", &["chess", "game", "animation", "board", "matter", "pieces", "settings"]),
    ("replay", &["chess", "notation", "game", "animation", "assets", "files", "settings"]),
    // What is kept on the disk: it listens to the flow and to the eye, and is shown by ui.
    ("memory", &["chess", "notation", "game", "camera", "replay", "settings", "files"]),
    ("audio", &["chess", "game", "animation", "pieces", "assets", "settings"]),
    (
        "ui",
        &[
            "chess",
            "notation",
            "engine",
            "game",
            "animation",
            "opponent",
            "analysis",
            "board",
            "pieces",
            "picking",
            "camera",
            "replay",
            "audio",
            "memory",
            "screens",
            "settings",
            "files",
            "locale",
        ],
    ),
    // Above all of it: nobody imports these.
    ("dev", &["chess", "notation", "game", "animation", "board", "pieces", "camera", "replay"]),
    ("window", &["assets", "chess", "notation", "cli", "game", "opponent", "replay", "memory", "settings", "matter"]),
    (
        "picture",
        &[
            "chess",
            "notation",
            "cli",
            "game",
            "animation",
            "board",
            "matter",
            "pieces",
            "camera",
            "replay",
            "settings",
            "window",
            "files",
            "locale",
        ],
    ),
    ("film", &["notation", "cli", "picture", "replay", "settings", "window", "files"]),
];

/// Words that only some modules may know: what is forbidden, where it is allowed, why.
const WORDS: &[(&str, &[&str], &str)] = &[
    ("KeyCode", &["picking", "camera", "replay", "ui", "dev"], "keys are read at the edge"),
    ("include_bytes!", &["assets"], "asset paths live in assets"),
    ("embedded://", &["assets"], "asset paths live in assets"),
    ("unsafe ", &[], "unsafe is forbidden"),
    ("fearless_simd", &["chess"], "vector instructions are entered in one file of the laws"),
    (
        "use bevy",
        &[
            "analysis",
            "animation",
            "assets",
            "audio",
            "board",
            "camera",
            "dev",
            "film",
            "game",
            "locale",
            "matter",
            "memory",
            "opponent",
            "picking",
            "picture",
            "pieces",
            "replay",
            "screens",
            "settings",
            "ui",
            "window",
            "lib",
        ],
        "laws, notations and tools are built without Bevy",
    ),
];

#[test]
fn imports_follow_the_table() {
    let faults: Vec<String> = sources().iter().flat_map(|(module, path, text)| faults(module, path, text)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_module_has_its_row() {
    let known: BTreeSet<&str> = ALLOWED.iter().map(|(module, _)| *module).collect();
    let found: BTreeSet<String> =
        sources().into_iter().map(|(module, ..)| module).filter(|name| name != "lib" && name != "main").collect();
    assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), known);
}

#[test]
fn a_planted_import_is_found() {
    let path = Path::new("src/game/planted.rs");
    assert_eq!(faults("game", path, "use crate::{chess::Move, ui::Panel};\n").len(), 1);
    assert_eq!(faults("game", path, "fn f() { crate::pieces::place(); }\n").len(), 1);
    assert_eq!(faults("game", path, "// crate::pieces is only spoken of\nuse crate::chess::Move;\n").len(), 0);
    assert_eq!(faults("chess", Path::new("src/chess/x.rs"), "use bevy::prelude::*;\n").len(), 1);
}

#[test]
fn every_file_says_what_it_is_for() {
    for (_, path, text) in sources() {
        assert!(text.starts_with("//! "), "{} does not begin with a //! line", path.display());
    }
}

fn faults(module: &str, path: &Path, text: &str) -> Vec<String> {
    let code: String = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n");
    let mut faults = Vec::new();
    if let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == module) {
        for import in imports(&code) {
            let is_module = ALLOWED.iter().any(|(name, _)| *name == import);
            if is_module && import != module && !allowed.contains(&import.as_str()) {
                faults.push(format!("{}: {module} may not import {import}", path.display()));
            }
        }
    }
    for (word, allowed, why) in WORDS {
        if code.contains(word) && !allowed.contains(&module) && module != "main" {
            faults.push(format!("{}: `{word}` does not belong here: {why}", path.display()));
        }
    }
    faults
}

/// The names that follow `crate::` directly or as the first names of a group.
fn imports(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let Some(group) = rest.strip_prefix('{') else {
            found.push(word(rest));
            continue;
        };
        let mut depth = 0;
        let mut name = String::new();
        for letter in group.chars() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => found.push(word(std::mem::take(&mut name).trim())),
                _ if depth == 0 => name.push(letter),
                _ => {}
            }
        }
        found.push(word(name.trim()));
    }
    found
}

fn word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// Module, path and text of every source file.
fn sources() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let inside = path.strip_prefix(&root).unwrap();
                let first = inside.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
                let text = fs::read_to_string(&path).unwrap();
                found.push((first.trim_end_matches(".rs").to_owned(), path, text));
            }
        }
    }
    found
}
