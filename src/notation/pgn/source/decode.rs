//! Bytes to letters: UTF-8, or else Windows-1252.

use encoding_rs::WINDOWS_1252;

/// Valid UTF-8 stays as it is; what is none is read as Windows-1252 (which contains Latin-1).
pub(super) fn decode(bytes: &[u8], text: &mut String) {
    if let Ok(valid) = str::from_utf8(bytes) {
        return text.push_str(valid);
    }
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        push_windows_1252(chunk.invalid(), text);
    }
}

/// The bytes that Windows-1252 leaves undefined become U+FFFD, not control characters.
pub(super) fn push_windows_1252(bytes: &[u8], text: &mut String) {
    if bytes.is_empty() {
        return;
    }
    let (decoded, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    text.extend(decoded.chars().map(|c| if matches!(c, '\u{80}'..='\u{9f}') { '\u{fffd}' } else { c }));
}
