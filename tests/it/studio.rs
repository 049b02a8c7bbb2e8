//! A table that is drawn into a small picture, as on a small screen, to measure what is seen in it.

use bevy::{camera::RenderTarget, prelude::*};
use bevy_panorbit_camera::PanOrbitCamera;
use endgame::{
    camera::{self, FIELD_OF_VIEW, Free, Pose, View},
    chess::{Position, Profile, Side},
    game::{NewGame, Seats},
    picture,
    settings::{Board, Detail, Light, Men, Motion, Settings},
    window::offscreen,
};

/// Pixels of a picture's side: a square is some 40 wide, a pawn 25 high.
pub const SIDE: usize = 480;

/// The whole game, and a camera.
pub struct Studio {
    pub app: App,
    image: Handle<Image>,
    eye: Entity,
}

impl Studio {
    /// `None` where there is nothing to draw with.
    pub fn open(detail: Detail) -> Option<Studio> {
        let settings = Settings { detail, motion: Motion::Off, sound: false, ..Settings::default() };
        let mut app = std::panic::catch_unwind(|| {
            let mut app = offscreen(settings);
            app.finish();
            app.cleanup();
            app
        })
        .ok()?;
        let image = picture::canvas(&mut app, SIDE as u32, SIDE as u32);
        let eye = (camera::eye(pose(View::White), Free::whole(1.0)), RenderTarget::Image(image.clone().into()));
        let eye = app.world_mut().spawn(eye).id();
        app.update();
        Some(Studio { app, image, eye })
    }

    pub fn begin(&mut self, start: Position) {
        self.app.world_mut().trigger(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
        self.app.update();
    }

    /// Sets up these men on this board, and the eye before them.
    pub fn set(&mut self, men: Men, board: Board, light: Light, view: View) {
        self.develop(men, board, light, view);
    }

    fn develop(&mut self, men: Men, board: Board, light: Light, view: View) -> Vec<Vec3> {
        let world = self.app.world_mut();
        let chosen = Settings { men, board, light, ..world.resource::<Settings>().clone() };
        *world.resource_mut::<Settings>() = chosen;
        pose(view).apply(&mut world.get_mut::<PanOrbitCamera>(self.eye).unwrap());
        // Shut until everything is in place: no frame is drawn for nothing.
        self.app.world_mut().get_mut::<Camera>(self.eye).unwrap().is_active = false;
        picture::wait_until_dressed(&mut self.app).unwrap();
        self.app.world_mut().get_mut::<Camera>(self.eye).unwrap().is_active = true;
        // As at rest: with smooth edges.
        self.app.world_mut().entity_mut(self.eye).insert(Msaa::Sample4);
        // What is loaded is not yet drawn: until two pictures are the same, something is still coming.
        let mut before = self.colors();
        for _ in 0..20 {
            let now = self.colors();
            if now == before {
                return now;
            }
            before = now;
        }
        panic!("the picture does not come to rest: {men:?} {board:?} {light:?} {view:?}");
    }

    /// The linear luminance of each pixel of these men on this board.
    pub fn picture(&mut self, men: Men, board: Board, light: Light, view: View) -> Vec<f32> {
        self.develop(men, board, light, view).into_iter().map(luminance).collect()
    }

    /// The linear red, green and blue of each pixel.
    pub fn colors(&mut self) -> Vec<Vec3> {
        let light: Vec<f32> = (0..=255u8).map(|code| Color::srgb_u8(code, 0, 0).to_linear().red).collect();
        let picture = picture::develop(&mut self.app, self.image.clone(), self.eye).unwrap();
        let drawn = picture.try_into_dynamic().unwrap().to_rgb8();
        drawn.pixels().map(|pixel| Vec3::from(pixel.0.map(|code| light[code as usize]))).collect()
    }
}

fn pose(view: View) -> Pose {
    Pose::seen_from(view, Side::White, Free::whole(1.0))
}

/// From space to what the eye sees.
pub fn seen(view: View) -> Mat4 {
    Mat4::perspective_rh(FIELD_OF_VIEW, 1.0, 0.1, 100.0) * pose(view).transform().to_matrix().inverse()
}

/// The luminance of a linear color.
pub fn luminance(color: Vec3) -> f32 {
    color.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}

/// How much brighter the brighter of two is, as the guidelines for screens count it.
pub fn contrast(a: f32, b: f32) -> f32 {
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
