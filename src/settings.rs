//! What a person prefers: kept as TOML in the configuration folder. A new setting is a new field of [`Settings`].

mod file;
mod safe;

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use file::{FoundTroubles, SettingsFile, SettingsTrouble, SettingsWriter};
pub use safe::{ChooseSettings, Replaced};

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

/// What decides first of all how long the positions of a watched game are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tempo {
    /// All alike.
    #[default]
    Even,
    /// As long as the players thought.
    Clock,
}

impl Tempo {
    /// All, in the order in which they are offered.
    pub const ALL: [Tempo; 2] = [Tempo::Even, Tempo::Clock];
}

/// The preferences. Changed through `ResMut`, which saves them.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How fast men move.
    pub motion: Motion,
    /// How much work a picture may be.
    pub detail: Detail,
    /// Whether that was chosen, by a person or by measuring; else the next start measures.
    pub detail_is_chosen: bool,
    /// What the board is made of.
    pub board: Board,
    /// How the men are shaped.
    pub men: Men,
    /// What lights the table.
    pub light: Light,
    /// Whether the men are heard.
    pub sound: bool,
    /// How loud, of 100; more is as loud as 100. Kept while nothing is heard.
    pub volume: u8,
    /// Whether the squares are named on the frame.
    pub coordinates: bool,
    /// Whether the board turns to the side to move.
    pub turn_board: bool,
    /// How long the positions of a watched game are looked at.
    pub tempo: Tempo,
    /// By what thinking times are divided when they decide.
    pub clock_times: u8,
    /// The longest wait then, in seconds.
    pub longest_wait: u8,
    /// Whether what matters in a watched game is looked at longer.
    pub importance: bool,
    /// Whether a watched game leaves time to read its comments.
    pub reading: bool,
    /// Whether the film of a watched game plays its variations too.
    pub play_variations: bool,
    /// Whether comments are shown in the picture while a game is watched.
    pub captions: bool,
    /// Whether the eye goes along with a watched game by itself.
    pub director: bool,
    /// Two views of one's own for White, then two for Black: yaw, pitch (radians), distance as a part of the usual one; all
    /// zero where nothing is kept.
    pub own_views: [[f32; 3]; 4],
    /// Whether the first hints were followed or skipped. Where nobody has ever set anything they were not; who has, needs none.
    pub tour_is_over: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            motion: Motion::default(),
            detail: Detail::default(),
            detail_is_chosen: false,
            board: Board::default(),
            men: Men::default(),
            light: Light::default(),
            sound: true,
            volume: 70,
            coordinates: true,
            turn_board: false,
            tempo: Tempo::default(),
            clock_times: 10,
            longest_wait: 10,
            importance: false,
            reading: true,
            play_variations: false,
            captions: true,
            director: false,
            own_views: [[0.0; 3]; 4],
            tour_is_over: true,
        }
    }
}

/// What decides how the table looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    board: Board,
    men: Men,
    light: Light,
    detail: Detail,
}

/// Run if the table is to look otherwise than when this was asked last. Other settings change too, and a slider changes one
/// in every frame.
pub fn style_changed(settings: Option<Res<Settings>>, mut before: Local<Option<Style>>) -> bool {
    let now = settings.map(|settings| settings.style());
    now.is_some() && std::mem::replace(&mut *before, now) != now
}

impl Settings {
    /// How the table looks.
    pub fn style(&self) -> Style {
        let &Settings { board, men, light, detail, .. } = self;
        Style { board, men, light, detail }
    }

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

    /// The names of the styles and the quality that are chosen, divided by commas.
    pub fn chosen_words(&self) -> String {
        let Style { board, men, light, detail } = self.style();
        [style_word(&board), style_word(&men), style_word(&light), style_word(&detail)].join(",")
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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>().add_plugins((file::plugin, safe::plugin));
}
