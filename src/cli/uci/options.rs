//! The options that other programs can set.

use std::time::Duration;

use crate::chess::RuleSet;
use crate::engine::Level;

/// Megabytes of the table that can be asked for.
const HASH: std::ops::RangeInclusive<usize> = 1..=65_536;
/// Threads that can be asked for.
const THREADS: std::ops::RangeInclusive<usize> = 1..=256;
/// Lines that can be asked for.
const LINES: std::ops::RangeInclusive<usize> = 1..=218;
/// Milliseconds between a move and its clock.
const OVERHEAD: std::ops::RangeInclusive<usize> = 0..=5000;

/// What is set.
#[derive(Clone, Debug)]
pub struct Options {
    /// Megabytes of the table.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
    /// Lines that are told.
    pub lines: usize,
    /// What passes between a move and its clock.
    pub overhead: Duration,
    /// How strong it plays.
    pub level: Level,
    rules: RuleSet,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            level: Level::LAST,
            rules: RuleSet::Standard,
        }
    }
}

/// What an option changes in the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The size of the table.
    Hash,
    /// The number of threads.
    Threads,
    /// What is remembered.
    Clear,
    /// Nothing now.
    Nothing,
}

impl Options {
    /// By which rules positions are read.
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// The options as they are told to the other program, with their defaults.
    pub fn list(&self) -> Vec<String> {
        let Options { hash, threads, lines, overhead, level, .. } = Options::default();
        let spin = |name: &str, default: usize, range: std::ops::RangeInclusive<usize>| {
            format!("name {name} type spin default {default} min {} max {}", range.start(), range.end())
        };
        vec![
            spin("Hash", hash, HASH),
            spin("Threads", threads, THREADS),
            spin("MultiPV", lines, LINES),
            "name Ponder type check default false".to_owned(),
            spin("Move Overhead", overhead.as_millis() as usize, OVERHEAD),
            spin("Level", usize::from(level.number()), 1..=usize::from(level.number())),
            "name Clear Hash type button".to_owned(),
            "name UCI_Chess960 type check default false".to_owned(),
            "name UCI_Variant type combo default chess var chess var endgame".to_owned(),
        ]
    }

    /// Sets what the words after `setoption` say.
    ///
    /// # Errors
    /// In one sentence, what is not understood.
    pub fn set(&mut self, words: &[&str]) -> Result<Changed, String> {
        let [first, rest @ ..] = words else { return Err("setoption: name what, value what?".to_owned()) };
        if *first != "name" {
            return Err(format!("setoption: expected \"name\", not \"{first}\""));
        }
        let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
        let name = rest[..end].join(" ");
        let value = rest.get(end + 1..).unwrap_or_default().join(" ");
        let within = |range: std::ops::RangeInclusive<usize>| {
            let number = value.parse().ok().filter(|number| range.contains(number));
            number.ok_or_else(|| {
                format!("{name}: expected a number from {} to {}, not \"{value}\"", range.start(), range.end())
            })
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = within(HASH)?;
                Ok(Changed::Hash)
            }
            "threads" => {
                self.threads = within(THREADS)?;
                Ok(Changed::Threads)
            }
            "multipv" => {
                self.lines = within(LINES)?;
                Ok(Changed::Nothing)
            }
            "move overhead" => {
                self.overhead = Duration::from_millis(within(OVERHEAD)? as u64);
                Ok(Changed::Nothing)
            }
            "level" => {
                let number = within(1..=usize::from(Level::LAST.number()))?;
                self.level = Level::new(number as u8).unwrap_or(Level::LAST);
                Ok(Changed::Nothing)
            }
            "clear hash" => Ok(Changed::Clear),
            // Whether to ponder is told by `go`; castling of Chess960 is understood and told where it is needed.
            "ponder" | "uci_chess960" => Ok(Changed::Nothing),
            "uci_variant" => {
                self.rules = match value.to_ascii_lowercase().as_str() {
                    "chess" | "chess960" | "fischerandom" => RuleSet::Standard,
                    "endgame" => RuleSet::Endgame,
                    _ => return Err(format!("UCI_Variant: expected chess or endgame, not \"{value}\"")),
                };
                Ok(Changed::Nothing)
            }
            _ => Err(format!("there is no option \"{name}\"")),
        }
    }
}
