//! Which moment of the game each frame of the film shows.

use crate::{
    cli::film::{Args, Pacing, Rate},
    replay::{Excerpt, Replay, Schedule, pacing},
    settings::{Settings, Tempo},
};

/// What one frame shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Where in the game it is, in half-moves; a part of one while men move.
    pub ply: f64,
    /// Where in the film of the whole game it is, in seconds at speed 1.
    pub seconds: f64,
}

/// A part of a game in time.
pub struct Passage {
    schedule: Schedule,
    /// When it begins, in seconds of the whole game at speed 1.
    begin: f64,
    /// The half-move that it ends with, looked at as the last thing.
    to: f64,
    speed: f64,
    rate: Rate,
    frames: u64,
}

impl Passage {
    /// From a half-move to another one, both of them in the game, as the command line wants it.
    pub fn new(replay: &Replay, to: f64, args: &Args) -> Passage {
        let schedule = Schedule::new(&replay.tree, &replay.line, &pacing(&tempo(args, Settings::default())));
        let Excerpt { begin, seconds } = Excerpt::new(replay, &schedule, args.from, to, args.captions);
        let (speed, rate) = (args.speed, args.fps);
        Passage { schedule, begin, to, speed, rate, frames: rate.frames_in(seconds / speed) }
    }

    /// So many frames it has.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// What a frame shows.
    pub fn moment(&self, frame: u64) -> Moment {
        let seconds = self.begin + self.rate.seconds_at(frame) * self.speed;
        let ply = if frame + 1 >= self.frames { self.to } else { self.schedule.ply_at(seconds).min(self.to) };
        Moment { ply, seconds }
    }
}

/// What the pacing is in settings, beside others. Where comments are not in the picture nobody waits for them to be read.
pub fn tempo(args: &Args, settings: Settings) -> Settings {
    let tempo = if args.pacing == Pacing::Clock { Tempo::Clock } else { Tempo::Even };
    let (clock_times, longest_wait) = (args.clock_times, args.longest_wait);
    let importance = args.pacing == Pacing::Importance;
    Settings { tempo, clock_times, longest_wait, importance, reading: args.captions, ..settings }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use clap::Parser;

    use super::*;
    use crate::notation::pgn::reader::Reader;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn passage(to: f64, line: &str) -> Passage {
        let game = Reader::new(&b"1. e4 {[%clk 0:10:00]} e5 {[%clk 0:10:00]} 2. Nf3 {[%clk 0:09:20]} Nc6 *"[..]).next();
        let replay = Replay::new(Arc::new(game.unwrap().unwrap()));
        let line = Line::parse_from(format!("film --pgn a -o b {line}").split_whitespace());
        Passage::new(&replay, to, &line.args)
    }

    #[test]
    fn a_film_begins_and_ends_with_what_was_asked_for() {
        for line in ["", "--from 1 --speed 2", "--from 0.4 --fps 29.97", "--pacing clock", "--pacing importance"] {
            let from = if line.contains("0.4") { 0.4 } else { f64::from(line.contains("--from 1") as u8) };
            let film = passage(4.0, line);
            let plies: Vec<f64> = (0..film.frames()).map(|frame| film.moment(frame).ply).collect();
            assert!((plies[0] - from).abs() < 1e-9, "{line}: {}", plies[0]);
            assert_eq!(plies.last(), Some(&4.0), "{line}");
            assert!(plies.is_sorted(), "{line}");
        }
        let (usual, fast) = (passage(3.0, "").frames(), passage(3.0, "--speed 4").frames());
        assert!((usual as f64 / fast as f64 - 4.0).abs() < 0.1, "{usual} {fast}");
        // A part of a move at the end is only just reached.
        let film = passage(2.5, "");
        assert!(film.moment(film.frames() - 2).ply < 2.5 && film.moment(film.frames() - 1).ply == 2.5);
        assert_eq!(passage(0.0, "--fps 10").moment(0), Moment { ply: 0.0, seconds: 0.0 });
        assert!(passage(3.0, "--pacing clock").frames() > usual, "forty seconds were thought");
    }
}
