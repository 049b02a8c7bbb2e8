//! Colors as video has them: brightness for each pixel, color for each four, by BT.709 in its narrow range.

/// A picture in three planes. Both sides are even.
pub struct Planes {
    pub y: Vec<u8>,
    pub u: Vec<u8>,
    pub v: Vec<u8>,
    width: usize,
}

/// Shares of red, green and blue, in 65536ths: BT.709's 0.2126, 0.7152, 0.0722 scaled to 219 steps of brightness, and the
/// differences of blue and red from it to 224.
const Y: [i32; 3] = [11_966, 40_254, 4_064];
const U: [i32; 3] = [-6_596, -22_189, 28_785];
const V: [i32; 3] = [28_785, -26_145, -2_640];

impl Planes {
    pub fn new(width: u32, height: u32) -> Planes {
        let (width, height) = (width as usize, height as usize);
        let quarter = width / 2 * (height / 2);
        Planes { y: vec![0; width * height], u: vec![0; quarter], v: vec![0; quarter], width }
    }

    /// Takes over a picture of red, green and blue bytes.
    pub fn read(&mut self, rgb: &[u8]) {
        let width = self.width;
        let pairs = rgb.chunks_exact(6 * width).zip(self.y.chunks_exact_mut(2 * width));
        let colors = self.u.chunks_exact_mut(width / 2).zip(self.v.chunks_exact_mut(width / 2));
        for ((rows, bright), (u, v)) in pairs.zip(colors) {
            for (pixel, y) in rows.chunks_exact(3).zip(bright) {
                *y = (16 + ((weigh(Y, pixel.iter().map(|&byte| i32::from(byte))) + 32_768) >> 16)) as u8;
            }
            let (upper, lower) = rows.split_at(3 * width);
            let fours = upper.chunks_exact(6).zip(lower.chunks_exact(6));
            for ((above, below), (u, v)) in fours.zip(u.iter_mut().zip(v)) {
                let sum = |at: usize| [above[at], above[at + 3], below[at], below[at + 3]].map(i32::from).iter().sum();
                let sums: [i32; 3] = [sum(0), sum(1), sum(2)];
                *u = (128 + ((weigh(U, sums.into_iter()) + 131_072) >> 18)) as u8;
                *v = (128 + ((weigh(V, sums.into_iter()) + 131_072) >> 18)) as u8;
            }
        }
    }
}

fn weigh(shares: [i32; 3], channels: impl Iterator<Item = i32>) -> i32 {
    shares.iter().zip(channels).map(|(share, channel)| share * channel).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_colors_have_their_known_values() {
        // From the definition in BT.709: (235 - 16) E'Y + 16, 224 E'CB + 128, 224 E'CR + 128.
        for (rgb, yuv) in [
            ([0, 0, 0], [16, 128, 128]),
            ([255, 255, 255], [235, 128, 128]),
            ([255, 0, 0], [63, 102, 240]),
            ([0, 255, 0], [173, 42, 26]),
            ([0, 0, 255], [32, 240, 118]),
            ([128, 128, 128], [126, 128, 128]),
        ] {
            let mut planes = Planes::new(4, 2);
            planes.read(&rgb.repeat(8));
            assert_eq!(planes.y, [yuv[0]; 8], "{rgb:?}");
            assert_eq!((&planes.u[..], &planes.v[..]), (&[yuv[1]; 2][..], &[yuv[2]; 2][..]), "{rgb:?}");
        }
    }

    #[test]
    fn each_pixel_stands_in_its_place() {
        let mut planes = Planes::new(4, 4);
        let mut rgb = vec![0; 48];
        // The third pixel of the second row is white.
        rgb[(4 + 2) * 3..][..3].fill(255);
        planes.read(&rgb);
        let bright: Vec<usize> = (0..16).filter(|&at| planes.y[at] > 16).collect();
        assert_eq!(bright, [6]);
        assert_eq!(planes.u, [128; 4]);
    }
}
