//! In what a film can be written, told by the name of the file, and what each of these formats can hold.

use std::{fmt, path::Path};

use anyhow::bail;

use crate::cli::{Size, film::Rate};

/// A kind of film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// H.264 in MP4: plays everywhere.
    Mp4,
    /// Animated WebP, for the web.
    Webp,
    /// Animated GIF: 256 colors, for where nothing else is taken.
    Gif,
    /// A folder with a PNG for each frame: nothing is lost.
    Pngs,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Mp4 => "MP4",
            Format::Webp => "WebP",
            Format::Gif => "GIF",
            Format::Pngs => "PNG",
        })
    }
}

impl Format {
    /// What the name asks for: an ending, or a folder, whose name ends with a slash or which is there.
    ///
    /// # Errors
    /// It asks for nothing that can be written; in words.
    pub fn of(path: &Path) -> anyhow::Result<Format> {
        let name = path.display();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let is_folder = path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
        let format = match ending.as_deref() {
            _ if is_folder => Format::Pngs,
            Some("mp4") => Format::Mp4,
            Some("webp") => Format::Webp,
            Some("gif") => Format::Gif,
            _ if path.is_dir() => Format::Pngs,
            _ => bail!("cannot write {name}: films end in .mp4, .webp or .gif, and a folder for pictures in a slash"),
        };
        Ok(format)
    }

    /// The size nearest to this one that the format has: the video format knows even sides only.
    ///
    /// # Errors
    /// The format has no picture as small or as large; in words.
    pub fn fit(self, size: Size) -> anyhow::Result<Size> {
        let Size { width, height } = size;
        let (least, most) = match self {
            Format::Mp4 => (16, if width >= height { (3840, 2160) } else { (2160, 3840) }),
            Format::Webp => (1, (16_383, 16_383)),
            Format::Gif | Format::Pngs => (1, (16_384, 16_384)),
        };
        if width.min(height) < least || width > most.0 || height > most.1 {
            bail!("{self} films have from {least}x{least} to {}x{} pixels, not {width}x{height}", most.0, most.1);
        }
        Ok(match self {
            Format::Mp4 => Size { width: width & !1, height: height & !1 },
            _ => size,
        })
    }

    /// Refuses more frames a second than the format can tell apart.
    ///
    /// # Errors
    /// It has fewer; in words.
    pub fn check_rate(self, rate: Rate) -> anyhow::Result<()> {
        // Delays are hundredths of a second; and who shows GIFs takes less than two of them for a mistake and plays slowly.
        if self == Format::Gif && rate.per_second() > 50.0 {
            bail!("GIF films have at most 50 frames a second, not {rate}");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_the_format() {
        for (name, format) in [
            ("a.mp4", Format::Mp4),
            ("b/a.MP4", Format::Mp4),
            ("a.gif", Format::Gif),
            ("a.b.webp", Format::Webp),
            ("frames/", Format::Pngs),
            ("frames.mp4/", Format::Pngs),
        ] {
            assert_eq!(Format::of(Path::new(name)).unwrap(), format, "{name}");
        }
        assert_eq!(Format::of(&std::env::temp_dir()).unwrap(), Format::Pngs);
        for name in ["film", "film.avi", "film.png", ".mp4"] {
            assert!(Format::of(Path::new(name)).unwrap_err().to_string().contains(".mp4, .webp or .gif"), "{name}");
        }
    }

    #[test]
    fn sizes_are_fitted_or_refused_in_words() {
        let size = |width, height| Size { width, height };
        assert_eq!(Format::Mp4.fit(size(161, 90)).unwrap(), size(160, 90));
        assert_eq!(Format::Mp4.fit(size(2160, 3840)).unwrap(), size(2160, 3840));
        assert_eq!(Format::Gif.fit(size(161, 91)).unwrap(), size(161, 91));
        assert!(Format::Mp4.fit(size(3842, 2160)).is_err());
        assert!(Format::Mp4.fit(size(160, 15)).is_err());
        let refused = Format::Webp.fit(size(16_384, 2)).unwrap_err().to_string();
        assert_eq!(refused, "WebP films have from 1x1 to 16383x16383 pixels, not 16384x2");
        assert!(Format::Gif.check_rate("50".parse().unwrap()).is_ok());
        assert!(Format::Gif.check_rate("60".parse().unwrap()).is_err());
        assert!(Format::Webp.check_rate("60".parse().unwrap()).is_ok());
    }
}
