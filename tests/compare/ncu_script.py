#!/usr/bin/env python3
"""A script as people write them for `ncu --csv`: the csv module, and nothing of this project.

    ncu_script.py SIMT_SIM KERNEL.ir

Reads the details, raw and source pages, and stops with a message when one is not what ncu writes.
"""
import csv
import io
import subprocess
import sys

SECTIONS = {
    "GPU Speed Of Light Throughput": ["Duration", "Elapsed Cycles", "Memory Throughput", "Compute (SM) Throughput"],
    "Compute Workload Analysis": ["Executed Ipc Active", "Issue Slots Busy", "SM Busy"],
    "Memory Workload Analysis": ["Memory Throughput", "L1/TEX Hit Rate", "L2 Hit Rate", "Mem Busy"],
    "Scheduler Statistics": ["No Eligible", "Active Warps Per Scheduler"],
    "Warp State Statistics": ["Warp Cycles Per Issued Instruction", "Avg. Active Threads Per Warp"],
    "Instruction Statistics": ["Executed Instructions", "Avg. Executed Instructions Per Scheduler"],
    "Launch Statistics": ["Registers Per Thread", "Block Size", "Grid Size", "Waves Per SM"],
    "Occupancy": ["Theoretical Occupancy", "Achieved Occupancy", "Block Limit Registers"],
    "Source Counters": ["Branch Instructions", "Branch Efficiency", "Avg. Divergent Branches"],
}


def run(*args):
    return subprocess.run([sys.argv[1], *args], check=True, capture_output=True, text=True).stdout


def number(text):
    return float(text.replace(",", ""))


def expect(condition, message):
    if not condition:
        sys.exit(message)


def details(kernel):
    text = run(kernel, "--csv")
    rows = list(csv.DictReader(io.StringIO(text[text.index('"ID"'):])))
    found = {}
    for row in rows:
        if row["Metric Name"]:
            found[row["Section Name"], row["Metric Name"]] = number(row["Metric Value"])
        else:
            expect(row["Rule Name"] and row["Rule Description"], "a row with neither metric nor rule")
    for section, labels in SECTIONS.items():
        for label in labels:
            expect((section, label) in found, f"no '{label}' in '{section}'")
    grid = eval(rows[0]["Grid Size"])
    expect(found["Launch Statistics", "Grid Size"] == grid[0] * grid[1] * grid[2], "the grid's size")
    expect(found["GPU Speed Of Light Throughput", "Duration"] > 0, "no duration")
    return found


def raw(kernel):
    rows = list(csv.reader(io.StringIO(run(kernel, "--page", "raw", "--csv"))))
    names, units, values = rows
    expect(len(names) == len(units) == len(values), "rows of different lengths")
    table = dict(zip(names, values))
    expect(dict(zip(names, units))["gpu__time_duration.sum"] == "ns", "the unit of time")
    expect(number(table["smsp__inst_executed.sum"]) > 0, "no instructions")
    return table


def source(kernel):
    rows = list(csv.reader(io.StringIO(run(kernel, "--page", "source", "--csv"))))
    expect(rows[0][0] == "Kernel Name", "the kernel's name comes first")
    header = rows[1]
    executed = header.index("Instructions Executed")
    return sum(number(row[executed]) for row in rows[2:] if row[executed])


def requested(kernel):
    text = run(kernel, "--csv", "--metrics", "smsp__inst_executed.sum,dram__bytes_read.sum")
    rows = list(csv.DictReader(io.StringIO(text)))
    expect([r["Section Name"] for r in rows] == ["Command line profiler metrics"] * 2, "the section of --metrics")
    return number(rows[0]["Metric Value"])


def main():
    kernel = sys.argv[2]
    table = raw(kernel)
    instructions = number(table["smsp__inst_executed.sum"])
    expect(details(kernel)["Instruction Statistics", "Executed Instructions"] == instructions, "details and raw differ")
    expect(source(kernel) == instructions, "source and raw differ")
    expect(requested(kernel) == instructions, "--metrics and raw differ")


if __name__ == "__main__":
    main()
