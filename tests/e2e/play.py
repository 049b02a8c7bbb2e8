#!/usr/bin/env python3
"""The real window under Xvfb: xdotool clicks and drags play a game to mate, promote a pawn, and watch a game.

Needs xvfb, xdotool, imagemagick and a build with the feature `dev`:
    cargo build --release --features dev && tests/e2e/play.py target/release/endgame [FOLDER FOR SCREENSHOTS]
After each move the position that the game reports is compared with the men that it draws.
"""

import concurrent.futures
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

WIDTH, HEIGHT = 640, 360
ADDRESS = "http://127.0.0.1:15702"


WAKE = lambda: None  # set when there is a window: a program at rest answers only when an event wakes it


def remote(method, **params):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    request = urllib.request.Request(ADDRESS, body, {"Content-Type": "application/json"})
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        coming = pool.submit(lambda: json.load(urllib.request.urlopen(request, timeout=20)))
        while not coming.done():
            WAKE()
            concurrent.futures.wait([coming], timeout=0.3)
        answer = coming.result()
    if "error" in answer:
        raise RuntimeError(answer["error"])
    return answer["result"]


def resource(name):
    return remote("world.get_resources", resource=name)["value"]


def components(*names):
    rows = remote("world.query", data={"components": list(names)})
    return [row["components"] for row in rows]


def men():
    at, figure = "endgame::pieces::At", "endgame::pieces::Figure"
    return {row[at]: row[figure] for row in components(at, figure)}


def board_of(fen):
    board = {}
    for rank, row in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board["abcdefgh"[file] + str(8 - rank)] = letter
                file += 1
    return board


class Game:
    def __init__(self, program, folder, *arguments):
        self.folder = folder
        self.display = ":97"
        self.home = tempfile.TemporaryDirectory()
        settings = pathlib.Path(self.home.name, "config/endgame")
        settings.mkdir(parents=True)
        (settings / "settings.toml").write_text('detail = "low"\nsound = false\n')
        self.environment = dict(os.environ, RUST_LOG="warn,endgame=trace", NO_COLOR="1", DISPLAY=self.display, XDG_RUNTIME_DIR=self.home.name,
                                XDG_CONFIG_HOME=str(pathlib.Path(self.home.name, "config")))
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.server = subprocess.Popen(["Xvfb", self.display, "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
                                       stderr=subprocess.DEVNULL)
        self.program = None
        try:
            self.open(program, arguments)
        except BaseException:
            self.close()
            raise

    def open(self, program, arguments):
        time.sleep(1)
        # Another working folder than the project's.
        self.program = subprocess.Popen([program, "--windowed", f"{WIDTH}x{HEIGHT}", *arguments], env=self.environment, cwd="/",
                                        stderr=open(pathlib.Path(self.folder, "stderr.txt"), "w"))
        for _ in range(120):
            try:
                if components("endgame::dev::OnScreen"):
                    break
            except OSError:
                pass
            time.sleep(0.5)
        self.window = self.x("search", "--onlyvisible", "--name", "^Endgame$").split()[0]
        self.x("windowfocus", self.window)
        global WAKE
        WAKE = self.wake
        self.settle()

    def x(self, *words):
        return subprocess.run(["xdotool", *words], env=self.environment, check=True, capture_output=True, text=True).stdout

    def wake(self):
        """A key that means nothing."""
        self.x("key", "Shift_L")

    def place(self, square):
        tile, seen = "endgame::board::Tile", "endgame::dev::OnScreen"
        for row in components(tile, seen):
            if row[tile] == square:
                return round(row[seen]["x"]), round(row[seen]["y"])
        raise KeyError(square)

    def point(self, square):
        x, y = self.place(square)
        self.x("mousemove", "--window", self.window, str(x), str(y))

    def click(self, square):
        self.point(square)
        self.x("click", "1")
        time.sleep(0.3)

    def drag(self, start, end, shot=None):
        self.point(start)
        self.x("mousedown", "1")
        (x0, y0), (x1, y1) = self.place(start), self.place(end)
        for part in (0.3, 0.6, 1.0):
            self.x("mousemove", "--window", self.window, str(round(x0 + (x1 - x0) * part)), str(round(y0 + (y1 - y0) * part)))
            time.sleep(0.2)
        if shot:
            self.shot(shot)
        self.x("mouseup", "1")
        time.sleep(0.3)

    def key(self, name):
        self.x("key", name)
        time.sleep(0.5)

    def settle(self):
        """Waits until no frame is drawn for a second."""
        for _ in range(200):
            before = self.frames()
            time.sleep(1)
            if self.frames() == before:
                return
        raise RuntimeError("frames are drawn for ever")

    def frames(self):
        """Frames drawn so far, from the program's own count in its log."""
        lines = pathlib.Path(self.folder, "stderr.txt").read_text().splitlines()
        return int(next((line.rsplit(" ", 1)[1] for line in reversed(lines) if " frame " in line), 0))

    def shown(self):
        return resource("endgame::dev::Shown")

    def check(self):
        self.settle()
        shown = self.shown()
        assert men() == board_of(shown["fen"]), (men(), shown)
        return shown

    def shot(self, name):
        time.sleep(0.7)
        path = pathlib.Path(self.folder, f"{name}.png")
        subprocess.run(["import", "-window", "root", "-crop", f"{WIDTH}x{HEIGHT}+0+0", str(path)],
                       env=self.environment, check=True)

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.program.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def idle(self, seconds=10):
        """Frames drawn and share of a core used while nothing happens."""
        self.settle()
        time.sleep(1)
        frames, cpu = self.frames(), self.cpu()
        time.sleep(seconds)
        used = self.cpu() - cpu
        return self.frames() - frames, used / seconds

    def close(self):
        if self.program:
            self.program.send_signal(signal.SIGTERM)
            self.program.wait(10)
        self.server.terminate()
        self.server.wait(10)


def play_to_mate(game):
    game.shot("start")
    game.check()
    # From above no man hides the square behind it.
    game.key("3")
    game.check()
    game.click("f2"), game.click("f3")
    game.check()
    game.drag("e7", "e5", shot="drag")
    game.check()
    frames, share = game.idle()
    print(f"idle after a move: {frames} frames, {100 * share:.2f} % of a core")
    assert frames == 0
    game.drag("g2", "g4")
    game.check()
    game.click("d8"), game.click("h4")
    shown = game.check()
    game.shot("result")
    assert shown["outcome"] == "checkmate", shown
    print("mate:", shown["fen"])


def promote(game):
    game.key("3")
    game.settle()
    game.drag("a7", "a8")
    before = game.check()
    assert before["ply"] == 0, before
    game.shot("promotion")
    game.key("n")
    shown = game.check()
    assert shown["fen"].startswith("N3k3/"), shown
    print("promoted:", shown["fen"])


def watch(game):
    game.check()
    for ply in (1, 2, 3, 4, 5, 4, 3):
        game.key("Right" if ply > game.shown()["ply"] else "Left")
        shown = game.check()
        assert shown["ply"] == ply, shown
    game.key("End")
    game.check()
    game.shot("replay")
    print("watched:", game.shown()["fen"])


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    folder = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()
    games = pathlib.Path(__file__).resolve().parents[2] / "assets/games/great-games.pgn"
    for part, *arguments in (
        (play_to_mate,),
        (promote, "--fen", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
        (watch, str(games)),
    ):
        game = Game(program, folder, *arguments)
        try:
            part(game)
        finally:
            game.close()
    print("screenshots in", folder)


if __name__ == "__main__":
    main()
