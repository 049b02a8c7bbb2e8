//! Positions as FEN: read leniently with a list of repairs or strictly, written exactly.

use crate::chess::{Piece, Position, RuleSet, Setup, Side, Square};

mod castling;
mod error;
mod repair;

use castling::Letters;
pub use error::{FenError, Field};
pub use repair::{CastlingFault, EnPassantFault, Repair};

/// The start position of the standard game.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Both counters are at most this: far beyond the longest game, and no addition overflows.
const MAX_COUNTER: u32 = 65_535;

/// What a lenient reader makes of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The position.
    pub position: Position,
    /// What had to be repaired, and what is worth pointing out, in the order of the fields.
    pub repairs: Vec<Repair>,
}

/// Reads a FEN, X-FEN or Shredder-FEN (or the word `startpos`) and repairs what can be repaired without guessing at the men.
///
/// # Errors
/// A malformed field, or a position that no rules can play (no king, a pawn on the last rank, ...).
///
/// ```
/// use endgame::{chess::RuleSet, notation::fen};
/// let parsed = fen::parse("4k3/8/8/8/8/8/8/4K2R w K -", RuleSet::Standard).unwrap();
/// assert_eq!(fen::write(&parsed.position), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// assert_eq!(parsed.repairs.len(), 2); // both counters were missing
/// ```
pub fn parse(text: &str, rules: RuleSet) -> Result<Parsed, FenError> {
    read(text, rules, Letters::Usual)
}

/// Reads a FEN as [`parse`] does, where it is known to be of Chess960: `K` and `Q` then always mean the outermost rook.
///
/// # Errors
/// As [`parse`].
pub fn parse_chess960(text: &str, rules: RuleSet) -> Result<Parsed, FenError> {
    read(text, rules, Letters::Outermost)
}

fn read(text: &str, rules: RuleSet, letters: Letters) -> Result<Parsed, FenError> {
    let text = text.trim();
    if text == "startpos" {
        return Ok(Parsed { position: Position::start_with(rules), repairs: Vec::new() });
    }
    let mut repairs = Vec::new();
    let setup = setup(text, letters, &mut repairs)?;
    let position = Position::from_setup(setup, rules)?;
    Ok(Parsed { position, repairs })
}

/// Reads a FEN that needs no repair.
///
/// # Errors
/// As [`parse`], and [`FenError::NotStrict`] with what the lenient reader would have repaired.
pub fn parse_strict(text: &str, rules: RuleSet) -> Result<Position, FenError> {
    let Parsed { position, repairs } = parse(text, rules)?;
    match repairs.into_iter().find(|repair| !repair.is_note()) {
        Some(repair) => Err(FenError::NotStrict(repair)),
        None => Ok(position),
    }
}

/// Writes a position. Castling rights are `KQkq` where kings and rooks stand on their standard squares, otherwise the
/// rooks' files (Shredder-FEN). The en passant square is the one that the last double step set, usable or not.
#[must_use]
pub fn write(position: &Position) -> String {
    let mut out = String::with_capacity(80);
    for rank in (0..8).rev() {
        let mut gap = 0_u8;
        for file in 0..8 {
            let Some(piece) = position.piece_at(Square::new(file, rank)) else {
                gap += 1;
                continue;
            };
            push_gap(&mut out, gap);
            gap = 0;
            out.push(piece.letter());
        }
        push_gap(&mut out, gap);
        if rank > 0 {
            out.push('/');
        }
    }
    let en_passant = position.en_passant().map_or_else(|| "-".to_owned(), |square| square.to_string());
    let castling = castling::write(position);
    let side = position.side().letter();
    let (clock, number) = (position.halfmove_clock(), position.fullmove_number());
    out + &format!(" {side} {castling} {en_passant} {clock} {number}")
}

fn push_gap(out: &mut String, gap: u8) {
    if gap > 0 {
        out.push(char::from(b'0' + gap));
    }
}

fn setup(text: &str, letters: Letters, repairs: &mut Vec<Repair>) -> Result<Setup, FenError> {
    // Addresses carry FENs with underscores for blanks.
    let spaced = if text.contains(char::is_whitespace) { text.to_owned() } else { text.replace('_', " ") };
    let mut rest = spaced.as_str();
    let mut fields = [""; 6];
    for field in &mut fields {
        (*field, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        rest = rest.trim_start();
    }
    if fields[0].is_empty() {
        return Err(FenError::Empty);
    }
    if spaced != text || text.split(' ').any(|word| word.is_empty() || word.contains(char::is_whitespace)) {
        repairs.push(Repair::Blanks);
    }
    // EPD: operations take the place of the counters.
    let mut trailing = rest.to_owned();
    if fields[4].starts_with(|c: char| c.is_ascii_alphabetic()) && spaced.contains(';') {
        trailing = [fields[4], fields[5], rest].join(" ").trim_end().to_owned();
        (fields[4], fields[5]) = ("", "");
    }
    // A semicolon glued to the last field ends an EPD line.
    for field in &mut fields {
        if let Some((before, after)) = field.split_once(';') {
            trailing = format!(";{after} {trailing}").trim_end().to_owned();
            *field = before;
        }
    }
    let [men, side, rights, en_passant, clock, number] = fields;
    let mut setup = Setup { board: board(men, repairs)?, ..Setup::default() };
    repairs.extend(setup.oddities().into_iter().map(Repair::Odd));
    setup.side = match or_default(Field::Side, side, "w", repairs) {
        "w" => Side::White,
        "b" => Side::Black,
        text => return Err(unexpected(Field::Side, text, |c| c == 'w' || c == 'b')),
    };
    setup.castling = castling::read(or_default(Field::Castling, rights, "-", repairs), &setup, letters, repairs)?;
    setup.en_passant = read_en_passant(or_default(Field::EnPassant, en_passant, "-", repairs))?;
    if let (Some(square), Some(why)) = (setup.en_passant, repair::en_passant_fault(&setup)) {
        repairs.push(Repair::EnPassantDropped { square, why });
        setup.en_passant = None;
    }
    setup.halfmove_clock = counter(Field::HalfmoveClock, or_default(Field::HalfmoveClock, clock, "0", repairs))?;
    setup.fullmove_number = counter(Field::FullmoveNumber, or_default(Field::FullmoveNumber, number, "1", repairs))?;
    if setup.fullmove_number == 0 {
        repairs.push(Repair::MoveNumberZero);
        setup.fullmove_number = 1;
    }
    let plies = (setup.fullmove_number - 1) * 2 + u32::from(setup.side == Side::Black);
    if setup.halfmove_clock > plies {
        repairs.push(Repair::ClockTooHigh { clock: setup.halfmove_clock, plies });
    }
    if !trailing.is_empty() {
        repairs.push(Repair::Trailing { text: trailing });
    }
    Ok(setup)
}

fn or_default<'a>(field: Field, text: &'a str, default: &'static str, repairs: &mut Vec<Repair>) -> &'a str {
    if text.is_empty() {
        repairs.push(Repair::Missing { field, default });
        return default;
    }
    text
}

fn board(text: &str, repairs: &mut Vec<Repair>) -> Result<[Option<Piece>; 64], FenError> {
    let men = text.strip_suffix("[]").unwrap_or(text);
    if men.len() < text.len() {
        repairs.push(Repair::Pockets);
    }
    let ranks: Vec<&str> = men.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks { found: ranks.len() });
    }
    let mut board = [None; 64];
    for (rank, row) in (0_u8..8).rev().zip(ranks) {
        let mut file = 0_u32;
        let mut after_digit = false;
        for character in row.chars() {
            let digit = character.to_digit(9).filter(|digit| *digit > 0);
            if let Some(gap) = digit {
                file += gap;
                if after_digit && !repairs.iter().any(|repair| matches!(repair, Repair::AdjacentDigits { .. })) {
                    repairs.push(Repair::AdjacentDigits { text: row.to_owned() });
                }
            } else {
                let Some(piece) = Piece::from_letter(character) else {
                    return Err(FenError::Unexpected { field: Field::Board, character, text: row.to_owned() });
                };
                if let Some(square) = u8::try_from(file).ok().and_then(|file| Square::try_new(file, rank)) {
                    board[square.index()] = Some(piece);
                }
                file += 1;
            }
            after_digit = digit.is_some();
        }
        if file != 8 {
            return Err(FenError::RankLength { rank: rank + 1, text: row.to_owned(), found: file });
        }
    }
    Ok(board)
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| {
        let allowed = |(index, c): &(usize, char)| match index {
            0 => ('a'..='h').contains(c),
            1 => ('1'..='8').contains(c),
            _ => false,
        };
        let wrong = text.chars().enumerate().find(|at| !allowed(at)).or(text.chars().enumerate().last());
        let character = wrong.map_or('-', |(_, c)| c);
        FenError::Unexpected { field: Field::EnPassant, character, text: text.to_owned() }
    })
}

fn counter(field: Field, text: &str) -> Result<u32, FenError> {
    if text.contains(|c: char| !c.is_ascii_digit()) {
        return Err(unexpected(field, text, |c| c.is_ascii_digit()));
    }
    match text.parse() {
        Ok(number) if number <= MAX_COUNTER => Ok(number),
        _ => Err(FenError::TooLarge { field, text: text.to_owned() }),
    }
}

/// Names the first character that is not allowed, or the second one of a field that is too long.
fn unexpected(field: Field, text: &str, allowed: impl Fn(char) -> bool) -> FenError {
    let character = text.chars().find(|c| !allowed(*c)).or(text.chars().nth(1)).unwrap_or('-');
    FenError::Unexpected { field, character, text: text.to_owned() }
}
