//! The games of the list that are asked for. A short list is gone through at once; a long one by a thread of its own, so that
//! no frame waits for it.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use bevy::{prelude::*, window::RequestRedraw};

use super::{
    finder::{Answer, Asked, Finder},
    finding::{Lines, Order, Search},
    library::Library,
    reaching::Reached,
    stars::Stars,
};
use crate::AppSystems;

/// Show the games that answer this.
#[derive(Event, Clone, Debug)]
pub struct Find(pub Search);

/// Show the games in this order.
#[derive(Event, Clone, Copy, Debug)]
pub struct Arrange(pub Order);

/// So many games are gone through at once: a few milliseconds.
const AT_ONCE: usize = 3_000;
/// How often is looked for an answer.
const PACE: Duration = Duration::from_millis(30);

/// The games that are asked for, in the order in which they are wanted.
#[derive(Resource, Default)]
pub struct Found {
    /// What is asked for.
    pub query: Search,
    /// In which order.
    pub order: Order,
    /// The answer; `None`: all games as in the file.
    rows: Option<Vec<u32>>,
    /// How many games there are if it is all of them.
    all: usize,
    /// To what that is the answer.
    answered: Option<Asked>,
    finder: Option<Finder>,
    busy: bool,
}

impl Found {
    /// How many games answer.
    pub fn len(&self) -> usize {
        self.rows.as_ref().map_or(self.all, Vec::len)
    }

    /// Whether no game does.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number in the list of the game at this place.
    pub fn at(&self, place: usize) -> Option<usize> {
        match &self.rows {
            Some(rows) => rows.get(place).map(|&number| number as usize),
            None => Some(place).filter(|place| *place < self.all),
        }
    }

    /// At which place the game of this number is, if it answers.
    pub fn place_of(&self, number: usize) -> Option<usize> {
        match &self.rows {
            Some(rows) => rows.iter().position(|&row| row as usize == number),
            None => Some(number).filter(|number| *number < self.all),
        }
    }

    /// Whether the answer is still looked for.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// How soon is to be looked for more of the answer.
    pub fn pace(&self) -> Option<Duration> {
        self.busy.then_some(PACE)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Found>()
        .add_observer(find)
        .add_observer(arrange)
        .add_systems(Update, keep.in_set(AppSystems::Think));
}

fn find(request: On<Find>, mut found: ResMut<Found>) {
    found.query = request.0.clone();
}

fn arrange(request: On<Arrange>, mut found: ResMut<Found>) {
    found.order = request.0;
}

/// Keeps the answer true.
fn keep(
    library: Res<Library>,
    stars: Res<Stars>,
    reached: Option<Res<Reached>>,
    mut found: ResMut<Found>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let within = reached.as_ref().map(|reached| &reached.places);
    if found
        .answered
        .as_ref()
        .is_some_and(|asked| asked.is_still((&found.query, found.order), &library, &stars, within))
    {
        if found.busy {
            found.busy = false;
            redraw.write(RequestRedraw);
        }
        return;
    }
    let found = &mut *found;
    let asked = Asked {
        query: found.query.clone(),
        order: found.order,
        games: library.rows.len(),
        list: Arc::clone(&library.mark),
        stars: Arc::clone(&stars.0),
        within: within.cloned(),
    };
    found.busy = false;
    if asked.is_everything() {
        // Who has gone through a long list goes through it once more when it is asked again.
        found.finder = found.finder.take().filter(|finder| Arc::ptr_eq(&finder.list, &asked.list));
        (found.rows, found.all) = (None, asked.games);
    } else if library.rows.len() <= AT_ONCE && library.progress.is_none() {
        let mut lines = Lines::default();
        library.rows.iter().for_each(|game| lines.add(game));
        (found.rows, found.finder) = (Some(lines.find(&asked.sieve(), asked.order)), None);
    } else {
        search(found, &library, asked, &mut redraw);
        return;
    }
    found.answered = Some(asked);
    redraw.write(RequestRedraw);
}

/// Has a long list searched.
fn search(found: &mut Found, library: &Library, asked: Asked, redraw: &mut MessageWriter<RequestRedraw>) {
    found.finder = found.finder.take().filter(|finder| Arc::ptr_eq(&finder.list, &asked.list));
    if found.finder.is_none() {
        // What was found in another list says nothing of this one.
        let other = found.answered.as_ref().is_none_or(|answered| !Arc::ptr_eq(&answered.list, &asked.list));
        if other {
            (found.rows, found.all, found.answered) = (None, library.rows.len(), None);
        }
        match Finder::hire(Arc::clone(&asked.list)) {
            Ok(finder) => found.finder = Some(finder),
            Err(error) => {
                warn!("the list is not searched: {error}");
                found.answered = Some(asked);
                return;
            }
        }
    }
    let Some(finder) = &mut found.finder else { return };
    finder.hand(&library.rows);
    let answers: Vec<Answer> = finder.answers.lock().map(|answers| answers.try_iter().collect()).unwrap_or_default();
    for answer in answers {
        finder.asked = None;
        if let Some(rows) = answer.rows {
            (found.rows, found.answered) = (Some(rows), Some(answer.asked));
            redraw.write(RequestRedraw);
        }
    }
    if found.answered.as_ref().is_some_and(|answered| answered.is_same(&asked)) {
        return;
    }
    match &finder.asked {
        // Something else is wanted now: it stops, and says so.
        Some(before) if !before.is_same_question(&asked) => {
            finder.latest.fetch_add(1, Ordering::Relaxed);
        }
        Some(_) => {}
        None => finder.ask(asked),
    }
    found.busy = true;
}
