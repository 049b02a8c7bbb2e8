//! Pictures, drawn by the real renderer (a software one will do) and checked for what is in them, not for their bytes.

use std::{path::PathBuf, process::Command};

use bevy::prelude::*;
use endgame::{
    board::layout,
    camera::{FIELD_OF_VIEW, Free, Pose, View},
    chess::{Side, Square},
};
use image::{Rgb, RgbImage};

const SIDE: u32 = 288;

/// A square picture from above; `None` where there is nothing to draw with.
fn shot(name: &str, arguments: &[&str]) -> Option<RgbImage> {
    let path: PathBuf = std::env::temp_dir().join(format!("endgame-{}-{name}.png", std::process::id()));
    let output = Command::new(env!("CARGO_BIN_EXE_endgame"))
        .args(["shot", "--size", &format!("{SIDE}x{SIDE}"), "--view", "top", "-o"])
        .arg(&path)
        .args(arguments)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("no graphics driver was found") {
        eprintln!("skipped: no Vulkan driver here");
        return None;
    }
    assert!(output.status.success(), "{said}");
    let picture = image::open(&path).unwrap().to_rgb8();
    std::fs::remove_file(path).unwrap();
    assert_eq!(picture.dimensions(), (SIDE, SIDE));
    Some(picture)
}

/// The pixel of a point, seen from above.
fn pixel(point: Vec3) -> (u32, u32) {
    let eye = Pose::seen_from(View::Top, Side::White, Free::whole(1.0)).transform();
    let seen = Mat4::perspective_rh(FIELD_OF_VIEW, 1.0, 0.1, 100.0) * eye.to_matrix().inverse() * point.extend(1.0);
    let at = |n: f32| ((n / seen.w * 0.5 + 0.5) * SIDE as f32) as u32;
    (at(seen.x), at(-seen.y))
}

fn luminance(Rgb([r, g, b]): Rgb<u8>) -> f32 {
    0.2126 * f32::from(r) + 0.7152 * f32::from(g) + 0.0722 * f32::from(b)
}

/// Mean luminance around the middle of a square, at this height over the wood.
fn brightness(picture: &RgbImage, square: Square, height: f32) -> f32 {
    let (x, y) = pixel(layout::center(square) + Vec3::Y * height);
    let around = (-3i32..=3).flat_map(|dx| (-3i32..=3).map(move |dy| (x as i32 + dx, y as i32 + dy)));
    around.map(|(x, y)| luminance(*picture.get_pixel(x as u32, y as u32))).sum::<f32>() / 49.0
}

/// How far the colors around the middle of a square are apart, in the channel where they are farthest: a mark may be as bright as
/// its square, and is another color.
fn difference(a: &RgbImage, b: &RgbImage, square: Square) -> f32 {
    let (x, y) = pixel(layout::center(square));
    let around =
        || (-3i32..=3).flat_map(|dx| (-3i32..=3).map(move |dy| ((x as i32 + dx) as u32, (y as i32 + dy) as u32)));
    let mean = |picture: &RgbImage, channel: usize| {
        around().map(|(x, y)| f32::from(picture.get_pixel(x, y).0[channel])).sum::<f32>() / 49.0
    };
    (0..3).map(|channel| (mean(a, channel) - mean(b, channel)).abs()).fold(0.0, f32::max)
}

#[test]
fn squares_and_men_are_told_apart_and_marks_are_seen() {
    let Some(start) = shot("start", &[]) else { return };
    for rank in 2..6 {
        for file in 0..8 {
            let square = Square::new(file, rank);
            let neighbor = Square::new((file + 1) % 8, rank);
            let (own, other) = (brightness(&start, square, 0.0), brightness(&start, neighbor, 0.0));
            if file < 7 {
                assert_eq!(own > other, square.is_light(), "{square} {own} {neighbor} {other}");
                assert!(own.max(other) / own.min(other) > 1.4, "{square} {own} {neighbor} {other}");
            }
        }
    }
    for file in 0..8 {
        let (white, black) = (Square::new(file, 1), Square::new(file, 6));
        assert!(
            brightness(&start, white, 0.8) > 1.8 * brightness(&start, black, 0.8),
            "the pawns of {white} and {black} are told apart"
        );
    }
    // Where the pawn of e2 can go is marked, and nothing else.
    let marked = shot("marked", &["--marks", "targets:e2"]).unwrap();
    for square in [Square::E3, Square::E4] {
        assert!(difference(&start, &marked, square) > 8.0, "{square} is marked");
    }
    assert!(difference(&start, &marked, Square::D4) < 2.0, "d4 is not");
}
