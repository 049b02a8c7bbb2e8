//! The side panel: who plays, the moves, the captured men, and a button for everything. In a narrow window it is a slim bar.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Area, Button, Id, Order, Rect, RichText, ScrollArea, Ui, Vec2},
};

use super::{
    Action, UiSystems, analysis, annotate, library,
    measures::{HIGH, Measures, rows_of_games},
    moves::MoveList,
    players, remarks,
    scoresheet::Scoresheet,
    table_buttons,
    theatre::Theatre,
    theme,
    typed::Typed,
    widgets,
};
use crate::{
    analysis::Analysis,
    camera,
    game::{Clocks, Match, Mode},
    locale::Words,
    memory::Recent,
    opponent::Engines,
    replay::{Found, Landmarks, Library, Programme, Reached, Replay, Rhythm, Stars, WayBack},
    screens::Overlay,
};

/// Width of the open panel, in points.
const OPEN: f32 = 300.0;
/// Width of the slim bar.
const SLIM: f32 = 48.0;
/// In windows narrower than this the panel is slim until it is asked for.
const ROOMY: f32 = 800.0;
/// Whether the panel is open, and what it must remember to be drawn.
#[derive(Resource, Default)]
pub(super) struct SidePanel {
    /// What was last asked for; nothing means that the window decides.
    asked: Option<bool>,
    open: bool,
    roomy: bool,
    /// Out of sight: the board alone is looked at.
    away: bool,
    list: MoveList,
    games: library::GameList,
    pen: annotate::Pen,
    /// Height of everything but the move list, in the pass before, and the most rows of games then.
    rest: f32,
    rows: usize,
}

impl SidePanel {
    /// Opens the slim bar, or makes the open panel slim.
    pub(super) fn toggle(&mut self) {
        self.asked = Some(!self.open);
    }

    /// Opens the panel if it is slim.
    pub(super) fn open(&mut self) {
        if !self.open {
            self.asked = Some(true);
        }
    }

    /// A game was chosen: the list of its neighbors is there while it is watched, unless it is hidden then.
    pub(super) fn game_opened(&mut self) {
        self.games.asked = false;
    }

    /// Shows or hides the list of games.
    pub(super) fn toggle_games(&mut self) {
        self.games.asked = !self.games.asked;
    }

    /// Shows the list of games, with the cursor in its field if that is asked for.
    pub(super) fn find(&mut self, typing: bool) {
        self.games.wanted = true;
        self.games.typing = typing;
    }

    /// Whether it shows what the slim bar does not.
    pub(super) fn is_open(&self) -> bool {
        self.open && !self.away
    }

    /// How much of the window it hides, in points.
    pub(super) fn width(&self) -> f32 {
        match (self.away, self.open) {
            (true, _) => 0.0,
            (false, true) => OPEN,
            (false, false) => SLIM,
        }
    }

    /// Goes out of the way where it lies over the board: something there is to be looked at.
    pub(super) fn make_room(&mut self) {
        if !self.roomy {
            self.asked = None;
        }
    }

    fn fit(&mut self, width: f32) {
        let roomy = width >= ROOMY;
        if roomy != self.roomy {
            self.asked = None;
        }
        self.roomy = roomy;
        self.open = self.asked.unwrap_or(roomy);
    }

    /// How much of the board's room the panel takes. In a narrow window the open panel lies over the board for a moment.
    fn covers(&self) -> f32 {
        match (self.away, self.open && self.roomy) {
            (true, _) => 0.0,
            (false, true) => OPEN,
            (false, false) => SLIM,
        }
    }
}

/// What the panel shows.
struct Table<'a> {
    words: &'a Words,
    current: &'a Match,
    clocks: &'a Clocks,
    sheet: &'a Scoresheet,
    replay: Option<&'a Replay>,
    rhythm: Option<&'a Rhythm>,
    way: Option<&'a WayBack>,
    engines: &'a Engines,
    analysis: &'a Analysis,
    landmarks: &'a Landmarks,
    games: library::Games<'a>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SidePanel>()
        .add_systems(OnEnter(Overlay::Promotion), step_aside)
        .add_systems(OnEnter(Overlay::Result), step_aside)
        .add_systems(EguiPrimaryContextPass, show.in_set(UiSystems::Panel));
}

fn step_aside(mut panel: ResMut<SidePanel>) {
    panel.make_room();
}

pub(super) fn show(
    mut contexts: EguiContexts,
    (words, current, clocks, sheet): (Res<Words>, Res<Match>, Res<Clocks>, Res<Scoresheet>),
    (replay, rhythm, way): (Option<Res<Replay>>, Option<Res<Rhythm>>, Option<Res<WayBack>>),
    (library, found, stars, programme): (Res<Library>, Res<Found>, Res<Stars>, Res<Programme>),
    (reached, recent): (Option<Res<Reached>>, Res<Recent>),
    (theatre, landmarks): (Res<Theatre>, Res<Landmarks>),
    (engines, analysis): (Res<Engines>, Res<Analysis>),
    mut panel: ResMut<SidePanel>,
    mut typed: ResMut<Typed>,
    mut covered: ResMut<camera::Panel>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let screen = ctx.content_rect();
    panel.fit(screen.width());
    panel.away = theatre.open;
    let right = panel.covers();
    if covered.right != right {
        covered.right = right;
    }
    if panel.away {
        return Ok(());
    }
    let width = panel.width().min(screen.width());
    let rect = Rect::from_min_max(screen.right_top() - Vec2::new(width, 0.0), screen.right_bottom());
    let table = Table {
        words: &words,
        current: &current,
        clocks: &clocks,
        sheet: &sheet,
        replay: replay.as_deref(),
        rhythm: rhythm.as_deref(),
        way: way.as_deref(),
        engines: &engines,
        analysis: &analysis,
        landmarks: &landmarks,
        games: library::Games {
            words: &words,
            library: &library,
            found: &found,
            stars: &stars,
            programme: &programme,
            reached: reached.as_deref(),
            recent: &recent,
        },
    };
    let area =
        Area::new(Id::new("side panel")).order(Order::Middle).fixed_pos(rect.min).fade_in(false).constrain(false);
    let action = area
        .show(ctx, |ui| {
            let frame = theme::panel();
            let inner = rect.size() - frame.total_margin().sum();
            frame
                .show(ui, |ui| {
                    ui.set_width(inner.x.max(1.0));
                    ui.set_height(inner.y.max(1.0));
                    if panel.open { open(ui, &table, &mut panel, &mut typed) } else { slim(ui, &table) }
                })
                .inner
        })
        .inner;
    if let Some(action) = action {
        commands.trigger(action);
    }
    Ok(())
}

/// The open panel. Answers what was asked for.
fn open(ui: &mut Ui, table: &Table, panel: &mut SidePanel, typed: &mut Typed) -> Option<Action> {
    let Table { words, current, clocks, sheet, .. } = *table;
    let height = ui.available_height();
    let low = height < HIGH && current.mode() == Mode::Replay;
    let measures = Measures::of(low);
    let rows = rows_of_games(height, panel.rest, panel.rows);
    let list_height = (height - panel.rest).max(measures.list);
    let scroll = ScrollArea::vertical().id_salt("panel").auto_shrink(false).max_height(height);
    let (action, used) = scroll
        .show(ui, |ui| {
            let top = ui.cursor().top();
            let mut action = players::show(
                ui,
                words,
                (current, clocks, table.engines),
                sheet,
                (table.replay, table.rhythm),
                measures.clocks,
            );
            ui.separator();
            if table.analysis.is_open() {
                action = analysis::show(ui, words, table.analysis, current.shown()).or(action);
                ui.separator();
            }
            let list = |ui: &mut Ui| panel.list.show(ui, words, sheet, current.ply(), list_height);
            if let Some(ply) = ui.scope(list).inner {
                action = Some(Action::GoTo(ply));
            }
            ui.separator();
            let more = match current.mode() {
                Mode::Play => {
                    let entered = typed.show(ui, words).map(Action::Play);
                    entered.or(table_buttons::of_the_game(ui, words, (current, clocks), sheet, table.way))
                }
                Mode::Replay => {
                    let pen = &mut panel.pen;
                    table.replay.and_then(|replay| {
                        remarks::show(ui, words, (replay, table.landmarks.leaves), current.ply(), pen, measures.remarks)
                    })
                }
            };
            // Who writes needs the room.
            let writes = low && panel.pen.is_writing();
            let game = if lists_games(current, table.games.library, &mut panel.games) && !writes {
                ui.scope(|ui| library::show(ui, &table.games, &mut panel.games, rows)).inner
            } else {
                None
            };
            let buttons = table_buttons::of_the_table(ui, words);
            (action.or(more).or(game).or(buttons), ui.cursor().top() - top)
        })
        .inner;
    let rest = used - list_height;
    if (rest - panel.rest).abs() > 1.0 {
        (panel.rest, panel.rows) = (rest, rows);
        ui.ctx().request_discard("the move list takes what the rest leaves");
    }
    action
}

/// While a game of several is watched the list is there unless it is hidden; in play it is there when asked for.
fn lists_games(current: &Match, library: &Library, games: &mut library::GameList) -> bool {
    let there_unasked = current.mode() == Mode::Replay && library.rows.len() > 1;
    if std::mem::take(&mut games.wanted) {
        games.asked = !there_unasked;
    }
    there_unasked != games.asked && !library.rows.is_empty()
}

/// The slim bar: the way to the panel and what is needed most.
fn slim(ui: &mut Ui, table: &Table) -> Option<Action> {
    let words = table.words;
    let buttons = [
        ("☰", "panel-open", Action::TogglePanel),
        ("⟲", "panel-take-back", Action::TakeBack),
        ("🔄", "panel-flip", Action::Flip),
        ("⚙", "panel-settings", Action::Show(Overlay::Settings)),
        ("?", "panel-help", Action::Show(Overlay::Help)),
    ];
    // Only where something can be paused.
    let pause = table.clocks.clock().map(|_| ("⏸", "panel-pause", Action::Pause));
    let back = table.way.map(|_| ("🎬", "film-back", Action::BackToFilm(false)));
    let mut asked = None;
    ui.vertical_centered(|ui| {
        for (sign, key, action) in buttons.into_iter().chain(pause).chain(back) {
            let button = Button::new(RichText::new(sign).size(18.0)).min_size(Vec2::splat(30.0));
            let response = ui.add(button).on_hover_text(words.text(key));
            widgets::note(ui, key, response.rect);
            if response.clicked() {
                asked = Some(action);
            }
        }
    });
    asked
}
