//! What buttons and keys ask for is done here: each [`Action`] becomes requests of those who can do it.

use bevy::{
    prelude::*,
    window::{MonitorSelection, PrimaryWindow, WindowMode},
};

use super::{
    Action,
    action::{own_side, rematch, set_clocks},
    panel::SidePanel,
    typed::Typed,
};
use crate::{
    analysis::{AskHint, ToggleAnalysis},
    camera::{Flip, KeepView, LeanOver, LookFrom, OwnView, ToggleDiagram},
    game::{
        AnswerDraw, ChangeSeats, Clocks, Match, Mode, Notice, OfferDraw, PauseClocks, PlayMove, Refusal, Resign,
        ResumeClocks, ShowPly, TakeBack,
    },
    notation,
    replay::{
        Again, Arrange, BackToFilm, DiscardEdits, EnterNode, Find, FindPosition, ForgetPosition, LetGo, NextGame,
        OpenFiles, OpenReached, Passage, PlayFromHere, PutFirst, RemoveLine, Replay, SaveToCollection, ScrubTo,
        SetSpeed, SetWords, Step, StopListing, StopReaching, ToEnd, ToSight, ToStart, ToggleLoop, TogglePlay,
        ToggleProgramme, ToggleShuffle, ToggleSign, ToggleStar,
    },
    screens::Overlay,
};

/// How many plies around the present one are shown again and again when nothing else is said.
const REPEATED: usize = 8;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(open_or_close)
        .add_observer(play)
        .add_observer(look)
        .add_observer(list)
        .add_observer(close_what_was_asked);
    app.add_observer(fill_screen);
}

fn open_or_close(
    action: On<Action>,
    mut overlay: ResMut<NextState<Overlay>>,
    mut panel: ResMut<SidePanel>,
    mut typed: ResMut<Typed>,
) {
    match action.event() {
        Action::Show(dialog) => overlay.set(*dialog),
        Action::Close | Action::Resume | Action::StartTour => overlay.set(Overlay::None),
        Action::TogglePanel => panel.toggle(),
        Action::ToggleGames => panel.toggle_games(),
        Action::OpenGame(_) => panel.game_opened(),
        Action::TypeQuery | Action::FindPosition => {
            panel.open();
            panel.find(*action.event() == Action::TypeQuery);
        }
        Action::ToggleAnalysis => panel.open(),
        Action::TypeMove => {
            panel.open();
            typed.ask_focus();
        }
        _ => {}
    }
}

/// What was asked of a game that is played has no meaning once one is watched (a file was dropped meanwhile), nor the other way
/// round.
fn close_what_was_asked(
    _: On<Insert, Match>,
    current: Res<Match>,
    overlay: Res<State<Overlay>>,
    mut next: ResMut<NextState<Overlay>>,
) {
    let of_a_played = matches!(overlay.get(), Overlay::Resign | Overlay::Claim | Overlay::Result | Overlay::Pause);
    let of_a_watched = matches!(overlay.get(), Overlay::Film | Overlay::FilmPlace);
    let has_ended = if current.mode() == Mode::Replay { of_a_played } else { of_a_watched };
    if has_ended {
        next.set(Overlay::None);
    }
}

fn play(
    action: On<Action>,
    (current, clocks): (Res<Match>, Res<Clocks>),
    mut notice: ResMut<Notice>,
    mut typed: ResMut<Typed>,
    mut commands: Commands,
) {
    match action.event() {
        Action::TakeBack => commands.trigger(TakeBack),
        Action::OfferDraw => commands.trigger(OfferDraw(own_side(&current))),
        Action::AnswerDraw(accept) => commands.trigger(AnswerDraw { accept: *accept }),
        Action::Resign(side) => commands.trigger(Resign(*side)),
        Action::Seat(side, sitter) => {
            let mut seats = current.seats().clone();
            seats.sitters[side.index()] = sitter.clone();
            commands.trigger(ChangeSeats(seats));
        }
        Action::Pause => commands.trigger(PauseClocks),
        Action::Resume => commands.trigger(ResumeClocks),
        Action::Rematch => {
            let control = clocks.clock().map(|clock| clock.control().clone()).unwrap_or_default();
            let game = rematch(&current);
            let clocks = set_clocks(control, &game.start);
            commands.trigger(game);
            if let Some(clocks) = clocks {
                commands.trigger(clocks);
            }
        }
        Action::Play(_) if current.goes_on() && !current.takes_moves() => notice.say(Refusal::OpponentThinks),
        Action::Play(text) => match notation::read_move(current.shown(), text) {
            Ok(mv) => {
                // A move that is only refused for now need not be typed again.
                if current.takes_moves() {
                    typed.clear();
                }
                commands.trigger(PlayMove(mv));
            }
            Err(error) => notice.say(Refusal::Unreadable(error.to_string())),
        },
        _ => {}
    }
}

fn list(action: On<Action>, current: Res<Match>, mut commands: Commands) {
    match action.event() {
        Action::OpenGame(number) => commands.trigger(OpenReached(*number)),
        Action::NextGame(forward) => commands.trigger(NextGame { forward: *forward }),
        Action::Find(query) => commands.trigger(Find(query.clone())),
        Action::Arrange(order) => commands.trigger(Arrange(*order)),
        Action::FindPosition => commands.trigger(FindPosition(*current.shown())),
        Action::ForgetPosition => commands.trigger(ForgetPosition),
        Action::ToggleStar(number) => commands.trigger(ToggleStar(*number)),
        Action::ToggleProgramme => commands.trigger(ToggleProgramme),
        Action::ToggleShuffle => commands.trigger(ToggleShuffle),
        Action::ToggleLoop => commands.trigger(ToggleLoop),
        Action::OpenRecent(path) => commands.trigger(OpenFiles(vec![path.clone()])),
        Action::StopListing | Action::LeaveTheatre => {
            commands.trigger(StopListing);
            commands.trigger(StopReaching);
        }
        Action::SaveToCollection => commands.trigger(SaveToCollection),
        Action::DiscardEdits => commands.trigger(DiscardEdits),
        _ => {}
    }
}

fn look(action: On<Action>, (replay, current): (Option<Res<Replay>>, Res<Match>), mut commands: Commands) {
    let speed = replay.as_ref().map_or(1.0, |replay| replay.speed);
    let (here, last) = (current.ply(), current.game().len());
    let passage = replay.and_then(|replay| replay.again);
    match action.event() {
        Action::Flip => commands.trigger(Flip),
        Action::Look(view) => commands.trigger(LookFrom(*view)),
        Action::KeepView(number) => commands.trigger(KeepView(*number)),
        Action::OwnView(number) => commands.trigger(OwnView(*number)),
        Action::ToggleDiagram => commands.trigger(ToggleDiagram),
        Action::LeanOver(over) => commands.trigger(LeanOver(*over)),
        Action::GoTo(ply) => commands.trigger(ShowPly(*ply)),
        Action::First => commands.trigger(ToStart),
        Action::Last => commands.trigger(ToEnd),
        Action::Back => commands.trigger(Step(-1)),
        Action::Forward => commands.trigger(Step(1)),
        Action::Leap(plies) => commands.trigger(Step(*plies)),
        Action::Scrub(ply) => commands.trigger(ScrubTo(*ply)),
        Action::LetGo => commands.trigger(LetGo),
        Action::ToSight(sight, forward) => commands.trigger(ToSight { sight: *sight, forward: *forward }),
        Action::Repeat => {
            let around = Passage { from: here.saturating_sub(REPEATED / 2), to: (here + REPEATED / 2).min(last) };
            commands.trigger(Again(if passage.is_some() { None } else { Some(around) }));
        }
        Action::RepeatFrom => {
            let to = passage.map(|part| part.to).filter(|to| *to > here).unwrap_or(last);
            commands.trigger(Again(Some(Passage { from: here, to })));
        }
        Action::RepeatTo => {
            let from = passage.map(|part| part.from).filter(|from| *from < here).unwrap_or(0);
            commands.trigger(Again(Some(Passage { from, to: here })));
        }
        Action::TogglePlay => commands.trigger(TogglePlay),
        Action::Faster => commands.trigger(SetSpeed((speed * 2.0).min(8.0))),
        Action::Slower => commands.trigger(SetSpeed((speed / 2.0).max(0.25))),
        Action::Speed(speed) => commands.trigger(SetSpeed(*speed)),
        Action::SetWords(words) => commands.trigger(SetWords(words.clone())),
        Action::ToggleSign(sign) => commands.trigger(ToggleSign(*sign)),
        Action::PutFirst => commands.trigger(PutFirst),
        Action::RemoveLine => commands.trigger(RemoveLine),
        Action::EnterNode(node) => commands.trigger(EnterNode(*node)),
        Action::ToggleAnalysis => commands.trigger(ToggleAnalysis),
        Action::Hint => commands.trigger(AskHint),
        Action::PlayFromHere => commands.trigger(PlayFromHere),
        Action::BackToFilm(with_moves) => commands.trigger(BackToFilm { with_moves: *with_moves }),
        _ => {}
    }
}

/// The screen on which the window lies; its own resolution stays.
fn fill_screen(action: On<Action>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    if *action.event() != Action::ToggleFullScreen {
        return;
    }
    for mut window in &mut windows {
        window.mode = match window.mode {
            WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            _ => WindowMode::Windowed,
        };
    }
}
