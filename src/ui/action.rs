//! Everything a button or key of the overlays can ask for; [`deeds`](super::deeds) is where it is done.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::{
    camera::View,
    chess::{
        Position, Side,
        clock::{Clock, TimeControl},
    },
    game::{Match, Mode, NewGame, SetClocks, Sitter},
    notation::pgn::tree::NodeId,
    replay::{Order, Search, Sight},
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
    /// This one plays on for that side.
    Seat(Side, Sitter),
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
    /// Watch the game again that was taken over, and keep the moves made since if that is wished.
    BackToFilm(bool),
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
    /// Watch the game as its file has it, without what was changed by hand.
    DiscardEdits,
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
    /// Show what the engine thinks, or no more.
    ToggleAnalysis,
    /// Which move would be good?
    Hint,
    /// Give the first hints again.
    StartTour,
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

/// For whom a button beside the board speaks: the side to move, or the person whose opponent is a computer.
pub(super) fn own_side(current: &Match) -> Side {
    let side = current.game().position().side();
    if current.is_human(side) || !current.is_human(!side) { side } else { !side }
}

/// Whether the draw offer of the other side waits for an answer.
pub(super) fn offer_waits(current: &Match) -> Option<Side> {
    current.game().offer_pending().filter(|_| current.mode() == Mode::Play && current.game().outcome().is_none())
}
