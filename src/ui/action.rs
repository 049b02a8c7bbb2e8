//! Everything a button or key of the overlays can ask for, and the one place where it is done.

use std::path::PathBuf;

use bevy::{
    prelude::*,
    window::{MonitorSelection, PrimaryWindow, WindowMode},
};

use super::{panel::SidePanel, typed::Typed};
use crate::{
    camera::{Flip, KeepView, LeanOver, LookFrom, OwnView, ToggleDiagram, View},
    chess::{
        Position, Side,
        clock::{Clock, TimeControl},
    },
    game::{
        AnswerDraw, Clocks, Match, Mode, NewGame, Notice, OfferDraw, PauseClocks, PlayMove, Refusal, Resign,
        ResumeClocks, SetClocks, ShowPly, TakeBack,
    },
    notation::{self, pgn::tree::NodeId},
    replay::{
        Again, Arrange, EnterNode, Find, FindPosition, ForgetPosition, LetGo, NextGame, OpenFiles, OpenGameAt, Order,
        Passage, PlayFromHere, PutFirst, Reached, RemoveLine, Replay, SaveToCollection, ScrubTo, Search, SetSpeed,
        SetWords, Sight, Step, StopListing, StopReaching, ToEnd, ToSight, ToStart, ToggleLoop, TogglePlay,
        ToggleProgramme, ToggleShuffle, ToggleSign, ToggleStar,
    },
    screens::Overlay,
};

/// What a person asks for beside moving men on the board.
#[derive(Event, Clone, Debug, PartialEq)]
pub enum Action {
    /// Open a dialog.
    Show(Overlay),
    /// Close the dialog that is open.
    Close,
    /// Withdraw the last move.
    TakeBack,
    /// The side to move offers a draw.
    OfferDraw,
    /// Accept or decline the offer on the table.
    AnswerDraw(bool),
    /// This side gives up.
    Resign(Side),
    /// Stop the clocks.
    Pause,
    /// Let the clock of the side to move run again.
    Resume,
    /// Begin again with the sides exchanged.
    Rematch,
    /// Sit down on the other side of the table.
    Flip,
    /// Look from here.
    Look(View),
    /// Keep the present view under this number.
    KeepView(usize),
    /// Look from the view kept under this number.
    OwnView(usize),
    /// Lean over the board, or sit back.
    LeanOver(bool),
    /// Turn the board into a flat diagram, or back.
    ToggleDiagram,
    /// Put the cursor into the field for typed moves.
    TypeMove,
    /// Play the typed move.
    Play(String),
    /// Look at this ply.
    GoTo(usize),
    /// Look at the start position.
    First,
    /// Look at the last position.
    Last,
    /// Look at the ply before.
    Back,
    /// Look at the ply after.
    Forward,
    /// Look at the ply this many before, or after.
    Leap(i32),
    /// Hold the film at this moment, in plies.
    Scrub(f64),
    /// Let the film go.
    LetGo,
    /// Look at the next comment or capture, or at the one before.
    ToSight(Sight, bool),
    /// Show the moves around here again and again, or no more.
    Repeat,
    /// The part that is shown again begins here.
    RepeatFrom,
    /// The part that is shown again ends here.
    RepeatTo,
    /// Let the replay run, or stop it.
    TogglePlay,
    /// Twice the speed of the replay.
    Faster,
    /// Half the speed.
    Slower,
    /// So many times the usual speed.
    Speed(f32),
    /// Say this of the position that is looked at.
    SetWords(String),
    /// Give the last move this sign, or take it away.
    ToggleSign(u8),
    /// Make the line that is looked at the main one.
    PutFirst,
    /// Take the last move and all that follows away.
    RemoveLine,
    /// Put everything but the board out of sight, or bring it back.
    ToggleTheatre,
    /// Bring it back, and read no more games into the list.
    LeaveTheatre,
    /// Leave the replay and play on from what is shown.
    PlayFromHere,
    /// Watch this move and what follows it: the way into a variation.
    EnterNode(NodeId),
    /// Watch this game of the opened file.
    OpenGame(usize),
    /// Watch the next game of the list, or the one before.
    NextGame(bool),
    /// Look for games that answer this.
    Find(Search),
    /// Show the games in this order.
    Arrange(Order),
    /// Put the cursor into the field for games to be found.
    TypeQuery,
    /// Look for games that reach the position on the table.
    FindPosition,
    /// Show the games whatever positions they reach.
    ForgetPosition,
    /// Make this game of the list a favorite, or no more.
    ToggleStar(usize),
    /// Show the games of the list one after the other, or no more.
    ToggleProgramme,
    /// Show them in an order that nobody knows, or as they are listed.
    ToggleShuffle,
    /// Begin again behind the last, or stop there.
    ToggleLoop,
    /// Open this file once more.
    OpenRecent(PathBuf),
    /// Leave the list of games at what there is.
    StopListing,
    /// Write the watched game back into the opened file.
    SaveToCollection,
    /// Show or hide the list of games.
    ToggleGames,
    /// Open or close the side panel.
    TogglePanel,
    /// Let the eye go along with watched games by itself, or no more.
    ToggleDirector,
    /// Let the men be heard, or no more.
    ToggleSound,
    /// Fill the whole screen, or be a window again.
    ToggleFullScreen,
    /// Put a picture of the window into a file and onto the clipboard.
    Still,
    /// Give the first hints again.
    StartTour,
}

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
        Action::TypeMove => {
            panel.open();
            typed.ask_focus();
        }
        _ => {}
    }
}

/// What was asked of a game that is played has no meaning once one is watched (a file was dropped meanwhile).
fn close_what_was_asked(
    _: On<Insert, Match>,
    current: Res<Match>,
    overlay: Res<State<Overlay>>,
    mut next: ResMut<NextState<Overlay>>,
) {
    let asks = matches!(overlay.get(), Overlay::Resign | Overlay::Claim | Overlay::Result | Overlay::Pause);
    if asks && current.mode() == Mode::Replay {
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
        Action::OfferDraw => commands.trigger(OfferDraw(current.game().position().side())),
        Action::AnswerDraw(accept) => commands.trigger(AnswerDraw { accept: *accept }),
        Action::Resign(side) => commands.trigger(Resign(*side)),
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

fn list(action: On<Action>, current: Res<Match>, reached: Option<Res<Reached>>, mut commands: Commands) {
    match action.event() {
        Action::OpenGame(number) => {
            let ply = reached.and_then(|reached| reached.ply(*number)).unwrap_or(0);
            commands.trigger(OpenGameAt { number: *number, ply });
        }
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
        Action::PlayFromHere => commands.trigger(PlayFromHere),
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

/// The same start by the same rules, the two people on each other's side.
pub(super) fn rematch(current: &Match) -> NewGame {
    let game = current.game();
    NewGame { start: *game.start(), profile: game.profile(), seats: current.seats().swapped() }
}

/// The request for clocks by this control beside a game that starts here; none for a game without.
pub(super) fn set_clocks(control: TimeControl, start: &Position) -> Option<SetClocks> {
    Clock::new(control, start.side()).map(SetClocks)
}

/// Whether the draw offer of the other side waits for an answer.
pub(super) fn offer_waits(current: &Match) -> Option<Side> {
    current.game().offer_pending().filter(|_| current.mode() == Mode::Play && current.game().outcome().is_none())
}
