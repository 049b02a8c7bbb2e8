//! Lines, their ends, their letters and their places.

use super::*;

fn lines(bytes: &[u8]) -> Vec<(usize, u64, String)> {
    let mut source = Source::new(bytes, Place::START);
    let mut lines = Vec::new();
    while source.advance().unwrap() {
        let offset = source.offset_of(source.begin);
        lines.push((source.line, offset, source.part().to_owned()));
    }
    lines
}

#[test]
fn every_kind_of_line_end_counts_once() {
    let expected = vec![(1, 0, "a".to_owned()), (2, 3, String::new()), (3, 4, "b".to_owned()), (4, 6, "c".to_owned())];
    assert_eq!(lines(b"a\r\n\nb\rc"), expected);
}

#[test]
fn bytes_outside_utf8_are_read_as_windows_1252() {
    let found = lines(b"M\xfc\xdfig, J\xe1n A\x90B \xc3\xa9\n");
    assert_eq!(found[0].2, "Müßig, Ján A\u{fffd}B é");
}

#[test]
fn a_mark_at_the_beginning_is_no_text_and_offsets_count_bytes() {
    let mut source = Source::new(&b"\xef\xbb\xbf\xfcx\xfcy"[..], Place::START);
    assert!(source.advance().unwrap());
    assert_eq!(source.text, "üxüy");
    assert_eq!(source.offset_of(source.text.find('y').unwrap()), 6);
}

#[test]
fn a_long_line_comes_in_parts_and_loses_nothing() {
    let mut text = "12345678 ".repeat(20_000);
    text.push_str(&"ü".repeat(100_000));
    let mut source = Source::new(text.as_bytes(), Place::START);
    let mut joined = String::new();
    let mut largest = 0;
    while source.advance().unwrap() {
        assert_eq!((source.line, source.column_of(0)), (1, joined.chars().count()));
        assert_eq!(source.offset_of(0), joined.len() as u64);
        joined.push_str(&source.text);
        largest = largest.max(source.text.len());
    }
    assert_eq!(joined, text);
    assert!(largest <= LONGEST);
}
