//! The form that says what a film of the watched game shall be.

use bevy::prelude::*;
use bevy_egui::egui::{DragValue, RichText, Ui};

use super::{dialog, theme, widgets};
use crate::{
    locale::Words,
    replay::{FilmFormat, FilmPacing, Replay},
    settings::{Settings, Tempo},
};

/// The sizes that are offered, in pixels.
const SIZES: [[u32; 2]; 4] = [[640, 360], [1280, 720], [1920, 1080], [3840, 2160]];
/// Frames a second that are offered.
const RATES: [u32; 5] = [15, 24, 25, 30, 60];
/// From this width on there is room for two columns, in points.
const COLUMNS: f32 = 560.0;

/// What of the game is filmed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Part {
    #[default]
    Whole,
    Passage,
    Rest,
}

/// What is filled in; kept, so that the next film can be like the last.
#[derive(Resource, Clone, Debug)]
pub(super) struct Form {
    pub(super) format: FilmFormat,
    pub(super) size: [u32; 2],
    pub(super) fps: u32,
    pub(super) part: Part,
    pub(super) pacing: FilmPacing,
    pub(super) speed: f32,
    pub(super) director: bool,
    pub(super) captions: bool,
    pub(super) clocks: bool,
    pub(super) graph: bool,
}

impl Default for Form {
    fn default() -> Self {
        Form {
            format: FilmFormat::default(),
            size: SIZES[1],
            fps: 30,
            part: Part::default(),
            pacing: FilmPacing::default(),
            speed: 1.0,
            director: false,
            captions: true,
            clocks: true,
            graph: false,
        }
    }
}

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Begin,
    Cancel,
}

/// What is known of the film that the form asks for.
pub(super) struct Outlook {
    /// Some moves are shown again and again: they can be filmed alone.
    pub(super) has_passage: bool,
    /// Another film is being made.
    pub(super) is_busy: bool,
    /// How long it will be, in seconds.
    pub(super) seconds: f64,
}

impl Form {
    /// What the watched game is looked at with now.
    pub(super) fn follow(&mut self, replay: &Replay, settings: &Settings) {
        self.pacing = match (settings.tempo, settings.importance) {
            (Tempo::Clock, _) => FilmPacing::Clock,
            (Tempo::Even, true) => FilmPacing::Importance,
            (Tempo::Even, false) => FilmPacing::Even,
        };
        self.part = if replay.again.is_some() { Part::Passage } else { Part::Whole };
        self.speed = replay.speed;
        self.director = settings.director;
        self.captions = settings.captions;
    }

    /// The settings that give the film its pace.
    pub(super) fn pace(&self, settings: &Settings) -> Settings {
        let tempo = if self.pacing == FilmPacing::Clock { Tempo::Clock } else { Tempo::Even };
        let importance = self.pacing == FilmPacing::Importance;
        Settings { tempo, importance, reading: self.captions, ..settings.clone() }
    }

    /// From which half-move to which.
    pub(super) fn passage(&self, replay: &Replay, here: usize) -> [f64; 2] {
        let last = replay.line.len();
        let (from, to) = match (self.part, replay.again) {
            (Part::Passage, Some(passage)) => (passage.from, passage.to),
            (Part::Rest, _) => (here, last),
            _ => (0, last),
        };
        [from, to].map(|ply| ply.min(last) as f64)
    }

    /// Draws the form. Answers the button that was pressed.
    pub(super) fn show(&mut self, ui: &mut Ui, words: &Words, outlook: &Outlook) -> Option<Answer> {
        let is_possible = self.fps <= self.format.most_frames();
        let answer = head(ui, words, is_possible && !outlook.is_busy);
        if ui.available_width() < COLUMNS {
            self.show_film(ui, words, outlook.has_passage);
            self.show_look(ui, words);
        } else {
            ui.columns(2, |columns| {
                self.show_film(&mut columns[0], words, outlook.has_passage);
                self.show_look(&mut columns[1], words);
            });
        }
        ui.add_space(8.0);
        ui.label(RichText::new(length(words, outlook.seconds, self.fps)).color(theme::GOLD));
        if outlook.is_busy {
            ui.label(RichText::new(words.text("film-busy")).color(theme::EMBER));
        } else if !is_possible {
            ui.label(RichText::new(words.text("film-at-most")).color(theme::EMBER));
        }
        answer
    }

    /// What the file is like, and what is in it.
    fn show_film(&mut self, ui: &mut Ui, words: &Words, has_passage: bool) {
        widgets::caption(ui, words, "film-format");
        widgets::choices(ui, &mut self.format, &FilmFormat::ALL.map(|format| (format, format_name(words, format))));
        widgets::caption(ui, words, "film-size");
        let sizes = SIZES.map(|[width, height]| ([width, height], format!("{width} × {height}")));
        widgets::choices(ui, &mut self.size, &sizes);
        widgets::caption(ui, words, "film-fps");
        widgets::choices(ui, &mut self.fps, &RATES.map(|rate| (rate, rate.to_string())));
        widgets::caption(ui, words, "film-part");
        let parts =
            [Part::Whole, Part::Passage, Part::Rest].into_iter().filter(|part| has_passage || *part != Part::Passage);
        let parts: Vec<_> = parts.map(|part| (part, part_name(words, part))).collect();
        widgets::choices(ui, &mut self.part, &parts);
    }

    /// How fast it is, from where it is seen, and what stands in the picture.
    fn show_look(&mut self, ui: &mut Ui, words: &Words) {
        widgets::caption(ui, words, "film-pacing");
        widgets::choices(ui, &mut self.pacing, &FilmPacing::ALL.map(|pacing| (pacing, pacing_name(words, pacing))));
        ui.horizontal(|ui| {
            ui.label(RichText::new(words.text("film-speed")).color(theme::FADED).small());
            let field = DragValue::new(&mut self.speed).range(0.25..=8.0).speed(0.01).max_decimals(2).prefix("×");
            let field = ui.add(field);
            widgets::note(ui, "film-speed", field.rect);
        });
        widgets::caption(ui, words, "film-view");
        let views = [(false, words.text("film-view-now")), (true, words.text("film-view-director"))];
        widgets::choices(ui, &mut self.director, &views);
        ui.add_space(4.0);
        for (is_shown, key) in
            [(&mut self.captions, "film-captions"), (&mut self.clocks, "film-clocks"), (&mut self.graph, "film-graph")]
        {
            let response = ui.checkbox(is_shown, words.text(key));
            widgets::note(ui, key, response.rect);
        }
    }
}

/// The title and, where a small window shows them too, the buttons.
fn head(ui: &mut Ui, words: &Words, can_begin: bool) -> Option<Answer> {
    ui.horizontal(|ui| {
        ui.heading(words.text("film-title"));
        widgets::at_right(ui, |ui| {
            let cancel = widgets::button(ui, words, "film-cancel").clicked().then_some(Answer::Cancel);
            let begin = widgets::button_if(ui, words, "film-begin", can_begin);
            dialog::focus_first(ui, &begin);
            cancel.or(begin.clicked().then_some(Answer::Begin))
        })
    })
    .inner
}

/// `1:23 long, 2490 frames`.
fn length(words: &Words, seconds: f64, fps: u32) -> String {
    let whole = seconds.round() as u64;
    let frames = (seconds * f64::from(fps)).round().max(1.0) as u64;
    let values = [
        ("minutes", (whole / 60).to_string().into()),
        ("seconds", format!("{:02}", whole % 60).into()),
        ("frames", frames.to_string().into()),
    ];
    words.text_with("film-length", &values)
}

fn format_name(words: &Words, format: FilmFormat) -> String {
    match format {
        FilmFormat::Mp4 => words.text("film-format-mp4"),
        FilmFormat::Webp => words.text("film-format-webp"),
        FilmFormat::Gif => words.text("film-format-gif"),
        FilmFormat::Pngs => words.text("film-format-pngs"),
    }
}

fn part_name(words: &Words, part: Part) -> String {
    match part {
        Part::Whole => words.text("film-part-whole"),
        Part::Passage => words.text("film-part-passage"),
        Part::Rest => words.text("film-part-rest"),
    }
}

fn pacing_name(words: &Words, pacing: FilmPacing) -> String {
    match pacing {
        FilmPacing::Even => words.text("film-pacing-even"),
        FilmPacing::Clock => words.text("film-pacing-clock"),
        FilmPacing::Importance => words.text("film-pacing-importance"),
    }
}
