//! What was found out about positions before: a table that all threads read and write without waiting for each other.
//!
//! Each entry is two atomic words, the second kept with the first as their exclusive or (R. Hyatt's lockless table): an
//! entry of which two threads wrote one half each fits no position and is passed over.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use super::score::{MATE_BOUND, NONE, Score};
use crate::chess::{Kind, Move, Position, Square};

/// What a stored score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nothing: only the evaluation is known.
    None,
    /// The true one is this or less.
    Upper,
    /// The true one is this or more.
    Lower,
    /// It is the true one.
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    /// Whether the stored score may stand for the true one, which is compared with `beta`.
    pub fn decides(self, score: Score, beta: Score) -> bool {
        match self {
            Bound::None => false,
            Bound::Upper => score < beta,
            Bound::Lower => score >= beta,
            Bound::Exact => true,
        }
    }
}

/// A move in 16 bits, to be recalled in its own position. Zero is no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Packed(u16);

impl Packed {
    /// No move.
    pub const NONE: Packed = Packed(0);

    /// Packs a move.
    pub fn of(mv: Move) -> Packed {
        let extra = match (mv.promotion, mv.castling()) {
            (Some(kind), _) => kind as u16,
            (None, Some(_)) => 7,
            (None, None) => 0,
        };
        // A king that castles in Chess960 may stay on its square: the extra bits keep the word from being zero.
        Packed(mv.from.index() as u16 | (mv.to.index() as u16) << 6 | extra << 12)
    }

    /// The legal move that this is here.
    pub fn recall(self, position: &Position) -> Option<Move> {
        if self == Packed::NONE {
            return None;
        }
        let from = Square::from_index(usize::from(self.0 & 63))?;
        let to = Square::from_index(usize::from(self.0 >> 6 & 63))?;
        let extra = usize::from(self.0 >> 12 & 7);
        let promotion = if (1..5).contains(&extra) { Some(Kind::ALL[extra]) } else { None };
        position.recall(from, to, promotion, extra == 7)
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The best move, if one is known.
    pub mv: Packed,
    /// The score, mates counted from this position.
    pub score: Score,
    /// The evaluation without search; [`NONE`] in check.
    pub eval: Score,
    /// Plies it was searched.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// Whether it was on the main line once.
    pub was_main: bool,
}

/// Entries that stand together in one line of the processor's memory.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

/// Ages are counted up to here and then anew.
const AGES: u8 = 32;

impl Table {
    /// A table of so many megabytes (2^20 bytes), at least one.
    pub fn new(megabytes: usize) -> Table {
        let number = (megabytes.max(1) << 20) / size_of::<Bucket>();
        Table { buckets: (0..number).map(|_| Bucket::default()).collect(), age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        let share = self.buckets.len().div_ceil(thread::available_parallelism().map_or(1, usize::from));
        thread::scope(|scope| {
            for part in self.buckets.chunks(share) {
                scope.spawn(|| {
                    for word in part.iter().flat_map(|bucket| &bucket.0).flatten() {
                        word.store(0, Relaxed);
                    }
                });
            }
        });
        self.age.store(0, Relaxed);
    }

    /// A new search begins: what is older gives way.
    pub fn begin(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// What is known of the position with this key, so many plies from the root.
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let bucket = self.bucket(key);
        bucket.0.iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            if data == 0 || check.load(Relaxed) ^ data != key {
                return None;
            }
            let mut entry = unpack(data);
            if entry.score >= MATE_BOUND {
                entry.score -= ply as Score;
            } else if entry.score <= -MATE_BOUND {
                entry.score += ply as Score;
            }
            Some(entry)
        })
    }

    /// Notes what was found out.
    pub fn put(&self, key: u64, ply: usize, mut entry: Entry) {
        if entry.score >= MATE_BOUND {
            entry.score += ply as Score;
        } else if entry.score <= -MATE_BOUND {
            entry.score -= ply as Score;
        }
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let data = slot[1].load(Relaxed);
            if data == 0 {
                place = slot;
                break;
            }
            let old = unpack(data);
            if slot[0].load(Relaxed) ^ data == key {
                if entry.mv == Packed::NONE {
                    entry.mv = old.mv;
                }
                // A deeper search of the same age is kept, unless the new one is exact.
                if entry.bound != Bound::Exact && age_of(data) == age && entry.depth + 4 < old.depth {
                    return;
                }
                place = slot;
                break;
            }
            let years = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = old.depth - 8 * years;
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        let data = pack(&entry, age);
        place[0].store(key ^ data, Relaxed);
        place[1].store(data, Relaxed);
    }

    /// Thousandths that hold something of the present search.
    pub fn fullness(&self) -> usize {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (mut used, mut all) = (0, 0);
        for [_, data] in sample {
            let data = data.load(Relaxed);
            used += usize::from(data != 0 && age_of(data) == age);
            all += 1;
        }
        used * 1000 / all.max(1)
    }
}

fn pack(entry: &Entry, age: u8) -> u64 {
    let word = |score: Score| u64::from(score as i16 as u16);
    u64::from(entry.mv.0)
        | word(entry.score) << 16
        | word(if entry.eval == NONE { Score::from(i16::MIN) } else { entry.eval }) << 32
        | ((entry.depth.clamp(-1, 200) + 2) as u64) << 48
        | (entry.bound as u64) << 56
        | u64::from(entry.was_main) << 58
        | u64::from(age) << 59
}

fn unpack(data: u64) -> Entry {
    let score = |shift: u32| Score::from((data >> shift) as u16 as i16);
    let eval = score(32);
    Entry {
        mv: Packed(data as u16),
        score: score(16),
        eval: if eval == Score::from(i16::MIN) { NONE } else { eval },
        depth: (data >> 48 & 0xff) as i32 - 2,
        bound: Bound::ALL[(data >> 56 & 3) as usize],
        was_main: data >> 58 & 1 != 0,
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(test)]
mod tests {
    use super::super::score::mate_in;
    use super::*;
    use crate::chess::RuleSet;

    #[test]
    fn what_was_put_is_got() {
        let table = Table::new(1);
        let position = Position::start();
        let mv = position.legal_moves()[3];
        let entry =
            Entry { mv: Packed::of(mv), score: mate_in(7), eval: NONE, depth: 9, bound: Bound::Lower, was_main: true };
        table.put(42, 2, entry);
        let got = table.get(42, 4).unwrap();
        assert_eq!(got.mv.recall(&position), Some(mv));
        assert_eq!(got.score, mate_in(9), "from another ply the mate is as far from the position");
        assert_eq!((got.eval, got.depth, got.bound, got.was_main), (NONE, 9, Bound::Lower, true));
        assert!(table.get(43, 4).is_none());
        table.clear();
        assert!(table.get(42, 4).is_none());
    }

    #[test]
    fn every_move_is_recalled_as_itself() {
        for number in 0..960 {
            for rules in RuleSet::ALL {
                let mut position = Position::chess960(number, rules).unwrap();
                for step in 0..60 {
                    let moves = position.legal_moves();
                    for &mv in &moves {
                        assert_eq!(Packed::of(mv).recall(&position), Some(mv), "{position:?} {mv}");
                    }
                    let Some(&mv) = moves.get((step * 7 + usize::from(number)) % moves.len().max(1)) else { break };
                    position = position.play(mv);
                }
            }
        }
    }
}
