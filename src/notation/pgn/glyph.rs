//! Glyphs: the signs that PGN numbers as NAGs, as people and programs type them.

/// Signs that stand after a move or alone, longest first where one ends another.
const GLYPHS: &[(&str, u8)] = &[
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("!", 1),
    ("?", 2),
    ("□", 7),
    ("▢", 7),
    ("=∞", 44),
    ("∞=", 44),
    ("∞/=", 44),
    ("=/∞", 44),
    ("∞", 13),
    ("+/=", 14),
    ("=/+", 15),
    ("⩲", 14),
    ("⩱", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("±", 16),
    ("∓", 17),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("=", 10),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("△", 140),
    ("Δ", 140),
    ("⌓", 142),
];

/// Letters that are signs only where they stand alone.
const ALONE: &[(&str, u8)] = &[("RR", 145), ("N", 146), ("D", 201)];

/// The number of a sign that stands alone.
pub(super) fn nag(text: &str) -> Option<u8> {
    if text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return ALONE.iter().find(|(glyph, _)| *glyph == text).map(|&(_, number)| number);
    }
    GLYPHS.iter().chain(ALONE).find(|(glyph, _)| *glyph == text).map(|&(_, number)| number)
}

/// Takes a sign off the end of a move: the rest and the number.
pub(super) fn split_off(text: &str) -> Option<(&str, u8)> {
    // No sign ends like most moves do, and none is the mark of a check.
    let bare = text.strip_suffix(['+', '#']).unwrap_or(text);
    if bare.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    GLYPHS.iter().find_map(|&(glyph, number)| {
        let rest = text.strip_suffix(glyph).filter(|rest| !rest.is_empty())?;
        Some((rest, number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_read_alone_and_glued() {
        assert_eq!(nag("∓"), Some(17));
        assert_eq!(nag("+-"), Some(18));
        assert_eq!(nag("N"), Some(146));
        assert_eq!(nag("e4"), None);
        assert_eq!(split_off("Bxd3??"), Some(("Bxd3", 4)));
        assert_eq!(split_off("Nf3+/-"), Some(("Nf3", 16)));
        assert_eq!(split_off("Qh5+!"), Some(("Qh5+", 1)));
        assert_eq!(split_off("BN"), None);
    }
}
