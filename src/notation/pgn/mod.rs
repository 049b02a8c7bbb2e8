//! PGN: reading, the tree of a game, writing.
//!
//! [`reader`] takes games one at a time from bytes as they are found in the world; [`tree`] is a game with its
//! variations, comments and glyphs; [`report`] is a game without its moves; [`index`] tells where the games of a file
//! are, and [`splice`] replaces one; [`letters`] are those of other languages; [`writer`] is the export format;
//! [`command`] is what programs write inside comments; [`time_control`] is the tag of that name.

pub mod command;
pub mod index;
pub mod letters;
pub mod reach;
pub mod reader;
pub mod report;
pub mod splice;
pub mod time_control;
pub mod tree;
pub mod writer;

mod build;
mod comment;
mod edit;
mod games;
mod glyph;
mod keep;
mod line;
mod offers;
mod saved;
mod setup;
mod source;
mod tag;
mod timed;
mod token;
mod word;
