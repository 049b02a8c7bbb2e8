//! The notice: one quiet sentence below the board. It takes no clicks.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Area, Id, Label, Order, RichText, Sense},
};

use super::{UiSystems, bar::BarHeight, figurine::kind_name, figurine::side_name, panel::SidePanel, theme};
use crate::{
    chess::{Claim, Illegal},
    game::{Notice, Refusal},
    locale::Words,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Notice));
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    notice: Res<Notice>,
    panel: Res<SidePanel>,
    bar: Res<BarHeight>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(refusal) = &notice.0 else { return Ok(()) };
    let room = (ctx.content_rect().width() - panel.width()).max(120.0);
    let sentence = sentence(&words, refusal);
    // Each sentence is measured anew: the place of the one before does not fit it.
    Area::new(Id::new(("notice", &sentence)))
        .order(Order::Middle)
        .interactable(false)
        .sense(Sense::hover())
        .fade_in(false)
        .default_width(room - 40.0)
        .anchor(Align2::CENTER_BOTTOM, (-panel.width() / 2.0, -12.0 - bar.0))
        .show(ctx, |ui| {
            theme::bar().show(ui, |ui| {
                ui.set_max_width(room - 40.0);
                ui.add(Label::new(RichText::new(sentence).color(theme::IVORY)));
            });
        });
    Ok(())
}

/// What a notice says.
pub(super) fn sentence(words: &Words, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Illegal(why) => against_the_laws(words, *why),
        Refusal::NotYourTurn(side) => {
            words.text_with("notice-not-your-turn", &[("side", side_name(words, *side).into())])
        }
        Refusal::Over => words.text("notice-over"),
        Refusal::Paused => words.text("notice-paused"),
        Refusal::Interrupted => words.text("notice-interrupted"),
        Refusal::EarlierPosition => words.text("notice-earlier-position"),
        Refusal::EngineFailed { name, why } => {
            let values = [("name", name.as_str().into()), ("why", why.as_str().into())];
            words.text_with("notice-engine-failed", &values)
        }
        Refusal::Idea(line) => words.text_with("notice-idea", &[("line", line.as_str().into())]),
        Refusal::OpponentThinks => words.text("notice-opponent-thinks"),
        Refusal::Watching => words.text("notice-watching"),
        Refusal::NothingToTakeBack => words.text("notice-nothing-to-take-back"),
        Refusal::NoClaim(Claim::Threefold) => words.text("notice-no-threefold"),
        Refusal::NoClaim(Claim::FiftyMoves) => words.text("notice-no-fifty-moves"),
        Refusal::AlreadyOffered => words.text("notice-already-offered"),
        Refusal::NoOffer => words.text("notice-no-offer"),
        Refusal::DrawOffered(side) => {
            words.text_with("notice-draw-offered", &[("side", side_name(words, *side).into())])
        }
        Refusal::DrawDeclined => words.text("notice-draw-declined"),
        Refusal::Unreadable(why) => words.text_with("notice-unreadable", &[("why", why.as_str().into())]),
        Refusal::NotOpened { file, why } => {
            words.text_with("notice-not-opened", &[("file", file.as_str().into()), ("why", why.as_str().into())])
        }
        Refusal::NoGames { file } => words.text_with("notice-no-games", &[("file", file.as_str().into())]),
        Refusal::Faulty { why } => words.text_with("notice-faulty", &[("why", why.as_str().into())]),
        Refusal::Saved { file } => words.text_with("notice-saved", &[("file", file.as_str().into())]),
        Refusal::NotSaved { file, why } => {
            words.text_with("notice-not-saved", &[("file", file.as_str().into()), ("why", why.as_str().into())])
        }
        Refusal::Filmed { file } => words.text_with("notice-filmed", &[("file", file.as_str().into())]),
        Refusal::NotFilmed { why } => words.text_with("notice-not-filmed", &[("why", why.as_str().into())]),
        Refusal::FilmGivenUp => words.text("notice-film-given-up"),
    }
}

fn against_the_laws(words: &Words, why: Illegal) -> String {
    match why {
        Illegal::GameOver => words.text("illegal-game-over"),
        Illegal::EmptySquare => words.text("illegal-empty-square"),
        Illegal::NotYourPiece => words.text("illegal-not-your-piece"),
        Illegal::OwnPieceOnTarget => words.text("illegal-own-piece-on-target"),
        Illegal::NotItsMove(kind) => words.text_with("illegal-not-its-move", &[("man", kind_name(words, kind).into())]),
        Illegal::Blocked(square) => words.text_with("illegal-blocked", &[("square", square.to_string().into())]),
        Illegal::KingInCheck => words.text("illegal-king-in-check"),
        Illegal::KingWouldBeInCheck => words.text("illegal-king-would-be-in-check"),
        Illegal::PinnedToKing => words.text("illegal-pinned-to-king"),
        Illegal::CastlingRightLost => words.text("illegal-castling-right-lost"),
        Illegal::CastlingBlocked => words.text("illegal-castling-blocked"),
        Illegal::CastlingOutOfCheck => words.text("illegal-castling-out-of-check"),
        Illegal::CastlingThroughCheck(square) => {
            words.text_with("illegal-castling-through-check", &[("square", square.to_string().into())])
        }
        Illegal::CastlingIntoCheck => words.text("illegal-castling-into-check"),
        Illegal::EnPassantTooLate => words.text("illegal-en-passant-too-late"),
        Illegal::PromotionMissing => words.text("illegal-promotion-missing"),
    }
}
