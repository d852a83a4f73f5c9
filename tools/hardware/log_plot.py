"""A scatter plot of simulated against measured values on logarithmic axes, as SVG text."""
import html
import math

SIZE, LEFT, TOP, BOTTOM = 560, 80, 34, 52  # of the plot's square and its margins, in pixels
RIGHT = 40
COLOURS = {"near": "#1b7837", "middle": "#e08214", "far": "#b2182b"}


def colour(point):
    error = abs(point["simulated"] / point["measured"] - 1)
    return COLOURS["near" if error <= 0.15 else "middle" if error <= 0.35 else "far"]


class Axes:
    def __init__(self, points):
        values = [p[k] for p in points for k in ("simulated", "measured")]
        self.low = math.floor(math.log10(min(values)))
        self.high = math.ceil(math.log10(max(values)))

    def place(self, value):
        return SIZE * (math.log10(value) - self.low) / (self.high - self.low)

    def x(self, value):
        return round(LEFT + self.place(value), 1)

    def y(self, value):
        return round(TOP + SIZE - self.place(value), 1)


def line(x1, y1, x2, y2, style):
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>'


def text(x, y, words, more=""):
    return f'<text x="{x}" y="{y}" {more}>{html.escape(words)}</text>'


def power(exponent):
    if exponent >= 6:
        return f"{10 ** (exponent - 6)}M"
    return f"{10 ** exponent:,}" if exponent >= 0 else str(10.0 ** exponent)


def grid(axes, low, high):
    out = []
    for exponent in range(axes.low, axes.high + 1):
        v = 10.0 ** exponent
        out.append(line(axes.x(v), axes.y(low), axes.x(v), axes.y(high), 'stroke="#ddd"'))
        out.append(line(axes.x(low), axes.y(v), axes.x(high), axes.y(v), 'stroke="#ddd"'))
        out.append(text(axes.x(v), TOP + SIZE + 18, power(exponent), 'text-anchor="middle"'))
        out.append(text(LEFT - 8, axes.y(v) + 4, power(exponent), 'text-anchor="end"'))
    return out


def diagonals(axes, low, high):
    out = [line(axes.x(low), axes.y(low), axes.x(high), axes.y(high), 'stroke="#333"')]
    for share, dash in ((0.15, "6 4"), (0.35, "2 4")):
        for factor in (1 + share, 1 - share):
            a, b = max(low, low / factor), min(high, high / factor)
            style = f'stroke="#888" stroke-dasharray="{dash}"'
            out.append(line(axes.x(a), axes.y(a * factor), axes.x(b), axes.y(b * factor), style))
    return out


def mark(axes, p):
    """A dot with the measurement's range as a bar and the name as a tooltip."""
    x, y = axes.x(p["measured"]), axes.y(p["simulated"])
    out = []
    if p["high"] > p["low"]:
        style = f'stroke="{colour(p)}" stroke-opacity="0.5"'
        out.append(line(axes.x(p["low"]), y, axes.x(p["high"]), y, style))
    tip = f'{p["name"]}: simulated {p["simulated"]:,g}, measured {p["measured"]:,g}'
    out.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{colour(p)}" fill-opacity="0.8">'
               f"<title>{html.escape(tip)}</title></circle>")
    return out


def labels(axes, points, count):
    def error(p):
        return abs(math.log(p["simulated"] / p["measured"]))

    out, taken = [], []
    for p in sorted(points, key=error, reverse=True):
        left = axes.x(p["measured"]) > LEFT + SIZE * 0.7
        x = axes.x(p["measured"]) + (-7 if left else 7)
        anchor = 'text-anchor="end"' if left else ""
        place = x, axes.y(p["simulated"])
        if len(out) == count or any(abs(x - a) < 150 and abs(place[1] - b) < 12 for a, b in taken):
            continue
        taken.append(place)
        out.append(text(x, axes.y(p["simulated"]) + 4, p["name"], f'font-size="11" {anchor}'))
    return out


def plot(title, unit, points, named=8):
    """Points: dictionaries with name, simulated, measured, low, high. `named`: how many to label."""
    axes = Axes(points)
    low, high = 10.0 ** axes.low, 10.0 ** axes.high
    width, height = LEFT + SIZE + RIGHT, TOP + SIZE + BOTTOM
    middle = LEFT + SIZE / 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        text(middle, 20, title, 'text-anchor="middle" font-size="15"'),
        text(middle, height - 12, f"measured, {unit}", 'text-anchor="middle"'),
        text(14, TOP + SIZE / 2, f"simulated, {unit}",
             f'text-anchor="middle" transform="rotate(-90 14 {TOP + SIZE / 2})"'),
    ]
    out += grid(axes, low, high) + diagonals(axes, low, high)
    for p in points:
        out += mark(axes, p)
    return "\n".join(out + labels(axes, points, named) + ["</svg>"]) + "\n"
