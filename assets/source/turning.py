"""The lathe: outlines made of lines, arcs and curves, and the bodies turned from them.

An outline runs from the middle of the bottom outwards and up to the middle of the top, in (radius, height).
The wood is on its left; a positive bulge swells outwards.
"""

import numpy as np

CORNER = np.radians(24)  # a bend sharper than this is a corner: eased outside, creased inside


class Outline:
    def __init__(self, radius=0.0, height=0.0):
        self.points = [np.array([radius, height], float)]
        self.corners = set()  # where one stroke ends and the next begins

    @property
    def end(self):
        return self.points[-1]

    def _add(self, points):
        self.corners.add(len(self.points) - 1)
        self.points += [np.array(p, float) for p in points]
        return self

    def line(self, radius, height):
        return self._add([(radius, height)])

    def step(self, dr, dy):
        """A line to a place given from here."""
        return self.line(*(self.end + (dr, dy)))

    def arc(self, radius, height, bulge):
        """An arc to a place; bulge = tan(angle / 4): 1 is a half circle outwards, -0.414 a quarter inwards."""
        a, b = self.end, np.array([radius, height], float)
        angle = 4 * np.arctan(bulge)
        chord = b - a
        right = np.array([chord[1], -chord[0]])
        centre = (a + b) / 2 - right / (2 * np.tan(angle / 2))
        spokes = a - centre
        n = max(4, int(abs(angle) / np.radians(3)))
        turns = np.linspace(0, angle, n + 1)[1:]
        cos, sin = np.cos(turns), np.sin(turns)
        points = centre + np.stack([cos * spokes[0] - sin * spokes[1], sin * spokes[0] + cos * spokes[1]], 1)
        points[-1] = b
        return self._add(points)

    def curve(self, radius, height, leave, arrive, samples=40):
        """A cubic curve to a place; `leave` and `arrive` are the handles, given from the two ends."""
        a, b = self.end, np.array([radius, height], float)
        c, d = a + leave, b + arrive
        t = np.linspace(0, 1, samples + 1)[1:, None]
        return self._add((1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * c + 3 * t * t * (1 - t) * d + t**3 * b)

    def bead(self, height, depth=None):
        """A round moulding straight above; its depth is half its height unless told otherwise."""
        r, y = self.end
        depth = height / 2 if depth is None else depth
        return self.arc(r, y + height, depth / (height / 2))

    # --- what the lathe needs -------------------------------------------------------------------------------

    def clean(self):
        points, corners = [self.points[0]], set()
        for i, p in enumerate(self.points[1:], 1):
            if np.linalg.norm(p - points[-1]) > 1e-6:
                points.append(p)
            if i in self.corners:
                corners.add(len(points) - 1)
        return np.array(points), corners

    def fine(self, ease=0.005, tolerance=0.0014, bend=np.radians(52), reach=0.055):
        """Rows (radius, height, normal): edges eased by a tiny round, inner corners creased, that is written twice."""
        points, corners = self.clean()
        points, stops, creases = _ease(points, corners, ease)
        normals = _normals(points)
        out = []
        for a, b in zip(stops, stops[1:]):
            n = normals[a : b + 1].copy()
            if a in creases:
                n[0] = edge_normal(points[a], points[a + 1])
            if b in creases:
                n[-1] = edge_normal(points[b - 1], points[b])
            rows = [0]
            for i in thin(points[a : b + 1], tolerance)[1:]:
                last = rows[-1]
                turned = np.arccos(np.clip(n[i] @ n[last], -1, 1))
                parts = min(int(np.ceil(turned / bend)), i - last)
                rows += [last + (i - last) * k // parts for k in range(1, parts)] + [i]
            piece = np.hstack([points[a : b + 1][rows], n[rows]])
            out.append(piece if not out or a in creases else piece[1:])
        return _split(np.vstack(out), reach)


def unit(v):
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-12)


def edge_normal(a, b):
    d = b - a
    return unit(np.array([d[1], -d[0]]))


def _normals(points):
    edges = np.diff(points, axis=0)
    length = np.linalg.norm(edges, axis=1, keepdims=True)
    n = np.stack([edges[:, 1], -edges[:, 0]], 1) / length
    # the longer edge weighs more: a row between a flat and a tiny round keeps the flat's normal
    before, after = np.vstack([n[:1], n]), np.vstack([n, n[-1:]])
    lb, la = np.vstack([length[:1], length]), np.vstack([length, length[-1:]])
    out = unit(before * lb + after * la)
    out[0] = n[0]
    out[-1] = n[-1]
    if points[0][0] < 1e-9:
        out[0] = (0, -1)
    if points[-1][0] < 1e-9:
        out[-1] = (0, 1)
    return out


def _ease(points, corners, ease):
    """Round the outer corners off; returns the points, which of them must stay as rows, and which are inner corners."""
    n = len(points)
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    sharp = []
    for i in sorted(corners):
        if 0 < i < n - 1:
            a, b = edge_normal(points[i - 1], points[i]), edge_normal(points[i], points[i + 1])
            if np.arccos(np.clip(a @ b, -1, 1)) > CORNER:
                sharp.append((i, a[0] * b[1] - a[1] * b[0] > 0))
    at = lambda s: np.array([np.interp(s, run, points[:, 0]), np.interp(s, run, points[:, 1])])
    ends = [0.0] + [run[i] for i, _ in sharp] + [run[-1]]
    out, stops, creases, cursor = [], [0], set(), 0
    for k, (i, outer) in enumerate(sharp):
        d = min(ease, 0.4 * min(run[i] - ends[k], ends[k + 2] - run[i])) if outer else 0.0
        while run[cursor] < run[i] - d - 1e-9:
            out.append(points[cursor])
            cursor += 1
        if outer:
            a, b = at(run[i] - d), at(run[i] + d)
            t = np.linspace(0, 1, 5)[:, None]
            stops += [len(out), len(out) + 4]
            out += list((1 - t) ** 2 * a + 2 * t * (1 - t) * points[i] + t * t * b)
        else:
            stops.append(len(out))
            creases.add(len(out))
            out.append(points[i])
        while run[cursor] <= run[i] + d + 1e-9:
            cursor += 1
    out += list(points[cursor:])
    return np.array(out), stops + [len(out) - 1], creases


def _split(rows, reach):
    """Put rows on long straights that rise, so that the grain has somewhere to sit."""
    out = [rows[0]]
    for before, row in zip(rows, rows[1:]):
        n = int(np.ceil(abs(row[1] - before[1]) / reach - 1e-6))
        for k in range(1, n):
            between = before + (row - before) * (k / n)
            between[2:] = unit(between[2:])
            out.append(between)
        out.append(row)
    return np.array(out)


def thin(points, tolerance):
    """Douglas and Peucker: which points are enough."""
    keep = {0, len(points) - 1}
    work = [(0, len(points) - 1)]
    while work:
        a, b = work.pop()
        if b - a < 2:
            continue
        d = points[b] - points[a]
        d = d / max(np.linalg.norm(d), 1e-12)
        off = points[a + 1 : b] - points[a]
        far = np.abs(off[:, 0] * d[1] - off[:, 1] * d[0])
        k = int(np.argmax(far))
        if far[k] > tolerance:
            keep.add(a + 1 + k)
            work += [(a, a + 1 + k), (a + 1 + k, b)]
    return sorted(keep)


def turn(rows, segments, warp=None):
    """Turn rows into a closed body: corner positions and normals, each (triangles, 3, 3).

    `warp` moves points after turning (a scalloped rim); normals follow by the warp's own slope.
    """
    angle = np.arange(segments + 1) % segments * (2 * np.pi / segments)
    cos, sin = np.cos(angle), np.sin(angle)
    r, y, nr, ny = rows.T
    position = np.stack([np.outer(r, sin), np.repeat(y[:, None], segments + 1, 1), np.outer(r, cos)], -1)
    normal = np.stack([np.outer(nr, sin), np.repeat(ny[:, None], segments + 1, 1), np.outer(nr, cos)], -1)
    if warp is not None:
        position, normal = bend(position, normal, warp)
    i, j = np.meshgrid(np.arange(len(rows) - 1), np.arange(segments), indexing="ij")
    a, b, c, d = (i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)
    flip = ((i + j) % 2 == 0)[..., None]
    first = [np.where(flip, np.stack(u, -1), np.stack(v, -1)) for u, v in zip((a, b, c), (b, c, d))]
    second = [np.where(flip, np.stack(u, -1), np.stack(v, -1)) for u, v in zip((a, c, d), (b, d, a))]
    pick = np.concatenate([np.stack(first, 2).reshape(-1, 3, 2), np.stack(second, 2).reshape(-1, 3, 2)])
    return drop_slivers(position[pick[..., 0], pick[..., 1]], normal[pick[..., 0], pick[..., 1]])


def bend(position, normal, warp, step=1e-4):
    moved = warp(position)
    columns = [(warp(position + step * e) - warp(position - step * e)) / (2 * step) for e in np.eye(3)]
    jacobian = np.stack(columns, -1)
    cofactor = np.stack(
        [np.cross(jacobian[..., 1], jacobian[..., 2]), np.cross(jacobian[..., 2], jacobian[..., 0]), np.cross(jacobian[..., 0], jacobian[..., 1])], -1
    )
    return moved, unit(np.einsum("...ij,...j->...i", cofactor, normal))


def drop_slivers(position, normal):
    """Leave out triangles two of whose corners are one point (at the poles and at creases)."""
    edge = lambda a, b: np.linalg.norm(position[:, a] - position[:, b], axis=1) > 1e-7
    whole = edge(0, 1) & edge(1, 2) & edge(2, 0)
    return position[whole], normal[whole]
