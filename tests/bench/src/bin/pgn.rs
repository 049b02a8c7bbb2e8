//! Checking games, on one thread, against pgn-reader with shakmaty: every move of the main line legal, the final FEN made.
//!
//! The file is the one of the outside data, read again and again from memory through the same kind of stream. Both take
//! turns; what counts is the time that the processor worked, where the system tells it, and the ratio of medians.

use std::fs;
use std::io::{BufReader, Read};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Parser;
use endgame::notation::{fen, pgn::reader::Checker};
use endgame_bench::{data, flags, median};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};

/// Games checked by us and by others, with the ratio.
#[derive(Parser)]
struct Args {
    /// How often everyone checks all games
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Megabytes to which the file is repeated
    #[arg(long, default_value_t = 200)]
    size: u64,
    /// Ratio of speeds to reach
    #[arg(long, default_value_t = 1.0)]
    goal: f64,
}

/// What everyone must agree about: games, half-moves, letters of the final FENs.
type Sums = (u64, u64, u64);

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let file = data("pgn/internet_games.pgn");
    let Ok(mut text) = fs::read(&file) else {
        println!("skipped: {} is not here", file.display());
        return Ok(ExitCode::SUCCESS);
    };
    text.extend_from_slice(b"\n\n");
    let bytes = (args.size * 1_000_000).div_ceil(text.len() as u64) * text.len() as u64;
    let megabytes = bytes as f64 / 1e6;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..args.rounds {
        let stream = || Repeated { text: &text, at: 0, left: bytes };
        let (mine, time) = timed(|| check(stream()))?;
        ours.push(megabytes / time);
        let (other, time) = timed(|| peer(stream()))?;
        theirs.push(megabytes / time);
        ensure!(mine == other, "we find {mine:?}, pgn-reader and shakmaty {other:?}");
    }
    let ratios: Vec<String> = ours.iter().zip(&theirs).map(|(ours, theirs)| format!("{:.2}", ours / theirs)).collect();
    let (ours, theirs) = (median(ours), median(theirs));
    println!("{megabytes:.0} MB of games, {}, medians of {} rounds", flags(), args.rounds);
    println!("endgame                {ours:7.1} MB/s");
    println!("pgn-reader + shakmaty  {theirs:7.1} MB/s");
    let ratio = ours / theirs;
    println!("ratio {ratio:.2}, goal {:.2}; round by round {}", args.goal, ratios.join(" "));
    Ok(if ratio >= args.goal { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Ours.
fn check(stream: impl Read) -> anyhow::Result<Sums> {
    let mut sums = Sums::default();
    for game in Checker::new(BufReader::with_capacity(1 << 16, stream)) {
        let game = game?;
        ensure!(game.error.is_none(), "a game with a fault");
        sums.0 += 1;
        sums.1 += game.plies as u64;
        sums.2 += fen::write(&game.last).len() as u64;
    }
    Ok(sums)
}

/// Theirs.
fn peer(stream: impl Read) -> anyhow::Result<Sums> {
    let mut sums = Sums::default();
    let mut reader = Reader::new(stream);
    while let Some(game) = reader.read_game(&mut Main)? {
        let (fen, plies) = game.map_err(anyhow::Error::msg)?;
        sums.0 += 1;
        sums.1 += plies;
        sums.2 += fen.len() as u64;
    }
    Ok(sums)
}

/// Plays the main line of each game.
struct Main;

impl Visitor for Main {
    type Tags = Option<Chess>;
    type Movetext = (Chess, u64);
    type Output = Result<(String, u64), String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).map_err(|error| error.to_string());
            match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).map_err(|error| error.to_string())) {
                Ok(position) => *start = Some(position),
                Err(error) => return ControlFlow::Break(Err(error)),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((start.unwrap_or_default(), 0))
    }

    fn san(&mut self, (position, plies): &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                *plies += 1;
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(error.to_string())),
        }
    }

    fn end_game(&mut self, (position, plies): Self::Movetext) -> Self::Output {
        Ok((Fen::from_position(&position, EnPassantMode::Always).to_string(), plies))
    }
}

/// A text over and over.
struct Repeated<'a> {
    text: &'a [u8],
    at: usize,
    left: u64,
}

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let rest = &self.text[self.at..];
        let size = rest.len().min(buffer.len()).min(usize::try_from(self.left).unwrap_or(usize::MAX));
        buffer[..size].copy_from_slice(&rest[..size]);
        self.at = (self.at + size) % self.text.len();
        self.left -= size as u64;
        Ok(size)
    }
}

/// What a task finds, and the seconds it took.
fn timed<T>(task: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<(T, f64)> {
    let (start, worked) = (Instant::now(), worked());
    let found = task()?;
    let seconds = match (worked, self::worked()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed().as_secs_f64(),
    };
    Ok((found, seconds))
}

/// Seconds for which this thread has had a processor, where the system tells.
fn worked() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next().context("empty").ok()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
