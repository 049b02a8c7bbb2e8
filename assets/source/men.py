"""Makes the chess men: `python men.py` writes ../models/men.glb and checks what it wrote.

One unit is the side of a board square. The men stand on y = 0, the knight looks along -Z.
"""

from dataclasses import replace

import numpy as np

import lean
import solid
from horse import Horse
from making import make
from parts import Tower, cross, knight, knob, lean_knight, pad, saw
from turning import Outline, turn

#        radius of the base, height
SIZES = dict(Pawn=(0.275, 0.86), Knight=(0.33, 1.15), Bishop=(0.33, 1.22), Rook=(0.33, 0.98), Queen=(0.36, 1.45), King=(0.38, 1.67))
GRAIN = dict(Pawn=(0.3, 1.1, 0.2), Knight=(2.3, 0.4, 1.7), Bishop=(4.1, 2.2, 3.3), Rook=(6.6, 3.1, 0.9), Queen=(8.2, 5.0, 2.6), King=(9.7, 6.3, 4.8))


def foot(radius, scale=1.0):
    """The base all men share: felt, a plinth, a fillet, a broad cushion and a ring."""
    s = scale
    o = pad(radius)
    o.step(0, 0.040 * s - 0.006)
    o.arc(radius - 0.020, o.end[1] + 0.020 * s, 0.35)
    o.step(-0.014, 0.004)
    o.step(0, 0.006)
    o.bead(0.034 * s, 0.013)
    o.step(-0.012, 0.004)
    return o


def pawn():
    o = foot(0.275, 0.9)
    o.curve(0.152, 0.205, (0.000, 0.052), (0.062, -0.010))
    o.step(0, 0.010).bead(0.026, 0.011).step(-0.012, 0.004)
    o.curve(0.080, 0.500, (-0.048, 0.060), (0.000, -0.150))
    o.curve(0.106, 0.532, (0.001, 0.012), (-0.014, -0.008))
    o.step(0.044, 0.006).arc(0.150, 0.560, 0.8).step(-0.040, 0.010)
    o.step(0, 0.012).step(-0.014, 0.004)
    return knob(o, 0.154, 0.706, 0.090)


def rook():
    o = foot(0.33, 1.0)
    o.curve(0.212, 0.225, (0.000, 0.058), (0.070, -0.010))
    o.step(0, 0.010).bead(0.030, 0.012).step(-0.014, 0.004)
    o.curve(0.148, 0.560, (-0.044, 0.070), (0.000, -0.170))
    o.curve(0.180, 0.640, (0.000, 0.035), (-0.018, -0.022))
    o.step(0.022, 0.004).bead(0.034, 0.016).step(-0.010, 0.004)
    o.curve(0.205, 0.735, (0.000, 0.020), (-0.006, -0.020))
    o.step(0.022, 0.006)
    return o


TOWER = Tower(floor=0.895, top=0.98, out=0.232, inner=0.158, cup=0.835, walls=6, width=38)
LOW_TOWER = replace(TOWER, cup=TOWER.floor, inner=0.15, width=34)


def bishop():
    o = foot(0.33, 1.0)
    o.curve(0.186, 0.228, (0.000, 0.060), (0.078, -0.010))
    o.step(0, 0.010).bead(0.030, 0.012).step(-0.014, 0.004)
    o.curve(0.086, 0.640, (-0.064, 0.075), (0.000, -0.230))
    o.curve(0.118, 0.700, (0.001, 0.024), (-0.014, -0.014))
    o.step(0.050, 0.008).arc(0.168, 0.728, 0.8).step(-0.040, 0.012)
    o.step(0, 0.006).bead(0.026, 0.012).step(-0.016, 0.005)
    o.curve(0.092, 0.832, (-0.008, 0.014), (0.000, -0.020))
    o.curve(0.150, 0.930, (0.010, 0.026), (0.000, -0.040))
    o.curve(0.036, 1.128, (0.000, 0.090), (0.036, -0.030))
    o.step(-0.004, 0.006)
    return knob(o, 0.043, 1.177, 0.028)


def cleft():
    """The cut in the mitre: oblique, from the upper right to a little past the middle."""
    return saw(0.0125, 0.30, 0.40, 52, -28, (-0.012, 0.925, 0.0))


def queen():
    o = foot(0.36, 1.05)
    o.curve(0.208, 0.244, (0.000, 0.064), (0.080, -0.010))
    o.step(0, 0.010).bead(0.032, 0.013).step(-0.014, 0.004)
    o.curve(0.094, 0.790, (-0.082, 0.095), (0.000, -0.300))
    o.curve(0.126, 0.855, (0.001, 0.026), (-0.014, -0.014))
    o.step(0.056, 0.008).arc(0.182, 0.886, 0.8).step(-0.044, 0.012)
    o.step(0, 0.006).bead(0.028, 0.013).step(-0.014, 0.005).step(0, 0.005).bead(0.020, 0.009).step(-0.012, 0.004)
    return o.line(0.0, o.end[1])


def coronet():
    o = Outline(0.0, 0.985).line(0.108, 0.985)
    o.curve(0.098, 1.020, (-0.004, 0.010), (0.000, -0.014))
    o.curve(0.208, 1.316, (0.000, 0.130), (-0.052, -0.080))
    o.line(0.186, 1.322)
    o.curve(0.150, 1.268, (-0.014, -0.026), (0.016, 0.010))
    o.curve(0.040, 1.356, (-0.030, 0.050), (0.050, -0.010))
    o.step(-0.006, 0.006)
    return knob(o, 0.048, 1.402, 0.030)


SCALLOPS = 9


def scallop(p):
    """Nine round bites out of the queen's rim."""
    r, y, angle = np.hypot(p[..., 0], p[..., 2]), p[..., 1], np.arctan2(p[..., 0], p[..., 2])
    t = (angle * SCALLOPS / (2 * np.pi)) % 1.0 * 2 - 1
    bite = np.sqrt(np.clip(1 - t * t, 0, 1) + 0.0004) * 0.046
    near = np.clip((y - 1.215) / 0.10, 0, 1) ** 1.3 * np.clip((r - 0.12) / 0.05, 0, 1)
    return p - np.stack([np.zeros_like(r), bite * near, np.zeros_like(r)], -1)


def king():
    o = foot(0.38, 1.10)
    o.curve(0.222, 0.256, (0.000, 0.068), (0.084, -0.010))
    o.step(0, 0.010).bead(0.034, 0.014).step(-0.014, 0.004)
    o.curve(0.102, 0.850, (-0.088, 0.100), (0.000, -0.330))
    o.curve(0.136, 0.920, (0.001, 0.028), (-0.014, -0.014))
    o.step(0.058, 0.008).arc(0.194, 0.954, 0.8).step(-0.046, 0.012)
    o.step(0, 0.006).bead(0.030, 0.014).step(-0.014, 0.005).step(0, 0.005).bead(0.022, 0.010).step(-0.014, 0.004)
    o.curve(0.108, 1.085, (-0.006, 0.014), (0.000, -0.026))
    o.curve(0.196, 1.352, (0.004, 0.120), (-0.030, -0.080))
    o.step(0.010, 0.002).bead(0.026, 0.010).step(-0.016, 0.003)
    o.curve(0.064, 1.440, (-0.022, 0.060), (0.064, -0.006))
    o.step(0, 0.006).bead(0.024, 0.010).step(-0.012, 0.004)
    o.curve(0.030, 1.500, (-0.012, 0.006), (0.002, -0.014))
    o.line(0.0, 1.506)
    return o


def pattee(fine):
    return cross(1.562, 0.108, 0.019, 0.060, 0.034, fine)


def knight_base():
    o = foot(0.33, 1.0)
    o.curve(0.268, 0.196, (0.000, 0.052), (0.020, -0.010))
    o.step(-0.004, 0.006).bead(0.026, 0.010).step(-0.012, 0.004)
    o.line(0.0, o.end[1] + 0.002)
    return o


def high():
    horse = Horse()
    return dict(
        Pawn=turn(pawn().fine(), 44),
        Knight=knight(horse, 12400, turn(knight_base().fine(), 48)),
        Bishop=solid.cut(turn(bishop().fine(), 48), cleft()),
        Rook=TOWER.on(rook().fine(), (4, 3), 0.006),
        Queen=solid.join(turn(queen().fine(), 48), turn(coronet().fine(), 72, scallop)),
        King=solid.join(turn(king().fine(), 48), pattee(True)),
    )


def low():
    worn = Horse(blur=5.0, mane_blur=16.0)  # seen from afar
    return dict(
        Pawn=lean.body(pawn()),
        Knight=lean_knight(worn, 620, lean.body(knight_base())),
        Bishop=solid.cut(lean.body(bishop()), cleft()),
        Rook=LOW_TOWER.on(lean.lathe(rook()), (3, 1), 0.0),
        Queen=solid.join(lean.body(queen()), turn(lean.lathe(coronet()), 36, scallop)),
        King=solid.join(lean.body(king()), pattee(False)),
    )


if __name__ == "__main__":
    make("men", SIZES, GRAIN, high(), low())
