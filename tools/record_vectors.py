#!/usr/bin/env python3
"""Runs single PTX instructions on a GPU and records what they give, as test vectors.

    op_forms > forms.txt                      (from the build of tests/ops)
    record_vectors.py forms.txt vectors.txt [--cases N] [--match REGEX]

Each line of the output: OPCODE INPUTS -> OUTPUTS (hexadecimal; a carry flag comes last, as the adder has it).
Needs CuPy and a GPU. tests/ops/hardware_test.cpp compares the rows with the recorded file.
"""

import argparse
import random
import re
import struct

import ptx_forms as px

INTEGERS = [0, 1, 2, 3, 5, 7, 8, 15, 16, 23, 24, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, -1, -2, -31, -32]
FLOATS32 = [0, 0x80000000, 0x3F800000, 0xBF800000, 1, 0x80000001, 0x007FFFFF, 0x00800000, 0x7F7FFFFF,
            0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC01234, 0x7F800001, 0x4B000000, 0x4F000000, 0x3F000000,
            0x40490FDB, 0xC2F6E979, 0x5F000000, 0x3FC00000, 0x40200000, 0x7FC00002, 0xFF800004, 0xFFFABCDE,
            0x7FA12345, 0x7FFFFFFF, 0xFFC00000, 0x7F7FF000, 0x7F7FEFFF]
FLOATS64 = [0, 1 << 63, 0x3FF0000000000000, 0xBFF0000000000000, 1, 0x000FFFFFFFFFFFFF, 0x0010000000000000,
            0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000,
            0x7FF0000000000001, 0x400921FB54442D18, 0x41E0000000000000, 0x3FE0000000000000,
            0x7FF8000000000002, 0xFFF0000000000004, 0xFFFABCDEF1234567, 0x7FF4123456789ABC,
            0x7FFFFFFFFFFFFFFF, 0xFFF8000000000000]
FLOATS16 = [0, 0x8000, 0x3C00, 0xBC00, 1, 0x8001, 0x03FF, 0x0400, 0x7BFF, 0x7C00, 0xFC00, 0x7E00, 0x7C01,
            0x3800, 0x4248, 0x6400]
BFLOATS16 = [0, 0x8000, 0x3F80, 0xBF80, 1, 0x8001, 0x007F, 0x0080, 0x7F7F, 0x7F80, 0xFF80, 0x7FC0, 0x7F81,
             0x3F00, 0x4049, 0x4B00]


def value(rng, kind):
    if kind == "pred" or kind == "cc":
        return rng.getrandbits(1)
    if kind == "imm":
        return px.CONSTANT
    bits = px.width(kind)
    special = {"f32": FLOATS32, "tf32": FLOATS32, "f64": FLOATS64, "f16": FLOATS16, "bf16": BFLOATS16}.get(kind)
    if kind in ("f16x2", "bf16x2"):
        return value(rng, kind[:-2]) | value(rng, kind[:-2]) << 16
    if special:
        pick = rng.random()
        if pick < 0.5:
            return rng.choice(special)
        if kind == "f32" and pick < 0.8:
            return struct.unpack("<I", struct.pack("<f", rng.uniform(-100, 100)))[0]
        if kind == "f64" and pick < 0.8:
            return struct.unpack("<Q", struct.pack("<d", rng.uniform(-100, 100)))[0]
        return rng.getrandbits(bits)
    pick = rng.random()
    top = 1 << (bits - 1)
    if pick < 0.5:
        return rng.choice(INTEGERS) & (2 * top - 1)
    if pick < 0.65:
        return rng.choice([top, top - 1, top + 1, top | 1, top >> 1]) & (2 * top - 1)
    return rng.getrandbits(bits)


def kernel(form):
    lines = [f".visible .entry {form.name}(.param .u64 in, .param .u64 out) {{",
             ".reg .b64 %i, %o, %v<8>, %w<4>; .reg .b32 %t, %z;",
             "ld.param.u64 %i, [in]; ld.param.u64 %o, [out]; mov.u32 %t, %tid.x;",
             "{ .reg .b64 s; mul.wide.u32 s, %t, 64; add.s64 %i, %i, s; add.s64 %o, %o, s; }"]
    for n, kind in enumerate(form.dst):
        lines.append(f".reg .{px.register_class(kind)} %d{n};")
    for n, kind in enumerate(form.src):
        lines.append(f"ld.global.b64 %v{n}, [%i+{8 * n}];")
        if kind != "imm":
            lines.append(f".reg .{px.register_class(kind)} %a{n}; {px.from_bits(kind, f'%a{n}', f'%v{n}')}")
    if form.carry_in:
        n = len(form.src)
        lines.append(f"ld.global.b64 %v{n}, [%i+{8 * n}]; cvt.u32.u64 %z, %v{n};")
        lines.append("add.cc.u32 %z, %z, -1;")
    lines.append(px.statement(form, [f"%d{n}" for n in range(len(form.dst))],
                              [f"%a{n}" for n in range(len(form.src))]))
    if form.carry_out:
        lines.append("addc.u32 %z, 0, 0;")
    for n, kind in enumerate(form.dst):
        lines.append(px.to_bits(kind, f"%w{n}", f"%d{n}"))
        lines.append(f"st.global.b64 [%o+{8 * n}], %w{n};")
    if form.carry_out:
        lines.append(f"cvt.u64.u32 %w3, %z; st.global.b64 [%o+{8 * len(form.dst)}], %w3;")
    lines.append("ret; }")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("forms")
    parser.add_argument("vectors")
    parser.add_argument("--cases", type=int, default=64)
    parser.add_argument("--match", default="")
    parser.add_argument("--ptx", help="write the PTX here and stop")
    parser.add_argument("--module", help="a compiled module (cubin) instead of the PTX")
    args = parser.parse_args()
    forms = [f for f in px.parse_forms(args.forms) if px.supported(f) and re.search(args.match, f.opcode)]
    text = px.HEADER.format(target="sm_90") + "\n".join(kernel(f) for f in forms)
    if args.ptx:
        open(args.ptx, "w").write(text)
        return

    import cupy as cp
    import numpy as np

    module = cp.RawModule(path=args.module) if args.module else cp.RawModule(code=text, backend="nvcc")
    with open(args.vectors, "w") as out:
        for form in forms:
            rng = random.Random(form.opcode)
            kinds = form.src + (["cc"] if form.carry_in else [])
            masks = [1 if k == "pred" else (1 << px.width(k)) - 1 for k in form.dst] + [1] * form.carry_out
            rows = np.zeros((args.cases, 8), dtype=np.uint64)
            for row in rows:
                for n, kind in enumerate(kinds):
                    row[n] = value(rng, kind)
            source, result = cp.asarray(rows), cp.zeros_like(cp.asarray(rows))
            module.get_function(form.name)((1,), (args.cases,), (source, result))
            for row, got in zip(rows, cp.asnumpy(result)):
                inputs = " ".join(f"{int(v):x}" for v in row[: len(kinds)])
                outputs = " ".join(f"{int(v) & m:x}" for v, m in zip(got, masks))
                out.write(f"{form.opcode} {inputs} -> {outputs}\n")


if __name__ == "__main__":
    main()
