//! Captions: what the annotator says of the shown position, in the picture, while the film runs or the panel is away. What is
//! long is shown in pages: by themselves while the film runs, by a click while it stands.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Area, Button, Context, Id, Label, Order, RichText, Ui},
};

use super::{UiSystems, bar::BarHeight, panel::SidePanel, theme, widgets};
use crate::{
    camera,
    game::{Match, Mode},
    locale::Words,
    notation::pgn::tree::NodeId,
    replay::{Caption, Replay, Rhythm},
    settings::Settings,
};

/// The widest a caption becomes, in points.
const WIDEST: f32 = 620.0;

/// What is being said.
#[derive(Resource, Default)]
pub(super) struct Said {
    of: Option<(NodeId, usize)>,
    caption: Caption,
    /// The page that was turned to by hand.
    turned: usize,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Said>()
        .add_systems(EguiPrimaryContextPass, (write.in_set(UiSystems::Prepare), show.in_set(UiSystems::Notice)));
}

fn write(current: Res<Match>, replay: Option<Res<Replay>>, mut said: ResMut<Said>) {
    let now = replay.filter(|_| current.mode() == Mode::Replay);
    let of = now.as_ref().map(|replay| (replay.node_at(current.ply()), current.ply()));
    let changed = current.is_changed() || now.as_ref().is_some_and(|replay| replay.is_changed());
    if said.of == of && !changed {
        return;
    }
    let caption = now.map(|replay| Caption::of(&replay, current.ply())).unwrap_or_default();
    let turned = if said.of == of && said.caption == caption { said.turned } else { 0 };
    *said = Said { of, caption, turned };
}

fn show(
    mut contexts: EguiContexts,
    (words, settings, bar): (Res<Words>, Res<Settings>, Res<BarHeight>),
    (panel, covered): (Res<SidePanel>, Res<camera::Panel>),
    (replay, rhythm, current): (Option<Res<Replay>>, Option<Res<Rhythm>>, Res<Match>),
    mut said: ResMut<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(replay) = replay else { return Ok(()) };
    // The open panel says the same while the film stands.
    if !(settings.captions && (replay.playing || !panel.is_open())) {
        return Ok(());
    }
    let page = rhythm.filter(|_| replay.playing).map(|rhythm| said.page_now(&rhythm, &current));
    let room = ctx.content_rect().width() - covered.right - 24.0;
    let turned = said.draw(ctx, page, room, (-covered.right / 2.0, -14.0 - bar.0), Some(&words));
    if let Some(page) = turned {
        said.turned = page;
    }
    Ok(())
}

impl Said {
    /// The page that the film has come to.
    pub(super) fn page_now(&self, rhythm: &Rhythm, current: &Match) -> usize {
        self.caption.page_at(&rhythm.schedule, current.ply(), rhythm.seconds)
    }

    /// Draws a page, or the one that was turned to, no wider than there is room, so far from the middle of the lower edge. With
    /// words for its buttons pages can be turned. Answers which is turned to.
    pub(super) fn draw(
        &self,
        ctx: &Context,
        page: Option<usize>,
        room: f32,
        place: (f32, f32),
        words: Option<&Words>,
    ) -> Option<usize> {
        let pages = self.caption.pages();
        let page = page.unwrap_or(self.turned).min(pages.len().checked_sub(1)?);
        let width = room.clamp(80.0, WIDEST);
        // Each page is measured anew: the place of the one before does not fit it.
        let area = Area::new(Id::new(("caption", self.of, page)))
            .order(Order::Middle)
            .interactable(pages.len() > 1 && words.is_some())
            .fade_in(false)
            .anchor(Align2::CENTER_BOTTOM, place);
        let shown = area.show(ctx, |ui| {
            let frame = theme::bar();
            let inner = width - frame.total_margin().sum().x;
            frame.show(ui, |ui| contents(ui, words, pages, page, inner)).inner
        });
        widgets::note_in(ctx, "caption", shown.response.rect);
        shown.inner
    }
}

/// Draws a page. Answers which is turned to.
fn contents(ui: &mut Ui, words: Option<&Words>, pages: &[String], page: usize, width: f32) -> Option<usize> {
    ui.set_max_width(width);
    ui.add(Label::new(RichText::new(&pages[page]).color(theme::IVORY).size(17.0)).wrap());
    if pages.len() == 1 {
        return None;
    }
    let place = RichText::new(format!("{}/{}", page + 1, pages.len())).color(theme::FADED).small();
    let Some(words) = words else {
        ui.label(place);
        return None;
    };
    ui.horizontal(|ui| {
        let mut turned = None;
        let back = ui.add_enabled(page > 0, Button::new("‹")).on_hover_text(words.text("caption-back"));
        ui.label(place);
        let on = ui.add_enabled(page + 1 < pages.len(), Button::new("›")).on_hover_text(words.text("caption-on"));
        widgets::note(ui, "caption-on", on.rect);
        if back.clicked() {
            turned = Some(page - 1);
        }
        if on.clicked() {
            turned = Some(page + 1);
        }
        turned
    })
    .inner
}
