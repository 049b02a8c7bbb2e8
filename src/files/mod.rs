//! Files of ours on the disk: replaced so that a failure costs nothing, set aside when they are not what they should be, written
//! by a thread of their own.

mod aside;
mod folder;
mod replace;
mod scribe;
pub mod table;
mod trouble;

pub use aside::set_aside;
pub use folder::{check_room, fill_folder};
pub use replace::{replace, replace_if, replace_with};
pub use scribe::{Scribe, wait_until_written};
pub use trouble::{Fault, Trouble};
