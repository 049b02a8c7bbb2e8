//! The list of a file's games: the first are there at once, the rest comes from a thread of its own.

use std::{
    fs,
    io::{self, BufReader},
    path::Path,
    sync::{
        Mutex,
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    thread,
};

use bevy::prelude::*;

use crate::notation::pgn::index::{self, Entry};

/// Bytes of a file of which the games are listed before anything else goes on: some ten milliseconds.
const AT_ONCE: u64 = 1 << 20;

/// Games that come from the thread together.
const BATCH: usize = 2_000;

type Entries = Box<dyn Iterator<Item = io::Result<Entry>> + Send>;

/// The rest of a list that is being read. Dropping it ends the thread.
#[derive(Resource)]
pub(super) struct Listing(Mutex<Receiver<Vec<io::Result<Entry>>>>);

/// What has come since it was asked last.
#[derive(Default)]
pub(super) struct News {
    pub(super) entries: Vec<Entry>,
    /// Why the file could not be read any further.
    pub(super) error: Option<String>,
    /// Whether nothing more will come.
    pub(super) done: bool,
}

/// Begins to list the games of a file: the first, and where the rest will come from if that was not all.
pub(super) fn begin(path: &Path) -> io::Result<(Vec<Entry>, Option<Listing>)> {
    let file = fs::File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut entries: Entries = Box::new(index::entries(BufReader::with_capacity(1 << 16, file)));
    let mut first = Vec::new();
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let end = entry.end;
        first.push(entry);
        if end > AT_ONCE {
            let (sender, receiver) = channel();
            thread::Builder::new().name("list of games".to_owned()).spawn(move || send(entries, &sender))?;
            return Ok((first, Some(Listing(Mutex::new(receiver)))));
        }
    }
    Ok((first, None))
}

/// Reads on until the end, or until nobody listens any more.
fn send(entries: Entries, sender: &Sender<Vec<io::Result<Entry>>>) {
    let mut entries = entries.peekable();
    while entries.peek().is_some() {
        if sender.send(entries.by_ref().take(BATCH).collect()).is_err() {
            return;
        }
    }
}

impl Listing {
    /// What has come, without waiting.
    pub(super) fn news(&self) -> News {
        let mut news = News::default();
        let Ok(receiver) = self.0.lock() else { return News { done: true, ..news } };
        loop {
            match receiver.try_recv() {
                Ok(batch) => {
                    for entry in batch {
                        match entry {
                            Ok(entry) => news.entries.push(entry),
                            Err(error) => news.error = Some(error.to_string()),
                        }
                    }
                }
                Err(TryRecvError::Empty) => return news,
                Err(TryRecvError::Disconnected) => return News { done: true, ..news },
            }
        }
    }
}
