//! A folder with a PNG for each frame, numbered from 0.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

use super::Shape;

/// Pictures that are being written into a folder.
pub struct Pngs {
    folder: PathBuf,
    shape: Shape,
    frames: u64,
}

impl Pngs {
    pub fn begin(folder: PathBuf, shape: Shape) -> Pngs {
        Pngs { folder, shape, frames: 0 }
    }

    pub fn add(&mut self, rgb: &[u8]) -> io::Result<()> {
        let file = fs::File::create_new(self.name(self.frames))?;
        self.frames += 1;
        let mut file = BufWriter::new(file);
        PngEncoder::new(&mut file)
            .write_image(rgb, self.shape.width, self.shape.height, ExtendedColorType::Rgb8)
            .map_err(io::Error::other)?;
        file.flush()
    }

    /// The frame before once more.
    pub fn again(&mut self) -> io::Result<()> {
        fs::copy(self.name(self.frames.saturating_sub(1)), self.name(self.frames))?;
        self.frames += 1;
        Ok(())
    }

    fn name(&self, frame: u64) -> PathBuf {
        self.folder.join(format!("frame-{frame:06}.png"))
    }
}
