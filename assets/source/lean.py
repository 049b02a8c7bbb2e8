"""Low detail: bodies for machines that pay for every corner. The same outlines, told in as few rings as keep their shape.

A ring has as many sides as its own radius needs; neighbouring rings with different numbers of sides are zipped
together; a place has one corner wherever one normal can serve.
"""

import numpy as np

from turning import edge_normal, thin, unit

FINEST, COARSEST, ERROR = 18, 7, 0.005
TOLERANCE = 0.006  # how far the outline told in rings may be from the whole one


def sides(radius):
    """How many sides a ring needs so that its corners and its edges lie less than ERROR apart."""
    need = np.pi / np.arccos(1 - min(ERROR / max(radius, 1e-6), 1.0))
    return int(np.clip(np.round(need), COARSEST, FINEST))


def rings(outline):
    """The rings (radius, height) that an outline needs, from the board up."""
    points, _ = outline.clean()
    return [tuple(point) for point in points[thin(points, TOLERANCE)][1:]]


def body(outline, split=-0.35):
    """A closed body from an outline.

    A ring is written twice only where its two slopes are further apart than one normal can serve.
    """
    rows = [(radius, height, sides(radius)) for radius, height in rings(outline)]
    pole = rows[-1][0] < 1e-9
    turned = slopes(np.array([row[:2] for row in rows], float), split)
    position, normal = [], []

    def corner(row, k, side):
        r, y, n = rows[row]
        angle = 2 * np.pi * (k % n) / n
        nr, ny = turned[row][side]
        if r < 1e-9:
            return (0.0, y, 0.0), (0.0, 1.0, 0.0)
        return (r * np.sin(angle), y, r * np.cos(angle)), (nr * np.sin(angle), ny, nr * np.cos(angle))

    def add(*corners):
        p, q = zip(*(corner(*c) for c in corners))
        position.append(p)
        normal.append(q)

    for low in range(len(rows) - 1):
        n, m = rows[low][2], rows[low + 1][2]
        if pole and low + 1 == len(rows) - 1:
            for i in range(n):
                add((low, i, 1), (low, i + 1, 1), (low + 1, 0, 0))
            continue
        i = j = 0
        while i < n or j < m:
            if j >= m or (i < n and (i + 0.5) * m <= (j + 0.5) * n):
                add((low, i, 1), (low, i + 1, 1), (low + 1, j, 0))
                i += 1
            else:
                add((low, i, 1), (low + 1, j + 1, 0), (low + 1, j, 0))
                j += 1
    cap(add, 0, rows[0][2], -1)
    if not pole:
        cap(add, len(rows) - 1, rows[-1][2], 1)
    return np.array(position), np.array(normal)


def slopes(points, split):
    """The normals (radius, height) of each ring as the part below and the part above it see them."""
    edges = [edge_normal(a, b) * np.linalg.norm(b - a) for a, b in zip(points, points[1:])]
    out = []
    for below, above in zip(edges[:1] + edges, edges + edges[-1:]):
        apart = unit(below) @ unit(above) < split
        out.append((unit(below), unit(above)) if apart else (unit(unit(below) + unit(above) + 4 * (below + above)),) * 2)
    return out


def lathe(outline):
    """The rings of an outline as the lathe's rows (radius, height, normal), the middle of the bottom included."""
    rows = rings(outline)
    points = np.array(rows, float)
    turned = np.hstack([points, [n for n, _ in slopes(points, -1)]])
    return np.vstack([[(0.0, rows[0][1], *turned[0, 2:])], turned])


def cap(add, row, n, way):
    """Closes a ring with triangles between its own corners, all of them as stout as can be."""
    around = list(range(n))
    while len(around) > 2:
        rest = []
        for k in range(0, len(around) - 1, 2):
            a, b, c = around[k], around[k + 1], around[(k + 2) % len(around)]
            add(*[(row, x, 0) for x in ((a, b, c) if way > 0 else (c, b, a))])
            rest.append(a)
        if len(around) % 2:
            rest.append(around[-1])
        around = rest
