//! What a frame shows, apart from the eye's place: two frames that look alike are the same picture once everything rests.

use bevy::prelude::*;

use super::passage::Moment;
use crate::replay::{Caption, Replay, Rhythm, Screening};

/// What a frame shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    ply: f64,
    /// The page of the caption.
    page: usize,
    /// What the clocks show.
    faces: [Option<String>; 2],
}

impl Look {
    /// That of a moment of the game that is watched in this world.
    pub fn of(world: &World, Moment { ply, seconds }: Moment) -> Look {
        let nothing = Look { ply, page: 0, faces: [None, None] };
        let (Some(screening), Some(rhythm), Some(replay)) =
            (world.get_resource::<Screening>(), world.get_resource::<Rhythm>(), world.get_resource::<Replay>())
        else {
            return nothing;
        };
        let at = ply.ceil() as usize;
        let page = || Caption::of(replay, at).page_at(&rhythm.schedule, at, seconds);
        Look {
            page: if screening.captions { page() } else { 0 },
            faces: if screening.players { rhythm.faces_at(seconds) } else { nothing.faces },
            ..nothing
        }
    }

    /// Whether there may be other words in it than in the one before. Digits are known from the start.
    pub fn has_other_words_than(&self, before: Option<&Look>) -> bool {
        before.is_none_or(|before| (before.ply.ceil(), before.page) != (self.ply.ceil(), self.page))
    }
}
