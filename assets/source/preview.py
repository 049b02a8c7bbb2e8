"""Draws the men by ray casting, to look at them without the game.

    python preview.py OUT.png [set=modern] [row|low|game|top|small|Kind[:ebony] ...]
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

import gltf
from solid import rays

MODELS = Path(__file__).resolve().parent.parent / "models"
IVORY, EBONY = np.array([0.80, 0.62, 0.38]), np.array([0.055, 0.038, 0.030])
SKY = lambda d: 0.35 + 0.40 * np.clip(d[:, 1:2] * 0.5 + 0.5, 0, 1) + 1.6 * np.clip((d @ UNIT(-0.5, 0.7, 0.5))[:, None], 0, 1) ** 24
UNIT = lambda *v: np.array(v, float) / np.linalg.norm(v)
KEY, FILL, RIM = UNIT(-0.55, 0.75, 0.50), UNIT(0.8, 0.35, 0.55), UNIT(0.3, 0.5, -0.9)


def place(mesh, x=0.0, z=0.0, turn=0.0, base=IVORY):
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    f = mesh["index"]
    return dict(
        p=(mesh["position"] @ spin.T + [x, 0, z])[f], n=(mesh["normal"] @ spin.T)[f],
        c=(mesh["color"][:, :3] * base)[f],
    )


def board(half):
    y = -0.001
    p = np.array([[[-half, y, -half], [-half, y, half], [half, y, half]], [[-half, y, -half], [half, y, half], [half, y, -half]]], float)
    return dict(p=p, n=np.tile([0.0, 1, 0], (2, 3, 1)), c=np.tile([0.20, 0.17, 0.14], (2, 3, 1)))


def render(things, eye, target, view, width, height, parallel=None, samples=2):
    p, n, c = (np.concatenate([t[k] for t in things]).astype("f8") for k in "pnc")
    scene = rays(p)
    eye, target = np.array(eye, float), np.array(target, float)
    ahead = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(ahead, [0, 1, 0] if abs(ahead[1]) < 0.99 else [0, 0, -1])
    right /= np.linalg.norm(right)
    up = np.cross(right, ahead)
    w, h = width * samples, height * samples
    sx, sy = np.meshgrid((np.arange(w) + 0.5) / w * 2 - 1, 1 - (np.arange(h) + 0.5) / h * 2)
    sx, sy = sx.reshape(-1, 1) * width / height, sy.reshape(-1, 1)
    t = np.tan(np.radians(view) / 2)
    d = ahead + sx * t * right + sy * t * up
    o = np.broadcast_to(eye, d.shape)
    d = d / np.linalg.norm(d, axis=1, keepdims=True)
    hit = scene.run(o.astype("f4"), d.astype("f4"), output=1)
    tri, u, v = hit["primID"], hit["u"][:, None], hit["v"][:, None]
    back = np.full((len(d), 3), 0.09) * (1.2 - 0.5 * np.abs(sy))
    on = tri >= 0
    tri, u, v, d = tri[on], u[on], v[on], d[on]
    mix = lambda a: a[tri, 0] * (1 - u - v) + a[tri, 1] * u + a[tri, 2] * v
    point, normal, color = mix(p), mix(n), mix(c)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    face = np.cross(p[tri, 1] - p[tri, 0], p[tri, 2] - p[tri, 0])
    face /= np.linalg.norm(face, axis=1, keepdims=True)
    light = np.zeros_like(point) + (0.20 + 0.16 * normal[:, 1:2])
    gloss = np.zeros((len(point), 1))
    for l, power in ((KEY, 1.15), (FILL, 0.28), (RIM, 0.35)):
        lit = np.clip(normal @ l, 0, 1)[:, None]
        if l is KEY:
            far = scene.run((point + face * 0.003).astype("f4"), np.broadcast_to(l, point.shape).astype("f4"), query="OCCLUDED")
            lit *= (far == -1)[:, None] if far.dtype.kind == "i" else (~far.astype(bool))[:, None]
        light = light + power * lit
        half = l - d
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        gloss += power * 0.30 * np.clip((normal * half).sum(1), 0, 1)[:, None] ** 60 * (lit > 0)
    facing = -(normal * d).sum(1, keepdims=True)
    mirror = d + 2 * facing * normal
    gloss += SKY(mirror) * (0.035 + 0.25 * (1 - np.clip(facing, 0, 1)) ** 5)
    back[on] = color * light + gloss
    img = back / (1 + 0.25 * back)
    img = np.clip(img, 0, 1) ** (1 / 2.2)
    img = img.reshape(height, samples, width, samples, 3).mean((1, 3))
    return (img * 255).astype("u1")


def main():
    out, what = sys.argv[1], sys.argv[2:] or ["row"]
    men = gltf.read(MODELS / "men.glb")
    order = ["Pawn", "Rook", "Knight", "Bishop", "Queen", "King"]
    sheets = []
    for name in what:
        if name.startswith("set="):
            men = gltf.read(MODELS / f"{name[4:]}.glb")
            continue
        if name in ("row", "low"):
            ending = ".low" if name == "low" else ""
            things = [board(8)]
            for i, kind in enumerate(order):
                things.append(place(men[kind + ending], i - 2.5, 0, 0.9 if kind == "Knight" else 0.0))
            sheets.append(render(things, (0, 2.2, 7.5), (0, 0.74, 0), 20.5, 1500, 560))
        elif name == "game":
            back = ["Rook", "Knight", "Bishop", "Queen", "King", "Bishop", "Knight", "Rook"]
            things = [board(9)]
            for i, kind in enumerate(back):
                things += [place(men[kind], i - 3.5, 3.5), place(men["Pawn"], i - 3.5, 2.5)]
                things += [place(men[kind], i - 3.5, -3.5, np.pi, EBONY), place(men["Pawn"], i - 3.5, -2.5, np.pi, EBONY)]
            sheets.append(render(things, (1.5, 6.5, 10.5), (0, 0.2, 0.3), 38, 1500, 900))
        elif name == "small":
            # as small as on a small window, fine above lean, from a player's seat
            things = []
            for i, kind in enumerate(order):
                things += [place(men[kind], i - 2.5, -0.8), place(men[kind + ".low"], i - 2.5, 0.8)]
                things += [place(men[kind], i + 4.0, -0.8, np.pi, EBONY), place(men[kind + ".low"], i + 4.0, 0.8, np.pi, EBONY)]
            sheets.append(render([board(20)] + things, (3.2, 8.5, 13.0), (3.2, 0.3, 0), 17.0, 900, 300))
        elif name == "top":
            things = [board(8)] + [place(men[k], i - 2.5, 0) for i, k in enumerate(order)]
            sheets.append(render(things, (0, 9, 0.01), (0, 0, 0), 13.5, 1500, 400))
        else:
            kind, _, base = name.partition(":")
            base = EBONY if base == "ebony" else IVORY
            tall = men[kind]["position"][:, 1].max()
            tiles = []
            for yaw, rise in ((90, 0.12), (50, 0.25), (20, 0.25), (0, 0.1), (-140, 0.3)):
                # a turn of 180 brings the face towards the eye
                things = [board(6), place(men[kind], 0, 0, np.radians(180 - yaw), base)]
                tiles.append(render(things, (0, tall * 0.5 + 5 * rise, 5), (0, tall * 0.5, 0), 0.6 + tall * 12.2, 480, 640))
            sheets.append(np.concatenate(tiles, 1))
    wide = max(s.shape[1] for s in sheets)
    sheets = [np.pad(s, ((0, 0), (0, wide - s.shape[1]), (0, 0))) for s in sheets]
    Image.fromarray(np.concatenate(sheets)).save(out)


if __name__ == "__main__":
    main()
