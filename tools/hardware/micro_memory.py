#!/usr/bin/env python3
"""Writes the files of kernels/micro/ whose kernels differ in an access alone, or are long straight-line code.

    micro_memory.py OUT_DIR

Every kernel runs its body for several passes of a loop and stores the clock between the starts of the last
two passes, for each warp, in cycles[warp]. With several warps a barrier starts each pass.
"""

import pathlib
import sys

HEAD = """
.version 8.0
.target sm_90
.address_size 64
"""
PASSES = 4


def entry(name, params, declare, setup, body, sink="", passes=PASSES, note=""):
    """One kernel: setup once, body in every pass, sink after the last."""
    parameters = "".join(f".param .{kind} {p}, " for p, kind in params)
    return f"""
{note}.visible .entry {name}({parameters}.param .u64 cycles)
{{
    .reg .pred %more, %several; .reg .b32 %pass, %lane, %warp, %i, %t, %width, %spent, %sum; .reg .b64 %start, %end, %cycles, %offset;
{declare}    mov.u32 %t, %tid.x; and.b32 %lane, %t, 31; shr.u32 %warp, %t, 5; mov.u32 %sum, 0;
{setup}    mov.u32 %pass, 0; mov.u64 %end, 0;
    mov.u32 %width, %ntid.x; setp.gt.u32 %several, %width, 32;
    bar.sync 0;
again:
    .pragma "nounroll";
    @%several bar.sync 0;
    mov.u64 %start, %end; mov.u64 %end, %clock64;
{body}    add.u32 %pass, %pass, 1; setp.lt.u32 %more, %pass, {passes};
    @%more bra again;
    sub.u64 %end, %end, %start; cvt.u32.u64 %spent, %end;
{sink}    mov.u32 %i, %ctaid.x; mov.u32 %width, %ntid.x; shr.u32 %width, %width, 5; mad.lo.u32 %i, %i, %width, %warp;
    ld.param.u64 %cycles, [cycles]; mul.wide.u32 %offset, %i, 4; add.s64 %cycles, %cycles, %offset;
    st.global.u32 [%cycles], %spent;
    ret;
}}
"""


def lines(statements, per_line=4):
    return "".join("    " + " ".join(statements[i:i + per_line]) + "\n" for i in range(0, len(statements), per_line))


def header(what, kernel, args, checks, block=32, extra=""):
    text = "".join(f"// {w}\n" for w in what) + f"//! kernel {kernel}\n//! grid 1\n//! block {block}\n{extra}"
    text += "".join(f"//! arg {a}\n" for a in args) + "".join(f"//! check {c}\n" for c in checks)
    return text + HEAD


def shared_latency():
    text = header(["Dependent shared loads of one warp, stride bytes between lanes: latency by width and conflict degree.",
                   "32 loads a pass."], "shared_latency_4", ["stride u32 = 16", "cycles u32[32] = zero"], ["cycles[0] >= 320"])
    for size, (kind, more) in {4: ("u32", ""), 8: ("v2.u32", ",%x"), 16: ("v4.u32", ",%x,%y,%z")}.items():
        target = f"{{%a{more}}}" if more else "%a"
        text += entry(
            f"shared_latency_{size}", [("stride", "u32")],
            "    .shared .align 16 .b8 ring[16384]; .reg .b32 %a, %b, %x, %y, %z, %stride;\n",
            "    ld.param.u32 %stride, [stride]; mov.u32 %b, ring; mad.lo.u32 %a, %lane, %stride, %b;\n"
            "    st.shared.u32 [%a], %a;                     // every lane finds its own address\n",
            lines([f"ld.shared.{kind} {target}, [%a];"] * 32),
            "    setp.eq.u32 %more, %a, 1; selp.b32 %spent, 0, %spent, %more;\n")
    return text


def shared_throughput():
    text = header(["Independent shared accesses, stride bytes between lanes: cycles by width, conflict degree and warps.",
                   "16 accesses a warp and pass, 8 of the 16-byte ones."], "shared_load_4", ["stride u32 = 16", "cycles u32[32] = zero"], ["cycles[0] >= 16"])
    for op in ("load", "store"):
        for size, kind in {4: "u32", 8: "v2.u32", 16: "v4.u32"}.items():
            body = []
            for i in range(8 if size == 16 else 16):  # 8 of 16 bytes: registers for 32 warps
                regs = ",".join(f"%v{i}_{j}" for j in range(size // 4))
                regs = f"{{{regs}}}" if size > 4 else regs
                access = f"[%a+{i * size % 32}]" if size < 16 else f"[%a+{i % 2 * 16}]"
                body.append(f"ld.volatile.shared.{kind} {regs}, {access};" if op == "load" else
                            f"st.volatile.shared.{kind} {access}, {regs};")
            registers = ", ".join(f"%v{i}_{j}" for i in range(16) for j in range(size // 4))
            values = "" if op == "load" else lines([f"mov.u32 %v{i}_{j}, %t;" for i in range(16) for j in range(size // 4)], 6)
            text += entry(
                f"shared_{op}_{size}", [("stride", "u32")],
                f"    .shared .align 16 .b8 data[16416]; .reg .b32 %a, %b, %stride, {registers};\n",
                "    ld.param.u32 %stride, [stride]; mov.u32 %b, data; mad.lo.u32 %a, %lane, %stride, %b;\n" + values,
                lines(body))
    return text


GLOBAL_ADDRESS = """    ld.param.u64 %data, [data]; ld.param.u32 %stride, [stride]; ld.param.u32 %skip, [warp_stride];
    mad.wide.u32 %a, %lane, %stride, %data; mad.wide.u32 %a, %warp, %skip, %a; ld.global.u64 %zero, [%data];
"""


def l1_throughput():
    text = header(["Independent global loads that hit L1: cycles by width, bytes between lanes (sectors, lines) and warps.",
                   "8 loads a warp and pass, 4 KiB apart; data holds zeros. global_store_*: stores instead."],
                  "l1_load_4", ["data u64[8192] = zero", "stride u32 = 16", "warp_stride u32 = 0", "cycles u32[32] = zero"], ["cycles[0] >= 8"])
    params = [("data", "u64"), ("stride", "u32"), ("warp_stride", "u32")]
    for op in ("l1_load", "global_store"):
        for size, kind in {4: "u32", 8: "v2.u32", 16: "v4.u32"}.items():
            words = size // 4
            registers = ", ".join(f"%v{i}_{j}" for i in range(8) for j in range(words))
            body = ["add.s64 %a, %a, %zero;"]
            for i in range(8):
                regs = ",".join(f"%v{i}_{j}" for j in range(words))
                regs = f"{{{regs}}}" if words > 1 else regs
                body.append(f"ld.global.ca.{kind} {regs}, [%a+{4096 * i}];" if op == "l1_load" else
                            f"st.global.{kind} [%a+{4096 * i}], {regs};")
            if op == "l1_load":
                body += [f"xor.b32 %sum, %sum, %v{i}_{j};" for i in range(8) for j in range(words)]
            values = "" if op == "l1_load" else lines([f"xor.b32 %v{i}_{j}, %t, {i};" for i in range(8) for j in range(words)], 6)
            text += entry(
                f"{op}_{size}", params, f"    .reg .b32 %stride, %skip, {registers}; .reg .b64 %a, %data, %zero;\n",
                GLOBAL_ADDRESS + values, lines(body), "    setp.eq.u32 %more, %sum, 1; selp.b32 %spent, 0, %spent, %more;\n")
    body = ["add.s64 %a, %a, %zero;"]
    for i in range(8):
        body += [f"ld.global.ca.u32 %v{i}_0, [%a+{4096 * i}];", f"ld.volatile.shared.u32 %s{i}, [%b+{4 * i}];"]
    body += [f"xor.b32 %sum, %sum, %v{i}_0;" for i in range(8)]
    text += entry(
        "l1_and_shared", params,
        "    .shared .align 16 .b8 local[16416]; .reg .b32 %stride, %skip, %b, " + ", ".join(f"%v{i}_0, %s{i}" for i in range(8)) +
        "; .reg .b64 %a, %data, %zero;\n",
        GLOBAL_ADDRESS + "    mov.u32 %b, local; mad.lo.u32 %b, %lane, %stride, %b;\n", lines(body),
        "    setp.eq.u32 %more, %sum, 1; selp.b32 %spent, 0, %spent, %more;\n", note="// As many shared loads as global ones, in turn.\n")
    return text


def global_latency():
    text = header(["Dependent global loads of one warp, stride bytes between lanes (a multiple of 8, or 0): latency of L1 (_ca) and of",
                   "L2 (_cg) by the number of sectors and lines. 32 loads a pass."],
                  "global_latency_ca", ["data u64[16384] = zero", "stride u32 = 8", "cycles u32[32] = zero"], ["cycles[0] >= 320"])
    for level in ("ca", "cg"):
        text += entry(
            f"global_latency_{level}", [("data", "u64"), ("stride", "u32")], "    .reg .b64 %a; .reg .b32 %stride;\n",
            "    ld.param.u64 %a, [data]; ld.param.u32 %stride, [stride]; mad.wide.u32 %a, %lane, %stride, %a;\n"
            "    st.global.u64 [%a], %a;                     // every lane finds its own address\n",
            lines([f"ld.global.{level}.u64 %a, [%a];"] * 32),
            "    setp.eq.u64 %more, %a, 1; selp.b32 %spent, 0, %spent, %more;\n")
    return text


def barrier():
    text = header(["Barriers: cycles of 32 in a row (of all the block's warps), by --block; --grid 264 puts two blocks on an SM.",
                   "barrier_work: an addition between them."], "barrier", ["cycles u32[2] = zero"], ["cycles[0] >= 32"], block=64)
    text += entry("barrier", [], "", "", lines(["bar.sync 0;"] * 32, 8))
    text += entry("barrier_work", [], "", "", lines(["add.u32 %sum, %sum, %t; bar.sync 0;", "xor.b32 %sum, %sum, %i; bar.sync 0;"] * 16),
                  "    setp.eq.u32 %more, %sum, 1; selp.b32 %spent, 0, %spent, %more;\n")
    text += entry("barrier_count", [], "    .reg .pred %upper; .reg .b32 %half;\n",
                  "    mov.u32 %half, %ntid.x; setp.ge.u32 %upper, %t, 32;\n",
                  lines(["bar.red.popc.u32 %i, 0, %upper;"] * 8), note="// Eight barriers that count a predicate.\n")
    return text


def fences():
    text = header(["A store and a fence, 8 times a pass: what each kind of fence waits for. none: stores alone; sleep: nanosleep."],
                  "fence_none", ["data u64[4096] = zero", "nanoseconds u32 = 20", "cycles u32[32] = zero"], ["cycles[0] >= 8"])
    kinds = {"none": "", "cta": "membar.cta;", "gl": "membar.gl;", "sys": "membar.sys;", "acq_rel_gpu": "fence.acq_rel.gpu;",
             "acq_rel_cta": "fence.acq_rel.cta;", "sleep": "nanosleep.u32 %ns;"}
    for name, statement in kinds.items():
        text += entry(f"fence_{name}", [("data", "u64"), ("nanoseconds", "u32")], "    .reg .b64 %a; .reg .b32 %ns;\n",
                      "    ld.param.u64 %a, [data]; mad.wide.u32 %a, %t, 4, %a; ld.param.u32 %ns, [nanoseconds];\n",
                      lines([f"st.volatile.global.u32 [%a], %t; {statement}" if name != "sleep" else statement] * 8))
    return text


def loops():
    text = header(["A loop of n multiply-adds, 32 trips a pass (loop_n): cycles of a trip, so of a taken branch.",
                   "if_*: 32 trips with a branch around 8 (if) or two sides of 8 (else); lanes below `first` take it."],
                  "loop_1", ["first u32 = 16", "cycles u32[32] = zero"], ["cycles[0] >= 64"])
    declare = "    .reg .pred %in, %loop; .reg .b32 %first, %j; .reg .f32 %f, %g, %h, %e, %c;\n"
    setup = ("    ld.param.u32 %first, [first]; setp.lt.u32 %in, %lane, %first; cvt.rn.f32.u32 %c, %first;\n"
             "    mov.f32 %f, %c; add.f32 %g, %c, %c; mul.f32 %h, %c, %g; add.f32 %e, %h, %g;\n")
    sink = ("    add.f32 %f, %f, %g; add.f32 %h, %h, %e; add.f32 %f, %f, %h;\n"
            "    setp.eq.f32 %more, %f, 0f4D000001; selp.b32 %spent, 0, %spent, %more;\n")
    fma = [f"fma.rn.f32 %{r}, %{r}, %c, %c;" for r in "fghe"]
    tail = "    add.u32 %j, %j, 1; setp.lt.u32 %loop, %j, 32;\n    @%loop bra trip;\n"
    head = "    mov.u32 %j, 0;\ntrip:\n    .pragma \"nounroll\";\n"
    for n in (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512):
        text += entry(f"loop_{n}", [("first", "u32")], declare, setup, head + lines([fma[i % 4] for i in range(n)]) + tail, sink)
    text += entry("loop_chain_4", [("first", "u32")], declare, setup, head + lines([fma[0]] * 4) + tail, sink, note="// One chain of four.\n")
    # long sides, so that the assembler does not predicate them
    side = lines([fma[i % 4] for i in range(8)])
    other = lines([f.replace("%c, %c", "%c, %f") for f in (fma[i % 4] for i in range(8))])
    text += entry("if_uniform", [("first", "u32")], declare, setup, head + "    @%in bra.uni over;\n" + side + "over:\n" + tail, sink)
    text += entry("if_only", [("first", "u32")], declare, setup, head + "    @%in bra over;\n" + side * 3 + "over:\n" + tail, sink)
    text += entry("if_else", [("first", "u32")], declare, setup,
                  head + "    @%in bra other;\n" + side * 3 + "    bra joined;\nother:\n" + other * 3 + "joined:\n" + tail, sink)
    text += entry("if_predicated", [("first", "u32")], declare, setup,
                  head + lines([f"@%in {fma[i % 4]}" for i in range(24)]) + tail, sink)
    return text


def atomics():
    text = header(["Atomics: 8 a warp and pass at data + lane * lane_stride + warp * warp_stride + block * block_stride.",
                   "*_chain: each address waits for the last result, one lane. Ends with a fence, so that all are done."],
                  "red_add", ["data u32[4096] = zero", "lane_stride u32 = 0", "warp_stride u32 = 0", "block_stride u32 = 0", "cycles u32[32] = zero"],
                  ["cycles[0] >= 8"])
    params = [("data", "u64"), ("lane_stride", "u32"), ("warp_stride", "u32"), ("block_stride", "u32")]
    declare = "    .reg .b32 %x, %y, %s; .reg .b64 %a, %c; .reg .f32 %f;\n"
    setup = ("    ld.param.u64 %a, [data]; ld.param.u32 %s, [lane_stride]; mad.wide.u32 %a, %lane, %s, %a;\n"
             "    ld.param.u32 %s, [warp_stride]; mad.wide.u32 %a, %warp, %s, %a;\n"
             "    ld.param.u32 %s, [block_stride]; mov.u32 %i, %ctaid.x; mad.wide.u32 %a, %i, %s, %a; mov.f32 %f, 0f3F800000; mov.u32 %x, 1;\n")
    sink = "    setp.eq.u32 %more, %x, -7; selp.b32 %spent, 0, %spent, %more;\n"
    once = {
        "red_add": "red.global.add.u32 [%a], 1;", "red_min": "red.global.min.u32 [%a], %t;", "red_f32": "red.global.add.f32 [%a], %f;",
        "atom_add": "atom.global.add.u32 %y, [%a], %x; add.u32 %sum, %sum, %y;", "atom_cas": "atom.global.cas.b32 %y, [%a], %x, %t; add.u32 %sum, %sum, %y;",
        "atom_exch": "atom.global.exch.b32 %y, [%a], %x; add.u32 %sum, %sum, %y;", "atom_add_64": "atom.global.add.u64 %c, [%a], 1; add.s64 %offset, %offset, %c;",
    }
    for name, statement in once.items():
        text += entry(name, params, declare, setup + "    mov.b64 %offset, 0;\n", lines([statement] * 8, 2) + "    membar.gl;\n",
                      "    cvt.u32.u64 %y, %offset; xor.b32 %x, %sum, %y;\n" + sink)
    chain = {"atom_add_chain": "atom.global.add.u32 %y, [%c], 0; mad.wide.u32 %c, %y, 4, %a;",
             "atom_cas_chain": "atom.global.cas.b32 %y, [%c], 1, 0; mad.wide.u32 %c, %y, 4, %a;",
             "atom_exch_chain": "atom.global.exch.b32 %y, [%c], 0; mad.wide.u32 %c, %y, 4, %a;"}
    for name, statement in chain.items():
        text += entry(name, params, declare, setup + "    mov.b64 %c, %a;\n", lines([statement] * 8, 2), "    cvt.u32.u64 %x, %c;\n" + sink)
    return text


def shared_atomics():
    text = header(["Shared atomics, stride bytes between lanes (0: one address): 8 a warp and pass; *_chain: each waits for the last."],
                  "shared_atom_add", ["stride u32 = 4", "cycles u32[32] = zero"], ["cycles[0] >= 8"])
    declare = "    .shared .align 16 .b8 data[16384]; .reg .b32 %a, %b, %c, %x, %y, %stride;\n"
    setup = ("    ld.param.u32 %stride, [stride]; mov.u32 %b, data; mad.lo.u32 %a, %lane, %stride, %b; mov.u32 %c, 0;\n"
             "    st.shared.u32 [%a], %c; mov.u32 %c, %a; mov.u32 %x, 1;\n")
    sink = "    setp.eq.u32 %more, %sum, -7; selp.b32 %spent, 0, %spent, %more;\n"
    once = {"shared_red_add": "red.shared.add.u32 [%a], 1;", "shared_atom_add": "atom.shared.add.u32 %y, [%a], %t; add.u32 %sum, %sum, %y;",
            "shared_atom_cas": "atom.shared.cas.b32 %y, [%a], %x, %t; add.u32 %sum, %sum, %y;",
            "shared_atom_exch": "atom.shared.exch.b32 %y, [%a], %t; add.u32 %sum, %sum, %y;"}
    for name, statement in once.items():
        text += entry(name, [("stride", "u32")], declare, setup, lines([statement] * 8, 2), sink)
    chain = {"shared_add_chain": "atom.shared.add.u32 %y, [%c], 0; add.u32 %c, %y, %a;",
             "shared_cas_chain": "atom.shared.cas.b32 %y, [%c], 1, 0; add.u32 %c, %y, %a;"}
    for name, statement in chain.items():
        text += entry(name, [("stride", "u32")], declare, setup, lines([statement] * 8, 2), "    mov.u32 %sum, %c;\n" + sink)
    return text


def constants():
    text = header(["Constant memory: a chase through bytes of the table, 64 apart (constant_chase), a different word in each of",
                   "`lanes` lanes (constant_lanes), and 256 immediate addresses, 64 bytes apart (constant_immediate)."],
                  "constant_chase", ["bytes u32 = 2048", "lanes u32 = 32", "cycles u32[32] = zero"], ["cycles[0] >= 64"],
                  extra="//! symbol table = iota(64,4)\n")
    text += "\n.const .align 8 .u32 table[16000];         // word i holds 4 * i + 64\n"
    params = [("bytes", "u32"), ("lanes", "u32")]
    declare = "    .reg .b32 %a, %v, %bytes, %lanes; .reg .b64 %table, %at;\n"
    setup = "    ld.param.u32 %bytes, [bytes]; ld.param.u32 %lanes, [lanes]; mov.u32 %a, 0; mov.u64 %table, table;\n"
    sink = "    setp.eq.u32 %more, %a, -7; selp.b32 %spent, 0, %spent, %more;\n"
    step = "    cvt.u64.u32 %at, %a; add.s64 %at, %table, %at; ld.const.u32 %a, [%at];\n"
    text += entry("constant_chase", params, declare, setup,
                  "    mov.u32 %a, 0;\nhop:\n    .pragma \"nounroll\";\n" + step * 4 +
                  "    setp.lt.u32 %more, %a, %bytes;\n    @%more bra hop;\n", sink, note="// bytes / 64 loads a pass.\n")
    text += entry("constant_lanes", params, declare, setup + "    rem.u32 %a, %lane, %lanes; shl.b32 %bytes, %a, 2; mov.u32 %a, %bytes;\n",
                  (step + "    sub.u32 %a, %a, 64;\n") * 16, sink, note="// 16 dependent loads a pass.\n")
    text += entry("constant_immediate", params, declare + "    .reg .b32 %c;\n", setup,
                  lines([f"ld.const.u32 %c, [table+{64 * i}]; xor.b32 %a, %a, %c; add.u32 %a, %a, %lane;" for i in range(256)], 3), sink)
    return text


def instruction_cache():
    size, blocks = 64, 256
    text = header([f"Straight-line code in blocks of {size} multiply-adds (1 KiB), {blocks} of them; a pass runs the first `blocks`.",
                   f"cycles[{blocks} * pass + block], four passes: first fetches, then what the caches hold."],
                  "instruction_cache", ["blocks u32 = 4", f"cycles u32[{4 * blocks}] = zero"], ["all cycles[i] >= 64 for i in 0..4"])
    fma = [f"fma.rn.f32 {r},{r},x,y;" for r in "abcdefgh"]
    text += f"""
.visible .entry instruction_cache(.param .u32 blocks, .param .u64 cycles)
{{
    .shared .align 4 .b8 clocks[{4 * blocks + 16}];
    .reg .pred %more; .reg .b32 %i, n, %pass, z, t, %then, %t, %last, %width; .reg .f32 a,b,c,d,e,f,g,h,x,y; .reg .b64 %cycles, %offset;
    mov.u32 %t, %tid.x; ld.param.u32 n, [blocks]; cvt.rn.f32.u32 x, n; cvt.rn.f32.u32 y, %t;
    mov.f32 a, x; mov.f32 b, y; add.f32 c, x, x; add.f32 d, y, y; add.f32 e, x, y; mul.f32 f, x, x; mul.f32 g, y, x; mul.f32 h, y, y;
    mov.u32 %pass, 0; mov.u32 z, clocks; bar.sync 0;
again:
    .pragma "nounroll";
"""
    for b in range(blocks):
        text += f"    mov.u32 t,%clock; st.volatile.shared.u32 [z+{4 * b}],t;\n" + lines(fma * (size // 8), 8)
        text += f"    setp.le.u32 %more,n,{b + 1}; @%more bra passed;\n"
    text += f"""passed:
    mov.u32 t, %clock; shl.b32 %last, n, 2; add.u32 %last, %last, z; st.volatile.shared.u32 [%last], t;
    bar.sync 0;
    mad.lo.u32 %i, %pass, {blocks}, %t; ld.param.u64 %cycles, [cycles]; mul.wide.u32 %offset, %i, 4; add.s64 %cycles, %cycles, %offset;
    mov.u32 %i, %t; mov.u32 %width, %ntid.x; mul.wide.u32 %offset, %width, 4;
copy:
    .pragma "nounroll";
    setp.ge.u32 %more, %i, n; @%more bra copied;
    shl.b32 %last, %i, 2; add.u32 %last, %last, z; ld.volatile.shared.u32 %then, [%last]; ld.volatile.shared.u32 t, [%last+4];
    sub.u32 t, t, %then; st.global.u32 [%cycles], t; add.s64 %cycles, %cycles, %offset;
    add.u32 %i, %i, %width; bra copy;
copied:
    bar.sync 0;
    add.u32 %pass, %pass, 1; setp.lt.u32 %more, %pass, 4; @%more bra again;
    add.f32 a, a, b; add.f32 c, c, d; add.f32 e, e, f; add.f32 g, g, h;
    add.f32 a, a, c; add.f32 e, e, g; add.f32 a, a, e;
    setp.neu.f32 %more, a, 0f4D000001; @%more bra done;
    st.global.f32 [%cycles], a;
done:
    ret;
}}
"""
    return text


FILES = {"shared_latency": shared_latency, "shared_throughput": shared_throughput, "l1_throughput": l1_throughput, "global_latency": global_latency, "barrier": barrier,
         "fence": fences, "loop": loops, "atomic": atomics, "shared_atomic": shared_atomics, "constant": constants,
         "instruction_cache": instruction_cache}

if __name__ == "__main__":
    for name, make in FILES.items():
        (pathlib.Path(sys.argv[1]) / f"{name}.ir").write_text(make())
