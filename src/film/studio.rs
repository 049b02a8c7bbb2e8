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

use crate::{
    cli::{Size, film::Rate, shot::View},
    picture::{self, Stage},
    replay::{Replay, ScrubTo},
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

/// What Ctrl+C ends the app with.
const INTERRUPTED: u8 = 130;

/// A drawn frame: rows of red, green, blue and one byte more, each filled up to the same length.
pub type Picture = Arc<Vec<u8>>;

/// Frames as they come from the graphics processor.
#[derive(Resource, Default)]
struct Developed(Vec<Picture>);

/// The table, an eye, and the film in it.
pub struct Studio {
    stage: Stage,
    step: Duration,
    reader: Entity,
    /// What the last frame shows.
    ply: Option<f64>,
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
}

impl Studio {
    /// A table with a game on it, in this light and looked at from there. Nothing is drawn yet.
    ///
    /// # Errors
    /// It cannot be drawn here.
    pub fn open(
        settings: Settings,
        size: Size,
        view: View,
        replay: Replay,
        ply: f64,
        rate: Rate,
    ) -> anyhow::Result<Studio> {
        let mut stage = Stage::new(settings, size, view);
        picture::watch(&mut stage.app, replay, ply as usize);
        stage.light(view)?;
        let app = &mut stage.app;
        picture::set_open(app, stage.eye, false);
        app.init_resource::<Developed>().add_observer(develop);
        let reader = app.world_mut().spawn_empty().id();
        let step = Duration::from_secs_f64(1.0 / rate.per_second());
        Ok(Studio {
            stage,
            step,
            reader,
            ply: None,
            drawn: 0,
            is_still: false,
            on_the_way: 0,
            last: default(),
            ready: default(),
            order: default(),
            looked: Instant::now(),
        })
    }

    /// The next frame, which shows the game after so many half-moves.
    ///
    /// # Errors
    /// The graphics processor draws no more, or the film was stopped.
    pub fn shoot(&mut self, ply: f64) -> anyhow::Result<()> {
        if self.ply != Some(ply) {
            (self.ply, self.drawn, self.is_still) = (Some(ply), 0, false);
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
        self.stage.app.world_mut().trigger(ScrubTo(ply));
        self.draw()?;
        self.drawn += 1;
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
        if app.should_exit() == Some(AppExit::from_code(INTERRUPTED)) {
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

fn develop(mut complete: On<ReadbackComplete>, mut developed: ResMut<Developed>) {
    developed.0.push(Arc::new(mem::take(&mut complete.data)));
}
