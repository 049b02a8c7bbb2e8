//! Who goes through a long list of games: a thread that is handed the list, and questions.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use super::{
    finding::{Lines, Order, Search, Sieve},
    library::Library,
    stars::Stars,
};
use crate::notation::pgn::{index::Entry, reach::Reach};

/// So many games are handed to the thread in one frame.
const SLICE: usize = 10_000;
/// So many games are gone through before the thread looks whether something else is wanted.
const PIECE: usize = 4_096;

/// All on which an answer depends.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) query: Search,
    pub(super) order: Order,
    /// How many games of the list were looked at, and which list it was.
    pub(super) games: usize,
    pub(super) list: Arc<()>,
    pub(super) stars: Arc<HashSet<u64>>,
    pub(super) within: Option<Arc<HashMap<u32, Reach>>>,
}

impl Asked {
    pub(super) fn is_still(
        &self,
        (query, order): (&Search, Order),
        library: &Library,
        stars: &Stars,
        within: Option<&Arc<HashMap<u32, Reach>>>,
    ) -> bool {
        self.games == library.rows.len()
            && self.order == order
            && self.query == *query
            && Arc::ptr_eq(&self.list, &library.mark)
            && (!self.query.favorites || Arc::ptr_eq(&self.stars, &stars.0))
            && self.within.as_ref().map(Arc::as_ptr) == within.map(Arc::as_ptr)
    }

    pub(super) fn is_same(&self, other: &Asked) -> bool {
        self.is_same_question(other)
            && self.games == other.games
            && Arc::ptr_eq(&self.list, &other.list)
            && Arc::ptr_eq(&self.stars, &other.stars)
            && self.within.as_ref().map(Arc::as_ptr) == other.within.as_ref().map(Arc::as_ptr)
    }

    pub(super) fn is_same_question(&self, other: &Asked) -> bool {
        self.query == other.query && self.order == other.order && self.within.is_some() == other.within.is_some()
    }

    pub(super) fn is_everything(&self) -> bool {
        self.query.is_open() && self.order == Order::default() && self.within.is_none()
    }

    pub(super) fn sieve(&self) -> Sieve {
        let stars = self.query.favorites.then(|| Arc::clone(&self.stars));
        let mut sieve = Sieve::new(&self.query);
        (sieve.stars, sieve.within) = (stars, self.within.clone());
        sieve
    }
}

/// Who goes through a long list. Dropping it ends the thread.
pub(super) struct Finder {
    pub(super) list: Arc<()>,
    tasks: Sender<Task>,
    pub(super) answers: Mutex<Receiver<Answer>>,
    /// How many games it was handed.
    handed: usize,
    /// What it is looking for.
    pub(super) asked: Option<Asked>,
    /// The number of the question that counts.
    pub(super) latest: Arc<AtomicU64>,
}

enum Task {
    Games(Vec<Entry>),
    Find(Box<Asked>, u64),
}

/// What came of a question.
pub(super) struct Answer {
    /// `None` if it was told to stop.
    pub(super) rows: Option<Vec<u32>>,
    pub(super) asked: Asked,
}

impl Finder {
    pub(super) fn hire(list: Arc<()>) -> std::io::Result<Finder> {
        let (tasks, given) = channel();
        let (answer, answers) = channel();
        let latest = Arc::new(AtomicU64::new(0));
        let counts = Arc::clone(&latest);
        thread::Builder::new().name("search".to_owned()).spawn(move || work(&given, &answer, &counts))?;
        Ok(Finder { list, tasks, answers: Mutex::new(answers), handed: 0, asked: None, latest })
    }

    pub(super) fn hand(&mut self, games: &[Entry]) {
        let slice: Vec<Entry> = games.iter().skip(self.handed).take(SLICE).cloned().collect();
        if !slice.is_empty() {
            self.handed += slice.len();
            // Only a bug ends the thread early; then nothing more is found.
            let _ = self.tasks.send(Task::Games(slice));
        }
    }

    pub(super) fn ask(&mut self, asked: Asked) {
        let asked = Asked { games: self.handed, ..asked };
        let number = self.latest.load(Ordering::Relaxed);
        let _ = self.tasks.send(Task::Find(Box::new(asked.clone()), number));
        self.asked = Some(asked);
    }
}

/// Answers until nobody asks any more.
fn work(tasks: &Receiver<Task>, answers: &Sender<Answer>, latest: &AtomicU64) {
    let mut lines = Lines::default();
    let mut sorted: (Order, Vec<u32>) = (Order::default(), Vec::new());
    while let Ok(task) = tasks.recv() {
        let (asked, number) = match task {
            Task::Games(games) => {
                games.iter().for_each(|game| lines.add(game));
                continue;
            }
            Task::Find(asked, number) => (*asked, number),
        };
        if sorted.0 != asked.order || sorted.1.len() != lines.len() {
            sorted = (asked.order, lines.sorted(asked.order));
        }
        let sieve = asked.sieve();
        let mut rows = Some(Vec::new());
        for piece in sorted.1.chunks(PIECE) {
            if latest.load(Ordering::Relaxed) != number {
                rows = None;
                break;
            }
            if let Some(rows) = &mut rows {
                rows.extend(piece.iter().filter(|&&number| sieve.lets_through(&lines, number)));
            }
        }
        if answers.send(Answer { rows, asked }).is_err() {
            return;
        }
    }
}
