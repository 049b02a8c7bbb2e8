//! The text of comments: one form for every way of writing the same words.

/// Joins a comment to those already there. Runs of blanks and line ends become one space, as line breaks in a PGN file
/// mean nothing; several comments on one move are joined by one space. Joining what was joined before changes nothing.
pub(super) fn join(comment: &mut String, text: &str) {
    // Most comments are one, and short: room at once for all of it.
    comment.reserve(text.len().min(ROOM));
    for word in words(text) {
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(word);
    }
}

/// Bytes for which there is room before it is known how many of them are blanks.
const ROOM: usize = 200;

/// Whether a comment has no words.
#[inline]
pub(super) fn is_blank(text: &str) -> bool {
    text.bytes().all(parts)
}

/// The words of a comment. Only ASCII blanks part words: others are text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.bytes().position(|byte| !parts(byte))?;
        let length = rest[start..].bytes().position(parts).unwrap_or(rest.len() - start);
        let word = &rest[start..start + length];
        rest = &rest[start + length..];
        Some(word)
    })
}

/// Whether a byte parts words.
#[inline(always)]
fn parts(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0xb | 0xc)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_is_idempotent() {
        let mut comment = String::new();
        join(&mut comment, " Torch v2\r\n ");
        join(&mut comment, "[#]Testing   out");
        assert_eq!(comment, "Torch v2 [#]Testing out");
        let mut again = String::new();
        join(&mut again, &comment);
        assert_eq!(again, comment);
        join(&mut again, "  ");
        assert_eq!(again, comment);
    }
}
