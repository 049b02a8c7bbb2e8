//! Where a film is drawn: one update of the game a frame, with frames fetched from the graphics processor while the next ones
//! are drawn. Where nothing changes, nothing is drawn.

use std::{
    collections::VecDeque,
    mem,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::bail;
use bevy::{
    prelude::*,
    render::{
        gpu_readback::{Readback, ReadbackComplete},
        render_resource::PollType,
        renderer::RenderDevice,
    },
    time::TimeUpdateStrategy,
};

use super::{encoder::Shape, look::Look, passage::Moment, supervision::Stop};
use crate::{
    cli::{Size, shot::View},
    picture::{self, Operator, Stage},
    replay::{Replay, Screening, ScrubTo},
    settings::Settings,
    window,
};

/// Frames that may be on their way from the graphics processor: it draws some while another one is fetched.
const ON_THE_WAY: usize = 2;

/// After so many updates a frame that has not come does not come any more.
const PATIENCE: usize = 1000;

/// After so many frames of the same moment it is looked whether anything still changes.
const AT_REST: usize = 3;

/// How long nothing may be drawn before it is looked whether the film is still wanted.
const ATTENTION: Duration = Duration::from_millis(100);

/// Pictures whose shorter side has so many pixels have letters as large as in a window; larger ones have larger letters.
const USUAL_SIDE: f32 = 720.0;

/// What Ctrl+C ends the app with.
const INTERRUPTED: u8 = 130;

/// A drawn frame: rows of red, green, blue and one byte more, each filled up to the same length.
pub type Picture = Arc<Vec<u8>>;

/// Frames as they come from the graphics processor.
#[derive(Resource, Default)]
struct Developed(Vec<Picture>);

/// What is filmed, and how.
pub struct Scene {
    /// The look of everything, and the pace of the film.
    pub settings: Settings,
    /// From where, or from which side of the table if the eye goes along.
    pub view: View,
    /// The game.
    pub replay: Replay,
    /// What is drawn over the table.
    pub screening: Screening,
    /// The eye goes along, in a film of this speed.
    pub director: Option<f64>,
    /// What stops it from outside.
    pub stop: Stop,
}

/// The table, an eye, and the film in it.
pub struct Studio {
    stage: Stage,
    operator: Option<Operator>,
    step: Duration,
    reader: Entity,
    /// What the last frame shows.
    look: Option<Look>,
    /// So many frames were drawn of it.
    drawn: usize,
    /// Nothing changes any more until it does.
    is_still: bool,
    /// So many drawn frames have not come yet.
    on_the_way: usize,
    /// The last two frames that have come.
    last: [Picture; 2],
    /// Frames that have come and are not handed out.
    ready: VecDeque<Picture>,
    /// What is to be handed out, in order: frames that are drawn (`true`), or the one before once more.
    order: VecDeque<bool>,
    /// When it was looked last whether the film is still wanted.
    looked: Instant,
    stop: Stop,
}

impl Studio {
    /// A table with the game on it, at this half-move. Nothing is drawn yet.
    ///
    /// # Errors
    /// It cannot be drawn here.
    pub fn open(scene: Scene, shape: Shape, ply: f64) -> anyhow::Result<Studio> {
        let Scene { settings, view, replay, screening, director, stop } = scene;
        let size = Size { width: shape.width, height: shape.height };
        let mut stage = Stage::scaled(settings, size, view, scale(size));
        picture::watch(&mut stage.app, replay, ply as usize);
        picture::screen(&mut stage, screening, view);
        stage.light(view)?;
        let operator = director.and_then(|speed| Operator::hire(&stage, speed));
        let app = &mut stage.app;
        picture::set_open(app, stage.eye, false);
        app.init_resource::<Developed>().add_observer(develop);
        let reader = app.world_mut().spawn_empty().id();
        let step = Duration::from_secs_f64(1.0 / shape.rate.per_second());
        Ok(Studio {
            stage,
            operator,
            step,
            reader,
            look: None,
            drawn: 0,
            is_still: false,
            on_the_way: 0,
            last: default(),
            ready: default(),
            order: default(),
            looked: Instant::now(),
            stop,
        })
    }

    /// The next frame, which shows this moment.
    ///
    /// # Errors
    /// The graphics processor draws no more, or the film was stopped.
    pub fn shoot(&mut self, moment: Moment) -> anyhow::Result<()> {
        let has_moved = self.operator.as_mut().is_some_and(|operator| operator.lead(&mut self.stage, moment.seconds));
        let look = Look::of(self.stage.app.world(), moment);
        if has_moved || self.look.as_ref() != Some(&look) {
            (self.drawn, self.is_still) = (0, false);
            if look.has_other_words_than(self.look.as_ref()) {
                self.lay_out(moment)?;
            }
            self.look = Some(look);
        }
        // Asked at a fixed frame, not when it happens to be known: what is drawn must not depend on the machine.
        if self.drawn >= AT_REST && !self.is_still {
            self.fetch()?;
            self.is_still = self.last[0] == self.last[1];
        }
        self.order.push_back(!self.is_still);
        if self.is_still {
            return if self.looked.elapsed() < ATTENTION { Ok(()) } else { self.check_wanted() };
        }
        self.show(moment);
        self.draw()?;
        self.drawn += 1;
        Ok(())
    }

    /// Puts a moment on the table.
    fn show(&mut self, moment: Moment) {
        let world = self.stage.app.world_mut();
        world.resource_mut::<Screening>().seconds = moment.seconds;
        world.trigger(ScrubTo(moment.ply));
    }

    /// Lays out what is written, without drawing it: new letters come into the picture a frame late, those of other scripts when
    /// they are found.
    fn lay_out(&mut self, moment: Moment) -> anyhow::Result<()> {
        if !self.stage.app.world().resource::<Screening>().shows() {
            return Ok(());
        }
        self.show(moment);
        self.update()?;
        picture::wait_for_letters(&mut self.stage.app);
        Ok(())
    }

    /// Draws what is on the table now, and asks for it.
    fn draw(&mut self) -> anyhow::Result<()> {
        let Stage { app, canvas, eye } = &mut self.stage;
        picture::set_open(app, *eye, true);
        app.world_mut().entity_mut(self.reader).insert(Readback::texture(canvas.clone()));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(self.step));
        app.update();
        self.on_the_way += 1;
        self.receive()?;
        if self.on_the_way > ON_THE_WAY {
            // It comes with the next update.
            self.wait()?;
        }
        Ok(())
    }

    /// Updates without drawing, and without passing time, until all frames have come.
    fn fetch(&mut self) -> anyhow::Result<()> {
        for _ in 0..PATIENCE {
            if self.on_the_way == 0 {
                return Ok(());
            }
            self.wait()?;
            self.update()?;
        }
        bail!("no picture came from the graphics driver")
    }

    /// An update without drawing, and without passing time.
    fn update(&mut self) -> anyhow::Result<()> {
        let Stage { app, eye, .. } = &mut self.stage;
        picture::set_open(app, *eye, false);
        app.world_mut().entity_mut(self.reader).remove::<Readback>();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
        app.update();
        self.receive()
    }

    /// Whether the film is still wanted.
    ///
    /// # Errors
    /// It was stopped.
    pub fn check_wanted(&mut self) -> anyhow::Result<()> {
        self.update()
    }

    /// Until the graphics processor has drawn everything.
    fn wait(&self) -> anyhow::Result<()> {
        let device = self.stage.app.world().resource::<RenderDevice>();
        if device.poll(PollType::wait_indefinitely()).is_err() {
            bail!("the graphics processor does not answer");
        }
        Ok(())
    }

    /// Takes over the frames that have come.
    fn receive(&mut self) -> anyhow::Result<()> {
        let app = &mut self.stage.app;
        self.looked = Instant::now();
        if self.stop.is_asked() || app.should_exit() == Some(AppExit::from_code(INTERRUPTED)) {
            bail!("the film was stopped");
        }
        window::check(app)?;
        for picture in mem::take(&mut app.world_mut().resource_mut::<Developed>().0) {
            self.on_the_way = self.on_the_way.saturating_sub(1);
            self.last.swap(0, 1);
            self.last[0] = Arc::clone(&picture);
            self.ready.push_back(picture);
        }
        Ok(())
    }

    /// The frames that have come since this was asked last, in order; `None` is the one before once more.
    pub fn developed(&mut self) -> Vec<Option<Picture>> {
        let mut pictures = Vec::new();
        while let Some(is_drawn) = self.order.front() {
            if *is_drawn && self.ready.is_empty() {
                break;
            }
            pictures.push(if *is_drawn { self.ready.pop_front() } else { None });
            self.order.pop_front();
        }
        pictures
    }

    /// All frames that have not been handed out yet.
    ///
    /// # Errors
    /// They do not come.
    pub fn rest(&mut self) -> anyhow::Result<Vec<Option<Picture>>> {
        self.fetch()?;
        Ok(self.developed())
    }
}

/// Pixels in a point of what is drawn over the table. Where there are few pixels, letters take more of the picture.
fn scale(size: Size) -> f32 {
    let scale = size.width.min(size.height) as f32 / USUAL_SIDE;
    if scale < 1.0 { scale.sqrt() } else { scale }
}

fn develop(mut complete: On<ReadbackComplete>, mut developed: ResMut<Developed>) {
    developed.0.push(Arc::new(mem::take(&mut complete.data)));
}
