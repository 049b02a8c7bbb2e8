//! LAWS sections 3 and 4 sentence by sentence: how games end, on a game as a value and in games led by the referee.

use endgame::chess::dead::{self, Winnable};
use endgame::chess::{Claim, Game, GameError, Outcome, Profile, Reason, Side};
use serde_json::{Value, json};

use crate::laws::{START, draw, game, mv, play, position, shuffle, win};
use crate::referee;

use Side::{Black, White};

/// A sentence, and what shows that it holds.
type Row = (&'static str, fn() -> bool);

fn assert_all(rows: &[Row]) {
    for (sentence, holds) in rows {
        assert!(holds(), "{sentence}");
    }
}

fn begun(fen: &str, profile: Profile) -> Game {
    game(fen, profile, "")
}

/// How the game ends that begins here and goes on with these moves, the same way in all profiles.
fn end(fen: &str, moves: &str) -> Option<Outcome> {
    let [classic, fide, online] = Profile::ALL.map(|profile| game(fen, profile, moves).outcome());
    assert_eq!((classic, fide), (fide, online), "{fen} {moves}");
    classic
}

/// The same where the profile leaves threefold repetition and fifty moves to the players.
fn end_by_claim(fen: &str, moves: &str) -> Option<Outcome> {
    let [classic, fide] = [Profile::Classic, Profile::Fide].map(|profile| game(fen, profile, moves).outcome());
    assert_eq!(classic, fide, "{fen} {moves}");
    classic
}

/// How it ends once the position was searched for a mate, looking at so many positions.
fn searched(fen: &str, budget: usize) -> Option<Outcome> {
    let mut game = begun(fen, Profile::Classic);
    game.end_if_dead(budget);
    game.outcome()
}

const DEAD: Option<Outcome> = Some(Outcome::draw(Reason::DeadPosition));

/// Rooks with nothing to take.
fn rook_ending(halfmove_clock: u32) -> String {
    format!("4k3/r7/8/8/8/8/7R/4K3 w - - {halfmove_clock} 100")
}

/// White mates by Ra8.
fn mate_in_one(halfmove_clock: u32) -> String {
    format!("4k3/8/4K3/8/8/8/8/R7 w - - {halfmove_clock} 120")
}

#[test]
fn the_ends_that_happen_by_themselves_sentence_by_sentence() {
    assert_all(&[
        ("Checkmate: the moved side wins", || {
            end(START, "f3 e5 g4 Qh4#") == win(Black, Reason::Checkmate)
                && end(START, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#") == win(White, Reason::Checkmate)
                && end(START, "f3 e5 g4").is_none()
        }),
        ("It takes precedence over the 75 moves reached by the same move", || {
            end_by_claim(&mate_in_one(149), "Ra8#") == win(White, Reason::Checkmate)
                && end_by_claim(&mate_in_one(149), "Ra7") == draw(Reason::SeventyFiveMoves)
        }),
        ("over fifty moves that end the game by themselves, too", || {
            let after = |text| game(&mate_in_one(99), Profile::Online, text).outcome();
            after("Ra8#") == win(White, Reason::Checkmate) && after("Ra7") == draw(Reason::FiftyMoves)
        }),
        ("and over a claim: there is none left", || {
            let mut mated = game(&mate_in_one(120), Profile::Classic, "Ra8#");
            let over = GameError::Over(Outcome::win(White, Reason::Checkmate));
            mated.claims().is_empty() && mated.claim(Claim::FiftyMoves, None) == Err(over)
        }),
        ("Stalemate: draw", || {
            end("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "Kg6") == draw(Reason::Stalemate)
                && end("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "Qf8+").is_none()
        }),
        ("Dead position: no sequence of legal moves mates either king", || {
            // Black mates nobody any more; White might.
            let one_sided = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1";
            let neither = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 b - - 0 1";
            searched(one_sided, dead::BUDGET).is_none() && searched(neither, dead::BUDGET) == DEAD
        }),
        ("Not a piece count: blocked pawn walls are dead", || {
            // Sixteen men, and with one pawn less they are not.
            let wall = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 b - - 0 50";
            let gap = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P2/8/4K3 b - - 0 50";
            searched(wall, dead::IN_PLAY) == DEAD && searched(gap, dead::IN_PLAY).is_none()
        }),
        ("forced sequences are dead", || {
            // The king must take the rook; where he need not, it mates.
            searched("r7/K1k5/8/8/8/8/8/8 w - - 4 3", dead::IN_PLAY) == DEAD
                && searched("r7/P7/K1k5/8/8/8/8/8 w - - 4 3", dead::IN_PLAY).is_none()
        }),
        ("fully locked positions are dead", || {
            // Eight bishops and a rook, and no way out for any; a way out for one, and they mate.
            let locked = "2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K - 0 1";
            let open = "2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPB1/3BKBNR w K - 0 1";
            searched(locked, dead::IN_PLAY) == DEAD && searched(open, dead::IN_PLAY).is_none()
        }),
        ("The core decides exactly or says that it ran out of its budget, then the game goes on", || {
            let maze = "k1b5/8/8/BpBpBpB1/bPbPbPb1/8/8/K1B5 w - - 0 1";
            let unknown = Side::ALL.map(|side| dead::winnable(&position(maze), side, 1_000));
            let mut game = begun(maze, Profile::Classic);
            game.end_if_dead(1_000);
            let next = game.position().legal_moves()[0];
            unknown.contains(&Winnable::Unknown) && game.play(next).is_ok() && game.len() == 1
        }),
        ("it must never call a live position dead", || {
            // Unlikely as it is, each side mates with help: its own line shows it.
            ["8/8/8/8/1n6/8/B7/K1k5 b - - 2 1", "8/8/4b3/4k3/8/8/8/2B1K3 w - - 0 1", "kb6/8/1K6/8/8/8/8/6N1 w - - 0 1"]
                .into_iter()
                .all(|live| {
                    let Winnable::Yes(line) = dead::winnable(&position(live), White, dead::BUDGET) else {
                        return false;
                    };
                    let mut game = begun(live, Profile::Online);
                    line.iter().for_each(|mv| game.play(*mv).unwrap());
                    searched(live, dead::BUDGET).is_none() && game.outcome() == win(White, Reason::Checkmate)
                })
        }),
        ("K-K, K+B-K and K+N-K cost nothing to detect", || {
            // Nobody has searched.
            ["4K3", "3BK3", "3NK3"].iter().all(|men| end(&format!("4k3/8/8/8/8/8/8/{men} w - - 0 1"), "") == DEAD)
                && end("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "").is_none()
                && end("7k/8/8/8/8/8/p7/K7 w - - 0 1", "Kxa2") == DEAD
        }),
        ("nor do any number of bishops all on one color", || {
            end("b1k5/1b6/2b5/8/4B3/3K1B2/6B1/8 b - - 0 1", "") == DEAD
                && end("b1k5/1b6/2b5/8/4B3/3K1B2/5B2/8 b - - 0 1", "").is_none()
        }),
        ("Fivefold repetition", || {
            let four = format!("{}Nf3 Nf6 Ng1", shuffle(3));
            end_by_claim(START, &four).is_none()
                && end_by_claim(START, &format!("{four} Ng8")) == draw(Reason::Fivefold)
        }),
        ("75 moves without capture or pawn move", || {
            let capture = "4k3/r6R/8/8/8/8/8/4K3 w - - 149 100";
            let pawn = "4k3/r7/8/8/8/8/P6R/4K3 w - - 149 100";
            end_by_claim(&rook_ending(149), "Rh3") == draw(Reason::SeventyFiveMoves)
                && end_by_claim(&rook_ending(148), "Rh3").is_none()
                && end_by_claim(capture, "Rxa7").is_none()
                && end_by_claim(pawn, "a4").is_none()
                && end_by_claim(pawn, "Rh3") == draw(Reason::SeventyFiveMoves)
        }),
        ("Flag fall", || {
            let end = referee::play("1:00", "classic", START, "@5 move e4; @64.999 tick; @65 tick");
            end[1]["outcome"] == Value::Null && end[2]["outcome"] == json!({"winner": "white", "reason": "flag_fall"})
        }),
        ("no end happens twice, and none is undone by what comes after", || {
            let mut game = game(START, Profile::Classic, "f3 e5 g4 Qh4#");
            let over = Err(GameError::Over(Outcome::win(Black, Reason::Checkmate)));
            let tried = [game.resign(Black), game.flag(Black), game.offer(White), game.accept(), game.decline()];
            tried == [over; 5] && game.outcome() == win(Black, Reason::Checkmate)
        }),
    ]);
}

/// The two ways to claim a draw by repetition or fifty moves, from a game that is one move short of it.
fn both_ways(claim: Claim, short: &Game, last: &str) -> bool {
    let last = mv(short.position(), last);
    let mut with = short.clone();
    let mut after = short.clone();
    after.play(last).unwrap();
    let early = with.clone().claim(claim, None) == Err(GameError::NoClaim(claim));
    let with = with.claim(claim, Some(last)).is_ok() && with.len() == short.len() + 1 && with.outcome().is_some();
    early && with && after.claim(claim, None).is_ok() && after.outcome() == draw(claim.reason())
}

#[test]
fn the_ends_that_a_player_asks_for_sentence_by_sentence() {
    assert_all(&[
        ("Resignation at any time, also when it is not one's turn: the opponent wins", || {
            ["", "e4", "e4 e5", "e4 e5 Nf3"].iter().all(|moves| {
                Side::ALL.into_iter().all(|side| {
                    let mut game = game(START, Profile::Classic, moves);
                    game.resign(side).is_ok() && game.outcome() == win(!side, Reason::Resignation)
                })
            })
        }),
        ("also while an offer stands, or in a pause", || {
            let mut offered = game(START, Profile::Classic, "e4");
            offered.offer(White).unwrap();
            let paused = referee::play("1:00", "classic", START, "@5 move e4; @6 pause; @7 resign white");
            offered.resign(White).is_ok()
                && offered.outcome() == win(Black, Reason::Resignation)
                && paused[2]["outcome"] == json!({"winner": "black", "reason": "resignation"})
        }),
        ("in profile fide it is drawn when the opponent cannot mate by any series of legal moves", || {
            // A knight mates with a rook's help, with a queen's it does not.
            let with = |man| format!("8/8/3k4/3n4/8/3K4/3{man}4/8 w - - 0 1");
            resigned(&with("Q"), Profile::Fide).is_none()
                && resigned(&with("R"), Profile::Fide) == Some(Black)
                && resigned(&with("Q"), Profile::Classic) == Some(Black)
        }),
        ("Draw by agreement: offer, accept", || {
            let mut game = game(START, Profile::Classic, "e4");
            game.offer(White).unwrap();
            let waits = game.outcome().is_none() && game.offer_pending() == Some(White);
            waits && game.accept().is_ok() && game.outcome() == draw(Reason::Agreement)
        }),
        ("decline", || {
            let mut game = game(START, Profile::Classic, "e4");
            game.offer(White).unwrap();
            game.decline().is_ok()
                && (game.outcome(), game.offer_pending()) == (None, None)
                && game.accept() == Err(GameError::NoOffer)
        }),
        ("an offer stands until the opponent answers or moves", || {
            let mut game = game(START, Profile::Classic, "e4 e5");
            game.offer(White).unwrap();
            // The own move is no answer, the opponent's is.
            play(&mut game, "Nf3");
            let stands = game.offer_pending() == Some(White);
            play(&mut game, "Nc6");
            stands && game.offer_pending().is_none() && game.accept() == Err(GameError::NoOffer)
        }),
        ("whoever is offered a draw and offers one agrees", || {
            let mut game = game(START, Profile::Classic, "e4");
            game.offer(White).unwrap();
            game.offer(Black).is_ok() && game.outcome() == draw(Reason::Agreement)
        }),
        ("the offer is made with one's move and is recorded", || {
            let mut game = game(START, Profile::Classic, "e4 e5");
            game.offer(White).unwrap();
            play(&mut game, "Nf3");
            // After the own move it is still that move's.
            let before = game.plies().iter().map(|ply| ply.offered).eq([false, false, true]);
            play(&mut game, "Nc6");
            game.offer(Black).unwrap();
            before && game.plies().iter().map(|ply| ply.offered).eq([false, false, true, true])
        }),
        ("a repeated offer does not spam", || {
            let mut game = game(START, Profile::Classic, "e4");
            game.offer(White).unwrap();
            let once = game.clone();
            let twice = game.offer(White) == Err(GameError::AlreadyOffered) && game == once;
            game.decline().unwrap();
            let declined = game.offer(White) == Err(GameError::AlreadyOffered) && game.offer_pending().is_none();
            // With another move another offer.
            play(&mut game, "e5");
            twice && declined && game.offer(White).is_ok()
        }),
        ("Threefold repetition: the same position for the third time", || {
            let counted = [1, 2, 3].map(|times| game(START, Profile::Classic, &shuffle(times)));
            // The start is the first time.
            counted.map(|game| game.claims()) == [vec![], vec![Claim::Threefold], vec![Claim::Threefold]]
        }),
        ("not necessarily in a row", || {
            let moves = "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8";
            let game = game(START, Profile::Classic, moves);
            game.repetition() == 3 && game.claims() == [Claim::Threefold]
        }),
        ("with the same side to move", || {
            // The kings lose a move: the same men on the same squares, but Black is to move.
            let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
            let game = game(start, Profile::Classic, "Kf2 Kf7 Kf1 Ke8 Ke1");
            game.position().pieces().eq(position(start).pieces()) && game.repetition() == 1
        }),
        ("Positions differ when castling rights differ", || {
            let rook = "Rg1 Ra7 Rh1 Ra8 Rg1 Ra7 Rh1 Ra8";
            let start = |rights| format!("r3k3/8/8/8/8/8/8/4K2R w {rights} - 0 1");
            game(&start("K"), Profile::Classic, rook).repetition() == 2
                && game(&start("-"), Profile::Classic, rook).repetition() == 3
        }),
        ("or when an en passant capture that was legally possible no longer is", || {
            let moves = "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1";
            let with = |man| format!("4k3/8/8/8/3{man}4/8/4P3/4K3 w - - 0 1");
            game(&with("p"), Profile::Classic, moves).repetition() == 2
                && game(&with("n"), Profile::Classic, moves).repetition() == 3
        }),
        ("an en passant square that nobody can legally use does not make a position different", || {
            // The pawn that could take is pinned to its king by the rook; without the rook it may.
            let moves = "e4 Kc8 Kf1 Kd8 Ke1 Kc8 Kf1 Kd8 Ke1";
            let with = |man| format!("3k4/8/8/8/3p4/8/4P3/3{man}K3 w - - 0 1");
            let [pinned, free] = ["R", "N"].map(|man| game(&with(man), Profile::Classic, moves).repetition());
            (pinned, free) == (3, 2)
        }),
        ("Claimed by the side to move", || {
            // After his move that repeats for the third time White has no claim left: it is Black's draw that ends it.
            let mut game = game(START, Profile::Classic, &format!("{}Nf3 Nf6", shuffle(1)));
            let whites = mv(game.position(), "Ng1");
            let none = game.claims_with().is_empty() && game.claim(Claim::Threefold, Some(whites)).is_err();
            play(&mut game, "Ng1");
            none && game.position().side() == Black && game.claims_with().len() == 1
        }),
        ("either for the position on the board or with the move that will produce it", || {
            let short = game(START, Profile::Classic, &format!("{}Nf3 Nf6 Ng1", shuffle(1)));
            both_ways(Claim::Threefold, &short, "Ng8")
        }),
        ("the intended move is given, and is binding if the claim fails", || {
            let mut game = begun(START, Profile::Fide);
            let knight = mv(game.position(), "Nf3");
            game.claim(Claim::Threefold, Some(knight)) == Err(GameError::NoClaim(Claim::Threefold))
                && game.plies().last().map(|ply| ply.mv) == Some(knight)
        }),
        ("Fifty moves by each side without capture or pawn move", || {
            let claims = |clock| begun(&rook_ending(clock), Profile::Classic).claims();
            let after = |text| {
                let start = "4k3/r6R/8/8/8/8/P7/4K3 w - - 99 100";
                game(start, Profile::Classic, text).claims()
            };
            claims(50).is_empty()
                && claims(99).is_empty()
                && claims(100) == [Claim::FiftyMoves]
                && (after("Rh6"), after("Rxa7"), after("a4")) == (vec![Claim::FiftyMoves], vec![], vec![])
        }),
        ("claimed in the same two ways", || {
            both_ways(Claim::FiftyMoves, &begun(&rook_ending(99), Profile::Classic), "Rh3")
        }),
    ]);
}

/// Who wins when White resigns here.
fn resigned(fen: &str, profile: Profile) -> Option<Side> {
    let mut game = begun(fen, profile);
    game.resign(White).unwrap();
    game.outcome().unwrap().winner
}

/// Who wins when White's flag falls here.
fn flagged(fen: &str, profile: Profile) -> Option<Side> {
    let mut game = begun(fen, profile);
    game.flag(White).unwrap();
    game.outcome().unwrap().winner
}

/// The table of section 4, cell by cell: what classic, fide and online say.
#[test]
fn the_profiles_cell_by_cell() {
    const BARE: &str = "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1";
    // It mates in the corner with the help of White's pawn, but the rule texts count it as too little.
    const KNIGHT: &str = "8/8/3k4/3n4/8/3K4/3P4/8 w - - 0 1";
    assert_eq!(Profile::default(), Profile::Classic);
    assert_eq!(Profile::ALL.map(|profile| begun(START, profile).profile()), Profile::ALL, "kept with the game");

    let threefold = Profile::ALL.map(|profile| game(START, profile, &shuffle(2)));
    assert_eq!(threefold.each_ref().map(Game::outcome), [None, None, draw(Reason::Threefold)]);
    assert_eq!(threefold.map(|game| game.claims()), [vec![Claim::Threefold], vec![Claim::Threefold], vec![]]);
    let fifty = Profile::ALL.map(|profile| begun(&rook_ending(100), profile));
    assert_eq!(fifty.each_ref().map(Game::outcome), [None, None, draw(Reason::FiftyMoves)]);
    assert_eq!(fifty.map(|game| game.claims()), [vec![Claim::FiftyMoves], vec![Claim::FiftyMoves], vec![]]);

    assert_eq!(Profile::ALL.map(|profile| resigned(BARE, profile)), [Some(Black), None, Some(Black)]);
    assert_eq!(Profile::ALL.map(|profile| resigned(KNIGHT, profile)), [Some(Black); 3]);
    assert_eq!(Profile::ALL.map(|profile| flagged(BARE, profile)), [None; 3]);
    assert_eq!(Profile::ALL.map(|profile| flagged(KNIGHT, profile)), [None, Some(Black), Some(Black)]);

    // A wrong claim with a move: whether the move was made, and what Black's clock shows.
    let claimed = Profile::ALL.map(|profile| {
        let script = "@10 claim threefold with e4";
        let answer = referee::play("5:00", profile.name(), START, script).pop().unwrap();
        assert_eq!(answer["ok"], false, "{profile}");
        (answer["ply"].as_u64(), answer["clocks"]["black"].as_u64())
    });
    assert_eq!(claimed, [(Some(0), Some(300_000)), (Some(1), Some(420_000)), (Some(0), Some(300_000))]);
}
