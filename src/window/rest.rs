//! At rest the picture is drawn once more with smooth edges, where motion is drawn without; then nothing is drawn.

use std::time::{Duration, Instant};

use bevy::prelude::*;

/// How long nothing moves before that: a hand that only pauses is not made to wait.
const PAUSE: Duration = Duration::from_millis(400);

/// How long nothing has moved.
#[derive(Resource, Default)]
pub(super) struct Rest {
    since: Option<Instant>,
}

impl Rest {
    /// Another frame is about to be drawn. Answers whether it is the fine one, and when that is due if it is not.
    pub(super) fn frame(&mut self, now: Instant, is_moving: bool) -> (bool, Option<Instant>) {
        if is_moving {
            self.since = None;
            return (false, None);
        }
        if self.since.is_some_and(|since| now >= since + PAUSE) {
            self.since = None;
            return (true, None);
        }
        self.since = Some(now);
        (false, Some(now + PAUSE))
    }
}

/// Draws with smooth edges, or without.
pub(super) fn draw(fine: bool, eyes: &mut Query<&mut Msaa, With<Camera3d>>) {
    let wanted = if fine { Msaa::Sample4 } else { Msaa::Off };
    for mut smoothing in eyes {
        smoothing.set_if_neq(wanted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_fine_frame_after_a_pause() {
        let mut rest = Rest::default();
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        assert_eq!(rest.frame(at(0), true), (false, None));
        assert_eq!(rest.frame(at(10), false), (false, Some(at(410))));
        // The mouse twitches: the pause begins anew.
        assert_eq!(rest.frame(at(300), false), (false, Some(at(700))));
        assert_eq!(rest.frame(at(700), false), (true, None));
        // Whatever is drawn next is not fine, and is made so later.
        assert_eq!(rest.frame(at(5000), false), (false, Some(at(5400))));
        assert_eq!(rest.frame(at(5400), true), (false, None));
    }
}
