//! Animated GIF: of each frame only what has changed, in a palette taken from the film and dithered in a fixed pattern, so that
//! what stands still stays the same.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::{Shape, palette::Palette};

/// Hundredths of a second are what the format counts in.
const TICKS: u64 = 100;

/// The index that leaves a pixel as it was.
pub const SAME: u8 = 255;

/// By so much the mean square of the error of a frame's new pixels may exceed that of the frame its palette was made of, before
/// they get a palette of their own.
const TOLERANCE: f32 = 40.0;

/// A film that is being written.
pub struct Gif<W: Write> {
    /// What everything is written to; `None` once the first frame has told the colors.
    out: Option<W>,
    encoder: Option<Encoder<W>>,
    shape: Shape,
    frames: u64,
    before: Vec<u8>,
    palette: Palette,
    /// The palette is not the one that the film begins with.
    is_local: bool,
}

impl<W: Write> Gif<W> {
    pub fn begin(out: W, shape: Shape) -> Gif<W> {
        let (palette, before) = (Palette::default(), Vec::new());
        Gif { out: Some(out), encoder: None, shape, frames: 0, before, palette, is_local: false }
    }

    pub fn add(&mut self, rgb: &[u8]) -> io::Result<()> {
        let (width, height) = (self.shape.width as u16, self.shape.height as u16);
        if let Some(out) = self.out.take() {
            self.palette = Palette::of(rgb);
            let mut encoder = Encoder::new(out, width, height, self.palette.colors()).map_err(io::Error::other)?;
            encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
            self.encoder = Some(encoder);
        }
        let part = changed(&self.before, rgb, self.shape.width as usize);
        if !self.before.is_empty() && self.palette.error(&self.before, rgb) > self.palette.base + TOLERANCE {
            self.palette = Palette::of(rgb);
            self.is_local = true;
        }
        let delay = self.shape.rate.start(self.frames + 1, TICKS) - self.shape.rate.start(self.frames, TICKS);
        let frame = Frame {
            delay: u16::try_from(delay).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            transparent: Some(SAME),
            left: part.left as u16,
            top: part.top as u16,
            width: part.width as u16,
            height: part.height as u16,
            palette: self.is_local.then(|| self.palette.colors().to_vec()),
            buffer: Cow::Owned(self.palette.indices(&self.before, rgb, self.shape.width as usize, part)),
            ..Frame::default()
        };
        self.frames += 1;
        self.before.clear();
        self.before.extend_from_slice(rgb);
        let Some(encoder) = &mut self.encoder else { return Ok(()) };
        encoder.write_frame(&frame).map_err(io::Error::other)
    }

    pub fn finish(self) -> io::Result<()> {
        let Some(encoder) = self.encoder else { return Err(io::Error::other("a GIF film has at least one frame")) };
        encoder.into_inner().map_err(io::Error::other)?.flush()
    }
}

/// A rectangle of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

/// The smallest part that holds every change; one pixel where there is none, all of it where nothing was before.
fn changed(before: &[u8], now: &[u8], width: usize) -> Part {
    let height = now.len() / (3 * width);
    if before.is_empty() {
        return Part { left: 0, top: 0, width, height };
    }
    let (mut left, mut right, mut top, mut bottom) = (width, 0, None, 0);
    for (y, (old, new)) in before.chunks_exact(3 * width).zip(now.chunks_exact(3 * width)).enumerate() {
        let differs = |(old, new): (&[u8], &[u8])| old != new;
        let Some(first) = old.chunks_exact(3).zip(new.chunks_exact(3)).position(differs) else { continue };
        let last = old.chunks_exact(3).zip(new.chunks_exact(3)).rposition(differs).unwrap_or(first);
        (left, right, bottom) = (left.min(first), right.max(last), y);
        top = top.or(Some(y));
    }
    match top {
        Some(top) => Part { left, top, width: right + 1 - left, height: bottom + 1 - top },
        None => Part { left: 0, top: 0, width: 1, height: 1 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_changed_is_written() {
        let before = vec![7; 3 * 8 * 4];
        assert_eq!(changed(&[], &before, 8), Part { left: 0, top: 0, width: 8, height: 4 });
        assert_eq!(changed(&before, &before, 8), Part { left: 0, top: 0, width: 1, height: 1 });
        let mut now = before.clone();
        now[3 * (8 + 2)] = 0;
        now[3 * (2 * 8 + 5) + 2] = 0;
        assert_eq!(changed(&before, &now, 8), Part { left: 2, top: 1, width: 4, height: 2 });
    }
}
