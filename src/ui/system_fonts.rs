//! Fonts of the system that have letters which ours have not.

use std::collections::BTreeSet;

use bevy_egui::egui::{FontData, FontDefinitions, epaint::text::VariationCoords};
use fontdb::{Database, FaceInfo, ID, Style};
use ttf_parser::{Face, Tag};

/// The largest file that is taken: fonts of all Chinese letters have some 20 MB.
const LARGEST: usize = 64 << 20;

/// Whether one of these fonts has a letter. egui's own answer takes signs of the font that also has its empty box for missing.
pub(super) fn have(fonts: &FontDefinitions, letter: char) -> bool {
    fonts.font_data.values().any(|font| {
        Face::parse(&font.font, font.index).is_ok_and(|face| face.glyph_index(letter).is_some_and(|glyph| glyph.0 != 0))
    })
}

/// Fonts of the system.
pub(super) struct SystemFonts(Database);

/// A font, and the letters for which it was looked for.
pub(super) struct Found {
    /// Its name and its place in its file.
    pub(super) name: String,
    pub(super) font: FontData,
}

impl SystemFonts {
    /// Looks through the folders where this system keeps its fonts.
    pub(super) fn load() -> SystemFonts {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        SystemFonts(fonts)
    }

    /// As few fonts as have all these letters, as far as any font has them.
    pub(super) fn with(&self, letters: &BTreeSet<char>) -> Vec<Found> {
        let mut left = letters.clone();
        let mut found = Vec::new();
        while !left.is_empty() {
            let candidates = self.0.faces().filter_map(|face| {
                let has = self.count(face.id, &left);
                (has > 0).then(|| (has, fitness(face, &left), std::cmp::Reverse(name(face)), face.id))
            });
            let Some((.., id)) = candidates.max_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2))) else { break };
            let taken = self.with_face(id, |face| {
                left.retain(|letter| face.glyph_index(*letter).is_none());
            });
            // A font that cannot be read again has gone in the meantime.
            let Some(((), font)) = taken.zip(self.take(id)) else { break };
            found.push(font);
        }
        found
    }

    /// How many of these letters a face can draw.
    fn count(&self, id: ID, letters: &BTreeSet<char>) -> usize {
        let count = |face: &Face| {
            // Letters that are pictures, as emoji are, cannot be drawn in one color.
            let tables = face.tables();
            let has_outlines = tables.glyf.is_some() || tables.cff.is_some() || tables.cff2.is_some();
            let has = |letter: &&char| face.glyph_index(**letter).is_some_and(|glyph| glyph.0 != 0);
            if has_outlines { letters.iter().filter(has).count() } else { 0 }
        };
        self.with_face(id, count).unwrap_or(0)
    }

    fn with_face<T>(&self, id: ID, ask: impl FnOnce(&Face) -> T) -> Option<T> {
        self.0.with_face_data(id, |bytes, index| Some(ask(&Face::parse(bytes, index).ok()?)))?
    }

    fn take(&self, id: ID) -> Option<Found> {
        let face = self.0.face(id)?;
        let (bytes, has_weights) = self.0.with_face_data(id, |bytes, index| {
            let has_weights = Face::parse(bytes, index)
                .is_ok_and(|face| face.variation_axes().into_iter().any(|axis| axis.tag == Tag::from_bytes(b"wght")));
            (bytes.len() <= LARGEST).then(|| (bytes.to_vec(), has_weights))
        })??;
        let mut font = FontData::from_owned(bytes);
        font.index = face.index;
        if has_weights {
            // Such fonts begin with the thinnest letters.
            font.tweak.coords = VariationCoords::new([(b"wght", 400.0)]);
        }
        Some(Found { name: format!("{} {}", name(face), face.index), font })
    }
}

fn name(face: &FaceInfo) -> &str {
    &face.post_script_name
}

/// How well a face goes with ours: upright, of common weight, without serifs, not like a typewriter; and in the shapes that the
/// readers of these letters expect.
fn fitness(face: &FaceInfo, letters: &BTreeSet<char>) -> (bool, bool, bool, bool, bool) {
    let family = face.families.first().map_or("", |(family, _)| family.as_str());
    let has = |range: std::ops::RangeInclusive<char>| letters.range(range).next().is_some();
    let region = if has('\u{3040}'..='\u{30ff}') {
        "JP"
    } else if has('\u{ac00}'..='\u{d7a3}') || has('\u{1100}'..='\u{11ff}') {
        "KR"
    } else {
        "SC"
    };
    (
        face.style == Style::Normal,
        (350..=500).contains(&face.weight.0),
        !face.monospaced,
        family.contains("Sans") || family.contains("Gothic") || family.contains("Hei"),
        !family.contains("CJK") || family.ends_with(region),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fonts that we bring, as if they were the system's.
    fn ours() -> SystemFonts {
        let mut fonts = Database::new();
        for font in FontDefinitions::default().font_data.values() {
            fonts.load_font_data(font.font.to_vec());
        }
        SystemFonts(fonts)
    }

    #[test]
    fn few_fonts_are_taken_and_only_for_letters_that_they_have() {
        let names = |letters: &str| -> Vec<String> {
            ours().with(&letters.chars().collect()).into_iter().map(|found| found.name).collect()
        };
        assert_eq!(names("aé").len(), 1);
        assert_eq!(names("Ж♞").len(), 2, "the font of signs has no Cyrillic letters");
        assert!(names("").is_empty());
        assert!(names("\u{10fffd}\u{e0fff}").is_empty(), "nobody has these");
        assert_eq!(names("a\u{10fffd}").len(), 1);
    }

    #[test]
    fn signs_of_every_font_of_ours_are_known() {
        let fonts = FontDefinitions::default();
        for letter in "aéЖ▶🔄⏮♞".chars() {
            assert!(have(&fonts, letter), "{letter}");
        }
        for letter in "丁ກשم\u{10fffd}".chars() {
            assert!(!have(&fonts, letter), "{letter}");
        }
    }

    #[test]
    fn a_font_that_is_taken_has_the_letters() {
        let letters = BTreeSet::from(['a', '♞']);
        for found in ours().with(&letters) {
            let face = Face::parse(&found.font.font, found.font.index).unwrap();
            assert!(letters.iter().any(|letter| face.glyph_index(*letter).is_some()), "{}", found.name);
        }
    }
}
