//! Starts that came to nothing: after two of them, one after the other, the next one has safe settings.
//!
//! Each start puts a dot into a small file in the folder of the program's state, and the dots go when the table has been drawn
//! for a while, or the window was closed before. A program that is killed later has come to something. A copy that runs at
//! the same time has a file of its own. Where nothing can be written nothing is counted.

use std::{fs, io::Write, path::Path, sync::Arc, time::Duration};

use bevy::{prelude::*, window::RequestRedraw};

use super::folders::Place;
use crate::{
    game::{News, Tidings},
    settings::Replaced,
};

/// So many starts must have come to nothing before the next one has safe settings.
const PATIENCE: u64 = 2;

/// A start has come to something when so many frames were drawn, and the first of them so long ago.
const FRAMES: u32 = 5;
/// See [`FRAMES`].
const WHILE: Duration = Duration::from_secs(3);

/// This start of the program, counted as one that came to nothing until it [succeeds](Attempt::succeed).
#[derive(Resource, Clone, Debug, Default)]
pub struct Attempt {
    failed: u64,
    /// The file of dots, locked as long as somebody knows of this start.
    dots: Option<Arc<fs::File>>,
}

impl Attempt {
    /// Counts a start in this folder.
    pub fn begin(state: Option<&Path>) -> Attempt {
        let Some(mut file) = state.and_then(|folder| Place::take(folder, "start")?.lock) else {
            return Attempt::default();
        };
        let failed = file.metadata().map_or(0, |data| data.len());
        // What fails may take the whole machine with it, so the dot must be on the disk. A disk that takes nothing is no
        // hindrance: nothing is counted then.
        let _ = file.write_all(b".").and_then(|()| file.sync_data());
        Attempt { failed, dots: Some(Arc::new(file)) }
    }

    /// Whether so many starts before this one came to nothing that the settings may be the reason.
    pub fn is_careful(&self) -> bool {
        self.failed >= PATIENCE
    }

    /// It came to something: what failed before is forgotten.
    pub fn succeed(&self) {
        if let Some(file) = &self.dots {
            // If the dots stay, a start has safe settings for nothing, and says so.
            let _ = file.set_len(0);
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostStartup, tell.run_if(resource_exists::<Replaced>))
        .add_systems(Last, watch.run_if(resource_exists::<Attempt>));
}

fn tell(mut news: ResMut<News>) {
    warn!("the last starts came to nothing: this one has safe settings");
    news.tell(Tidings::SafeSettings);
}

/// Draws until it is certain that the table can be drawn.
fn watch(
    time: Res<Time<Real>>,
    attempt: Res<Attempt>,
    (mut frames, mut first): (Local<u32>, Local<Option<Duration>>),
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    *frames += 1;
    let first = *first.get_or_insert(time.elapsed());
    if *frames >= FRAMES && time.elapsed() >= first + WHILE {
        attempt.succeed();
        commands.remove_resource::<Attempt>();
    } else {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_starts_that_came_to_nothing_make_the_third_careful() {
        let folder = std::env::temp_dir().join(format!("endgame-starts-{}", std::process::id()));
        let begin = || Attempt::begin(Some(&folder));
        // Each is dropped at once, as if it had been killed.
        assert_eq!([0; 4].map(|_| begin().is_careful()), [false, false, true, true]);
        let good = begin();
        good.succeed();
        good.clone().succeed();
        drop(good);
        assert_eq!([0; 3].map(|_| begin().is_careful()), [false, false, true]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn copies_that_run_at_once_do_not_count_each_other() {
        let folder = std::env::temp_dir().join(format!("endgame-copies-{}", std::process::id()));
        let begin = || Attempt::begin(Some(&folder));
        let all: Vec<Attempt> = (0..4).map(|_| begin()).collect();
        assert!(all.iter().all(|attempt| !attempt.is_careful()));
        all.iter().for_each(Attempt::succeed);
        drop(all);
        assert!(!begin().is_careful());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_that_takes_nothing_is_no_hindrance() {
        let file = std::env::temp_dir().join(format!("endgame-no-folder-{}", std::process::id()));
        fs::write(&file, "in the way").unwrap();
        for _ in 0..4 {
            let attempt = Attempt::begin(Some(&file));
            assert!(!attempt.is_careful());
            attempt.succeed();
        }
        assert!(!Attempt::begin(None).is_careful());
        // A folder where the file should be.
        fs::remove_file(&file).unwrap();
        fs::create_dir_all(file.join("start.lock")).unwrap();
        assert!(!Attempt::begin(Some(&file)).is_careful());
        fs::remove_dir_all(file).unwrap();
    }
}
