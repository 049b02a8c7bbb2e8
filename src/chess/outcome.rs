//! How a game ends: who wins, and why.

use std::fmt;
use std::str::FromStr;

use super::Side;
use super::rules::{UnknownName, by_name};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who wins; nobody in a draw.
    pub winner: Option<Side>,
    /// What ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    /// The result and, in words, the reason: `1-0 (checkmate)`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ({})", self.result(), self.reason)
    }
}

/// What ended a game (LAWS 3 and 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The king is attacked and nothing helps.
    Checkmate,
    /// No legal move, and no check (`standard`).
    Stalemate,
    /// Nobody can mate any more by whatever moves.
    DeadPosition,
    /// The same position for the fifth time.
    Fivefold,
    /// 75 moves of each side without capture or pawn move.
    SeventyFiveMoves,
    /// The same position for the third time, claimed or, online, by itself.
    Threefold,
    /// 50 moves of each side without capture or pawn move, claimed or, online, by itself.
    FiftyMoves,
    /// A draw offered and accepted.
    Agreement,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    FlagFall,
    /// The king was taken (`endgame`).
    KingCaptured,
    /// The player to move has no move and loses (`endgame`).
    NoMoveLeft,
}

impl Reason {
    /// All reasons, in the order of the laws.
    pub const ALL: [Reason; 12] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::DeadPosition,
        Reason::Fivefold,
        Reason::SeventyFiveMoves,
        Reason::Threefold,
        Reason::FiftyMoves,
        Reason::Agreement,
        Reason::Resignation,
        Reason::FlagFall,
        Reason::KingCaptured,
        Reason::NoMoveLeft,
    ];

    /// The word on the command line: `seventy_five_moves`.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::DeadPosition => "dead_position",
            Reason::Fivefold => "fivefold",
            Reason::SeventyFiveMoves => "seventy_five_moves",
            Reason::Threefold => "threefold",
            Reason::FiftyMoves => "fifty_moves",
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
            Reason::FlagFall => "flag_fall",
            Reason::KingCaptured => "king_captured",
            Reason::NoMoveLeft => "no_move_left",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::DeadPosition => "dead position",
            Reason::Fivefold => "fivefold repetition",
            Reason::SeventyFiveMoves => "75 moves without capture or pawn move",
            Reason::Threefold => "threefold repetition",
            Reason::FiftyMoves => "50 moves without capture or pawn move",
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
            Reason::FlagFall => "time forfeit",
            Reason::KingCaptured => "king captured",
            Reason::NoMoveLeft => "no move left",
        })
    }
}

impl FromStr for Reason {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Reason, UnknownName> {
        by_name(&Reason::ALL, Reason::name, text)
    }
}

/// A draw that the player to move may demand (LAWS 4.3 and 4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The same position for the third time.
    Threefold,
    /// 50 moves of each side without capture or pawn move.
    FiftyMoves,
}

impl Claim {
    /// Both claims.
    pub const ALL: [Claim; 2] = [Claim::Threefold, Claim::FiftyMoves];

    /// The word on the command line: `threefold` or `fifty_moves`.
    pub const fn name(self) -> &'static str {
        self.reason().name()
    }

    /// Why the game is drawn when the claim is right.
    pub const fn reason(self) -> Reason {
        match self {
            Claim::Threefold => Reason::Threefold,
            Claim::FiftyMoves => Reason::FiftyMoves,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.reason().fmt(f)
    }
}

impl FromStr for Claim {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Claim, UnknownName> {
        by_name(&Claim::ALL, Claim::name, text)
    }
}
