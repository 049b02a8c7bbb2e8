//! What a person prefers: kept as TOML in the configuration folder, tolerant of everything that may stand there.

use std::{fs, path::PathBuf, time::Duration};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::files;

/// How fast men move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motion {
    /// Men are simply there.
    Off,
    /// Half the usual time.
    Fast,
    /// About a third of a second a move.
    #[default]
    Normal,
    /// Twice the usual time.
    Slow,
}

impl Motion {
    /// All, in the order in which they are offered.
    pub const ALL: [Motion; 4] = [Motion::Off, Motion::Fast, Motion::Normal, Motion::Slow];

    /// The time of one move; zero when off.
    pub fn duration(self) -> Duration {
        Duration::from_millis(match self {
            Motion::Off => 0,
            Motion::Fast => 170,
            Motion::Normal => 350,
            Motion::Slow => 700,
        })
    }
}

/// How much work a picture may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// Few triangles, no shadows, no smoothing: for machines without a graphics processor.
    Low,
    /// Full models, shadows, edges smoothed.
    Medium,
    /// All of it: finer shadows, light that comes from the room.
    #[default]
    High,
}

impl Detail {
    /// All, in the order in which they are offered.
    pub const ALL: [Detail; 3] = [Detail::Low, Detail::Medium, Detail::High];
}

/// What the board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Board {
    /// Walnut and maple in a mahogany frame.
    #[default]
    Walnut,
    /// Light and dark marble.
    Marble,
    /// The green board of tournaments, rolled out.
    RollUp,
}

impl Board {
    /// All, in the order in which they are offered.
    pub const ALL: [Board; 3] = [Board::Walnut, Board::Marble, Board::RollUp];
}

/// How the men are shaped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Men {
    /// As at tournaments since 1849.
    #[default]
    Staunton,
    /// Slim and plain, each head unlike the others.
    Modern,
    /// Squat wooden men of a club.
    Club,
}

impl Men {
    /// All, in the order in which they are offered.
    pub const ALL: [Men; 3] = [Men::Staunton, Men::Modern, Men::Club];
}

/// What lights the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Light {
    /// A warm lamp in a dark room.
    #[default]
    Lamp,
    /// A window by day.
    Day,
    /// Soft lights of a studio.
    Studio,
}

impl Light {
    /// All, in the order in which they are offered.
    pub const ALL: [Light; 3] = [Light::Lamp, Light::Day, Light::Studio];
}

/// The preferences. Changed through `ResMut`, which saves them.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How fast men move.
    pub motion: Motion,
    /// How much work a picture may be.
    pub detail: Detail,
    /// What the board is made of.
    pub board: Board,
    /// How the men are shaped.
    pub men: Men,
    /// What lights the table.
    pub light: Light,
    /// Whether the men are heard.
    pub sound: bool,
    /// Whether the squares are named on the frame.
    pub coordinates: bool,
    /// Whether the board turns to the side to move.
    pub turn_board: bool,
    /// Two views of one's own for White, then two for Black: yaw, pitch (radians), distance as a part of the usual one; all
    /// zero where nothing is kept.
    pub own_views: [[f32; 3]; 4],
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            motion: Motion::default(),
            detail: Detail::default(),
            board: Board::default(),
            men: Men::default(),
            light: Light::default(),
            sound: true,
            coordinates: true,
            turn_board: false,
            own_views: [[0.0; 3]; 4],
        }
    }
}

impl Settings {
    /// Chooses the style or quality of this name. Answers whether there is one.
    pub fn choose(&mut self, word: &str) -> bool {
        fn find<T: Copy + Serialize>(all: &[T], word: &str) -> Option<T> {
            all.iter().copied().find(|style| style_word(style) == word)
        }
        if let Some(board) = find(&Board::ALL, word) {
            self.board = board;
        } else if let Some(men) = find(&Men::ALL, word) {
            self.men = men;
        } else if let Some(light) = find(&Light::ALL, word) {
            self.light = light;
        } else if let Some(detail) = find(&Detail::ALL, word) {
            self.detail = detail;
        } else {
            return false;
        }
        true
    }

    /// The names of all styles and qualities, as they stand in the file.
    pub fn style_words() -> Vec<String> {
        let (boards, men) = (Board::ALL.iter().map(style_word), Men::ALL.iter().map(style_word));
        boards.chain(men).chain(Light::ALL.iter().map(style_word)).chain(Detail::ALL.iter().map(style_word)).collect()
    }
}

/// The word of a style in the file.
fn style_word<T: Serialize>(style: &T) -> String {
    toml::Value::try_from(style).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Where the settings lie, if there is such a place.
#[derive(Resource, Clone, Debug, Default)]
pub struct SettingsFile(pub Option<PathBuf>);

impl SettingsFile {
    /// The file in the configuration folder of this person.
    pub fn of_user() -> Self {
        SettingsFile(
            directories::ProjectDirs::from("", "", "endgame").map(|folders| folders.config_dir().join("settings.toml")),
        )
    }

    /// Reads the settings. What is missing or not understood takes its default, with a warning; never an error.
    pub fn load(&self) -> Settings {
        let Some(text) = self.0.as_ref().and_then(|path| fs::read_to_string(path).ok()) else {
            return Settings::default();
        };
        understand(&text)
    }

    fn save(&self, settings: &Settings) -> Result<(), String> {
        let Some(path) = &self.0 else { return Ok(()) };
        let text = toml::to_string(settings).map_err(|error| error.to_string())?;
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        folder
            .and_then(|()| files::replace(path, text.as_bytes()))
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Takes each setting that can be understood, so that one bad value does not cost the others.
fn understand(text: &str) -> Settings {
    let table: toml::Table = match text.parse() {
        Ok(table) => table,
        Err(error) => {
            warn!("settings are not readable, defaults are used: {error}");
            return Settings::default();
        }
    };
    let mut settings = Settings::default();
    for (key, value) in table {
        let mut tried = match toml::Table::try_from(&settings) {
            Ok(tried) => tried,
            Err(_) => continue,
        };
        tried.insert(key.clone(), value);
        match tried.try_into() {
            Ok(understood) => settings = understood,
            Err(error) => warn!("setting `{key}` is not understood, its default is used: {error}"),
        }
    }
    settings
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .init_resource::<SettingsFile>()
        .add_systems(Last, save.run_if(resource_changed::<Settings>));
}

fn save(settings: Res<Settings>, file: Res<SettingsFile>, mut saved: Local<Option<Settings>>) {
    // What was just loaded, or the defaults of a first start, need not be written.
    let Some(before) = saved.replace(settings.clone()) else { return };
    if before != *settings
        && let Err(error) = file.save(&settings)
    {
        warn!("the settings could not be saved: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_value_costs_only_itself() {
        let settings = understand("motion = \"fast\"\ndetail = \"ultra\"\nsound = false\nunknown = 3\n");
        assert_eq!(settings, Settings { motion: Motion::Fast, sound: false, ..Settings::default() });
    }

    #[test]
    fn nonsense_gives_defaults() {
        assert_eq!(understand("][ nonsense"), Settings::default());
    }
}
