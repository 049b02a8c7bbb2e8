//! Waking at a given moment: while a clock runs, one frame is drawn for each change of what it shows, and none between;
//! in the pauses of a film, when the next move is due; while something is thought about or listed, a few frames a second.
//!
//! Bevy's own waiting draws twice whenever the time to wait changes, so a thread of ours sleeps until the moment comes.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use bevy::{
    prelude::*,
    window::RequestRedraw,
    winit::{EventLoopProxyWrapper, WinitUserEvent},
};

use super::rest::{self, Rest};
use crate::{
    game::{Clocks, Judging},
    memory::{Keeper, Shelf},
    opponent::{Opponent, Waker},
    replay::{Filming, Found, Library, Programme, Reached, Replay, Rhythm, Waiting},
    settings::{Detail, Settings, SettingsWriter},
};

/// The sleeper is told when to wake the table; `None` lets it sleep.
#[derive(Resource)]
struct Sleeper {
    orders: Sender<Option<Instant>>,
    /// What it was told last.
    told: Option<Instant>,
}

/// The table is woken when the digits have changed, not just before.
const MARGIN: Duration = Duration::from_millis(1);

/// How often is looked whether a search in the background has come to an answer, or what is written is on the disk.
const LOOK: Duration = Duration::from_millis(100);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Rest>().add_systems(Startup, hire).add_systems(Last, tell.run_if(resource_exists::<Sleeper>));
}

fn hire(proxy: Res<EventLoopProxyWrapper>, mut commands: Commands) {
    let (orders, received) = channel();
    let proxy = (*proxy).clone();
    let other = proxy.clone();
    // What a computer has decided is heard at once. If the window is gone, there is nobody to hear it.
    commands.insert_resource(Waker(Arc::new(move || {
        let _ = other.send_event(WinitUserEvent::WakeUp);
    })));
    let wake = move || proxy.send_event(WinitUserEvent::WakeUp).is_ok();
    if let Err(error) = thread::Builder::new().name("sleeper".to_owned()).spawn(move || sleep(&received, wake)) {
        warn!("clocks, films and lists only go on when something is touched: {error}");
        return;
    }
    commands.insert_resource(Sleeper { orders, told: None });
}

/// Sleeps as it is told and wakes the table, until nobody is there any more.
fn sleep(orders: &Receiver<Option<Instant>>, wake: impl Fn() -> bool) {
    let mut until: Option<Instant> = None;
    loop {
        let told = match until {
            None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(moment) => orders.recv_timeout(moment.saturating_duration_since(Instant::now())),
        };
        until = match told {
            Ok(told) => told,
            Err(RecvTimeoutError::Timeout) if wake() => None,
            Err(_) => return,
        };
    }
}

fn tell(
    time: Res<Time<Real>>,
    clocks: Res<Clocks>,
    judging: Res<Judging>,
    (waiting, replay, rhythm): (Res<Waiting>, Option<Res<Replay>>, Option<Res<Rhythm>>),
    (library, shelf, found, reached): (Res<Library>, Res<Shelf>, Res<Found>, Option<Res<Reached>>),
    (programme, filming): (Res<Programme>, Option<Res<Filming>>),
    (writer, keeper, opponent): (Option<Res<SettingsWriter>>, Option<Res<Keeper>>, Res<Opponent>),
    settings: Res<Settings>,
    mut rest: ResMut<Rest>,
    mut redraws: MessageReader<RequestRedraw>,
    mut eyes: Query<&mut Msaa, With<Camera3d>>,
    mut sleeper: ResMut<Sleeper>,
) {
    let digits = clocks.change_at().and_then(|at| time.startup().checked_add(at + MARGIN));
    // What is left of a film's pause was counted up to this frame.
    let due = waiting.0.into_iter().chain(programme.wait()).min();
    let due = due.and_then(|left| time.last_update()?.checked_add(left + MARGIN));
    // In a film that runs its clocks do too.
    let film = replay.filter(|replay| replay.playing && waiting.0.is_some());
    let film = film.zip(rhythm).and_then(|(replay, rhythm)| rhythm.change_in(replay.speed));
    let film = film.and_then(|wait| time.last_update()?.checked_add(wait + MARGIN));
    let writes = writer.is_some_and(|writer| writer.is_busy()) || keeper.is_some_and(|keeper| keeper.is_busy());
    let answer = (judging.is_running() || writes).then_some(LOOK);
    let searches = found
        .pace()
        .into_iter()
        .chain(reached.and_then(|reached| reached.pace()))
        .chain(library.pace())
        .chain(opponent.pace())
        .chain(filming.map(|filming| filming.pace()));
    let soon = answer.into_iter().chain(searches).chain(shelf.pace()).min().map(|wait| Instant::now() + wait);
    let mut next = digits.into_iter().chain(due).chain(film).chain(soon).min();
    let is_moving = redraws.read().count() > 0 || next.is_some();
    if settings.detail == Detail::Low {
        let (fine, due) = rest.frame(Instant::now(), is_moving);
        rest::draw(fine, &mut eyes);
        next = next.or(due);
    }
    // A frame's time may lie a little behind: what was due and has not come yet is ordered once more.
    if next != sleeper.told || next.is_some_and(|due| due <= Instant::now()) {
        sleeper.told = next;
        // If the sleeper is gone, all this is drawn when something else is.
        let _ = sleeper.orders.send(next);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn the_sleeper_wakes_once_for_each_order_and_leaves_when_dismissed() {
        let (orders, received) = channel();
        let woken = AtomicUsize::new(0);
        let count = &woken;
        thread::scope(|scope| {
            let sleeper = scope.spawn(move || {
                sleep(&received, || {
                    count.fetch_add(1, Ordering::Relaxed);
                    true
                });
            });
            orders.send(Some(Instant::now() + Duration::from_secs(3600))).unwrap();
            orders.send(None).unwrap();
            orders.send(Some(Instant::now())).unwrap();
            while count.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
            drop(orders);
            sleeper.join().unwrap();
        });
        assert_eq!(woken.into_inner(), 1);
    }
}
