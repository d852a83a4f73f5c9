#!/usr/bin/env python3
"""Random kernels of early returns, barriers and warp-level synchronisation.

    random_exits.py cuda|ptx FIRST COUNT     kernels of the seeds FIRST ... FIRST + COUNT - 1

Each thread writes down what it executes from out + 64 words a thread. Odd seeds have warp-level
synchronisation, too. The comment of a kernel's first line says how many threads its block has.
"""
import random
import sys

PLACES = [1, 5, 16, 20, 31, 32, 33, 40, 47, 64, 70]  # of lanes and threads that part
FULL = "0xffffffff"


class Kernel:
    """Statements as tuples: (kind, ...); drawn in a fixed order, so that a seed is a kernel."""

    def __init__(self, seed, sync):
        self.draw = random.Random(seed)
        self.sync = sync
        self.marks = 0
        self.block = self.draw.choice([32, 32, 64, 64, 96, 128, 48, 33, 80])
        self.body = self.statements(0, self.draw.randint(3, 6), False)

    def condition(self):
        k = self.draw.randint(0, 9)
        if k <= 2:
            return ("lt", self.draw.choice(PLACES))
        if k <= 4:
            return ("ge", self.draw.choice(PLACES))
        if k <= 6:
            return ("and", k - 4)
        if k == 7:
            return ("eq", self.draw.choice([0, 3, 17, 31, 32, 45]))
        if k == 8:
            return ("warp", self.draw.choice([0, 1]))
        return ("ge", self.block - self.draw.choice([0, 1, 7, 16]))

    def statements(self, depth, count, in_loop):
        return [self.statement(depth, in_loop) for _ in range(count)]

    def mark(self):
        self.marks += 1
        return ("mark", self.marks)

    def statement(self, depth, in_loop):
        draw = self.draw
        k = draw.randint(0, 99)
        if k < 18:
            return self.mark()
        if k < 22:
            return ("work", self.mark()[1], draw.randint(1, 3))
        if k < 44:
            return ("bar", 1 if draw.random() < 0.06 else 0)
        if k < 58:
            return ("ret", self.condition(), self.mark() if draw.random() < 0.5 else None)
        if k < 66 and self.sync:
            return (draw.choice(["warpsync", "ballot", "shfl"]),)
        if k < 82 and depth < 2:
            return self.branch(depth, in_loop)
        if k < 94 and depth < 2 and not in_loop:
            return self.loop(depth)
        return self.mark()

    def branch(self, depth, in_loop):
        has_else = self.draw.random() < 0.5
        condition = self.condition()
        then = self.statements(depth + 1, self.draw.randint(1, 3), in_loop)
        other = self.statements(depth + 1, self.draw.randint(1, 2), in_loop) if has_else else []
        return ("if", condition, then, other)

    def loop(self, depth):
        draw = self.draw
        trips = draw.choice([("const", 2), ("const", 3), ("lane", 1), ("lane", 3), ("warp", 0)])
        body = self.statements(depth + 1, draw.randint(1, 3), True)
        if draw.random() < 0.4:
            body.insert(draw.randint(0, len(body)), ("break", self.condition()))
        return ("loop", trips, body, draw.random() < 0.5)


class Cuda:
    """A kernel as CUDA C++."""

    CONDITION = {"lt": "t < {}", "ge": "t >= {}", "and": "(t & {}) != 0", "eq": "t == {}",
                 "warp": "t / 32 == {}"}
    TRIPS = {"const": "{}u", "lane": "1 + (t & {})", "warp": "1 + t / 32"}
    PLAIN = {"warpsync": f"__syncwarp({FULL}u);",
             "ballot": f"*o++ = 1000 + __popc(__ballot_sync({FULL}u, (t & 1) == 0));",
             "shfl": f"*o++ = 2000 + __shfl_xor_sync({FULL}u, t, 1);"}

    def __init__(self, kernel, name):
        self.lines = [
            f'extern "C" __global__ void {name}(volatile unsigned* out) {{  // block {kernel.block}',
            "  unsigned t = threadIdx.x;",
            "  volatile unsigned* o = out + t * 64;",
        ]
        self.counters = 0
        self.emit(kernel.body, "  ")
        self.lines += ["  *o++ = 999;", "}"]

    def condition(self, c):
        return self.CONDITION[c[0]].format(c[1])

    def counter(self):
        self.counters += 1
        return f"i{self.counters}"

    def emit(self, statements, indent):
        for s in statements:
            self.lines += [line if line.startswith("#") else indent + line
                           for line in getattr(self, "emit_" + s[0], self.plain)(s)]

    def inside(self, statements, indent="  "):
        outer, self.lines = self.lines, []
        self.emit(statements, indent)
        inner, self.lines = self.lines, outer
        return inner

    def plain(self, s):
        return [self.PLAIN[s[0]]]

    def emit_mark(self, s):
        return [f"*o++ = {s[1]};"]

    def emit_work(self, s):
        i = self.counter()
        return ["#pragma unroll 1", f"for (unsigned {i} = 0; {i} < {s[2]} + (t & 1); ++{i}) *o++ = {s[1]};"]

    def emit_bar(self, s):
        return ["__syncthreads();" if s[1] == 0 else 'asm volatile("bar.sync 1;" ::: "memory");']

    def emit_ret(self, s):
        action = f"{{ *o++ = {s[2][1]}; return; }}" if s[2] else "return;"
        return [f"if ({self.condition(s[1])}) {action}"]

    def emit_loop(self, s):
        i = self.counter()
        trips = self.TRIPS[s[1][0]].format(s[1][1])
        pragma = ["#pragma unroll 1"] if s[3] else []
        head = f"for (unsigned {i} = 0; {i} < {trips}; ++{i}) {{"
        return pragma + [head] + self.inside(s[2]) + ["}"]

    def emit_break(self, s):
        return [f"if ({self.condition(s[1])}) break;"]

    def emit_if(self, s):
        lines = [f"if ({self.condition(s[1])}) {{"] + self.inside(s[2])
        if s[3]:
            lines += ["} else {"] + self.inside(s[3])
        return lines + ["}"]

    def text(self):
        return "\n".join(self.lines)


class Ptx:
    """A kernel as PTX, in forms that nvcc does not write: `form` draws which."""

    def __init__(self, kernel, name, form):
        self.form = form
        self.lines, self.labels, self.tails = [], 0, []
        self.merged_tail = form.random() < 0.5  # early returns that write share one block
        chain = form.random() < 0.3             # the end is behind a chain of jumps
        self.emit(kernel.body, None)
        self.store(999)
        self.finish(chain)
        head = [
            f".visible .entry {name}(.param .u64 pout) // block {kernel.block}",
            "{",
            ".reg .pred %p, %q; .reg .b32 %t, %x, %v, %i<99>, %n<99>; .reg .b64 %o, %a;",
            "ld.param.u64 %o, [pout]; cvta.to.global.u64 %o, %o; mov.u32 %t, %tid.x; "
            "mul.wide.u32 %a, %t, 256; add.u64 %o, %o, %a;",
        ]
        self.lines = head + self.lines

    def finish(self, chain):
        out = self.lines
        if self.tails:
            out.append("bra.uni OUT;" if self.form.random() < 0.5 else "ret;")
            for label, value in self.tails:
                out.append(f"{label}:")
                self.store(value)
                out.append(self.form.choice(["ret;", "bra OUT;"]))
        if self.merged_tail:
            out += ["bra OUT;", "TAIL:"]
            self.store("%v")
        out += ["OUT: bra.uni OUT1;", "OUT2: bra OUT3;", "OUT1: bra OUT2;", "OUT3:"] if chain else ["OUT:"]
        out += ["ret;", "}"]

    def label(self):
        self.labels += 1
        return f"L{self.labels}"

    def store(self, value):
        self.lines.append(f"st.volatile.global.u32 [%o], {value}; add.u64 %o, %o, 4;")

    def condition(self, c):
        kind, value = c
        if kind in ("lt", "ge", "eq"):
            self.lines.append(f"setp.{kind}.u32 %p, %t, {value};")
        elif kind == "and":
            self.lines.append(f"and.b32 %x, %t, {value}; setp.ne.u32 %p, %x, 0;")
        else:
            self.lines.append(f"shr.u32 %x, %t, 5; setp.eq.u32 %p, %x, {value};")

    def emit(self, statements, after_loop):
        for s in statements:
            getattr(self, "emit_" + s[0])(s, after_loop)

    def emit_mark(self, s, _):
        self.store(s[1])

    def emit_work(self, s, _):
        i, top = self.labels, self.label()
        self.lines += [f"and.b32 %n{i}, %t, 1; add.u32 %n{i}, %n{i}, {s[2]}; mov.u32 %i{i}, 0;", f"{top}:"]
        self.store(s[1])
        self.count(i, top)

    def count(self, i, top):
        self.lines.append(f"add.u32 %i{i}, %i{i}, 1; setp.lt.u32 %p, %i{i}, %n{i}; @%p bra {top};")

    def emit_bar(self, s, _):
        self.lines.append(f"bar.sync {s[1]};")

    def emit_ret(self, s, _):
        self.condition(s[1])
        if s[2] is None:
            form = self.form.randint(0, 3)
            self.lines.append(["@%p ret;", "@%p exit;", "@%p bra OUT;", "@%p bra OUT;"][form])
        elif self.merged_tail:
            self.lines += [f"mov.u32 %v, {s[2][1]};", "@%p bra TAIL;"]
        else:
            label = self.label()
            self.tails.append((label, s[2][1]))
            self.lines.append(f"@%p bra {label};")

    def emit_warpsync(self, *_):
        self.lines.append(f"bar.warp.sync {FULL};")

    def emit_ballot(self, *_):
        self.lines += ["and.b32 %x, %t, 1; setp.eq.u32 %q, %x, 0;",
                       f"vote.sync.ballot.b32 %x, %q, {FULL};",
                       "popc.b32 %x, %x; add.u32 %x, %x, 1000;"]
        self.store("%x")

    def emit_shfl(self, *_):
        self.lines += [f"shfl.sync.bfly.b32 %x, %t, 1, 31, {FULL};", "add.u32 %x, %x, 2000;"]
        self.store("%x")

    def emit_if(self, s, after_loop):
        self.condition(s[1])
        label = self.label()
        if s[3] and self.form.random() < 0.5:
            end = self.label()
            self.lines.append(f"@%p bra {label};")
            self.emit(s[3], after_loop)
            self.lines += [f"bra.uni {end};", f"{label}:"]
            self.emit(s[2], after_loop)
            self.lines.append(f"{end}:")
            return
        self.lines.append(f"@!%p bra {label};")
        self.emit(s[2], after_loop)
        if not s[3]:
            self.lines.append(f"{label}:")
            return
        end = self.label()
        self.lines += [f"bra.uni {end};", f"{label}:"]
        self.emit(s[3], after_loop)
        self.lines.append(f"{end}:")

    def emit_loop(self, s, _):
        i, top, end = self.labels, self.label(), self.label()
        kind, value = s[1]
        trips = {"const": f"mov.u32 %n{i}, {value};",
                 "lane": f"and.b32 %n{i}, %t, {value}; add.u32 %n{i}, %n{i}, 1;",
                 "warp": f"shr.u32 %n{i}, %t, 5; add.u32 %n{i}, %n{i}, 1;"}[kind]
        self.lines += [f"mov.u32 %i{i}, 0;", trips, f"{top}:"]
        self.emit(s[2], end)
        self.count(i, top)
        self.lines.append(f"{end}:")

    def emit_break(self, s, after_loop):
        self.condition(s[1])
        self.lines.append(f"@%p bra {after_loop};")

    def text(self):
        return "\n".join(self.lines)


def main():
    form, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if form == "ptx":
        print(".version 7.0\n.target sm_70\n.address_size 64")
    for seed in range(first, first + count):
        kernel = Kernel(seed, sync=seed % 2 == 1)
        if form == "cuda":
            print(Cuda(kernel, f"c{seed}").text())
        else:
            print(Ptx(kernel, f"p{seed}", random.Random(seed + 77)).text())


main()
