//! The list of the games of files: the first are there at once, the rest comes from a thread of its own.

use std::{
    fs,
    io::{self, BufReader},
    path::{Path, PathBuf},
    sync::{
        Mutex,
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    thread,
};

use bevy::prelude::*;

use crate::notation::pgn::index::{self, Entry};

/// Bytes of files of which the games are listed before anything else goes on: some ten milliseconds.
const AT_ONCE: u64 = 1 << 20;

/// Games that come from the thread together.
const BATCH: usize = 2_000;

/// A game, or why there are no more in this file; and the number of the file.
type Found = (usize, io::Result<Entry>);

/// The rest of a list that is being read. Dropping it ends the thread.
#[derive(Resource)]
pub(super) struct Listing(Mutex<Receiver<Batch>>);

/// Games that follow one another in one file.
#[derive(Default)]
pub(super) struct Batch {
    /// Its number.
    pub(super) file: usize,
    pub(super) entries: Vec<Entry>,
    /// Why the file could not be read any further.
    pub(super) error: Option<String>,
}

/// What has come since it was asked last.
#[derive(Default)]
pub(super) struct News {
    pub(super) batches: Vec<Batch>,
    /// Whether nothing more will come.
    pub(super) done: bool,
}

/// Whether a file can be opened, and is one.
pub(super) fn can_be_read(path: &Path) -> io::Result<()> {
    if fs::File::open(path)?.metadata()?.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(()) }
}

/// Begins to list the games of files: the first, and where the rest will come from if that was not all.
pub(super) fn begin(paths: Vec<PathBuf>) -> (Vec<Found>, Option<Listing>) {
    let mut entries =
        paths.into_iter().enumerate().flat_map(|(file, path)| of_file(&path).map(move |entry| (file, entry)));
    let mut first = Vec::new();
    // Bytes of the files before this one, and how far this one is read.
    let (mut before, mut here) = (0, (0, 0));
    while let Some((file, entry)) = entries.next() {
        if file != here.0 {
            before += here.1;
            here = (file, 0);
        }
        here.1 = entry.as_ref().map_or(here.1, |entry| entry.end);
        first.push((file, entry));
        if before + here.1 > AT_ONCE {
            let (sender, receiver) = channel();
            let reader = thread::Builder::new().name("list of games".to_owned());
            return match reader.spawn(move || send(entries, &sender)) {
                Ok(_) => (first, Some(Listing(Mutex::new(receiver)))),
                Err(error) => {
                    first.push((file, Err(error)));
                    (first, None)
                }
            };
        }
    }
    (first, None)
}

fn of_file(path: &Path) -> Box<dyn Iterator<Item = io::Result<Entry>> + Send> {
    match fs::File::open(path) {
        Ok(file) => Box::new(index::entries(BufReader::with_capacity(1 << 16, file))),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// Reads on until the end, or until nobody listens any more.
fn send(entries: impl Iterator<Item = Found>, sender: &Sender<Batch>) {
    let mut batch = Batch::default();
    for (file, entry) in entries {
        let full = file != batch.file || batch.entries.len() >= BATCH;
        if full && sender.send(std::mem::replace(&mut batch, Batch { file, ..Batch::default() })).is_err() {
            return;
        }
        match entry {
            Ok(entry) => batch.entries.push(entry),
            Err(error) => batch.error = Some(error.to_string()),
        }
    }
    // Who has gone does not miss the last.
    let _ = sender.send(batch);
}

impl Listing {
    /// What has come, without waiting.
    pub(super) fn news(&self) -> News {
        let mut news = News::default();
        let Ok(receiver) = self.0.lock() else { return News { done: true, ..news } };
        loop {
            match receiver.try_recv() {
                Ok(batch) => news.batches.push(batch),
                Err(TryRecvError::Empty) => return news,
                Err(TryRecvError::Disconnected) => return News { done: true, ..news },
            }
        }
    }
}
