//! What lay on the table, as a small file: which game, and from where it was looked at.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{
    camera::Gaze,
    files::{Fault, table},
};

/// The version of the file.
const VERSION: i64 = 1;

/// What lies on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TableFile {
    pub(super) version: i64,
    /// The name of the game's file in the folder of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
    /// From where it is looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) look: Option<Gaze>,
}

impl Default for TableFile {
    fn default() -> Self {
        TableFile { version: VERSION, game: None, look: None }
    }
}

impl TableFile {
    /// Reads it; an empty table where there is no file.
    pub(super) fn read(path: &Path) -> Result<TableFile, Fault> {
        table::read(path, TableFile::parse)
    }

    fn parse(bytes: &[u8]) -> Result<TableFile, Fault> {
        let table = table::parse(bytes, VERSION, |_| false)?;
        let read: TableFile = table.try_into().map_err(|error| table::damaged(&error))?;
        let plain = |name: &String| Path::new(name).file_name().is_some_and(|last| last == name.as_str());
        match read.game.as_ref().is_none_or(plain) && read.look.is_none_or(Gaze::is_sound) {
            true => Ok(read),
            false => Err(Fault::Damaged("a value that cannot be".to_owned())),
        }
    }

    /// As it is written.
    pub(super) fn text(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Side;

    #[test]
    fn what_is_written_is_read_again_and_nothing_else() {
        let look = Some(Gaze { yaw: 1.5, pitch: 0.9, zoom: 1.0, seat: Side::Black });
        let table = TableFile { game: Some("x.pgn".to_owned()), look, ..TableFile::default() };
        assert_eq!(TableFile::parse(table.text().as_bytes()), Ok(table.clone()));
        assert_eq!(TableFile::parse(b"version = 1\n"), Ok(TableFile::default()));
        assert_eq!(TableFile::parse(b""), Err(Fault::Empty));
        assert_eq!(TableFile::parse(b"version = 2\n"), Err(Fault::Newer));
        assert_eq!(TableFile::parse(b"game = 'x.pgn'\n"), Err(Fault::Foreign));
        for bad in [
            "game = '../x.pgn'",
            "game = '/x'",
            "game = ''",
            "game = 3",
            "look = {yaw = nan, pitch = 1.0, zoom = 1.0, seat = 'white'}",
        ] {
            let parsed = TableFile::parse(format!("version = 1\n{bad}\n").as_bytes());
            assert!(matches!(parsed, Err(Fault::Damaged(_))), "{bad}");
        }
    }
}
