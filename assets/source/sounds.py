"""Makes the sounds: `python sounds.py` writes ../sounds/*.wav (16 bit, mono, 44.1 kHz), all from struck wood modes.

A knock is a handful of dying sine modes (the wood), a very short breath of filtered noise (the touch) and,
where the man is felted, a soft start.
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


def set_down():
    body = [(186, 1.0, 0.17), (327, 0.62, 0.12), (548, 0.38, 0.085), (911, 0.20, 0.055), (1430, 0.09, 0.035), (2210, 0.04, 0.022)]
    return room(knock(0.26, body, touch=0.36, cut=2300, soft=0.0014, seed=3))


def capture():
    # the men touch: small, hard, bright; then the victor is set down
    click = [(1240, 0.55, 0.055), (1985, 0.38, 0.042), (2870, 0.22, 0.030), (690, 0.35, 0.06)]
    body = [(172, 1.0, 0.20), (301, 0.66, 0.14), (517, 0.42, 0.095), (868, 0.24, 0.06), (1390, 0.12, 0.04)]
    a = 0.50 * knock(0.12, click, touch=0.45, cut=5200, soft=0.0005, seed=5)
    b = knock(0.28, body, touch=0.42, cut=2600, soft=0.0012, seed=7)
    return room(at(0.36, (0.0, a), (0.072, b)))


def slide():
    # felt drawn over varnish: a breath that swells and dies
    n = int(0.30 * RATE)
    t = np.arange(n) / RATE
    rng = np.random.default_rng(11)
    breath = sosfilt(butter(2, [260, 1700], "bandpass", fs=RATE, output="sos"), rng.standard_normal(n))
    rub = sosfilt(butter(2, 30, fs=RATE, output="sos"), rng.standard_normal(n))
    shape = np.sin(np.pi * np.clip(t / 0.30, 0, 1)) ** 1.5
    return breath * shape * (1 + 0.35 * rub / np.abs(rub).max())


def check():
    one = [(392, 0.9, 0.22), (784, 0.5, 0.16), (1178, 0.22, 0.11), (1871, 0.14, 0.07), (233, 0.45, 0.14)]
    two = [(523, 0.9, 0.26), (1046, 0.45, 0.18), (1572, 0.18, 0.11), (2390, 0.10, 0.06), (262, 0.40, 0.16)]
    a = knock(0.20, one, touch=0.22, cut=3200, soft=0.0016, seed=13)
    b = knock(0.28, two, touch=0.18, cut=3400, soft=0.0016, seed=17)
    return room(at(0.38, (0.0, 0.75 * a), (0.095, b)))


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


def main():
    OUT.mkdir(exist_ok=True)
    for make, peak in ((set_down, PEAK), (capture, PEAK), (slide, PEAK * 0.35), (check, PEAK), (end, PEAK), (low_time, PEAK * 0.8)):
        x = finish(make(), peak)
        path = OUT / f"{make.__name__}.wav"
        assert np.abs(x).max() <= PEAK + 1e-6 and abs(x[0]) < 1e-3 and abs(x[-1]) < 1e-3
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(np.round(x * 32767).astype("<i2").tobytes())
        print(f"{path.name:14} {len(x) / RATE:.2f} s {path.stat().st_size / 1000:5.1f} kB")


if __name__ == "__main__":
    main()
