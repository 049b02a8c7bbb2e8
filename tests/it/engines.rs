//! Other people's engines: each fault of a fake one ends in the right message in its time, and no process is left behind; real ones
//! play.
#![cfg(unix)]

use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process, thread,
    time::{Duration, Instant},
};

use endgame::{
    chess::{Position, Profile, Side},
    engine::client::{Client, Fault, Go, Launch, Message, Patience, Task},
    game::{NewGame, Refusal, Seats, Sitter},
    opponent::TakesTime,
};

use crate::table::Table;

/// A folder for the scripts of one test, with a blank and other letters in its name.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("endgame engines ä王 {name} {}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// An engine that does what a shell script says.
    fn engine(&self, name: &str, script: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Processes that run something of this folder.
    fn processes(&self) -> usize {
        let name = self.0.to_str().unwrap();
        let mine = |entry: &fs::DirEntry| {
            fs::read(entry.path().join("cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(name))
        };
        fs::read_dir("/proc").unwrap().flatten().filter(mine).count()
    }

    /// In a moment none is left.
    fn assert_empty(&self) {
        let begun = Instant::now();
        while self.processes() > 0 {
            assert!(begun.elapsed() < Duration::from_secs(5), "a process is left behind");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A whole engine, of which a fault replaces what it says to `go` and to the rest.
fn script(go: &str, rest: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in\n{rest}\nuci) printf 'id name Fake 1\\nid author Nobody\\nuciok\\n';;\n\
         isready) echo readyok;;\ngo*) {go};;\nquit) exit 0;;\nesac; done"
    )
}

/// Short where the fault is that nothing comes, and long where something does: on a busy machine too.
fn patience(expected: &Result<String, Fault>) -> Patience {
    let short = Duration::from_millis(400);
    match expected {
        Err(Fault::NoEngine | Fault::XboardOnly) => Patience { introduction: short, ..Patience::default() },
        Err(Fault::NotReady) => Patience { readiness: short, ..Patience::default() },
        Err(Fault::NoAnswer) => Patience { thinking: short, ..Patience::default() },
        Err(Fault::NotStopped) => Patience { stopping: short, ..Patience::default() },
        _ => Patience::default(),
    }
}

fn keeper() -> Option<PathBuf> {
    Some(PathBuf::from(env!("CARGO_BIN_EXE_endgame")))
}

fn launch(program: &Path, keeper: Option<PathBuf>) -> Launch {
    Launch { program: program.to_owned(), arguments: Vec::new(), keeper }
}

fn task() -> Task {
    Task::new(Position::start(), [], Go { move_time: Some(Duration::from_millis(50)), ..Go::default() })
}

/// Asks for a move; what came of it, in so many seconds at most.
fn ask(program: &Path, keeper: Option<PathBuf>, patience: Patience) -> Result<String, Fault> {
    let mut client = Client::start(&launch(program, keeper), patience, || {})?;
    client.new_game();
    client.ask(task());
    wait(&mut client)
}

fn wait(client: &mut Client) -> Result<String, Fault> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        for message in client.poll() {
            match message {
                Message::Best(mv, _) => return Ok(mv.to_string()),
                Message::Fault(fault) => return Err(fault),
                _ => {}
            }
        }
        client.wait(Duration::from_millis(50));
    }
    panic!("nothing was heard");
}

#[test]
fn each_fault_has_its_message() {
    let folder = Folder::new("faults");
    let best = "echo bestmove e2e4";
    let illegal = |text: &str| Err(Fault::Illegal(text.to_owned()));
    let ended = |code, words: &str| Err(Fault::Ended { code: Some(code), last_words: words.to_owned() });
    let fine = || Ok("e2e4".to_owned());
    let cases: Vec<(&str, String, Result<String, Fault>)> = vec![
        ("sound", script(best, ""), fine()),
        ("ends at once", "exit 0".to_owned(), Err(Fault::NoEngine)),
        ("ends with words", "echo no network file >&2; exit 3".to_owned(), ended(3, "no network file")),
        ("says nothing", "while read -r line; do :; done".to_owned(), Err(Fault::NoEngine)),
        ("talks of other things", "echo hello; while read -r line; do echo what is $line; done".to_owned(), Err(Fault::NoEngine)),
        (
            "xboard only",
            "while read -r line; do case \"$line\" in protover*) echo 'feature ping=1 done=1';; *) echo \"Error (unknown command): \
             $line\";; esac; done"
                .to_owned(),
            Err(Fault::XboardOnly),
        ),
        (
            "silent xboard",
            "while read -r line; do case \"$line\" in protover*) echo 'feature ping=1 done=1';; esac; done".to_owned(),
            Err(Fault::XboardOnly),
        ),
        ("never ready", script(best, "isready) :;;"), Err(Fault::NotReady)),
        ("crashes when asked", script("echo out of memory >&2; exit 7", ""), ended(7, "out of memory")),
        ("kills itself", script("kill -9 $$", ""), Err(Fault::Ended { code: None, last_words: String::new() })),
        ("illegal move", script("echo bestmove e2e5", ""), illegal("e2e5")),
        ("move of nothing", script("echo bestmove e4e5", ""), illegal("e4e5")),
        ("words for a move", script("echo bestmove resign", ""), illegal("resign")),
        ("no move", script("echo 'bestmove (none)'", ""), Err(Fault::NoMove)),
        ("null move", script("echo bestmove 0000", ""), Err(Fault::NoMove)),
        ("empty move", script("echo bestmove", ""), Err(Fault::NoMove)),
        ("never answers", script(":", ""), Err(Fault::NoAnswer)),
        ("closes its output", script("exec >&-; while :; do read -r line; done", ""), Err(Fault::NoAnswer)),
        ("endless line", script("while :; do printf xxxxxxxxxxxxxxxx; done", ""), Err(Fault::TooLong)),
        ("flood", script("i=0; while [ $i -lt 20000 ]; do echo info depth $i score cp 1 pv e2e4; i=$((i+1)); done; echo bestmove e2e4", ""), fine()),
        ("two answers", script("echo bestmove e2e4; echo bestmove d2d4", ""), fine()),
        ("carriage returns", script("printf 'bestmove e2e4\\r\\n'", "isready) printf 'readyok\\r\\n';;"), fine()),
        ("garbage", script("printf '\\377\\376\\000\\nbestmove\\tmaybe\\n' >&2; printf '\\377\\n'; echo info depth; echo info score cp; echo bestmove e2e4 ponder zz", ""), fine()),
        ("odd options", script(best, "uci) printf 'option name\\noption type spin\\noption name X type dance\\nuciok\\n';;"), fine()),
        ("no name", script(best, "uci) echo uciok;;"), fine()),
        ("much on stderr", script("i=0; while [ $i -lt 3000 ]; do echo thinking hard about it all the time >&2; i=$((i+1)); done; echo bestmove e2e4", ""), fine()),
        ("deaf", "printf 'uciok\\n'; exec 3<&0; while :; do sleep 0.05; done".to_owned(), Err(Fault::NotReady)),
        ("stays after quit", script(best, "quit) while :; do sleep 0.05; done;;"), fine()),
    ];
    for (name, script, expected) in &cases {
        let program = folder.engine(name, script);
        let begun = Instant::now();
        let mut found = ask(&program, keeper(), patience(expected));
        // A keeper hands over the exit code, not the signal.
        if let (Err(Fault::Ended { code, .. }), Err(Fault::Ended { code: None, .. })) = (&mut found, expected) {
            *code = None;
        }
        assert_eq!(found, *expected, "{name}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{name}: {:?}", begun.elapsed());
    }
    folder.assert_empty();
    assert_eq!(
        ask(&folder.0.join("nobody"), keeper(), Patience::default()),
        Err(Fault::Missing(folder.0.join("nobody")))
    );
    let path = folder.engine("not executable", "exit 0");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(matches!(ask(&path, None, Patience::default()), Err(Fault::NotStarted { .. })));
    assert!(cases.len() > 20);
}

#[test]
fn an_answer_that_nobody_wants_is_dropped() {
    let folder = Folder::new("stale");
    // Answers when it is told to stop, or after the second question.
    let fake =
        "n=0; ".to_owned() + &script("n=$((n+1)); [ $n -gt 1 ] && echo bestmove d2d4", "stop) echo bestmove e2e4;;");
    let program = folder.engine("stale", &fake);
    let calm = Patience { thinking: Duration::from_secs(20), stopping: Duration::from_secs(20), ..Patience::default() };
    let mut client = Client::start(&launch(&program, keeper()), calm, || {}).unwrap();
    client.ask(Task::new(Position::start(), [], Go { infinite: true, ..Go::default() }));
    while !client.is_thinking() || client.identity().name.is_empty() {
        client.poll();
        client.wait(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(100));
    client.poll();
    client.ask(task());
    assert_eq!(wait(&mut client).unwrap(), "d2d4");
    drop(client);
    // One that does not stop when it is told to is given up.
    let program = folder.engine("unstoppable", &script(":", ""));
    let strict = patience(&Err(Fault::NotStopped));
    let mut client = Client::start(&launch(&program, keeper()), strict, || {}).unwrap();
    client.ask(Task::new(Position::start(), [], Go { infinite: true, ..Go::default() }));
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(1500) {
        client.poll();
        client.wait(Duration::from_millis(20));
    }
    client.ask(task());
    assert_eq!(wait(&mut client), Err(Fault::NotStopped));
    drop(client);
    folder.assert_empty();
}

#[test]
fn an_engine_that_dies_in_mid_game_leaves_the_game_to_a_person() {
    let folder = Folder::new("game");
    let fake = "n=0; ".to_owned() + &script("n=$((n+1)); case $n in 1) echo bestmove e7e5;; *) exit 5;; esac", "");
    let program = folder.engine("mortal", &fake);
    let mut table = Table::new();
    table.app.insert_resource(TakesTime(false));
    let sitters = [Sitter::Human, Sitter::Engine(program.to_str().unwrap().to_owned())];
    let seats = Seats { sitters, ..Seats::default() };
    table.ask(NewGame { start: Position::start(), profile: Profile::Classic, seats });
    table.settle();
    table.play("e2e4");
    until(&mut table, |table| table.game().game().len() == 2);
    table.play("g1f3");
    until(&mut table, |table| table.game().is_human(Side::Black));
    assert!(matches!(table.notice(), Some(Refusal::EngineFailed { .. })), "{:?}", table.notice());
    assert_eq!(table.moves(), "e4 e5 Nf3", "the game is kept");
    // The person plays on for it.
    table.play("b8c6");
    assert_eq!(table.moves(), "e4 e5 Nf3 Nc6");
    table.assert_scene();
    drop(table);
    folder.assert_empty();
}

#[test]
fn real_engines_play_at_the_table() {
    let mut table = Table::new();
    let names: Vec<String> =
        table.app.world().resource::<endgame::opponent::Engines>().names().map(str::to_owned).collect();
    let found = |name: &str| names.iter().any(|known| known == name);
    let engine = |name: &str| if found(name) { Sitter::Engine(name.to_owned()) } else { Sitter::Computer(3) };
    if !found("stockfish") && !found("gnuchess") {
        eprintln!("skipped: neither Stockfish nor GNU Chess is here");
        return;
    }
    table.app.insert_resource(TakesTime(false));
    let seats = Seats { sitters: [engine("stockfish"), engine("gnuchess")], ..Seats::default() };
    table.ask(NewGame { start: Position::start(), profile: Profile::Classic, seats });
    let control = "0:10".parse().unwrap();
    let clock = endgame::chess::clock::Clock::new(control, Side::White).unwrap();
    table.ask(endgame::game::SetClocks(clock));
    table.settle();
    // Here time passes as on the wall: a frame is fifty milliseconds.
    for _ in 0..600 {
        if table.game().game().len() >= 12 || table.game().game().outcome().is_some() {
            break;
        }
        table.wait(1);
        thread::sleep(Duration::from_millis(48));
    }
    table.settle();
    assert!(table.game().game().len() >= 12, "{:?} after {}", table.notice(), table.moves());
    assert!(!table.game().is_human(Side::White) && !table.game().is_human(Side::Black));
    table.assert_scene();
}

/// Lets frames pass until something is so.
fn until(table: &mut Table, is_so: impl Fn(&Table) -> bool) {
    let begun = Instant::now();
    while !is_so(table) {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing came of it: {:?}", table.notice());
        table.wait(1);
        thread::sleep(Duration::from_millis(2));
    }
    table.settle();
}
