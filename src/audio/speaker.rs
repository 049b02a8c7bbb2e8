//! The way to the ear: a thread of its own that opens the output device when there is something to hear, closes it when it
//! has been quiet, and tries again where there is none. So a device that is lost, exchanged or comes later is used with the
//! next sound, silence costs nothing, and no frame ever waits for a driver.

use std::{
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use bevy::prelude::*;
use rodio::{DeviceSinkBuilder, DeviceSinkError, MixerDeviceSink, buffer::SamplesBuffer, cpal::StreamError};

use super::{
    Sound,
    tune::{Tune, render},
};

/// An open device that has been quiet for so long is closed.
const QUIET: Duration = Duration::from_secs(8);
/// A sound that comes later than this is not what is seen any more.
const LATE: Duration = Duration::from_millis(700);
/// So long after a device was not found the next is looked for, at first; then each time twice as long.
const SOON: Duration = Duration::from_secs(2);
/// But never longer than this.
const AT_LAST: Duration = Duration::from_secs(60);
/// Sounds that may wait for a device that is slow to open.
const WAITING: usize = 16;

/// Where sounds are sent; absent where there is nobody to hear.
#[derive(Resource, Clone)]
pub struct Speaker {
    orders: SyncSender<Order>,
    missing: Arc<AtomicBool>,
}

/// What the thread is told.
enum Order {
    /// Something will be heard soon.
    Open,
    /// The same, and a person wants it now.
    Retry,
    /// This, asked for at that moment.
    Play(Sound, Tune, Instant),
}

impl Speaker {
    /// Starts the thread. Nothing is opened yet.
    pub(super) fn new() -> Self {
        let (orders, inbox) = mpsc::sync_channel(WAITING);
        let missing = Arc::new(AtomicBool::new(false));
        let flag = missing.clone();
        // Without the thread there is silence, as without a device.
        if thread::Builder::new().name("sound".into()).spawn(move || serve(&inbox, &flag)).is_err() {
            missing.store(true, Ordering::Relaxed);
        }
        Speaker { orders, missing }
    }

    /// Whether no device could be opened when one was last looked for.
    pub fn is_missing(&self) -> bool {
        self.missing.load(Ordering::Relaxed)
    }

    /// Something will be heard soon.
    pub(super) fn open(&self) {
        self.send(Order::Open);
    }

    /// A person has just asked for sound: a device is looked for at once.
    pub(super) fn retry(&self) {
        self.send(Order::Retry);
    }

    pub(super) fn play(&self, sound: Sound, tune: Tune) {
        self.send(Order::Play(sound, tune, Instant::now()));
    }

    /// Where too much waits already, or nobody listens any more, nothing is lost that would be missed.
    fn send(&self, order: Order) {
        let _ = self.orders.try_send(order);
    }
}

/// An open device.
struct Output {
    sink: MixerDeviceSink,
    /// The driver has said that it is gone.
    lost: Arc<AtomicBool>,
    /// When the last sound so far will have been heard.
    ends: Instant,
}

/// When a device may be looked for again.
struct Patience {
    next: Option<Instant>,
    pause: Duration,
}

impl Patience {
    const FRESH: Patience = Patience { next: None, pause: SOON };

    fn is_over(&self, now: Instant) -> bool {
        self.next.is_none_or(|next| now >= next)
    }

    fn failed(&mut self, now: Instant) {
        self.next = Some(now + self.pause);
        self.pause = (self.pause * 2).min(AT_LAST);
    }
}

fn serve(inbox: &Receiver<Order>, missing: &AtomicBool) {
    let mut output: Option<Output> = None;
    let mut patience = Patience::FRESH;
    loop {
        let order = match &output {
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(open) => inbox.recv_timeout((open.ends + QUIET).saturating_duration_since(Instant::now())),
        };
        let order = match order {
            Ok(order) => order,
            Err(RecvTimeoutError::Timeout) => {
                debug!("the sound device is closed: it has been quiet");
                output = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        output = output.filter(|open| !open.lost.load(Ordering::Relaxed));
        if matches!(order, Order::Retry) {
            patience = Patience::FRESH;
        }
        if output.is_none() && patience.is_over(Instant::now()) {
            output = match open() {
                Ok(open) => {
                    debug!("a sound device is open: {:?}", open.sink.config());
                    missing.store(false, Ordering::Relaxed);
                    patience = Patience::FRESH;
                    Some(open)
                }
                Err(error) => {
                    // Once is enough.
                    if !missing.swap(true, Ordering::Relaxed) {
                        warn!("no sound device can be opened ({error}); the game is silent until there is one");
                    }
                    patience.failed(Instant::now());
                    None
                }
            };
        }
        if let (Some(open), Order::Play(sound, tune, asked)) = (&mut output, order)
            && asked.elapsed() < LATE
        {
            play(open, sound, tune);
        }
    }
}

fn open() -> Result<Output, DeviceSinkError> {
    let lost = Arc::new(AtomicBool::new(false));
    let flag = lost.clone();
    let mut sink = DeviceSinkBuilder::from_default_device()?
        .with_error_callback(move |error| {
            // A late frame is a crackle; everything else is the end of this device.
            if !matches!(error, StreamError::BufferUnderrun) {
                debug!("the sound device is lost: {error}");
                flag.store(true, Ordering::Relaxed);
            }
        })
        .open_sink_or_fallback()?;
    sink.log_on_drop(false);
    Ok(Output { sink, lost, ends: Instant::now() })
}

fn play(output: &mut Output, sound: Sound, tune: Tune) {
    let takes = sound.takes();
    let samples = samples(takes[tune.take % takes.len()]);
    let mut heard = render(&samples, tune);
    let mut channels = NonZero::<u16>::MIN.saturating_add(1);
    if output.sink.config().channel_count() == NonZero::<u16>::MIN {
        // One speaker: what was meant for either ear comes out of it.
        heard = heard.chunks_exact(2).map(|ears| f32::midpoint(ears[0], ears[1])).collect();
        channels = NonZero::<u16>::MIN;
    }
    let length = Duration::from_secs_f32(samples.len() as f32 / RATE.get() as f32 / tune.speed);
    output.ends = output.ends.max(Instant::now() + length);
    output.sink.mixer().add(SamplesBuffer::new(channels, RATE, heard));
}

/// Samples a second of all our files.
const RATE: NonZero<u32> = NonZero::new(44_100).expect("not zero");
/// Where the samples of our files begin.
const HEADER: usize = 44;

/// The samples of one of our files: 16 bits, one channel.
fn samples(file: &[u8]) -> Vec<f32> {
    let data = file.get(HEADER..).unwrap_or_default();
    data.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32_768.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_what_is_read_and_all_are_small() {
        let mut together = 0;
        for sound in Sound::ALL {
            assert!(!sound.takes().is_empty());
            for file in sound.takes() {
                together += file.len();
                let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
                assert_eq!((&file[..4], &file[8..16], &file[36..40]), (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data"[..]));
                // PCM, one channel; samples a second; two bytes a sample, sixteen bits.
                assert_eq!((number(20), number(24), number(32)), (0x1_0001, RATE.get(), 0x10_0002), "{sound:?}");
                assert_eq!(number(40) as usize, file.len() - HEADER);
                let samples = samples(file);
                let peak = samples.iter().fold(0.0, |peak: f32, sample| peak.max(sample.abs()));
                assert!((0.05..0.51).contains(&peak), "{sound:?}: {peak}");
                assert!(samples[0].abs() < 1e-3 && samples[samples.len() - 1].abs() < 1e-3, "{sound:?} clicks");
            }
        }
        assert!(together < 1_000_000, "{together}");
    }

    #[test]
    fn who_finds_no_device_asks_less_and_less_often() {
        let begin = Instant::now();
        let mut patience = Patience::FRESH;
        assert!(patience.is_over(begin));
        let mut now = begin;
        for wait in [2, 4, 8, 16, 32, 60, 60] {
            patience.failed(now);
            assert!(!patience.is_over(now + Duration::from_secs(wait - 1)));
            now += Duration::from_secs(wait);
            assert!(patience.is_over(now));
        }
    }
}
