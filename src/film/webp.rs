//! Animated WebP: each frame as the part of the picture that has changed, lossy.

use std::io::{self, Write};

use webp_animation::{ColorMode, Encoder, EncoderOptions, EncodingConfig, EncodingType, LossyEncodingConfig};

use super::Shape;

/// Of 100: the grain of the wood stays, and a frame of a move takes a few kilobytes.
const QUALITY: f32 = 82.0;

/// Milliseconds are what the format counts in.
const TICKS: u64 = 1000;

/// A film that is being written. Held in memory until its end: the format says its length at its beginning.
pub struct Webp<W: Write> {
    out: W,
    encoder: Encoder,
    shape: Shape,
    frames: u64,
}

impl<W: Write> Webp<W> {
    pub fn begin(out: W, shape: Shape) -> io::Result<Webp<W>> {
        let config = EncodingConfig {
            encoding_type: EncodingType::Lossy(LossyEncodingConfig { segments: 4, ..LossyEncodingConfig::default() }),
            quality: QUALITY,
            ..EncodingConfig::default()
        };
        let options =
            EncoderOptions { color_mode: ColorMode::Rgb, encoding_config: Some(config), ..EncoderOptions::default() };
        let encoder = Encoder::new_with_options((shape.width, shape.height), options).map_err(io::Error::other)?;
        Ok(Webp { out, encoder, shape, frames: 0 })
    }

    /// A frame that is like the one before makes that one longer.
    pub fn add(&mut self, rgb: &[u8]) -> io::Result<()> {
        let at = self.time()?;
        self.frames += 1;
        self.encoder.add_frame(rgb, at).map_err(io::Error::other)
    }

    pub fn finish(mut self) -> io::Result<()> {
        let end = self.time()?;
        let bytes = self.encoder.finalize(end).map_err(io::Error::other)?;
        self.out.write_all(&bytes)
    }

    fn time(&self) -> io::Result<i32> {
        let time = self.shape.rate.start(self.frames, TICKS);
        i32::try_from(time).map_err(|_| io::Error::other("a WebP film is no longer than 24 days"))
    }
}
