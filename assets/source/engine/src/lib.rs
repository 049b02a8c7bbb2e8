//! Positions of games the engine played against itself, 32 bytes each.

pub mod layer;
pub mod network;

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use endgame::chess::{Bitboard, Kind, Piece, Position, RuleSet, Setup, Side, Square};

/// A position, what the engine thought of it, and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Occupied squares.
    pub occupied: u64,
    /// Their men in the order of the squares, four bits each: kind, and 8 for Black.
    pub men: [u8; 16],
    /// In hundredths of a pawn, for White.
    pub score: i16,
    /// 0 if White lost, 1 for a draw, 2 if White won.
    pub result: u8,
    /// 0 if White is to move.
    pub side: u8,
}

impl Sample {
    /// Packs a position; its result comes when the game is over.
    pub fn new(position: &Position, score: i16) -> Sample {
        let mut men = [0; 16];
        for (index, (_, piece)) in position.pieces().take(32).enumerate() {
            let code = piece.kind as u8 | if piece.side == Side::Black { 8 } else { 0 };
            men[index / 2] |= code << (4 * (index % 2));
        }
        Sample { occupied: position.occupied().0, men, score, result: 1, side: position.side().index() as u8 }
    }

    /// The men and their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Bitboard(self.occupied).iter().enumerate().map(|(index, square)| {
            let code = self.men[index / 2] >> (4 * (index % 2)) & 15;
            let side = if code & 8 == 0 { Side::White } else { Side::Black };
            (square, Piece { side, kind: Kind::ALL[usize::from(code & 7).min(5)] })
        })
    }

    /// The position, without castling and en passant.
    pub fn position(&self) -> Option<Position> {
        let mut board = [None; 64];
        for (square, piece) in self.pieces() {
            board[square.index()] = Some(piece);
        }
        let setup = Setup {
            board,
            side: if self.side == 0 { Side::White } else { Side::Black },
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        Position::from_setup(setup, RuleSet::Standard).ok()
    }

    fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27] = self.side;
        bytes
    }

    fn from_bytes(bytes: &[u8; 32]) -> Sample {
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        let mut men = [0; 16];
        men.copy_from_slice(&bytes[8..24]);
        Sample {
            occupied: u64::from_le_bytes(occupied),
            men,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26],
            side: bytes[27],
        }
    }
}

/// Writes samples to the end of a file.
pub fn append(file: &mut BufWriter<File>, samples: &[Sample]) -> io::Result<()> {
    for sample in samples {
        file.write_all(&sample.to_bytes())?;
    }
    file.flush()
}

/// Reads whole files of samples; a last one that was cut off is left out.
pub fn read(paths: &[impl AsRef<Path>]) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for path in paths {
        let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
        let mut bytes = [0; 32];
        loop {
            match file.read_exact(&mut bytes) {
                Ok(()) => samples.push(Sample::from_bytes(&bytes)),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
                Err(error) => return Err(error),
            }
        }
    }
    Ok(samples)
}
