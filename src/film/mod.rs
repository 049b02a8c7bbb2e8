//! `endgame film`: a game drawn frame by frame, at fixed steps of time, into a file. How fast the machine is makes no difference
//! to what is in it.

mod encoder;
mod format;
mod gif;
mod look;
mod mp4;
mod palette;
mod passage;
mod pngs;
mod progress;
mod studio;
mod supervision;
mod webp;
mod yuv;

use std::{
    io,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use anyhow::{Context, bail};

use crate::{
    cli::{Size, film::Args, shot::View},
    files, picture,
    replay::{Landmarks, Pacing, Replay, Schedule, Screening},
    window,
};

use encoder::{Shape, Writer};
use format::Format;
use passage::{Passage, tempo};
use progress::Progress;
pub use studio::{Picture, Scene, Studio};
use supervision::Stop;

/// How often it is looked whether the last of a film is written.
const POLL: Duration = Duration::from_millis(10);

/// Films what the command line asks for.
///
/// # Errors
/// What was asked for cannot be read, drawn or written; said with its name.
pub fn film(args: &Args) -> anyhow::Result<()> {
    let format = Format::of(&args.output)?;
    let size = format.fit(args.size)?;
    format.check_rate(args.fps)?;
    check_output(&args.output, format)?;
    if args.director && !matches!(args.view, View::White | View::Black) {
        bail!(
            "the director leads the eye: with --director, --view is white or black, the side of the table to look from"
        );
    }
    let settings = tempo(args, picture::theme(args.theme.as_deref().unwrap_or("classic"))?);
    let stop = Stop::default();
    let replay = match &args.pgn {
        Some(path) => picture::replay(path, args.game)?,
        None => {
            let text = supervision::game(io::stdin().lock())?;
            stop.at_the_end_of_input()?;
            picture::replay_of(&text[..], "the game", 1)?
        }
    };
    let passage = passage(args, &replay)?;
    if size != args.size {
        let Size { width, height } = size;
        eprintln!("endgame: {format} has even sides only: the film has {width}x{height} pixels");
    }
    for lack in lacks(args, &replay).filter(|_| !args.attended) {
        eprintln!("endgame: {lack}");
    }
    let shape = Shape { width: size.width, height: size.height, rate: args.fps };
    let scene = Scene {
        settings,
        view: args.view,
        replay,
        screening: Screening { seconds: 0.0, captions: args.captions, players: args.clocks, graph: args.graph },
        director: args.director.then_some(args.speed),
        stop,
    };
    window::guarded("the film could not be drawn", "", || draw(args, format, shape, scene, &passage))?
}

/// What is wanted in the picture of which the file tells nothing.
fn lacks<'a>(args: &Args, replay: &Replay) -> impl Iterator<Item = &'a str> {
    let marks = Landmarks::of(&replay.tree, &replay.line);
    let clocks = Schedule::new(&replay.tree, &replay.line, &Pacing::default()).clocks_at(0.0);
    [
        (args.captions && !marks.marks.iter().any(|mark| mark.comment), "the game has no comments to show"),
        (args.clocks && clocks == [None, None], "the game has no clocks: the film shows the players alone"),
        (args.graph && marks.chances.is_empty(), "the game has no evaluations: the graph shows its moves alone"),
    ]
    .into_iter()
    .filter_map(|(is_lacking, words)| is_lacking.then_some(words))
}

/// Refuses before the long work what could not be written after it.
fn check_output(path: &Path, format: Format) -> anyhow::Result<()> {
    let name = path.display();
    if format != Format::Pngs {
        picture::check_place(path)?;
    } else if path.is_dir() {
        if path.read_dir().is_ok_and(|mut inside| inside.next().is_some()) {
            bail!("cannot write {name}: there is something in this folder already");
        }
    } else if path.components().collect::<PathBuf>().exists() {
        bail!("cannot write {name}: there is a file of this name");
    } else {
        picture::check_place(path)?;
    }
    files::check_room(path).with_context(|| format!("cannot write {name}"))
}

fn passage(args: &Args, replay: &Replay) -> anyhow::Result<Passage> {
    let name = args.pgn.as_deref().map_or("standard input".to_owned(), |path| path.display().to_string());
    let last = replay.line.len() as f64;
    let to = args.to.unwrap_or(last);
    if to > last || args.from > last {
        bail!("{name}: game {} has {last} plies, not {}", args.game, to.max(args.from));
    }
    if args.from > to {
        bail!("the film would end at half-move {to}, before it begins at {}", args.from);
    }
    Ok(Passage::new(replay, to, args))
}

fn draw(args: &Args, format: Format, shape: Shape, scene: Scene, passage: &Passage) -> anyhow::Result<()> {
    let name = args.output.display();
    let failed = || format!("cannot write {name}");
    let mut studio = Studio::open(scene, shape, args.from)?;
    let mut progress = Progress::begin(passage.frames(), args.attended);
    let mut writer = Writer::begin(&args.output, format, shape).with_context(failed)?;
    for frame in 0..passage.frames() {
        studio.shoot(passage.moment(frame))?;
        for picture in studio.developed() {
            add(&mut writer, picture).with_context(failed)?;
        }
        progress.tell(frame + 1);
    }
    for picture in studio.rest()? {
        add(&mut writer, picture).with_context(failed)?;
    }
    writer.end().with_context(failed)?;
    // A film that is stopped now is as little wanted as one that was stopped before.
    while !writer.is_written() {
        studio.check_wanted()?;
        thread::sleep(POLL);
    }
    studio.check_wanted()?;
    writer.keep().with_context(failed)?;
    progress.end();
    Ok(())
}

/// `None` is the picture before once more.
fn add(writer: &mut Writer, picture: Option<Picture>) -> io::Result<()> {
    match picture {
        Some(picture) => writer.add(picture),
        None => writer.again(),
    }
}
