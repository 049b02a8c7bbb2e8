//! Legal moves as values: listed, looked up, checked.

use super::super::{Bitboard, Kind, Move, Piece, RuleSet, Side, Special, Square};
use super::board::castling_landing;
use super::generate::{Class, Promotion, generate};
use super::{Black, Mover, Position, White, count};

impl Position {
    /// All legal moves; none once the game is over by mate, stalemate or a captured king. Draws by material and
    /// counters end games, not moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        self.each_legal_move(|mv| moves.push(mv));
        moves
    }

    /// The legal moves of the man on one square.
    pub fn legal_moves_from(&self, from: Square) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_legal_move(|mv| {
            if mv.from == from {
                moves.push(mv);
            }
        });
        moves
    }

    /// Whether there is a legal move at all.
    pub fn has_legal_move(&self) -> bool {
        let number = match (self.rules, self.side) {
            (RuleSet::Standard, Side::White) => count::<White, false>(&self.board),
            (RuleSet::Standard, Side::Black) => count::<Black, false>(&self.board),
            (RuleSet::Endgame, Side::White) => count::<White, true>(&self.board),
            (RuleSet::Endgame, Side::Black) => count::<Black, true>(&self.board),
        };
        number != 0
    }

    /// Whether exactly this move, in all it says of itself, is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves_from(mv.from).contains(&mv)
    }

    /// The legal move from one square to another.
    ///
    /// Castling is found by the king's step to where he lands, at least two squares away, and by the king's step onto
    /// his rook. A pawn that promotes needs `promotion`; ask [`promotes`](Self::promotes) when to ask the player.
    pub fn find(&self, from: Square, to: Square, promotion: Option<Kind>) -> Option<Move> {
        let moves = self.legal_moves_from(from);
        moves.into_iter().filter(|mv| mv.promotion == promotion).find(|mv| goes(mv, to))
    }

    /// Whether a pawn may legally promote by going from one square to another.
    pub fn promotes(&self, from: Square, to: Square) -> bool {
        self.legal_moves_from(from).iter().any(|mv| mv.to == to && mv.promotion.is_some())
    }

    /// Whether any legal move goes from one square to another, castling as in [`find`](Self::find).
    pub(super) fn leads(&self, from: Square, to: Square) -> bool {
        self.legal_moves_from(from).iter().any(|mv| goes(mv, to))
    }

    /// Visits all legal moves, without a list of them.
    pub fn each_legal_move(&self, visit: impl FnMut(Move)) {
        self.each_move(Part::All, visit);
    }

    /// Visits the legal moves that take something or promote.
    pub fn each_capture(&self, visit: impl FnMut(Move)) {
        self.each_move(Part::Captures, visit);
    }

    /// Visits the legal moves that [`each_capture`](Self::each_capture) leaves out.
    pub fn each_quiet_move(&self, visit: impl FnMut(Move)) {
        self.each_move(Part::Quiet, visit);
    }

    /// The legal move with these squares and this promotion, as a move says them of itself; `castles` tells castling from
    /// the king's step to the same square.
    pub fn recall(&self, from: Square, to: Square, promotion: Option<Kind>, castles: bool) -> Option<Move> {
        let mut found = None;
        self.each_move(Part::From(from, to), |mv| {
            if mv.to == to && mv.promotion == promotion && mv.castling().is_some() == castles {
                found = Some(mv);
            }
        });
        found
    }

    fn each_move(&self, part: Part, visit: impl FnMut(Move)) {
        match (self.rules, self.side) {
            (RuleSet::Standard, Side::White) => self.each_move_of::<White, false>(part, visit),
            (RuleSet::Standard, Side::Black) => self.each_move_of::<Black, false>(part, visit),
            (RuleSet::Endgame, Side::White) => self.each_move_of::<White, true>(part, visit),
            (RuleSet::Endgame, Side::Black) => self.each_move_of::<Black, true>(part, visit),
        }
    }

    #[inline(always)]
    fn each_move_of<S: Mover, const FREE: bool>(&self, part: Part, mut visit: impl FnMut(Move)) {
        let them = self.board.them::<S>();
        generate::<S, FREE>(&self.board, |class, from, targets| {
            // Promotions count as captures, castling does not, though its target is a man.
            let captures = match class {
                Class::Promotion(_) | Class::EnPassant => targets,
                Class::Castling => 0,
                _ => targets & them,
            };
            let wanted = match part {
                Part::All => targets,
                Part::Captures => captures,
                Part::Quiet => targets & !captures,
                Part::From(square, _) if square.bit() != from => 0,
                Part::From(_, _) if class == Class::Castling => targets,
                Part::From(_, to) => targets & to.bit(),
            };
            for target in Bitboard(wanted) {
                visit(self.describe::<S>(class, from, target));
            }
        });
    }

    /// The move in full. For castling the generator's target is the rook.
    fn describe<S: Mover>(&self, class: Class, from_bit: u64, target: Square) -> Move {
        let (from, side) = (Square::of_lowest(from_bit), self.side);
        let man = |kind| Move {
            piece: Piece { side, kind },
            from,
            to: target,
            captured: self.piece_at(target),
            promotion: None,
            special: Special::None,
        };
        match class {
            Class::Pawn => man(Kind::Pawn),
            Class::Knight => man(Kind::Knight),
            Class::Bishop => man(Kind::Bishop),
            Class::Rook => man(Kind::Rook),
            Class::Queen => man(Kind::Queen),
            Class::King => man(Kind::King),
            Class::DoubleStep => Move { special: Special::DoubleStep, ..man(Kind::Pawn) },
            Class::EnPassant => Move {
                captured: Some(Piece { side: !side, kind: Kind::Pawn }),
                special: Special::EnPassant,
                ..man(Kind::Pawn)
            },
            Class::Promotion(promotion) => {
                let kind = match promotion {
                    Promotion::Knight => Kind::Knight,
                    Promotion::Bishop => Kind::Bishop,
                    Promotion::Rook => Kind::Rook,
                    Promotion::Queen => Kind::Queen,
                };
                Move { promotion: Some(kind), ..man(Kind::Pawn) }
            }
            Class::Castling => {
                let (king_to, rook_to) = castling_landing::<S>(from_bit, target.bit());
                let (to, rook_to) = (Square::of_lowest(king_to), Square::of_lowest(rook_to));
                Move {
                    to,
                    captured: None,
                    special: Special::Castling { rook_from: target, rook_to },
                    ..man(Kind::King)
                }
            }
        }
    }
}

/// Whether a player who points at `to` means this move. One step of a Chess960 king to where he would also land by
/// castling is that step.
fn goes(mv: &Move, to: Square) -> bool {
    match mv.special {
        Special::Castling { rook_from, .. } => rook_from == to || mv.to == to && mv.from.file().abs_diff(to.file()) > 1,
        _ => mv.to == to,
    }
}

/// Which of the legal moves are asked for.
#[derive(Clone, Copy)]
enum Part {
    All,
    /// Captures and promotions.
    Captures,
    /// The others.
    Quiet,
    /// Those from one square to another, castling from it in any case.
    From(Square, Square),
}
