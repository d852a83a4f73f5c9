#include "isa/machine/print.h"

#include <bit>

#include "isa/base/machine_code.h"
#include "isa/machine/numbers.h"
#include "isa/machine/registers.h"
#include "isa/machine/special_registers.h"

namespace simt::machine {
namespace {

class Printer {
 public:
  Printer(const Instruction& in, std::uint64_t address)
      : in_(in), word_(encode(in)), next_(address + kInstructionBytes) {}

  std::string text() const {
    std::string out = guard();
    for (const NamePart& part : in_.encoding->name) {
      out += part.text;
      if (part.modifier) out += part.modifier->imad_alias ? imad_alias() : name(*part.modifier);
    }
    std::string operands;
    for (const Operand& operand : in_.encoding->operands) {
      std::string one;
      for (const Piece& piece : operand.pieces) append(one, text_of(piece), " ");
      append(operands, one, ", ");
    }
    append(out, operands, " ");
    while (out.ends_with(' ')) out.pop_back();
    return out;
  }

 private:
  static void append(std::string& out, const std::string& more, const char* separator) {
    if (!out.empty() && !more.empty()) out += separator;
    out += more;
  }
  bool set(FieldIndex field) const { return field != kNoField && in_.value(field) != 0; }
  const std::string& name(const Modifier& m) const {
    return m.names[m.field == kNoField ? 0 : in_.value(m.field)];
  }

  std::string guard() const {
    if (in_.value(kGuard) == 7 && !set(kGuardNot)) return "";
    return "@" + std::string(set(kGuardNot) ? "!" : "") +
           predicate(in_.value(kGuard), in_.encoding->uniform_guard) + " ";
  }
  static std::string predicate(std::uint64_t number, bool uniform) {
    return (uniform ? "UP" : "P") + (number == 7 ? "T" : std::to_string(number));
  }

  /// What the assembler uses an IMAD for; facts of its text, not of the instruction.
  std::string imad_alias() const {
    const auto& operands = in_.encoding->operands;
    const Piece &a = operands[1].pieces[0], &b = operands[2].pieces[0], &c = operands[3].pieces[0];
    if (word_.bit(74)) return "";
    if (is_zero_register(a) && is_zero_register(b) && c.kind != PieceKind::UniformRegister)
      return ".MOV";
    if (b.kind != PieceKind::Signed && b.kind != PieceKind::Unsigned) return "";
    const std::uint64_t factor = in_.value(b.field);
    if (factor == 1) return ".IADD";
    return std::has_single_bit(factor) && factor != 0x10000 && factor < 0x80000000 &&
                   is_zero_register(c) && !word_.bit(73)
               ? ".SHL"
               : "";
  }
  bool is_zero_register(const Piece& p) const {
    return p.kind == PieceKind::Register && in_.value(p.field) == kRZ;
  }

  std::string text_of(const Piece& p) const {
    if (p.condition && !p.condition->holds(word_)) return "";
    if (p.hidden && p.field != kNoField && in_.value(p.field) == *p.hidden && !set(p.complement))
      return "";
    std::string out = plain(p);
    if (set(p.absolute)) out = "|" + out + "|";
    if (set(p.negate)) out = "-" + out;
    if (set(p.invert)) out = "~" + out;
    if (set(p.complement)) out = "!" + out;
    const bool is_written = p.reuse_bit != kReuseMetadata && !in_.encoding->quiet_reuse;
    if (p.reuse_bit != 0 && is_written && word_.bit(p.reuse_bit)) out += ".reuse";
    for (const Modifier& m : p.suffix) out += name(m);
    return out;
  }

  std::string plain(const Piece& p) const {
    switch (p.kind) {
      case PieceKind::Literal:
        return p.text;
      case PieceKind::Names:
        return "";  // its suffixes
      case PieceKind::Address:
        return address(p);
      case PieceKind::Descriptor:
        return descriptor(p);
      case PieceKind::Constant:
        return constant(p);
      default:
        return value_text(p, in_.value(p.field));
    }
  }

  std::string value_text(const Piece& p, std::uint64_t value) const {
    const auto bits = static_cast<std::uint32_t>(value);
    switch (p.kind) {
      case PieceKind::Register:
        return value == kRZ ? "RZ" : "R" + std::to_string(value);
      case PieceKind::UniformRegister:
        return value == kURZ ? "URZ" : "UR" + std::to_string(value);
      case PieceKind::Predicate:
        return predicate(value, false);
      case PieceKind::UniformPredicate:
        return predicate(value, true);
      case PieceKind::Barrier:
        return "B" + std::to_string(value);
      case PieceKind::Scoreboard:
        return "SB" + std::to_string(value);
      case PieceKind::SpecialRegister:
        return special_register_name(bits);
      case PieceKind::Unsigned:
        return hex(value);
      case PieceKind::Signed:
        return signed_hex(value, width(p.field));
      case PieceKind::Float32:
        return float_text(bits);
      case PieceKind::Float64:
        return double_text(bits);
      case PieceKind::HalfPair:
        return half_pair(p, bits);
      case PieceKind::Target:
        return target(value << 2, width(p.field) + 2);
      case PieceKind::ByteTarget:
        return target(value, width(p.field));
      case PieceKind::Offset:
        return signed_hex(value << 2, width(p.field) + 2);
      default:
        return set_text(value);
    }
  }
  unsigned width(FieldIndex field) const {
    return in_.encoding->fields[static_cast<std::size_t>(field)].width();
  }

  std::string half_pair(const Piece& p, std::uint32_t bits) const {
    const auto one = [&](std::uint32_t half) {
      const auto h = static_cast<std::uint16_t>(half);
      return set(p.bfloat) ? bfloat_text(h) : half_text(h);
    };
    return one(bits >> 16) + ", " + one(bits);
  }
  std::string target(std::uint64_t distance, unsigned bits) const {
    const std::uint64_t sign = std::uint64_t(1) << (bits - 1);
    const std::uint64_t extended = (distance ^ sign) - sign;
    return signed_hex(next_ + extended, 64);
  }
  static std::string set_text(std::uint64_t value) {
    std::string out;
    for (unsigned i = 64; i-- > 0;)
      if ((value >> i & 1) != 0) append(out, std::to_string(i), ",");
    return "{" + out + "}";
  }

  std::string constant(const Piece& p) const {
    std::string offset;
    if (!p.inner.empty() && in_.value(p.inner[0].field) != none(p.inner[0]))
      offset = text_of(p.inner[0]);
    if (offset.empty() && !p.inner.empty() && in_.value(p.field) == 0) offset = text_of(p.inner[0]);
    if (offset.empty() || in_.value(p.field) != 0)
      append(offset, signed_hex(in_.value(p.field), 16), "+");
    const bool suffix = !p.suffix.empty() && !name(p.suffix[0]).empty();
    return "c[" + hex(in_.value(p.bank)) + "]" + (suffix ? " [" : "[") + offset + "]";
  }

  std::string descriptor(const Piece& p) const {
    const std::string number = text_of(p.inner[0]);
    return (number.empty() ? "" : p.text + number + "]") +
           (p.inner.size() > 1 ? text_of(p.inner[1]) : "");
  }
  static std::uint64_t none(const Piece& p) {
    return p.kind == PieceKind::Register ? kRZ : p.kind == PieceKind::UniformRegister ? kURZ : 0;
  }
  std::string address(const Piece& p) const {
    std::string out;
    for (const Piece& part : p.inner)
      if (part.kind == PieceKind::UniformRegister || in_.value(part.field) != none(part))
        append(out, text_of(part), "+");
    return "[" + (out.empty() ? text_of(p.inner[0]) : out) + "]";
  }

  const Instruction& in_;
  Word word_;
  std::uint64_t next_;  ///< address of the next instruction
};

}  // namespace

std::string text_of(const Instruction& instruction, std::uint64_t address) {
  return Printer(instruction, address).text();
}

}  // namespace simt::machine
