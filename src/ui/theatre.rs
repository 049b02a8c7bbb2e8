//! The theatre: while a game is watched, everything but the board is out of sight, and what a spectator wants to know stands
//! in the picture: who plays, the clocks, what an engine thinks, and at the beginning a title.

use bevy::{
    prelude::*,
    window::{MonitorSelection, PrimaryWindow, WindowMode},
};
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Area, Color32, FontId, Id, LayerId, Order, Rect, RichText, Sense, Ui, pos2, vec2},
};

use super::{
    Action, UiSystems,
    clocks::{self, Size},
    figurine::{color, figurine},
    players::{opening, title_and_name},
    reading::{isolated, seen},
    scoresheet::Scoresheet,
    theme, widgets,
};
use crate::{
    camera::{self, Seat},
    chess::{Kind, Piece, Side},
    game::{Match, Mode},
    locale::Words,
    notation::pgn::{
        command::{self, Eval},
        tree::PgnGame,
    },
    replay::{Excursion, Landmarks, Programme, Replay, Rhythm},
};

/// Whether everything but the board is out of sight, and whether the window was made to fill the screen for that.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theatre {
    /// It is.
    pub open: bool,
    filled: bool,
}

/// Width of the bar that shows who stands better, in points.
const SCALE: f32 = 12.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Theatre>()
        .add_observer(toggle)
        .add_systems(Update, close.run_if(resource_removed::<Replay>))
        .add_systems(EguiPrimaryContextPass, (tint, show, weigh).chain().in_set(UiSystems::Bar));
}

fn toggle(
    action: On<Action>,
    replay: Option<Res<Replay>>,
    mut theatre: ResMut<Theatre>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    let open = match action.event() {
        Action::ToggleTheatre => !theatre.open && replay.is_some(),
        Action::LeaveTheatre => false,
        _ => return,
    };
    if open != theatre.open {
        set(&mut theatre, open, &mut windows);
    }
}

fn close(mut theatre: ResMut<Theatre>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    if theatre.open {
        set(&mut theatre, false, &mut windows);
    }
}

/// A window that filled the screen before goes on doing so.
fn set(theatre: &mut Theatre, open: bool, windows: &mut Query<&mut Window, With<PrimaryWindow>>) {
    theatre.open = open;
    for mut window in windows {
        if open {
            theatre.filled = window.mode == WindowMode::Windowed;
        }
        if theatre.filled {
            window.mode =
                if open { WindowMode::BorderlessFullscreen(MonitorSelection::Current) } else { WindowMode::Windowed };
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    (words, current, sheet): (Res<Words>, Res<Match>, Res<Scoresheet>),
    (replay, rhythm): (Option<Res<Replay>>, Option<Res<Rhythm>>),
    (theatre, seat, programme): (Res<Theatre>, Res<Seat>, Res<Programme>),
    panel: Res<camera::Panel>,
) -> Result {
    let Some(replay) = replay.filter(|_| current.mode() == Mode::Replay) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let cards = [(!seat.0, Align2::LEFT_TOP), (seat.0, Align2::LEFT_BOTTOM)];
    for (side, anchor) in cards.into_iter().filter(|_| theatre.open) {
        let inward = if anchor == Align2::LEFT_TOP { 12.0 } else { -12.0 };
        let area = Area::new(Id::new(("card", side.index()))).order(Order::Background).interactable(false);
        area.sense(Sense::hover()).fade_in(false).anchor(anchor, (66.0, inward)).show(ctx, |ui| {
            theme::bar().show(ui, |ui| card(ui, &words, &current, &sheet, (&replay, rhythm.as_deref()), side));
        });
    }
    if current.ply() == 0 && (theatre.open || programme.shows_title()) {
        let area = Area::new(Id::new("title")).order(Order::Background).interactable(false).sense(Sense::hover());
        area.fade_in(false).anchor(Align2::CENTER_TOP, (-panel.right / 2.0, 40.0)).show(ctx, |ui| {
            let drawn = theme::dialog().show(ui, |ui| title(ui, &current, &replay.tree));
            widgets::note(ui, "title", drawn.response.rect);
        });
    }
    Ok(())
}

/// Who plays, what is left on the clock, who was captured.
pub(super) fn card(
    ui: &mut Ui,
    words: &Words,
    current: &Match,
    sheet: &Scoresheet,
    (replay, rhythm): (&Replay, Option<&Rhythm>),
    side: Side,
) {
    ui.set_max_width(260.0);
    ui.horizontal(|ui| {
        ui.label(figurine(Piece { side, kind: Kind::King }, 22.0));
        widgets::line(
            ui,
            RichText::new(title_and_name(words, current, Some(&replay.tree), side)).strong().color(color(side)),
        );
    });
    if let Some(rhythm) = rhythm {
        clocks::show_film(ui, words, rhythm, current, side, Size::Small);
    }
    let lost = sheet.lost(!side);
    if !lost.is_empty() {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for kind in lost {
                ui.label(figurine(Piece { side: !side, kind: *kind }, 16.0));
            }
            let lead = sheet.lead(side);
            if lead > 0 {
                ui.label(RichText::new(format!(" +{lead}")).color(theme::FADED).small());
            }
        });
    }
}

/// Players, event, place, date, result; what a file does not say is left out.
fn title(ui: &mut Ui, current: &Match, tree: &PgnGame) {
    let known = |tag: &str| tree.tag(tag).map(str::trim).filter(|value| !value.is_empty() && !value.starts_with('?'));
    ui.vertical_centered(|ui| {
        ui.set_max_width(520.0);
        let name = |side: Side| isolated(current.seats().name(side));
        let players = format!("{} – {}", name(Side::White), name(Side::Black));
        ui.label(seen(ui, RichText::new(players).size(26.0).color(theme::IVORY)));
        let place: Vec<_> = ["Event", "Site"].into_iter().filter_map(known).map(isolated).collect();
        if !place.is_empty() {
            ui.label(seen(ui, RichText::new(place.join(", ")).color(theme::FADED)));
        }
        let date = known("Date").map(|date| date.trim_end_matches(['.', '?']).to_owned());
        let facts: Vec<String> =
            [date, opening(tree), Some(tree.result.replace('*', "")).filter(|text| !text.is_empty())]
                .into_iter()
                .flatten()
                .collect();
        ui.label(RichText::new(facts.join("  ·  ")).color(theme::GOLD));
    });
}

/// While the film is in a variation the picture is in another light.
fn tint(
    mut contexts: EguiContexts,
    words: Res<Words>,
    excursion: Option<Res<Excursion>>,
    panel: Res<camera::Panel>,
) -> Result {
    if excursion.is_none_or(|excursion| excursion.is_back) {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?;
    let mut rect = ctx.content_rect();
    rect.max.x -= panel.right;
    let painter = ctx.layer_painter(LayerId::new(Order::Background, Id::new("another light")));
    painter.rect_filled(rect, 0.0, Color32::from_rgba_unmultiplied(24, 44, 92, 70));
    let at = rect.center_top() + vec2(0.0, 26.0);
    painter.text(at, Align2::CENTER_CENTER, words.text("replay-variation"), FontId::proportional(20.0), theme::IVORY);
    widgets::note_in(ctx, "another light", rect);
    Ok(())
}

/// The bar that shows who stands better, and by how much, where an engine has said so.
fn weigh(
    mut contexts: EguiContexts,
    current: Res<Match>,
    (replay, landmarks): (Option<Res<Replay>>, Res<Landmarks>),
    panel: Res<camera::Panel>,
) -> Result {
    let Some(replay) = replay.filter(|_| current.mode() == Mode::Replay) else { return Ok(()) };
    let known = landmarks.chances.get(..=current.ply()).unwrap_or_default();
    let Some((ply, chance)) = known.iter().enumerate().rev().find_map(|(ply, chance)| Some((ply, (*chance)?))) else {
        return Ok(());
    };
    let ctx = contexts.ctx_mut()?;
    let screen = ctx.content_rect();
    let bottom = screen.bottom() - panel.bottom.max(0.0) - 12.0;
    let rect =
        Rect::from_min_max(pos2(screen.left() + 8.0, screen.top() + 12.0), pos2(screen.left() + 8.0 + SCALE, bottom));
    if rect.height() < 60.0 {
        return Ok(());
    }
    let painter = ctx.layer_painter(LayerId::new(Order::Background, Id::new("who stands better")));
    painter.rect_filled(rect, 3.0, Color32::from_rgb(34, 26, 20));
    let white = Rect::from_min_max(pos2(rect.left(), rect.bottom() - rect.height() * chance), rect.max);
    painter.rect_filled(white, 3.0, Color32::from_rgb(226, 214, 190));
    painter.hline(rect.x_range(), rect.center().y, (1.0, theme::GOLD));
    let eval = command::eval(&replay.tree.nodes[replay.node_at(ply)].after);
    if let Some(text) = eval.map(weight) {
        let at = rect.left_bottom() + vec2(SCALE + 5.0, -2.0);
        painter.text(at, Align2::LEFT_BOTTOM, text, FontId::proportional(14.0), theme::IVORY);
    }
    widgets::note_in(ctx, "who stands better", rect);
    Ok(())
}

/// `+1.3`, `−0.4`, `#5`.
pub(super) fn weight(eval: Eval) -> String {
    match eval {
        Eval::Pawns(pawns) if pawns < 0.0 => format!("−{:.1}", -pawns),
        Eval::Pawns(pawns) => format!("+{pawns:.1}"),
        Eval::Mate(moves) if moves < 0 => format!("#−{}", -moves),
        Eval::Mate(moves) => format!("#{moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_as_players_write_them() {
        let written = [Eval::Pawns(1.26), Eval::Pawns(-0.44), Eval::Mate(4), Eval::Mate(-2)].map(weight);
        assert_eq!(written, ["+1.3", "−0.4", "#4", "#−2"]);
    }
}
