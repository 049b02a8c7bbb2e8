//! One integration-test crate: each file in `tests/` would link Bevy again.
#![allow(clippy::unwrap_used, missing_docs)]

#[cfg(feature = "app")]
mod analysis;
mod architecture;
#[cfg(feature = "app")]
mod audio;
mod cases;
#[cfg(feature = "app")]
mod castling;
mod chess960;
mod cli;
#[cfg(feature = "app")]
mod clock_flow;
mod clocks;
#[cfg(feature = "app")]
mod coarse;
mod contest;
#[cfg(feature = "app")]
mod cost;
mod dead;
#[cfg(feature = "app")]
mod diagram;
#[cfg(feature = "app")]
mod director;
#[cfg(feature = "app")]
mod drawing;
#[cfg(feature = "app")]
mod drawn;
#[cfg(feature = "app")]
mod earlier;
#[cfg(feature = "app")]
mod editing;
#[cfg(feature = "app")]
mod endgame_rules;
mod ends;
#[cfg(feature = "app")]
mod engines;
#[cfg(feature = "app")]
mod eye;
mod fens;
#[cfg(feature = "app")]
mod film;
#[cfg(feature = "app")]
mod film_cost;
#[cfg(feature = "app")]
mod film_strip;
#[cfg(feature = "app")]
mod flow;
#[cfg(feature = "app")]
mod focus;
#[cfg(feature = "app")]
mod frames;
#[cfg(feature = "app")]
mod hand;
#[cfg(feature = "app")]
mod judge;
#[cfg(feature = "app")]
mod kill;
#[cfg(feature = "app")]
mod kinds;
mod laws;
#[cfg(feature = "app")]
mod leaks;
#[cfg(feature = "app")]
mod left_games;
#[cfg(feature = "app")]
mod legibility;
#[cfg(feature = "app")]
mod letters;
#[cfg(feature = "app")]
mod library;
#[cfg(feature = "app")]
mod locale;
#[cfg(feature = "app")]
mod lost_device;
#[cfg(feature = "app")]
mod marks;
#[cfg(feature = "app")]
mod memory;
#[cfg(feature = "app")]
mod models;
#[cfg(feature = "app")]
mod opponent;
#[cfg(feature = "app")]
mod pacing;
mod perft;
mod pgn;
#[cfg(feature = "app")]
mod pointer;
#[cfg(feature = "app")]
mod reel;
mod referee;
#[cfg(feature = "app")]
mod render;
#[cfg(feature = "app")]
mod replay;
#[cfg(feature = "app")]
mod rounds;
#[cfg(feature = "app")]
mod running_game;
#[cfg(feature = "app")]
mod saved_games;
#[cfg(feature = "app")]
mod saving;
#[cfg(feature = "app")]
mod shows;
#[cfg(feature = "app")]
mod soak;
#[cfg(feature = "app")]
mod starts;
#[cfg(feature = "app")]
mod studio;
mod support;
#[cfg(feature = "app")]
mod table;
#[cfg(feature = "app")]
mod takeover;
#[cfg(feature = "app")]
mod theatre;
#[cfg(feature = "app")]
mod tour;
mod uci;
#[cfg(feature = "app")]
mod ui;
#[cfg(feature = "app")]
mod vision;
