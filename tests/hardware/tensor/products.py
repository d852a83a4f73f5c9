#!/usr/bin/env python3
"""Writes products.ptx: a kernel for each matrix product that is compared with hardware.

Kernel NAME(a, b, c, d) of mma: warp w of the grid takes the registers of its operands from
a[(w * registers + register) * 32 + lane], and so on; those of the result go to d. Of wmma: CTA w
takes the matrices themselves, which lie one behind the other.

    products.py >products.ptx; gzip -9n products.ptx
    ptxas -arch=sm_90 -o products_90.cubin products.ptx
"""
import re

# name, suffixes, bits of an element of A, registers of A, B, the sum, type of a register of the sum
MMA = [("f16k8f32", "m16n8k8.row.col.f32.f16.f16.f32", 16, 2, 1, 4, "f32"),
       ("f16k16f32", "m16n8k16.row.col.f32.f16.f16.f32", 16, 4, 2, 4, "f32"),
       ("f16k8f16", "m16n8k8.row.col.f16.f16.f16.f16", 16, 2, 1, 2, "b32"),
       ("f16k16f16", "m16n8k16.row.col.f16.f16.f16.f16", 16, 4, 2, 2, "b32"),
       ("bf16k8", "m16n8k8.row.col.f32.bf16.bf16.f32", 16, 2, 1, 4, "f32"),
       ("bf16k16", "m16n8k16.row.col.f32.bf16.bf16.f32", 16, 4, 2, 4, "f32"),
       ("tf32k4", "m16n8k4.row.col.f32.tf32.tf32.f32", 32, 2, 1, 4, "f32"),
       ("tf32k8", "m16n8k8.row.col.f32.tf32.tf32.f32", 32, 4, 2, 4, "f32"),
       ("f64n8k4", "m8n8k4.row.col.f64.f64.f64.f64", 64, 1, 1, 2, "f64")]
for shape, a, b, c in (("m8n8k16", 1, 1, 2), ("m16n8k16", 2, 1, 4), ("m16n8k32", 4, 2, 4)):
    for x in ("s8", "u8"):
        for y in ("s8", "u8"):
            for sat in ("", "sat"):
                MMA.append((shape + x + y + sat, f"{shape}.row.col{'.satfinite' if sat else ''}.s32.{x}.{y}.s32",
                            8, a, b, c, "b32"))

SHAPES = ("m16n16k16", "m32n8k16", "m8n32k16")
# registers of A and B by shape
FACTORS = {"f16": dict.fromkeys(SHAPES, (8, 8)),
           "bf16": {"m16n16k16": (4, 4), "m32n8k16": (8, 2), "m8n32k16": (2, 8)},
           "s8": {"m16n16k16": (2, 2), "m32n8k16": (4, 1), "m8n32k16": (1, 4)},
           "u8": {"m16n16k16": (2, 2), "m32n8k16": (4, 1), "m8n32k16": (1, 4)},
           "tf32": {"m16n16k8": (4, 4)}, "f64": {"m8n8k4": (1, 1)}}
SUMS = {"f16": [("f32", "f32"), ("f16", "f16"), ("f32", "f16"), ("f16", "f32")], "bf16": [("f32", "f32")],
        "s8": [("s32", "s32")], "u8": [("s32", "s32")], "tf32": [("f32", "f32")], "f64": [("f64", "f64")]}
REGISTERS = {"f32": 8, "f16": 4, "s32": 8, "f64": 2}
BITS = {"f16": 16, "bf16": 16, "s8": 8, "u8": 8, "tf32": 32, "f32": 32, "s32": 32, "f64": 64}
ORDERS = (("row", "col", "row"), ("col", "row", "col"), ("row", "row", "row"), ("col", "col", "col"))


def names(prefix, count):
    return "{" + ", ".join(f"%{prefix}{i}" for i in range(count)) + "}"


def head(name, declarations):
    return (f".visible .entry {name}(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d)\n{{\n"
            f".reg .b32 %lane, %cta, %size, %thread;\n.reg .u64 %p<4>, %t;\n{declarations}"
            + "".join(f"ld.param.u64 %p{i}, [{n}];\n" for i, n in enumerate("abcd"))
            + "mov.u32 %lane, %laneid;\nmov.u32 %cta, %ctaid.x;\n")


def mma(name, suffixes, bits, a, b, c, of_sum):
    of_factors = "f64" if bits == 64 else "b32"
    size = 8 if bits == 64 else 4
    text = head(name, "".join(f".reg .{t} %{x}<{n}>;\n" for x, t, n in
                              (("a", of_factors, a), ("b", of_factors, b), ("c", of_sum, c), ("d", of_sum, c))))
    text += "mov.u32 %size, %ntid.x;\nmov.u32 %thread, %tid.x;\n"
    text += "mad.lo.u32 %cta, %cta, %size, %thread;\nshr.u32 %cta, %cta, 5;\n"
    for i, (x, n) in enumerate((("a", a), ("b", b), ("c", c), ("d", c))):
        text += f"mul.lo.u32 %size, %cta, {n * 32};\nadd.u32 %size, %size, %lane;\n"
        text += f"mul.wide.u32 %t, %size, {size};\nadd.u64 %p{i}, %p{i}, %t;\n"
    for i, (x, t, n) in enumerate((("a", of_factors, a), ("b", of_factors, b), ("c", of_sum, c))):
        text += "".join(f"ld.global.{t} %{x}{r}, [%p{i}+{r * 32 * size}];\n" for r in range(n))
    text += f"mma.sync.aligned.{suffixes} {names('d', c)}, {names('a', a)}, {names('b', b)}, {names('c', c)};\n"
    text += "".join(f"st.global.{of_sum} [%p3+{r * 32 * size}], %d{r};\n" for r in range(c))
    return text + "ret;\n}\n"


def wmma(number, shape, element, of_d, of_c, order, sat):
    m, n, k = map(int, re.match(r"m(\d+)n(\d+)k(\d+)", shape).groups())
    a, b = FACTORS[element][shape]
    of_a, of_b, of_sum = order
    # Rows of 8 bytes are too short for wmma: they lie 16 bytes apart.
    least = 16 if element in ("s8", "u8") else 1
    lda, ldb = max(k if of_a == "row" else m, least), max(n if of_b == "row" else k, least)
    ldc = n if of_sum == "row" else m
    register = {"f16": "b32", "bf16": "b32", "s8": "b32", "u8": "b32", "tf32": "b32", "s32": "b32"}
    kinds = [("a", element, a), ("b", element, b), ("c", of_c, REGISTERS[of_c]), ("d", of_d, REGISTERS[of_d])]
    text = head(f"w{number}", "".join(f".reg .{register.get(t, t)} %{x}<{c}>;\n" for x, t, c in kinds))
    sizes = ((m if of_a == "row" else k) * lda * BITS[element], (k if of_b == "row" else n) * ldb * BITS[element],
             m * n * BITS[of_c], m * n * BITS[of_d])
    for i, bits in enumerate(sizes):
        text += f"mul.wide.u32 %t, %cta, {bits // 8};\nadd.u64 %p{i}, %p{i}, %t;\n"
    for i, (x, layout, ld) in enumerate((("a", of_a, lda), ("b", of_b, ldb), ("c", of_sum, ldc))):
        text += (f"wmma.load.{x}.sync.aligned.{layout}.{shape}.global.{kinds[i][1]} {names(x, kinds[i][2])}, "
                 f"[%p{i}], {ld};\n")
    types = f"{of_d}.{of_c}" if element == "f16" else f"{of_d}.{element}.{element}.{of_c}"
    text += (f"wmma.mma.sync.aligned.{of_a}.{of_b}.{shape}.{types}{sat} {names('d', kinds[3][2])}, {names('a', a)}, "
             f"{names('b', b)}, {names('c', kinds[2][2])};\n")
    text += f"wmma.store.d.sync.aligned.{of_sum}.{shape}.global.{of_d} [%p3], {names('d', kinds[3][2])}, {ldc};\n"
    return text + "ret;\n}\n"


def cases():
    number = 0
    for element, shapes in FACTORS.items():
        for shape in shapes:
            for of_d, of_c in SUMS[element]:
                for order in ORDERS:
                    for sat in ("", ".satfinite") if element in ("s8", "u8") else ("",):
                        yield number, shape, element, of_d, of_c, order, sat
                        number += 1


if __name__ == "__main__":
    print(".version 7.8\n.target sm_80\n.address_size 64")
    for case in MMA:
        print(mma(*case), end="")
    for case in cases():
        print(wmma(*case), end="")
