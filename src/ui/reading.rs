//! Text that is read from right to left, drawn in the order in which it is read.
//!
//! egui turns a stretch of letters by the first one that it finds in it. So a line is divided into parts that have one direction each,
//! and these are put where they are seen, by the Unicode Bidirectional Algorithm (UAX #9).

use std::borrow::Cow;

use bevy_egui::egui::{Align, FontSelection, RichText, Ui, WidgetText, text::LayoutJob};
use unicode_bidi::{BidiInfo, Level};

/// A name among other words: they do not change places with it, in whatever script it is.
pub(super) fn isolated(name: &str) -> Cow<'_, str> {
    if is_plain(name) { Cow::Borrowed(name) } else { Cow::Owned(format!("\u{2068}{name}\u{2069}")) }
}

/// A line to be drawn. What is saved or searched is the text itself, never this.
pub(super) fn seen(ui: &Ui, line: RichText) -> WidgetText {
    if is_plain(line.text()) {
        return line.into();
    }
    let mut whole = LayoutJob::default();
    line.clone().append_to(&mut whole, ui.style(), FontSelection::Default, Align::Center);
    let format = whole.sections.first().map(|section| section.format.clone()).unwrap_or_default();
    let mut job = LayoutJob::default();
    for part in parts(line.text()) {
        job.append(&part, 0.0, format.clone());
    }
    job.into()
}

fn is_plain(text: &str) -> bool {
    !text.chars().any(is_leftward)
}

/// The parts of a line from left to right as they are seen, the letters of each in the order of their writing.
fn parts(line: &str) -> Vec<String> {
    let mut seen = Vec::new();
    // The words of the program around it are read from left to right, whatever a name begins with.
    let info = BidiInfo::new(line, Some(Level::ltr()));
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let is_leftward_run = levels.get(run.start).is_some_and(Level::is_rtl);
            let part: String = line.get(run).unwrap_or_default().chars().filter(|letter| !is_sign(*letter)).collect();
            if is_leftward_run {
                turn(&part, &mut seen);
            } else if !part.is_empty() {
                seen.push(part);
            }
        }
    }
    seen
}

/// Appends the words of a part that is read from right to left, and what stands between them, the last one first.
fn turn(part: &str, seen: &mut Vec<String>) {
    let mut words: Vec<(bool, String)> = Vec::new();
    for letter in part.chars() {
        let leftward = is_leftward(letter);
        match words.last_mut() {
            Some((same, word)) if *same && leftward => word.push(letter),
            Some((same, blanks)) if !*same && !leftward => blanks.insert(0, mirrored(letter)),
            _ => words.push((leftward, mirrored(letter).into())),
        }
    }
    seen.extend(words.into_iter().rev().map(|(_, word)| word));
}

/// Letters of Hebrew, Arabic, Syriac, Thaana, N'Ko and the others that are written from right to left, with what stands on them.
fn is_leftward(letter: char) -> bool {
    matches!(letter,
        '\u{590}'..='\u{65f}' | '\u{66a}'..='\u{6ef}' | '\u{6fa}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// What only says in which direction others are read.
fn is_sign(letter: char) -> bool {
    matches!(letter, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Brackets open to the side from which one reads.
fn mirrored(letter: char) -> char {
    match letter {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_where_they_are_read() {
        for (line, seen) in [
            ("Ян (2795)", vec!["Ян (2795)"]),
            // One word: egui turns its letters.
            ("محمد", vec!["محمد"]),
            // The first name stands at the right.
            ("محمد صلاح", vec!["صلاح", " ", "محمد"]),
            // A number after such words belongs to them, unless the name is set apart.
            ("GM בוריס גלפנד (2700)", vec!["GM ", "(", "2700", ") ", "גלפנד", " ", "בוריס"]),
            ("GM \u{2068}בוריס גלפנד\u{2069} (2700)", vec!["GM ", "גלפנד", " ", "בוריס", " (2700)"]),
            ("שחמט 2024", vec!["2024", " ", "שחמט"]),
            ("שחמט (תל, אביב) Open", vec!["(", "אביב", " ,", "תל", ") ", "שחמט", " Open"]),
            // What stands on a letter stays with it.
            ("שָׁלוֹם עוֹלָם", vec!["עוֹלָם", " ", "שָׁלוֹם"]),
        ] {
            assert_eq!(parts(line), seen, "{line}");
        }
        // White stays before Black.
        let pair = format!("{} – {}", isolated("בוריס"), isolated("محمد"));
        assert_eq!(parts(&pair).concat(), "בוריס – محمد");
    }

    #[test]
    fn nothing_is_lost() {
        let line = "אב\n(גד) e4\u{200f}!\u{202b}x\u{202c} \u{10ffff}ﷺ";
        let sorted = |text: &str| {
            let mut letters: Vec<char> = text.chars().filter(|letter| !is_sign(*letter)).collect();
            letters.iter_mut().filter(|letter| **letter == ')').for_each(|letter| *letter = '(');
            letters.sort_unstable();
            letters
        };
        assert_eq!(sorted(&parts(line).concat()), sorted(line));
    }
}
