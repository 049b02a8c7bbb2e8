//! Letters as a search sees them: small, and without their accents.

/// Letters that are looked for as others: what stands for them, and which they are, in lower case.
const PLAIN: &[(&str, &str)] = &[
    ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"),
    ("ae", "æ"),
    ("c", "çćĉċč"),
    ("d", "ďđð"),
    ("e", "èéêëēĕėęěẹẻẽếềểễệə"),
    ("g", "ĝğġģ"),
    ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįıǐịỉ"),
    ("j", "ĵ"),
    ("k", "ķ"),
    ("l", "ĺļľŀł"),
    ("n", "ñńņňŉŋ"),
    ("o", "òóôõöøōŏőơǒọỏốồổỗộớờởỡợ"),
    ("oe", "œ"),
    ("r", "ŕŗř"),
    ("s", "śŝşšș"),
    ("ss", "ß"),
    ("t", "ţťŧț"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔụủứừửữự"),
    ("w", "ŵ"),
    ("y", "ýÿŷỳỵỷỹ"),
    ("z", "źżž"),
    ("е", "ё"),
    ("и", "й"),
    ("α", "ά"),
    ("ε", "έ"),
    ("η", "ή"),
    ("ι", "ίϊΐ"),
    ("ο", "ό"),
    ("σ", "ς"),
    ("υ", "ύϋΰ"),
    ("ω", "ώ"),
    ("'", "’‘ʼ"),
    ("-", "–—"),
];

/// Adds a text to another as a search sees it.
pub(super) fn fold_into(folded: &mut String, text: &str) {
    if text.is_ascii() {
        let from = folded.len();
        folded.push_str(text);
        folded[from..].make_ascii_lowercase();
        return;
    }
    for letter in text.chars().flat_map(char::to_lowercase) {
        let plain = if letter.is_ascii() { None } else { PLAIN.iter().find(|(_, letters)| letters.contains(letter)) };
        match (plain, letter) {
            (Some((plain, _)), _) => folded.push_str(plain),
            // An accent that is a sign of its own.
            (None, '\u{300}'..='\u{36f}') => {}
            (None, letter) => folded.push(letter),
        }
    }
}

/// A text as a search sees it.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(&mut folded, text);
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_case_do_not_matter() {
        for (written, folded) in [
            ("Capablanca", "capablanca"),
            ("Réti, Ř. ÄÖÜß", "reti, r. aouss"),
            ("Łukasz Ørsted Æsir", "lukasz orsted aesir"),
            ("e\u{301}\u{308}", "e"),
            ("İ", "i"),
            ("Ботвинник, Ёлкин", "ботвинник, елкин"),
            ("王", "王"),
        ] {
            assert_eq!(fold(written), folded);
            assert_eq!(fold(folded), folded, "once is enough");
        }
    }
}
