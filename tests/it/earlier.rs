//! What earlier versions of the program wrote is read with all its values: a sample of each, as it stood in the file.

use std::{fs, time::Duration};

use bevy::ecs::system::SystemState;
use endgame::{
    camera::Eye,
    chess::{Profile, Side},
    game::{Clocks, Drawings, Paint, Seats, Stroke},
    memory::{Folders, Resume},
    settings::{Board, Detail, Light, Men, Motion, Settings, Tempo},
    window,
};

use crate::{
    memory::{folder, set, settings, started, told},
    running_game::{begun, game, moves},
    table::sq,
};

/// The settings of the first program, which wrote no version.
const FIRST: &str = "motion = \"slow\"\ndetail = \"medium\"\nsound = false\ncoordinates = false\nturn_board = true\n";
/// Those of the first one that kept them over a change of programs: with looks and views.
const WITH_LOOKS: &str = r#"board = "rollup"
coordinates = false
detail = "medium"
light = "studio"
men = "club"
motion = "slow"
own_views = [[0.5, 0.75, 1.25], [0.0, 0.0, 0.0], [3.0, 1.0, 0.5], [0.0, 0.0, 0.0]]
sound = false
turn_board = true
version = 1
"#;
/// What the later ones added, in their order: whether detail was chosen, how loud it is, whether the first hints are over,
/// how watched games are paced, and whether the eye goes along with them.
const ADDED: [&str; 5] = [
    "detail_is_chosen = true\n",
    "volume = 35\n",
    "tour_is_over = false\n",
    "tempo = \"clock\"\nclock_times = 20\nlongest_wait = 5\nimportance = true\nreading = false\nplay_variations = true\ncaptions = false\n",
    "director = true\n",
];

#[test]
fn settings_of_every_version_are_read_and_kept() {
    let first = Settings {
        motion: Motion::Slow,
        detail: Detail::Medium,
        sound: false,
        coordinates: false,
        turn_board: true,
        ..Settings::default()
    };
    let with_looks = Settings {
        board: Board::RollUp,
        men: Men::Club,
        light: Light::Studio,
        own_views: [[0.5, 0.75, 1.25], [0.0; 3], [3.0, 1.0, 0.5], [0.0; 3]],
        ..first.clone()
    };
    let chosen = Settings { detail_is_chosen: true, ..with_looks.clone() };
    let quiet = Settings { volume: 35, ..chosen.clone() };
    let toured = Settings { tour_is_over: false, ..quiet.clone() };
    let paced = Settings {
        tempo: Tempo::Clock,
        clock_times: 20,
        longest_wait: 5,
        importance: true,
        reading: false,
        play_variations: true,
        captions: false,
        ..toured.clone()
    };
    let present = Settings { director: true, ..paced.clone() };
    let added = |count: usize| ADDED[..count].concat() + WITH_LOOKS;
    let files = [FIRST.to_owned(), added(0), added(1), added(2), added(3), added(4), added(5)];
    let file = folder("earlier-settings").join("settings.toml");
    for (text, values) in files.iter().zip([first, with_looks, chosen, quiet, toured, paced, present.clone()]) {
        fs::write(&file, text).unwrap();
        let mut app = started(&file);
        assert!(told(&app).is_empty(), "{text}: {:?}", told(&app));
        assert_eq!(*settings(&app), values, "{text}");
        // What is written next is of the present version and says the same.
        set(&mut app, |settings| settings.coordinates = true);
        assert!(fs::read_to_string(&file).unwrap().contains("version = 1\n"));
        assert_eq!(*settings(&started(&file)), Settings { coordinates: true, ..values });
    }
    // The last sample is whole: nothing is written that it lacks.
    fs::write(&file, added(ADDED.len())).unwrap();
    set(&mut started(&file), |settings| *settings = Settings { volume: 36, ..settings.clone() });
    let keys = |text: &str| {
        let mut keys: Vec<_> = text.lines().filter_map(|line| Some(line.split_once(" = ")?.0.to_owned())).collect();
        keys.sort();
        keys
    };
    assert_eq!(
        keys(&fs::read_to_string(&file).unwrap()),
        keys(&added(ADDED.len())),
        "a new setting: add a sample of its version"
    );
}

/// A game with clocks under the laws of FIDE, as the first version that kept games wrote it.
const TIMED: &str = r#"[Event "?"]
[Site "?"]
[Date "2026.11.30"]
[Round "?"]
[White "Łukasz"]
[Black "王 \"Q\""]
[Result "*"]
[Profile "fide"]
[Termination "unterminated"]
[TimeControl "2/300+3:60"]

1. e4 {[%clk 0:05:00.95] [%emt 0:00:02.05] [%thought 0:00:25.1]} *
"#;
/// A game from a position set up, with an offered draw and with drawings, as later versions wrote it.
const DRAWN: &str = r#"[Event "Kitchen"]
[Site "?"]
[Date "2026.11.30"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[Termination "unterminated"]

{[%csl Ye2]} 1. e4 {[%offered]} 1... Kd7 {[%csl Rd7] [%cal Ge1d2]} *
"#;
const TABLE: &str = "version = 1\ngame = \"2026-11-30_17-05-19.pgn\"\n";
const LOOK: &str = "\n[look]\nyaw = -3.0\npitch = 0.75\nzoom = 0.875\nseat = \"black\"\n";

#[test]
fn games_of_every_version_lie_on_the_table_again() {
    let left = |name: &str, record: &str, table: &str| {
        let folder = folder(name);
        for part in ["games", "state"] {
            fs::create_dir_all(folder.join(part)).unwrap();
        }
        fs::write(folder.join("games/2026-11-30_17-05-19.pgn"), record).unwrap();
        fs::write(folder.join("state/table.toml"), table).unwrap();
        folder
    };
    let app = begun(&left("earlier-timed", TIMED, TABLE));
    assert!(told(&app).is_empty(), "{:?}", told(&app));
    assert_eq!((moves(&app).as_str(), game(&app).game().profile()), ("e4", Profile::Fide));
    assert_eq!(
        *game(&app).seats(),
        Seats { white: "Łukasz".to_owned(), black: "王 \"Q\"".to_owned(), ..Seats::default() }
    );
    let clocks = app.world().resource::<Clocks>();
    // Three seconds more for the move; the 25 seconds that Black has thought are gone, but for what moves cost nothing in.
    assert_eq!(clocks.left(Side::White), Some(Duration::from_millis(300_950)));
    assert_eq!(clocks.left(Side::Black), Some(Duration::from_millis(300_000 - 25_100)));
    assert_eq!(clocks.clock().unwrap().control(), &"2/5:00+3, 1:00".parse().unwrap());

    let folder = left("earlier-drawn", DRAWN, &format!("{TABLE}{LOOK}"));
    let app = begun(&folder);
    assert!(told(&app).is_empty(), "{:?}", told(&app));
    assert_eq!(moves(&app), "e4 Kd7");
    let offers = game(&app).game().plies().iter().map(|ply| ply.offered).collect::<Vec<_>>();
    assert_eq!(offers, [true, false]);
    let stroke = |paint, from, to| Stroke { paint, from: sq(from), to: sq(to) };
    let drawn = app.world().resource::<Drawings>();
    assert_eq!(drawn.shown(game(&app)), [stroke(Paint::Red, "d7", "d7"), stroke(Paint::Green, "e1", "d2")]);
    assert_eq!(drawn.on(endgame::game::Page::default()), [stroke(Paint::Yellow, "e2", "e2")]);
    drop(app);

    let mut app = window::headless_with(640, 400, Duration::from_millis(50), |app| {
        app.insert_resource(Folders::within(&folder));
    });
    app.world_mut().trigger(Resume);
    (0..5).for_each(|_| app.update());
    let gaze = SystemState::<Eye>::new(app.world_mut()).get(app.world()).unwrap().gaze().unwrap();
    assert!((gaze.yaw + 3.0).abs() < 1e-4 && (gaze.pitch - 0.75).abs() < 1e-4, "{gaze:?}");
    assert!((gaze.zoom - 0.875).abs() < 1e-3 && gaze.seat == Side::Black, "{gaze:?}");
}
