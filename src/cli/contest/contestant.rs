//! An engine of a match: who it is and how it is started.

use std::env;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};

use crate::engine::Level;
use crate::engine::client::{Client, Launch, Message, Patience};

/// An engine that plays a match.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// What it is called.
    pub name: String,
    launch: Launch,
    options: Vec<(String, String)>,
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Contestant, String> {
        let own = || env::current_exe().map_err(|error| error.to_string());
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        if kind == "engine" {
            let mut options = Vec::new();
            if !rest.is_empty() {
                let level = rest.parse().ok().and_then(Level::new);
                level.ok_or("expected engine, engine:N with a level from 1 to 10, or a program")?;
                options.push(("Level".to_owned(), rest.to_owned()));
            }
            let launch = Launch { program: own()?, arguments: vec!["uci".into()], keeper: None };
            return Ok(Contestant { name: text.to_owned(), launch, options });
        }
        let program = find(text).ok_or_else(|| format!("there is no program {text}"))?;
        let stem = program.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        // These speak UCI only when they are told to.
        let arguments = match stem.as_str() {
            "gnuchess" => vec!["-u".into()],
            stem if stem.starts_with("endgame") => vec!["uci".into()],
            _ => Vec::new(),
        };
        let keeper = own().ok();
        Ok(Contestant { name: stem, launch: Launch { program, arguments, keeper }, options: Vec::new() })
    }
}

/// A program by its path, or on the usual paths by its name.
fn find(text: &str) -> Option<PathBuf> {
    let path = Path::new(text);
    if path.components().count() > 1 || path.is_file() {
        return path.canonicalize().ok().filter(|path| path.is_file());
    }
    let paths = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&paths).chain(["/usr/games".into(), "/usr/local/games".into()]);
    folders.map(|folder| folder.join(text)).find(|path| path.is_file())
}

impl Contestant {
    /// Adds `NAME=VALUE` options.
    ///
    /// # Errors
    /// One without a value.
    pub fn add_options(&mut self, options: &[String]) -> anyhow::Result<()> {
        for option in options {
            let Some((name, value)) = option.split_once('=') else { bail!("option {option}: expected NAME=VALUE") };
            self.options.push((name.to_owned(), value.to_owned()));
        }
        Ok(())
    }

    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(&self) -> anyhow::Result<Client> {
        let mut client = Client::start(&self.launch, Patience::default(), || {})?;
        for (name, value) in &self.options {
            client.set(name, Some(value));
        }
        Ok(client)
    }

    /// Whether it is an engine at all, with the options that are set.
    ///
    /// # Errors
    /// It is not.
    pub fn check(&self) -> anyhow::Result<()> {
        let mut client = self.start()?;
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) {
            for message in client.poll() {
                match message {
                    Message::Ready(identity) => {
                        let known =
                            |name: &str| identity.options.iter().any(|option| option.name.eq_ignore_ascii_case(name));
                        let unknown = self.options.iter().find(|(name, _)| !known(name));
                        return unknown.map_or(Ok(()), |(name, _)| Err(anyhow!("it has no option {name}")));
                    }
                    Message::Fault(fault) => return Err(fault.into()),
                    _ => {}
                }
            }
            client.wait(Duration::from_millis(100));
        }
        bail!("it does not answer")
    }
}
