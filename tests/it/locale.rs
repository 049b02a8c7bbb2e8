//! The words: every key that is used exists, every key that exists is used, placeholders fit, files are well formed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use endgame::locale::{ENGLISH, Words};
use fluent_bundle::FluentResource;

/// Keys are words with hyphens between them; nothing else in the sources that show words is written like that.
fn is_key(text: &str) -> bool {
    text.contains('-')
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .split('-')
            .all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()))
}

/// The sources that show words, without their tests.
fn sources() -> String {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui"), &mut files);
    files.sort();
    let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
    texts.map(|text| text.split("#[cfg(test)]").next().unwrap().to_owned()).collect()
}

/// The string literals of the sources, each with the text that follows it.
fn literals(sources: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let code = sources.lines().filter(|line| !line.trim_start().starts_with("//"));
    for line in code {
        let mut rest = line;
        while let Some(start) = rest.find('"') {
            let Some(end) = rest[start + 1..].find('"') else { break };
            let literal = &rest[start + 1..start + 1 + end];
            rest = &rest[start + end + 2..];
            let offset = rest.as_ptr() as usize - sources.as_ptr() as usize;
            found.push((literal, &sources[offset..]));
        }
    }
    found
}

/// Each message of the files with the placeholders in it.
fn messages() -> BTreeMap<String, BTreeSet<String>> {
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, text) in ENGLISH {
        let mut current = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((key, _)) = line.split_once(" =").filter(|(key, _)| is_key(key)) {
                current = key.to_owned();
                assert!(messages.insert(current.clone(), BTreeSet::new()).is_none(), "{current} stands twice");
            }
            for part in line.split('$').skip(1) {
                let name = part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                messages.get_mut(&current).unwrap().insert(name);
            }
        }
    }
    messages
}

#[test]
fn the_files_are_well_formed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/locale/en");
    let on_disk = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(on_disk.collect::<BTreeSet<_>>(), ENGLISH.iter().map(|(name, _)| (*name).to_owned()).collect());
    let messages = messages();
    let mut entries = 0;
    for (name, text) in ENGLISH {
        let resource =
            FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(_, errors)| panic!("{name}: {errors:?}"));
        entries += resource.entries().filter(|entry| format!("{entry:?}").starts_with("Message")).count();
    }
    assert_eq!(entries, messages.len(), "a line that is no message, or a key that is not written like one");
}

#[test]
fn every_key_that_is_used_exists_and_every_key_that_exists_is_used() {
    let sources = sources();
    let used: BTreeSet<String> =
        literals(&sources).into_iter().filter(|(text, _)| is_key(text)).map(|(text, _)| text.to_owned()).collect();
    let known: BTreeSet<String> = messages().into_keys().collect();
    let unknown: Vec<_> = used.difference(&known).collect();
    let unused: Vec<_> = known.difference(&used).collect();
    assert!(unknown.is_empty() && unused.is_empty(), "used but unknown: {unknown:?}; known but unused: {unused:?}");
}

/// What follows the key up to the parenthesis that ends the call.
fn rest_of_call(after: &str) -> &str {
    let mut depth = 1;
    let end = after.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    &after[..end.unwrap_or(0)]
}

#[test]
fn placeholders_are_filled() {
    let sources = sources();
    let literals = literals(&sources);
    for (key, placeholders) in messages().into_iter().filter(|(_, placeholders)| !placeholders.is_empty()) {
        let uses = literals.iter().filter(|(text, _)| *text == key);
        for (_, after) in uses {
            // Either the values stand in the call, or they were named before it in the same function.
            let call = rest_of_call(after);
            let at = after.as_ptr() as usize - sources.as_ptr() as usize;
            let before = &sources[sources[..at].rfind("fn ").unwrap()..at];
            for name in &placeholders {
                let value = format!("(\"{name}\",");
                assert!(call.contains(&value) || before.contains(&value), "{key}: nothing for {{ ${name} }}");
            }
        }
    }
}

#[test]
fn every_sentence_can_be_said() {
    let words = Words::default();
    for (key, placeholders) in messages() {
        let values: Vec<_> = placeholders.iter().map(|name| (name.as_str(), "x".into())).collect();
        let text = words.text_with(&key, &values);
        assert!(!text.is_empty() && text != key && !text.contains('{'), "{key}: {text}");
    }
}
