#!/usr/bin/env python3
"""Writes include/simt/math_constants.h and math_polynomials*.h: constants and polynomials of the device's math functions.

A polynomial is a fit at Chebyshev nodes of a smooth function on an interval, computed with 60 digits
(python3-mpmath) and rounded to the type. Run it after a change of this table."""
import os
from mpmath import mp, mpf, chebyfit, erf, erfc, exp, log, sin, cos, atan, asin, tanh, atanh, sqrt, taylor

mp.dps = 60
third = mpf(1) / 3


def near_zero(function, series):
    """function(x), and its series' value where x is too small for the cancellation."""
    return lambda x: function(x) if abs(x) > mpf(10) ** -8 else series(x)


def root(function):
    """As a function of the square."""
    return lambda z: function(sqrt(z))


# name, what it is of, function, interval, terms for float and double (0: none)
BASIC = [
    ("log", "(log(1 + f) - f + f^2/2) / f^3, |f| <= 1/3",
     near_zero(lambda f: (log(1 + f) - f + f * f / 2) / f ** 3, lambda f: third - f / 4),
     [-third, third + mpf("0.001")], 9, 0),
    ("atanh", "atanh(s)/s^3 - 1/s^2 of z = s^2, s <= 0.21",
     near_zero(root(lambda s: (atanh(s) / s - 1) / s ** 2), lambda z: third + z / 5),
     [0, mpf("0.0442")], 0, 8),
    ("atanh5", "(atanh(s)/s - 1 - s^2/3) / s^4 of z = s^2, s <= 0.21",
     near_zero(root(lambda s: (atanh(s) / s - 1 - s ** 2 / 3) / s ** 4), lambda z: mpf(1) / 5 + z / 7),
     [0, mpf("0.0442")], 3, 9),
    ("exp", "(e^r - 1 - r) / r^2, |r| <= 0.35",
     near_zero(lambda r: (exp(r) - 1 - r) / r ** 2, lambda r: mpf(1) / 2 + r / 6),
     [mpf("-0.35"), mpf("0.35")], 6, 11),
    ("sin", "(sin(r)/r - 1) / r^2 of z = r^2, |r| <= 0.8",
     near_zero(root(lambda r: (sin(r) / r - 1) / r ** 2), lambda z: -mpf(1) / 6 + z / 120), [0, mpf("0.64")], 4, 7),
    ("cos", "(cos(r) - 1 + r^2/2) / r^4 of z = r^2, |r| <= 0.8",
     near_zero(root(lambda r: (cos(r) - 1 + r * r / 2) / r ** 4), lambda z: mpf(1) / 24 - z / 720), [0, mpf("0.64")], 3, 7),
]
INVERSE = [
    ("atan", "(atan(x)/x - 1) / x^2 of z = x^2, x <= 1",
     near_zero(root(lambda x: (atan(x) / x - 1) / x ** 2), lambda z: -third + z / 5), [0, 1], 9, 22),
    ("asin", "(asin(x)/x - 1) / x^2 of z = x^2, x <= 0.5",
     near_zero(root(lambda x: (asin(x) / x - 1) / x ** 2), lambda z: mpf(1) / 6 + z * 3 / 40), [0, mpf("0.2501")], 5, 12),
    ("tanh", "(tanh(x)/x - 1) / x^2 of z = x^2, x <= 0.56",
     near_zero(root(lambda x: (tanh(x) / x - 1) / x ** 2), lambda z: -third + z * 2 / 15), [0, mpf("0.3137")], 5, 11),
    ("erf", "erf(x)/x of z = x^2, x <= 1",
     near_zero(root(lambda x: erf(x) / x), lambda z: 2 / sqrt(mp.pi) * (1 - z / 3)), [0, 1], 7, 13),
    ("erfc", "exp(x^2) * erfc(x) * (1 + 2x) of q = (x - 4) / (x + 4), 0.5 <= x <= 28",
     lambda q: (lambda x: exp(x * x) * erfc(x) * (1 + 2 * x))(4 * (1 + q) / (1 - q)),
     [mpf("-0.778"), mpf("0.75")], 13, 24),
]


# name, value, how many parts of the type it is split into
CONSTANTS = [
    ("Ln2", log(2), 2), ("Log2E", 1 / log(2), 2), ("Log2Of10", log(10) / log(2), 2), ("Log10Of2", log(2) / log(10), 2),
    ("Log10E", 1 / log(10), 2), ("Third", third, 2), ("TwoOverPi", 2 / mp.pi, 1), ("HalfPi", mp.pi / 2, 3),
    ("Pi", mp.pi, 2),
]
PART_NAMES = ("", "Low", "Lowest")


def rounded(value, bits):
    """The nearest number of so many bits, ties to even: mpf's own rounding."""
    mp.prec, full = bits, mp.prec
    result = +value
    mp.prec = full
    return result


def constants(ctype, bits, suffix):
    lines = [f"template <> struct simt_constant<{ctype}> {{"]
    for name, value, parts in CONSTANTS:
        for part in PART_NAMES[:parts]:
            head = rounded(value, bits)
            lines.append(f"  static constexpr {ctype} k{name}{part} = {number(head, ctype)}{suffix};")
            value -= head
    return "\n".join(lines + ["};"])


def number(value, ctype):
    return mp.nstr(value, 9 if ctype == "float" else 17, min_fixed=0, max_fixed=0)


def two_over_pi():
    """1,216 bits after the point, in words of 64."""
    mp.prec, full = 1400, mp.prec
    bits = int(2 / mp.pi * mpf(2) ** 1216)
    mp.prec = full
    words = [f"0x{(bits >> (1216 - 64 * (i + 1))) & (2 ** 64 - 1):016x}ull" for i in range(19)]
    rows = [", ".join(words[i:i + 4]) for i in range(0, 19, 4)]
    return ("// 2 / pi: bits after the point, 64 in each word.\n"
            "static __device__ const unsigned long long simt_two_over_pi[19] = {\n    " + ",\n    ".join(rows) + "};")


def body(name, coefficients, ctype, suffix):
    lines = [f"SIMT_DEVICE {ctype} simt_{name}_polynomial({ctype} x) {{"]
    for i, c in enumerate(coefficients):
        text = number(c, ctype) + suffix
        lines.append(f"  {ctype} p = {text};" if i == 0 else f"  p = simt_fma(p, x, {text});")
    return "\n".join(lines + ["  return p;", "}"])


def polynomials(table):
    parts = []
    for name, what, function, interval, single, double in table:
        parts.append(f"// {what}")
        for terms, ctype, suffix in ((single, "float", "f"), (double, "double", "")):
            if terms:
                fit, error = chebyfit(function, interval, terms, error=True)
                print(name, ctype, mp.nstr(error, 3))
                parts.append(body(name, fit, ctype, suffix))
        parts.append("")
    return parts


def write(name, what, include, parts):
    """In the style of the repository: run clang-format on it."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "include/simt", name)
    head = [f"// {what}. Written by isa/cuda/math_tables.py; do not edit.", "#pragma once\n", f'#include "simt/{include}"\n']
    with open(path, "w") as out:
        out.write("\n".join(head + parts).rstrip() + "\n")


def main():
    write("math_constants.h", "Constants of the math functions", "math_basic.h",
          ["template <class T> struct simt_constant {};", constants("float", 24, "f"), constants("double", 53, "") + "\n",
           two_over_pi()])
    write("math_polynomials.h", "Polynomials of logarithm, exponential, sine and cosine", "math_constants.h",
          polynomials(BASIC))
    write("math_polynomials_inverse.h", "Polynomials of inverse and hyperbolic functions and erf", "math_constants.h",
          polynomials(INVERSE))


main()
