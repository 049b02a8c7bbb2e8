//! Games saved: as a file of their own, or back into their place in the opened file.

use std::{
    fs,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

use bevy::prelude::*;

use super::{
    drawings::write_into,
    edits::{self, Edits},
    library::{Home, Library, Stamp},
    opening::go_on,
    stars::MoveStar,
    tree::{Continued, Replay},
};
use crate::{
    chess::Side,
    files,
    game::{Clocks, Drawings, Match, Mode, Notice, Refusal, Sitter},
    notation::pgn::{index, splice::splice, tree::PgnGame, writer},
};

/// Write the game on the table to a file.
#[derive(Event, Clone, Debug)]
pub struct SaveGame(pub PathBuf);

/// Write the game that is watched, or gone on with, back into its place in the opened file; the other games stay as they are, byte for byte.
#[derive(Event, Clone, Copy, Debug)]
pub struct SaveToCollection;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(save_game).add_observer(save_to_collection);
}

fn save_game(
    request: On<SaveGame>,
    current: Res<Match>,
    clocks: Res<Clocks>,
    (replay, continued): (Option<Res<Replay>>, Option<Res<Continued>>),
    drawings: Res<Drawings>,
    mut notice: ResMut<Notice>,
) {
    let text = writer::write(&match (current.mode(), replay) {
        (Mode::Replay, Some(replay)) => watched(&replay, &drawings),
        _ => record(&current, &clocks, continued.as_deref(), &drawings),
    });
    let file = request.0.display().to_string();
    match files::replace(&request.0, text.as_bytes()) {
        Ok(()) => notice.say(Refusal::Saved { file }),
        Err(error) => notice.say(Refusal::NotSaved { file, why: error.to_string() }),
    }
}

/// The watched game, with what was drawn on its positions.
pub(super) fn watched(replay: &Replay, drawings: &Drawings) -> PgnGame {
    let mut game = (*replay.tree).clone();
    write_into(&mut game, drawings);
    game
}

/// The game on the table as PGN, with the names at the table and what the clocks know; one that was gone on with keeps what
/// its file said of it. What was drawn on its positions is in it.
pub fn record(current: &Match, clocks: &Clocks, continued: Option<&Continued>, drawings: &Drawings) -> PgnGame {
    let mut game = match continued {
        Some(Continued(before)) if current.continues() => before.continued(current.game()),
        _ => named(current),
    };
    if let Some(clock) = clocks.clock() {
        game.set_clock(clock, clocks.now());
    }
    game.set_offers(current.game());
    write_into(&mut game, drawings);
    game
}

fn named(current: &Match) -> PgnGame {
    let mut game = PgnGame::from_game(current.game());
    for (tag, name) in [("White", &current.seats().white), ("Black", &current.seats().black)] {
        if !name.is_empty() {
            game.set_tag(tag, name.clone());
        }
    }
    for (side, (kind, seat)) in Side::ALL.into_iter().zip([("WhiteType", "WhiteSeat"), ("BlackType", "BlackSeat")]) {
        let text = match current.seats().sitter(side) {
            Sitter::Human => continue,
            Sitter::Computer(level) => format!("level {level}"),
            Sitter::Engine(name) => format!("engine {name}"),
        };
        game.set_tag(kind, "program");
        game.set_tag(seat, text);
    }
    game
}

fn save_to_collection(
    _: On<SaveToCollection>,
    (current, clocks): (Res<Match>, Res<Clocks>),
    (replay, continued): (Option<Res<Replay>>, Option<Res<Continued>>),
    drawings: Res<Drawings>,
    (mut library, mut edits): (ResMut<Library>, ResMut<Edits>),
    mut notice: ResMut<Notice>,
    mut commands: Commands,
) {
    let (true, Some(Home::File { path, stamp })) = (library.takes_back(), library.home()) else {
        return;
    };
    let game = match (current.mode(), replay) {
        (Mode::Replay, Some(replay)) => watched(&replay, &drawings),
        (Mode::Play, _) if current.continues() => record(&current, &clocks, continued.as_deref(), &drawings),
        _ => return,
    };
    let file = path.display().to_string();
    match put_back(&library, path, stamp, &game) {
        Ok(()) => {
            let before = library.current.and_then(|number| Some(library.rows.get(number)?.key));
            let after = index::Entry::new(&game.report()).key;
            commands.trigger(MoveStar { from: before.unwrap_or(after), to: after });
            // The places of the games behind it have changed.
            if let Some(saved) = library.current {
                edits::forget(&mut library, &mut edits, saved);
            }
            let mut changed = std::mem::take(&mut library.changed);
            let (mut new, rest) = library.again();
            // Without one of the files the games have other numbers.
            changed.retain(|_, _| new.current.is_some());
            new.changed = changed;
            *library = new;
            go_on(rest, &mut commands);
            notice.say(Refusal::Saved { file });
        }
        Err(error) => notice.say(Refusal::NotSaved { file, why: error.to_string() }),
    }
}

/// Replaces the watched game in its file, unless someone else has changed that.
fn put_back(library: &Library, path: &Path, stamp: &Stamp, game: &PgnGame) -> io::Result<()> {
    let number = library.current.unwrap_or_default();
    let entry = library.rows.get(number).ok_or(io::ErrorKind::NotFound)?;
    if Stamp::of(path)? != *stamp {
        return Err(index::has_changed());
    }
    library.game(number)?;
    let old = BufReader::new(fs::File::open(path)?);
    files::replace_with(path, |new| splice(old, entry.offset..entry.end, &writer::write(game), new))
}
