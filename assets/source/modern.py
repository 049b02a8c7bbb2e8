"""Makes the slim modern set: `python modern.py` writes ../models/modern.glb and checks what it wrote.

Every man is a thin foot, one long sweep, one thin disc, and a head that no other man has: ball, battlement block,
split lancet, open crown with a pearl, plain bold cross, a horse bent like a bow.
"""

from dataclasses import replace

import numpy as np

import lean
import solid
from bow import Bow
from making import make
from parts import Tower, cross, knight, knob, lean_knight, pad, saw
from turning import Outline, turn

#        radius of the base, height
SIZES = dict(Pawn=(0.275, 0.84), Knight=(0.33, 1.14), Bishop=(0.33, 1.29), Rook=(0.33, 0.95), Queen=(0.36, 1.46), King=(0.38, 1.68))
GRAIN = dict(Pawn=(1.3, 2.1, 5.2), Knight=(3.3, 1.4, 4.7), Bishop=(5.1, 0.2, 2.3), Rook=(7.6, 2.1, 1.9), Queen=(0.2, 4.0, 6.6), King=(2.7, 5.3, 8.8))


def foot(radius, waist, shoulder, neck, top):
    """Felt, a thin round-edged disc, and the sweep: low and wide at first, then nearly straight up to the neck."""
    o = pad(radius)
    o.step(0, 0.014).arc(radius - 0.030, o.end[1] + 0.024, 0.35)
    o.line(waist, o.end[1] + 0.006)
    return o.curve(neck, top, (-0.62 * (waist - neck), shoulder), (0.018, -0.62 * (top - shoulder)), 60)


def disc(o, out, thick=0.016):
    """The one ring: a thin disc, hollow below, lightly domed above."""
    r, y = o.end
    rim = r + out
    o.curve(rim, y + 0.020, (0.004, 0.012), (-0.5 * out, -0.003))
    o.arc(rim - 0.003, y + 0.020 + thick, 0.5)
    return o.line(r + 0.002, o.end[1] + 0.010)


def pawn():
    o = foot(0.275, 0.236, 0.060, 0.070, 0.500)
    disc(o, 0.060)
    return knob(o, 0.150, 0.690, 0.080)


TOWER = Tower(floor=0.800, top=0.95, out=0.245, inner=0.135, cup=0.770, walls=4, width=62)
LOW_TOWER = replace(TOWER, cup=TOWER.floor)


def rook():
    """A block on a stout stem; no disc: its head is its ring."""
    o = foot(0.33, 0.284, 0.060, 0.138, 0.560)
    o.curve(0.236, 0.628, (0.002, 0.034), (-0.050, -0.004))
    return o.arc(0.245, 0.638, 0.4).line(0.245, 0.660)


def bishop():
    o = foot(0.33, 0.282, 0.062, 0.076, 0.620)
    disc(o, 0.066)
    o.curve(0.158, 0.905, (0.030, 0.046), (0.000, -0.110))
    return o.curve(0.0, 1.29, (0.000, 0.130), (0.020, -0.060), 60)


def cleft(half=0.026):
    """A bold cut from high on one side to past the middle."""
    return saw(half, 0.36, 0.40, 50, -8, (-0.050, 0.862, 0.0))


def queen():
    o = foot(0.36, 0.308, 0.066, 0.082, 0.800)
    disc(o, 0.072)
    return o.line(0.0, o.end[1])


def crown():
    """A tulip: it opens in one curve to a wide rim of six points."""
    o = Outline(0.0, 0.842).line(0.082, 0.842)
    o.curve(0.226, 1.400, (0.010, 0.260), (-0.100, -0.170), 60)
    o.line(0.206, 1.404)
    o.curve(0.060, 1.150, (-0.100, -0.150), (0.040, 0.0), 40)
    return o.line(0.0, 1.150)


def pearl():
    o = Outline(0.0, 1.140).line(0.030, 1.140).line(0.030, 1.240)
    return knob(o, 0.108, 1.352, 0.030)


POINTS = 6


def points(p):
    """Six waves cut out of the rim, rounded in the valleys."""
    r, y, angle = np.hypot(p[..., 0], p[..., 2]), p[..., 1], np.arctan2(p[..., 0], p[..., 2])
    t = 0.5 - 0.5 * np.cos(angle * POINTS)
    bite = 0.125 * (1 - (1 - t) ** 1.6)
    near = np.clip((y - 1.12) / 0.28, 0, 1) ** 1.4
    return p - np.stack([np.zeros_like(r), bite * near, np.zeros_like(r)], -1)


def king():
    """A plain drum that widens upwards, a domed lid, and the cross."""
    o = foot(0.38, 0.326, 0.070, 0.090, 0.860)
    disc(o, 0.078)
    o.curve(0.186, 1.300, (0.012, 0.160), (-0.036, -0.160), 50)
    o.arc(0.178, 1.318, 0.5)
    o.curve(0.040, 1.410, (-0.020, 0.044), (0.060, -0.010))
    return o.line(0.0, 1.412)


def bold(fine):
    return cross(1.530, 0.150, 0.042, 0.042, 0.040, fine, bevel=0.010)


def knight_base():
    o = foot(0.33, 0.296, 0.030, 0.246, 0.132)
    return o.line(0.0, o.end[1])


def high():
    horse = Bow()
    return dict(
        Pawn=turn(pawn().fine(), 48),
        Knight=knight(horse, 9000, turn(knight_base().fine(), 56)),
        Bishop=solid.cut(turn(bishop().fine(), 52), cleft()),
        Rook=TOWER.on(rook().fine(), (6, 3), 0.006),
        Queen=solid.join(turn(queen().fine(), 52), turn(crown().fine(), 78, points), turn(pearl().fine(), 40)),
        King=solid.join(turn(king().fine(), 52), bold(True)),
    )


def low():
    worn = Bow(blur=4.0, mane_blur=16.0)
    return dict(
        Pawn=lean.body(pawn()),
        Knight=lean_knight(worn, 620, lean.body(knight_base())),
        Bishop=solid.cut(lean.body(bishop()), cleft(0.030)),
        Rook=LOW_TOWER.on(lean.lathe(rook()), (4, 2), 0.0),
        Queen=solid.join(lean.body(queen()), turn(lean.lathe(crown()), 30, points), lean.body(pearl())),
        King=solid.join(lean.body(king()), bold(False)),
    )


if __name__ == "__main__":
    make("modern", SIZES, GRAIN, high(), low())
