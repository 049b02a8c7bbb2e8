//! The graphics processor goes away while the table is drawn: the program ends with a reason instead of hanging.

use std::{
    panic::catch_unwind,
    process::Command,
    time::{Duration, Instant},
};

use bevy::{
    camera::RenderTarget,
    prelude::*,
    render::{render_resource::PollType, renderer::RenderDevice},
};
use endgame::{
    camera::{self, Free, Pose, View},
    chess::Side,
    picture,
    settings::{Detail, Settings},
    window::{Undrawable, guarded, offscreen},
};

/// The table drawn without a window; `None` where there is nothing to draw with.
fn drawn() -> Option<App> {
    let open = || {
        let mut app = offscreen(Settings { detail: Detail::Low, sound: false, ..Settings::default() });
        app.finish();
        app.cleanup();
        app
    };
    let Ok(mut app) = catch_unwind(open) else {
        eprintln!("skipped: no Vulkan driver here");
        return None;
    };
    let image = picture::canvas(&mut app, 64, 64);
    let free = Free::whole(1.0);
    let pose = Pose::seen_from(View::White, Side::White, free);
    app.world_mut().spawn((camera::eye(pose, free), RenderTarget::Image(image.into())));
    for _ in 0..5 {
        app.update();
    }
    Some(app)
}

#[test]
fn a_lost_device_ends_the_program_with_a_reason() {
    let Some(mut app) = drawn() else { return };
    assert_eq!(app.should_exit(), None);
    // It is lost between two frames, and the library has heard of it.
    let device = app.world().resource::<RenderDevice>();
    // What was asked for before has come: nobody reads what is destroyed.
    device.poll(PollType::wait_indefinitely()).unwrap();
    device.wgpu_device().destroy();
    device.poll(PollType::wait_indefinitely()).unwrap();
    let began = Instant::now();
    while app.should_exit().is_none() {
        assert!(began.elapsed() < Duration::from_secs(20), "it goes on as if nothing had happened");
        app.update();
    }
    let error = picture::wait_until_dressed(&mut app).unwrap_err();
    assert!(error.is::<Undrawable>(), "{error}");
    assert!(error.to_string().contains("the graphics processor is gone"), "{error}");
}

/// In the environment of a program whose device is lost.
const VICTIM: &str = "ENDGAME_TEST_LOST_DEVICE";

#[test]
#[ignore = "is run by a_device_lost_in_the_midst_of_a_frame, in a process of its own"]
fn victim() {
    if std::env::var_os(VICTIM).is_none() {
        return;
    }
    let Some(mut app) = drawn() else { return };
    app.world().resource::<RenderDevice>().wgpu_device().destroy();
    let _ = guarded("nothing is drawn", ". That is all", || {
        for _ in 0..100 {
            app.update();
        }
    });
}

#[test]
fn a_device_lost_in_the_midst_of_a_frame_ends_the_program_in_words_too() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["lost_device::victim", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .env(VICTIM, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("skipped: no Vulkan driver") {
        return;
    }
    // Without the words the library's own panic would lead to a second one, and that to an abort.
    let sentence = "endgame: the table cannot be drawn any more: the graphics processor is gone";
    assert!(output.status.code() == Some(1) && said.contains(sentence) && said.contains(". That is all\n"), "{said}");
}
