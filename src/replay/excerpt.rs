//! A part of a watched game as a film of its own: where it begins, and how long it is.

use super::{captions::Caption, pacing::Schedule, tree::Replay};

/// The longest that the end of a part is looked at, in seconds at speed 1, if there is nothing to read.
const END: f64 = 3.0;

/// A part of a film, in seconds at speed 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Excerpt {
    /// When it begins, in seconds of the film of the whole line.
    pub begin: f64,
    /// How long it is.
    pub seconds: f64,
}

impl Excerpt {
    /// From a half-move of the line to another one, which may be parts of moves; with captions there is time to read the last.
    pub fn new(replay: &Replay, schedule: &Schedule, from: f64, to: f64, captions: bool) -> Excerpt {
        let begin = schedule.seconds_at(from);
        let reading = if captions { Caption::of(replay, to as usize).reading_time() } else { 0.0 };
        let look = if to.fract() > 0.0 { 0.0 } else { schedule.hold(to as usize).min(END.max(reading)) };
        Excerpt { begin, seconds: schedule.seconds_at(to) + look - begin }
    }
}
