//! Writing a film while it is drawn: frames go into a short queue, from which a thread of its own writes them. Under the film's
//! name there is nothing until all of it is written, and even then only if it is still wanted.

use std::{
    fs::File,
    io::{self, BufWriter},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
};

use super::{format::Format, gif::Gif, mp4::Mp4, pngs::Pngs, studio::Picture, webp::Webp};
use crate::{cli::film::Rate, files};

/// Drawn frames that may wait to be written: enough for both sides to go on while the other has a long frame.
const QUEUE: usize = 4;

/// What all frames of a film have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// Frames a second.
    pub rate: Rate,
}

/// What the writing thread is told.
enum Order {
    /// Rows of red, green, blue and one byte more, each filled up to the same length.
    Frame(Picture),
    /// The frame before once more.
    Again,
    /// That was all.
    End,
    /// It may have its name.
    Keep,
}

/// A film that is being written. Dropped before it is kept it leaves nothing behind.
pub struct Writer {
    orders: Option<SyncSender<Order>>,
    /// All of it is on the disk, but for its name.
    written: Arc<AtomicBool>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Writer {
    /// Begins a film of this shape under this name.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn begin(path: &Path, format: Format, shape: Shape) -> io::Result<Writer> {
        let (orders, ordered) = sync_channel(QUEUE);
        let written = Arc::new(AtomicBool::new(false));
        let (path, done) = (path.to_owned(), Arc::clone(&written));
        let thread = thread::Builder::new()
            .name("film".to_owned())
            .spawn(move || write(path, format, shape, &ordered, &done))?;
        Ok(Writer { orders: Some(orders), written, thread: Some(thread) })
    }

    /// Hands over a frame: rows of red, green, blue and one byte more, each filled up to the same length.
    ///
    /// # Errors
    /// The film cannot be written; why.
    pub fn add(&mut self, frame: Picture) -> io::Result<()> {
        self.order(Order::Frame(frame))
    }

    /// The frame before once more.
    ///
    /// # Errors
    /// The film cannot be written; why.
    pub fn again(&mut self) -> io::Result<()> {
        self.order(Order::Again)
    }

    /// That was the last frame. What is left to be written takes its time.
    ///
    /// # Errors
    /// The film cannot be written; why.
    pub fn end(&mut self) -> io::Result<()> {
        self.order(Order::End)
    }

    /// After the end: whether all of it is written, or it has failed.
    pub fn is_written(&self) -> bool {
        self.written.load(Ordering::Acquire) || self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Gives the film its name.
    ///
    /// # Errors
    /// The film could not be written; why.
    pub fn keep(mut self) -> io::Result<()> {
        self.order(Order::Keep)?;
        self.result()
    }

    fn order(&mut self, order: Order) -> io::Result<()> {
        match self.orders.as_ref().map(|orders| orders.send(order)) {
            Some(Ok(())) => Ok(()),
            // He has gone, and says why.
            _ => self.result().and(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }

    fn result(&mut self) -> io::Result<()> {
        self.orders = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(result)) => result,
            Some(Err(_)) => Err(io::Error::other("the film's frames could not be compressed")),
            None => Ok(()),
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Whoever drops it before its end has a reason of his own.
        let _ = self.result();
    }
}

/// The whole life of the writing thread.
fn write(
    path: PathBuf,
    format: Format,
    shape: Shape,
    orders: &Receiver<Order>,
    written: &AtomicBool,
) -> io::Result<()> {
    let is_kept = || {
        written.store(true, Ordering::Release);
        match orders.recv() {
            Ok(Order::Keep) => Ok(()),
            _ => Err(given_up()),
        }
    };
    if format == Format::Pngs {
        return files::fill_folder(&path, |folder| {
            follow(Encoder::Pngs(Pngs::begin(folder.to_owned(), shape)), shape, orders)?;
            is_kept()
        });
    }
    let fill = |file: &mut BufWriter<File>| {
        let encoder = match format {
            Format::Mp4 => Encoder::Mp4(Box::new(Mp4::begin(file, shape)?)),
            Format::Webp => Encoder::Webp(Box::new(Webp::begin(file, shape)?)),
            Format::Gif | Format::Pngs => Encoder::Gif(Gif::begin(file, shape)),
        };
        follow(encoder, shape, orders)
    };
    files::replace_if(&path, fill, is_kept)
}

fn follow(mut encoder: Encoder, shape: Shape, orders: &Receiver<Order>) -> io::Result<()> {
    let mut rgb = vec![0; 3 * shape.width as usize * shape.height as usize];
    loop {
        match orders.recv() {
            Ok(Order::Frame(frame)) => {
                copy(&frame, &mut rgb, shape);
                encoder.add(&rgb)?;
            }
            Ok(Order::Again) => encoder.again(&rgb)?,
            Ok(Order::End) => return encoder.finish(),
            Ok(Order::Keep) | Err(_) => return Err(given_up()),
        }
    }
}

fn given_up() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "the film was given up")
}

/// Takes what is red, green and blue out of rows that are filled up.
fn copy(frame: &[u8], rgb: &mut [u8], shape: Shape) {
    let (width, height) = (shape.width as usize, shape.height as usize);
    for (row, line) in frame.chunks_exact(frame.len() / height).zip(rgb.chunks_exact_mut(3 * width)) {
        for (pixel, color) in row.chunks_exact(4).zip(line.chunks_exact_mut(3)) {
            color.copy_from_slice(&pixel[..3]);
        }
    }
}

/// The formats, which take frames of red, green and blue bytes.
enum Encoder<'a> {
    Mp4(Box<Mp4<&'a mut BufWriter<File>>>),
    Webp(Box<Webp<&'a mut BufWriter<File>>>),
    Gif(Gif<&'a mut BufWriter<File>>),
    Pngs(Pngs),
}

impl Encoder<'_> {
    fn add(&mut self, rgb: &[u8]) -> io::Result<()> {
        match self {
            Encoder::Mp4(film) => film.add(rgb),
            Encoder::Webp(film) => film.add(rgb),
            Encoder::Gif(film) => film.add(rgb),
            Encoder::Pngs(film) => film.add(rgb),
        }
    }

    /// The frame before once more, which was this one.
    fn again(&mut self, rgb: &[u8]) -> io::Result<()> {
        match self {
            Encoder::Pngs(film) => film.again(),
            others => others.add(rgb),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Encoder::Mp4(film) => film.finish(),
            Encoder::Webp(film) => film.finish(),
            Encoder::Gif(film) => film.finish(),
            Encoder::Pngs(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_film_has_its_name_only_when_it_is_kept() {
        let folder = std::env::temp_dir().join(format!("endgame-writer-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let shape = Shape { width: 16, height: 16, rate: "10".parse().unwrap() };
        for (name, format) in
            [("a.mp4", Format::Mp4), ("a.webp", Format::Webp), ("a.gif", Format::Gif), ("a", Format::Pngs)]
        {
            let path = folder.join(name);
            for is_kept in [false, true] {
                let mut writer = Writer::begin(&path, format, shape).unwrap();
                writer.add(Picture::new(vec![120; 4 * 16 * 16])).unwrap();
                writer.again().unwrap();
                writer.end().unwrap();
                while !writer.is_written() {
                    thread::yield_now();
                }
                assert!(!path.exists(), "{name}");
                if is_kept {
                    writer.keep().unwrap();
                } else {
                    drop(writer);
                    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "{name}");
                }
                assert_eq!(path.exists(), is_kept, "{name}");
            }
            if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) }.unwrap();
        }
        std::fs::remove_dir(folder).unwrap();
    }
}
