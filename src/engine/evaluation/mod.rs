//! What a position is worth without looking ahead: a sum of weights for what is seen in it, one for the middle game and one for
//! the endgame. The weights are tuned on games the engine played against itself (`assets/source/engine`).

pub mod features;
mod men;
mod pawns;
mod weights;

use super::score::Score;
use crate::chess::{Bitboard, Kind, Position, Side, Square};
use features::{BISHOP_PAIR, TEMPO};
pub use weights::WEIGHTS;

/// Who is told what is seen.
pub trait Sink {
    /// A feature is seen so many times more for White than for Black.
    fn add(&mut self, feature: usize, times: i32);
}

/// How far the game is from its end, and what an advantage in the endgame is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// 24 with all men, 0 with kings and pawns.
    pub middle: i32,
    /// Parts of 64 that count of an advantage in the endgame, of White and of Black.
    pub scale: [i32; 2],
}

impl Phase {
    /// The worth for White of weights summed up for both phases.
    pub fn blend(&self, middle: i32, end: i32) -> Score {
        let scale = self.scale[usize::from(end < 0)];
        (middle * self.middle + end * (24 - self.middle) * scale / 64) / 24
    }
}

/// Adds weights up.
struct Sum {
    middle: i32,
    end: i32,
}

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, feature: usize, times: i32) {
        let (middle, end) = WEIGHTS[feature];
        self.middle += i32::from(middle) * times;
        self.end += i32::from(end) * times;
    }
}

/// What a position is worth for the side to move, in hundredths of a pawn.
pub fn evaluate(position: &Position) -> Score {
    let mut sum = Sum { middle: 0, end: 0 };
    let Some(phase) = notice(position, &mut sum) else { return 0 };
    let score = phase.blend(sum.middle, sum.end);
    match position.side() {
        Side::White => score,
        Side::Black => -score,
    }
}

/// What a position is worth for the side to move if one side has nothing but its king: he is driven to the edge, and for a mate
/// with bishop and knight to a corner of the bishop's color. `None` in other positions.
pub fn against_bare_king(position: &Position) -> Option<Score> {
    let bare = Side::ALL.into_iter().find(|&side| position.by_side(side).len() == 1)?;
    let (king, hunter) = (position.king(bare)?, position.king(!bare)?);
    let officers = position.by_side(!bare) & !position.by_kind(Kind::Pawn) & !position.by_kind(Kind::King);
    let bishops = position.by_kind(Kind::Bishop);
    let rank = usize::from(king.rank().min(7 - king.rank()));
    let mut drive = 20 * (6 - edge(king).min(3) - rank.min(3)) as Score + 8 * (7 - distance(king, hunter)) as Score;
    if officers.len() == 2
        && !(officers & position.by_kind(Kind::Knight)).is_empty()
        && let Some(bishop) = (officers & bishops).first()
    {
        let corners = if bishop.is_light() { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
        let steps = |corner: Square| king.file().abs_diff(corner.file()) + king.rank().abs_diff(corner.rank());
        drive += 15 * (14 - Score::from(corners.map(steps).into_iter().min().unwrap_or(0)));
    }
    let score = evaluate(position);
    if officers.is_empty() {
        return Some(score);
    }
    Some(if position.side() == bare { score - drive } else { score + drive })
}

/// What both sides attack; filled while the men are looked at.
struct View<'a> {
    position: &'a Position,
    kings: [Square; 2],
    occupied: Bitboard,
    pawns: [Bitboard; 2],
    pawn_attacks: [Bitboard; 2],
    /// Everything attacked, and what is attacked at least twice, by side.
    attacked: [Bitboard; 2],
    twice: [Bitboard; 2],
    /// The same by kind.
    by_kind: [[Bitboard; 6]; 2],
    /// Attacks of men other than the king on the other king's surroundings, in units.
    danger: [i32; 2],
}

/// Tells everything that is seen in a position. `None` without both kings (`endgame`).
pub fn notice(position: &Position, sink: &mut impl Sink) -> Option<Phase> {
    let kings = [position.king(Side::White)?, position.king(Side::Black)?];
    let pawns = Side::ALL.map(|side| position.by_side(side) & position.by_kind(Kind::Pawn));
    let mut view = View {
        position,
        kings,
        occupied: position.occupied(),
        pawns,
        pawn_attacks: Side::ALL.map(|side| side.pawn_attacks(pawns[side.index()])),
        attacked: [Bitboard::EMPTY; 2],
        twice: [Bitboard::EMPTY; 2],
        by_kind: [[Bitboard::EMPTY; 6]; 2],
        danger: [0; 2],
    };
    for side in Side::ALL {
        view.note(side, Kind::King, Kind::King.attacks(kings[side.index()], view.occupied));
        let pawn_attacks = view.pawn_attacks[side.index()];
        view.note(side, Kind::Pawn, pawn_attacks);
    }
    for side in Side::ALL {
        pawns::notice(&view, side, sink);
        men::notice(&mut view, side, sink);
    }
    for side in Side::ALL {
        pawns::notice_passed(&view, side, sink);
        men::notice_threats(&view, side, sink);
        men::notice_danger(&view, side, sink);
    }
    for side in Side::ALL {
        if (position.by_side(side) & position.by_kind(Kind::Bishop)).len() > 1 {
            sink.add(BISHOP_PAIR, sign(side));
        }
    }
    sink.add(TEMPO, sign(position.side()));
    Some(phase(&view))
}

impl View<'_> {
    fn note(&mut self, side: Side, kind: Kind, attacks: Bitboard) {
        let side = side.index();
        self.twice[side] |= self.attacked[side] & attacks;
        self.attacked[side] |= attacks;
        self.by_kind[side][kind as usize] |= attacks;
    }

    fn men(&self, side: Side, kind: Kind) -> Bitboard {
        self.position.by_side(side) & self.position.by_kind(kind)
    }

    /// What the officers of a side are worth, in the usual points.
    fn officers(&self, side: Side) -> u32 {
        [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen]
            .into_iter()
            .map(|kind| kind.value() * self.men(side, kind).len() as u32)
            .sum()
    }
}

fn phase(view: &View) -> Phase {
    let number = |kind| view.position.by_kind(kind).len() as i32;
    let middle = number(Kind::Knight) + number(Kind::Bishop) + 2 * number(Kind::Rook) + 4 * number(Kind::Queen);
    Phase { middle: middle.min(24), scale: Side::ALL.map(|side| scale(view, side)) }
}

/// Parts of 64 that an advantage of this side counts for in the endgame.
fn scale(view: &View, side: Side) -> i32 {
    let (strong, weak) = (view.officers(side), view.officers(!side));
    let pawns = view.pawns[side.index()].len() as i32;
    if pawns == 0 && strong <= weak + 3 {
        return if strong < 5 { 0 } else { 8 };
    }
    let bishops = [view.men(side, Kind::Bishop), view.men(!side, Kind::Bishop)];
    if let [Some(own), Some(other)] = bishops.map(Bitboard::first)
        && bishops.iter().all(|set| set.len() == 1)
        && own.is_light() != other.is_light()
    {
        return if strong == 3 && weak == 3 { 22 + 2 * pawns } else { 40 + 2 * pawns };
    }
    (42 + 6 * pawns).min(64)
}

/// 1 for White, -1 for Black.
const fn sign(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}

/// The rank from the side's own first one, 0 to 7.
const fn rank(square: Square, side: Side) -> usize {
    match side {
        Side::White => square.rank() as usize,
        Side::Black => 7 - square.rank() as usize,
    }
}

/// Steps to the nearer edge, 0 to 3.
const fn edge(square: Square) -> usize {
    let file = square.file() as usize;
    if file < 4 { file } else { 7 - file }
}

/// Steps of a king from one square to the other.
fn distance(one: Square, other: Square) -> usize {
    usize::from(one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())))
}

/// All squares ahead of these on their files, from the side's view.
const fn ahead(mut set: u64, side: Side) -> u64 {
    match side {
        Side::White => {
            set <<= 8;
            set |= set << 8;
            set |= set << 16;
            set | set << 32
        }
        Side::Black => {
            set >>= 8;
            set |= set >> 8;
            set |= set >> 16;
            set | set >> 32
        }
    }
}

/// The squares beside these.
const fn beside(set: u64) -> u64 {
    (set & !0x0101_0101_0101_0101) >> 1 | (set & !0x8080_8080_8080_8080) << 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Piece, RuleSet, Setup};

    /// The same position seen by the other side.
    fn turned(position: &Position) -> Position {
        let setup = position.setup();
        let flip = |square: Square| Square::new(square.file(), 7 - square.rank());
        let mut board = [None; 64];
        for square in Square::ALL {
            board[flip(square).index()] =
                setup.board[square.index()].map(|piece| Piece { side: !piece.side, kind: piece.kind });
        }
        let turned = Setup {
            board,
            side: !setup.side,
            castling: setup.castling.iter().map(flip).collect(),
            en_passant: setup.en_passant.map(flip),
            ..setup
        };
        Position::from_setup(turned, position.rules()).unwrap()
    }

    #[test]
    fn both_sides_are_seen_alike() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut looked = 0;
        for _ in 0..100 {
            let mut position = Position::chess960(random.u16(0..960), RuleSet::Standard).unwrap();
            for _ in 0..100 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.usize(..moves.len())]);
                assert_eq!(evaluate(&position), evaluate(&turned(&position)), "{position:?}");
                looked += 1;
            }
        }
        assert!(looked > 5000);
    }

    #[test]
    fn every_feature_is_seen_somewhere() {
        struct Seen([bool; features::NUMBER]);
        impl Sink for Seen {
            fn add(&mut self, feature: usize, _: i32) {
                self.0[feature] = true;
            }
        }
        let mut seen = Seen([false; features::NUMBER]);
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..2000 {
            let mut position = Position::start();
            for _ in 0..200 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.usize(..moves.len())]);
                notice(&position, &mut seen);
            }
        }
        for (name, first, size) in features::ALL {
            assert!(seen.0[*first..first + size].iter().any(|seen| *seen), "{name} is never seen");
        }
    }
}
