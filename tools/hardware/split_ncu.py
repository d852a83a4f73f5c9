#!/usr/bin/env python3
"""Splits ncu's raw page of a run of several kernels: one table for each.

    split_ncu.py NCU.csv NAMES > OUT      NAMES: one a line, in the order of the launches

    split_ncu.py --values RUNS NCU.csv NAMES > OUT      each was launched RUNS times: name,run,metric,value
    split_ncu.py --table METRIC,... NCU.csv NAMES > OUT      a row a launch: name, the metrics

Writes "#kernel NAME", the columns' names, their units and the values for each. A column without a value in any
kernel is left out. Stops when launches and names differ in number.
"""
import csv
import sys


def read(path, names_path, runs):
    """Names of the columns, units, launches, and the name of each launch."""
    rows = list(csv.reader(line for line in open(path) if line.startswith('"')))
    names = [line.split()[0] for line in open(names_path) if line.strip()]
    names = [name for name in names for _ in range(runs)]
    if len(rows) - 2 != len(names):
        sys.exit(f"{path}: {len(rows) - 2} launches for {len(names)} names")
    return rows[0], rows[1], rows[2:], names


def tables(path, names_path):
    columns, units, launches, names = read(path, names_path, 1)
    kept = [i for i in range(len(columns)) if any(row[i] for row in launches)]
    out = csv.writer(sys.stdout, quoting=csv.QUOTE_ALL, lineterminator="\n")
    for name, row in zip(names, launches):
        print(f"#kernel {name}", flush=True)
        for line in (columns, units, row):
            out.writerow([line[i] for i in kept])
        sys.stdout.flush()


def values(runs, path, names_path):
    columns, _, launches, names = read(path, names_path, runs)
    for index, (name, row) in enumerate(zip(names, launches)):
        for column, value in zip(columns, row):
            if "__" in column and "." in column:
                print(f"{name},{index % runs},{column},{value.replace(',', '')}")


def table(metrics, path, names_path):
    columns, _, launches, names = read(path, names_path, 1)
    places = [columns.index(metric) for metric in metrics.split(",")]
    print(",".join(["case", *metrics.split(",")]))
    for name, row in zip(names, launches):
        print(",".join([name, *(row[i].replace(",", "") for i in places)]))


if __name__ == "__main__":
    if sys.argv[1] == "--values":
        values(int(sys.argv[2]), *sys.argv[3:])
    elif sys.argv[1] == "--table":
        table(*sys.argv[2:])
    else:
        tables(*sys.argv[1:])
