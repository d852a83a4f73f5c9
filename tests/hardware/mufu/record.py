#!/usr/bin/env python3
"""Records what the special function unit of a GPU of sm_90 gives, by CUDA's driver (numpy is needed).

    nvcc -arch=sm_90 -cubin -o unit.cubin unit.cu
    nvcc -arch=sm_90 -cubin -o forms.cubin forms.cu
    record.py OUTDIR            (beside the two)

Writes OUTDIR/digests.txt, the lines of digests.txt.gz; OUTDIR/half.txt, a digest for each form of half
precision (tests/ops/mufu_test.cpp); and OUTDIR/FUNCTION_FIRST.bin, for fit.py: results of the unit for 2^23
consecutive inputs from FIRST (hexadecimal), 32 bits each. Seconds on an H100; 1.6 GB.

ptxas puts other instructions around some functions of the unit. unit.cubin holds MUFU.RCP alone; here its
function field (bits 74 to 79 of the instruction word) is overwritten with that of every other function.
"""

import ctypes
import os
import struct
import sys

import numpy as np

FUNCTIONS = {"cos": 0, "sin": 1, "ex2": 2, "lg2": 3, "rcp": 4, "rsq": 5, "rcp64h": 6, "rsq64h": 7,
             "sqrt": 8, "tanh": 9}
FORMS = ["rcp.approx.f32", "rsqrt.approx.f32", "sqrt.approx.f32", "ex2.approx.f32", "lg2.approx.f32",
         "sin.approx.f32", "cos.approx.f32", "div.approx.f32", "div.approx.ftz.f32", "div.full.f32",
         "div.full.ftz.f32", "rsqrt.approx.f64"]
HALVES = ["ex2.approx.f16", "ex2.approx.ftz.bf16", "tanh.approx.f16", "tanh.approx.bf16"]
# What fit.py reads: exponent fields.
RANGES = {"rcp": [127], "rsq": [127, 128], "sqrt": [127, 128], "ex2": [127], "lg2": [127], "sin": [125],
          "tanh": range(119, 130)}
OPCODE, RCP = 0x308, FUNCTIONS["rcp"]


def mix(z):
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def samples():
    """64 inputs of each sign and exponent, as tests/ops/mufu_test.cpp has them."""
    ends = list(range(16)) + [2**22 - 4 + k for k in range(8)] + [2**23 - 16 + k for k in range(16)]
    chance = mix(np.arange(512 * 24, dtype=np.uint64) + np.uint64(12345)).reshape(512, 24) % np.uint64(2**23)
    fractions = np.concatenate([np.tile(np.array(ends, np.uint64), (512, 1)), chance], axis=1)
    return (fractions + (np.arange(512, dtype=np.uint64) << np.uint64(23))[:, None]).reshape(-1)


def with_function(cubin, number):
    """The image with every MUFU.RCP made the function of this number."""
    image = bytearray(cubin)
    for at in range(0, len(image) - 15, 16):
        low, high = struct.unpack_from("<QQ", image, at)
        if low & 0xFFF == OPCODE and high >> 10 & 0x3F == RCP:
            struct.pack_into("<Q", image, at + 8, high & ~(0x3F << 10) | number << 10)
    return bytes(image)


class Device:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.input, self.output = self.memory(4 << 23), self.memory(8 << 23)

    def call(self, name, *arguments):
        error = getattr(self.cuda, name)(*arguments)
        if error:
            sys.exit(f"{name}: error {error}")

    def memory(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer

    def module(self, image):
        module = ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), image)
        return module

    def launch(self, module, kernel, ctas, arguments, result):
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), module, kernel.encode())
        pointers = [ctypes.cast(ctypes.pointer(a), ctypes.c_void_p) for a in arguments]
        array = (ctypes.c_void_p * len(pointers))(*pointers)
        self.call("cuLaunchKernel", function, ctas, 1, 1, 256, 1, 1, 0, None, array, None)
        self.call("cuCtxSynchronize")
        self.call("cuMemcpyDtoH_v2", result.ctypes.data_as(ctypes.c_void_p), self.output,
                  ctypes.c_size_t(result.nbytes))
        return result

    def digests(self, module, name):
        """Of the 512 ranges of one sign and exponent."""
        parts = self.launch(module, "digest_" + name, 65536, [self.output], np.zeros(65536, np.uint64))
        return parts.reshape(512, 128).sum(axis=1, dtype=np.uint64)

    def results(self, module, name, inputs, words=1):
        inputs = np.ascontiguousarray(inputs, dtype=np.uint32)
        self.call("cuMemcpyHtoD_v2", self.input, inputs.ctypes.data_as(ctypes.c_void_p),
                  ctypes.c_size_t(inputs.nbytes))
        count = ctypes.c_uint32(len(inputs))
        return self.launch(module, "map_" + name, (len(inputs) + 255) // 256,
                           [self.input, self.output, count], np.zeros(len(inputs) * words, np.uint32))


def lines(device, module, kernel, name):
    inputs, double = samples(), name.endswith("f64")
    results = device.results(module, kernel, inputs, 2 if double else 1).astype(np.uint64)
    if double:
        summands = mix(mix(inputs) + (results[::2] | results[1::2] << np.uint64(32)))
    else:
        summands = mix(inputs << np.uint64(32) | results)
    sampled = summands.reshape(512, 64).sum(axis=1, dtype=np.uint64)
    full = device.digests(module, kernel)
    return [f"{name} {r} {full[r]:x} {sampled[r]:x}\n" for r in range(512)]


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    device, text = Device(), []
    with open("unit.cubin", "rb") as file:
        unit = file.read()
    for name, number in FUNCTIONS.items():
        module = device.module(with_function(unit, number))
        text += lines(device, module, "unit", name)
        for exponent in RANGES.get(name, []):
            first = exponent << 23
            inputs = np.arange(first, first + (1 << 23), dtype=np.uint32)
            device.results(module, "unit", inputs).tofile(f"{out}/{name}_{first:08x}.bin")
    with open("forms.cubin", "rb") as file:
        forms = device.module(file.read())
    for name in FORMS:
        text += lines(device, forms, name.replace(".", "_"), name)
    with open(f"{out}/digests.txt", "w") as file:
        file.writelines(text)
    with open(f"{out}/half.txt", "w") as file:
        inputs = np.arange(65536, dtype=np.uint64)
        for name in HALVES:
            results = device.results(forms, name.replace(".", "_"), inputs).astype(np.uint64)
            digest = mix(inputs << np.uint64(32) | results).sum(dtype=np.uint64)
            file.write(f"{name} {digest:x}\n")


if __name__ == "__main__":
    with np.errstate(over="ignore"):
        main()
