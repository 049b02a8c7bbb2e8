//! Writing beside the game: a thread of its own takes what is to be written, and of several states only the newest.

use std::{
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// How long the end of the program waits for what is still to be written: a disk that hangs does not keep it for ever.
const PATIENCE: Duration = Duration::from_secs(5);

/// How much was handed to all scribes of the program and is not written yet.
static OPEN: AtomicUsize = AtomicUsize::new(0);

/// Waits until everything that was handed to any scribe is written, for the end of a program that cannot dismiss them; no
/// longer than this.
pub fn wait_until_written(patience: Duration) {
    let began = Instant::now();
    while OPEN.load(Ordering::Acquire) > 0 && began.elapsed() < patience {
        thread::sleep(Duration::from_millis(2));
    }
}

/// Somebody who writes down what is handed to him, without being waited for. Dropping it waits until everything is written.
pub struct Scribe<T, R> {
    /// `None` when the scribe is dismissed.
    orders: Option<Sender<T>>,
    answers: Mutex<Receiver<R>>,
    /// How much was handed to him and is not written yet.
    waiting: Arc<AtomicUsize>,
    /// Closed when he has gone.
    gone: Mutex<Receiver<()>>,
}

impl<T: Send + 'static, R: Send + 'static> Scribe<T, R> {
    /// Hires one. What is to be written replaces what waits and is `same`, and is handed to `work`, whose answers are heard
    /// with [`Scribe::answers`].
    ///
    /// # Errors
    /// The system has no thread for him.
    pub fn hire(
        name: &str,
        same: fn(&T, &T) -> bool,
        mut work: impl FnMut(T) -> Vec<R> + Send + 'static,
    ) -> io::Result<Scribe<T, R>> {
        let (orders, ordered) = channel::<T>();
        let (answer, answers) = channel();
        let (leave, gone) = channel::<()>();
        let waiting = Arc::new(AtomicUsize::new(0));
        let open = Arc::clone(&waiting);
        thread::Builder::new().name(name.to_owned()).spawn(move || {
            while let Ok(first) = ordered.recv() {
                let mut batch = vec![first];
                let mut taken = 1;
                for next in ordered.try_iter() {
                    taken += 1;
                    batch.retain(|earlier| !same(earlier, &next));
                    batch.push(next);
                }
                for item in batch {
                    // Who is not listened to any more still writes.
                    work(item).into_iter().for_each(|said| drop(answer.send(said)));
                }
                open.fetch_sub(taken, Ordering::Release);
                OPEN.fetch_sub(taken, Ordering::Release);
            }
            // What the work held, locks above all, is free before it is said that he has gone.
            drop(work);
            drop(leave);
        })?;
        Ok(Scribe { orders: Some(orders), answers: Mutex::new(answers), waiting, gone: Mutex::new(gone) })
    }

    /// Hands something to him. Returns at once.
    pub fn write(&self, item: T) {
        if let Some(orders) = &self.orders {
            self.waiting.fetch_add(1, Ordering::Relaxed);
            OPEN.fetch_add(1, Ordering::Relaxed);
            if orders.send(item).is_err() {
                // He is gone, which only a bug does to him: nobody waits for what he will not write.
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                OPEN.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Whether something is still to be written.
    pub fn is_busy(&self) -> bool {
        self.waiting.load(Ordering::Acquire) > 0
    }

    /// What he has said since he was asked last.
    pub fn answers(&self) -> Vec<R> {
        self.answers.lock().map(|answers| answers.try_iter().collect()).unwrap_or_default()
    }
}

impl<T, R> Drop for Scribe<T, R> {
    fn drop(&mut self) {
        self.orders = None;
        if let Ok(gone) = self.gone.lock() {
            // Nothing is ever sent: it ends when he has gone, or when patience does.
            let _ = gone.recv_timeout(PATIENCE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_of_each_kind_is_written_and_nothing_is_lost_at_the_end() {
        let (begun, begin) = channel();
        let (go, wait) = channel::<()>();
        let written = Arc::new(Mutex::new(Vec::new()));
        let paper = Arc::clone(&written);
        let scribe: Scribe<(u8, u8), u8> = Scribe::hire(
            "scribe",
            |a: &(u8, u8), b| a.0 == b.0,
            move |item| {
                begun.send(()).unwrap();
                let _ = wait.recv();
                paper.lock().unwrap().push(item);
                vec![item.1]
            },
        )
        .unwrap();
        scribe.write((0, 0));
        begin.recv().unwrap();
        for item in [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3)] {
            scribe.write(item);
        }
        assert!(scribe.is_busy());
        assert!(scribe.answers().is_empty());
        drop(go);
        while scribe.is_busy() {
            thread::yield_now();
        }
        assert_eq!(scribe.answers(), [0, 2, 3]);
        scribe.write((3, 9));
        drop(scribe);
        assert_eq!(*written.lock().unwrap(), [(0, 0), (2, 2), (1, 3), (3, 9)]);
    }
}
