//! A game of a file replaced by another, and the rest of the file copied byte for byte.

use std::io::{self, BufRead, Write};
use std::ops::Range;

/// Copies `old` to `new` with the game in the bytes `range` replaced by `game`, a text in export format. Only those bytes
/// change: the line ends within them are those that the file has before the game, and a line of its own is made for the
/// game where it had none.
///
/// # Errors
/// Those of reading and writing; that the file ends before the game does.
pub fn splice(mut old: impl BufRead, range: Range<u64>, game: &str, new: &mut impl Write) -> io::Result<()> {
    let mut last = *b"\n\n";
    // The first line end of the file, and whether it begins with a carriage return.
    let mut returns = None;
    let is_end = |byte: &&u8| matches!(byte, b'\n' | b'\r');
    copy(&mut old, range.start, |bytes| {
        returns = returns.or_else(|| bytes.iter().find(is_end).map(|&end| end == b'\r'));
        for &byte in &bytes[bytes.len().saturating_sub(2)..] {
            last = [last[1], byte];
        }
        new.write_all(bytes)
    })?;
    copy(&mut old, range.end.saturating_sub(range.start), |bytes| {
        returns = returns.or_else(|| bytes.iter().find(is_end).map(|&end| end == b'\r'));
        Ok(())
    })?;
    let end = if returns == Some(true) { "\r\n" } else { "\n" };
    if !matches!(last[1], b'\n' | b'\r') && last != *b"\xbb\xbf" {
        new.write_all(end.as_bytes())?;
    }
    new.write_all(game.trim_end_matches('\n').replace('\n', end).as_bytes())?;
    let next = old.fill_buf()?.first().copied();
    if !matches!(next, None | Some(b'\n' | b'\r')) {
        new.write_all(end.as_bytes())?;
    }
    io::copy(&mut old, new)?;
    Ok(())
}

/// Gives so many bytes to `each`.
fn copy(old: &mut impl BufRead, mut left: u64, mut each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    while left > 0 {
        let buffer = match old.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            return Err(io::Error::other("the file has become shorter"));
        }
        let size = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        each(&buffer[..size])?;
        old.consume(size);
        left -= size as u64;
    }
    Ok(())
}
