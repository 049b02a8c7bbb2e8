#!/usr/bin/env python3
"""`endgame uci` driven by python-chess, which checks what it says: options, analysis, play, pondering, quit.

    uci.py target/release/endgame
"""
import asyncio, sys, time

import chess, chess.engine


async def options(engine):
    for name in ("Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "Level", "UCI_Chess960", "Clear Hash"):
        assert name in engine.options, name
    assert engine.options["Hash"].min == 1 and engine.options["Hash"].max >= 1024
    await engine.configure({"Hash": 8, "Threads": 2, "Move Overhead": 20})


async def analysis(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
    info = await engine.analyse(board, chess.engine.Limit(depth=6))
    assert info["pv"][0] == chess.Move.from_uci("f3f7"), info
    assert info["score"].relative == chess.engine.Mate(1), info
    lines = await engine.analyse(chess.Board(), chess.engine.Limit(depth=8), multipv=3)
    assert len(lines) == 3 and len({line["pv"][0] for line in lines}) == 3, lines
    # An endless one ends when it is told to.
    with await engine.analysis(chess.Board()) as endless:
        begun = None
        async for info in endless:
            if info.get("depth", 0) >= 8:
                begun = time.perf_counter()
                endless.stop()
                break
        await endless.wait()
        passed = time.perf_counter() - begun
    assert passed < 1, f"{passed} s to stop"
    # Only these moves.
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    result = await engine.play(chess.Board(), chess.engine.Limit(depth=5), root_moves=only)
    assert result.move in only


async def play(engine, board, plies, ponder=False):
    """Games against itself; python-chess refuses illegal moves."""
    for _ in range(plies):
        if board.is_game_over():
            break
        limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01)
        result = await engine.play(board, limit, ponder=ponder)
        assert result.move in board.legal_moves
        board.push(result.move)
    assert board.ply() > 2


async def main():
    transport, engine = await chess.engine.popen_uci([sys.argv[1], "uci"])
    assert engine.id["name"].startswith("Endgame"), engine.id
    await options(engine)
    await analysis(engine)
    await play(engine, chess.Board(), 30)
    await play(engine, chess.Board(), 12, ponder=True)
    for number in (0, 518, 959):
        await play(engine, chess.Board.from_chess960_pos(number), 16)
    await engine.configure({"Level": 2})
    await play(engine, chess.Board(), 20)
    await engine.ping()
    await engine.quit()
    code = await asyncio.wait_for(engine.returncode, 5)
    assert code == 0, code
    print("fine")


asyncio.run(main())
