#!/usr/bin/env python3
"""Writes rows.ptx: ldmatrix, stmatrix and movmatrix, as rows.cu does them on a GPU.

Kernel NAME(offsets, registers, memory) of one warp: element i of 8,192 halves of shared memory is i;
lane l names the row at byte offsets[l]; the four registers of each lane go to registers[i * 32 + l],
what a store leaves to memory.

    rows.py >rows.ptx; gzip -9n rows.ptx
    ptxas -arch=sm_90 -o rows_90.cubin rows.ptx
"""
HEAD = """.visible .entry {name}(.param .u64 a, .param .u64 b, .param .u64 c)
{{
.shared .align 1024 .b8 s[16384];
.reg .b32 %lane, %i, %at, %from, %r<4>;
.reg .b16 %h;
.reg .u64 %p<3>, %t;
.reg .pred %more;
ld.param.u64 %p0, [a];
ld.param.u64 %p1, [b];
ld.param.u64 %p2, [c];
mov.u32 %lane, %laneid;
mov.u32 %from, s;
mov.u32 %i, %lane;
fill:
shl.b32 %at, %i, 1;
add.u32 %at, %at, %from;
cvt.u16.u32 %h, %i;
st.shared.u16 [%at], %h;
add.u32 %i, %i, 32;
setp.lt.u32 %more, %i, 8192;
@%more bra fill;
bar.warp.sync -1;
mul.lo.u32 %r0, %lane, 65537;
add.u32 %r1, %lane, 16777472;
add.u32 %r2, %lane, 33554944;
add.u32 %r3, %lane, 50332416;
mul.wide.u32 %t, %lane, 4;
add.u64 %p0, %p0, %t;
add.u64 %p1, %p1, %t;
ld.global.u32 %at, [%p0];
add.u32 %at, %at, %from;
{instruction}
bar.warp.sync -1;
st.global.u32 [%p1], %r0;
st.global.u32 [%p1+128], %r1;
st.global.u32 [%p1+256], %r2;
st.global.u32 [%p1+384], %r3;
"""
COPY = """mul.wide.u32 %t, %lane, 2;
add.u64 %p2, %p2, %t;
mov.u32 %i, %lane;
copy:
shl.b32 %at, %i, 1;
add.u32 %at, %at, %from;
ld.shared.u16 %h, [%at];
st.global.u16 [%p2], %h;
add.u64 %p2, %p2, 64;
add.u32 %i, %i, 32;
setp.lt.u32 %more, %i, 8192;
@%more bra copy;
"""

if __name__ == "__main__":
    print(".version 7.8\n.target sm_90\n.address_size 64")
    for count in (1, 2, 4):
        registers = "{" + ", ".join(f"%r{i}" for i in range(count)) + "}"
        for trans in ("", ".trans"):
            suffixes = f"sync.aligned.m8n8.x{count}{trans}.shared.b16"
            name = f"_x{count}{trans.replace('.', '_')}"
            print(HEAD.format(name="ldmatrix" + name, instruction=f"ldmatrix.{suffixes} {registers}, [%at];"), end="")
            print("ret;\n}")
            print(HEAD.format(name="stmatrix" + name, instruction=f"stmatrix.{suffixes} [%at], {registers};"), end="")
            print(COPY + "ret;\n}")
    print(HEAD.format(name="movmatrix", instruction="movmatrix.sync.aligned.m8n8.trans.b16 %r0, %r0;"), end="")
    print("ret;\n}")
