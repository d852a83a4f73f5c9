#!/usr/bin/env python3
"""Writes kernels/micro/atomics.ir, atomics_result.ir, shared_atomics.ir, store_parts.ir, and their cases.

    micro_atomics.py OUT_DIR        the kernels
    micro_atomics.py --cases        the lines of tests/hardware/micro/cases.txt
"""

import pathlib
import sys

from micro_memory import HEAD, entry, lines

# Operations: suffix of the name, PTX, bytes of a value, operands behind the address.
REDUCTIONS = [
    ("add_u32", "add.u32", 4, "%x"), ("min_s32", "min.s32", 4, "%x"), ("and_b32", "and.b32", 4, "%x"), ("inc_u32", "inc.u32", 4, "%x"),
    ("add_u64", "add.u64", 8, "%y"), ("max_s64", "max.s64", 8, "%y"), ("add_f32", "add.f32", 4, "%f"), ("add_f64", "add.f64", 8, "%d"),
    ("add_f16x2", "add.noftz.f16x2", 4, "%x"),
]
RESULTS = [
    ("add_u32", "add.u32", 4, "%x"), ("exch_b32", "exch.b32", 4, "%x"), ("cas_b32", "cas.b32", 4, "%x, %i"), ("add_u64", "add.u64", 8, "%y"),
    ("cas_b64", "cas.b64", 8, "%y, %o"), ("add_f32", "add.f32", 4, "%f"), ("add_f64", "add.f64", 8, "%d"),
]
SHARED = [
    ("add_u32", "add.u32", 4, "%x"), ("min_s32", "min.s32", 4, "%x"), ("inc_u32", "inc.u32", 4, "%x"), ("exch_b32", "exch.b32", 4, "%x"),
    ("cas_b32", "cas.b32", 4, "%x, %i"), ("add_u64", "add.u64", 8, "%y"), ("min_u64", "min.u64", 8, "%y"), ("exch_b64", "exch.b64", 8, "%y"),
    ("cas_b64", "cas.b64", 8, "%y, %o"), ("add_f32", "add.f32", 4, "%f"), ("add_f64", "add.f64", 8, "%d"), ("add_f16x2", "add.noftz.f16x2", 4, "%x"),
]


def result_register(ptx):
    if "f32" in ptx:
        return "%g"
    if "f64" in ptx:
        return "%e"
    return "%q" if ptx.endswith("64") else "%r"


def gather(ptx):
    """Adds the old value to %sum, so that somebody reads it."""
    return {"%g": "mov.b32 %r, %g; xor.b32 %sum, %sum, %r;", "%e": "mov.b64 %q, %e; cvt.u32.u64 %r, %q; xor.b32 %sum, %sum, %r;",
            "%q": "cvt.u32.u64 %r, %q; xor.b32 %sum, %sum, %r;", "%r": "xor.b32 %sum, %sum, %r;"}[result_register(ptx)]


WHERE = ["trip j of thread i goes to the byte ((i * mul >> shift) * stride + j * step) & mask of data."]
REGISTERS = "    .reg .pred %p; .reg .b32 %i, %t, %x, %r, %s, %sum, %mask, %step, %trips; .reg .b64 %a, %b, %o, %q, %y; .reg .f32 %f, %g; .reg .f64 %d, %e;\n"
VALUES = "    mov.u32 %x, 1; mov.u64 %y, 1; mov.f32 %f, 0f3F800000; mov.f64 %d, 0d3FF0000000000000; mov.u32 %sum, 0;\n"
PARAMS = "".join(f".param .u32 {p}, " for p in ("mul", "shift", "stride", "mask", "step", "trips"))


def launch(name, statement, ending):
    return f"""
.visible .entry {name}(.param .u64 data, {PARAMS[:-2]})
{{
{REGISTERS}    mov.u32 %i, %ctaid.x; mov.u32 %t, %ntid.x; mov.u32 %s, %tid.x; mad.lo.u32 %i, %i, %t, %s;
    ld.param.u32 %s, [mul]; mul.lo.u32 %i, %i, %s; ld.param.u32 %s, [shift]; shr.u32 %i, %i, %s;
    ld.param.u32 %s, [stride]; mul.lo.u32 %i, %i, %s; ld.param.u32 %mask, [mask]; ld.param.u32 %step, [step]; ld.param.u32 %trips, [trips];
    ld.param.u64 %b, [data];
{VALUES}again:
    .pragma "nounroll";
    and.b32 %s, %i, %mask; cvt.u64.u32 %o, %s; add.s64 %a, %b, %o;
    {statement}
    add.u32 %i, %i, %step; sub.u32 %trips, %trips, 1; setp.ne.u32 %p, %trips, 0;
    @%p bra again;
{ending}    ret;
}}
"""


def head(what, kernel, args, checks, block):
    text = "".join(f"// {w}\n" for w in what) + f"//! kernel {kernel}\n//! grid 1\n//! block {block}\n"
    return text + "".join(f"//! arg {a}\n" for a in args) + "".join(f"//! check {c}\n" for c in checks) + HEAD


def reductions():
    text = head(["Reductions, and then the end: how long a launch takes that does nothing else.", *WHERE], "red_add_u32",
                ["data u32[64] = zero", "mul u32 = 1", "shift u32 = 0", "stride u32 = 8", "mask u32 = 127", "step u32 = 0", "trips u32 = 2"],
                ["data[0] == 8 || data[0] == 0x41000000 || data[0] <= 1   // sums, in f32, others and the low word of f64"], 64)
    for name, ptx, _, operands in REDUCTIONS:
        text += launch(f"red_{name}", f"red.global.{ptx} [%a], {operands};", "")
    return text


def results():
    text = head(["Atomics whose results are read: how long a launch takes that does nothing else.", *WHERE], "atom_add_u32",
                ["data u32[64] = zero", "mul u32 = 1", "shift u32 = 0", "stride u32 = 8", "mask u32 = 127", "step u32 = 0", "trips u32 = 2"],
                ["data[0] == 8 || data[0] == 0x41000000 || data[0] <= 1   // sums, in f32, others and the low word of f64"], 64)
    for name, ptx, _, operands in RESULTS:
        text += launch(f"atom_{name}", f"atom.global.{ptx} {result_register(ptx)}, [%a], {operands}; {gather(ptx)}",
                       "    setp.ne.u32 %p, %sum, -7; @%p bra done; st.global.u32 [%b], %sum;\ndone:\n")
    return text


def shared():
    text = head(["Shared atomics, 4 a pass: thread i goes to the byte ((i * mul >> shift) * stride) & mask. shared_red_*: nobody reads the",
                 "old value."], "shared_atom_add_f32", ["mul u32 = 1", "shift u32 = 0", "stride u32 = 8", "mask u32 = 16383", "cycles u32[32] = zero"],
                ["cycles[0] >= 8"], 32)
    params = [(p, "u32") for p in ("mul", "shift", "stride", "mask")]
    declare = ("    .shared .align 16 .b8 data[16384]; .reg .b32 %x, %r, %a, %s; .reg .b64 %q, %y, %o; .reg .f32 %f, %g; .reg .f64 %d, %e;\n")
    setup = ("    ld.param.u32 %s, [mul]; mul.lo.u32 %i, %t, %s; ld.param.u32 %s, [shift]; shr.u32 %i, %i, %s; ld.param.u32 %s, [stride];\n"
             "    mul.lo.u32 %i, %i, %s; ld.param.u32 %s, [mask]; and.b32 %i, %i, %s; mov.u32 %a, data; add.u32 %a, %a, %i; mov.u64 %o, 2;\n"
             "    mov.u32 %x, 1; mov.u64 %y, 1; mov.f32 %f, 0f3F800000; mov.f64 %d, 0d3FF0000000000000;\n")
    sink = "    setp.eq.u32 %more, %sum, -7; selp.b32 %spent, 0, %spent, %more;\n"
    for name, ptx, _, operands in SHARED:
        text += entry(f"shared_atom_{name}", params, declare, setup,
                      lines([f"atom.shared.{ptx} {result_register(ptx)}, [%a], {operands}; {gather(ptx)}"] * 4, 1), sink)
    return text


def shared_reductions():
    text = head(["Shared atomics of which nobody reads the old value, 4 a pass: thread i goes to the byte",
                 "((i * mul >> shift) * stride) & mask."], "shared_red_add_f32",
                ["mul u32 = 1", "shift u32 = 0", "stride u32 = 8", "mask u32 = 16383", "cycles u32[32] = zero"], ["cycles[0] >= 8"], 32)
    params = [(p, "u32") for p in ("mul", "shift", "stride", "mask")]
    declare = "    .shared .align 16 .b8 data[16384]; .reg .b32 %x, %a, %s; .reg .b64 %y; .reg .f32 %f; .reg .f64 %d;\n"
    setup = ("    ld.param.u32 %s, [mul]; mul.lo.u32 %i, %t, %s; ld.param.u32 %s, [shift]; shr.u32 %i, %i, %s; ld.param.u32 %s, [stride];\n"
             "    mul.lo.u32 %i, %i, %s; ld.param.u32 %s, [mask]; and.b32 %i, %i, %s; mov.u32 %a, data; add.u32 %a, %a, %i;\n"
             "    ld.param.u32 %x, [mul]; mov.u64 %y, 1; mov.f32 %f, 0f3F800000; mov.f64 %d, 0d3FF0000000000000;\n")
    for name, ptx, operand in (("add_u32", "add.u32", "%x"), ("inc_u32", "inc.u32", "%x"), ("add_u64", "add.u64", "%y"), ("add_f32", "add.f32", "%f"),
                               ("add_f64", "add.f64", "%d")):
        text += entry(f"shared_red_{name}", params, declare, setup, lines([f"red.shared.{ptx} [%a], {operand};"] * 4, 4))
    return text


def stores():
    text = head(["Stores of parts of sectors: lane l writes piece l mod `each` of sector l / each, sectors `apart` bytes from each other, 4 * trips",
                 "stores a pass, 32 * apart bytes from each other; each warp has its own place. cycles[warp]: the last of the passes."],
                "store_part_4", ["data u64[1024] = zero", "each u32 = 1", "apart u32 = 32", "trips u32 = 1", "cycles u32[1] = zero"],
                ["cycles[0] >= 8"], 32)
    params = [("data", "u64"), ("each", "u32"), ("apart", "u32"), ("trips", "u32")]
    declare = "    .reg .pred %p; .reg .b32 %each, %apart, %trips, %trip, %s, %u; .reg .b64 %a, %b, %o, %hop, %v;\n"
    for size, kind, value in ((1, "u8", "%t"), (2, "u16", "%t"), (4, "u32", "%t"), (8, "u64", "%v")):
        setup = ("    ld.param.u32 %each, [each]; ld.param.u32 %apart, [apart]; ld.param.u32 %trips, [trips]; ld.param.u64 %b, [data];\n"
                 "    div.u32 %s, %lane, %each; mul.lo.u32 %u, %s, %each; sub.u32 %u, %lane, %u; mul.lo.u32 %s, %s, %apart;\n"
                 f"    mad.lo.u32 %s, %u, {size}, %s; cvt.u64.u32 %o, %s; add.s64 %b, %b, %o; cvt.u64.u32 %v, %t;\n"
                 "    mov.u32 %i, %ctaid.x; mov.u32 %u, %ntid.x; shr.u32 %u, %u, 5; mad.lo.u32 %i, %i, %u, %warp;\n"
                 "    mul.lo.u32 %s, %apart, 128; mul.lo.u32 %s, %s, %trips; mul.wide.u32 %o, %i, %s; add.s64 %b, %b, %o;\n"
                 "    mul.wide.u32 %hop, %apart, 32;\n")
        body = ("    mov.u64 %a, %b; mov.u32 %trip, %trips;\nnext:\n    .pragma \"nounroll\";\n" +
                lines([f"st.global.{kind} [%a], {value}; add.s64 %a, %a, %hop;"] * 4, 2) +
                "    sub.u32 %trip, %trip, 1; setp.ne.u32 %p, %trip, 0;\n    @%p bra next;\n")
        text += entry(f"store_part_{size}", params, declare, setup, body)
    return text


HASH = 2654435761  # Knuth, The Art of Computer Programming 3, 6.4


def bytes_of(name):
    return next(b for n, _, b, _ in REDUCTIONS + RESULTS if n == name)


def launch_case(label, kind, op, mul=1, shift=0, stride=4, mask=1023, step=0, trips=1, grid=1024, block=256):
    file = "atomics" if kind == "red" else "atomics_result"
    words = max(1024, (mask + 1 + 3) // 4 + 2)
    return (f"{kind}_{op}_{label} kernels/micro/{file}.ir --kernel {kind}_{op} --grid {grid} --block {block} --arg u32[{words}]=zero "
            + " ".join(f"--arg u32:{v}" for v in (mul, shift, stride, mask, step, trips)))


def launch_cases():
    out = []
    add = lambda *a, **k: out.append(launch_case(*a, **k))  # noqa: E731
    # Lines side by side, each warp one of them.
    for n in (1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 8192):
        add(f"lines_{n}", "red", "add_u32", mask=128 * n - 1, trips=4)
    for n in (1, 8, 64, 1024):
        add(f"lines_{n}", "atom", "add_u32", mask=128 * n - 1, trips=4)
    # Two and eight lines 2^k bytes apart.
    for k in (8, 9, 10, 11, 12, 13, 14, 16):
        add(f"lines_2_at_{2 ** k}", "red", "add_u32", mask=127 | 1 << k, trips=4)
    for k in (8, 9, 10, 12, 14, 16):
        add(f"lines_8_at_{2 ** k}", "red", "add_u32", mask=127 | 7 << k, trips=4)
    # Lanes on one address, and sectors of a warp.
    for s in (1, 2, 3, 4, 5):
        add(f"equal_{2 ** s}", "red", "add_u32", shift=s, trips=4)
        add(f"equal_{2 ** s}", "red", "add_f32", shift=s, trips=4)
        add(f"equal_{2 ** s}", "atom", "add_u32", shift=s, trips=4)
    add("equal_8_in_sectors", "red", "add_u32", shift=3, stride=32, trips=4)
    add("equal_8_in_lines", "red", "add_u32", shift=3, stride=128, trips=4)
    for stride in (8, 16, 32, 128):
        add(f"stride_{stride}", "red", "add_u32", stride=stride, mask=8191, trips=4)
    add("stride_32_lines_1024", "red", "add_u32", stride=32, mask=131071, trips=4)
    add("stride_128_lines_1024", "red", "add_u32", stride=128, mask=131071, trips=4)
    # Places by chance.
    for bits in (6, 8, 9, 12, 16, 20):
        add(f"random_{2 ** bits}", "red", "add_u32", mul=HASH, shift=32 - bits, mask=4 * 2 ** bits - 1)
    add("random_256", "atom", "add_u32", mul=HASH, shift=24)
    add("bins_512", "red", "add_u32", mask=2047, grid=2048, block=512)
    add("bins_512_random", "red", "add_u32", mul=HASH, shift=23, mask=2047, grid=2048, block=512)
    # Types and operations.
    for kind, ops in (("red", REDUCTIONS), ("atom", RESULTS)):
        for op, _, size, _ in ops:
            add("lines_8_once", kind, op, stride=size)
            add("address", kind, op, mask=0)
            if (kind, op) != ("red", "add_u32") and (kind, op) != ("atom", "add_u32"):
                add("random_256", kind, op, mul=HASH, shift=24, stride=size, mask=256 * size - 1)
            add("spread", kind, op, stride=size, mask=256 * 1024 * size - 1, trips=4)
    # One SM and eight.
    for sms in (1, 8):
        size = dict(grid=sms, block=1024, trips=32)
        for kind, op in (("red", "add_u32"), ("red", "add_f32"), ("atom", "add_u32")):
            add(f"address_{sms}sm", kind, op, mask=0, **size)
            add(f"line_{sms}sm", kind, op, mask=127, **size)
            add(f"spread_{sms}sm", kind, op, mask=32767, **size)
            add(f"random_256_{sms}sm", kind, op, mul=HASH, shift=24, **size)
    for s in (1, 2, 3, 4):
        add(f"equal_{2 ** s}_1sm", "red", "add_u32", shift=s, mask=32767, grid=1, block=1024, trips=32)
    return out


def shared_case(label, op, kind="atom", mul=1, shift=0, stride=4, mask=16383, warps=1):
    file = "shared_atomics" if kind == "atom" else "shared_reductions"
    return (f"shared_{kind}_{op}_{label}_w{warps} kernels/micro/{file}.ir --kernel shared_{kind}_{op} --block {32 * warps} "
            + " ".join(f"--arg u32:{v}" for v in (mul, shift, stride, mask)) + " --arg u32[32]=zero")


def shared_cases():
    out = []
    for op in ("add_f32", "add_u64", "add_f64", "cas_b32", "add_u32"):
        for s in range(6):
            for warps in (1, 4, 32):
                if op in ("add_f32", "add_u64") or (warps != 4 and s in ((0, 2) if op == "add_f64" else (0, 2, 5))):
                    out.append(shared_case(f"equal_{2 ** s}", op, shift=s, stride=8 if "64" in op else 4, warps=warps))
    for op in ("min_s32", "inc_u32", "exch_b32", "min_u64", "exch_b64", "cas_b64", "add_f16x2"):
        for s in (0, 2, 5):
            out.append(shared_case(f"equal_{2 ** s}", op, shift=s, stride=8 if "64" in op else 4))
    for op in ("add_u32", "inc_u32", "add_u64", "add_f32", "add_f64"):
        for s, warps in ((0, 1), (3, 1), (5, 1), (0, 32), (5, 32)):
            if op == "add_f64" and s == 5:
                continue
            out.append(shared_case(f"equal_{2 ** s}", op, "red", shift=s, stride=8 if "64" in op else 4, warps=warps))
    for op in ("add_u32", "add_f32"):
        for warps in (1, 4, 32):
            out.append(shared_case("random_256", op, mul=HASH, shift=24, warps=warps))
            out.append(shared_case("one_address", op, mask=0, warps=warps))
            out.append(shared_case("random_256", op, "red", mul=HASH, shift=24, warps=warps))
            out.append(shared_case("stride_128", op, stride=128, mask=4095, warps=warps))
    return out


def store_case(size, each, apart, sms, warps, trips, where):
    bytes_ = 4 * trips * 32 * apart * sms * warps
    return (f"store_{size * each}_of_{apart}_{where}_{sms} kernels/micro/store_parts.ir --kernel store_part_{size} --grid {sms} --block {32 * warps} "
            f"--arg u64[{bytes_ // 8}]=zero --arg u32:{each} --arg u32:{apart} --arg u32:{trips} --arg u32[{sms * warps}]=zero")


def store_cases():
    out = []
    for size, each in ((1, 1), (2, 1), (4, 1), (8, 1), (4, 4), (8, 3), (8, 4)):
        for apart in (32, 128):
            if apart == 128 and size * each not in (4, 16, 32):
                continue
            out.append(store_case(size, each, apart, 1, 8, 4, "l2"))
            out.append(store_case(size, each, apart, 132, 8, 2, "l2"))
            out.append(store_case(size, each, apart, 132, 8, 32 if apart == 32 else 16, "memory"))
    return out


FILES = {"atomics": reductions, "atomics_result": results, "shared_atomics": shared, "shared_reductions": shared_reductions, "store_parts": stores}

if __name__ == "__main__":
    if sys.argv[1] == "--cases":
        print("\n".join(["# m. atomics: launches that do nothing else", *launch_cases(), "# n. shared atomics by type and equal addresses",
                         *shared_cases(), "# o. stores of parts of sectors", *store_cases()]))
    else:
        for file_name, make in FILES.items():
            (pathlib.Path(sys.argv[1]) / f"{file_name}.ir").write_text(make())
