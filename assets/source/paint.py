"""What all textures share: noise that repeats at the picture's edge, colours mixed in linear light, writing and measuring."""

from pathlib import Path

import numpy as np
from PIL import Image
from scipy.ndimage import map_coordinates

OUT = Path(__file__).resolve().parent.parent / "textures"
SIZE = 1024
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def noise(rng, across, along, octaves=1, fall=0.5, size=SIZE):
    """Repeating noise with `along` bumps left to right and `across` bumps top to bottom; about -1..1."""
    total, weight = np.zeros((size, size)), 1.0
    for _ in range(octaves):
        ky, kx = np.fft.fftfreq(size, 1 / size)[:, None], np.fft.rfftfreq(size, 1 / size)[None]
        band = np.exp(-((ky / across) ** 2) - (kx / along) ** 2)
        field = np.fft.irfft2(np.fft.rfft2(rng.standard_normal((size, size))) * band, (size, size))
        field -= field.mean()
        total += weight * field / field.std() * 0.5
        weight, across, along = weight * fall, across * 2, along * 2
    return total


def slanted(rng, fine, long, turn, octaves=1, fall=0.5):
    """Repeating noise with `fine` bumps across and `long` bumps along a direction `turn` radians from U; about -1..1."""
    total, weight = np.zeros((SIZE, SIZE)), 1.0
    ky, kx = np.fft.fftfreq(SIZE, 1 / SIZE)[:, None], np.fft.rfftfreq(SIZE, 1 / SIZE)[None]
    along, across = kx * np.cos(turn) + ky * np.sin(turn), -kx * np.sin(turn) + ky * np.cos(turn)
    for _ in range(octaves):
        field = np.fft.irfft2(np.fft.rfft2(rng.standard_normal((SIZE, SIZE))) * np.exp(-((along / long) ** 2) - (across / fine) ** 2), (SIZE, SIZE))
        field -= field.mean()
        total += weight * field / field.std() * 0.5
        weight, fine, long = weight * fall, fine * 2, long * 2
    return total


def warp(field, dx, dy):
    """Read a repeating picture at places moved by so many pixels."""
    y, x = np.meshgrid(np.arange(SIZE), np.arange(SIZE), indexing="ij")
    return map_coordinates(field, [y + dy, x + dx], order=1, mode="grid-wrap")


def smooth(a, b, x):
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def linear(color):
    c = np.asarray(color, float)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def srgb(c):
    c = np.clip(c, 0, 1)
    return np.where(c <= 0.0031308, c * 12.92, 1.055 * c ** (1 / 2.4) - 0.055)


def blend(stops, t):
    """A colour from a ramp of sRGB stops, mixed in linear light; t is 0..1."""
    at, colors = np.array([s[0] for s in stops]), linear(np.array([s[1] for s in stops]))
    return np.stack([np.interp(t, at, colors[:, i]) for i in range(3)], -1)


def toward(color, mean):
    """Shift a picture (linear) so that its mean is the wanted sRGB colour."""
    return color * (linear(mean) / color.mean((0, 1)))


def save(*makers):
    """Write the picture of every maker as a jpg of its name, and say how bright it is."""
    OUT.mkdir(exist_ok=True)
    for make in makers:
        picture = srgb(make())
        picture += np.random.default_rng(7).uniform(-0.5, 0.5, picture.shape) / 255
        path = OUT / f"{make.__name__}.jpg"
        Image.fromarray(np.round(np.clip(picture, 0, 1) * 255).astype("u1")).save(path, quality=88, optimize=True, subsampling=0)
        mean = picture.mean((0, 1))
        light = linear(np.asarray(Image.open(path), float) / 255) @ LUMINANCE
        print(
            f"{path.name:17} mean {mean.round(3)} spread {picture.mean(2).std():.3f} {path.stat().st_size / 1000:.0f} kB,"
            f" luminance {light.mean():.3f} ({np.percentile(light, 2):.3f} to {np.percentile(light, 98):.3f})"
        )
        assert path.stat().st_size < 700_000
