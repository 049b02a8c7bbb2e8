//! Letters of all scripts. Ours are Latin, Greek, Cyrillic and signs; when a name or a comment has others, fonts of the system
//! that have them are looked for in the background and stay until the end.

use std::{
    collections::{BTreeSet, HashSet},
    mem,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        mpsc::{Receiver, TryRecvError, channel},
    },
};

use bevy::{
    prelude::*,
    tasks::AsyncComputeTaskPool,
    window::RequestRedraw,
    winit::{EventLoopProxyWrapper, WinitUserEvent},
};
use bevy_egui::{
    EguiContext, EguiFullOutput, EguiPostUpdateSet, EguiPreUpdateSet,
    egui::{FontDefinitions, FontFamily, Shape},
};

use super::system_fonts::{Found, SystemFonts, have};
use crate::locale::MissingLetters;

/// The letters that can be drawn, and those that are looked for.
#[derive(Resource, Default)]
struct Letters {
    /// Whatever was seen: each is looked for once.
    seen: HashSet<char>,
    wanted: BTreeSet<char>,
    search: Option<Search>,
    system: Arc<OnceLock<SystemFonts>>,
    /// Ours and those that were found.
    fonts: FontDefinitions,
    /// How many were found, and how many of these all overlays have.
    found: usize,
    worn: usize,
}

/// What is found comes here.
type Search = Mutex<Receiver<Vec<Found>>>;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Letters>()
        .init_resource::<MissingLetters>()
        .add_systems(PreUpdate, dress.after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::ProcessInput))
        .add_systems(
            PostUpdate,
            (read, search).chain().after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
        );
}

/// Takes note of letters that cannot be drawn.
fn read(outputs: Query<&EguiFullOutput>, mut letters: ResMut<Letters>) {
    let letters = letters.bypass_change_detection();
    let mut new = Vec::new();
    for output in outputs.iter().filter_map(|output| output.0.as_ref()) {
        for clipped in &output.shapes {
            texts(&clipped.shape, &mut |text| {
                if !text.is_ascii() {
                    new.extend(text.chars().filter(|letter| !letters.seen.contains(letter)));
                }
            });
        }
    }
    for letter in new {
        if letters.seen.insert(letter) && is_drawn(letter) && !have(&letters.fonts, letter) {
            letters.wanted.insert(letter);
        }
    }
}

fn texts(shape: &Shape, take: &mut impl FnMut(&str)) {
    match shape {
        Shape::Text(text) => take(text.galley.text()),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, take)),
        _ => {}
    }
}

/// Blanks, and signs that only say how others are set, are not drawn.
fn is_drawn(letter: char) -> bool {
    let is_setting = matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}');
    !is_setting && !letter.is_control() && !letter.is_whitespace()
}

/// Looks for fonts, and takes those that were found.
fn search(
    mut letters: ResMut<Letters>,
    mut missing: ResMut<MissingLetters>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let letters = letters.bypass_change_detection();
    let search = letters.search.as_mut().map(|search| search.get_mut().unwrap_or_else(PoisonError::into_inner));
    match search.map(|search| search.try_recv()) {
        None | Some(Err(TryRecvError::Empty)) => {}
        Some(answer) => {
            letters.search = None;
            let found = answer.unwrap_or_default();
            if !found.is_empty() {
                letters.found += found.len();
                found.into_iter().for_each(|found| add(&mut letters.fonts, found));
                redraw.write(RequestRedraw);
            }
        }
    }
    if letters.search.is_none() && !letters.wanted.is_empty() {
        let (wanted, system) = (mem::take(&mut letters.wanted), Arc::clone(&letters.system));
        let (answer, search) = channel();
        let proxy = proxy.map(|proxy| (*proxy).clone());
        let look = async move {
            // If nobody waits any more, nobody needs to be woken.
            if answer.send(system.get_or_init(SystemFonts::load).with(&wanted)).is_ok()
                && let Some(proxy) = proxy
            {
                let _ = proxy.send_event(WinitUserEvent::WakeUp);
            }
        };
        AsyncComputeTaskPool::get().spawn(look).detach();
        letters.search = Some(Mutex::new(search));
    }
    missing.set_if_neq(MissingLetters(letters.search.is_some() || letters.found > letters.worn));
}

/// Appends a font: it is asked where all before it have no answer.
fn add(fonts: &mut FontDefinitions, found: Found) {
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        let order = fonts.families.entry(family).or_default();
        if !order.contains(&found.name) {
            order.push(found.name.clone());
        }
    }
    fonts.font_data.insert(found.name, Arc::new(found.font));
}

/// Gives the fonts to each context: to all when there are new ones, and to one that appears later.
fn dress(mut contexts: Query<&mut EguiContext>, mut letters: ResMut<Letters>) {
    let letters = letters.bypass_change_detection();
    if letters.found == 0 {
        return;
    }
    for mut context in &mut contexts {
        if letters.found > letters.worn || context.is_added() {
            context.bypass_change_detection().get_mut().set_fonts(letters.fonts.clone());
        }
    }
    letters.worn = letters.found;
}
