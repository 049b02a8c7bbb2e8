//! The games of the list that reach a position: read once more from their files, by as many threads as there are processors.

use std::{
    collections::HashMap,
    fs,
    io::{self, BufRead, BufReader, Cursor, Seek, SeekFrom},
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    thread,
    time::Duration,
};

use bevy::{prelude::*, window::RequestRedraw};

use super::{
    library::{Home, Library},
    opening::OpenGameAt,
    tree::{EnterNode, Replay},
};
use crate::{
    AppSystems, assets,
    chess::Position,
    game::{Notice, Refusal},
    notation::pgn::{
        index::{Entry, has_changed},
        reach::{Reach, reaching},
    },
};

/// Show the games that reach this position.
#[derive(Event, Clone, Copy, Debug)]
pub struct FindPosition(pub Position);

/// Watch this game of the list from where it reaches the position that was looked for, or from its start.
#[derive(Event, Clone, Copy, Debug)]
pub struct OpenReached(pub usize);

/// Go to where the watched game reaches this position, in itself or in a variation.
#[derive(Event, Clone, Copy, Debug)]
struct GoWhereReached(Position);

/// Look no further for the position; what was found stays.
#[derive(Event, Clone, Copy, Debug)]
pub struct StopReaching;

/// Show the games whatever positions they reach.
#[derive(Event, Clone, Copy, Debug)]
pub struct ForgetPosition;

/// Games that are read together: some milliseconds.
const BLOCK: usize = 1_000;
/// More threads than this do not help the disk.
const MOST_THREADS: usize = 8;
/// How often the list grows on the screen.
const PACE: Duration = Duration::from_millis(100);

/// The games that reach a position. Exists while they are asked for.
#[derive(Resource)]
pub struct Reached {
    /// Which position.
    pub position: Position,
    /// The numbers of the games in the list, and where each first reaches it.
    pub places: Arc<HashMap<u32, Reach>>,
    /// How many games were looked at.
    pub games: usize,
    /// How many are to be.
    pub of: usize,
    /// Whether some are still being looked at.
    pub runs: bool,
    list: Arc<()>,
    coming: Mutex<Receiver<Piece>>,
    stop: Arc<AtomicBool>,
}

/// What was found in one block.
struct Piece {
    games: usize,
    hits: Vec<(u32, Reach)>,
    error: Option<(String, String)>,
}

/// Games that follow one another in one file.
struct Block {
    /// `None`: in the program.
    path: Option<PathBuf>,
    /// The number of the first.
    first: u32,
    games: usize,
    line: usize,
    bytes: std::ops::Range<u64>,
}

impl Reached {
    /// Where a game reaches it, if it does.
    pub fn place(&self, number: usize) -> Option<Reach> {
        self.places.get(&u32::try_from(number).ok()?).copied()
    }

    /// How soon is to be looked for more.
    pub fn pace(&self) -> Option<Duration> {
        self.runs.then_some(PACE)
    }
}

impl Drop for Reached {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(find)
        .add_observer(stop)
        .add_observer(forget)
        .add_observer(open)
        .add_observer(go_there)
        .add_systems(Update, hear.in_set(AppSystems::Input).run_if(resource_exists::<Reached>));
}

fn find(request: On<FindPosition>, library: Res<Library>, mut notice: ResMut<Notice>, mut commands: Commands) {
    let blocks = Arc::new(blocks(&library));
    let (sender, coming) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    let next = Arc::new(AtomicUsize::new(0));
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS).min(blocks.len());
    for _ in 0..threads {
        let (blocks, next, stop, sender) = (Arc::clone(&blocks), Arc::clone(&next), Arc::clone(&stop), sender.clone());
        let wanted = request.0;
        let hired = thread::Builder::new()
            .name("position search".to_owned())
            .spawn(move || work(&blocks, &next, &stop, &wanted, &sender));
        if let Err(error) = hired {
            notice.say(Refusal::NotOpened { file: library.name.clone(), why: error.to_string() });
        }
    }
    commands.insert_resource(Reached {
        position: request.0,
        places: Arc::default(),
        games: 0,
        of: library.rows.len(),
        runs: true,
        list: Arc::clone(&library.mark),
        coming: Mutex::new(coming),
        stop,
    });
}

fn stop(_: On<StopReaching>, reached: Option<ResMut<Reached>>) {
    if let Some(mut reached) = reached.filter(|reached| reached.runs) {
        reached.stop.store(true, Ordering::Relaxed);
        reached.runs = false;
    }
}

fn forget(_: On<ForgetPosition>, mut commands: Commands) {
    commands.remove_resource::<Reached>();
}

fn open(request: On<OpenReached>, reached: Option<Res<Reached>>, mut commands: Commands) {
    let place = reached.as_ref().and_then(|reached| reached.place(request.0));
    let ply = place.filter(|place| !place.aside).map_or(0, |place| place.ply as usize);
    commands.trigger(OpenGameAt { number: request.0, ply });
    if let (Some(reached), Some(Reach { aside: true, .. })) = (reached, place) {
        commands.trigger(GoWhereReached(reached.position));
    }
}

/// A node is looked for by its position: in a game that was changed since, others may have come before it.
fn go_there(request: On<GoWhereReached>, replay: Option<Res<Replay>>, mut commands: Commands) {
    let key = request.0.key();
    let there = replay.and_then(|replay| replay.tree.nodes.iter().position(|node| node.position.key() == key));
    if let Some(node) = there {
        commands.trigger(EnterNode(node));
    }
}

fn hear(
    library: Res<Library>,
    mut reached: ResMut<Reached>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    // The numbers mean other games in another list.
    if !Arc::ptr_eq(&reached.list, &library.mark) {
        commands.remove_resource::<Reached>();
        return;
    }
    if !reached.runs {
        return;
    }
    let reached = &mut *reached;
    let mut hits = Vec::new();
    let Ok(coming) = reached.coming.lock() else { return };
    loop {
        match coming.try_recv() {
            Ok(piece) => {
                reached.games += piece.games;
                hits.extend(piece.hits);
                if let Some((file, why)) = piece.error {
                    notice.say(Refusal::NotOpened { file, why });
                }
            }
            Err(TryRecvError::Empty) => break,
            Err(TryRecvError::Disconnected) => {
                reached.runs = false;
                break;
            }
        }
    }
    if !hits.is_empty() {
        Arc::make_mut(&mut reached.places).extend(hits);
    }
    redraw.write(RequestRedraw);
}

/// The games of the list in pieces.
fn blocks(library: &Library) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (number, game) in library.rows.iter().enumerate() {
        let path = match library.home_of(number) {
            Some(Home::File { path, .. }) => Some(path),
            _ => None,
        };
        let Entry { offset, end, line, .. } = *game;
        match blocks.last_mut() {
            // A file begins where offsets do.
            Some(block) if block.games < BLOCK && offset >= block.bytes.end && block.path.as_ref() == path => {
                block.games += 1;
                block.bytes.end = end;
            }
            _ => blocks.push(Block { path: path.cloned(), first: number as u32, games: 1, line, bytes: offset..end }),
        }
    }
    blocks
}

/// Takes one block after the other until there are none, or it is told to stop.
fn work(blocks: &[Block], next: &AtomicUsize, stop: &AtomicBool, wanted: &Position, sender: &Sender<Piece>) {
    while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !stop.load(Ordering::Relaxed)) {
        let mut hits = Vec::new();
        let done = match &block.path {
            None => look(Cursor::new(assets::GREAT_GAMES), block, wanted, &mut hits),
            Some(path) => fs::File::open(path)
                .and_then(|file| look(BufReader::with_capacity(1 << 16, file), block, wanted, &mut hits)),
        };
        let file = block.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        let error = done.err().map(|error| (file, error.to_string()));
        if sender.send(Piece { games: block.games, hits, error }).is_err() {
            return;
        }
    }
}

/// Looks at the games of a block.
fn look(
    mut file: impl BufRead + Seek,
    block: &Block,
    wanted: &Position,
    hits: &mut Vec<(u32, Reach)>,
) -> io::Result<()> {
    file.seek(SeekFrom::Start(block.bytes.start))?;
    let mut games = 0;
    for game in reaching(file.take(block.bytes.end - block.bytes.start), block.line, block.bytes.start, wanted) {
        if let Some(place) = game? {
            hits.push((block.first + games, place));
        }
        games += 1;
    }
    if games as usize == block.games {
        Ok(())
    } else {
        hits.clear();
        Err(has_changed())
    }
}
