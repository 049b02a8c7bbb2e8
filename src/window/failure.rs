//! What screen and graphics processor can fail at, said in a sentence that helps: before the first frame, and after it.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, PanicHookInfo},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::bail;
use bevy::{
    prelude::*,
    render::error_handler::{ErrorType, RenderError, RenderErrorHandler, RenderErrorPolicy},
};
use thiserror::Error;

use crate::memory;

/// What is missing on this machine, whatever the settings are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum Missing {
    /// Nothing draws.
    #[error(
        "no graphics driver was found, neither Vulkan nor OpenGL. On Debian and Ubuntu `sudo apt install \
         mesa-vulkan-drivers` brings drivers for many cards, and one that draws without a card"
    )]
    Driver,
    /// Nobody shows what is drawn.
    #[error("the screen does not answer; is a desktop running, and are DISPLAY and WAYLAND_DISPLAY right?")]
    Screen,
    /// The system's own libraries for windows.
    #[error("a library of the system for windows is missing; on Debian and Ubuntu `.ci/setup` installs what is needed")]
    Library,
}

impl Missing {
    /// What a panic of Bevy or of a window library means, if it is known.
    fn of(said: &str) -> Option<Missing> {
        let has = |part| said.contains(part);
        if has("Unable to find a GPU") || has("Failed to create wgpu surface") {
            Some(Missing::Driver)
        } else if has("LibraryOpenError") || has("NoWaylandLib") || has("could not be loaded") {
            Some(Missing::Library)
        } else if has("XOpenDisplayFailed") || has("NoCompositor") || has("Failed to build event loop") {
            Some(Missing::Screen)
        } else {
            None
        }
    }
}

/// Why nothing can be drawn any more.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the table cannot be drawn any more: {0}")]
pub struct Undrawable(String);

/// The codes with which the app ends when it cannot be drawn any more.
const DEVICE_LOST: u8 = 3;
const OUT_OF_MEMORY: u8 = 4;
const REFUSED: u8 = 5;

impl Undrawable {
    /// What the code of an app means that has ended by itself.
    pub(super) fn of(code: u8) -> Undrawable {
        Undrawable(match code {
            DEVICE_LOST => LOST.to_owned(),
            OUT_OF_MEMORY => "the graphics processor has no memory left; low detail needs less".to_owned(),
            REFUSED => "the graphics driver refused what it was asked to draw".to_owned(),
            code => format!("the window closed with code {code}"),
        })
    }
}

const LOST: &str = "the graphics processor is gone or hangs, or its driver was started anew";

/// How long the end of the program waits for what is still to be written.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether a first frame has been drawn: until then whatever fails is the machine's fault, not ours.
static STARTED: AtomicBool = AtomicBool::new(false);

/// Runs what needs a screen or a graphics processor. Where there is none, Bevy and its drivers panic: that becomes an error
/// in one sentence. If the graphics processor goes away later that is an [`Undrawable`] error, or, where the graphics library
/// has no other way to say so than to panic, ends the program with the same sentence, followed by `after`. Any other panic
/// after the first frame is a bug, and stays one.
///
/// # Errors
/// What is missing.
pub fn guarded<T>(what: &'static str, after: &'static str, run: impl FnOnce() -> T) -> anyhow::Result<T> {
    let usual = Arc::new(std::panic::take_hook());
    let told = Arc::clone(&usual);
    std::panic::set_hook(Box::new(move |panic| {
        if STARTED.load(Ordering::Relaxed) {
            match driver_said(panic) {
                Some(said) => end_here(&Undrawable(format!("{LOST} ({said})")), after),
                None => told(panic),
            }
        }
    }));
    let done = std::panic::catch_unwind(AssertUnwindSafe(run));
    std::panic::set_hook(Box::new(move |panic| usual(panic)));
    done.or_else(|payload| {
        if STARTED.load(Ordering::Relaxed) {
            std::panic::resume_unwind(payload);
        }
        let said = text_of(payload.as_ref());
        if let Some(missing) = said.and_then(Missing::of) {
            return Err(anyhow::Error::new(missing).context(what));
        }
        bail!("{what}: {}", said.and_then(|text| text.lines().next()).unwrap_or("the reason is not known"))
    })
}

fn text_of(payload: &(dyn Any + Send)) -> Option<&str> {
    payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied())
}

/// What the graphics library said in a panic of its own, in one line.
fn driver_said(panic: &PanicHookInfo) -> Option<String> {
    let place = panic.location().filter(|place| place.file().contains("wgpu"))?;
    let said = text_of(panic.payload()).unwrap_or_else(|| place.file());
    Some(said.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Ends the program in the midst of a panic: what unwinds from here on asks the lost processor again, and panics again, which
/// would abort the program without a word.
fn end_here(why: &Undrawable, after: &str) -> ! {
    memory::wait_until_written(PATIENCE);
    eprintln!("endgame: {why}{after}");
    std::process::exit(1)
}

/// Whether what is drawn without a window can still be drawn.
pub(crate) fn check(app: &App) -> Result<(), Undrawable> {
    match app.should_exit() {
        Some(AppExit::Error(code)) => Err(Undrawable::of(code.get())),
        _ => Ok(()),
    }
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(RenderErrorHandler(end)).add_systems(Last, frame_drawn);
}

fn frame_drawn() {
    STARTED.store(true, Ordering::Relaxed);
}

/// Nothing is drawn after an error, so the program ends rather than show a picture that is not true any more.
fn end(error: &RenderError, world: &mut World, _: &mut World) -> RenderErrorPolicy {
    let code = match error.ty {
        ErrorType::DeviceLost => DEVICE_LOST,
        ErrorType::OutOfMemory => OUT_OF_MEMORY,
        _ => REFUSED,
    };
    // Asked every frame until the program has ended.
    world.write_message(AppExit::from_code(code));
    RenderErrorPolicy::StopRendering
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_known_by_its_words() {
        let event_loop = |what| format!("Failed to build event loop: Os(OsError {{ line: 788, error: {what} }})");
        for (said, missing) in [
            ("Unable to find a GPU! Make sure you have installed required drivers!".to_owned(), Some(Missing::Driver)),
            (event_loop("XNotSupported(XOpenDisplayFailed)"), Some(Missing::Screen)),
            (event_loop("WaylandError(Connection(NoCompositor))"), Some(Missing::Screen)),
            (event_loop("XNotSupported(LibraryOpenError(OpenError { kind: Library }))"), Some(Missing::Library)),
            ("index out of bounds".to_owned(), None),
        ] {
            assert_eq!(Missing::of(&said), missing, "{said}");
        }
    }
}
