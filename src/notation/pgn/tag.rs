//! Tag pairs, `[Name "Value"]`, both ways.

use std::borrow::Cow;

use super::source::find;

/// A tag pair as it was read.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    /// Borrowed where it stands in the text as it is.
    pub(super) value: Cow<'a, str>,
    /// The bytes of text before the name, and before the value.
    pub(super) starts: [usize; 2],
    /// Bytes of text that it took.
    pub(super) length: usize,
    /// What was wrong with it, although it could be read.
    pub(super) warning: Option<&'static str>,
}

/// Reads the tag pair that `text` begins with; `None` if it begins with none.
///
/// Quotation marks inside a value should be escaped: one that is not, is taken as text unless `]` follows it.
pub(super) fn read(text: &str) -> Option<Tag<'_>> {
    read_plain(text).or_else(|| read_odd(text))
}

/// Reads a tag that is as it should be and holds nothing to look at twice, as most are and do.
fn read_plain(text: &str) -> Option<Tag<'_>> {
    let bytes = text.as_bytes();
    let mut end = 1;
    while bytes.get(end)?.is_ascii_alphabetic() {
        end += 1;
    }
    let start = end + 2;
    if end == 1 || bytes[0] != b'[' || bytes.get(end..start)? != b" \"" {
        return None;
    }
    let close = start + find(&bytes[start..], |byte| (byte == b'"') | (byte == b'\\'))?;
    if bytes.get(close..close + 2)? != b"\"]" {
        return None;
    }
    let (name, value) = (&text[1..end], Cow::Borrowed(&text[start..close]));
    Some(Tag { name, value, starts: [1, start], length: close + 2, warning: None })
}

/// Reads a tag however it is written.
fn read_odd(text: &str) -> Option<Tag<'_>> {
    let inside = text.strip_prefix('[')?.trim_start();
    let end = inside.find(|c: char| c.is_whitespace() || c.is_control() || "\"“”[]{}()\\".contains(c))?;
    let (name, rest) = inside.split_at(end);
    if !name.starts_with(char::is_alphanumeric) {
        return None;
    }
    let quoted = rest.trim_start();
    let value = quoted.strip_prefix(['"', '“', '”', '„'])?;
    let starts = [text.len() - inside.len(), text.len() - value.len()];
    let (value, after, warning) = read_value(value, quoted.starts_with('"'));
    Some(Tag { name, value: value.into(), starts, length: text.len() - after.len(), warning })
}

/// Reads up to the closing quotation mark and bracket: the value, what comes after, a warning. Typographic marks close
/// only what one of them opened.
fn read_value(text: &str, straight: bool) -> (String, &str, Option<&'static str>) {
    let mut value = String::new();
    let mut warning = None;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let rest = &text[at + c.len_utf8()..];
        match c {
            '\\' if rest.starts_with('"') && rest[1..].trim() == "]" => {
                value.push('\\');
                return (value, "", Some("a backslash before the closing quotation mark"));
            }
            '\\' if rest.starts_with(['"', '\\']) => value.extend(chars.next().map(|(_, c)| c)),
            '"' | '“' | '”' if (c == '"' || !straight) && rest.trim_start().starts_with(']') => {
                let closing = rest.len() - rest.trim_start().len();
                return (value, &rest[closing + 1..], warning);
            }
            '"' if rest.trim().is_empty() => return (value, "", Some("a tag without its closing bracket")),
            '"' => {
                warning = Some("a quotation mark in a tag that is not escaped");
                value.push(c);
            }
            _ => value.push(c),
        }
    }
    let kept = value.trim_end().trim_end_matches(']').trim_end().len();
    value.truncate(kept);
    (value, "", Some("a tag without its closing quotation mark"))
}

/// Writes a tag pair so that [`read`] finds the same. What no tag can hold is left out: line ends, and signs in the name.
pub(super) fn write(name: &str, value: &str, out: &mut String) {
    let legal = |c: &char| !c.is_whitespace() && !c.is_control() && !"\"“”[]{}()\\".contains(*c);
    let name: String = name.chars().filter(legal).skip_while(|c| !c.is_alphanumeric()).collect();
    out.push('[');
    out.push_str(if name.is_empty() { "Unknown" } else { &name });
    out.push_str(" \"");
    let mut rest = value;
    while let Some(at) = rest.find(['"', '\\', '\n', '\r']) {
        let (before, odd) = rest.split_at(at);
        out.push_str(before);
        let (odd, after) = odd.split_at(1);
        match odd {
            "\n" | "\r" => out.push(' '),
            _ => out.extend(["\\", odd]),
        }
        rest = after;
    }
    out.push_str(rest);
    out.push_str("\"]\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> (String, bool) {
        let tag = read(text).unwrap();
        (tag.value.into_owned(), tag.warning.is_some())
    }

    #[test]
    fn values_are_unescaped() {
        assert_eq!(value(r#"[Event "The \"Open\""]"#), ("The \"Open\"".to_owned(), false));
        assert_eq!(value(r#"[Site "C:\\pgn"]"#), ("C:\\pgn".to_owned(), false));
        assert_eq!(value(r#"[ Event  "a ] b [x]" ]"#), ("a ] b [x]".to_owned(), false));
    }

    #[test]
    fn broken_values_are_read_with_a_warning() {
        assert_eq!(value(r#"[White "Smith, John "The King""]"#), ("Smith, John \"The King\"".to_owned(), true));
        assert_eq!(value(r#"[Event "Ugra Cup \"]"#), ("Ugra Cup \\".to_owned(), true));
        assert_eq!(value(r#"[Event "open"#), ("open".to_owned(), true));
        assert_eq!(value(r#"[Event "open]"#), ("open".to_owned(), true));
        assert_eq!(value(r#"[Event "open""#), ("open".to_owned(), true));
    }

    #[test]
    fn what_is_no_tag_is_none() {
        for text in ["[%clk 0:01]", "[#]", "[", "[]", "[Event]", "[\"x\"]", "Event \"x\""] {
            assert!(read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn written_tags_are_read_again() {
        for value in ["", "a\"]", "\\", "\\\"", "x \" ] ", "“x”", "зада~~а 1", "a”] b"] {
            let mut text = String::new();
            write("Event", value, &mut text);
            let tag = read(text.trim_end_matches('\n')).unwrap();
            assert_eq!((&*tag.value, tag.warning), (value, None), "{text}");
        }
    }
}
