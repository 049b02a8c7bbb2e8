//! The coarser picture of slow machines in motion, drawn and compared with the whole one.

use bevy::prelude::*;
use endgame::{
    camera::View,
    chess::Position,
    matter::Coarse,
    settings::{Board, Detail, Light, Men},
};

use crate::studio::{SIDE, Studio, luminance};

/// While something moves a slow machine draws coarser; what is seen stays where it is.
#[test]
fn a_coarse_picture_shows_the_same_in_the_same_place() {
    let Some(mut studio) = Studio::open(Detail::Low) else {
        eprintln!("skipped: no Vulkan driver here");
        return;
    };
    studio.begin(Position::start());
    let whole = studio.picture(Men::Staunton, Board::Walnut, Light::Day, View::White);
    let eye = studio.app.world_mut().query_filtered::<Entity, With<Camera3d>>().single(studio.app.world()).unwrap();
    // As it is in motion.
    studio.app.world_mut().entity_mut(eye).insert((Coarse(8), Msaa::Off));
    studio.app.update();
    let coarse: Vec<f32> = studio.colors().into_iter().map(luminance).collect();
    let apart = |shift: usize| {
        let pairs = whole.iter().zip(coarse.iter().skip(shift));
        pairs.map(|(a, b)| (a - b).abs()).sum::<f32>() / (whole.len() - shift) as f32
    };
    println!("a coarse picture differs by {:.4}; shifted by two pixels, by {:.4}", apart(0), apart(2));
    assert!(apart(0) < 0.02 && apart(0) < apart(2) && apart(0) < apart(SIDE * 2));
    assert!(coarse != whole, "nothing was drawn coarser");
    studio.app.world_mut().entity_mut(eye).insert((Coarse::WHOLE, Msaa::Sample4));
    studio.app.update();
    assert!(studio.colors().into_iter().map(luminance).eq(whole), "the picture is not whole again");
}
