//! A layer of the network: plain loops over 16-bit words, which the compiler turns into vector instructions of any processor.

/// Values of the hidden layer, for each side.
pub const HIDDEN: usize = 64;

/// A row of values or weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Layer(pub [i16; HIDDEN]);

impl Layer {
    /// Adds a row.
    #[inline]
    pub fn add(&mut self, row: &Layer) {
        for (value, weight) in self.0.iter_mut().zip(&row.0) {
            *value = value.wrapping_add(*weight);
        }
    }

    /// Takes a row away.
    #[inline]
    pub fn subtract(&mut self, row: &Layer) {
        for (value, weight) in self.0.iter_mut().zip(&row.0) {
            *value = value.wrapping_sub(*weight);
        }
    }

    /// The sum of weighed squares of the values, which are clipped to 0 to 255. Weights are at most 127, so that a value times
    /// its weight fits into 16 bits.
    #[inline]
    pub fn weighed(&self, weights: &Layer) -> i32 {
        let mut sum = 0_i32;
        for (value, weight) in self.0.iter().zip(&weights.0) {
            let clipped = (*value).clamp(0, 255);
            sum = sum.wrapping_add(i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped));
        }
        sum
    }
}
