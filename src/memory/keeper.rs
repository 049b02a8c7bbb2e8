//! Who keeps the game: every change of it goes to a thread of its own, which writes the newest state and is waited for only
//! when the program ends.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use bevy::prelude::*;

use super::{
    Folders,
    folders::{Slot, sweep},
    record::{Home, Snapshot, name},
    table::TableFile,
};
use crate::{
    camera::{Eye, Gaze},
    chess::{Side, clock::Clock},
    files::{self, Scribe, Trouble},
    game::{Clocks, Drawings, Match, Mode, News, Tidings},
    replay::Continued,
};

/// While a clock runs, what was thought is kept so often.
const PACE: Duration = Duration::from_secs(10);

/// Whom everything that changes is handed to. Exists where games are kept at all.
#[derive(Resource)]
pub struct Keeper {
    scribe: Scribe<Order, Answer>,
    /// What lay on the table when the program started: read before anything is written.
    pub(super) table: Option<PathBuf>,
    /// The name of the file in which the game on the table is kept.
    current: Option<String>,
    /// The file of the game that is put on the table next.
    pub(super) home: Option<Home>,
}

impl Keeper {
    /// Whether something is still to be written.
    pub fn is_busy(&self) -> bool {
        self.scribe.is_busy()
    }

    /// Whether the game in the file of this name is the one on the table.
    pub fn keeps(&self, file: &str) -> bool {
        self.current.as_deref() == Some(file)
    }
}

/// What is to be written.
enum Order {
    Game(Box<Snapshot>),
    Look(Gaze),
}

/// What came of it.
enum Answer {
    /// In the file of this name, if it is a game.
    Kept(Option<String>),
    Not(Trouble),
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, (keep, keep_look).run_if(resource_exists::<Keeper>))
        .add_systems(First, hear.run_if(resource_exists::<Keeper>));
}

/// Hires the keeper of these folders.
pub(super) fn hire(folders: &Folders) -> io::Result<Keeper> {
    let slot = Slot::take(folders.state.as_deref());
    let table = slot.table.clone();
    let known = table.as_deref().and_then(|path| TableFile::read(path).ok()).unwrap_or_default();
    let mut desk = Desk { games: folders.games.clone(), slot, table: known, open: None };
    let same = |earlier: &Order, next: &Order| match (earlier, next) {
        (Order::Game(earlier), Order::Game(next)) => {
            !earlier.first && earlier.current.number() == next.current.number()
        }
        (Order::Look(_), Order::Look(_)) => true,
        _ => false,
    };
    let scribe = Scribe::hire("keeper", same, move |order| vec![desk.carry_out(order)])?;
    Ok(Keeper { scribe, table, current: None, home: None })
}

/// What of the clocks is worth a word to the disk.
type Running = (bool, Option<Side>);

/// What was handed over last.
#[derive(Default)]
struct Handed {
    number: u64,
    began: Option<SystemTime>,
    home: Option<Home>,
    running: Running,
    drawings: Drawings,
    at: Duration,
}

fn keep(
    current: Res<Match>,
    clocks: Res<Clocks>,
    (continued, drawings): (Option<Res<Continued>>, Res<Drawings>),
    mut keeper: ResMut<Keeper>,
    mut handed: Local<Handed>,
) {
    if current.mode() != Mode::Play {
        return;
    }
    let first = handed.began.is_none() || handed.number != current.number();
    if first {
        let home = keeper.bypass_change_detection().home.take().filter(|_| current.continues());
        *handed = Handed { number: current.number(), began: Some(SystemTime::now()), home, ..default() };
    }
    let running = (clocks.clock().is_some(), clocks.clock().and_then(Clock::running));
    let thinks = running.1.is_some() && clocks.now().saturating_sub(handed.at) >= PACE;
    let drawn = drawings.is_changed() && *drawings != handed.drawings;
    if !first && !current.is_changed() && !drawn && running == handed.running && !thinks {
        return;
    }
    (handed.running, handed.at) = (running, clocks.now());
    handed.drawings.clone_from(&drawings);
    let snapshot = Snapshot {
        current: current.clone(),
        clocks: clocks.clone(),
        continued: continued.as_deref().cloned(),
        drawings: drawings.clone(),
        home: handed.home.clone(),
        first,
        began: handed.began.unwrap_or(SystemTime::UNIX_EPOCH),
    };
    keeper.scribe.write(Order::Game(Box::new(snapshot)));
}

fn keep_look(eye: Option<Eye>, keeper: Res<Keeper>, mut before: Local<(Option<Gaze>, Option<Gaze>)>) {
    let gaze = eye.and_then(|eye| eye.gaze());
    let (last, handed) = *before;
    before.0 = gaze;
    // Where it comes to rest, not each place on its way there.
    if let Some(look) = gaze.filter(|_| gaze == last && gaze != handed) {
        before.1 = gaze;
        // The place from which the first look is taken is nothing new.
        if handed.is_some() {
            keeper.scribe.write(Order::Look(look));
        }
    }
}

/// Hears what could not be kept; said once, until it could be kept again.
fn hear(mut keeper: ResMut<Keeper>, mut news: ResMut<News>, mut said: Local<Vec<Trouble>>) {
    for answer in keeper.scribe.answers() {
        match answer {
            Answer::Kept(file) => {
                said.clear();
                keeper.bypass_change_detection().current = file;
            }
            Answer::Not(trouble) if said.contains(&trouble) => {}
            Answer::Not(trouble) => {
                warn!("the game is not kept: {trouble:?}");
                said.push(trouble.clone());
                news.tell(Tidings::Trouble(trouble));
            }
        }
    }
}

/// Where the keeper writes.
struct Desk {
    games: Option<PathBuf>,
    slot: Slot,
    table: TableFile,
    open: Option<OpenGame>,
}

/// The game that is being kept.
struct OpenGame {
    number: u64,
    /// Its file and what we wrote there, or read; empty before the first writing.
    home: Home,
    /// What we have to say of the game: a file that another hand has written says the same in its own way.
    said: String,
    /// Whether there is nothing in it yet that somebody played.
    empty: bool,
}

impl Desk {
    fn carry_out(&mut self, order: Order) -> Answer {
        let done = match order {
            Order::Game(snapshot) => self.keep(&snapshot),
            Order::Look(gaze) => self.point(|table| table.look = Some(gaze)),
        };
        let file = || self.open.as_ref().and_then(|open| name_of(&open.home.path));
        done.map_or_else(Answer::Not, |()| Answer::Kept(file()))
    }

    fn keep(&mut self, snapshot: &Snapshot) -> Result<(), Trouble> {
        let Some(games) = self.games.clone() else { return Err(Trouble::NoFolder) };
        self.leave(snapshot.current.number());
        if self.open.is_none() && !snapshot.is_worth_keeping() {
            // Before anybody has asked for a game, what was left still counts.
            let asked = snapshot.current.number() > 0;
            return if asked { self.point(|table| table.game = None) } else { Ok(()) };
        }
        let text = snapshot.text();
        let place = self.slot.number;
        let open = match &mut self.open {
            Some(open) => open,
            none => {
                if !games.is_dir() {
                    fs::create_dir_all(&games).map_err(|error| Trouble::not_kept(&games, &error))?;
                }
                // What cannot be swept lies there a little longer.
                let _ = sweep(&games);
                let fresh = || Home { path: free(&games, snapshot.began, place), text: String::new() };
                let home = snapshot.home.clone().unwrap_or_else(fresh);
                none.insert(OpenGame { number: snapshot.current.number(), home, said: String::new(), empty: true })
            }
        };
        open.empty = snapshot.current.game().is_empty();
        if snapshot.first && snapshot.home.is_some() {
            // What was only read is not written.
            open.said = text;
        } else if open.said != text {
            // Somebody else has changed the file: it is theirs now, and ours is another.
            if fs::read(&open.home.path).is_ok_and(|there| there != open.home.text.as_bytes()) {
                open.home.path = free(&games, SystemTime::now(), place);
            }
            files::replace(&open.home.path, text.as_bytes())
                .map_err(|error| Trouble::not_kept(&open.home.path, &error))?;
            open.home.text.clone_from(&text);
            open.said = text;
        }
        let name = name_of(&open.home.path);
        self.point(|table| table.game = name)
    }

    /// Another game lies on the table. A file in which nothing was ever played goes.
    fn leave(&mut self, number: u64) {
        let Some(left) = self.open.take_if(|open| open.number != number) else { return };
        if left.empty && fs::read(&left.home.path).is_ok_and(|there| there == left.home.text.as_bytes()) {
            // If it stays, it is a game without moves among the others.
            let _ = fs::remove_file(&left.home.path);
        }
    }

    /// Says in the table's file what has changed.
    fn point(&mut self, change: impl FnOnce(&mut TableFile)) -> Result<(), Trouble> {
        let mut table = self.table.clone();
        change(&mut table);
        let Some(path) = self.slot.table.as_ref().filter(|_| table != self.table) else { return Ok(()) };
        files::replace(path, table.text().as_bytes()).map_err(|error| Trouble::not_kept(path, &error))?;
        self.table = table;
        Ok(())
    }
}

fn name_of(path: &Path) -> Option<String> {
    path.file_name().map(|name| name.to_string_lossy().into_owned())
}

/// A file name that no other game has.
fn free(games: &Path, began: SystemTime, place: usize) -> PathBuf {
    let stem = name(began, place);
    let first = games.join(format!("{stem}.pgn"));
    let others = (b'b'..=b'z').map(|letter| games.join(format!("{stem}{}.pgn", char::from(letter))));
    std::iter::once(first.clone()).chain(others).find(|path| !path.exists()).unwrap_or(first)
}
