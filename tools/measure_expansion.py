#!/usr/bin/env python3
"""How many machine instructions ptxas makes of one PTX instruction.

    op_forms > forms.txt                      (from the build of tests/ops)
    measure_expansion.py forms.txt [--arch sm_90] [--match REGEX] [--keep DIR]

Each opcode is compiled in two kernels that hold it 4 and 8 times on loaded operands; the difference of
their lengths, less loads, stores and predicate conversions, is 4 times the expansion. A called routine (64-bit
division) counts with its call. Where the code branches every path is counted and the line is marked
"branches": read the common path in the listing (--keep). Prints OPCODE, measured, the row's machine_insts, then
PIPE:COUNT of what each pipe gets (PIPES; "front" is what never reaches a pipe of arithmetic).
Needs ptxas and cuobjdump.
"""

import argparse
import os
import re
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass, field

import ptx_forms as px

INSTRUCTION = re.compile(r"^\s+/\*([0-9a-f]{4,5})\*/\s+(.*?);")

# Pipe of a machine instruction by its first word; the first that fits. All others are integer and logic.
PIPES = [
    ("fp64", r"D(ADD|MUL|FMA|SETP|MNMX)"),
    ("xu", r"MUFU|POPC|FLO|BREV|FCHK|FRND|I2F$|F2I|F2F$|I2I"),
    ("fma", r"FFMA|FMUL|FADD|FSWZADD|IMAD|IMUL|XMAD|IDP"),
    ("fp16", r"H(ADD|MUL|FMA|SET|SETP|MNMX)2"),
    ("front", r"BRA|BRX|CALL|RET|BSSY|BSYNC|BREAK|WARPSYNC|NOP|U[A-Z]|R2UR|S2UR|CS2R"),
]


def pipe_of(text):
    words = re.sub(r"^@!?U?P\w+ ", "", text).split()
    name = words[0].split(".")[0]
    return next((pipe for pipe, pattern in PIPES if re.match(pattern, name)), "alu")


def kernel(form, copies):
    lines = [f".visible .entry {form.name}_{copies}(.param .u64 in, .param .u64 out) {{",
             ".reg .b64 %i, %o; .reg .b32 %z; ld.param.u64 %i, [in]; ld.param.u64 %o, [out];",
             "cvta.to.global.u64 %i, %i; cvta.to.global.u64 %o, %o;"]
    for c in range(copies):
        lines.append("{")
        for n, kind in enumerate(form.src):
            if kind == "imm":
                continue
            lines.append(f".reg .{px.register_class(kind)} %a{n}; {load(kind, n, 64 * c + 8 * n)}")
        for n, kind in enumerate(form.dst):
            lines.append(f".reg .{px.register_class(kind)} %d{n};")
        lines.append(px.statement(form, [f"%d{n}" for n in range(len(form.dst))],
                                  [f"%a{n}" for n in range(len(form.src))]))
        for n, kind in enumerate(form.dst):
            lines.append(store(kind, n, 64 * c + 8 * n))
        lines.append("}")
    lines.append("ret; }")
    return "\n".join(lines)


def load(kind, n, offset):
    if kind == "pred":
        return f".reg .u32 %p{n}; ld.volatile.global.u32 %p{n}, [%i+{offset}]; setp.ne.u32 %a{n}, %p{n}, 0;"
    return f"ld.volatile.global.b{px.width(kind)} %a{n}, [%i+{offset}];"


def store(kind, n, offset):
    if kind == "pred":
        return f".reg .u32 %q{n}; selp.u32 %q{n}, 1, 0, %d{n}; st.volatile.global.u32 [%o+{offset}], %q{n};"
    return f"st.volatile.global.b{px.width(kind)} [%o+{offset}], %d{n};"


def surrounding(form):
    """Instructions around one copy: a load or store each, and one more for a predicate."""
    kinds = [k for k in form.src + form.dst if k != "imm"]
    return len(kinds) + kinds.count("pred")


@dataclass
class Code:
    main: int = 0  # instructions up to EXIT
    routine: int = 0  # behind it: a called routine
    calls: int = 0
    branches: bool = False
    exited: bool = False
    ended: bool = False  # the branch to itself after the last instruction was seen
    pipes: Counter = field(default_factory=Counter)  # of main
    routine_pipes: Counter = field(default_factory=Counter)


def lengths(listing):
    """Code of each function of a cuobjdump listing."""
    result, code = {}, None
    for line in listing.splitlines():
        if "Function :" in line:
            code = result[line.split(":")[1].strip()] = Code()
            continue
        match = INSTRUCTION.match(line)
        if not match or code is None or code.ended:
            continue
        address, text = match.groups()
        if re.match(r"BRA (`\()?0x", text) and int(text.split("0x")[-1].strip("`() "), 16) == int(address, 16):
            code.ended = True
        elif text.startswith("EXIT"):
            code.exited = True
        elif "NOP" not in text:
            code.main += not code.exited
            code.routine += code.exited
            code.calls += "CALL" in text
            code.branches |= bool(re.search(r"\bBRA\b", text))
            (code.routine_pipes if code.exited else code.pipes)[pipe_of(text)] += 1
    return result


def expansion(four, eight, form):
    if four.calls:
        return 2 + four.routine  # the return address and the call itself
    return (eight.main - four.main) / 4 - surrounding(form)


def by_pipe(four, eight, form):
    """What each pipe gets, without what surrounds a copy: loads, stores and conversions of predicates."""
    counts = {pipe: (eight.pipes[pipe] - four.pipes[pipe]) / 4 for pipe in {*eight.pipes, "alu"}}
    counts["alu"] -= surrounding(form)
    if four.calls:
        counts["routine"] = four.routine
        counts |= {f"routine.{pipe}": n for pipe, n in four.routine_pipes.items()}
    return " ".join(f"{pipe}:{n:g}" for pipe, n in sorted(counts.items()) if n != 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("forms")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--match", default="")
    parser.add_argument("--keep", help="directory for the PTX and the listing")
    args = parser.parse_args()
    forms = [f for f in px.parse_forms(args.forms)
             if px.supported(f) and not f.carry_in and re.search(args.match, f.opcode)]
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or scratch
        os.makedirs(folder, exist_ok=True)
        base = os.path.join(folder, args.arch)
        with open(base + ".ptx", "w") as out:
            out.write(px.HEADER.format(target=args.arch))
            out.write("\n".join(kernel(f, copies) for f in forms for copies in (4, 8)))
        subprocess.run(["ptxas", f"-arch={args.arch}", base + ".ptx", "-o", base + ".cubin"], check=True)
        listing = subprocess.run(["cuobjdump", "-sass", base + ".cubin"], check=True, capture_output=True,
                                 text=True).stdout
        open(base + ".sass", "w").write(listing)
    size = lengths(listing)
    for form in forms:
        four, eight = size[f"{form.name}_4"], size[f"{form.name}_8"]
        note = "  branches" if eight.branches else ""
        print(f"{form.opcode:32} {expansion(four, eight, form):6g} {form.insts:4} {by_pipe(four, eight, form)}{note}")


if __name__ == "__main__":
    main()
