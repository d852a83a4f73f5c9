#!/usr/bin/env python3
"""Finds the tables of the special function unit in what record.py recorded (numpy and scipy are needed).

    fit.py RECORDED OUTDIR      writes the numbers of isa/core/mufu/FUNCTION_table.h to OUTDIR/FUNCTION.txt

A segment's results y for the inputs x of it are linear constraints on its coefficients:
    low(y) <= k + c1 * x + c2 * square(x) < high(y)
A linear program finds the point farthest from all of them. The integers around it are tried; in every segment
exactly one pair c1, c2 meets all constraints, with an interval for k. The bias of a function is what all
intervals leave for k = c0 * unit + bias; of the biases a unit apart the one is taken for which c0 is nearest to
the function in the mean.
"""

import sys

import numpy as np
from scipy.optimize import linprog

LOW_BITS = 17


def square(x):
    """The unit's truncated square (isa/core/mufu/interpolator.h)."""
    total = np.zeros_like(x)
    for bit in range(2, LOW_BITS):
        total += np.where(x >> bit & 1, x >> (LOW_BITS + 1 - bit), 0)
    return total >> 1


def centre(low, high, columns):
    """Coefficients c with low <= c . columns <= high, farthest from both, by cutting planes."""
    scale = np.array([np.abs(c).max() for c in columns], dtype=float)
    a = np.stack([c / s for c, s in zip(columns, scale)], axis=1)
    base, unit = low[0], np.mean(high - low)
    start = np.linalg.lstsq(a, (low + high) / 2 - base, rcond=None)[0]
    low, high = (low - base - a @ start) / unit, (high - base - a @ start) / unit
    active = set(np.linspace(0, len(low) - 1, 40).astype(int))
    for _ in range(80):
        rows = a[sorted(active)]
        ones = np.ones((len(rows), 1))
        sides = np.concatenate([np.hstack([-rows, ones]), np.hstack([rows, ones])])
        limits = np.concatenate([-low[sorted(active)], high[sorted(active)]])
        x = linprog([0] * len(scale) + [-1], A_ub=sides, b_ub=limits,
                    bounds=[(None, None)] * (len(scale) + 1), method="highs").x
        below, above = a @ x[:-1] - low, high - a @ x[:-1]
        if min(below.min(), above.min()) >= x[-1] - 1e-7:
            break
        for block in np.array_split(np.arange(len(low)), 16):
            active.add(int(block[below[block].argmin()]))
            active.add(int(block[above[block].argmin()]))
    return (x[:-1] * unit + start) / scale


def coefficients(low, high, x, s):
    """(c1, c2, least k, greatest k) of the one segment that gives integers in [low, high)."""
    low, last = low.astype(np.int64), high.astype(np.int64) - 1
    _, near1, near2 = centre(low.astype(float), last + 0.999, [np.ones(len(x)), x.astype(float), s.astype(float)])
    found = []
    for c2 in range(round(near2) - 3, round(near2) + 4):
        turn = round((round(near2) - c2) * s[-1] / x[-1])
        for c1 in range(round(near1) + turn - 3, round(near1) + turn + 4):
            value = c1 * x + c2 * s
            least, greatest = (low - value).max(), (last - value).min()
            if least <= greatest:
                found.append((c1, c2, int(least), int(greatest)))
    if len(found) != 1:
        sys.exit(f"{len(found)} solutions near {near1}, {near2}")
    return found[0]


def fixed(y, shift):
    """Results that are the sum without its low bits: 24 significant bits, the top one set."""
    return y << shift, (y + 1) << shift


def floating(bits, places):
    """Results that are the sum in units of 2^-places, cut to the 24 bits of a float."""
    value, above = (b.view(np.float32).astype(float) * 2.0**places for b in (bits, bits + np.uint32(1)))
    return np.ceil(value), np.ceil(above)


def segments(low, high, count, scale=1, low_bits=LOW_BITS, skip_first=False):
    size = len(low) // count
    step = max(size >> low_bits, 1)  # inputs that differ below the lowest bit of x
    x = np.arange(size // step)
    s = square(x << (LOW_BITS - low_bits)) * scale
    for i in range(count):
        part = slice(i * size, (i + 1) * size, step)
        first = 1 if skip_first and i == 0 else 0
        yield coefficients(low[part][first:], high[part][first:], x[first:], s[first:])


def with_bias(rows, unit, values, limit):
    """(bias, rows of c0, c1, c2)"""
    left = set(range(unit))
    for _, _, least, greatest in rows:
        left &= {k % unit for k in range(least, min(greatest, least + unit - 1) + 1)}
    base = max(left)
    c0 = np.array([-((base - least) // unit) for _, _, least, _ in rows])
    shift = round(float(np.mean(c0 - values))) if values is not None else 0
    shift = min(max(shift, 0), limit // unit - 1)
    return base + shift * unit, [(int(c) - shift, r[0], r[1]) for c, r in zip(c0, rows)]


def mantissa(y):
    return (y & 0x7FFFFF | 0x800000).astype(np.int64)


class Fit:
    def __init__(self, recorded):
        self.recorded = recorded

    def read(self, name, exponent):
        return np.fromfile(f"{self.recorded}/{name}_{exponent << 23:08x}.bin", np.uint32)

    def rcp(self):
        y = self.read("rcp", 127)
        y = np.where(y >> 23 == 127, 1 << 24, mantissa(y))
        rows = list(segments(*fixed(y, 15), 128, low_bits=16))
        return with_bias(rows, 1 << 13, 2.0**26 / (1 + np.arange(128) / 128), 1 << 15)

    def roots(self, name, shift, scale, unit, values):
        rows = []
        for exponent in (127, 128):
            y = mantissa(self.read(name, exponent))
            exact = name == "rsq" and exponent == 127  # 1 / sqrt(1) is not the table's
            rows += segments(*fixed(y, shift), 64, scale, skip_first=exact)
        at = np.concatenate([1 + np.arange(64) / 64, 2 + np.arange(64) / 32])
        return with_bias(rows, unit, values(at), 1 << shift)

    def ex2(self):
        y = self.read("ex2", 127)
        y = np.where(y >> 23 == 129, 1 << 24, mantissa(y))
        return with_bias(list(segments(*fixed(y, 15), 64)), 1 << 13, 2.0 ** (25 + np.arange(64) / 64), 1 << 15)

    def lg2(self):
        low, high = (np.ceil(b) * 4 for b in floating(self.read("lg2", 127), 36))
        rows = list(segments(low, high, 64, 2, skip_first=True))
        return with_bias(rows, 1 << 12, 2.0**26 * np.log2(1 + np.arange(64) / 64), 1 << 14)

    def sine(self):
        low, high = floating(self.read("sin", 125)[::-1].copy(), 37)  # the second quarter, backwards
        return with_bias(list(segments(low, high, 64)), 1 << 11, None, 1 << 11)

    def tanh(self):
        rows = []
        for exponent, bits in zip(range(119, 130), (0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3)):
            rows += segments(*floating(self.read("tanh", exponent), 39), 1 << bits)
        return with_bias(rows, 1 << 15, None, 1 << 15)


def write(path, bias, rows):
    """The numbers alone; units and comments stand in the headers."""
    with open(path, "w") as file:
        file.write(f"bias {bias:#x}\n")
        for at in range(0, len(rows), 4):
            file.write("    " + " ".join("{%#09x, %d, %d}," % row for row in rows[at:at + 4]) + "\n")


def main():
    fit, out = Fit(sys.argv[1]), sys.argv[2]
    for name, make in {
        "rcp": fit.rcp,
        "rsq": lambda: fit.roots("rsq", 16, 4, 1 << 14, lambda a: 2.0**26 / np.sqrt(a)),
        "sqrt": lambda: fit.roots("sqrt", 17, 2, 1 << 15, lambda a: 2.0**25 * np.sqrt(a)),
        "ex2": fit.ex2, "lg2": fit.lg2, "sine": fit.sine, "tanh": fit.tanh,
    }.items():
        write(f"{out}/{name}.txt", *make())


if __name__ == "__main__":
    main()
