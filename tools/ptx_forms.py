"""PTX for single instructions, from the lines that tests/ops/op_forms prints.

    mul.wide.s32 d:s64 a:s32 b:s32 insts:1
    addc.cc.u32 d:u32 a:u32 b:u32 in:cc out:cc insts:1
"""

from dataclasses import dataclass

HEADER = ".version 8.6\n.target {target}\n.address_size 64\n"
CONSTANT = 0xE2  # value of an immediate operand ("#e": the table of lop3)
REGISTER = {"b": "b", "u": "b", "s": "b", "f": "f"}


@dataclass
class Form:
    opcode: str
    dst: list  # types
    src: list  # types; "imm" for a constant
    carry_in: bool
    carry_out: bool
    insts: int
    index: int = 0

    @property
    def name(self):
        return f"k{self.index}"


def parse_forms(path):
    forms = []
    for line in open(path):
        opcode, *words = line.split()
        form = Form(opcode, [], [], False, False, 1, len(forms))
        for word in words:
            name, kind = word.split(":")
            if name == "insts":
                form.insts = int(kind)
            elif name == "in":
                form.carry_in = True
            elif name == "out":
                form.carry_out = True
            elif name.startswith("d"):
                form.dst.append(kind)
            else:
                form.src.append(kind)
        forms.append(form)
    return forms


def width(kind):
    return {"f16x2": 32, "bf16x2": 32, "bf16": 16, "f16": 16, "tf32": 32}.get(kind) or int(kind.lstrip("busf"))


def register_class(kind):
    """PTX register type that holds a value of this kind."""
    if kind == "pred":
        return "pred"
    if kind in ("f32", "f64"):
        return kind
    return f"b{max(width(kind), 16)}"


def supported(form):
    return all(k in ("imm", "pred") or width(k) <= 64 for k in form.dst + form.src)


def from_bits(kind, reg, bits):
    """Statements that put the low bits of the b64 register `bits` into `reg`."""
    if kind == "pred":
        return f"setp.ne.u64 {reg}, {bits}, 0;"
    w = width(kind)
    if w == 64:
        return f"mov.b64 {reg}, {bits};"
    if w == 32:
        return f"{{ .reg .b32 t, h; mov.b64 {{t, h}}, {bits}; mov.b32 {reg}, t; }}"
    return f"cvt.u16.u64 {reg}, {bits};"


def to_bits(kind, bits, reg):
    if kind == "pred":
        return f"selp.u64 {bits}, 1, 0, {reg};"
    w = width(kind)
    if w == 64:
        return f"mov.b64 {bits}, {reg};"
    if w == 32:
        return f"{{ .reg .b32 t; mov.b32 t, {reg}; cvt.u64.u32 {bits}, t; }}"
    return f"cvt.u64.u16 {bits}, {reg};"


def statement(form, dst, src):
    d = "|".join(dst)
    args = [d] + [str(CONSTANT) if k == "imm" else r for k, r in zip(form.src, src)]
    return f"{form.opcode} {', '.join(args)};"
