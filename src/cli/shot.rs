//! `endgame shot`: a picture of a position or of a moment of a game.

use std::path::PathBuf;
use std::str::FromStr;

use super::{Size, rules_parser};
use crate::chess::{RuleSet, Square};

const EXAMPLE: &str = "Example:
  endgame shot --size 1280x720 --view white -o start.png
  endgame shot --pgn game.pgn --ply 12.4 --marks last,check -o moment.png";

/// Arguments of `endgame shot`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// Position to show [default: the start position]
    #[arg(long, value_name = "FEN", conflicts_with = "pgn")]
    pub fen: Option<String>,
    /// Rules that the position is read by
    #[arg(long, value_parser = rules_parser(), default_value = "standard")]
    pub rules: RuleSet,
    /// Game to show a moment of
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Which game of the file, counting from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pgn")]
    pub game: usize,
    /// After which half-move; 12.4 is 40 % into the move after half-move 12 [default: the last]
    #[arg(long, value_name = "P", requires = "pgn", value_parser = ply)]
    pub ply: Option<f64>,
    /// Size of the picture
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720")]
    pub size: Size,
    /// From where: white, black, top, side, diagram or YAW,PITCH,DISTANCE (degrees, degrees, squares); two numbers more say what is
    /// looked at, in squares from the middle to the right and toward White
    #[arg(long, default_value = "white", allow_hyphen_values = true)]
    pub view: View,
    /// Look of board and light, words divided by commas: walnut, marble, rollup; staunton, modern, club; lamp, day, studio; low, medium, high; bare
    #[arg(long, value_name = "NAMES")]
    pub theme: Option<String>,
    /// What to mark, divided by commas: last, check, targets:SQUARE
    #[arg(long, value_delimiter = ',')]
    pub marks: Vec<Mark>,
    /// Show the overlays of the game as well
    #[arg(long)]
    pub ui: bool,
    /// File to write (PNG)
    #[arg(short, long, value_name = "OUT.png")]
    pub output: PathBuf,
}

/// Where the picture is taken from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum View {
    /// White's seat.
    White,
    /// Black's seat.
    Black,
    /// Straight from above.
    Top,
    /// From the side of the table.
    Side,
    /// A flat diagram with printed figures.
    Diagram,
    /// A place of one's own.
    Free {
        /// Degrees around the table.
        yaw: f32,
        /// Degrees above the table.
        pitch: f32,
        /// Squares from what is looked at.
        distance: f32,
        /// What is looked at: squares from the middle of the board to the right.
        right: f32,
        /// The same toward White.
        near: f32,
    },
}

/// Something to mark on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The last move.
    Last,
    /// A king in check.
    Check,
    /// Where the man on this square can go.
    Targets(Square),
}

impl FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<View, String> {
        Ok(match text {
            "white" => View::White,
            "black" => View::Black,
            "top" => View::Top,
            "side" => View::Side,
            "diagram" => View::Diagram,
            other => {
                let numbers: Option<Vec<f32>> = other.split(',').map(|part| part.trim().parse().ok()).collect();
                let numbers = numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite()));
                match numbers.as_deref() {
                    Some([yaw, pitch, distance, more @ ..]) if *distance > 0.0 && matches!(more.len(), 0 | 2) => {
                        let [right, near] = more.try_into().unwrap_or_default();
                        View::Free { yaw: *yaw, pitch: *pitch, distance: *distance, right, near }
                    }
                    _ => {
                        return Err("expected white, black, top, side, diagram or three or five numbers YAW,PITCH,DISTANCE,RIGHT,NEAR"
                            .to_owned());
                    }
                }
            }
        })
    }
}

impl FromStr for Mark {
    type Err = String;

    fn from_str(text: &str) -> Result<Mark, String> {
        let targets = text.strip_prefix("targets:").and_then(|square| square.parse().ok());
        match (text, targets) {
            ("last", _) => Ok(Mark::Last),
            ("check", _) => Ok(Mark::Check),
            (_, Some(square)) => Ok(Mark::Targets(square)),
            _ => Err("expected last, check or targets:SQUARE, for example targets:e2".to_owned()),
        }
    }
}

pub(super) fn ply(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|ply: &f64| ply.is_finite() && *ply >= 0.0);
    number.ok_or_else(|| "expected a half-move from 0, for example 12.4".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_have_names_or_numbers() {
        let free = |yaw, pitch, distance, right, near| Ok(View::Free { yaw, pitch, distance, right, near });
        assert_eq!("black".parse(), Ok(View::Black));
        assert_eq!("-30, 40,14".parse(), free(-30.0, 40.0, 14.0, 0.0, 0.0));
        assert_eq!("30,40,14,0.5,-2".parse(), free(30.0, 40.0, 14.0, 0.5, -2.0));
        for wrong in ["", "below", "30,40", "30,40,0", "30,40,14,1", "30,40,14,1,2,3", "30,40,NaN", "30,40,x,14"] {
            assert!(wrong.parse::<View>().is_err(), "{wrong}");
        }
    }
}
