//! The keys of the table, where no field and no dialog wants them.
//!
//! bevy_egui names a key by the letter printed on it and, on layouts without Latin letters, by its place: shortcuts work
//! on all of them.

use bevy::{
    input::keyboard::{self, KeyboardFocusLost, KeyboardInput},
    prelude::*,
};
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Key, Modifiers},
    helpers,
    input::EguiWantsInput,
};

use super::{Action, UiSystems, action::offer_waits, dialog::Typing};
use crate::{
    camera::View,
    game::{Match, Mode},
    replay::Sight,
    screens::Overlay,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Typing>()
        .add_systems(EguiPrimaryContextPass, press.in_set(UiSystems::Keys))
        .add_systems(EguiPrimaryContextPass, remember_typing.in_set(UiSystems::Remember));
}

/// The key that is held to lean over the board.
#[derive(Default)]
struct LeanKey(Option<KeyCode>);

/// Who hears a key first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    /// Nobody: all keys are ours.
    Free,
    /// A button, which needs Enter, Space, Tab and the arrows.
    Widget,
    /// A text field, which needs them all.
    Text,
}

fn press(
    mut contexts: EguiContexts,
    wants: Res<EguiWantsInput>,
    typing: Res<Typing>,
    (current, overlay): (Res<Match>, Res<State<Overlay>>),
    (mut input, mut left): (MessageReader<KeyboardInput>, MessageReader<KeyboardFocusLost>),
    (mut held, mut leaning): (Local<Modifiers>, Local<LeanKey>),
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    // Esc takes the focus away before we look: what had it in the pass before still hears this one's keys.
    let focus = if typing.0 || ctx.text_edit_focused() {
        Focus::Text
    } else if wants.wants_any_keyboard_input() || ctx.egui_wants_keyboard_input() {
        Focus::Widget
    } else {
        Focus::Free
    };
    // What is let go while another window has the keyboard is not heard here.
    if left.read().count() > 0 {
        *held = Modifiers::NONE;
        commands.trigger(Action::LeanOver(false));
    }
    // Read in a dialog too, so that what was pressed there is not found later.
    for input in input.read() {
        hold(&mut held, input);
        // Wherever the key is let go, one sits back.
        if leaning.0 == Some(input.key_code) && !input.state.is_pressed() {
            commands.trigger(Action::LeanOver(false));
        }
        // The window is asked for wherever one is.
        if input.logical_key == keyboard::Key::F11 && input.state.is_pressed() && !input.repeat {
            commands.trigger(Action::ToggleFullScreen);
        }
        if *overlay != Overlay::None || !input.state.is_pressed() {
            continue;
        }
        let place = helpers::bevy_to_egui_physical_key(&input.key_code);
        let action = helpers::bevy_to_egui_key(&input.logical_key)
            .or(place)
            .and_then(|key| meaning(key, *held, current.mode(), focus))
            .or_else(|| meaning(digit_at(place?)?, *held, current.mode(), focus));
        let Some(action) = action else { continue };
        // A key held down walks through the game, but does nothing else twice.
        if input.repeat && !matches!(action, Action::Back | Action::Forward | Action::Leap(_)) {
            continue;
        }
        if matches!(action, Action::AnswerDraw(_)) && offer_waits(&current).is_none() {
            continue;
        }
        if action == Action::LeanOver(true) {
            leaning.0 = Some(input.key_code);
        }
        commands.trigger(action);
    }
    Ok(())
}

/// Follows the modifier keys from event to event: where frames are slow, Ctrl may go down and up again within one, and
/// who looks at the end of it misses that it was held.
fn hold(held: &mut Modifiers, input: &KeyboardInput) {
    let pressed = input.state.is_pressed();
    match &input.logical_key {
        keyboard::Key::Control => (held.ctrl, held.command) = (pressed, pressed),
        keyboard::Key::Shift => held.shift = pressed,
        keyboard::Key::Alt => held.alt = pressed,
        _ => {}
    }
}

fn remember_typing(mut contexts: EguiContexts, mut typing: ResMut<Typing>) -> Result {
    typing.0 = contexts.ctx_mut()?.text_edit_focused();
    Ok(())
}

/// On a keyboard whose digits need Shift, the views are still on the keys that have them.
fn digit_at(place: Key) -> Option<Key> {
    matches!(place, Key::Num1 | Key::Num2 | Key::Num3 | Key::Num4 | Key::Num5 | Key::Num6).then_some(place)
}

/// What a key means at the table.
fn meaning(key: Key, modifiers: Modifiers, mode: Mode, focus: Focus) -> Option<Action> {
    if focus == Focus::Text || modifiers.alt {
        return None;
    }
    if modifiers.command || modifiers.ctrl {
        return with_control(key, mode);
    }
    let free = focus == Focus::Free;
    let replay = mode == Mode::Replay;
    Some(match key {
        Key::Backspace => Action::TakeBack,
        Key::Escape => Action::LeaveTheatre,
        Key::F => Action::Flip,
        Key::Num1 => Action::Look(View::White),
        Key::Num2 => Action::Look(View::Black),
        Key::Num3 => Action::Look(View::Top),
        Key::Num4 => Action::Look(View::Side),
        Key::Num5 => Action::OwnView(0),
        Key::Num6 => Action::OwnView(1),
        Key::B => Action::ToggleDiagram,
        Key::E => Action::ToggleAnalysis,
        Key::I if !replay => Action::Hint,
        Key::L => Action::LeanOver(true),
        Key::S => Action::ToggleSound,
        Key::F1 | Key::H | Key::Questionmark => Action::Show(Overlay::Help),
        Key::D if !replay => Action::OfferDraw,
        Key::A if !replay => Action::AnswerDraw(true),
        Key::C if !replay => Action::Show(Overlay::Claim),
        Key::R if !replay => Action::Show(Overlay::Resign),
        Key::P if !replay => Action::Pause,
        Key::W if !replay => Action::BackToFilm(modifiers.shift),
        Key::Slash | Key::M if !replay => Action::TypeMove,
        Key::Home => Action::First,
        Key::End => Action::Last,
        Key::PageUp => Action::Back,
        Key::PageDown => Action::Forward,
        Key::ArrowLeft if replay && free && modifiers.shift => Action::Leap(-10),
        Key::ArrowRight if replay && free && modifiers.shift => Action::Leap(10),
        Key::C if replay => Action::ToSight(Sight::Comment, !modifiers.shift),
        Key::X if replay => Action::ToSight(Sight::Capture, !modifiers.shift),
        Key::N if replay => Action::NextGame(!modifiers.shift),
        Key::G => Action::FindPosition,
        Key::T if replay => Action::ToggleTheatre,
        Key::V if replay => Action::ToggleDirector,
        Key::R if replay => Action::Repeat,
        Key::I if replay => Action::RepeatFrom,
        Key::O if replay => Action::RepeatTo,
        Key::ArrowLeft if replay && free => Action::Back,
        Key::ArrowRight if replay && free => Action::Forward,
        Key::Space if replay && free => Action::TogglePlay,
        Key::ArrowUp if replay && free => Action::Faster,
        Key::ArrowDown if replay && free => Action::Slower,
        _ => return None,
    })
}

fn with_control(key: Key, mode: Mode) -> Option<Action> {
    Some(match key {
        Key::E if mode == Mode::Replay => Action::Show(Overlay::Film),
        Key::Z => Action::TakeBack,
        Key::N => Action::Show(Overlay::NewGame),
        Key::F => Action::TypeQuery,
        Key::O => Action::Show(Overlay::Open),
        Key::S => Action::Show(Overlay::Save),
        Key::G => Action::Show(Overlay::Saved),
        Key::P => Action::Still,
        Key::Comma => Action::Show(Overlay::Settings),
        Key::Num5 => Action::KeepView(0),
        Key::Num6 => Action::KeepView(1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Modifiers = Modifiers::NONE;

    #[test]
    fn a_text_field_keeps_its_keys() {
        for key in [Key::F, Key::Home, Key::ArrowLeft, Key::Backspace, Key::Z] {
            assert_eq!(meaning(key, NONE, Mode::Replay, Focus::Text), None);
            assert_eq!(meaning(key, Modifiers::CTRL, Mode::Play, Focus::Text), None);
        }
    }

    #[test]
    fn a_button_keeps_only_the_keys_that_move_and_press() {
        assert_eq!(meaning(Key::ArrowLeft, NONE, Mode::Replay, Focus::Widget), None);
        assert_eq!(meaning(Key::Space, NONE, Mode::Replay, Focus::Widget), None);
        assert_eq!(meaning(Key::F, NONE, Mode::Play, Focus::Widget), Some(Action::Flip));
    }

    #[test]
    fn arrows_belong_to_the_board_in_play_and_to_the_game_in_a_replay() {
        assert_eq!(meaning(Key::ArrowLeft, NONE, Mode::Play, Focus::Free), None);
        assert_eq!(meaning(Key::ArrowLeft, NONE, Mode::Replay, Focus::Free), Some(Action::Back));
    }

    #[test]
    fn control_is_not_ignored() {
        assert_eq!(meaning(Key::B, Modifiers::CTRL, Mode::Play, Focus::Free), None);
        assert_eq!(meaning(Key::F, Modifiers::CTRL, Mode::Play, Focus::Free), Some(Action::TypeQuery));
        assert_eq!(meaning(Key::Z, Modifiers::CTRL, Mode::Play, Focus::Free), Some(Action::TakeBack));
        assert_eq!(meaning(Key::Z, NONE, Mode::Play, Focus::Free), None);
        assert_eq!(meaning(Key::S, Modifiers::CTRL, Mode::Play, Focus::Free), Some(Action::Show(Overlay::Save)));
        let film = |mode| meaning(Key::E, Modifiers::CTRL, mode, Focus::Free);
        assert_eq!((film(Mode::Play), film(Mode::Replay)), (None, Some(Action::Show(Overlay::Film))));
        for mode in [Mode::Play, Mode::Replay] {
            assert_eq!(meaning(Key::S, NONE, mode, Focus::Free), Some(Action::ToggleSound));
        }
    }
}
