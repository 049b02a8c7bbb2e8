"""The sixteen letters and digits of the frame, white on nothing, in one row: assets/textures/labels.png.

The glyphs are drawn here as strokes (no font is used): each is a list of polylines and arcs on a grid of 0..10.
"""

import math
import pathlib

from PIL import Image, ImageDraw, ImageFilter

CELL, SCALE = 96, 4


def arc(cx, cy, rx, ry, start, end, steps=24):
    """Points of an ellipse's arc, degrees counterclockwise from +x, y upward."""
    return [
        (cx + rx * math.cos(math.radians(start + (end - start) * i / steps)),
         cy + ry * math.sin(math.radians(start + (end - start) * i / steps)))
        for i in range(steps + 1)
    ]


# x to the right, y upward; letters have their x-height at 6.5, ascenders and digits at 10.
GLYPHS = {
    "a": [arc(4.6, 3.2, 2.6, 3.2, 0, 360), [(7.2, 6.4), (7.2, 0)]],
    "b": [[(2.6, 10), (2.6, 0)], arc(5.2, 3.2, 2.6, 3.2, 0, 360)],
    "c": [arc(5.2, 3.2, 2.7, 3.2, 48, 312)],
    "d": [arc(4.6, 3.2, 2.6, 3.2, 0, 360), [(7.2, 10), (7.2, 0)]],
    "e": [[(2.4, 3.3), (7.6, 3.3)], arc(5.0, 3.2, 2.65, 3.2, 2, 318)],
    "f": [arc(6.2, 8.2, 1.9, 1.8, 50, 180) + [(4.3, 0)], [(2.6, 6.1), (6.8, 6.1)]],
    "g": [arc(4.6, 3.2, 2.6, 3.2, 0, 360), [(7.2, 6.4), (7.2, -0.5)] + arc(4.7, -0.5, 2.5, 1.6, 0, -140)],
    "h": [[(2.7, 10), (2.7, 0)], arc(5.0, 3.9, 2.3, 2.5, 180, 0) + [(7.3, 0)]],
    "1": [[(3.2, 7.6), (5.4, 10), (5.4, 0)], [(3.2, 0), (7.6, 0)]],
    "2": [arc(5.0, 7.3, 2.6, 2.7, 165, -30) + [(2.4, 0), (7.8, 0)]],
    "3": [arc(4.8, 7.5, 2.4, 2.5, 150, -90), arc(4.8, 2.6, 2.8, 2.6, 90, -150)],
    "4": [[(6.4, 0), (6.4, 10), (2.0, 2.8), (8.2, 2.8)]],
    "5": [[(7.4, 10), (3.2, 10), (2.8, 5.4)] + arc(4.8, 3.1, 2.9, 3.1, 130, -150)],
    "6": [arc(5.0, 3.1, 2.7, 3.1, 0, 360), arc(7.2, 3.6, 4.9, 6.4, 110, 180)],
    "7": [[(2.4, 10), (7.8, 10), (4.4, 0)]],
    "8": [arc(5.0, 7.5, 2.2, 2.5, 0, 360), arc(5.0, 2.6, 2.7, 2.6, 0, 360)],
}


def main():
    cell = CELL * SCALE
    row = Image.new("L", (cell * 16, cell), 0)
    draw = ImageDraw.Draw(row)
    for n, glyph in enumerate("abcdefgh12345678"):
        # Lower-case letters stand a little higher so that the row looks centered on the frame.
        shift = 1.6 if glyph in "aceg" else 0.0
        for stroke in GLYPHS[glyph]:
            points = [(n * cell + (x + 1.0) / 12 * cell, cell - (y + shift + 1.2) / 12.4 * cell) for x, y in stroke]
            width = int(cell * 0.085)
            draw.line(points, fill=255, width=width, joint="curve")
            for x, y in (points[0], points[-1]):
                draw.ellipse([x - width / 2, y - width / 2, x + width / 2, y + width / 2], fill=255)
    row = row.filter(ImageFilter.GaussianBlur(SCALE / 2)).resize((CELL * 16, CELL), Image.LANCZOS)
    white = Image.new("RGBA", row.size, (255, 255, 255, 0))
    white.putalpha(row)
    out = pathlib.Path(__file__).resolve().parents[1] / "textures" / "labels.png"
    white.save(out, optimize=True)
    print(f"{out.name}: {white.size[0]}x{white.size[1]}, {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
