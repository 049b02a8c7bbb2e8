//! `endgame keep PROGRAM ARGUMENTS…`: runs an engine, and ends it when its own input ends. The game starts engines this way, so that none
//! is left behind however the game ends.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

/// After the end of its input an engine has so long to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);

/// Arguments of `endgame keep`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The program
    program: OsString,
    /// Its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Runs the program; its output and errors are ours, and so is its exit code.
///
/// # Errors
/// It cannot be started.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut child = Command::new(&args.program)
        .args(&args.arguments)
        .stdin(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} cannot be started", args.program.display()))?;
    let input = child.stdin.take();
    let child = Arc::new(Mutex::new(child));
    let kept = Arc::clone(&child);
    thread::Builder::new().name("engine input".to_owned()).spawn(move || forward(input, &kept))?;
    loop {
        if let Some(status) = lock(&child).try_wait()? {
            return Ok(ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1)));
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn lock(child: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hands over our input until it ends; then the engine has a moment, and is killed.
fn forward(input: Option<ChildStdin>, child: &Mutex<Child>) {
    if let Some(mut input) = input {
        let mut ours = io::stdin().lock();
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = io::Read::read(&mut ours, &mut bytes) {
            // An engine that does not read any more may still be told to end by what follows: the end.
            let _ = input.write_all(&bytes[..count]).and_then(|()| input.flush());
        }
    }
    let begun = Instant::now();
    while begun.elapsed() < FAREWELL {
        if !matches!(lock(child).try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let _ = lock(child).kill();
}
