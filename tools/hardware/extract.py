#!/usr/bin/env python3
"""Picks the metrics that addresses alone decide out of a raw-page measurement (measure.sh).

    extract.py opt0.csv.gz > exact.txt        one line each: kernel, metric, value
"""
import csv
import gzip
import sys

METRICS = """
smsp__sass_branch_targets_threads_divergent.sum
smsp__sass_average_branch_targets_threads_uniform.pct
l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
l1tex__t_requests_pipe_lsu_mem_global_op_red.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum
l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum
l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum
l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum
memory_l1_wavefronts_shared
memory_l1_wavefronts_shared_ideal
memory_l2_theoretical_sectors_global
memory_l2_theoretical_sectors_global_ideal
memory_l1_tag_requests_global
""".split()


def kernels(path):
    """Yields (kernel, lines of its CSV)."""
    name, lines = None, []
    for line in gzip.open(path, "rt"):
        if line.startswith("#kernel"):
            if name:
                yield name, lines
            name, lines = line.split()[1], []
        else:
            lines.append(line)
    if name:
        yield name, lines


def main(path):
    for name, lines in kernels(path):
        rows = list(csv.reader(lines))
        if len(rows) < 3:  # names, units, values
            continue
        values = dict(zip(rows[0], rows[2]))
        for metric in METRICS:
            if values.get(metric):
                print(name, metric, values[metric].replace(",", ""))


if __name__ == "__main__":
    main(sys.argv[1])
