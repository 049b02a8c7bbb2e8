//! What an engine has said and nobody has read yet. A flood of news is thinned out: of each kind the last counts.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Bytes that a line may have: long lines of play take a few thousand.
const LONGEST: u64 = 1 << 16;

/// Lines of news that are kept.
const NEWS: usize = 256;

/// What was heard of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(String),
    /// A line without an end.
    TooLong,
    /// Its output has ended.
    End,
}

struct Shared {
    heard: Mutex<VecDeque<Heard>>,
    came: Condvar,
    wake: Box<dyn Fn() + Send + Sync>,
}

/// The box.
#[derive(Clone)]
pub struct Inbox(Arc<Shared>);

impl Inbox {
    /// An empty box; `wake` is called whenever an answer comes.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Inbox {
        Inbox(Arc::new(Shared { heard: Mutex::default(), came: Condvar::new(), wake: Box::new(wake) }))
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Heard>> {
        self.0.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything that has come.
    pub fn take(&self) -> VecDeque<Heard> {
        std::mem::take(&mut *self.lock())
    }

    /// Waits until there is something, or so long.
    pub fn wait(&self, most: Duration) {
        let heard = self.lock();
        if heard.is_empty() {
            let _ = self.0.came.wait_timeout(heard, most);
        }
    }

    /// Reads until the output ends: the whole life of a thread.
    pub fn fill(&self, output: impl Read) {
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            match output.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) if line.len() as u64 == LONGEST => {
                    self.put(Heard::TooLong);
                    break;
                }
                Ok(_) => self.put(Heard::Line(String::from_utf8_lossy(&line).trim_end().to_owned())),
            }
        }
        self.put(Heard::End);
    }

    fn put(&self, heard: Heard) {
        let mut all = self.lock();
        if all.len() >= NEWS {
            // Nobody reads as fast as this: old news goes, answers stay.
            if let Some(oldest) = all.iter().position(is_news) {
                all.remove(oldest);
            } else {
                all.pop_front();
            }
        }
        let is_news = is_news(&heard);
        all.push_back(heard);
        drop(all);
        self.0.came.notify_all();
        // Nobody is woken for every thought of an engine.
        if !is_news {
            (self.0.wake)();
        }
    }
}

/// Whether this is only said on the way.
fn is_news(heard: &Heard) -> bool {
    matches!(heard, Heard::Line(line) if !is_answer(line))
}

fn is_answer(line: &str) -> bool {
    ["bestmove", "uciok", "readyok", "id ", "option "].iter().any(|start| line.trim_start().starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_thinned_and_answers_stay() {
        let inbox = Inbox::new(|| {});
        let mut text = String::from("bestmove e2e4\n");
        for number in 0..100_000 {
            text += &format!("info depth {number}\n");
        }
        inbox.fill(text.as_bytes());
        let all = inbox.take();
        assert!(all.len() <= NEWS + 1);
        assert_eq!(all[0], Heard::Line("bestmove e2e4".to_owned()));
        assert_eq!(all.back(), Some(&Heard::End));
        assert!(all.contains(&Heard::Line("info depth 99999".to_owned())));
    }

    #[test]
    fn a_line_without_end_is_not_waited_for() {
        let inbox = Inbox::new(|| {});
        inbox.fill(std::io::repeat(b'x').take(1 << 20));
        assert_eq!(inbox.take(), [Heard::TooLong, Heard::End]);
    }
}
