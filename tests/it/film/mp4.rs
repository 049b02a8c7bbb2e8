//! MP4 taken apart by hand, and decoded.

use std::{fs, path::Path};

use image::RgbImage;
use openh264::{decoder::Decoder, formats::YUVSource};

use super::read::Film;

/// Every frame decoded, and the duration that the track says.
pub fn read(path: &Path) -> Film {
    let bytes = fs::read(path).unwrap();
    let (moov, mdat) = (position(&bytes, b"moov"), position(&bytes, b"mdat"));
    assert!(moov < mdat, "the index stands at the beginning");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    let mdhd = position(&bytes, b"mdhd") + 4;
    assert_eq!(bytes[mdhd], 0, "the short form");
    let seconds = f64::from(number(mdhd + 16)) / f64::from(number(mdhd + 12));
    // One parameter set of each kind, each with its length before it.
    let set = |at: usize| {
        let length = usize::from(u16::from_be_bytes(bytes[at..at + 2].try_into().unwrap()));
        (&bytes[at + 2..at + 2 + length], at + 2 + length)
    };
    let (sps, next) = set(position(&bytes, b"avcC") + 4 + 6);
    let (pps, _) = set(next + 1);
    let mut decoder = Decoder::new().unwrap();
    let mut pictures = Vec::new();
    let stsz = position(&bytes, b"stsz") + 4;
    let mut at = mdat + 4;
    for sample in 0..number(stsz + 8) as usize {
        let end = at + number(stsz + 12 + 4 * sample) as usize;
        let mut stream = if sample == 0 { [&[0, 0, 0, 1], sps, &[0, 0, 0, 1], pps].concat() } else { Vec::new() };
        while at < end {
            let length = number(at) as usize;
            stream.extend([0, 0, 0, 1]);
            stream.extend(&bytes[at + 4..at + 4 + length]);
            at += 4 + length;
        }
        let picture = decoder.decode(&stream).unwrap().expect("a picture for each sample");
        pictures.push(picture_of(&picture));
    }
    Film { pictures, seconds }
}

/// By BT.709 in its narrow range, as the film says of itself.
fn picture_of(planes: &impl YUVSource) -> RgbImage {
    let (width, height) = planes.dimensions();
    let (y_row, u_row, v_row) = planes.strides();
    RgbImage::from_fn(width as u32, height as u32, |x, y| {
        let (x, y) = (x as usize, y as usize);
        let bright = 1.1644 * (f32::from(planes.y()[y * y_row + x]) - 16.0);
        let u = f32::from(planes.u()[y / 2 * u_row + x / 2]) - 128.0;
        let v = f32::from(planes.v()[y / 2 * v_row + x / 2]) - 128.0;
        let [r, g, b] = [bright + 1.7927 * v, bright - 0.2132 * u - 0.5329 * v, bright + 2.1124 * u];
        image::Rgb([r, g, b].map(|channel| channel.round().clamp(0.0, 255.0) as u8))
    })
}

fn position(bytes: &[u8], name: &[u8; 4]) -> usize {
    bytes.windows(4).position(|four| four == name).unwrap_or_else(|| panic!("no {}", String::from_utf8_lossy(name)))
}
