//! Motion stays fluent at low detail: where frames take too long while something moves, they are drawn coarser, as far as it
//! takes; at rest the picture is whole again.

use std::time::Duration;

use bevy::prelude::*;

use crate::{
    matter::{Coarse, Surface},
    settings::{Detail, Settings},
};

/// From whole to half the width and height.
const STEPS: [Coarse; 3] = [Coarse::WHOLE, Coarse(11), Coarse(8)];
/// A frame that takes longer is not fluent.
const SLOW: Duration = Duration::from_millis(36);
/// A frame that takes less could as well be finer.
const FAST: Duration = Duration::from_millis(14);
/// So many frames are looked at for a verdict.
const FRAMES: usize = 4;

/// What this machine was found to draw in time, in this window.
#[derive(Debug, Default)]
struct Fluency {
    step: usize,
    /// Frames in a row in which something moved.
    row: usize,
    times: Vec<Duration>,
}

impl Fluency {
    /// A frame has ended, after this time. Answers how the next is drawn.
    fn frame(&mut self, took: Duration, is_moving: bool) -> Coarse {
        if !is_moving {
            self.row = 0;
            self.times.clear();
            return Coarse::WHOLE;
        }
        self.row += 1;
        // The first two lasted as long as the rest before them; a single change is not motion.
        if self.row > 2 {
            self.times.push(took);
        }
        if self.times.len() == FRAMES {
            self.times.sort();
            let median = self.times[FRAMES / 2];
            self.times.clear();
            if median > SLOW {
                self.step = (self.step + 1).min(STEPS.len() - 1);
            } else if median < FAST {
                self.step = self.step.saturating_sub(1);
            }
        }
        if self.row > 1 { STEPS[self.step] } else { Coarse::WHOLE }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, adapt);
}

fn adapt(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    moved: Query<(), (With<Surface>, Changed<GlobalTransform>)>,
    mut eyes: Query<(Entity, &GlobalTransform, Option<&mut Coarse>), With<Camera3d>>,
    (mut fluency, mut seen_from): (Local<Fluency>, Local<Option<GlobalTransform>>),
    mut commands: Commands,
) {
    for (entity, place, coarse) in &mut eyes {
        let turns = seen_from.replace(*place).is_some_and(|before| before != *place);
        let is_moving = settings.detail == Detail::Low && (turns || !moved.is_empty());
        let wanted = fluency.frame(time.delta(), is_moving);
        match coarse {
            Some(mut coarse) => drop(coarse.set_if_neq(wanted)),
            None => drop(commands.entity(entity).insert(wanted)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_motion_is_drawn_coarser_and_rest_is_whole() {
        let mut fluency = Fluency::default();
        let mut draw = |count: usize, ms: u64, moves: bool| {
            (0..count).map(|_| fluency.frame(Duration::from_millis(ms), moves)).last().unwrap_or(Coarse::WHOLE)
        };
        assert_eq!(draw(5, 70, true), Coarse::WHOLE);
        assert_eq!(draw(1, 70, true), STEPS[1]);
        assert_eq!(draw(4, 47, true), STEPS[2]);
        assert_eq!(draw(40, 200, true), STEPS[2]);
        assert_eq!(draw(1, 70, false), Coarse::WHOLE);
        // What was learnt is kept; a single change is no motion.
        assert_eq!(draw(1, 900, true), Coarse::WHOLE);
        assert_eq!(draw(1, 900, true), STEPS[2]);
        assert_eq!(draw(20, 25, true), STEPS[2]);
        assert_eq!(draw(8, 8, true), Coarse::WHOLE);
    }
}
