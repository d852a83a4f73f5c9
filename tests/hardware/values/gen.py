#!/usr/bin/env python3
"""Writes CUDA programs that record what a GPU computes for single PTX instructions.

    op_forms > forms.txt                         (from the build of tests/ops)
    gen.py forms.txt OUTDIR [--group NAME]
    nvcc -arch=sm_90 -o record OUTDIR/record_float.cu && ./record [CASES] > float.txt

One self-contained program per group of instructions: float, half, convert, special, compare, integer. It
runs every opcode on boundary and pseudo-random operands (the same at each run) and prints
    OPCODE INPUTS -> OUTPUTS       hexadecimal; a carry flag comes last
Put the table beside this file: tests/ops/hardware_test.cpp compares the rows with it, bit for bit.

    gen.py forms.txt OUTDIR --kernels TABLE ...
writes kernels.cu, the kernels alone of the opcodes in the tables, named k_ and the opcode (. is _). Their machine code
is tests/hardware/machine/values.fatbin, which tests/machine/recorded_values_test.cpp runs:
    nvcc -arch=sm_90 -O3 -cubin -o values.cubin OUTDIR/kernels.cu
    fatbinary -64 --create=values.fatbin --image3=kind=elf,sm=90,file=values.cubin --compress-all
"""

import argparse
import gzip
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "tools"))
import ptx_forms as px  # noqa: E402
import record_vectors as values  # noqa: E402  (lists of boundary values)

SPECIAL = r"\.approx|\.full|^(ex2|lg2|sin|cos|tanh)\."
GROUPS = {  # the first that matches
    "special": SPECIAL,
    "convert": r"^cvt\.",
    "compare": r"^(set|setp|selp|slct|testp)\.",
    "half": r"\.b?f16(x2)?(\.|$)",
    "float": r"\.f(32|64)(\.|$)",
    "integer": r"",
}
# Accepted for sm_100 and later only.
NEEDS_NEWER = re.compile(r"^cvt\.r[nz]\..*satfinite\.tf32")
# .sat on a conversion to a type that holds every value of the source is no instruction.
WIDENING = re.compile(r"^cvt\.sat\.([us])(\d+)\.([us])(\d+)$")


def group_of(opcode):
    return next(name for name, pattern in GROUPS.items() if re.search(pattern, opcode))


def assembles(form):
    if not px.supported(form) or NEEDS_NEWER.match(form.opcode):
        return False
    match = WIDENING.match(form.opcode)
    if not match:
        return True
    to, to_bits, source, source_bits = match[1], int(match[2]), match[3], int(match[4])
    if source == "s" and to == "u":
        return True
    return to_bits - (to == "s") < source_bits - (source == "s")


def kernel(form, name=""):
    """Inputs %1.. and outputs %0.. are 64-bit registers that hold the operands' bits."""
    inputs = len(form.src) + form.carry_in
    outputs = len(form.dst) + form.carry_out
    lines, out = [".reg .b32 z;"], lambda n: f"%{n}"
    source = lambda n: f"%{outputs + n}"
    for n, kind in enumerate(form.dst):
        lines.append(f".reg .{px.register_class(kind)} d{n};")
    for n, kind in enumerate(form.src):
        if kind != "imm":
            lines.append(f".reg .{px.register_class(kind)} a{n}; {px.from_bits(kind, f'a{n}', source(n))}")
    subtract = form.opcode.startswith("sub")
    if form.carry_in:
        lines.append(f"cvt.u32.u64 z, {source(len(form.src))};")
        lines.append("sub.cc.u32 z, 0, z;" if subtract else "add.cc.u32 z, z, -1;")
    lines.append(px.statement(form, [f"d{n}" for n in range(len(form.dst))],
                              [f"a{n}" for n in range(len(form.src))]))
    if form.carry_out:
        lines.append("subc.u32 z, 0, 0; and.b32 z, z, 1;" if subtract else "addc.u32 z, 0, 0;")
        lines.append(f"cvt.u64.u32 {out(len(form.dst))}, z;")
    lines += [px.to_bits(kind, out(n), f"d{n}") for n, kind in enumerate(form.dst)]
    text = "".join(f'      "{line}\\n"\n' for line in lines)
    results = ", ".join(f'"=l"(out[{n}])' for n in range(outputs))
    operands = ", ".join(f'"l"(in[{n}])' for n in range(inputs))
    return (f"__global__ void {name or form.name}(const u64* ins, u64* outs) {{\n"
            f"  const u64* in = ins + 8 * threadIdx.x; u64* out = outs + 8 * threadIdx.x;\n"
            f'  asm volatile("{{\\n"\n{text}      "}}" : {results} : {operands});\n}}\n')


def value_list(name, items, bits):
    items = ", ".join(f"{v & ((1 << bits) - 1):#x}ull" for v in items)
    return f"static const std::vector<u64> {name}{{{items}}};\n"


def kind_index(kind):
    kinds = ["imm", "pred", "f16", "bf16", "f16x2", "bf16x2", "f32", "f64"]
    if kind == "tf32":
        kind = "f32"
    return str(kinds.index(kind)) if kind in kinds else str(100 + px.width(kind))


def table(forms):
    rows = []
    for f in forms:
        kinds = [kind_index(k) for k in f.src] + (["1"] if f.carry_in else [])
        rows.append(f'  {{"{f.opcode}", {{{", ".join(kinds)}}}, {len(f.dst) + f.carry_out}, {f.name}}},\n')
    return "static const std::vector<Form> kForms{\n" + "".join(rows) + "};\n"


def program(forms):
    main = open(os.path.join(HERE, "record_main.cuh")).read()
    lists = (value_list("kFloats16", values.FLOATS16, 16) + value_list("kBfloats16", values.BFLOATS16, 16) +
             value_list("kFloats32", values.FLOATS32, 32) + value_list("kFloats64", values.FLOATS64, 64) +
             value_list("kIntegers", values.INTEGERS, 64))
    head, body = main.split("// TABLES\n")
    return (head + lists + f"constexpr u64 kConstant = {px.CONSTANT:#x};\n" +
            "".join(kernel(f) for f in forms) + table(forms) + body)


def recorded(tables):
    opcodes = set()
    for table_file in tables:
        with (gzip.open if table_file.endswith(".gz") else open)(table_file, "rt") as lines:
            opcodes.update(line.split()[0] for line in lines)
    return opcodes


def only_kernels(forms, opcodes):
    named = {"k_" + re.sub(r"[.:]+", "_", form.opcode): form for form in forms if form.opcode in opcodes}
    return ("using u64 = unsigned long long;\n" +
            "".join('extern "C" ' + kernel(form, name) for name, form in sorted(named.items())))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("forms")
    parser.add_argument("outdir")
    parser.add_argument("--group", choices=GROUPS)
    parser.add_argument("--match", default="", help="only opcodes that this regular expression finds")
    parser.add_argument("--kernels", nargs="+", metavar="TABLE", help="only the kernels of their opcodes")
    args = parser.parse_args()
    os.makedirs(args.outdir, exist_ok=True)
    if args.kernels:
        with open(os.path.join(args.outdir, "kernels.cu"), "w") as out:
            out.write(only_kernels(filter(assembles, px.parse_forms(args.forms)), recorded(args.kernels)))
        return
    by_group = {}
    for form in px.parse_forms(args.forms):
        if assembles(form) and re.search(args.match, form.opcode):
            by_group.setdefault(group_of(form.opcode), []).append(form)
    for name, forms in by_group.items():
        if args.group in (None, name):
            with open(os.path.join(args.outdir, f"record_{name}.cu"), "w") as out:
                out.write(program(forms))
            print(f"record_{name}.cu: {len(forms)} opcodes")


if __name__ == "__main__":
    main()
