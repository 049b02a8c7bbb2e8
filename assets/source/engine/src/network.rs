//! What a position is worth, by a small network that was fitted to games the engine played against itself
//! with `play`.
//!
//! 768 inputs (a man on a square) for each side, seen from its end of the board and turned so that its king stands on the files
//! a to d; one hidden layer of [`HIDDEN`](crate::layer::HIDDEN) values a side, clipped and squared; one output for each range of the number of men. The
//! hidden layer is kept up to date by what differs from the position that was looked at before.

use std::io;
use std::path::Path;

use endgame::chess::{Bitboard, Kind, Position, Side, Square};

use crate::layer::Layer;

/// Men on squares, of both sides.
pub const INPUTS: usize = 768;
/// Ranges of the number of men.
pub const OUTPUTS: usize = 8;
/// Steps of a hidden value and of an output weight.
const HIDDEN_STEPS: i32 = 255;
const OUTPUT_STEPS: i32 = 64;
/// Hundredths of a pawn for a logit of chances, as in Elo's formula.
const PAWNS: i32 = 174;

/// The network as the trainer writes it: 16-bit words, lower byte first.
pub struct Network {
    inputs: Vec<Layer>,
    biases: Layer,
    outputs: Vec<[Layer; 2]>,
    output_biases: [i32; OUTPUTS],
}

impl Network {
    /// Reads a file of the trainer.
    pub fn read(path: &Path) -> io::Result<Network> {
        let bytes = std::fs::read(path)?;
        let mut words = bytes.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
        let mut layer = || Layer(std::array::from_fn(|_| words.next().unwrap_or(0)));
        let inputs = (0..INPUTS).map(|_| layer()).collect();
        let biases = layer();
        let outputs = (0..OUTPUTS).map(|_| [layer(), layer()]).collect();
        let output_biases = std::array::from_fn(|_| i32::from(words.next().unwrap_or(0)));
        Ok(Network { inputs, biases, outputs, output_biases })
    }
}

/// The hidden layer of a position seen by one side.
#[derive(Clone)]
struct Hidden {
    layer: Layer,
    men: [[Bitboard; 6]; 2],
}

/// Hidden layers of positions that were looked at: by the side that looks, and whether it sees the board turned.
pub struct Cache<'a> {
    network: &'a Network,
    hidden: [[Hidden; 2]; 2],
}

/// What is where, by side and kind.
fn men(position: &Position) -> [[Bitboard; 6]; 2] {
    Side::ALL.map(|side| Kind::ALL.map(|kind| position.by_side(side) & position.by_kind(kind)))
}

impl<'a> Cache<'a> {
    /// Nothing was looked at yet.
    pub fn new(network: &'a Network) -> Cache<'a> {
        let empty = Hidden { layer: network.biases, men: [[Bitboard::EMPTY; 6]; 2] };
        Cache { network, hidden: std::array::from_fn(|_| [empty.clone(), empty.clone()]) }
    }

    /// What a position is worth for the side to move, in hundredths of a pawn; 0 without both kings (`endgame`).
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let side = position.side();
        let (Some(own), Some(other)) = (position.king(side), position.king(!side)) else { return 0 };
        let men = men(position);
        let output = ((position.occupied().len() - 1) / 4).min(OUTPUTS - 1);
        let first = self.look(side, own, &men);
        let second = self.look(!side, other, &men);
        let weights = &self.network.outputs[output];
        let [a, b] = [first, second].map(|(view, turned)| &self.hidden[view][turned].layer);
        let sum = a.weighed(&weights[0]) + b.weighed(&weights[1]);
        let logit = sum / HIDDEN_STEPS + self.network.output_biases[output];
        logit * PAWNS / (HIDDEN_STEPS * OUTPUT_STEPS)
    }

    /// Brings the hidden layer of one side up to date; where it is.
    fn look(&mut self, view: Side, king: Square, men: &[[Bitboard; 6]; 2]) -> (usize, usize) {
        let turned = usize::from(king.file() > 3);
        let flip = if view == Side::Black { 56 } else { 0 } ^ if turned == 1 { 7 } else { 0 };
        let hidden = &mut self.hidden[view.index()][turned];
        for side in Side::ALL {
            let whose = if side == view { 0 } else { 384 };
            for kind in Kind::ALL {
                let new = men[side.index()][kind as usize];
                let old = &mut hidden.men[side.index()][kind as usize];
                if *old == new {
                    continue;
                }
                let first = whose + kind as usize * 64;
                for square in *old & !new {
                    hidden.layer.subtract(&self.network.inputs[first + (square.index() ^ flip)]);
                }
                for square in new & !*old {
                    hidden.layer.add(&self.network.inputs[first + (square.index() ^ flip)]);
                }
                *old = new;
            }
        }
        (view.index(), turned)
    }
}
