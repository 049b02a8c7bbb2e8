//! By which rules a game is played and how strictly its ends are judged.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// What wins and which moves are allowed (LAWS 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// Checkmate wins; no move may leave the own king attacked; no move left without check is a draw.
    #[default]
    Standard,
    /// Capturing the king wins, and so does leaving the opponent without a move; check binds nobody.
    Endgame,
}

impl RuleSet {
    /// All rule sets, the default first.
    pub const ALL: [RuleSet; 2] = [RuleSet::Standard, RuleSet::Endgame];

    /// The word on the command line and in saved games: `standard` or `endgame`.
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::Standard => "standard",
            RuleSet::Endgame => "endgame",
        }
    }
}

/// How strictly the ends of a game are judged (the table of LAWS 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// The rule texts: threefold repetition and fifty moves are claimed, a wrong claim costs nothing.
    #[default]
    Classic,
    /// Over the board, FIDE 2023: a wrong claim binds to the announced move, and resigning against someone who
    /// cannot mate is a draw.
    Fide,
    /// FIDE's online rules: threefold repetition and fifty moves end the game by themselves.
    Online,
}

impl Profile {
    /// All profiles, the default first.
    pub const ALL: [Profile; 3] = [Profile::Classic, Profile::Fide, Profile::Online];

    /// The word on the command line and in saved games: `classic`, `fide` or `online`.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Classic => "classic",
            Profile::Fide => "fide",
            Profile::Online => "online",
        }
    }
}

/// A word that names no rule set, profile or claim; carries what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was read.
    pub found: String,
    /// The words that are understood.
    pub expected: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "\"{}\" is not one of {}", self.found, self.expected.join(", "))
    }
}

impl Error for UnknownName {}

/// Finds the value with this name among `all`.
pub(super) fn by_name<T: Copy>(all: &[T], name: fn(T) -> &'static str, found: &str) -> Result<T, UnknownName> {
    all.iter().copied().find(|&value| name(value) == found).ok_or_else(|| UnknownName {
        found: found.to_owned(),
        expected: all.iter().map(|&value| name(value)).collect(),
    })
}

impl FromStr for RuleSet {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<RuleSet, UnknownName> {
        by_name(&RuleSet::ALL, RuleSet::name, text)
    }
}

impl FromStr for Profile {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Profile, UnknownName> {
        by_name(&Profile::ALL, Profile::name, text)
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for rules in RuleSet::ALL {
            assert_eq!(rules.name().parse(), Ok(rules));
        }
        for profile in Profile::ALL {
            assert_eq!(profile.name().parse(), Ok(profile));
        }
        let error = "blitz".parse::<Profile>().unwrap_err();
        assert_eq!(error.to_string(), "\"blitz\" is not one of classic, fide, online");
    }
}
