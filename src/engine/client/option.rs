//! What can be set in an engine, as it says itself.

/// An option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name; may have blanks.
    pub name: String,
    /// What it takes.
    pub sort: Sort,
}

/// What an option takes, and what it is unless it is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Yes or no.
    Check(bool),
    /// A number from the first to the second; the third unless it is set.
    Spin(i64, i64, i64),
    /// One of these words; the first string unless it is set.
    Combo(String, Vec<String>),
    /// Something that is done.
    Button,
    /// Any text.
    Text(String),
}

impl EngineOption {
    /// Reads `option name … type …`. `None` if it cannot be understood.
    pub fn read(line: &str) -> Option<EngineOption> {
        const WORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in line.split_whitespace().skip(1) {
            // The name may have any words but `type`; a default may be any text.
            let in_name = fields.last().is_some_and(|(field, _)| *field == "name") && word != "type";
            match fields.last_mut() {
                Some((_, words)) if in_name || !WORDS.contains(&word) => words.push(word),
                _ => fields.push((word, Vec::new())),
            }
        }
        let field = |name: &str| {
            let found = fields.iter().find(|(field, _)| *field == name);
            found.map(|(_, words)| words.join(" "))
        };
        let name = field("name").filter(|name| !name.is_empty())?;
        let default = field("default").unwrap_or_default();
        let number = |name: &str| field(name).and_then(|text| text.parse::<i64>().ok());
        let sort = match field("type")?.as_str() {
            "check" => Sort::Check(default == "true"),
            "spin" => {
                let (min, max) = (number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX));
                Sort::Spin(min, max, default.parse().unwrap_or(0).clamp(min.min(max), max.max(min)))
            }
            "combo" => {
                let words =
                    fields.iter().filter(|(field, _)| *field == "var").map(|(_, words)| words.join(" ")).collect();
                Sort::Combo(default, words)
            }
            "button" => Sort::Button,
            "string" => Sort::Text(if default == "<empty>" { String::new() } else { default }),
            _ => return None,
        };
        Some(EngineOption { name, sort })
    }
}

/// The command that sets an option.
pub fn command(name: &str, value: Option<&str>) -> String {
    // A line more would be a command more.
    let clean = |text: &str| text.replace(['\n', '\r'], " ");
    match value {
        Some(value) => format!("setoption name {} value {}", clean(name), clean(value)),
        None => format!("setoption name {}", clean(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_types_are_read() {
        let read = |text: &str| EngineOption::read(text).unwrap();
        let spin = read("option name Skill Level type spin default 20 min 0 max 20");
        assert_eq!(spin, EngineOption { name: "Skill Level".to_owned(), sort: Sort::Spin(0, 20, 20) });
        assert_eq!(read("option name Ponder type check default false").sort, Sort::Check(false));
        assert_eq!(read("option name Clear Hash type button").sort, Sort::Button);
        assert_eq!(read("option name Log type string default <empty>").sort, Sort::Text(String::new()));
        assert_eq!(read("option name Log type string default").sort, Sort::Text(String::new()));
        let Sort::Combo(default, words) =
            read("option name Style type combo default Very Solid var Very Solid var Wild").sort
        else {
            panic!();
        };
        assert_eq!((default.as_str(), words), ("Very Solid", vec!["Very Solid".to_owned(), "Wild".to_owned()]));
        for nonsense in ["option", "option name", "option name X", "option name X type dance", "option type spin"] {
            assert_eq!(EngineOption::read(nonsense), None, "{nonsense}");
        }
        assert_eq!(command("A\nquit", Some("b\nc")), "setoption name A quit value b c");
    }
}
