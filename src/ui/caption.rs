//! Captions: what the annotator says of the shown position, in the picture, while the film runs or the panel is away. What is
//! long is shown in pages: by themselves while the film runs, by a click while it stands.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Align2, Area, Button, Id, Label, Order, RichText, Ui},
};

use super::{UiSystems, bar::BarHeight, panel::SidePanel, theme, widgets};
use crate::{
    camera,
    game::{Match, Mode},
    locale::Words,
    notation::pgn::{command, tree::NodeId},
    replay::{Replay, Rhythm, reading_time},
    settings::Settings,
};

/// The widest a caption becomes, in points.
const WIDEST: f32 = 620.0;
/// Letters on one page; as many as `reading_time` counts on.
const PAGE: usize = 290;
/// Letters that do not fill a page of their own.
const FEW: usize = 40;

/// What is being said.
#[derive(Resource, Default)]
pub(super) struct Caption {
    of: Option<(NodeId, usize)>,
    pages: Vec<String>,
    /// The page that was turned to by hand.
    turned: usize,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Caption>()
        .add_systems(EguiPrimaryContextPass, (write.in_set(UiSystems::Prepare), show.in_set(UiSystems::Notice)));
}

/// What is said at a place of the line: after its move, and before the next.
fn remark(replay: &Replay, ply: usize) -> String {
    let after = command::visible(&replay.tree.nodes[replay.node_at(ply)].after);
    let before =
        replay.line.get(ply).map(|next| command::visible(&replay.tree.nodes[*next].before)).unwrap_or_default();
    [after, before].into_iter().filter(|text| !text.trim().is_empty()).collect::<Vec<_>>().join(" ")
}

fn write(current: Res<Match>, replay: Option<Res<Replay>>, mut caption: ResMut<Caption>) {
    let now = replay.filter(|_| current.mode() == Mode::Replay);
    let of = now.as_ref().map(|replay| (replay.node_at(current.ply()), current.ply()));
    let changed = current.is_changed() || now.as_ref().is_some_and(|replay| replay.is_changed());
    if caption.of == of && !changed {
        return;
    }
    let pages = now.map(|replay| pages(&remark(&replay, current.ply()))).unwrap_or_default();
    let turned = if caption.of == of && caption.pages == pages { caption.turned } else { 0 };
    *caption = Caption { of, pages, turned };
}

fn show(
    mut contexts: EguiContexts,
    (words, settings, bar): (Res<Words>, Res<Settings>, Res<BarHeight>),
    (panel, covered): (Res<SidePanel>, Res<camera::Panel>),
    (replay, rhythm, current): (Option<Res<Replay>>, Option<Res<Rhythm>>, Res<Match>),
    mut caption: ResMut<Caption>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(replay) = replay else { return Ok(()) };
    // The open panel says the same while the film stands.
    let wanted = settings.captions && (replay.playing || !panel.is_open());
    if !wanted || caption.pages.is_empty() {
        return Ok(());
    }
    let page = match rhythm.filter(|_| replay.playing) {
        Some(rhythm) => {
            let schedule = &rhythm.schedule;
            let (begin, hold) = (schedule.begin_of(current.ply()), schedule.hold(current.ply()));
            page_at(&caption.pages, ((rhythm.seconds - begin) / hold.max(0.1)).clamp(0.0, 1.0))
        }
        None => caption.turned,
    };
    let page = page.min(caption.pages.len() - 1);
    let room = (ctx.content_rect().width() - covered.right - 24.0).max(80.0);
    let width = room.min(WIDEST);
    // Each page is measured anew: the place of the one before does not fit it.
    let area = Area::new(Id::new(("caption", caption.of, page)))
        .order(Order::Middle)
        .interactable(caption.pages.len() > 1)
        .fade_in(false)
        .anchor(Align2::CENTER_BOTTOM, (-covered.right / 2.0, -14.0 - bar.0));
    let shown = area.show(ctx, |ui| {
        let frame = theme::bar();
        let inner = width - frame.total_margin().sum().x;
        frame.show(ui, |ui| contents(ui, &words, &caption.pages, page, inner)).inner
    });
    widgets::note_in(ctx, "caption", shown.response.rect);
    if let Some(page) = shown.inner {
        caption.turned = page;
    }
    Ok(())
}

/// Draws a page. Answers which is turned to.
fn contents(ui: &mut Ui, words: &Words, pages: &[String], page: usize, width: f32) -> Option<usize> {
    ui.set_max_width(width);
    ui.add(Label::new(RichText::new(&pages[page]).color(theme::IVORY).size(17.0)).wrap());
    if pages.len() == 1 {
        return None;
    }
    ui.horizontal(|ui| {
        let mut turned = None;
        let back = ui.add_enabled(page > 0, Button::new("‹")).on_hover_text(words.text("caption-back"));
        ui.label(RichText::new(format!("{}/{}", page + 1, pages.len())).color(theme::FADED).small());
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

/// Parts of a text that are read at a glance: whole sentences if they fit, else whole words.
fn pages(text: &str) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    let mut page = String::new();
    let length = |text: &str| text.chars().count();
    for sentence in sentences(text) {
        if !page.is_empty() && length(&page) + 1 + length(sentence) > PAGE {
            pages.push(std::mem::take(&mut page));
        }
        for word in sentence.split_whitespace() {
            if !page.is_empty() && length(&page) + 1 + length(word) > PAGE {
                pages.push(std::mem::take(&mut page));
            }
            if !page.is_empty() {
                page.push(' ');
            }
            page.push_str(word);
        }
    }
    if !page.is_empty() {
        // A few words alone on the last page are put to the page before.
        match pages.last_mut().filter(|_| length(&page) < FEW) {
            Some(last) => *last = format!("{last} {page}"),
            None => pages.push(page),
        }
    }
    pages
}

/// A sentence ends with a full stop and a blank; what comes after a move number does not.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let ends = rest.match_indices(['.', '!', '?', '。', '！', '？']).map(|(at, sign)| (at, at + sign.len()));
        let end = ends
            .filter(|(at, _)| !rest[..*at].ends_with(|c: char| c.is_ascii_digit()))
            .map(|(_, after)| after)
            .find(|after| rest[*after..].chars().next().is_none_or(char::is_whitespace))
            .unwrap_or(rest.len());
        let (sentence, more) = rest.split_at(end);
        rest = more.trim_start();
        Some(sentence)
    })
}

/// Which page is read when so much (0 to 1) of the look is over.
fn page_at(pages: &[String], part: f64) -> usize {
    let whole: f64 = pages.iter().map(|page| reading_time(page)).sum();
    let mut read = 0.0;
    for (index, page) in pages.iter().enumerate() {
        read += reading_time(page);
        if part * whole < read {
            return index;
        }
    }
    pages.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_turned_page_by_page_and_nothing_is_lost() {
        let text = "Black resigned. After 23. Qf6 the mate cannot be stopped! ".repeat(20);
        let cut = pages(&text);
        assert!(cut.len() > 3 && cut.iter().all(|page| page.chars().count() <= PAGE + FEW + 1));
        assert_eq!(cut.join(" ").split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
        assert!(cut[0].ends_with(['.', '!']), "a page ends with a sentence: {}", cut[0]);
        assert_eq!((page_at(&cut, 0.0), page_at(&cut, 1.0)), (0, cut.len() - 1));
        assert_eq!(pages("short"), ["short"]);
        assert!(pages("  ").is_empty());
        assert_eq!(pages(&"a".repeat(1000)).len(), 1, "a word is not cut");
    }
}
