#!/usr/bin/env python3
"""Matches between chess engines, UCI or XBoard, through python-chess, which checks every move.

    match.py --games 200 --time 2+0.02 -j 2 "endgame uci" "xboard:/usr/games/sjeng"

Openings are played twice with colors reversed. Prints the score from the first engine's view, Elo with its error, and what went
wrong: illegal moves, time losses, crashes. Options of UCI engines: "uci:stockfish,UCI_LimitStrength=true,UCI_Elo=2000".
"""
import argparse, asyncio, logging, math, pathlib, shlex, time


import chess, chess.engine, chess.pgn

# What engines say beside the protocol is not of interest.
logging.getLogger("chess.engine").setLevel(logging.CRITICAL)

MARGIN = 0.05  # seconds beyond the flag that the pipe and the scheduler are given


class Features(dict):
    """What an engine declares; to set a position is taken for granted."""

    def get(self, name, default=None):
        return 1 if name == "setboard" else super().get(name, default)


class OldXBoard(chess.engine.XBoardProtocol):
    """Engines that cannot be given a position (Fairy-Max): from the usual start they need none."""

    def __init__(self):
        super().__init__()
        self.features = Features()


async def start(spec):
    kind = "uci"
    if ":" in spec and spec.split(":", 1)[0] in ("uci", "xboard"):
        kind, spec = spec.split(":", 1)
    command, *options = spec.split(",")
    protocol = chess.engine.UciProtocol if kind == "uci" else OldXBoard
    _, engine = await protocol.popen(shlex.split(command), stderr=asyncio.subprocess.DEVNULL)
    settings = dict(option.split("=", 1) for option in options)
    await engine.initialize()
    if settings:
        await engine.configure(settings)
    return engine


async def play(specs, opening, base, increment, plies):
    """One game; `specs` are White's and Black's. Returns result for White, what ended it, and the board."""
    board = chess.Board()
    for san in opening.split():
        board.push_san(san)
    clocks, engines = [base, base], [None, None]
    game = object()
    ended = None
    try:
        for index in (0, 1):
            engines[index] = await start(specs[index])
        while ended is None:
            side = 0 if board.turn else 1
            if board.is_game_over(claim_draw=False):
                ended = (board.result(), "board")
            elif board.is_repetition(3) or board.halfmove_clock >= 100:
                ended = ("1/2-1/2", "draw")
            elif board.ply() >= plies:
                ended = ("1/2-1/2", "length")
            else:
                limit = chess.engine.Limit(white_clock=max(clocks[0], 0.001), black_clock=max(clocks[1], 0.001),
                                           white_inc=increment, black_inc=increment)
                lost = "0-1" if side == 0 else "1-0"
                begun = time.perf_counter()
                try:
                    result = await asyncio.wait_for(engines[side].play(board, limit, game=game), clocks[side] + 10)
                except asyncio.TimeoutError:
                    ended = (lost, f"time {side}")
                    break
                except chess.engine.EngineError as error:
                    ended = (lost, f"fault {side} {error}")
                    break
                clocks[side] -= time.perf_counter() - begun
                if result.resigned:
                    ended = (lost, "resigned")
                elif result.move is None:
                    ended = (lost, f"fault {side} no move in {board.fen()}")
                elif clocks[side] < -MARGIN:
                    ended = (lost, f"time {side}")
                else:
                    clocks[side] = max(clocks[side], 0) + increment
                    board.push(result.move)
    finally:
        for engine in engines:
            if engine is not None:
                try:
                    await asyncio.wait_for(engine.quit(), 5)
                except Exception:
                    engine.protocol.transport.kill() if hasattr(engine, "protocol") else None
    return ended, board


def elo(score):
    score = min(max(score, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / score - 1)


def summary(wins, draws, losses):
    games = wins + draws + losses
    if not games:
        return "no games"
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score ** 2) / games
    error = 1.96 * math.sqrt(variance / games)
    return (f"+{wins} ={draws} -{losses} of {games}: {100 * score:.1f} % (±{100 * error:.1f}), "
            f"Elo {elo(score):+.0f} ({elo(score - error):+.0f} to {elo(score + error):+.0f})")


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--time", default="2+0.02", help="seconds+increment")
    parser.add_argument("-j", type=int, default=1, help="games at once")
    parser.add_argument("--openings", default=str(pathlib.Path(__file__).with_name("openings.txt")))
    parser.add_argument("--first", type=int, default=0, help="first opening")
    parser.add_argument("--plies", type=int, default=600, help="longest game")
    parser.add_argument("--pgn", help="file to write games to")
    args = parser.parse_args()
    base, increment = (float(part) for part in args.time.split("+"))
    lines = [line.strip() for line in open(args.openings, encoding="utf-8")]
    openings = [line for line in lines if line and not line.startswith("#")]
    count = {"win": 0, "draw": 0, "loss": 0}
    faults = []
    numbers = iter(range(args.games))

    async def work():
        for number in numbers:
            opening = openings[(args.first + number // 2) % len(openings)]
            specs = args.engines if number % 2 == 0 else args.engines[::-1]
            (result, why), board = await play(specs, opening, base, increment, args.plies)
            white = {"1-0": "win", "0-1": "loss"}.get(result, "draw")
            mine = white if number % 2 == 0 else {"win": "loss", "loss": "win"}.get(white, "draw")
            count[mine] += 1
            if why.startswith(("time", "fault")):
                side = int(why.split()[1])
                who = specs[side]
                faults.append(f"game {number + 1}: {who}: {why}")
                print(faults[-1], flush=True)
            if args.pgn:
                record = chess.pgn.Game.from_board(board)
                record.headers.update(White=specs[0], Black=specs[1], Result=result, Termination=why, Round=str(number + 1))
                with open(args.pgn, "a", encoding="utf-8") as file:
                    print(record, file=file, end="\n\n")
            done = sum(count.values())
            if done % 10 == 0 or done == args.games:
                print(summary(count["win"], count["draw"], count["loss"]), flush=True)

    await asyncio.gather(*(work() for _ in range(args.j)))
    print(f"faults: {len(faults)}")


asyncio.run(main())
