//! A film that is made for a game's window: the game comes over standard input, which then stays open for as long as the film is
//! wanted, and how far the film is is said on standard output. So whoever wants it may end in any way: the film ends with it.

use std::{
    io::{self, BufRead, Read},
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context, bail};

/// The most bytes that a game may have: the longest of our files have a hundredth.
const MOST: u64 = 1 << 30;

/// How long a film that is not wanted any more may take to clear up; a graphics driver that hangs does not keep it.
const PATIENCE: Duration = Duration::from_secs(20);

/// What stops a film from outside.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether the film is not wanted any more.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Asks for it when standard input ends.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn at_the_end_of_input(&self) -> io::Result<()> {
        let stop = self.clone();
        thread::Builder::new().name("supervision".to_owned()).spawn(move || {
            // Whatever else comes is not for us; an input that fails has ended.
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            stop.0.store(true, Ordering::Release);
            thread::sleep(PATIENCE);
            process::exit(1);
        })?;
        Ok(())
    }
}

/// The game: first a line with the number of its bytes, then these.
///
/// # Errors
/// The input ends too early, or does not begin like that.
pub fn game(mut input: impl BufRead) -> anyhow::Result<Vec<u8>> {
    let mut line = String::new();
    input.by_ref().take(32).read_line(&mut line)?;
    let length: u64 = line.trim_end().parse().context("the game does not begin with its length")?;
    let mut bytes = Vec::new();
    let read = input.take(length.min(MOST)).read_to_end(&mut bytes)?;
    if read as u64 != length {
        bail!("the game ends after {read} of {length} bytes");
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_the_length_that_is_said() {
        assert_eq!(game(&b"5\n1. e4 and more"[..]).unwrap(), b"1. e4");
        assert_eq!(game(&b"0\n"[..]).unwrap(), b"");
        for wrong in [&b""[..], b"1. e4", b"9\n1. e4", b"-1\n", b"99999999999999999999999999999999999999999\n"] {
            assert!(game(wrong).is_err());
        }
    }
}
