//! The opponent: what is a good move here? Pure: it knows the laws and the time it has, no files and no words.

pub mod client;
mod evaluation;
mod level;
mod limits;
mod score;
mod search;
mod see;
mod table;

pub use evaluation::{Phase, Sink, WEIGHTS, evaluate, features, notice};
pub use level::Level;
pub use limits::{Limits, Time};
pub use score::{MATE, MATE_BOUND, Score, Told};
pub use search::{Answer, Engine, Line, Question, Report, Signal};
