//! Words for people: found by key in the Fluent files of `assets/locale`, which are part of the program.

use bevy::prelude::*;
use fluent_bundle::{FluentResource, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

pub use fluent_bundle::FluentValue;

/// The English files: name and text.
pub const ENGLISH: &[(&str, &str)] = &[
    ("panel.ftl", include_str!("../assets/locale/en/panel.ftl")),
    ("dialogs.ftl", include_str!("../assets/locale/en/dialogs.ftl")),
    ("game.ftl", include_str!("../assets/locale/en/game.ftl")),
    ("replay.ftl", include_str!("../assets/locale/en/replay.ftl")),
    ("film.ftl", include_str!("../assets/locale/en/film.ftl")),
    ("memory.ftl", include_str!("../assets/locale/en/memory.ftl")),
    ("files.ftl", include_str!("../assets/locale/en/files.ftl")),
    ("help.ftl", include_str!("../assets/locale/en/help.ftl")),
    ("tour.ftl", include_str!("../assets/locale/en/tour.ftl")),
];

/// Whether a text has letters that cannot be drawn yet: fonts for them are looked for in the background. Who draws sets it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MissingLetters(pub bool);

/// All sentences and labels of the language in use.
#[derive(Resource)]
pub struct Words {
    bundle: FluentBundle<FluentResource>,
}

impl Default for Words {
    fn default() -> Self {
        Words::new("en", ENGLISH)
    }
}

impl Words {
    /// The words of `files` (name and Fluent text). What is not well formed is left out with a warning.
    pub fn new(language: &str, files: &[(&str, &str)]) -> Self {
        let language: LanguageIdentifier = language.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Marks around placeholders would be drawn as boxes.
        bundle.set_use_isolating(false);
        for (name, text) in files {
            let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(resource, errors)| {
                warn!("{name}: {errors:?}");
                resource
            });
            if let Err(errors) = bundle.add_resource(resource) {
                warn!("{name}: {errors:?}");
            }
        }
        Words { bundle }
    }

    /// The words of a key. A key without words shows itself: better an odd label than none.
    pub fn text(&self, key: &str) -> String {
        self.text_with(key, &[])
    }

    /// The words of a key with its placeholders filled.
    pub fn text_with(&self, key: &str, values: &[(&str, FluentValue)]) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let values = values.iter().map(|(name, value)| (*name, value.clone())).collect();
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&values), &mut errors).into_owned();
        if !errors.is_empty() {
            debug!("{key}: {errors:?}");
        }
        text
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Words>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placeholder_is_filled_without_marks_around_it() {
        let words = Words::new("en", &[("test", "greeting = Hello, { $name }!")]);
        assert_eq!(words.text_with("greeting", &[("name", "Ada".into())]), "Hello, Ada!");
    }

    #[test]
    fn what_is_missing_is_seen_and_harms_nothing() {
        let words = Words::new("en", &[("test", "= broken\ngreeting = Hello, { $name }!")]);
        assert_eq!(words.text("nothing-here"), "nothing-here");
        assert_eq!(words.text("greeting"), "Hello, {$name}!");
    }
}
