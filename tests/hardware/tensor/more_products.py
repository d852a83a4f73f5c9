#!/usr/bin/env python3
"""Writes more_products.ptx: a kernel for each product of 8-bit floats, 4-bit integers, bits, doubles of 16 rows,
and for each sparse one and each of its selectors.

Kernel NAME(a, b, c, m, d): warp w is block w; it takes the registers of its operands and the metadata from
a[(w * registers + register) * 32 + lane], and so on; those of the result go to d.

    more_products.py >more_products.ptx; gzip -9n more_products.ptx
    ptxas -arch=sm_90 -o more_products.cubin more_products.ptx
    SIMT_SIM_OPERANDS=FOLDER test_machine "[record]"      what the kernels read, one file for each operand
    more_products.py more_products.cubin FOLDER >more_products.txt      on a GPU, with CuPy: NAME DIGEST
"""
import itertools
import sys

BYTES, HALF_BYTES, FLOATS = ("s8", "u8"), ("s4", "u4"), ("e4m3", "e5m2")


def dense():
    """Suffixes, registers of A, B, the sum."""
    for shape, a, b, c in (("m8n8k32", 1, 1, 2), ("m16n8k32", 2, 1, 4), ("m16n8k64", 4, 2, 4)):
        for x, y, sat in itertools.product(HALF_BYTES, HALF_BYTES, ("", ".satfinite")):
            yield f"{shape}.row.col{sat}.s32.{x}.{y}.s32", a, b, c
    for shape, a, b, c in (("m8n8k128", 1, 1, 2), ("m16n8k128", 2, 1, 4), ("m16n8k256", 4, 2, 4)):
        for op in ("xor", "and"):
            yield f"{shape}.row.col.s32.b1.b1.s32.{op}.popc", a, b, c
    for shape, a, b in (("m16n8k16", 2, 1), ("m16n8k32", 4, 2)):
        for x, y in itertools.product(FLOATS, FLOATS):
            yield f"{shape}.row.col.f32.{x}.{y}.f32", a, b, 4
            yield f"{shape}.row.col.f16.{x}.{y}.f16", a, b, 2
    for shape, a, b in (("m16n8k4", 2, 1), ("m16n8k8", 4, 2), ("m16n8k16", 8, 4)):
        yield f"{shape}.row.col.f64.f64.f64.f64", a, b, 4


def sparse():
    """The same, registers of both factors, and the number of selectors."""
    for shape, registers, selectors in (("m16n8k16", 2, 4), ("m16n8k32", 4, 2)):
        yield f"{shape}.row.col.f32.f16.f16.f32", registers, 4, selectors
        yield f"{shape}.row.col.f16.f16.f16.f16", registers, 2, selectors
        yield f"{shape}.row.col.f32.bf16.bf16.f32", registers, 4, selectors
    for shape, registers, selectors in (("m16n8k8", 2, 4), ("m16n8k16", 4, 2)):
        yield f"{shape}.row.col.f32.tf32.tf32.f32", registers, 4, selectors
    for shapes, types in ((("m16n8k32", "m16n8k64"), BYTES), (("m16n8k64", "m16n8k128"), HALF_BYTES)):
        for shape, registers, selectors in ((shapes[0], 2, 2), (shapes[1], 4, 1)):
            for x, y in itertools.product(types, types):
                yield f"{shape}.row.col.s32.{x}.{y}.s32", registers, 4, selectors
            if types == BYTES:
                yield f"{shape}.row.col.satfinite.s32.s8.s8.s32", registers, 4, selectors
    for x, y in itertools.product(FLOATS, FLOATS):
        yield f"m16n8k64.row.col.f32.{x}.{y}.f32", 4, 4, 1


def names(prefix, count):
    return "{" + ", ".join(f"%{prefix}{i}" for i in range(count)) + "}"


def kernel(suffixes, a, b, c, selector=None):
    of_factors = "f64" if "f64" in suffixes else "b32"
    of_sum = "f64" if "f64" in suffixes else "f32" if ".f32." in suffixes else "b32"
    size = 8 if of_factors == "f64" else 4
    name = suffixes.replace(".row.col", "").replace(".", "_")
    opcode, tail = "mma", ""
    if selector is not None:
        name, opcode, tail = f"sp_{name}_{selector}", "mma.sp::ordered_metadata", f", %m0, {selector}"
    operands = (("a", of_factors, a, size), ("b", of_factors, b, size), ("c", of_sum, c, size), ("m", "b32", 1, 4),
                ("d", of_sum, c, size))
    lines = [f".visible .entry {name}(" + ", ".join(f".param .u64 {x}" for x, *_ in operands) + ")", "{",
             ".reg .b32 %lane, %cta, %at;", ".reg .u64 %p<5>, %offset;"]
    lines += [f".reg .{kind} %{x}<{count}>;" for x, kind, count, _ in operands]
    lines += ["mov.u32 %lane, %tid.x;", "mov.u32 %cta, %ctaid.x;"]
    for i, (x, _, count, bytes_) in enumerate(operands):
        lines += [f"ld.param.u64 %p{i}, [{x}];", f"mad.lo.u32 %at, %cta, {32 * count}, %lane;",
                  f"mul.wide.u32 %offset, %at, {bytes_};", f"add.u64 %p{i}, %p{i}, %offset;"]
    for i, (x, kind, count, bytes_) in enumerate(operands[:4]):
        lines += [f"ld.global.{kind} %{x}{r}, [%p{i}+{r * 32 * bytes_}];" for r in range(count)]
    registers = ", ".join(names(x, n) for x, n in (("d", c), ("a", a), ("b", b), ("c", c)))
    lines += [f"{opcode}.sync.aligned.{suffixes} {registers}{tail};"]
    lines += [f"st.global.{of_sum} [%p4+{r * 32 * size}], %d{r};" for r in range(c)]
    return name, "\n".join(lines + ["ret;", "}"])


def kernels():
    for form in dense():
        yield kernel(*form)
    for suffixes, registers, c, selectors in sparse():
        for selector in range(selectors):
            yield kernel(suffixes, registers, registers, c, selector)


def record(cubin, folder):
    import cupy as cp
    import numpy as np

    module = cp.RawModule(path=cubin)
    for name, _ in kernels():
        operands = [cp.asarray(np.fromfile(f"{folder}/{name}.{x}", dtype=np.uint8)) for x in "abcm"]
        result = cp.zeros_like(operands[2])
        module.get_function(name)((operands[3].size // 128,), (32,), (*operands, result))
        digest = 0xCBF29CE484222325
        for byte in cp.asnumpy(result).tobytes():
            digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        print(f"{name} {digest:016x}")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        record(*sys.argv[1:])
    else:
        print(".version 9.0\n.target sm_90\n.address_size 64")
        print("\n".join(text for _, text in kernels()))
