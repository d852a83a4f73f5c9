#!/usr/bin/env python3
"""Writes kernels/micro/store_interval.ir: 16 stores at equal intervals, then loads of the same words.

    micro_stores.py OUT_DIR
"""

import pathlib
import sys

STORES = 16
HEAD = f"""// {STORES} stores of one warp, n dependent multiplications (4 cycles each) apart, then loads of the same words, for what ncu
// counts: store hits, load hits, sectors written (tests/hardware/h200/stores.csv). rows_SPACE_n: lane t of `lanes` stores
// word t of row (t + i) mod {STORES} in store i; a row is a line, and is stored to again and again, by one lane or two.
// line_SPACE_n: lane i alone stores word i of one line in store i. out[31]: the cycles of the stores.
//! kernel rows_global_8
//! grid 1
//! block 32
//! arg data u32[512] = zero
//! arg out u32[32] = zero
//! arg lanes u32 = 32
//! check out[31] >= 16

.version 8.0
.target sm_90
.address_size 64
"""
# A local word of 32 lanes is a line; a row of global words is one.
ROW = {"global": f"add.u32 %k, %t, {{i}}; and.b32 %k, %k, {STORES - 1}; shl.b32 %k, %k, 5; add.u32 %k, %k, %t; ",
       "local": f"add.u32 %k, %t, {{i}}; and.b32 %k, %k, {STORES - 1}; "}


def rows_of(count, statements):
    """Text with so many of them on a line."""
    lines = ("".join(statements[i:i + count]).rstrip() for i in range(0, len(statements), count))
    return "".join(f"    {line}\n" for line in lines)


def kernel(shape, space, multiplications):
    numbers = range(STORES)
    if shape == "rows":
        places = [ROW[space].format(i=i) + f"mul.wide.u32 %o, %k, 4; add.s64 %a{i}, %b, %o; "
                  for i in numbers]
        guard = ["%in" for _ in numbers]
    else:
        places = [f"setp.eq.u32 %q{i}, %t, {i}; mul.wide.u32 %o, %t, 4; add.s64 %a{i}, %b, %o; " for i in numbers]
        guard = [f"%q{i}" for i in numbers]
    store = rows_of(5, sum((["mad.lo.u32 %y, %y, %y, 3; "] * multiplications + [f"@{guard[i]} st.{space}.u32 [%a{i}], %y; "]
                       for i in numbers), []))
    load = rows_of(2, [f"@{guard[i]} ld.{space}.u32 %x, [%a{i}]; add.u32 %sum, %sum, %x; " for i in numbers])
    words = "    .local .align 16 .b8 words[512];\n" if space == "local" else ""
    base = "mov.u64 %b, words;" if space == "local" else "ld.param.u64 %b, [data];"
    return f"""
.visible .entry {shape}_{space}_{multiplications}(.param .u64 data, .param .u64 out, .param .u32 lanes)
{{
{words}    .reg .b32 %t, %k, %x, %y, %sum, %spent, %start, %lanes; .reg .b64 %b, %a<{STORES}>, %o, %out; .reg .pred %p, %in, %q<{STORES}>;
    mov.u32 %t, %tid.x; mov.u32 %sum, 0; mov.u32 %y, %t; ld.param.u32 %lanes, [lanes]; setp.lt.u32 %in, %t, %lanes;
    {base}
{rows_of(2, places)}    bar.sync 0; mov.u32 %start, %clock;
{store}    mov.u32 %spent, %clock; bar.sync 0;
{load}    ld.param.u64 %out, [out]; mul.wide.u32 %o, %t, 4; add.s64 %out, %out, %o; sub.u32 %spent, %spent, %start;
    setp.eq.u32 %p, %t, 31; selp.b32 %sum, %spent, %sum, %p; st.global.u32 [%out], %sum; ret;
}}
"""


KERNELS = [("rows", "global", 8)] + [("rows", "local", n) for n in (2, 4, 6, 8, 12, 16)] + \
          [("line", "global", n) for n in (2, 4, 6)]

if __name__ == "__main__":
    text = HEAD + "".join(kernel(*k) for k in KERNELS)
    (pathlib.Path(sys.argv[1]) / "store_interval.ir").write_text(text)
