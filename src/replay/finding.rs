//! Finding games in a long list: what is asked for, which games answer it, and in which order they come. Pure.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
    sync::Arc,
};

use super::folding::{fold, fold_into};
use crate::notation::pgn::{index::Entry, reach::Reach};

/// What is asked for. What is left open lets every game through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Words that are all to be found in players, event, place, date, result or opening.
    pub text: String,
    /// Words that are all to be found in the name of one player.
    pub player: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<&'static str>,
    /// The first and the last year.
    pub years: [Option<u16>; 2],
    /// The least and the most moves; a move of both sides is one.
    pub moves: [Option<u32>; 2],
    /// Only favorites.
    pub favorites: bool,
}

impl Search {
    /// Whether it lets every game through.
    pub fn is_open(&self) -> bool {
        Search { text: String::new(), player: String::new(), ..self.clone() } == Search::default()
            && self.text.trim().is_empty()
            && self.player.trim().is_empty()
    }

    /// Whether anything is asked for beside the words.
    pub fn has_filters(&self) -> bool {
        !Search { text: String::new(), ..self.clone() }.is_open()
    }

    /// Whether a game answers it, when none is a favorite.
    pub fn matches(&self, game: &Entry) -> bool {
        let mut lines = Lines::default();
        lines.add(game);
        Sieve::new(self).lets_through(&lines, 0)
    }
}

/// By what the games are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum By {
    /// As in the file.
    #[default]
    Number,
    /// White's name.
    White,
    /// Black's name.
    Black,
    /// The date, the oldest first.
    Date,
    /// The event.
    Event,
    /// The result.
    Result,
    /// How long they are.
    Length,
}

impl By {
    /// All of them.
    pub const ALL: [By; 7] = [By::Number, By::White, By::Black, By::Date, By::Event, By::Result, By::Length];
}

/// In which order the games come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Order {
    /// By what.
    pub by: By,
    /// The other way round.
    pub falling: bool,
}

/// A query made ready.
#[derive(Clone, Debug, Default)]
pub struct Sieve {
    words: Vec<String>,
    player: Vec<String>,
    query: Search,
    /// The keys of the favorites.
    pub stars: Option<Arc<HashSet<u64>>>,
    /// The games that reach the position that is looked for.
    pub within: Option<Arc<HashMap<u32, Reach>>>,
}

impl Sieve {
    /// Makes a query ready.
    pub fn new(query: &Search) -> Sieve {
        let words = |text: &str| fold(text).split_whitespace().map(str::to_owned).collect();
        let (text, player) = (words(&query.text), words(&query.player));
        Sieve { words: text, player, query: query.clone(), stars: None, within: None }
    }

    /// Whether the game of this number is let through.
    pub fn lets_through(&self, lines: &Lines, number: u32) -> bool {
        let row = &lines.rows[number as usize];
        let Search { result, years: [from, to], moves: [least, most], favorites, .. } = &self.query;
        let year = (row.date / 10_000) as u16;
        let moves = row.plies.div_ceil(2);
        result.is_none_or(|result| row.result == result)
            && from.is_none_or(|from| year != 0 && year >= from)
            && to.is_none_or(|to| year != 0 && year <= to)
            && least.is_none_or(|least| moves >= least)
            && most.is_none_or(|most| moves <= most)
            && (!favorites || self.stars.as_ref().is_some_and(|stars| stars.contains(&row.key)))
            && self.within.as_ref().is_none_or(|within| within.contains_key(&number))
            && self.finds_words(lines.text(number), lines.players(number))
    }

    fn finds_words(&self, text: &str, [white, black]: [&str; 2]) -> bool {
        let all = |name: &str| self.player.iter().all(|word| name.contains(word));
        (self.player.is_empty() || all(white) || all(black)) && self.words.iter().all(|word| text.contains(word))
    }
}

/// What a search sees of the games of a list, all in one piece of memory.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    text: String,
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row {
    /// Where its text ends.
    end: usize,
    /// Where the names of the players and of the event end within it.
    names: [u32; 3],
    result: &'static str,
    /// `19721231`; what is not known is 0.
    date: u32,
    plies: u32,
    key: u64,
}

impl Lines {
    /// Adds a game as the last.
    pub fn add(&mut self, game: &Entry) {
        let begin = self.text.len();
        let names = [game.white(), game.black(), game.event()].map(|name| {
            fold_into(&mut self.text, name.trim_matches('?'));
            let end = self.text.len() - begin;
            self.text.push('\n');
            u32::try_from(end).unwrap_or(u32::MAX)
        });
        let [eco, opening, variation] = game.opening();
        for name in [game.site().trim_matches('?'), game.date(), game.result, eco, opening, variation] {
            fold_into(&mut self.text, name);
            self.text.push('\n');
        }
        let (date, plies, key) = (date(game.date()), game.plies, game.key);
        self.rows.push(Row { end: self.text.len(), names, result: game.result, date, plies, key });
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn text(&self, number: u32) -> &str {
        let begin = number.checked_sub(1).map_or(0, |before| self.rows[before as usize].end);
        &self.text[begin..self.rows[number as usize].end]
    }

    fn players(&self, number: u32) -> [&str; 2] {
        [self.name(number, 0), self.name(number, 1)]
    }

    fn name(&self, number: u32, which: usize) -> &str {
        let names = self.rows[number as usize].names;
        let begin = which.checked_sub(1).map_or(0, |before| names[before] as usize + 1);
        self.text(number).get(begin..names[which] as usize).unwrap_or("")
    }

    /// All games in this order. What is not known comes last, and games that are alike come as in the file.
    pub fn sorted(&self, order: Order) -> Vec<u32> {
        let mut all: Vec<u32> = (0..self.rows.len() as u32).collect();
        let row = |number: u32| &self.rows[number as usize];
        let turn = |ordering: Ordering| if order.falling { ordering.reverse() } else { ordering };
        match order.by {
            By::Number if order.falling => all.reverse(),
            By::Number => {}
            By::White => self.sort_by_name(&mut all, 0, turn),
            By::Black => self.sort_by_name(&mut all, 1, turn),
            By::Event => self.sort_by_name(&mut all, 2, turn),
            By::Date => all.sort_by(|&a, &b| {
                let (a, b) = (row(a).date, row(b).date);
                (a == 0).cmp(&(b == 0)).then_with(|| turn(a.cmp(&b)))
            }),
            By::Result => all.sort_by(|&a, &b| {
                let (a, b) = (row(a).result, row(b).result);
                (a == "*").cmp(&(b == "*")).then_with(|| turn(rank(a).cmp(&rank(b))))
            }),
            By::Length => all.sort_by(|&a, &b| turn(row(a).plies.cmp(&row(b).plies))),
        }
        all
    }

    fn sort_by_name(&self, all: &mut Vec<u32>, which: usize, turn: impl Fn(Ordering) -> Ordering) {
        let mut named: Vec<(&str, u32)> = all.iter().map(|&number| (self.name(number, which), number)).collect();
        named.sort_by(|(a, _), (b, _)| a.is_empty().cmp(&b.is_empty()).then_with(|| turn(a.cmp(b))));
        *all = named.into_iter().map(|(_, number)| number).collect();
    }

    /// The games that are let through, in this order.
    pub fn find(&self, sieve: &Sieve, order: Order) -> Vec<u32> {
        self.sorted(order).into_iter().filter(|&number| sieve.lets_through(self, number)).collect()
    }
}

/// White's wins before draws before Black's.
fn rank(result: &str) -> usize {
    ["1-0", "1/2-1/2", "0-1"].iter().position(|known| *known == result).unwrap_or(3)
}

/// `1972.12.31` as a number; what is not known of it is 0, and without a year it is nothing.
fn date(text: &str) -> u32 {
    let mut parts = text.split(['.', '-', '/']).map(|part| part.trim().parse::<u32>().ok());
    let mut part = |most: u32| parts.next().flatten().filter(|value| *value <= most).unwrap_or(0);
    let (year, month, day) = (part(9999), part(12), part(31));
    if year == 0 { 0 } else { year * 10_000 + month * 100 + day }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::index;

    const GAMES: &str = "[White \"Réti, Richard\"]\n[Black \"Alekhine, A\"]\n[Event \"Baden-Baden\"]\n[Date \"1925.04.25\"]\n\
        [ECO \"A00\"]\n[Opening \"King's Fianchetto\"]\n\n1. g3 e5 2. Nf3 0-1\n\n[White \"alekhine\"]\n[Black \"Böök\"]\n\
        [Site \"Margate\"]\n[Date \"1938.??.??\"]\n\n1. d4 1-0\n\n[White \"?\"]\n[Black \"Zukertort\"]\n\n*\n\n\
        [White \"Blackburne\"]\n[Black \"Baden\"]\n[Date \"1925\"]\n\n1. e4 e5 1/2-1/2\n";

    fn lines() -> Lines {
        let mut lines = Lines::default();
        index::entries(GAMES.as_bytes()).for_each(|game| lines.add(&game.unwrap()));
        lines
    }

    fn find(query: Search) -> Vec<u32> {
        let found = lines().find(&Sieve::new(&query), Order::default());
        for (number, game) in index::entries(GAMES.as_bytes()).enumerate() {
            assert_eq!(query.matches(&game.unwrap()), found.contains(&(number as u32)), "{query:?}");
        }
        found
    }

    #[test]
    fn words_are_found_anywhere_in_any_order_case_and_accent() {
        let text = |text: &str| find(Search { text: text.to_owned(), ..Search::default() });
        assert_eq!(text(""), [0, 1, 2, 3]);
        assert_eq!(text("  "), [0, 1, 2, 3]);
        assert_eq!(text("RETI"), [0]);
        assert_eq!(text("1925 richárd"), [0]);
        assert_eq!(text("alekhine"), [0, 1]);
        assert_eq!(text("book margate 1-0"), [1]);
        assert_eq!(text("a00"), [0]);
        assert_eq!(text("fianchetto king's"), [0]);
        assert_eq!(text("baden"), [0, 3]);
        assert_eq!(text("1/2"), [3]);
        assert_eq!(text("alekhine blackburne"), [] as [u32; 0]);
        // A word is not found across two tags.
        assert_eq!(text("richardalekhine"), [] as [u32; 0]);
    }

    #[test]
    fn filters_narrow_the_list() {
        let open = Search::default();
        assert!(open.is_open() && !open.has_filters());
        assert_eq!(find(Search { result: Some("1-0"), ..open.clone() }), [1]);
        assert_eq!(find(Search { years: [Some(1925), None], ..open.clone() }), [0, 1, 3]);
        assert_eq!(find(Search { years: [None, Some(1930)], ..open.clone() }), [0, 3]);
        assert_eq!(find(Search { years: [Some(1930), Some(1920)], ..open.clone() }), [] as [u32; 0]);
        assert_eq!(find(Search { moves: [Some(2), None], ..open.clone() }), [0]);
        assert_eq!(find(Search { moves: [None, Some(1)], ..open.clone() }), [1, 2, 3]);
        assert_eq!(find(Search { player: "baden".to_owned(), ..open.clone() }), [3], "not the event");
        assert_eq!(find(Search { player: "A alekhine".to_owned(), ..open.clone() }), [0, 1]);
        assert_eq!(find(Search { favorites: true, ..open.clone() }), [] as [u32; 0]);
        let lines = lines();
        let stars = HashSet::from([lines.rows[2].key]);
        let sieve = Sieve { stars: Some(Arc::new(stars)), ..Sieve::new(&Search { favorites: true, ..open.clone() }) };
        assert_eq!(lines.find(&sieve, Order::default()), [2]);
        let sieve = Sieve {
            within: Some(Arc::new(HashMap::from([1, 3].map(|number| (number, Reach { ply: 7, aside: false }))))),
            ..Sieve::new(&open)
        };
        assert_eq!(lines.find(&sieve, Order { by: By::Number, falling: true }), [3, 1]);
    }

    #[test]
    fn every_order_has_what_is_not_known_last() {
        let lines = lines();
        let sorted = |by| [false, true].map(|falling| lines.sorted(Order { by, falling }));
        assert_eq!(sorted(By::Number), [[0, 1, 2, 3], [3, 2, 1, 0]]);
        assert_eq!(sorted(By::White), [[1, 3, 0, 2], [0, 3, 1, 2]]);
        assert_eq!(sorted(By::Black), [[0, 3, 1, 2], [2, 1, 3, 0]]);
        assert_eq!(sorted(By::Event), [[0, 1, 2, 3], [0, 1, 2, 3]]);
        assert_eq!(sorted(By::Date), [[3, 0, 1, 2], [1, 0, 3, 2]]);
        assert_eq!(sorted(By::Result), [[1, 3, 0, 2], [0, 3, 1, 2]]);
        assert_eq!(sorted(By::Length), [[2, 1, 3, 0], [0, 3, 1, 2]]);
    }
}
