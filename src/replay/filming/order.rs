//! What a film shall be, and how that is said on the command line.

use std::{
    ffi::OsString,
    path::{MAIN_SEPARATOR_STR, PathBuf},
};

/// A kind of film.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FilmFormat {
    /// Plays everywhere.
    #[default]
    Mp4,
    /// For the web.
    Webp,
    /// For where nothing else is taken.
    Gif,
    /// A folder with a PNG for each frame.
    Pngs,
}

impl FilmFormat {
    /// All, in the order in which they are offered.
    pub const ALL: [FilmFormat; 4] = [FilmFormat::Mp4, FilmFormat::Webp, FilmFormat::Gif, FilmFormat::Pngs];

    /// How the names of its files end; a folder's in nothing.
    pub fn ending(self) -> Option<&'static str> {
        match self {
            FilmFormat::Mp4 => Some("mp4"),
            FilmFormat::Webp => Some("webp"),
            FilmFormat::Gif => Some("gif"),
            FilmFormat::Pngs => None,
        }
    }

    /// The most frames a second that it has.
    pub fn most_frames(self) -> u32 {
        if self == FilmFormat::Gif { 50 } else { 240 }
    }
}

/// What decides how long positions are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FilmPacing {
    /// All alike.
    #[default]
    Even,
    /// As long as the players thought.
    Clock,
    /// Longer where it matters.
    Importance,
}

impl FilmPacing {
    /// All, in the order in which they are offered.
    pub const ALL: [FilmPacing; 3] = [FilmPacing::Even, FilmPacing::Clock, FilmPacing::Importance];
}

/// What a film shall be.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmOrder {
    /// In what it is written.
    pub format: FilmFormat,
    /// Where.
    pub output: PathBuf,
    /// Its width and height, in pixels.
    pub size: [u32; 2],
    /// Frames a second.
    pub fps: u32,
    /// From which half-move to which.
    pub passage: [f64; 2],
    /// How long positions are looked at.
    pub pacing: FilmPacing,
    /// By what thinking times are divided.
    pub clock_times: u8,
    /// The longest wait then, in seconds.
    pub longest_wait: u8,
    /// How many times the usual speed.
    pub speed: f32,
    /// From where it is looked at, as the command line names it.
    pub view: String,
    /// The eye goes along.
    pub director: bool,
    /// Look of board and light, as the command line names them.
    pub theme: String,
    /// Comments are in the picture.
    pub captions: bool,
    /// Players and clocks are.
    pub clocks: bool,
    /// The graph is.
    pub graph: bool,
}

impl FilmOrder {
    /// What the program is called with; the game comes over its standard input.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let [width, height] = self.size;
        let [from, to] = self.passage;
        let pacing = match self.pacing {
            FilmPacing::Even => "even",
            FilmPacing::Clock => "clock",
            FilmPacing::Importance => "importance",
        };
        let values = [
            ("size", format!("{width}x{height}")),
            ("fps", self.fps.to_string()),
            ("from", from.to_string()),
            ("to", to.to_string()),
            ("pacing", pacing.to_owned()),
            ("clock-times", self.clock_times.max(1).to_string()),
            ("longest-wait", self.longest_wait.max(1).to_string()),
            ("speed", self.speed.to_string()),
            ("view", self.view.clone()),
            ("theme", self.theme.clone()),
        ];
        let flags =
            [("director", self.director), ("captions", self.captions), ("clocks", self.clocks), ("graph", self.graph)];
        let mut arguments: Vec<OsString> = vec!["film".into(), "--attended".into()];
        arguments.extend(values.into_iter().map(|(name, value)| format!("--{name}={value}").into()));
        arguments.extend(flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| format!("--{name}").into()));
        let mut output = OsString::from("--output=");
        output.push(&self.output);
        if self.format == FilmFormat::Pngs {
            output.push(MAIN_SEPARATOR_STR);
        }
        arguments.push(output);
        arguments
    }
}
