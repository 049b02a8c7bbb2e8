//! What is kept on the disk: settings that survive whatever becomes of their file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use bevy::prelude::*;
use endgame::{
    files::{Fault, Trouble},
    game::{News, Tidings},
    settings::{Motion, Settings, SettingsFile, SettingsWriter},
    window,
};

/// A folder that is empty and this test's alone.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("endgame-memory-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The names in a folder, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The flow alone, started with this file of settings.
pub fn started(file: &Path) -> App {
    let mut app = window::bare_with(std::time::Duration::from_millis(50), |app| {
        SettingsFile(Some(file.to_owned())).open(app);
    });
    app.update();
    app
}

pub fn told(app: &App) -> Vec<Trouble> {
    let troubles = app.world().resource::<News>().all().iter().filter_map(|tidings| match tidings {
        Tidings::Trouble(trouble) => Some(trouble.clone()),
        _ => None,
    });
    troubles.collect()
}

/// Changes a setting and waits until it is on the disk, or cannot be.
pub fn set(app: &mut App, change: impl FnOnce(&mut Settings)) {
    change(&mut app.world_mut().resource_mut::<Settings>());
    app.update();
    while app.world().get_resource::<SettingsWriter>().is_some_and(SettingsWriter::is_busy) {
        std::thread::yield_now();
    }
    app.update();
}

pub fn settings(app: &App) -> &Settings {
    app.world().resource::<Settings>()
}

#[test]
fn settings_are_kept_with_what_others_wrote() {
    let file = folder("kept").join("new/settings.toml");
    let mut app = started(&file);
    assert!(told(&app).is_empty() && !file.exists(), "a first start writes nothing");
    set(&mut app, |settings| settings.motion = Motion::Slow);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("version = 1\n") && text.contains("motion = \"slow\"\n"), "{text}");
    // Another copy of the program, and a later one with more settings, were busy meanwhile.
    fs::write(&file, text.replace("sound = true", "sound = false") + "\n[later]\nx = 1\n").unwrap();
    set(&mut app, |settings| settings.coordinates = false);
    let text = fs::read_to_string(&file).unwrap();
    for part in ["sound = false", "coordinates = false", "motion = \"slow\"", "[later]\nx = 1"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let mut again = started(&file);
    assert_eq!((settings(&again).motion, settings(&again).sound), (Motion::Slow, false));
    assert!(told(&again).is_empty());
    again.update();
    assert_eq!(names(file.parent().unwrap()), ["settings.toml"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text, "what was only read is not written");
}

#[test]
fn a_file_that_is_not_understood_is_set_aside_and_told() {
    let folder = folder("aside");
    let file = folder.join("settings.toml");
    let faults: [(&[u8], fn(&Fault) -> bool); 5] = [
        (b"", |fault| *fault == Fault::Empty),
        (b"\xff\xfe\x00", |fault| *fault == Fault::NotText),
        (b"motion = ", |fault| matches!(fault, Fault::Damaged(_))),
        (b"[package]\nname = 'x'\n", |fault| *fault == Fault::Foreign),
        (b"version = 7\nmotion = \"off\"\n", |fault| *fault == Fault::Newer),
    ];
    for (number, (bytes, is_fault)) in faults.iter().enumerate() {
        fs::write(&file, bytes).unwrap();
        let mut app = started(&file);
        assert_eq!(*settings(&app), Settings::default());
        let kept = folder.join(format!("settings.toml.set-aside-{}", number + 1));
        match &told(&app)[..] {
            [Trouble::SetAside { file: which, aside, fault }] => {
                assert!(*which == file && *aside == kept && is_fault(fault), "{fault:?}");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(fs::read(&kept).unwrap(), *bytes);
        set(&mut app, |settings| settings.sound = false);
        assert!(!settings(&started(&file)).sound);
    }
    assert_eq!(names(&folder).len(), 6);
}

#[test]
fn a_bad_value_is_told_and_a_folder_that_takes_nothing_is_told_once() {
    let folder = folder("told");
    let file = folder.join("settings.toml");
    fs::write(&file, "motion = \"backwards\"\nsound = false\n").unwrap();
    let mut app = started(&file);
    assert_eq!(told(&app), [Trouble::Value { file: file.clone(), key: "motion".to_owned() }]);
    assert!(!settings(&app).sound);
    app.world_mut().resource_mut::<News>().put_away();
    // Where the folder should be, there is a file: nothing can be written there.
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "in the way").unwrap();
    for (motion, times) in [(Motion::Fast, 1), (Motion::Slow, 0)] {
        set(&mut app, |settings| settings.motion = motion);
        let told = told(&app);
        assert!(told.len() == times && told.iter().all(|one| matches!(one, Trouble::NotKept { .. })), "{told:?}");
        app.world_mut().resource_mut::<News>().put_away();
    }
    fs::remove_file(&folder).unwrap();
    // A folder that has the name of the file.
    fs::create_dir_all(&file).unwrap();
    let app = started(&file);
    assert!(matches!(&told(&app)[..], [Trouble::SetAside { fault: Fault::Unreadable(_), .. }]), "{:?}", told(&app));
    fs::remove_dir_all(&folder).unwrap();
    // A computer without such a place at all.
    let mut app = window::bare_with(std::time::Duration::from_millis(50), |app| SettingsFile(None).open(app));
    app.update();
    assert_eq!(told(&app), [Trouble::NoFolder]);
}
