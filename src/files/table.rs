//! Files of ours in TOML: each says of which version it is, and what is no such file is known as what it is.

use std::{fs, io, path::Path};

use toml::{Table, Value};

use super::Fault;

/// Its key.
pub const VERSION: &str = "version";

/// The bytes of a file, as `parse` understands them; the default where there is no file.
///
/// # Errors
/// What is wrong with the file.
pub fn read<T: Default>(path: &Path, parse: impl FnOnce(&[u8]) -> Result<T, Fault>) -> Result<T, Fault> {
    match fs::read(path) {
        Ok(bytes) => parse(&bytes),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(T::default())
        }
        Err(error) => Err(Fault::Unreadable(error.to_string())),
    }
}

/// A table of this version; one without a version is taken if `is_ours` knows it.
///
/// # Errors
/// What it is instead.
pub fn parse(bytes: &[u8], version: i64, is_ours: impl FnOnce(&Table) -> bool) -> Result<Table, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|_| Fault::NotText)?;
    let table: Table = text.parse().map_err(|error| damaged(&error))?;
    match table.get(VERSION) {
        _ if table.is_empty() => Err(Fault::Empty),
        Some(Value::Integer(found)) if *found == version => Ok(table),
        Some(Value::Integer(newer)) if *newer > version => Err(Fault::Newer),
        None if is_ours(&table) => Ok(table),
        _ => Err(Fault::Foreign),
    }
}

/// What TOML's reader has against it.
pub fn damaged(error: &toml::de::Error) -> Fault {
    Fault::Damaged(error.message().lines().collect::<Vec<_>>().join(" "))
}
