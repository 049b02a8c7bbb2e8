//! How a sound is played: how fast and loud by the weight of the man, where between the ears by its place, and a little
//! different each time. Pure values.

use bevy::math::{Quat, Vec3};

use super::Sound;
use crate::chess::Kind;

/// One sound as it is to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tune {
    /// Which of the recorded takes.
    pub take: usize,
    /// How many times faster than recorded, and so higher.
    pub speed: f32,
    /// How loud in the left ear and in the right one; both 1 is as recorded.
    pub ears: [f32; 2],
}

/// Half the width of the board: a man so far to the side is heard on that side.
const SIDE: f32 = 4.0;
/// How far to the side a sound goes at most, of 1: nobody sits between the speakers with the board on his lap.
const WIDEST: f32 = 0.8;
/// Takes of one sound are played so much faster or slower, one after the other: no two neighbors are alike, and no two
/// sounds of the same man within fifteen.
const SPEEDS: [f32; 5] = [1.0, 1.022, 0.985, 1.011, 0.974];

/// The `turn`-th sound: of a man of this kind, `aside` (see [`aside`]), at this volume (0 to 100).
pub(super) fn tune(sound: Sound, kind: Option<Kind>, aside: f32, volume: u8, turn: usize) -> Tune {
    let kind = kind.filter(|_| matches!(sound, Sound::SetDown | Sound::Capture | Sound::Slide));
    let (mut speed, mut loudness) = kind.map_or((1.0, 1.0), |kind| (speed_of(kind), loudness_of(kind)));
    if sound == Sound::Capture {
        // Two men are heard, of which one is any.
        (speed, loudness) = (speed.sqrt(), loudness.sqrt());
    }
    // Signals are recognized by their notes: those stay.
    if !sound.is_signal() {
        speed *= SPEEDS[turn % SPEEDS.len()];
    }
    // What is half as loud to the ear has a quarter of the height.
    let part = f32::from(volume.min(100)) / 100.0;
    let height = loudness * part * part;
    Tune { take: turn % sound.takes().len(), speed, ears: ears(aside).map(|ear| ear * height) }
}

/// A light man sounds high, a heavy one low. `assets/source/sounds.py` measures with the same numbers.
fn speed_of(kind: Kind) -> f32 {
    match kind {
        Kind::Pawn => 1.24,
        Kind::Knight => 1.10,
        Kind::Bishop => 1.06,
        Kind::Rook => 0.94,
        Kind::Queen => 0.88,
        Kind::King => 0.80,
    }
}

fn loudness_of(kind: Kind) -> f32 {
    match kind {
        Kind::Pawn => 0.72,
        Kind::Knight | Kind::Bishop => 0.82,
        Kind::Rook => 0.90,
        Kind::Queen => 0.95,
        Kind::King => 1.0,
    }
}

/// How far to the side of an eye that is turned like this a place is: -1 at the left edge of the board, 1 at the right.
pub(super) fn aside(place: Vec3, eye: Quat) -> f32 {
    let across = eye * Vec3::X;
    // The table lies flat; where one looks straight down the eye's right is still across it.
    (place.dot(across) / SIDE).clamp(-1.0, 1.0)
}

/// The two ears' parts of a sound: together always equally strong, in the middle 1 each.
fn ears(aside: f32) -> [f32; 2] {
    let angle = (1.0 + aside.clamp(-1.0, 1.0) * WIDEST) * std::f32::consts::FRAC_PI_4;
    [angle.cos(), angle.sin()].map(|part| part * std::f32::consts::SQRT_2)
}

/// The samples of a tune for two ears by turns, from the samples of a take.
pub(super) fn render(take: &[f32], tune: Tune) -> Vec<f32> {
    let speed = tune.speed.clamp(0.25, 4.0);
    let length = (take.len() as f32 / speed) as usize;
    let sample = |index: usize| take.get(index).copied().unwrap_or(0.0);
    (0..length)
        .flat_map(|index| {
            let place = index as f32 * speed;
            let (whole, part) = (place as usize, place.fract());
            let height = sample(whole) * (1.0 - part) + sample(whole + 1) * part;
            tune.ears.map(|ear| height * ear)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use super::*;

    fn knock(kind: Kind, turn: usize) -> Tune {
        tune(Sound::SetDown, Some(kind), 0.0, 100, turn)
    }

    #[test]
    fn heavy_men_sound_lower_and_louder_whatever_the_variation() {
        let weights = [Kind::Pawn, Kind::Bishop, Kind::Rook, Kind::King];
        for turn in 0..15 {
            for pair in weights.windows(2) {
                for other in 0..15 {
                    assert!(knock(pair[0], turn).speed > knock(pair[1], other).speed, "{pair:?}");
                }
                assert!(knock(pair[0], turn).ears[0] < knock(pair[1], turn).ears[0]);
            }
        }
    }

    #[test]
    fn no_two_neighbors_are_alike_and_the_sequence_is_always_the_same() {
        let all: Vec<Tune> = (0..30).map(|turn| knock(Kind::Pawn, turn)).collect();
        assert!(all.windows(2).all(|pair| pair[0].take != pair[1].take && pair[0].speed != pair[1].speed));
        assert_eq!(all[..15], all[15..]);
        assert!((1..15).all(|turn| all[0] != all[turn]));
        let check = |turn| tune(Sound::Check, Some(Kind::Pawn), 0.0, 100, turn);
        assert_eq!(check(0), check(1), "a signal is always the same");
    }

    #[test]
    fn the_left_of_who_looks_is_heard_at_the_left() {
        let (a_file, h_file) = (Vec3::new(-3.5, 0.0, 0.0), Vec3::new(3.5, 0.0, 0.0));
        let seats = [Quat::IDENTITY, Quat::from_rotation_y(PI)];
        let down = Quat::from_rotation_x(-PI / 2.0);
        for (seat, sign) in seats.into_iter().zip([1.0, -1.0]) {
            for eye in [seat, seat * Quat::from_rotation_x(-0.8), seat * down] {
                assert!((aside(h_file, eye) * sign - 0.875).abs() < 1e-4);
                assert!((aside(a_file, eye) * sign + 0.875).abs() < 1e-4);
            }
        }
        assert!(aside(a_file, Quat::from_rotation_y(PI / 2.0)).abs() < 1e-4, "from the side files are far and near");
        let [left, right] = ears(aside(a_file, Quat::IDENTITY));
        assert!(left > 3.0 * right, "{left} {right}");
        for step in -10..=10 {
            let [left, right] = ears(step as f32 / 10.0);
            assert!((left * left + right * right - 2.0).abs() < 1e-4, "equally strong everywhere");
        }
    }

    #[test]
    fn the_volume_goes_from_nothing_to_all() {
        let heights: Vec<f32> = (0..=100).map(|volume| tune(Sound::End, None, 0.0, volume, 0).ears[0]).collect();
        assert!(heights[0] == 0.0 && (heights[100] - 1.0).abs() < 1e-5);
        assert!(heights.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(tune(Sound::End, None, 0.0, 255, 0), tune(Sound::End, None, 0.0, 100, 0));
    }

    #[test]
    fn a_faster_tune_is_shorter_and_both_ears_get_their_part() {
        let take = [0.0, 0.5, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0];
        let tune = Tune { take: 0, speed: 2.0, ears: [1.0, 0.25] };
        assert_eq!(render(&take, tune), [0.0, 0.0, 1.0, 0.25, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(render(&take, Tune { speed: 0.5, ..tune }).len(), 2 * 16);
        assert!(render(&[], tune).is_empty());
    }
}
