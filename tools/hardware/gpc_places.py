#!/usr/bin/env python3
"""Which SMs are one GPC, from the clocks at which CTAs start on them; more CTAs than SMs reach them all.

    gpc_places.py < ROW        ROW: CASE,RUN,cycles,SM,START,END,SM,START,END... (kernels/micro/launch_clock.ir)

All SMs of a GPC count the same clock; those of two GPCs are far apart. Prints, for each %smid, the SM's
number with those of a GPC side by side, as an argument of gpu-run: {0,1,16,...}.
"""
import sys

APART = 30_000  # cycles; the CTAs of a small launch start within a few thousand


def gpcs(starts):
    """Groups of SMs, each ascending, from pairs (clock, SM); first those that are not short of SMs."""
    groups, last = [], None
    for clock, sm in sorted(starts):
        if last is None or clock - last > APART:
            groups.append([])
        groups[-1].append(sm)
        last = clock
    usual = sorted(len(group) for group in groups)[len(groups) // 2] - 2
    return sorted((sorted(group) for group in groups), key=lambda group: (len(group) < usual, len(group), group))


def main():
    row = sys.stdin.readline().strip().split(",")
    values = [int(v) for v in row[3:]]
    clock_of = dict(zip(values[0::3], values[1::3]))
    groups = gpcs((clock, sm) for sm, clock in clock_of.items())
    if sorted(clock_of) != list(range(len(clock_of))) or len(groups) < 2:
        sys.exit("gpc_places.py: the CTAs do not cover the SMs, or their clocks do not tell GPCs apart")
    print("GPCs of", [len(group) for group in groups], "SMs", file=sys.stderr)
    place = {sm: number for number, sm in enumerate(sm for group in groups for sm in group)}
    print("{" + ",".join(str(place[sm]) for sm in range(len(place))) + "}")


if __name__ == "__main__":
    main()
