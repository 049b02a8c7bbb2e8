//! 255 colors that stand for all of a picture, and the pattern in which they are mixed.

use color_quant::NeuQuant;

use super::gif::{Part, SAME};

/// Colors of a palette; the last index of the format means that a pixel stays.
const COLORS: usize = 255;

/// Bits of each channel that a color is looked up by.
const BITS: u32 = 6;

/// A color that was not looked up yet.
const UNKNOWN: u8 = SAME;

/// How far the mixing pattern reaches to both sides, in steps of 255.
const REACH: i32 = 5;

/// Thresholds of ordered mixing (Bayer's matrix of 8 x 8): fixed to the place, so that the same color in the same place is
/// always the same index.
const PATTERN: [[i32; 8]; 8] = [
    [0, 32, 8, 40, 2, 34, 10, 42],
    [48, 16, 56, 24, 50, 18, 58, 26],
    [12, 44, 4, 36, 14, 46, 6, 38],
    [60, 28, 52, 20, 62, 30, 54, 22],
    [3, 35, 11, 43, 1, 33, 9, 41],
    [51, 19, 59, 27, 49, 17, 57, 25],
    [15, 47, 7, 39, 13, 45, 5, 37],
    [63, 31, 55, 23, 61, 29, 53, 21],
];

/// Colors, and which is nearest to which.
#[derive(Default)]
pub struct Palette {
    colors: Vec<u8>,
    nearest: Vec<u8>,
    /// Mean square of the error in the picture that it was made of, over all three channels.
    pub base: f32,
}

impl Palette {
    /// The palette of a picture of red, green and blue bytes.
    pub fn of(rgb: &[u8]) -> Palette {
        // So many pixels are looked at: enough for colors of small things, at a speed that nobody notices.
        let step = (rgb.len() / 3 / 200_000).max(1);
        let pixels: Vec<u8> = rgb.chunks_exact(3).step_by(step).flat_map(|p| [p[0], p[1], p[2], 255]).collect();
        let mut colors = NeuQuant::new(1, COLORS, &pixels).color_map_rgb();
        colors.resize(3 * COLORS, 0);
        // The color of the last index is never seen.
        colors.extend([0; 3]);
        let mut palette = Palette { colors, nearest: vec![UNKNOWN; 1 << (3 * BITS)], base: 0.0 };
        palette.base = palette.error(&[], rgb);
        palette
    }

    pub fn colors(&self) -> &[u8] {
        &self.colors
    }

    /// Mean square of what the nearest colors lack, over a sample of the pixels that have changed; 0 where none has.
    pub fn error(&mut self, before: &[u8], rgb: &[u8]) -> f32 {
        let (mut sum, mut count) = (0, 0_u32);
        for (at, pixel) in rgb.chunks_exact(3).enumerate().step_by(7) {
            if before.get(3 * at..3 * at + 3) == Some(pixel) {
                continue;
            }
            let wanted = [pixel[0], pixel[1], pixel[2]].map(i32::from);
            let index = usize::from(self.index(wanted));
            let found = &self.colors[3 * index..][..3];
            sum += wanted.iter().zip(found).map(|(a, &b)| u64::from((a - i32::from(b)).pow(2) as u32)).sum::<u64>();
            count += 1;
        }
        sum as f32 / count.max(1) as f32
    }

    /// The part of a picture in indices of colors, with [`SAME`] where it is as before.
    pub fn indices(&mut self, before: &[u8], rgb: &[u8], width: usize, part: Part) -> Vec<u8> {
        let mut indices = Vec::with_capacity(part.width * part.height);
        for y in part.top..part.top + part.height {
            let pattern = PATTERN[y % 8];
            for x in part.left..part.left + part.width {
                let at = 3 * (y * width + x);
                let pixel = &rgb[at..at + 3];
                if before.get(at..at + 3) == Some(pixel) {
                    indices.push(SAME);
                } else {
                    let shift = (pattern[x % 8] * 2 - 63) * REACH / 63;
                    indices
                        .push(self.index([pixel[0], pixel[1], pixel[2]].map(|c| (i32::from(c) + shift).clamp(0, 255))));
                }
            }
        }
        indices
    }

    fn index(&mut self, color: [i32; 3]) -> u8 {
        let [r, g, b] = color.map(|channel| channel >> (8 - BITS));
        let key = (r << (2 * BITS) | g << BITS | b) as usize;
        if self.nearest[key] == UNKNOWN {
            let middle = [r, g, b].map(|channel| (channel << (8 - BITS)) + (1 << (7 - BITS)));
            let distance = |candidate: &[u8]| -> i32 {
                candidate.iter().zip(middle).map(|(&c, m)| (i32::from(c) - m).pow(2)).sum()
            };
            let best = self.colors.chunks_exact(3).take(COLORS).enumerate().min_by_key(|(_, c)| distance(c));
            self.nearest[key] = best.map_or(0, |(index, _)| index as u8);
        }
        self.nearest[key]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colors_are_kept_and_new_ones_are_missed() {
        let colors = [[20, 30, 40], [200, 180, 160], [90, 60, 30]];
        let rgb: Vec<u8> = (0..64 * 64).flat_map(|at| colors[at % 3]).collect();
        let mut palette = Palette::of(&rgb);
        assert_eq!(palette.colors().len(), 3 * 256);
        assert!(palette.base < 12.0, "{}", palette.base);
        assert_eq!(palette.error(&rgb, &rgb), 0.0);
        let green = [0, 255, 0].repeat(64 * 64);
        assert!(palette.error(&rgb, &green) > 1000.0);
    }

    #[test]
    fn the_same_place_and_color_is_the_same_index() {
        let rgb: Vec<u8> = (0..32 * 32).flat_map(|at| [(at % 32 * 8) as u8, (at / 32 * 8) as u8, 90]).collect();
        let mut palette = Palette::of(&rgb);
        let whole = palette.indices(&[], &rgb, 32, Part { left: 0, top: 0, width: 32, height: 32 });
        let part = palette.indices(&[], &rgb, 32, Part { left: 5, top: 3, width: 7, height: 9 });
        for (at, index) in part.iter().enumerate() {
            assert_eq!(*index, whole[(3 + at / 7) * 32 + 5 + at % 7]);
        }
        assert!(!whole.contains(&SAME));
        let same = palette.indices(&rgb, &rgb, 32, Part { left: 0, top: 0, width: 32, height: 32 });
        assert_eq!(same, [SAME; 1024]);
    }
}
