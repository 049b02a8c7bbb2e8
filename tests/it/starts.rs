//! Starts that came to nothing: the third has safe settings, and the file stays as it is until somebody chooses.

use std::{fs, path::Path, time::Duration};

use bevy::prelude::*;
use endgame::{
    files::Trouble,
    game::{News, Tidings},
    memory::Attempt,
    settings::{Board, Detail, Light, Men, Motion, Settings, SettingsFile, SettingsWriter},
    window::headless_with,
};

use crate::{memory::folder, ui::Table};

const OWN: &str = "version = 1\nmotion = \"slow\"\ndetail = \"high\"\ndetail_is_chosen = true\nboard = \"marble\"\n\
                   men = \"club\"\nlight = \"day\"\nsound = true\nvolume = 33\nlater = 7\n";

/// A start in this folder, like that of the window, as far as the first frames. It comes to nothing unless it goes on.
fn start(folder: &Path) -> Table {
    let attempt = Attempt::begin(Some(&folder.join("state")));
    let file = SettingsFile(Some(folder.join("settings.toml")));
    Table(headless_with(1280, 800, Duration::from_millis(50), |app| {
        if attempt.is_careful() {
            file.open_carefully(app)
        } else {
            file.open(app)
        }
        app.insert_resource(attempt);
    }))
}

fn settings(table: &Table) -> &Settings {
    table.0.world().resource::<Settings>()
}

fn asks(table: &Table) -> bool {
    table.0.world().resource::<News>().all().contains(&Tidings::SafeSettings)
}

fn text(folder: &Path) -> String {
    fs::read_to_string(folder.join("settings.toml")).unwrap()
}

/// Waits until the settings are on the disk.
fn written(table: &mut Table) {
    table.rest();
    while table.0.world().get_resource::<SettingsWriter>().is_some_and(SettingsWriter::is_busy) {
        std::thread::yield_now();
    }
}

/// A folder in which two starts came to nothing.
fn failed_twice(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    fs::write(folder.join("settings.toml"), OWN).unwrap();
    for _ in 0..2 {
        let table = start(&folder);
        assert!(!asks(&table) && settings(&table).board == Board::Marble);
    }
    folder
}

#[test]
fn after_two_that_came_to_nothing_the_third_has_safe_settings() {
    let folder = failed_twice("safe");
    let mut table = start(&folder);
    assert!(asks(&table));
    let Settings { motion, detail, board, men, light, sound, volume, .. } = *settings(&table);
    assert_eq!((detail, board, men, light, sound), (Detail::Low, Board::Walnut, Men::Staunton, Light::Lamp, false));
    assert_eq!((motion, volume), (Motion::Slow, 33), "what harms no machine stays");
    table.rest();
    table.rest();
    assert_eq!(text(&folder), OWN, "nothing is written before somebody chooses");
    // A move is made, and a setting changed: that one alone is written.
    table.moves("e4 e5");
    assert!(asks(&table), "what is asked is answered by no move");
    table.0.world_mut().resource_mut::<Settings>().volume = 50;
    written(&mut table);
    let now = text(&folder);
    for part in ["board = \"marble\"", "detail = \"high\"", "sound = true", "volume = 50", "later = 7"] {
        assert!(now.contains(part), "{part}: {now}");
    }
    table.press("news-safe-keep");
    written(&mut table);
    assert!(!asks(&table));
    let now = text(&folder);
    for part in
        ["board = \"walnut\"", "detail = \"low\"", "sound = false", "volume = 50", "motion = \"slow\"", "later = 7"]
    {
        assert!(now.contains(part), "{part}: {now}");
    }
    drop(table);
    // This one had been drawn for a while.
    let table = start(&folder);
    assert!(!asks(&table));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn ones_own_settings_come_back_when_they_are_asked_for() {
    let folder = failed_twice("own");
    let mut table = start(&folder);
    table.rest();
    table.0.world_mut().resource_mut::<Settings>().motion = Motion::Fast;
    table.rest();
    table.press("news-safe-own");
    written(&mut table);
    assert!(!asks(&table));
    let own = settings(&table).clone();
    assert_eq!((own.board, own.detail, own.sound), (Board::Marble, Detail::High, true));
    assert_eq!(own.motion, Motion::Fast, "what was changed meanwhile stays");
    let (read, troubles) = SettingsFile(Some(folder.join("settings.toml"))).load();
    assert!(read == own && troubles.0.is_empty() && text(&folder).contains("later = 7"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn who_only_puts_the_question_away_has_his_own_at_the_next_start() {
    let folder = failed_twice("away");
    let mut table = start(&folder);
    for _ in 0..3 {
        table.rest();
    }
    table.press("news-close");
    assert!(!asks(&table) && settings(&table).board == Board::Walnut);
    drop(table);
    let table = start(&folder);
    assert!(!asks(&table) && settings(&table).board == Board::Marble && text(&folder) == OWN);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_program_that_was_drawn_for_a_while_has_not_failed_however_it_ends() {
    let folder = folder("while");
    fs::write(folder.join("settings.toml"), OWN).unwrap();
    for _ in 0..4 {
        let mut table = start(&folder);
        // Four seconds.
        table.rest();
        table.rest();
        assert!(table.0.world().get_resource::<Attempt>().is_none() && !asks(&table));
        // Dropped without a word, as if it was killed.
    }
    // Where nothing can be written it starts as ever.
    fs::remove_dir_all(folder.join("state")).unwrap();
    fs::write(folder.join("state"), "in the way").unwrap();
    for _ in 0..4 {
        let table = start(&folder);
        let troubles = table.0.world().resource::<News>().all().iter();
        assert!(!asks(&table) && !troubles.clone().any(|one| matches!(one, Tidings::Trouble(Trouble::NotKept { .. }))));
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn safe_settings_are_offered_to_nobody_who_has_them() {
    let folder = folder("same");
    let safe = Settings { volume: 12, ..Settings::default() }.safe();
    let mut table = start(&folder);
    *table.0.world_mut().resource_mut::<Settings>() = safe.clone();
    written(&mut table);
    drop(table);
    for _ in 0..3 {
        drop(start(&folder));
    }
    let table = start(&folder);
    assert!(!asks(&table) && *settings(&table) == safe);
    fs::remove_dir_all(folder).unwrap();
}
