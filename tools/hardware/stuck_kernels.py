#!/usr/bin/env python3
"""PTX kernels that look stuck and are not, and two that are (tests/hardware/exits/stuck.ptx.gz)."""

HEAD = """.visible .entry {name}(.param .u64 pout) // block {block}
{{ .reg .pred %p, %q; .reg .b32 %t, %l, %v, %i, %x; .reg .b64 %o, %a, %f, %c, %e;
ld.param.u64 %f, [pout]; cvta.to.global.u64 %f, %f; mov.u32 %t, %tid.x; and.b32 %l, %t, 31; \
mul.wide.u32 %a, %t, 256; add.u64 %o, %f, %a; add.u64 %f, %f, 252;
"""
LONG = """mov.u32 %i, 0; mov.u32 %x, %t;
B: mul.lo.u32 %x, %x, 1664525; add.u32 %x, %x, 1013904223; add.u32 %i, %i, 1; \
setp.lt.u32 %q, %i, {trips}; @%q bra B;
st.volatile.global.u32 [%o+240], %x;
"""
VOLATILE = "ld.volatile.global.u32"
RAISE = "st.volatile.global.u32 [%f], 5;\n"
LOADS = {"weak": "ld.global.u32", "volatile": VOLATILE, "relaxed": "ld.relaxed.gpu.global.u32",
         "acquire": "ld.acquire.gpu.global.u32"}


def kernel(name, body, block=32):
    return HEAD.format(name=name, block=block) + body + "st.volatile.global.u32 [%o], 1; ret; }\n"


def long(trips=60000):
    return LONG.format(trips=trips)


def spin(load, before="", address="%f"):
    return f"A: {before}{load} %v, [{address}]; setp.ne.u32 %p, %v, 5; @%p bra A;\n"


def wait_for(condition, waits, sets):
    return f"setp.{condition}; @%p bra SET;\n{waits}bra.uni DONE;\nSET:\n{sets}DONE:\n"


def kernels():
    for name, load in LOADS.items():
        sets = long() + RAISE
        yield kernel(f"s_{name}_lane_first", wait_for("eq.u32 %p, %l, 0", spin(load), sets))
        yield kernel(f"s_{name}_lanes_set", wait_for("ne.u32 %p, %l, 0", spin(load), sets))
        yield kernel(f"s_{name}_other_warp", wait_for("eq.u32 %p, %t, 40", spin(load), sets), 64)
    yield kernel("s_clock", "mov.u64 %c, %clock64; add.u64 %e, %c, 3000000;\n"
                 "A: mov.u64 %c, %clock64; setp.lt.u64 %p, %c, %e; @%p bra A;\n")
    yield kernel("s_timer_half", "setp.lt.u32 %p, %l, 16; @%p bra D; mov.u64 %c, %globaltimer; "
                 "add.u64 %e, %c, 2000000;\n"
                 "A: mov.u64 %c, %globaltimer; setp.lt.u64 %p, %c, %e; @%p bra A;\nD:\n")
    for name, threads in (("s_exit_releases", 32), ("s_exit_releases_lanes", 20)):
        yield kernel(name, f"setp.ge.u32 %p, %t, {threads}; @%p bra W; bar.sync 0; bra.uni D;\nW:\n"
                     + long(200000) + "ret;\nD:\n", 64)
    yield kernel("s_shared_weak", wait_for("eq.u32 %p, %t, 40", spin("ld.shared.u32", address="sflag"),
                                           long() + "st.shared.u32 [sflag], 5;\n"), 64)
    poll = "A: atom.global.or.b32 %v, [%f], 0; setp.ne.u32 %p, %v, 5; @%p bra A;\n"
    yield kernel("s_atomic_poll", wait_for("eq.u32 %p, %l, 7", poll,
                                           long() + "atom.global.exch.b32 %v, [%f], 5;\n"))
    yield kernel("s_nanosleep", wait_for("eq.u32 %p, %t, 40", spin(VOLATILE, "nanosleep.u32 1000; "),
                                         long(400000) + RAISE), 64)
    yield kernel("s_spin_then_bar", wait_for("eq.u32 %p, %t, 40", spin(VOLATILE) + "bar.sync 0; ",
                                             RAISE + "bar.sync 0;\n"), 64)
    yield kernel("s_spin_then_bar_common",
                 wait_for("eq.u32 %p, %t, 40", spin(VOLATILE), RAISE) + "bar.sync 0;\n", 64)
    # Lanes that spin can never come to the barrier before the store that they wait for.
    yield kernel("s_stuck_bar_before_flag", wait_for("eq.u32 %p, %t, 40", spin(VOLATILE) + "bar.sync 0; ",
                                                     "bar.sync 0; " + RAISE), 64)
    yield kernel("s_spin_exit_frees", "setp.lt.u32 %p, %l, 16; @%p bra E;\n"
                 "bar.warp.sync 0xffffffff; " + RAISE + "bra.uni DONE;\n"
                 "E: setp.lt.u32 %p, %l, 8; @%p bra F;\n" + long() + "ret;\nF: ret;\nDONE:\n")


print(".version 7.8\n.target sm_70\n.address_size 64\n.shared .align 4 .b32 sflag;")
print("".join(kernels()))
