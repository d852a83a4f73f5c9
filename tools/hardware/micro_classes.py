#!/usr/bin/env python3
"""Writes kernels/micro/class_*.ir: dependent chains of every instruction class.

    micro_classes.py OUT_DIR

Each row of TABLE gives two kernels: NAME_1, one chain of dependent statements a thread (latency with one
warp), and NAME_4, four independent chains (throughput with 32 warps). The body is straight-line code that
four passes of a loop execute; cycles[warp] receives the clock between the starts of the last two
passes, so instruction misses stay out. With several warps a barrier starts each pass, so that a pass holds the
work of all of them. Statements of a row alternate where the assembler would merge equal ones.
"""

import pathlib
import sys

# Operands: x s32, q s64, f f32, d f64, h f16, all of the chain; k m n o: s32 that the assembler does not know;
# fk fm, dk dm, qk qm, hk hm likewise; p an unknown predicate; t u s: scratch of the chain (b32), w: scratch b64, y: scratch predicate.
# A row: name, steps of one chain, statements of one step.
TABLE = {
    "integer": [
        ("add_xor", 32, "add.s32 x,x,k; xor.b32 x,x,m;"),
        ("sub_add_mix", 32, "sub.s32 x,k,x; xor.b32 x,x,m;"),
        ("add3", 32, "add.s32 t,x,k; add.s32 x,t,m; xor.b32 x,x,n;"),
        ("mul_lo", 64, "mul.lo.s32 x,x,k;"),
        ("mad_lo", 64, "mad.lo.s32 x,x,k,m;"),
        ("mad_lo_addend", 64, "mad.lo.s32 x,k,m,x; xor.b32 x,x,n;"),
        ("mul_hi", 64, "mul.hi.s32 x,x,k;"),
        ("mul_hi_u", 64, "mul.hi.u32 x,x,k;"),
        ("mul_wide", 32, "mul.wide.s32 w,x,k; mov.b64 {x,t},w; xor.b32 x,x,t;"),
        ("mad_wide", 32, "mad.wide.s32 q,k,m,q; xor.b64 q,q,qm;"),
        ("mul24", 32, "mul24.lo.s32 x,x,k;"),
        ("dp4a", 64, "dp4a.s32.s32 x,k,m,x;"),
        ("sad", 32, "sad.s32 x,x,k,m;"),
        ("min_max", 32, "min.s32 x,x,k; add.s32 x,x,m; max.s32 x,x,n; add.s32 x,x,o;"),
        ("min_add", 32, "min.s32 x,x,k; xor.b32 x,x,m;"),
        ("abs_add", 32, "abs.s32 x,x; add.s32 x,x,m;"),
        ("setp_selp", 32, "setp.lt.s32 y,x,k; selp.b32 x,m,n,y;"),
        ("selp_add", 32, "selp.b32 x,x,k,p; xor.b32 x,x,m;"),
        ("predicated_add", 32, "@p add.s32 x,x,k; xor.b32 x,x,m;"),
        ("setp_predicated", 32, "setp.lt.s32 y,x,k; @y xor.b32 x,x,m;"),
    ],
    "bits": [
        ("xor_lop3", 32, "lop3.b32 x,x,k,m,0xe8; lop3.b32 x,x,n,o,0x2d;"),
        ("shl", 64, "shl.b32 x,x,k;"),
        ("shr_u", 64, "shr.u32 x,x,k;"),
        ("shr_s", 64, "shr.s32 x,x,k;"),
        ("shf_wrap", 64, "shf.l.wrap.b32 x,x,k,m;"),
        ("shf_clamp", 64, "shf.r.clamp.b32 x,k,x,m;"),
        ("prmt", 64, "prmt.b32 x,x,k,m;"),
        ("bfe_u", 32, "bfe.u32 x,x,k,m;"),
        ("bfe_s", 32, "bfe.s32 x,x,k,m;"),
        ("bfi", 32, "bfi.b32 x,x,k,m,n;"),
        ("popc", 64, "popc.b32 x,x;"),
        ("clz", 64, "clz.b32 x,x;"),
        ("bfind", 64, "bfind.u32 x,x;"),
        ("brev_add", 32, "brev.b32 x,x; add.s32 x,x,k;"),
    ],
    "integer64": [
        ("add64_xor", 32, "add.s64 q,q,qk; xor.b64 q,q,qm;"),
        ("xor64_and", 32, "xor.b64 q,q,qk; add.s64 q,q,qm;"),
        ("shl64", 32, "shl.b64 q,q,k;"),
        ("shr64_u", 32, "shr.u64 q,q,k;"),
        ("mul64", 32, "mul.lo.s64 q,q,qk;"),
        ("mul64_hi", 16, "mul.hi.u64 q,q,qk;"),
        ("mad64", 32, "mad.lo.s64 q,q,qk,qm;"),
        ("setp64_selp", 32, "setp.lt.s64 y,q,qk; selp.b64 q,qm,qk,y;"),
        ("min64_add", 32, "min.s64 q,q,qk; xor.b64 q,q,qm;"),
        ("popc64", 32, "popc.b64 t,q; mov.b64 q,{t,k};"),
        ("addc", 32, "add.cc.u32 x,x,k; addc.u32 t,m,n; xor.b32 x,x,t;"),
    ],
    "divide": [
        ("div_s32", 8, "div.s32 x,x,k; xor.b32 x,x,m;"),
        ("div_u32", 8, "div.u32 x,x,k; xor.b32 x,x,m;"),
        ("rem_s32", 8, "rem.s32 x,x,k; xor.b32 x,x,m;"),
        ("rem_u32", 8, "rem.u32 x,x,k; xor.b32 x,x,m;"),
        ("div_s64", 4, "div.s64 q,q,qk; xor.b64 q,q,qm;"),
        ("div_u64", 4, "div.u64 q,q,qk; xor.b64 q,q,qm;"),
        ("rem_u64", 4, "rem.u64 q,q,qk; xor.b64 q,q,qm;"),
    ],
    "float": [
        ("fadd", 64, "add.f32 f,f,fk;"),
        ("fmul", 64, "mul.f32 f,f,fk;"),
        ("ffma", 64, "fma.rn.f32 f,f,fk,fm;"),
        ("fmin_add", 32, "min.f32 f,f,fk; add.f32 f,f,fm;"),
        ("fsetp_selp", 32, "setp.lt.f32 y,f,fk; selp.f32 f,fm,fk,y;"),
        ("fma_sat", 32, "fma.rn.sat.f32 f,f,fk,fm;"),
        ("hadd", 64, "add.f16 h,h,hk;"),
        ("hfma", 64, "fma.rn.f16 h,h,hk,hm;"),
        ("hadd2", 64, "add.f16x2 x,x,k;"),
        ("hmul2", 64, "mul.f16x2 x,x,k;"),
        ("hfma2", 64, "fma.rn.f16x2 x,x,k,m;"),
        ("bfma2", 64, "fma.rn.bf16x2 x,x,k,m;"),
        ("dadd", 64, "add.f64 d,d,dk;"),
        ("dmul", 64, "mul.f64 d,d,dk;"),
        ("dfma", 64, "fma.rn.f64 d,d,dk,dm;"),
        ("dsetp_selp", 32, "setp.lt.f64 y,d,dk; selp.f64 d,dm,dk,y;"),
        ("dmin_add", 32, "min.f64 d,d,dk; add.f64 d,d,dm;"),
    ],
    "special": [
        ("rcp_approx", 32, "rcp.approx.f32 f,f; add.f32 f,f,fk;"),
        ("rcp_approx_ftz", 32, "rcp.approx.ftz.f32 f,f; add.f32 f,f,fk;"),
        ("rsqrt_approx", 32, "rsqrt.approx.f32 f,f;"),
        ("rsqrt_approx_ftz", 32, "rsqrt.approx.ftz.f32 f,f;"),
        ("sqrt_approx", 32, "sqrt.approx.f32 f,f;"),
        ("ex2", 32, "ex2.approx.f32 f,f;"),
        ("ex2_ftz", 32, "ex2.approx.ftz.f32 f,f;"),
        ("lg2", 32, "lg2.approx.f32 f,f;"),
        ("lg2_ftz", 32, "lg2.approx.ftz.f32 f,f;"),
        ("sin", 32, "sin.approx.f32 f,f;"),
        ("cos", 32, "cos.approx.f32 f,f;"),
        ("tanh", 32, "tanh.approx.f32 f,f;"),
        ("div_approx", 32, "div.approx.f32 f,fk,f;"),
        ("div_full", 32, "div.full.f32 f,fk,f;"),
        ("div_rn", 8, "div.rn.f32 f,fk,f;"),
        ("rcp_rn", 8, "rcp.rn.f32 f,f;"),
        ("sqrt_rn", 8, "sqrt.rn.f32 f,f;"),
        ("div_f64", 4, "div.rn.f64 d,dk,d;"),
        ("rcp_f64", 4, "rcp.rn.f64 d,d;"),
        ("sqrt_f64", 4, "sqrt.rn.f64 d,d;"),
    ],
    "convert": [
        ("i2f_f2i", 32, "cvt.rn.f32.s32 f,x; cvt.rzi.s32.f32 x,f; xor.b32 x,x,m;"),
        ("u2f_f2u", 32, "cvt.rn.f32.u32 f,x; cvt.rzi.u32.f32 x,f; xor.b32 x,x,m;"),
        ("s8_add", 32, "cvt.s32.s8 x,x; xor.b32 x,x,m;"),
        ("s16_add", 32, "cvt.s32.s16 x,x; xor.b32 x,x,m;"),
        ("f2h_h2f", 32, "cvt.rn.f16.f32 h,f; cvt.f32.f16 f,h;"),
        ("i2h_h2i", 32, "cvt.rn.f16.s32 h,x; cvt.rzi.s32.f16 x,h;"),
        ("f2d_d2f", 32, "cvt.f64.f32 d,f; cvt.rn.f32.f64 f,d;"),
        ("i2d_d2i", 32, "cvt.rn.f64.s32 d,x; cvt.rzi.s32.f64 x,d;"),
        ("l2d_d2l", 32, "cvt.rn.f64.s64 d,q; cvt.rzi.s64.f64 q,d;"),
        ("l2f_f2l", 32, "cvt.rn.f32.s64 f,q; cvt.rzi.s64.f32 q,f;"),
        ("floor_add", 32, "cvt.rmi.f32.f32 f,f; add.f32 f,f,fk;"),
    ],
    "warp": [

        ("shfl_bfly", 32, "shfl.sync.bfly.b32 x,x,1,31,-1; xor.b32 x,x,m;"),
        ("shfl_alone", 32, "shfl.sync.idx.b32 x,x,t,31,-1;"),
        ("shfl_index_chain", 32, "shfl.sync.idx.b32 x,t,x,31,-1; xor.b32 x,x,m;"),
        ("ballot", 32, "setp.lt.s32 y,x,k; vote.sync.ballot.b32 x,y,-1;"),
        ("vote_any", 32, "setp.lt.s32 y,x,k; vote.sync.any.pred y,y,-1; selp.b32 x,m,n,y;"),
        ("match_any", 16, "match.any.sync.b32 x,x,-1; xor.b32 x,x,m;"),
        ("match_all", 16, "match.all.sync.b32 x,x,-1; xor.b32 x,x,m;"),
        ("redux_add", 32, "redux.sync.add.s32 x,x,-1;"),
        ("redux_min", 32, "redux.sync.min.s32 x,x,-1; xor.b32 x,x,m;"),
        ("redux_or", 32, "redux.sync.or.b32 x,x,-1; xor.b32 x,x,m;"),
        ("warpsync", 32, "bar.warp.sync -1; xor.b32 x,x,k; add.s32 x,x,m;"),
        ("read_clock", 32, "mov.u32 t,%clock; add.s32 x,x,t; xor.b32 x,x,m;"),
        ("read_clock64", 32, "mov.u64 w,%clock64; add.s64 q,q,w; xor.b64 q,q,qm;"),
        ("read_globaltimer", 16, "mov.u64 w,%globaltimer; add.s64 q,q,w; xor.b64 q,q,qm;"),
    ],
    "mix": [
        ("ffma_add", 16, "fma.rn.f32 f,f,fk,fm; add.s32 x,x,k; fma.rn.f32 f,f,fk,fm; xor.b32 x,x,m;"),
        ("ffma_mad", 16, "fma.rn.f32 f,f,fk,fm; mad.lo.s32 x,x,k,m;"),
        ("add_mad", 16, "mad.lo.s32 x,x,k,m; lop3.b32 t,t,n,o,0x2d; mad.lo.s32 x,x,k,m; lop3.b32 t,t,k,m,0xe8;"),
        ("ffma_2_add", 16, "fma.rn.f32 f,f,fk,fm; fma.rn.f32 f,f,fm,fk; lop3.b32 t,t,n,o,0x2d; fma.rn.f32 f,f,fk,fm; fma.rn.f32 f,f,fm,fk; lop3.b32 t,t,k,m,0xe8;"),
        ("ffma_mad_add", 16, "fma.rn.f32 f,f,fk,fm; mad.lo.s32 x,x,k,m; lop3.b32 t,t,n,o,0x2d; fma.rn.f32 f,f,fk,fm; mad.lo.s32 x,x,k,m; lop3.b32 t,t,k,m,0xe8;"),
        ("ffma_popc", 16, "fma.rn.f32 f,f,fk,fm; fma.rn.f32 f,f,fm,fk; popc.b32 x,x;"),
        ("ffma_ex2", 16, "fma.rn.f32 f,f,fk,fm; fma.rn.f32 f,f,fm,fk; ex2.approx.ftz.f32 g,g;"),
        ("popc_ex2", 16, "popc.b32 x,x; ex2.approx.ftz.f32 g,g;"),
        ("popc_cvt", 16, "popc.b32 x,x; cvt.rn.f32.s32 f,u; cvt.rzi.s32.f32 u,f;"),
        ("shfl_popc", 16, "shfl.sync.bfly.b32 t,t,1,31,-1; xor.b32 t,t,k; popc.b32 x,x;"),
        ("ffma_dfma", 16, "fma.rn.f32 f,f,fk,fm; fma.rn.f64 d,d,dk,dm;"),
        ("ffma_hfma2", 16, "fma.rn.f32 f,f,fk,fm; fma.rn.f16x2 x,x,k,m;"),
        ("hfma2_lop3", 16, "fma.rn.f16x2 x,x,k,m; lop3.b32 t,t,n,o,0x2d; fma.rn.f16x2 x,x,k,m; lop3.b32 t,t,k,m,0xe8;"),
        ("ffma_registers", 16, "fma.rn.f32 f,g,fk,f; fma.rn.f32 g,f,fm,g;"),
        ("setp_only", 16, "setp.lt.and.s32 y,x,k,y; setp.gt.xor.s32 y,x,m,y;"),
    ],
}

HEADER = """// {what}
// One pass of the chain, last of four: cycles[warp]. NAME_1 one chain, NAME_4 four (micro_classes.py).
//! kernel {first}_1
//! grid 1
//! block 32
//! arg seed u32[16] = {{1431655765,858993459,252645135,16711935,7,40503,65793,3,1065353216,1066353216,1067353216,1068353216,1065000000,1064000000,0,0}}
//! arg cycles u32[32] = zero
//! arg out u32[1024] = zero
//! check cycles[0] > 8

.version 8.0
.target sm_90
.address_size 64
"""
PER_CHAIN = {"x": "b32", "t": "b32", "u": "b32", "q": "b64", "w": "b64", "f": "f32", "g": "f32", "d": "f64", "h": "b16", "y": "pred"}
SHARED = {"k": "b32", "m": "b32", "n": "b32", "o": "b32", "qk": "b64", "qm": "b64", "fk": "f32", "fm": "f32",
          "dk": "f64", "dm": "f64", "hk": "b16", "hm": "b16", "p": "pred"}
ORDER = ["x", "t", "u", "q", "w", "f", "g", "d", "h", "y"]

def statements(text):
    return [s.strip() for s in text.split(";") if s.strip()]

def words(statement):
    """The statement as a list of tokens; those that are operand names stand alone."""
    out, word = [], ""
    head, _, rest = statement.partition(" ")
    while head.startswith("@"):
        out += ["@", head[1:], " "]
        head, _, rest = rest.partition(" ")
    out += [head, " "]
    for c in rest:
        if c.isalnum() or c in "_%":
            word += c
        else:
            out += [word, c]
            word = ""
    return out + [word]

def used(text):
    return {w for s in statements(text) for w in words(s)}

def for_chain(statement, j):
    return "".join(f"{w}{j}" if w in PER_CHAIN else w for w in words(statement))

def packed(items, per_line=8):
    return ["    " + " ".join(items[i:i + per_line]) for i in range(0, len(items), per_line)]

def initial(name, j):
    """Statements that give the chain's register a value the assembler does not know."""
    return {
        "x": [f"ld.global.b32 x{j}, [%seed+{4 * j}]; add.u32 x{j}, x{j}, %lane;"],
        "t": [f"ld.global.b32 t{j}, [%seed+{4 * (j + 4)}]; add.u32 t{j}, t{j}, %lane;"],
        "u": [f"ld.global.b32 u{j}, [%seed+{4 * (j + 8)}];"],
        "q": [f"ld.global.b32 %lo, [%seed+{4 * j}]; ld.global.b32 %hi, [%seed+60]; mov.b64 q{j}, {{%lo,%hi}};"],
        "w": [],
        "f": [f"ld.global.b32 f{j}, [%seed+{4 * (j + 8)}];"],
        "g": [f"ld.global.b32 g{j}, [%seed+{4 * (j + 4)}];"],
        "d": [f"ld.global.b32 %fl, [%seed+{4 * (j + 8)}]; cvt.f64.f32 d{j}, %fl;"],
        "h": [f"ld.global.b16 h{j}, [%seed+{4 * j}];"],
        "y": [f"ld.global.b32 %lo, [%seed+{4 * j}]; setp.gt.u32 y{j}, %lo, 9;"],
    }[name]

SHARED_INITIAL = {
    "k": "ld.global.b32 k, [%seed+16];", "m": "ld.global.b32 m, [%seed+20];",
    "n": "ld.global.b32 n, [%seed+24];", "o": "ld.global.b32 o, [%seed+28];",
    "qk": "ld.global.b32 %lo, [%seed+16]; ld.global.b32 %hi, [%seed+56]; mov.b64 qk, {%lo,%hi};",
    "qm": "ld.global.b32 %lo, [%seed+20]; ld.global.b32 %hi, [%seed+24]; mov.b64 qm, {%lo,%hi};",
    "fk": "ld.global.b32 fk, [%seed+48];", "fm": "ld.global.b32 fm, [%seed+52];",
    "dk": "ld.global.b32 %fl, [%seed+48]; cvt.f64.f32 dk, %fl;",
    "dm": "ld.global.b32 %fl, [%seed+52]; cvt.f64.f32 dm, %fl;",
    "hk": "ld.global.b16 hk, [%seed+16];", "hm": "ld.global.b16 hm, [%seed+20];",
    "p": "ld.global.b32 %lo, [%seed+28]; setp.ne.s32 p, %lo, 0;",
}

def sink(name, j):
    """Statements that add the chain's result to %sum."""
    r = f"{name}{j}"
    return {
        "b32": f"xor.b32 %sum, %sum, {r};",
        "f32": f"mov.b32 %lo, {r}; xor.b32 %sum, %sum, %lo;",
        "b64": f"mov.b64 {{%lo,%hi}}, {r}; xor.b32 %sum, %sum, %lo; xor.b32 %sum, %sum, %hi;",
        "f64": f"mov.b64 {{%lo,%hi}}, {r}; xor.b32 %sum, %sum, %lo; xor.b32 %sum, %sum, %hi;",
        "b16": f"cvt.u32.u16 %lo, {r}; xor.b32 %sum, %sum, %lo;",
        "pred": f"selp.b32 %lo, 1, 0, {r}; xor.b32 %sum, %sum, %lo;",
    }[PER_CHAIN[name]]

def declarations(names, chains):
    by_type = {}
    for name in ORDER:
        if name in names:
            by_type.setdefault(PER_CHAIN[name], []).extend(f"{name}{j}" for j in range(chains))
    for name, kind in SHARED.items():
        if name in names:
            by_type.setdefault(kind, []).append(name)
    return [f"    .reg .{kind} {', '.join(regs)};" for kind, regs in by_type.items()]

def entry(row, chains):
    name, steps, text = row
    if chains > 1:
        steps = max(steps // 2, 4)
    names = used(text)
    state = [n for n in ORDER if n in names]
    body = []
    for _ in range(steps):
        for s in statements(text):
            body += [for_chain(s, j) + ";" for j in range(chains)]
    start = [SHARED_INITIAL[n] for n in SHARED if n in names]
    start += [line for n in state for j in range(chains) for line in initial(n, j)]
    return "\n".join([
        "",
        f"// {text} ({steps} steps)",
        f".visible .entry {name}_{chains}(.param .u64 seed, .param .u64 cycles, .param .u64 out)",
        "{",
        "    .reg .pred %more, %several; .reg .b32 %pass, %sum, %lo, %hi, %i, %warp, %lane;",
        "    .reg .b64 %start, %end, %seed, %cycles, %out, %offset; .reg .f32 %fl;",
        *declarations(names, chains),
        "    ld.param.u64 %seed, [seed]; mov.u32 %lane, %tid.x;",
        *packed(start, 3),
        "    mov.u32 %pass, 0; mov.u64 %end, 0; mov.u32 %lo, %ntid.x; setp.gt.u32 %several, %lo, 32;",
        "    bar.sync 0;",
        "again:",
        "    .pragma \"nounroll\";",
        "    @%several bar.sync 0;",
        "    mov.u64 %start, %end; mov.u64 %end, %clock64;",
        *packed(body),
        "    add.u32 %pass, %pass, 1; setp.lt.u32 %more, %pass, 4;",
        "    @%more bra again;",
        "    sub.u64 %end, %end, %start;",
        "    mov.u32 %sum, 0;",
        *packed([sink(n, j) for n in state if n not in ("w",) for j in range(chains)], 2),
        "    mov.u32 %i, %ctaid.x; mov.u32 %lo, %ntid.x; mov.u32 %hi, %tid.x; mad.lo.u32 %i, %i, %lo, %hi;",
        "    ld.param.u64 %out, [out]; mul.wide.u32 %offset, %i, 4; add.s64 %out, %out, %offset;",
        "    st.global.u32 [%out], %sum;",
        "    ld.param.u64 %cycles, [cycles]; shr.u32 %warp, %i, 5; mul.wide.u32 %offset, %warp, 4;",
        "    add.s64 %cycles, %cycles, %offset; cvt.u32.u64 %lo, %end; st.global.u32 [%cycles], %lo;",
        "    ret;",
        "}",
    ])

def main(folder):
    for family, rows in TABLE.items():
        text = HEADER.format(what=f"Latency and throughput, instruction class by class: {family}.", first=rows[0][0])
        text += "\n".join(entry(row, chains) for row in rows for chains in (1, 4)) + "\n"
        (pathlib.Path(folder) / f"class_{family}.ir").write_text(text)

if __name__ == "__main__":
    main(sys.argv[1])
