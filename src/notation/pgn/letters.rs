//! The letters that languages have for the men, to read moves that are not written in English.

use std::borrow::Cow;
use std::fmt;

/// The letters of one language, or of several that have the same.
#[derive(PartialEq, Eq, Debug)]
pub struct Letters {
    /// Language codes (ISO 639-1), separated by blanks.
    codes: &'static str,
    /// The languages, for people.
    names: &'static str,
    /// King, queen, rook, bishop, knight.
    men: [&'static str; 5],
}

/// The same men in English.
const ENGLISH_MEN: [&str; 5] = ["K", "Q", "R", "B", "N"];

/// English: what PGN is written in.
pub static ENGLISH: Letters = letters("en", "English", ENGLISH_MEN);

/// All others that are known.
pub static NATIONAL: [Letters; 22] = [
    letters(
        "de da no nb nn sv hr bs sr sl",
        "German, Danish, Norwegian, Swedish, Croatian, Bosnian, Serbian or Slovenian",
        ["K", "D", "T", "L", "S"],
    ),
    letters("nl", "Dutch", ["K", "D", "T", "L", "P"]),
    letters("fr", "French", ["R", "D", "T", "F", "C"]),
    letters("es it ca", "Spanish, Italian or Catalan", ["R", "D", "T", "A", "C"]),
    letters("pt gl", "Portuguese or Galician", ["R", "D", "T", "B", "C"]),
    letters("hu", "Hungarian", ["K", "V", "B", "F", "H"]),
    letters("pl", "Polish", ["K", "H", "W", "G", "S"]),
    letters("cs sk", "Czech or Slovak", ["K", "D", "V", "S", "J"]),
    letters("fi af", "Finnish or Afrikaans", ["K", "D", "T", "L", "R"]),
    letters("is", "Icelandic", ["K", "D", "H", "B", "R"]),
    letters("ro", "Romanian", ["R", "D", "T", "N", "C"]),
    letters("ru", "Russian", ["Кр", "Ф", "Л", "С", "К"]),
    letters("uk", "Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
    letters("bg", "Bulgarian", ["Ц", "Д", "Т", "О", "К"]),
    letters("mk", "Macedonian or Serbian", ["К", "Д", "Т", "Л", "С"]),
    letters("el", "Greek", ["Ρ", "Β", "Π", "Α", "Ι"]),
    letters("et", "Estonian", ["K", "L", "V", "O", "R"]),
    letters("lv", "Latvian", ["K", "D", "T", "L", "Z"]),
    letters("lt", "Lithuanian", ["K", "V", "B", "R", "Ž"]),
    letters("tr", "Turkish", ["Ş", "V", "K", "F", "A"]),
    letters("eo", "Esperanto", ["R", "D", "T", "K", "Ĉ"]),
    letters("id", "Indonesian", ["R", "M", "B", "G", "K"]),
];

const fn letters(codes: &'static str, names: &'static str, men: [&'static str; 5]) -> Letters {
    Letters { codes, names, men }
}

impl Letters {
    /// The letters of a language code such as `de`; `None` if they are not known.
    pub fn of(code: &str) -> Option<&'static Letters> {
        let is_meant = |set: &&Letters| set.codes.split(' ').any(|known| known.eq_ignore_ascii_case(code));
        std::iter::once(&ENGLISH).chain(&NATIONAL).find(is_meant)
    }

    /// All language codes, in alphabetical order.
    pub fn codes() -> Vec<&'static str> {
        let sets = std::iter::once(&ENGLISH).chain(&NATIONAL);
        let mut codes: Vec<_> = sets.flat_map(|set| set.codes.split(' ')).collect();
        codes.sort_unstable();
        codes
    }

    /// A move with the English letters in the place of these; `None` if it has a letter that is none of these.
    #[inline]
    pub(super) fn to_english<'a>(&self, text: &'a str) -> Option<Cow<'a, str>> {
        if std::ptr::eq(self, &ENGLISH) { Some(text.into()) } else { self.translate(text) }
    }

    fn translate<'a>(&self, text: &'a str) -> Option<Cow<'a, str>> {
        let castles =
            text.trim_end_matches(|c| "+#!?".contains(c)).chars().all(|c| matches!(c, 'O' | 'О' | '0' | 'o' | '-'));
        if castles {
            return Some(text.into());
        }
        let (man, rest) = match self.strip(text, |text, man| text.strip_prefix(man)) {
            Some((man, rest)) => (man, rest),
            None if text.starts_with(is_letter_of_men) => return None,
            None => ("", text),
        };
        let marks = rest.trim_end_matches(|c| "+#!?†‡)".contains(c));
        if !marks.ends_with(is_letter_of_men) {
            return Some(if man.is_empty() { text.into() } else { format!("{man}{rest}").into() });
        }
        let (promotion, before) = self.strip(marks, |text, man| text.strip_suffix(man))?;
        let end = rest[marks.len()..].trim_start_matches(')');
        Some(format!("{man}{}={promotion}{end}", before.trim_end_matches(['=', '(', '/'])).into())
    }

    /// Takes a man's letter off; longer ones first, as `Кр` begins with `К`.
    fn strip<'a>(
        &self,
        text: &'a str,
        take: impl Fn(&'a str, &'static str) -> Option<&'a str>,
    ) -> Option<(&'static str, &'a str)> {
        let found = self.men.iter().zip(ENGLISH_MEN).filter_map(|(man, english)| Some((english, take(text, man)?)));
        found.min_by_key(|(_, rest)| rest.len())
    }
}

/// The languages and the letters.
impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ({})", self.names, self.men.join(" "))
    }
}

/// Capitals stand for men; figurines, squares and signs are the same everywhere.
fn is_letter_of_men(c: char) -> bool {
    c.is_uppercase()
}

/// Whether a move begins with a letter that English has for no man and another language has.
pub(super) fn is_national(text: &str) -> bool {
    let Some(first) = text.chars().next().filter(|first| first.is_uppercase() && !"KQRBNP".contains(*first)) else {
        return false;
    };
    first != 'O' && NATIONAL.iter().any(|set| set.men.iter().any(|man| text.starts_with(man)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_become_english() {
        let cases = [
            ("de", "Sf3", Some("Nf3")),
            ("de", "Sg1xf3+!", Some("Ng1xf3+!")),
            ("de", "e8D+", Some("e8=Q+")),
            ("de", "exd8=S#", Some("exd8=N#")),
            ("de", "e8(T)", Some("e8=R")),
            ("de", "e4", Some("e4")),
            ("de", "0-0-0+", Some("0-0-0+")),
            ("de", "♘f3", Some("♘f3")),
            ("de", "Nf3", None),
            ("de", "e8=Q", None),
            ("ru", "Крe2", Some("Ke2")),
            ("ru", "Кf3", Some("Nf3")),
            ("nl", "Pf3", Some("Nf3")),
            ("fr", "Rd1", Some("Kd1")),
            ("bg", "О-О", Some("О-О")),
            ("bg", "Оb5", Some("Bb5")),
            ("en", "Nf3", Some("Nf3")),
        ];
        for (code, text, expected) in cases {
            assert_eq!(Letters::of(code).unwrap().to_english(text).as_deref(), expected, "{code} {text}");
        }
        assert_eq!(Letters::of("xx"), None);
        assert_eq!(Letters::of("NB"), Letters::of("de"));
    }

    #[test]
    fn each_man_has_a_letter_of_its_own() {
        let mut codes = Letters::codes();
        codes.dedup();
        assert_eq!(codes.len(), Letters::codes().len());
        for set in &NATIONAL {
            for (at, man) in set.men.iter().enumerate() {
                assert!(!set.men[at + 1..].contains(man), "{set}");
            }
        }
    }

    #[test]
    fn english_letters_are_not_national() {
        for text in ["Nf3", "Kd1", "Qd1", "Rd1", "Bd1", "Pd4", "O-O", "e4", "exd5", "--", "♘f3"] {
            assert!(!is_national(text), "{text}");
        }
        for text in ["Sf3", "Db3", "Cf3", "Кf3"] {
            assert!(is_national(text), "{text}");
        }
    }
}
