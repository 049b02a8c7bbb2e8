//! Games that were left: saved, opened again, and gone on with, with their clocks.

use std::{fs, path::Path};

use endgame::{
    chess::{Profile, Side},
    game::{Mode, NewGame, Refusal, Seats, ShowPly, TakeBack},
    replay::{Library, OpenGame, OpenPgn, PlayFromHere, SaveGame, SaveToCollection, ToEnd},
    screens::Overlay,
    settings::{Motion, Settings},
};

use crate::{
    clock_flow::{START, clocks, left, pass, play, play_refused, press, running, step, timed},
    replay::folder,
    table::Table,
};

/// Opens a file and goes on from the end of its game.
fn go_on(table: &mut Table, file: &Path) {
    table.ask(OpenPgn(file.to_owned()));
    table.ask(ToEnd);
    table.settle();
    table.ask(PlayFromHere);
    table.settle();
}

fn opened(text: &str, name: &str) -> (Table, std::path::PathBuf) {
    let file = folder(name).join("games.pgn");
    fs::write(&file, text).unwrap();
    let mut table = Table::new();
    table.app.world_mut().resource_mut::<Settings>().motion = Motion::Off;
    table.ask(OpenPgn(file.clone()));
    (table, file)
}

fn words(file: &Path) -> String {
    fs::read_to_string(file).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_that_was_left_goes_on_with_its_clocks() {
    let file = folder("left").join("left.pgn");
    let mut table = timed(START, Profile::Fide, "2/5:00+3, 1:00");
    pass(&mut table, 1_500);
    play(&mut table, "e4");
    pass(&mut table, 61_000);
    play(&mut table, "e5");
    // White had thought for ten seconds.
    pass(&mut table, 10_000);
    table.ask(SaveGame(file.clone()));
    let saved = words(&file);
    assert!(saved.ends_with("1... e5 {[%clk 0:04:02] [%emt 0:01:01] [%thought 0:00:10]} *"), "{saved}");
    let shown = left(&table);
    assert_eq!(shown, (291_500, 242_000));

    // Another day, at a table where time is given by hand.
    let mut table = timed(START, Profile::Classic, "9:00");
    go_on(&mut table, &file);
    assert_eq!((table.game().mode(), table.moves().as_str()), (Mode::Play, "e4 e5"));
    assert_eq!(table.game().game().profile(), Profile::Fide);
    // Paused as any pause: no time is lost and no move is made until somebody goes on.
    assert_eq!((table.overlay(), running(&table), left(&table)), (Overlay::Pause, None, shown));
    step(&mut table, 3_600_000);
    play_refused(&mut table, "Nf3");
    assert_eq!((table.notice(), left(&table)), (Some(Refusal::Paused), shown));
    press(&mut table, "pause-resume");
    assert_eq!((table.overlay(), running(&table)), (Overlay::None, Some(Side::White)));
    pass(&mut table, 2_000);
    assert_eq!(left(&table), (289_500, 242_000));
    // The second move brings the second period, as it would have.
    play(&mut table, "Nf3");
    assert_eq!(left(&table), (289_500 + 60_000, 242_000));
    assert_eq!(clocks(&table).clock().unwrap().stamps().last().unwrap().spent.as_millis(), 12_000);
    // Taken back beyond where it was left.
    table.ask(TakeBack);
    assert_eq!((left(&table), running(&table)), ((301_500, 242_000), Some(Side::White)));
    table.ask(TakeBack);
    assert_eq!((left(&table), running(&table)), ((301_500, 300_000), Some(Side::Black)));
    play(&mut table, "c5 Nf3");
    table.settle();
    table.assert_scene();
    table.ask(SaveGame(file.clone()));
    let saved = words(&file);
    assert!(saved.contains("[TimeControl \"2/300+3:60\"]") && saved.contains("[Profile \"fide\"]"), "{saved}");
    assert!(
        saved.contains("1. e4 {[%clk 0:05:01.5] [%emt 0:00:01.5]} 1... c5 {[%clk 0:05:03] [%emt 0:00:00]} (1... e5")
    );
    assert_eq!(saved.matches("[%thought").count(), 1, "only that of the line that was left: {saved}");
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
}

#[test]
fn only_the_end_of_an_unfinished_game_is_gone_on_with() {
    let unfinished = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n";
    let (mut table, file) = opened(&format!("{unfinished}1. e4 e5 1-0\n\n1. f3 e5 2. g4 Qh4# *\n"), "which");
    // Its end: with the names, without clocks, at once.
    table.ask(ToEnd);
    table.ask(PlayFromHere);
    table.settle();
    assert_eq!((table.moves().as_str(), table.overlay()), ("e4 e5 Nf3", Overlay::None));
    assert_eq!((table.game().seats().white.as_str(), clocks(&table).clock().is_none()), ("A", true));
    assert_eq!(table.app.world().resource::<Library>().current, Some(0));
    play(&mut table, "Nc6");
    assert_eq!(table.moves(), "e4 e5 Nf3 Nc6");
    // Another place of it, and games that are over: a game of one's own.
    for (number, ply) in [(0, 2), (1, 2), (2, 3), (2, 4)] {
        table.ask(OpenGame(number));
        table.ask(ShowPly(ply));
        let position = *table.position();
        table.ask(PlayFromHere);
        table.settle();
        assert_eq!((table.game().mode(), table.game().game().len()), (Mode::Play, 0), "game {number}, ply {ply}");
        assert_eq!(table.position(), &position);
        assert_eq!(table.app.world().resource::<Library>().current, None);
    }
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
}

#[test]
fn a_game_that_was_gone_on_with_is_saved_back_to_its_place() {
    let (before, behind) = ("[Event \"a\"]\n\n1.  e4 *\n\n\n", "\n\n[Event \"c\"]\n\n1.c4   *\n");
    let game = "[Event \"b\"]\n[White \"Me\"]\n[Annotator \"me\"]\n\n1. d4 d5 {so?} (1... Nf6 $1) 2. c4 {to be gone on with} *\n";
    let (mut table, file) = opened(&format!("{before}{game}{behind}"), "back-to-its-place");
    table.ask(OpenGame(1));
    table.ask(ToEnd);
    table.ask(PlayFromHere);
    table.settle();
    play(&mut table, "e6");
    table.ask(SaveToCollection);
    assert_eq!(table.notice(), Some(Refusal::Saved { file: file.display().to_string() }));
    let tags = "[Event \"b\"]\n[White \"Me\"]\n[Annotator \"me\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n";
    let one = "1. d4 d5 {so?} (1... Nf6 $1) 2. c4 {to be gone on with}";
    let saved = fs::read_to_string(&file).unwrap();
    assert_eq!(saved, format!("{before}{tags}{one} 2... e6 *\n{behind}"));
    // Gone on with, and over; once more into the same place.
    play(&mut table, "Nc3");
    table.ask(endgame::game::Resign(Side::Black));
    table.ask(SaveToCollection);
    let tags = tags.replace('*', "1-0").replace("unterminated", "normal");
    let saved = fs::read_to_string(&file).unwrap();
    assert_eq!(saved, format!("{before}{tags}{one} 2... e6 3. Nc3 1-0\n{behind}"));
    // A new game is no game of the collection.
    let start = *table.game().game().start();
    table.ask(NewGame { start, profile: Profile::Classic, seats: Seats::default() });
    play(&mut table, "e4");
    table.ask(SaveToCollection);
    assert_eq!(fs::read_to_string(&file).unwrap(), saved);
    assert!(!table.app.world().resource::<Library>().takes_back());
    fs::remove_dir_all(file.parent().unwrap()).unwrap();
}
