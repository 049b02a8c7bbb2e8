//! How far the film is: on standard error a bar for people, a line now and then for files; for a program that attends to it, on
//! standard output, lines of two numbers.

use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Where there is no terminal a line is written each time that so much more is done, in parts of the whole.
const STEPS: u64 = 10;

/// How often a program is told.
const TICK: Duration = Duration::from_millis(100);

/// The progress of a film.
pub struct Progress {
    bar: ProgressBar,
    /// A program attends to it, and was told last then.
    told: Option<Instant>,
    frames: u64,
    began: Instant,
    steps: u64,
}

impl Progress {
    pub fn begin(frames: u64, is_attended: bool) -> Progress {
        let target = if is_attended { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(frames), target);
        // The template is ours, and right.
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} frames, {eta} left") {
            bar.set_style(style);
        }
        let told = is_attended.then(Instant::now);
        Progress { bar, told, frames, began: Instant::now(), steps: 0 }
    }

    /// So many frames are drawn.
    pub fn tell(&mut self, done: u64) {
        if let Some(told) = &mut self.told {
            if told.elapsed() >= TICK || done == self.frames {
                *told = Instant::now();
                // If nobody listens any more, the film is soon stopped.
                let _ = writeln!(io::stdout(), "{done} {}", self.frames);
            }
            return;
        }
        if !self.bar.is_hidden() {
            self.bar.set_position(done);
            return;
        }
        let steps = done * STEPS / self.frames.max(1);
        if steps > self.steps {
            self.steps = steps;
            let left = left(self.began.elapsed(), done, self.frames);
            eprintln!("{done} of {} frames, {} s left", self.frames, left.as_secs_f64().round());
        }
    }

    /// The film is written.
    pub fn end(&self) {
        self.bar.finish_and_clear();
        if self.told.is_some() {
            return;
        }
        eprintln!("{} frames in {:.1} s", self.frames, self.began.elapsed().as_secs_f64());
    }
}

/// How much longer it takes if all frames take as long as those that are done.
fn left(passed: Duration, done: u64, frames: u64) -> Duration {
    passed.mul_f64((frames.saturating_sub(done)) as f64 / done.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_what_is_done() {
        assert_eq!(left(Duration::from_secs(10), 1, 4), Duration::from_secs(30));
        assert_eq!(left(Duration::from_secs(10), 4, 4), Duration::ZERO);
        assert_eq!(left(Duration::ZERO, 0, 4), Duration::ZERO);
    }
}
