#!/usr/bin/env python3
"""Fences of several warps, and a load beside SMs that write and read, on a GPU of compute capability 9.0.

    waits.py KERNELS/MICRO CASES.TXT GPC_PLACES.PY [fences] [share] > waits.csv

Needs libcuda alone. Rows `kind,case,run,values`:
  fence,KIND_wN,run,cycles of the third pass of each of N warps     eight times what FENCES says
  share,CASE,run,cycles of 256 hops,trips of all warps              kernel `share` of kernels/micro/share.ir
  span,CASE,run,trips of all warps                                  kernel `sectors` of kernels/micro/sectors.ir
"""
import ctypes
import subprocess
import sys

cuda = ctypes.CDLL("libcuda.so.1")

FENCES = {  # what a warp does eight times a pass; %a is its own word
    "store_gl": "st.volatile.global.u32 [%a], %t; membar.gl;",
    "gl": "membar.gl;",
    "store_rel": "st.volatile.global.u32 [%a], %t; fence.acq_rel.gpu;",
    "rel": "fence.acq_rel.gpu;",
    "load_gl": "ld.volatile.global.u32 %x, [%a]; add.u32 %t, %t, %x; membar.gl;",
    "store_cta": "st.volatile.global.u32 [%a], %t; membar.cta;",
    "store_sys": "st.volatile.global.u32 [%a], %t; membar.sys;",
    "store_alu": "st.volatile.global.u32 [%a], %t; membar.gl; " + "mul.lo.u32 %t, %t, %t; " * 40,
}
PTX = """.version 8.0
.target sm_90
.address_size 64
.visible .entry fence(.param .u64 data, .param .u32 apart, .param .u64 cycles)
{ .reg .pred %more; .reg .b32 %t, %x, %pass, %spent, %lane, %warp, %i; .reg .b64 %a, %c, %o, %start, %end;
  mov.u32 %t, %tid.x; shr.u32 %warp, %t, 5; and.b32 %lane, %t, 31;
  ld.param.u32 %x, [apart]; mul.lo.u32 %x, %x, %warp; mad.lo.u32 %x, %lane, 4, %x;
  ld.param.u64 %a, [data]; cvt.u64.u32 %o, %x; add.s64 %a, %a, %o;
  mov.u32 %pass, 0; mov.u64 %end, 0;
again:
  .pragma "nounroll";
  bar.sync 0; mov.u64 %start, %clock64;
  BODY
  mov.u64 %end, %clock64;
  add.u32 %pass, %pass, 1; setp.lt.u32 %more, %pass, 3; @%more bra again;
  sub.u64 %end, %end, %start; cvt.u32.u64 %spent, %end;
  setp.eq.u32 %more, %t, -7; @%more add.u32 %spent, %spent, %t;
  mov.u32 %i, %ctaid.x; mov.u32 %x, %ntid.x; shr.u32 %x, %x, 5; mad.lo.u32 %i, %i, %x, %warp;
  ld.param.u64 %c, [cycles]; mul.wide.u32 %o, %i, 4; add.s64 %c, %c, %o; st.global.u32 [%c], %spent; ret; }
"""


def check(status, what):
    if status != 0:
        sys.exit(f"{what}: {status}")


def load(image):
    module = ctypes.c_void_p()
    check(cuda.cuModuleLoadData(ctypes.byref(module), image), "module")
    return module


def function(module, name):
    f = ctypes.c_void_p()
    check(cuda.cuModuleGetFunction(ctypes.byref(f), module, name.encode()), name)
    return f


class Buffer:
    def __init__(self, count, values=None):
        self.count, self.at = count, ctypes.c_uint64()
        check(cuda.cuMemAlloc_v2(ctypes.byref(self.at), ctypes.c_size_t(4 * count)), "alloc")
        self.set(values)

    def set(self, values=None):
        if values is None:
            check(cuda.cuMemsetD32_v2(self.at, 0, ctypes.c_size_t(self.count)), "set")
        else:
            data = (ctypes.c_uint32 * self.count)(*values)
            check(cuda.cuMemcpyHtoD_v2(self.at, data, ctypes.c_size_t(4 * self.count)), "copy")

    def get(self):
        data = (ctypes.c_uint32 * self.count)()
        check(cuda.cuMemcpyDtoH_v2(data, self.at, ctypes.c_size_t(4 * self.count)), "copy back")
        return list(data)

    def free(self):
        cuda.cuMemFree_v2(self.at)


def launch(f, grid, block, *args):
    values = [a.at if isinstance(a, Buffer) else ctypes.c_uint32(a) for a in args]
    pointers = (ctypes.c_void_p * len(values))(*[ctypes.cast(ctypes.byref(v), ctypes.c_void_p) for v in values])
    check(cuda.cuLaunchKernel(f, grid, 1, 1, block, 1, 1, 0, None, pointers, None), "launch")
    check(cuda.cuCtxSynchronize(), "launch")


def row(*cells):
    print(",".join(str(c) for c in cells), flush=True)


def fences():
    for kind, body in FENCES.items():
        f = function(load((PTX.replace("BODY", body * 8)).encode() + b"\0"), "fence")
        for apart in (128, 4096):
            data = Buffer(32 * 1024 + 1024)
            for warps in (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 28, 32):
                cycles = Buffer(warps)
                for run in range(3):
                    launch(f, 1, 32 * warps, data, apart, cycles)
                    if run > 0:
                        row("fence", f"{kind}_{apart}_w{warps}", run, *cycles.get())
                cycles.free()
            data.free()


def of_file(folder, name):
    with open(f"{folder}/{name}.ir") as text:
        return function(load(text.read().encode() + b"\0"), name)


def places(folder, script):
    clocks = Buffer(3072)
    f = of_file(folder, "launch_clock")
    launch(f, 1024, 1024, clocks)
    line = "launch_clock,0,cycles," + ",".join(str(v) for v in clocks.get()) + "\n"
    out = subprocess.run([sys.executable, script], input=line, capture_output=True, text=True)
    print(out.stderr, file=sys.stderr)
    return [int(v) for v in out.stdout.strip().strip("{}").split(",")] if out.returncode == 0 else list(range(132))


def numbers(arg, place):
    """Of an argument of a case: number of words, or values."""
    kind, _, value = arg.partition("=")
    if "[" not in kind:
        return int(arg.split(":")[1])
    words = int(kind[kind.index("[") + 1:-1]) * (2 if kind.startswith("u64") else 1)
    if value.startswith("iota(0,1)"):
        return Buffer(words, place)
    if value.startswith("{"):
        return Buffer(words, [int(v) for v in value.strip("{}").split(",")])
    return Buffer(words)


def case(f, kind, name, args, place, runs):
    for run in range(runs):
        buffers = [numbers(a, place) for a in args]  # anew: other places in memory
        spacer = Buffer(524288 * (run % 3 + 1))
        for again in range(2):
            if "memory" in name:
                buffers[0].set()  # larger than L2: empties it
            launch(f, 132, 1024, *buffers)
            values = buffers[-1].get()
            buffers[-1].set()
            if again:
                row(kind, name, run, *values)
        for b in buffers + [spacer]:
            if isinstance(b, Buffer):
                b.free()


def roles(writers, kind):
    """So many SMs, side by side from the second GPC on, then the first; number 2 hops."""
    order = [i for i in range(16, 132)] + [i for i in range(16) if i != 2]
    out = [0] * 132
    for rank, i in enumerate(order[:writers]):
        out[i] = kind + 256 * rank
    out[2] = 2
    return "u32[132]={" + ",".join(map(str, out)) + "}"


def more_cases():
    """A load beside ever more SMs: kind 3 writes, 1 reads; pieces in L2 or in memory; hops in L2 or in memory."""
    for kind, word in ((3, "write"), (1, "read")):
        for piece, where in ((131072, "l2"), (4194304, "memory")):
            for chain, hops in ((1048576, "l2"), (268435456, "memory")):
                for n in (0, 32, 64, 96, 112, 131):
                    words = (max(n, 1) * piece + chain) // 8
                    skip = 64 if hops == "l2" else 0
                    yield (f"{word}_{where}_{n}_chase_{hops}",
                           [f"u64[{words}]=zero", "u32[132]=iota(0,1)", roles(n, kind), f"u32:{piece}", f"u32:{chain}",
                            f"u32:{skip}", "u32:150000", f"u32:{max(n, 1)}", "u32[2]=zero"])


def main():
    folder, cases, script = sys.argv[1:4]
    what = sys.argv[4:] or ["fences", "share"]
    check(cuda.cuInit(0), "init")
    context, device = ctypes.c_void_p(), ctypes.c_int()
    check(cuda.cuDeviceGet(ctypes.byref(device), 0), "device")
    name = ctypes.create_string_buffer(100)
    cuda.cuDeviceGetName(name, 100, device)
    print(name.value.decode(), file=sys.stderr)
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "context")
    check(cuda.cuCtxSetCurrent(context), "context")
    if "fences" in what:
        fences()
    if "share" not in what:
        return
    place = places(folder, script)
    share, sectors = of_file(folder, "share"), of_file(folder, "sectors")
    for line in open(cases):
        words = line.split(" #")[0].split()
        if not words or not words[0].startswith(("share_", "sectors_")):
            continue
        args = [words[i + 1] for i, w in enumerate(words) if w == "--arg"]
        if words[0].startswith("share_"):
            case(share, "share", words[0], args, place, 5)
        else:
            case(sectors, "span", words[0], args, place, 5)
    for label, args in more_cases():
        case(share, "share", label, args, place, 3)


main()
