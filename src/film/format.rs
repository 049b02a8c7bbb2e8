//! In what a film can be written, told by the name of the file, and what each of these formats can hold.

use std::{fmt, path::Path};

use anyhow::bail;

use crate::cli::{Size, film::Rate};

/// A kind of film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
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
            Some("webp") => Format::Webp,
            Some("gif") => Format::Gif,
            _ if path.is_dir() => Format::Pngs,
            _ => bail!("cannot write {name}: films end in .webp or .gif, and a folder for pictures in a slash"),
        };
        Ok(format)
    }

    /// Refuses a size that the format does not have.
    ///
    /// # Errors
    /// It has no picture as small or as large; in words.
    pub fn check_size(self, size: Size) -> anyhow::Result<()> {
        let Size { width, height } = size;
        let most = if self == Format::Webp { 16_383 } else { 16_384 };
        if width.max(height) > most {
            bail!("{self} films have at most {most}x{most} pixels, not {width}x{height}");
        }
        Ok(())
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
            ("b/a.GIF", Format::Gif),
            ("a.b.webp", Format::Webp),
            ("frames/", Format::Pngs),
            ("frames.gif/", Format::Pngs),
        ] {
            assert_eq!(Format::of(Path::new(name)).unwrap(), format, "{name}");
        }
        assert_eq!(Format::of(&std::env::temp_dir()).unwrap(), Format::Pngs);
        for name in ["film", "film.avi", "film.png", ".mp4"] {
            assert!(Format::of(Path::new(name)).unwrap_err().to_string().contains(".webp or .gif"), "{name}");
        }
    }

    #[test]
    fn what_a_format_has_not_is_refused_in_words() {
        assert!(Format::Gif.check_size(Size { width: 161, height: 91 }).is_ok());
        let refused = Format::Webp.check_size(Size { width: 16_384, height: 2 }).unwrap_err().to_string();
        assert_eq!(refused, "WebP films have at most 16383x16383 pixels, not 16384x2");
        assert!(Format::Gif.check_rate("50".parse().unwrap()).is_ok());
        assert!(Format::Gif.check_rate("60".parse().unwrap()).is_err());
        assert!(Format::Webp.check_rate("60".parse().unwrap()).is_ok());
    }
}
