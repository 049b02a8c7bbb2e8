//! The ways men move, as pure curves of a phase: evaluated forwards, backwards, by time, by finger or by frame number.

use bevy::{math::Vec3, reflect::Reflect};

use crate::chess::Kind;

/// The shape of a way.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
pub enum Path {
    /// Straight over the wood.
    Slide,
    /// In an arc of this height.
    Hop(f32),
    /// Up to this height first, then over there, then down: out of the way of who comes.
    Lift(f32),
    /// Around other men on the way: soon this far to the side, along there, and late back (the castling rook).
    Swing(Vec3),
}

/// One man's way from one place to another. Phase 1 is the time of one move; the way fills a window of it.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
pub struct Step {
    /// Where it begins: where the man is, be it in mid-air.
    pub from: Vec3,
    /// Where it ends.
    pub to: Vec3,
    /// Its shape.
    pub path: Path,
    /// Phase at which the man starts and phase at which it arrives; a captured man waits for its captor.
    pub window: (f32, f32),
    /// What the man becomes on arrival (promotion).
    #[reflect(ignore)]
    pub becomes: Option<Kind>,
    /// Whether the man was captured on this way.
    pub captured: bool,
}

impl Step {
    /// A way that fills the whole move.
    pub fn new(from: Vec3, to: Vec3, path: Path) -> Self {
        Step { from, to, path, window: (0.0, 1.0), becomes: None, captured: false }
    }

    /// The phase at which the man has arrived.
    pub fn end(&self) -> f32 {
        self.window.1
    }

    /// Where the man is at `phase`; before its window at the start, after it at the end, exactly.
    pub fn at(&self, phase: f32) -> Vec3 {
        let (start, end) = self.window;
        let t = ((phase - start) / (end - start)).clamp(0.0, 1.0);
        if t <= 0.0 || t.is_nan() {
            return self.from;
        }
        if t >= 1.0 {
            return self.to;
        }
        let eased = ease(t);
        let straight = self.from.lerp(self.to, eased);
        match self.path {
            Path::Slide => straight,
            Path::Hop(height) => straight + Vec3::Y * (height * arc(eased)),
            Path::Lift(height) => {
                let part = |from: f32, to: f32| ease(((t - from) / (to - from)).clamp(0.0, 1.0));
                let up = part(0.0, 0.28) - part(0.65, 1.0);
                self.from.lerp(self.to, part(0.15, 0.9)) + Vec3::Y * (height * up)
            }
            Path::Swing(bow) => straight + bow * detour(eased),
        }
    }
}

/// Slow out of rest, quick, slow into rest; speed zero at both ends.
fn ease(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

/// A parabola through 0 at both ends and 1 in the middle.
fn arc(t: f32) -> f32 {
    4.0 * t * (1.0 - t)
}

/// Up to 1, along there, and down to 0 again: steeper than [`arc`], so that neighbors do not touch.
fn detour(t: f32) -> f32 {
    1.0 - (2.0 * t - 1.0).powi(6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_begin_and_end_exactly_and_stay_finite() {
        for path in [Path::Slide, Path::Hop(1.0), Path::Lift(1.0), Path::Swing(Vec3::Z)] {
            for window in [(0.0, 1.0), (0.4, 1.5), (0.5, 0.5)] {
                let step = Step { window, ..Step::new(Vec3::ZERO, Vec3::new(3.0, 0.0, -2.0), path) };
                assert_eq!(step.at(-1.0), step.from);
                assert_eq!(step.at(f32::INFINITY), step.to);
                assert!((0..=20).all(|n| step.at(n as f32 / 10.0).is_finite()));
            }
        }
    }

    #[test]
    fn a_hop_is_highest_in_the_middle() {
        let step = Step::new(Vec3::ZERO, Vec3::X, Path::Hop(0.8));
        assert!((step.at(0.5) - Vec3::new(0.5, 0.8, 0.0)).length() < 1e-6);
    }
}
