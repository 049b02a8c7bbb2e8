//! Commands that programs write inside comments: `[%clk 0:09:59.9]`, `[%eval 0.3]`, `[%cal Ge2e4]` and others.
//!
//! Comments keep them as they were typed, so saving loses none, known or not. People see [`visible`].

use std::fmt;
use std::time::Duration;

use crate::chess::Square;

use super::comment;

/// A command and what it says.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `clk`: what the mover's clock shows after the move.
    Clock(Duration),
    /// `emt`: the time the move took.
    Elapsed(Duration),
    /// `egt`: the time that the mover's moves took so far, this one included.
    Total(Duration),
    /// `thought`: how long the other side had thought already when the game was left; a word of this program.
    Thought(Duration),
    /// `eval`: an engine's opinion of the position, from White's side.
    Eval(Eval),
    /// `cal`: colored arrows.
    Arrows(Vec<Arrow>),
    /// `csl`: colored squares.
    Squares(Vec<Mark>),
    /// Any other, and known ones whose value is not understood.
    Unknown {
        /// What comes after the percent sign.
        name: String,
        /// What comes after the name.
        value: String,
    },
}

/// An engine's opinion, positive when White is better.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Eval {
    /// In pawns.
    Pawns(f64),
    /// Mate in so many moves; negative when Black mates.
    Mate(i32),
}

/// The colors that arrows and squares have in files.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Paint {
    Green,
    Red,
    Yellow,
    Blue,
}

impl Paint {
    /// All of them.
    pub const ALL: [Paint; 4] = [Paint::Green, Paint::Red, Paint::Yellow, Paint::Blue];

    /// The letter in files.
    pub fn letter(self) -> char {
        match self {
            Paint::Green => 'G',
            Paint::Red => 'R',
            Paint::Yellow => 'Y',
            Paint::Blue => 'B',
        }
    }

    fn from_letter(letter: char) -> Option<Paint> {
        Paint::ALL.into_iter().find(|paint| paint.letter() == letter.to_ascii_uppercase())
    }
}

/// An arrow on the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Its color.
    pub paint: Paint,
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// A marked square.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its color.
    pub paint: Paint,
    /// The square.
    pub square: Square,
}

/// The commands of a comment, in order.
pub fn commands(comment: &str) -> Vec<Command> {
    pieces(comment)
        .filter_map(|piece| if let Piece::Command(inside) = piece { Some(parse(inside)) } else { None })
        .collect()
}

/// The comment without its commands: what people are shown.
pub fn visible(comment: &str) -> String {
    let mut text = String::new();
    for piece in pieces(comment) {
        if let Piece::Text(part) = piece {
            comment::join(&mut text, part);
        }
    }
    text
}

/// The comment without what it says of clocks.
pub(super) fn untimed(comment: &str) -> String {
    without(comment, |command| {
        matches!(command, Command::Clock(_) | Command::Elapsed(_) | Command::Total(_) | Command::Thought(_))
    })
}

/// The comment with these drawings in place of its own, written before its words.
pub fn redrawn(comment: &str, squares: Vec<Mark>, arrows: Vec<Arrow>) -> String {
    let mut text = String::new();
    if !squares.is_empty() {
        text += &Command::Squares(squares).to_string();
    }
    if !arrows.is_empty() {
        text += &Command::Arrows(arrows).to_string();
    }
    let rest = without(comment, |command| matches!(command, Command::Squares(_) | Command::Arrows(_)));
    comment::join(&mut text, &rest);
    text
}

/// The comment with these words in place of its own; its commands stay, before them.
pub fn reworded(comment: &str, words: &str) -> String {
    let mut text = String::new();
    for piece in pieces(comment) {
        if let Piece::Command(inside) = piece {
            text = text + "[%" + inside + "]";
        }
    }
    let mut joined = String::new();
    comment::join(&mut joined, &text);
    comment::join(&mut joined, words);
    joined
}

/// The comment without some of its commands.
fn without(comment: &str, goes: impl Fn(&Command) -> bool) -> String {
    let mut text = String::new();
    for piece in pieces(comment) {
        match piece {
            Piece::Text(part) => text.push_str(part),
            Piece::Command(inside) if goes(&parse(inside)) => {}
            Piece::Command(inside) => text = text + "[%" + inside + "]",
        }
    }
    let mut joined = String::new();
    comment::join(&mut joined, &text);
    joined
}

/// What the mover's clock showed, if the comment says so.
pub fn clock(comment: &str) -> Option<Duration> {
    commands(comment).into_iter().find_map(|command| if let Command::Clock(time) = command { Some(time) } else { None })
}

/// How the position was judged, if the comment says so.
pub fn eval(comment: &str) -> Option<Eval> {
    commands(comment).into_iter().find_map(|command| if let Command::Eval(eval) = command { Some(eval) } else { None })
}

/// All arrows of a comment.
pub fn arrows(comment: &str) -> Vec<Arrow> {
    commands(comment)
        .into_iter()
        .flat_map(|command| if let Command::Arrows(arrows) = command { arrows } else { Vec::new() })
        .collect()
}

/// All marked squares of a comment.
pub fn squares(comment: &str) -> Vec<Mark> {
    commands(comment)
        .into_iter()
        .flat_map(|command| if let Command::Squares(squares) = command { squares } else { Vec::new() })
        .collect()
}

enum Piece<'a> {
    Text(&'a str),
    /// What is between `[%` and `]`.
    Command(&'a str),
}

/// Parts a comment; a command that is not closed is text.
fn pieces(comment: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some(inside) = rest.strip_prefix("[%")
            && let Some((command, after)) = inside.split_once(']')
        {
            rest = after;
            return Some(Piece::Command(command));
        }
        let end =
            rest.char_indices().skip(1).find(|&(at, _)| rest[at..].starts_with("[%")).map_or(rest.len(), |(at, _)| at);
        let (text, after) = rest.split_at(end);
        rest = after;
        Some(Piece::Text(text))
    })
}

fn parse(inside: &str) -> Command {
    let (name, value) = inside.trim().split_once(char::is_whitespace).unwrap_or((inside.trim(), ""));
    let value = value.trim();
    let known = match name {
        "clk" => duration(value).map(Command::Clock),
        "emt" => duration(value).map(Command::Elapsed),
        "egt" => duration(value).map(Command::Total),
        "thought" => duration(value).map(Command::Thought),
        "eval" => parse_eval(value).map(Command::Eval),
        "cal" => value.split(',').map(arrow).collect::<Option<_>>().map(Command::Arrows),
        "csl" => value.split(',').map(mark).collect::<Option<_>>().map(Command::Squares),
        _ => None,
    };
    known.unwrap_or_else(|| Command::Unknown { name: name.to_owned(), value: value.to_owned() })
}

/// `h:mm:ss`, `m:ss` or seconds, with any decimals.
fn duration(text: &str) -> Option<Duration> {
    let parts: Vec<&str> = text.split(':').collect();
    let (seconds, larger) = parts.split_last()?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, decimals) = seconds.split_once('.').unwrap_or((seconds, "0"));
    if larger.len() > 2 || !is_number(whole) || !is_number(decimals) || !larger.iter().all(|part| is_number(part)) {
        return None;
    }
    let mut total: u64 = 0;
    for part in larger.iter().copied().chain([whole]) {
        total = total.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let nanos = format!("{decimals:0<9}").get(..9)?.parse().ok()?;
    Some(Duration::new(total, nanos))
}

/// `0.3`, `#-3`, each perhaps followed by a comma and the depth.
fn parse_eval(text: &str) -> Option<Eval> {
    let value = text.split(',').next()?.trim();
    match value.strip_prefix('#') {
        Some(moves) => moves.parse().ok().map(Eval::Mate),
        None => value.parse().ok().filter(|pawns: &f64| pawns.is_finite()).map(Eval::Pawns),
    }
}

fn arrow(text: &str) -> Option<Arrow> {
    let text = text.trim();
    let (paint, squares) = text.split_at_checked(1)?;
    let (from, to) = squares.split_at_checked(2)?;
    Some(Arrow { paint: Paint::from_letter(paint.chars().next()?)?, from: from.parse().ok()?, to: to.parse().ok()? })
}

fn mark(text: &str) -> Option<Mark> {
    let (paint, square) = text.trim().split_at_checked(1)?;
    Some(Mark { paint: Paint::from_letter(paint.chars().next()?)?, square: square.parse().ok()? })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Clock(time) => write!(f, "[%clk {}]", Time(*time)),
            Command::Elapsed(time) => write!(f, "[%emt {}]", Time(*time)),
            Command::Total(time) => write!(f, "[%egt {}]", Time(*time)),
            Command::Thought(time) => write!(f, "[%thought {}]", Time(*time)),
            Command::Eval(eval) => write!(f, "[%eval {eval}]"),
            Command::Arrows(arrows) => write!(f, "[%cal {}]", list(arrows)),
            Command::Squares(squares) => write!(f, "[%csl {}]", list(squares)),
            Command::Unknown { name, value } if value.is_empty() => write!(f, "[%{name}]"),
            Command::Unknown { name, value } => write!(f, "[%{name} {value}]"),
        }
    }
}

/// `h:mm:ss`, with tenths and more only where there are some.
struct Time(Duration);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        match self.0.subsec_millis() {
            0 => Ok(()),
            millis => write!(f, ".{}", format!("{millis:03}").trim_end_matches('0')),
        }
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::Pawns(pawns) => write!(f, "{pawns:.2}"),
            Eval::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.paint.letter(), self.from, self.to)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.paint.letter(), self.square)
    }
}

fn list(items: &[impl fmt::Display]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(text: &str) -> Option<f64> {
        duration(text).map(|time| time.as_secs_f64())
    }

    #[test]
    fn clocks_have_hours_only_when_written() {
        assert_eq!(seconds("0:09:59.9"), Some(599.9));
        assert_eq!(seconds("9:59.2"), Some(599.2));
        assert_eq!(seconds("1:03.3"), Some(63.3));
        assert_eq!(seconds("1:30:57"), Some(5457.0));
        assert_eq!(seconds("59"), Some(59.0));
        for text in ["", ":", "1:2:3:4", "-1", "1:-2", "1e3", "99999999999999999999", "1.", "a:b"] {
            assert_eq!(duration(text), None, "{text}");
        }
    }

    #[test]
    fn unknown_commands_are_hidden_but_there() {
        let comment = "[%clk 9:59.2][%c_highlight e5;x] nice [%depth20 +0.35]";
        assert_eq!(visible(comment), "nice");
        assert_eq!(clock(comment), Some(Duration::from_millis(599_200)));
        let names: Vec<String> = commands(comment).iter().map(ToString::to_string).collect();
        assert_eq!(names, ["[%clk 0:09:59.2]", "[%c_highlight e5;x]", "[%depth20 +0.35]"]);
    }

    #[test]
    fn evaluations_arrows_and_squares_are_read() {
        assert_eq!(eval("[%eval -0.3,20]"), Some(Eval::Pawns(-0.3)));
        assert_eq!(eval("[%eval #-3]"), Some(Eval::Mate(-3)));
        assert_eq!(eval("[%eval nan]"), None);
        assert_eq!(arrows("[%cal Ge2e4,Rd1h5]").len(), 2);
        assert_eq!(squares("[%csl Re4]")[0].to_string(), "Re4");
        for text in ["[%cal Ge2]", "[%csl é4]", "[%cal ]", "[%cal Ge2é4]"] {
            assert!(matches!(commands(text)[0], Command::Unknown { .. }), "{text}");
        }
    }

    #[test]
    fn what_is_no_command_is_text() {
        assert_eq!(visible("[#] a [%clk 1"), "[#] a [%clk 1");
        assert_eq!(visible("é[%x]é"), "é é");
    }
}
