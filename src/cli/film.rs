//! `endgame film`: a game as a film.

use std::{fmt, path::PathBuf, str::FromStr};

use super::{
    Size,
    shot::{View, ply},
};

const EXAMPLE: &str = "Examples:
  endgame film --pgn game.pgn -o game.mp4
  endgame film --pgn game.pgn --from 20 --to 34 --speed 2 --size 640x360 --fps 15 -o attack.gif
  endgame film --pgn games.pgn --game 3 --pacing importance --view 30,40,14 -o frames/
  endgame film --pgn game.pgn --pacing clock --director --captions --clocks --graph -o game.mp4";

/// Arguments of `endgame film`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// Game to film
    #[arg(long, value_name = "FILE", required_unless_present = "attended")]
    pub pgn: Option<PathBuf>,
    /// Which game of the file, counting from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub game: usize,
    /// From which half-move on; 0 is the start, 12.4 is 40 % into the move after half-move 12
    #[arg(long, value_name = "P", default_value = "0", value_parser = ply)]
    pub from: f64,
    /// To which half-move [default: the last]
    #[arg(long, value_name = "P", value_parser = ply)]
    pub to: Option<f64>,
    /// Frames a second, for example 30, 29.97 or 24000/1001
    #[arg(long, value_name = "N", default_value = "30")]
    pub fps: Rate,
    /// How many times the usual speed, 0.25 to 8
    #[arg(long, value_name = "TIMES", default_value = "1", value_parser = speed)]
    pub speed: f64,
    /// How long positions are looked at: all alike; as long as the players thought, by the clocks in the file; or longer the more
    /// happens
    #[arg(long, value_enum, default_value = "even")]
    pub pacing: Pacing,
    /// By what thinking times are divided with --pacing clock
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..))]
    pub clock_times: u8,
    /// How many seconds the longest wait then lasts
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..))]
    pub longest_wait: u8,
    /// Size of the picture
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720")]
    pub size: Size,
    /// From where: white, black, top, side, diagram or YAW,PITCH,DISTANCE (degrees, degrees, squares); two numbers more say what is
    /// looked at, in squares from the middle to the right and toward White
    #[arg(long, default_value = "white", allow_hyphen_values = true)]
    pub view: View,
    /// The eye goes along with the game and frames what matters; with --view, from White's or Black's side of the table
    #[arg(long)]
    pub director: bool,
    /// Comments are in the picture, long enough to be read, and signs over the squares of their moves
    #[arg(long)]
    pub captions: bool,
    /// The players are in the picture, and their clocks where the file tells them
    #[arg(long)]
    pub clocks: bool,
    /// The game from left to right is in the picture, with what an engine thinks of it where the file tells that
    #[arg(long)]
    pub graph: bool,
    /// Look of board and light, words divided by commas: walnut, marble, rollup; staunton, modern, club; lamp, day, studio; low, medium, high; bare
    #[arg(long, value_name = "NAMES")]
    pub theme: Option<String>,
    /// The game comes over standard input, after a line with its length in bytes; when the input ends the film is stopped. How far it
    /// is is told on standard output
    #[arg(long, hide = true, conflicts_with_all = ["pgn", "game"])]
    pub attended: bool,
    /// File to write (.mp4, .webp, .gif), or folder for a PNG of each frame, with a slash at its end
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
}

/// What decides how long a position is looked at.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pacing {
    /// All positions alike.
    Even,
    /// As long as the player thought.
    Clock,
    /// Longer the more happens.
    Importance,
}

/// Frames a second, as an exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// So many frames ...
    frames: u32,
    /// ... in so many seconds; never zero.
    seconds: u32,
}

impl Rate {
    /// Frames in one second, rounded as numbers are.
    pub fn per_second(self) -> f64 {
        f64::from(self.frames) / f64::from(self.seconds)
    }

    /// When a frame begins, in seconds, counting from 0.
    pub fn seconds_at(self, frame: u64) -> f64 {
        frame as f64 * f64::from(self.seconds) / f64::from(self.frames)
    }

    /// When a frame begins, in ticks of which a second has so many; to the nearest one.
    pub fn start(self, frame: u64, ticks: u64) -> u64 {
        let (frames, seconds) = (u128::from(self.frames), u128::from(self.seconds));
        let exact = u128::from(frame) * seconds * u128::from(ticks);
        ((exact + frames / 2) / frames) as u64
    }

    /// Frames of a film that lasts so many seconds, at least one.
    pub fn frames_in(self, seconds: f64) -> u64 {
        ((seconds * self.per_second()).round() as u64).max(1)
    }
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Rate, String> {
        let wanted = || "expected frames a second from 1 to 240, for example 30, 29.97 or 24000/1001".to_owned();
        let (frames, seconds) = match text {
            // What television means by these.
            "23.976" | "23.98" => (24_000, 1001),
            "29.97" => (30_000, 1001),
            "59.94" => (60_000, 1001),
            _ => match text.split_once('/') {
                Some((frames, seconds)) => {
                    (frames.parse().map_err(|_| wanted())?, seconds.parse().map_err(|_| wanted())?)
                }
                None => decimal(text).ok_or_else(wanted)?,
            },
        };
        let rate = Rate { frames, seconds };
        if seconds == 0 || !(1.0..=240.0).contains(&rate.per_second()) { Err(wanted()) } else { Ok(rate) }
    }
}

/// A number with at most three digits after the point, as a fraction.
fn decimal(text: &str) -> Option<(u32, u32)> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let scale = 10_u32.checked_pow(part.len() as u32).filter(|scale| *scale <= 1000)?;
    let part: u32 = if part.is_empty() { 0 } else { part.parse().ok()? };
    let whole: u32 = whole.parse().ok()?;
    Some((whole.checked_mul(scale)?.checked_add(part)?, scale))
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (self.per_second() * 1000.0).round() / 1000.0)
    }
}

fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| (0.25..=8.0).contains(speed));
    speed.ok_or_else(|| "expected a number from 0.25 to 8, for example 1.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_exact() {
        let rate = |text: &str| text.parse::<Rate>();
        assert_eq!(rate("30").unwrap(), Rate { frames: 30, seconds: 1 });
        assert_eq!(rate("12.5").unwrap(), Rate { frames: 125, seconds: 10 });
        assert_eq!(rate("29.97").unwrap(), rate("30000/1001").unwrap());
        assert_eq!(rate("29.97").unwrap().to_string(), "29.97");
        for text in ["", "0", "-5", "0.5", "241", "30/0", "/", "thirty", "1e9", "NaN", "1.23456"] {
            assert!(rate(text).is_err(), "{text}");
        }
        // After an hour a film of 30 frames a second is an hour long, in hundredths and in milliseconds.
        let thirty = rate("30").unwrap();
        assert_eq!((thirty.start(108_000, 100), thirty.start(108_000, 1000)), (360_000, 3_600_000));
        assert_eq!([0, 1, 2, 3].map(|frame| thirty.start(frame, 100)), [0, 3, 7, 10]);
        assert_eq!(thirty.frames_in(2.0), 60);
        assert_eq!(thirty.frames_in(0.0), 1);
    }
}
