#!/usr/bin/env python3
"""Lines "kernel block" of what tests/hardware/exits/h200.txt.gz has measured: exit_cases.py FILE."""
import gzip
import sys

blocks = {}
for line in gzip.open(sys.argv[1], "rt"):
    if not line.startswith("#"):
        kernel, _, block = line.split()[:3]
        blocks[kernel] = block
for kernel, block in blocks.items():
    print(kernel, block)
