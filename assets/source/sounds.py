"""Makes the sounds: `python sounds.py` writes ../sounds/*.wav (16 bit, mono, 44.1 kHz), all from struck wood modes.

A knock is a handful of dying sine modes (the wood), a very short breath of filtered noise (the touch) and,
where the man is felted, a soft start. The program plays a knock faster for a light man and slower for a heavy one, so
there is one weight of each here. What was written is read again and measured: see `check_file`.
"""

import wave
from pathlib import Path

import numpy as np
from scipy.signal import butter, sosfilt

OUT = Path(__file__).resolve().parent.parent / "sounds"
RATE = 44100
PEAK = 10 ** (-6 / 20)


def knock(seconds, modes, touch=0.3, cut=2500, soft=0.0012, seed=1):
    """Modes are (hertz, loudness, seconds to die by 60 dB)."""
    t = np.arange(int(seconds * RATE)) / RATE
    out = np.zeros_like(t)
    for hertz, loud, dies in modes:
        # a struck board starts a touch sharp and settles
        phase = 2 * np.pi * hertz * (t - 0.0016 * np.exp(-t / 0.010) * 0.6)
        out += loud * np.sin(phase) * np.exp(-6.9 * t / dies)
    breath = np.random.default_rng(seed).standard_normal(len(t))
    breath = sosfilt(butter(2, [180, cut], "bandpass", fs=RATE, output="sos"), breath)
    out += touch * breath / np.abs(breath).max() * np.exp(-t / 0.006)
    return out * (1 - np.exp(-t / soft))


def room(x, amount=0.10, seed=9):
    """A few early echoes off the table and the walls, darker each time."""
    out = x.copy()
    rng = np.random.default_rng(seed)
    for k in range(7):
        late = int(RATE * (0.007 + 0.009 * k + 0.003 * rng.random()))
        dark = sosfilt(butter(1, 2400 / (1 + 0.35 * k), fs=RATE, output="sos"), x)
        if late < len(x):
            out[late:] += amount * 0.72**k * (1 if rng.random() > 0.5 else -1) * dark[: len(x) - late]
    return out


def at(total, *parts):
    out = np.zeros(int(total * RATE))
    for start, sound in parts:
        i = int(start * RATE)
        n = min(len(sound), len(out) - i)
        out[i : i + n] += sound[:n]
    return out


def finish(x, peak=PEAK):
    x = sosfilt(butter(2, 45, "highpass", fs=RATE, output="sos"), x)
    x = sosfilt(butter(2, 9000, fs=RATE, output="sos"), x)
    tail = int(0.030 * RATE)
    x[-tail:] *= np.cos(np.linspace(0, np.pi / 2, tail)) ** 2
    head = int(0.0004 * RATE)
    x[:head] *= np.linspace(0, 1, head)
    return x / np.abs(x).max() * peak


BODY = [(186, 1.0, 0.17), (327, 0.62, 0.12), (548, 0.38, 0.085), (911, 0.20, 0.055), (1430, 0.09, 0.035), (2210, 0.04, 0.022)]


def set_down(take, seconds=0.26):
    """Three takes of one man: no hand sets it down twice on the same spot, so other modes of the board answer."""
    bend, lean, seed = ((1.0, 1.0, 3), (1.021, 0.72, 43), (0.984, 1.35, 47))[take]
    # upper modes stretch a little with the spot; the lean makes the touch duller or brighter
    body = [(h * bend ** (1 + 0.25 * k), l * (lean if k % 2 else 1.0), d) for k, (h, l, d) in enumerate(BODY)]
    return room(knock(seconds, body, touch=0.36 * lean**0.5, cut=2300 * lean**0.3, soft=0.0014, seed=seed))


def capture(take):
    # the men touch: small, hard, bright; then the victor is set down
    bend, gap, seed = ((1.0, 0.072, 5), (1.06, 0.061, 53))[take]
    click = [(h * bend, l, d) for h, l, d in ((1240, 0.55, 0.055), (1985, 0.38, 0.042), (2870, 0.22, 0.030), (690, 0.35, 0.06))]
    body = [(h / bend**0.4, l, d) for h, l, d in ((172, 1.0, 0.20), (301, 0.66, 0.14), (517, 0.42, 0.095), (868, 0.24, 0.06), (1390, 0.12, 0.04))]
    a = 0.50 * knock(0.12, click, touch=0.45, cut=5200, soft=0.0005, seed=seed)
    b = knock(0.28, body, touch=0.42, cut=2600, soft=0.0012, seed=seed + 2)
    return room(at(0.36, (0.0, a), (gap, b)))


def castle():
    # two men, one after the other: the king, deep, then the rook
    king = knock(0.30, [(h * 0.82, l, d * 1.2) for h, l, d in BODY], touch=0.30, cut=1900, soft=0.0016, seed=59)
    rook = knock(0.26, [(h * 0.97, l, d) for h, l, d in BODY], touch=0.36, cut=2300, soft=0.0014, seed=61)
    return room(at(0.46, (0.0, king), (0.135, 0.85 * rook)))


def slide(take):
    # felt drawn over varnish: a breath that swells and dies
    seed, high = ((11, 1700), (67, 1500))[take]
    n = int(0.30 * RATE)
    t = np.arange(n) / RATE
    rng = np.random.default_rng(seed)
    breath = sosfilt(butter(2, [260, high], "bandpass", fs=RATE, output="sos"), rng.standard_normal(n))
    rub = sosfilt(butter(2, 30, fs=RATE, output="sos"), rng.standard_normal(n))
    shape = np.sin(np.pi * np.clip(t / 0.30, 0, 1)) ** 1.5
    return breath * shape * (1 + 0.35 * rub / np.abs(rub).max())


def check():
    one = [(392, 0.9, 0.22), (784, 0.5, 0.16), (1178, 0.22, 0.11), (1871, 0.14, 0.07), (233, 0.45, 0.14)]
    two = [(523, 0.9, 0.26), (1046, 0.45, 0.18), (1572, 0.18, 0.11), (2390, 0.10, 0.06), (262, 0.40, 0.16)]
    a = knock(0.20, one, touch=0.22, cut=3200, soft=0.0016, seed=13)
    b = knock(0.28, two, touch=0.18, cut=3400, soft=0.0016, seed=17)
    return room(at(0.38, (0.0, 0.75 * a), (0.095, b)))


def bar(hertz, seconds, seed):
    """A wooden bar of a xylophone: the note and its twelfth."""
    return knock(seconds, [(hertz, 0.9, seconds * 1.1), (hertz * 3.0, 0.22, seconds * 0.4), (hertz * 6.1, 0.06, 0.05)], touch=0.14, cut=3600, soft=0.0018, seed=seed)


def promotion():
    # the pawn has arrived: three bars upward, G C E
    return room(at(0.52, (0.05, 0.6 * bar(392.0, 0.22, 71)), (0.13, 0.75 * bar(523.3, 0.24, 73)), (0.21, bar(659.3, 0.30, 79))), 0.12)


def offer():
    # two bars that do not end: a question, E then A below
    return room(at(0.50, (0.0, 0.8 * bar(329.6, 0.26, 83)), (0.16, bar(440.0, 0.33, 89))), 0.12)


def end():
    # two low knocks, and under them a mellow open chord of wooden bars: D A D F#
    low = [(147, 1.0, 0.30), (262, 0.55, 0.20), (436, 0.30, 0.13), (742, 0.15, 0.08)]
    a = knock(0.35, low, touch=0.30, cut=1800, soft=0.0018, seed=19)
    b = knock(0.45, [(h * 0.89, l, d * 1.2) for h, l, d in low], touch=0.30, cut=1700, soft=0.0018, seed=23)
    bars = [bar for h, l in ((146.8, 0.8), (220.0, 0.55), (293.7, 0.5), (370.0, 0.36)) for bar in ((h, l, 0.95), (h * 3.93, l * 0.10, 0.25))]
    chord = knock(0.78, bars, touch=0.0, soft=0.010, seed=29)
    return room(at(0.98, (0.0, 0.7 * a), (0.17, 0.9 * b), (0.18, 0.55 * chord)), 0.13)


def low_time():
    # a tick and its echo, three times: a wooden clockwork, high and dry, so that it is not taken for a man
    tick = [(2093, 0.7, 0.050), (3136, 0.35, 0.036), (1047, 0.5, 0.070)]
    tock = [(h * 0.84, l, d * 1.15) for h, l, d in tick]
    a = knock(0.10, tick, touch=0.25, cut=6000, soft=0.0006, seed=31)
    b = knock(0.12, tock, touch=0.25, cut=5600, soft=0.0006, seed=37)
    return room(at(0.38, (0.0, a), (0.085, 0.8 * b), (0.17, a), (0.255, 0.8 * b)), 0.05)


# file, samples, peak
FILES = [
    ("set_down_1", lambda: set_down(0), PEAK),
    ("set_down_2", lambda: set_down(1), PEAK),
    ("set_down_3", lambda: set_down(2), PEAK),
    ("capture_1", lambda: capture(0), PEAK),
    ("capture_2", lambda: capture(1), PEAK),
    ("slide_1", lambda: slide(0), PEAK * 0.35),
    ("slide_2", lambda: slide(1), PEAK * 0.35),
    ("castle", castle, PEAK),
    ("check", check, PEAK),
    ("promotion", promotion, PEAK * 0.8),
    ("offer", offer, PEAK * 0.8),
    ("end", end, PEAK),
    ("low_time", low_time, PEAK * 0.8),
]

# how fast the program plays a knock by the weight of the man: `speed_of` in src/audio/tune.rs
SPEEDS = [("pawn", 1.24), ("knight", 1.10), ("bishop", 1.06), ("rook", 0.94), ("queen", 0.88), ("king", 0.80)]


def centroid(x, rate=RATE):
    """Where the middle of the spectrum lies, in hertz: how bright it sounds."""
    power = np.abs(np.fft.rfft(x)) ** 2
    return float((np.fft.rfftfreq(len(x), 1 / rate) * power).sum() / power.sum())


def check_file(path):
    """Reads a file back and refuses one that would click, clip or hum. Answers what was measured."""
    data = path.read_bytes()
    # the program reads samples from byte 44 on
    assert data[:4] == b"RIFF" and data[8:16] == b"WAVEfmt " and data[36:40] == b"data", path
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE), path
        x = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768
    seconds, peak = len(x) / RATE, np.abs(x).max()
    edge = max(abs(x[0]), abs(x[-1]))
    # nothing begins or ends in the middle of a swing: the last 0.2 ms are still, and no step of the first is high
    tail, head = np.abs(x[-9:]).max(), np.abs(np.diff(x[:18])).max()
    jump = np.abs(np.diff(x)).max()
    assert 0.1 < seconds < 1.0 and 0.05 < peak <= PEAK + 1e-4, (path, seconds, peak)
    assert edge < 1e-3 and head < 0.05 and tail < 1e-3 and jump < 0.3 and abs(x.mean()) < 1e-3, (path, edge, head, tail, jump)
    return x, f"{path.name:15} {seconds:.2f} s {path.stat().st_size / 1000:5.1f} kB  peak {20 * np.log10(peak):5.1f} dB  edges {edge:.5f}  mean {x.mean():+.5f}  centroid {centroid(x):4.0f} Hz"


def main():
    OUT.mkdir(exist_ok=True)
    total, knocks = 0, []
    for name, make, peak in FILES:
        path = OUT / f"{name}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(np.round(finish(make(), peak) * 32767).astype("<i2").tobytes())
        x, line = check_file(path)
        print(line)
        total += path.stat().st_size
        knocks += [x] if name.startswith("set_down") else []
    assert total < 1_000_000, total
    print(f"together {total / 1000:.0f} kB")
    heights = [(kind, float(np.mean([centroid(x, RATE * speed) for x in knocks]))) for kind, speed in SPEEDS]
    print("set down by weight:", ", ".join(f"{kind} {height:.0f} Hz" for kind, height in heights))
    assert all(a > b * 1.02 for (_, a), (_, b) in zip(heights, heights[1:])), heights
    # takes of one man differ, but less than a pawn from a king
    takes = [centroid(x) for x in knocks]
    assert 1.01 < max(takes) / min(takes) < heights[0][1] / heights[-1][1], takes


if __name__ == "__main__":
    main()
