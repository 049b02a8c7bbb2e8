//! The file of the settings. Whatever stands there, the program starts; what is not understood is kept and told.

use std::{
    fs,
    path::{Path, PathBuf},
};

use bevy::prelude::*;
use toml::{Table, Value};

use super::{Replaced, Settings};
use crate::files::{self, Fault, Scribe, Trouble, table};

/// The version of the file. What an older program wrote is read; a file that a newer one wrote is set aside.
const VERSION: i64 = 1;

/// Where the settings lie, if there is such a place.
#[derive(Resource, Clone, Debug, Default)]
pub struct SettingsFile(pub Option<PathBuf>);

/// Something about the file of the settings that a person must know.
#[derive(Event, Clone, Debug)]
pub struct SettingsTrouble(pub Trouble);

/// What was wrong with the file when the program started: told when somebody is there to hear it.
#[derive(Resource, Clone, Debug, Default)]
pub struct FoundTroubles(pub Vec<Trouble>);

/// What the file says, as far as we know: only what is otherwise is written.
#[derive(Resource)]
pub(super) struct Loaded(pub(super) Settings);

/// Who writes the settings, once there was something to write.
#[derive(Resource)]
pub struct SettingsWriter(Scribe<Settings, Trouble>);

impl SettingsWriter {
    /// Whether something is still to be written.
    pub fn is_busy(&self) -> bool {
        self.0.is_busy()
    }
}

impl SettingsFile {
    /// The file in the configuration folder of this person.
    pub fn of_user() -> Self {
        SettingsFile(
            directories::ProjectDirs::from("", "", "endgame").map(|folders| folders.config_dir().join("settings.toml")),
        )
    }

    /// Reads the settings, and says what was wrong. A file that is not understood is set aside; a value that is not
    /// understood takes its default.
    pub fn load(&self) -> (Settings, FoundTroubles) {
        let Some(path) = &self.0 else { return (Settings::default(), FoundTroubles(vec![Trouble::NoFolder])) };
        match table::read(path, parse) {
            // There is no file: this is the first start.
            Ok(table) if table.is_empty() => {
                (Settings { tour_is_over: false, ..Settings::default() }, FoundTroubles::default())
            }
            Ok(table) => {
                let (settings, bad) = understand(&table);
                let trouble = |key| Trouble::Value { file: path.clone(), key };
                (settings, FoundTroubles(bad.into_iter().map(trouble).collect()))
            }
            Err(fault) => (Settings::default(), FoundTroubles(vec![files::set_aside(path, fault)])),
        }
    }

    /// Puts these settings into the app, as this file has them.
    pub fn open(self, app: &mut App) {
        let (settings, troubles) = self.load();
        app.insert_resource(Loaded(settings.clone()));
        app.insert_resource(settings).insert_resource(troubles).insert_resource(self);
    }

    /// The same, but with [safe](Settings::safe) settings in the place of those that the file has, if they are others.
    pub fn open_carefully(self, app: &mut App) {
        self.open(app);
        let own = app.world().resource::<Settings>().clone();
        let safe = own.safe();
        if safe != own {
            app.insert_resource(Loaded(safe.clone())).insert_resource(safe).insert_resource(Replaced(own));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SettingsFile>()
        .init_resource::<FoundTroubles>()
        .add_systems(PostStartup, tell)
        .add_systems(Last, save.run_if(resource_exists::<Loaded>.and_then(resource_changed::<Settings>)))
        .add_systems(First, hear.run_if(resource_exists::<SettingsWriter>));
}

fn tell(mut found: ResMut<FoundTroubles>, mut commands: Commands) {
    for trouble in found.0.drain(..) {
        warn!("settings: {trouble:?}");
        commands.trigger(SettingsTrouble(trouble));
    }
}

fn save(
    settings: Res<Settings>,
    file: Res<SettingsFile>,
    mut loaded: ResMut<Loaded>,
    writer: Option<Res<SettingsWriter>>,
    mut commands: Commands,
) {
    let mut before = std::mem::replace(&mut loaded.0, settings.clone());
    let Some(path) = file.0.clone().filter(|_| before != *settings) else { return };
    let now = settings.clone();
    if let Some(writer) = writer {
        return writer.0.write(now);
    }
    // Hired at the first change: most of the time there is none.
    let work = {
        let path = path.clone();
        move |now: Settings| put(&path, &std::mem::replace(&mut before, now.clone()), &now)
    };
    match Scribe::hire("settings", |_, _| true, work) {
        Ok(writer) => {
            writer.write(now);
            commands.insert_resource(SettingsWriter(writer));
        }
        Err(error) => commands.trigger(SettingsTrouble(Trouble::not_kept(path, &error))),
    }
}

/// Hears what could not be written; said once until something else is wrong.
fn hear(writer: Res<SettingsWriter>, mut said: Local<Vec<Trouble>>, mut commands: Commands) {
    for trouble in writer.0.answers() {
        if !said.contains(&trouble) {
            warn!("settings: {trouble:?}");
            said.push(trouble.clone());
            commands.trigger(SettingsTrouble(trouble));
        }
    }
}

fn parse(bytes: &[u8]) -> Result<Table, Fault> {
    // The first program wrote no version.
    table::parse(bytes, VERSION, |table| to_table(&Settings::default()).keys().any(|key| table.contains_key(key)))
}

fn to_table(settings: &Settings) -> Table {
    // All fields are words, numbers, yes and no: there is nothing that TOML could not say.
    Table::try_from(settings).unwrap_or_default()
}

/// Takes each setting that can be understood, so that one bad value does not cost the others; answers which could not.
fn understand(table: &Table) -> (Settings, Vec<String>) {
    let mut settings = Settings::default();
    let mut bad = Vec::new();
    for (key, value) in table {
        let mut tried = to_table(&settings);
        tried.insert(key.clone(), value.clone());
        match tried.try_into() {
            Ok(understood) => settings = understood,
            Err(_) => bad.push(key.clone()),
        }
    }
    (settings, bad)
}

/// Writes what has changed into the file as it is now: what a newer program or another copy of this one put there stays.
fn put(path: &Path, before: &Settings, now: &Settings) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    let mut table = table::read(path, parse).unwrap_or_else(|fault| {
        troubles.push(files::set_aside(path, fault));
        Table::new()
    });
    if let Some(Trouble::LeftThere { .. }) = troubles.first() {
        return troubles;
    }
    merge(&mut table, before, now);
    let text = toml::to_string(&table).unwrap_or_default();
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    if let Err(error) = folder.and_then(|()| files::replace(path, text.as_bytes())) {
        troubles.push(Trouble::not_kept(path, &error));
    }
    troubles
}

/// These settings, but with what differs between `before` and `now` as it is now.
pub(super) fn changed_alike(settings: &Settings, before: &Settings, now: &Settings) -> Settings {
    let mut table = to_table(settings);
    merge(&mut table, before, now);
    understand(&table).0
}

fn merge(table: &mut Table, before: &Settings, now: &Settings) {
    table.insert(table::VERSION.to_owned(), Value::Integer(VERSION));
    let before = to_table(before);
    for (key, value) in to_table(now) {
        if before.get(&key) != Some(&value) || !table.contains_key(&key) {
            table.insert(key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Motion;
    use super::*;

    fn understood(text: &str) -> (Settings, Vec<String>) {
        understand(&parse(text.as_bytes()).unwrap())
    }

    #[test]
    fn a_bad_value_costs_only_itself() {
        let (settings, bad) = understood("motion = \"fast\"\ndetail = \"ultra\"\nsound = false\nunknown = 3\n");
        assert_eq!(settings, Settings { motion: Motion::Fast, sound: false, ..Settings::default() });
        assert_eq!(bad, ["detail"]);
    }

    #[test]
    fn what_is_no_file_of_settings_is_known_as_such() {
        let fault = |bytes: &[u8]| parse(bytes).unwrap_err();
        assert_eq!(fault(b""), Fault::Empty);
        assert_eq!(fault(b"\n\n# nothing\n"), Fault::Empty);
        assert_eq!(fault(b"sound = \xff"), Fault::NotText);
        assert!(matches!(fault(b"][ nonsense"), Fault::Damaged(_)));
        assert!(matches!(fault(b"sound = false\nmot"), Fault::Damaged(_)));
        assert_eq!(fault(b"version = 2\nsound = false\n"), Fault::Newer);
        assert_eq!(fault(b"version = \"1\"\nsound = false\n"), Fault::Foreign);
        assert_eq!(fault(b"version = 0\nsound = false\n"), Fault::Foreign);
        assert_eq!(fault(b"[package]\nname = \"endgame\"\n"), Fault::Foreign);
        assert_eq!(understood("sound = false\n").0.sound, understood("version = 1\nsound = false\n").0.sound);
    }

    #[test]
    fn saving_changes_only_what_a_person_changed() {
        let text = "detail = \"ultra\"\nmotion = \"slow\"\n[later]\nhow = [1, 2]\n";
        let mut table = parse(text.as_bytes()).unwrap();
        let (before, _) = understand(&table);
        let now = Settings { sound: false, ..before.clone() };
        merge(&mut table, &before, &now);
        let written = toml::to_string(&table).unwrap();
        let again = parse(written.as_bytes()).unwrap();
        assert_eq!(again["later"]["how"], parse(text.as_bytes()).unwrap()["later"]["how"], "{written}");
        assert_eq!(again["detail"].as_str(), Some("ultra"), "a value of another program stays until it is set here");
        assert_eq!((again["version"].as_integer(), understand(&again).0), (Some(1), now));
    }
}
