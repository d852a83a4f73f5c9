#!/usr/bin/env python3
"""Writes the tables of docs/ACCURACY.md and its plots from tests/hardware/h200/accuracy.txt, and from what was
said of kernels before they were measured: unseen_predicted.txt there, h100/held_out*_predicted.txt.

    accuracy_page.py [--check]     --check: writes nothing, fails when a file would change

The prose is docs/ACCURACY.md's own; what stands between `<!-- NAME -->` and `<!-- end -->` is replaced.
"""
import pathlib
import re
import sys

import log_plot

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/ACCURACY.md"
MEASURED = ROOT / "tests/hardware/h200"
PREDICTIONS = (MEASURED / "unseen_predicted.txt", ROOT / "tests/hardware/h100/held_out_predicted.txt",
               ROOT / "tests/hardware/h100/held_out_2_predicted.txt")
POINTS = ("l1", "l2", "dram", "stalls", "largest")  # percentages: the error is a difference


def read_rows():
    rows = []
    for line in (MEASURED / "accuracy.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        kind, name, quantity, *numbers = line.split()
        simulated, measured, low, high = map(float, numbers)
        rows.append(dict(kind=kind, name=name, quantity=quantity, simulated=simulated,
                         measured=measured, low=low, high=high))
    return rows


def predictions(rows):
    """The rows of kernels that were predicted, as "predicted_KIND", with what was simulated before they were measured."""
    said = {}
    for file in PREDICTIONS:
        for line in file.read_text().splitlines():
            if not line.startswith("#"):
                *key, value = line.split()
                said[tuple(key)] = float(value)
    keys = [(r, (r["kind"], r["name"], r["quantity"])) for r in rows]
    return [r | dict(kind="predicted_" + r["kind"], simulated=said[key]) for r, key in keys if key in said]


def error(row):
    if row["quantity"] in POINTS:
        return row["simulated"] - row["measured"]
    return 100 * (row["simulated"] / row["measured"] - 1)


def pick(rows, kind, *quantities):
    return [r for r in rows if r["kind"] == kind and r["quantity"] in quantities]


def by_name(rows):
    out = {}
    for r in rows:
        out.setdefault(r["name"], {})[r["quantity"]] = r
    return out


def table(header, lines):
    return "\n".join(["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
                     + ["| " + " | ".join(line) + " |" for line in lines])


def figure(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:,.1f}"


def beside(row):
    """Simulated / measured, of a percentage."""
    return f'{row["simulated"]:.1f} / {row["measured"]:.1f}' if row else ""


def spread(row):
    if row["high"] <= row["low"]:
        return ""
    return f'{figure(row["low"])} to {figure(row["high"])}'


def kernel_table(rows):
    lines = []
    kernels = by_name(pick(rows, "kernel", "cycles", "l1", "l2"))
    for name, of in sorted(kernels.items(), key=lambda item: error(item[1]["cycles"])):
        c = of["cycles"]
        lines.append([name, figure(c["simulated"]), figure(c["measured"]), spread(c),
                      f"{error(c):+.0f}%", beside(of.get("l1")), beside(of.get("l2"))])
    return table(["kernel", "simulated", "measured", "four launches", "error", "L1 hits, %", "L2 hits, %"],
                 lines)


def unseen_table(rows):
    lines = []
    before = by_name(pick(rows, "predicted_unseen", "cycles"))
    kernels = by_name(pick(rows, "unseen", "cycles", "l1", "l2"))
    for name, of in sorted(kernels.items(), key=lambda item: error(before[item[0]]["cycles"])):
        said, c = before[name]["cycles"], of["cycles"]
        lines.append([name, figure(said["simulated"]), figure(c["simulated"]), figure(c["measured"]),
                      f"{error(said):+.0f}%", f"{error(c):+.0f}%", beside(of.get("l1")), beside(of.get("l2"))])
    return table(["kernel", "predicted", "simulated", "measured", "error predicted", "error", "L1 hits, %",
                  "L2 hits, %"], lines)


def held_out_table(rows, of_set="held_out"):
    lines = []
    said, now = (by_name(pick(rows, kind, "cycles", "stalls", "largest"))
                 for kind in (f"predicted_machine_{of_set}", f"machine_{of_set}"))
    said_ptx, ptx = (by_name(pick(rows, kind, "cycles")) for kind in (f"predicted_{of_set}", of_set))
    for name, of in sorted(now.items(), key=lambda item: error(said[item[0]]["cycles"])):
        c = of["cycles"]
        lines.append([name, figure(said[name]["cycles"]["simulated"]), figure(c["simulated"]), figure(c["measured"])]
                     + [f"{error(r):+.0f}%" for r in (said[name]["cycles"], c, said_ptx[name]["cycles"], ptx[name]["cycles"])]
                     + [f'{of["stalls"]["simulated"]:.0f}', "yes" if of["largest"]["simulated"] else "no"])
    return table(["kernel", "predicted", "simulated", "measured", "error predicted", "error", "as PTX, predicted",
                  "as PTX", "stall shares apart, %", "same largest"], lines)


def held_out_2_table(rows):
    return held_out_table(rows, "held_out_2")


def micro_table(rows):
    machine = by_name(pick(rows, "machine_micro", "cycles"))
    lines = []
    for r in pick(rows, "micro", "cycles"):
        m = machine[r["name"]]["cycles"]
        lines.append([r["name"], figure(r["simulated"]), figure(r["measured"]), f"{error(r):+.0f}%",
                      figure(m["simulated"]), f"{error(m):+.0f}%"])
    return table(["case", "simulated", "measured", "error", "as machine code", "error"], lines)


def machine_table(rows):
    lines = []
    as_ptx = by_name(pick(rows, "unseen", "cycles"))
    for kind in ("machine_unseen", "machine_cuda"):
        kernels = by_name(pick(rows, kind, "cycles", "stalls", "largest"))
        for name, of in sorted(kernels.items(), key=lambda item: error(item[1]["cycles"])):
            c, ptx = of["cycles"], as_ptx.get(name, {}).get("cycles") if kind == "machine_unseen" else None
            lines.append([name, figure(c["simulated"]), figure(c["measured"]), f"{error(c):+.0f}%",
                          f"{error(ptx):+.0f}%" if ptx else "", f'{of["stalls"]["simulated"]:.0f}',
                          "yes" if of["largest"]["simulated"] else "no"])
    return table(["kernel", "simulated", "measured", "error", "error as PTX", "stall shares apart, %",
                  "same largest"], lines)


def article_table(rows):
    lines = []
    for name, of in by_name(pick(rows, "article", "milliseconds", "ratio", "dram")).items():
        lines.append([name] + [f'{of[q]["simulated"]:.2f} / {of[q]["measured"]:.2f}'
                               if q in of else "1" for q in ("milliseconds", "ratio", "dram")])
    return table(["kernel", "milliseconds, simulated / article", "over the fastest", "DRAM throughput, %"], lines)


def outside(row):
    return row["simulated"] < row["low"] or row["simulated"] > row["high"]


def summary_table(rows):
    lines = []
    for label, kind, quantity, goal in (
            ("`sm__cycles_active.avg` of the kernels", "kernel", "cycles", "15%, 35%"),
            ("L1 hit rate of the kernels, points", "kernel", "l1", "5"),
            ("L2 hit rate of the kernels, points", "kernel", "l2", "5"),
            ("cycles of kernels not seen before, as predicted", "predicted_unseen", "cycles", ""),
            ("their L1 hit rate, points", "predicted_unseen", "l1", ""),
            ("their L2 hit rate, points", "predicted_unseen", "l2", ""),
            ("their cycles, as simulated now", "unseen", "cycles", ""),
            ("their L1 hit rate now, points", "unseen", "l1", ""),
            ("their L2 hit rate now, points", "unseen", "l2", ""),
            ("cycles of kernels measured later on an H100, as predicted", "predicted_held_out", "cycles", ""),
            ("their cycles, as simulated now", "held_out", "cycles", ""),
            ("cycles of kernels measured last on an H100, as predicted", "predicted_held_out_2", "cycles", ""),
            ("their cycles, as simulated now", "held_out_2", "cycles", ""),
            ("cycles of the microbenchmarks", "micro", "cycles", ""),
            ("machine code of kernels not seen before: cycles", "machine_unseen", "cycles", ""),
            ("shares of their stall reasons, points", "machine_unseen", "stalls", ""),
            ("machine code of kernels measured later on an H100, as predicted: cycles", "predicted_machine_held_out",
             "cycles", ""),
            ("their cycles, as simulated now", "machine_held_out", "cycles", ""),
            ("shares of their stall reasons, points", "machine_held_out", "stalls", ""),
            ("machine code of kernels measured last on an H100, as predicted: cycles", "predicted_machine_held_out_2",
             "cycles", ""),
            ("their cycles, as simulated now", "machine_held_out_2", "cycles", ""),
            ("shares of their stall reasons, points", "machine_held_out_2", "stalls", ""),
            ("machine code of the originals of kernels/: cycles", "machine_cuda", "cycles", ""),
            ("shares of their stall reasons, points", "machine_cuda", "stalls", ""),
            ("machine code of the microbenchmarks: cycles", "machine_micro", "cycles", ""),
            ("reduce article: duration ratios", "article", "ratio", "20%"),
            ("reduce article: DRAM throughput, points", "article", "dram", "10")):
        of = pick(rows, kind, quantity)
        errors = sorted(abs(error(r)) for r in of)
        worst = max(of, key=lambda r: abs(error(r)))
        unit = "" if quantity in POINTS else "%"
        lines.append([label, str(len(of)), f"{sum(errors) / len(errors):.1f}{unit}",
                      f"{errors[len(errors) // 2]:.1f}{unit}",
                      f'{errors[-1]:.1f}{unit} ({worst["name"]})', goal])
    return table(["compared", "values", "mean error", "median", "worst", "goal (mean, worst)"], lines)


def noise_line(rows):
    cycles = pick(rows, "kernel", "cycles")
    inside = sum(not outside(r) for r in cycles)
    wide = sorted(100 * (r["high"] / r["low"] - 1) for r in cycles)
    return (f"Of {len(cycles)} kernels, {inside} lie within the range of the hardware's own four launches. That range, "
            f"as a share of its smallest\nvalue: median {wide[len(wide) // 2]:.0f}%, largest {wide[-1]:.0f}%.")


def files(rows):
    """Path -> text of everything that is written."""
    rows = rows + predictions(rows)
    page = PAGE.read_text()
    for name, make in (("summary", summary_table), ("noise", noise_line), ("kernels", kernel_table),
                       ("unseen", unseen_table), ("held_out", held_out_table), ("held_out_2", held_out_2_table),
                       ("machine", machine_table),
                       ("micro", micro_table), ("article", article_table)):
        block = f"<!-- {name} -->\n{make(rows)}\n<!-- end -->"
        page, found = re.subn(rf"<!-- {name} -->\n.*?<!-- end -->", lambda _: block, page, flags=re.S)
        if found != 1:
            sys.exit(f"{PAGE.name} has {found} places for {name}")
    return {
        PAGE: page,
        ROOT / "docs/accuracy_kernels.svg":
            log_plot.plot("Kernels: SM active cycles", "cycles", pick(rows, "kernel", "cycles")),
        ROOT / "docs/accuracy_unseen.svg":
            log_plot.plot("Kernels not seen before: SM active cycles", "cycles", pick(rows, "predicted_unseen", "cycles")),
        ROOT / "docs/accuracy_micro.svg":
            log_plot.plot("Microbenchmarks: what the kernels time themselves", "cycles",
                          pick(rows, "micro", "cycles")),
    }


def main(arguments):
    stale = []
    for path, text in files(read_rows()).items():
        if path.exists() and path.read_text() == text:
            continue
        stale.append(path.name)
        if "--check" not in arguments:
            path.write_text(text)
    if stale and "--check" in arguments:
        sys.exit(f"not up to date (tools/hardware/accuracy.sh): {', '.join(stale)}")


if __name__ == "__main__":
    main(sys.argv[1:])
