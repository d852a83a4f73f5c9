#include <array>
#include <optional>
#include <utility>

#include "isa/machine/notation_reader.h"
#include "isa/machine/registers.h"

namespace simt::machine {
namespace {

struct Register {
  std::string_view name;
  PieceKind kind;
  unsigned width;
  std::uint64_t none;  ///< RZ, PT
};
constexpr std::array kRegisters{Register{"UR@", PieceKind::UniformRegister, 6, kURZ},
                                Register{"UP@", PieceKind::UniformPredicate, 3, kPT},
                                Register{"SB@", PieceKind::Scoreboard, 3, 7},
                                Register{"SR@", PieceKind::SpecialRegister, 8, 255},
                                Register{"R@", PieceKind::Register, 8, kRZ},
                                Register{"P@", PieceKind::Predicate, 3, kPT},
                                Register{"B@", PieceKind::Barrier, 4, 15}};

// Bits that keep the register of the first, second, third source for the next instruction.
constexpr unsigned kReuseA = kReuseBits, kReuseB = kReuseBits + 1, kReuseC = kReuseBits + 2;

/// Where the signs of a slot are, and the choice of halves.
struct SlotBits {
  unsigned first, negate, absolute, half_negate, half_absolute;
  const char* halves;
};
constexpr SlotBits kSlotA{24, 72, 73, 72, 73, "74-75:"}, kSlotW{32, 63, 62, 63, 62, "60-61:"},
    kSlotC{64, 75, 74, 84, 83, "81-82:"};

class OperandReader {
 public:
  OperandReader(NotationReader& in, const Variant& variant, FieldList& fields)
      : in_(in), form_(variant.form), halves_(variant.halves), fields_(fields) {}

  std::vector<Operand> operands() {
    std::vector<Operand> out;
    while (!in_.at_end()) {
      Operand& operand = out.emplace_back();
      do operand.pieces.push_back(piece());
      while (in_.take(" "));
      if (!in_.at_end()) in_.expect(", ");
    }
    return out;
  }

 private:
  Piece piece() {
    std::uint64_t none = 0;
    Piece out = core(none);
    for (;;) {
      if (in_.take("-"))
        out.negate = fields_.add(in_.number(), 1);
      else if (in_.take("~"))
        out.invert = fields_.add(in_.number(), 1);
      else if (in_.take("!"))
        out.complement = fields_.add(in_.number(), 1);
      else if (in_.take("|")) {
        out.absolute = fields_.add(in_.number(), 1);
        in_.expect("|");
      } else if (in_.take("{"))
        out.suffix.push_back(read_modifier(in_, fields_));
      else if (in_.take("?"))
        out.hidden = digit() ? in_.number() : none;
      else if (in_.take("(")) {
        out.condition = read_condition(in_);
        in_.expect(")");
      } else
        return out;
    }
  }
  bool digit() const { return in_.peek() >= '0' && in_.peek() <= '9'; }

  Piece core(std::uint64_t& none) {
    for (const Register& r : kRegisters) {
      if (!in_.take(r.name)) continue;
      none = r.none;
      return register_at(r.kind, in_.number(), r.width);
    }
    if (in_.take("u@")) return number(PieceKind::Unsigned);
    if (in_.take("s@")) return number(PieceKind::Signed);
    if (in_.take("set@")) return number(PieceKind::Set);
    if (in_.take("rel@")) return number(PieceKind::Target);
    if (in_.take("byterel@")) return number(PieceKind::ByteTarget);
    if (in_.take("off@")) return number(PieceKind::Offset);
    if (in_.take("c[")) return constant();
    if (in_.take("desc[")) return descriptor("desc[");
    if (in_.take("gdesc[")) return descriptor("gdesc[");
    if (in_.take("[")) return address();
    if (in_.take("{")) return names();
    if (in_.take("'")) return literal();
    return slot();
  }

  Piece register_at(PieceKind kind, unsigned first, unsigned width) {
    Piece out;
    out.kind = kind;
    out.field = fields_.add(first, width);
    if (kind == PieceKind::Register)
      out.reuse_bit = first == 24   ? kReuseA
                      : first == 32 ? kReuseB
                      : first == 40 ? kReuseMetadata
                      : first == 64 ? kReuseC
                                    : 0;
    return out;
  }
  Piece number(PieceKind kind) {
    Piece out;
    out.kind = kind;
    out.field = fields_.add(in_.bits());
    return out;
  }
  Piece constant() {
    Piece out = constant_operand();
    if (!in_.take("]")) {
      out.inner.push_back(piece());
      in_.expect("]");
    }
    return out;
  }
  Piece constant_operand() {
    Piece out;
    out.kind = PieceKind::Constant;
    out.field = fields_.add(38, 16);
    out.bank = fields_.add(54, 5);
    return out;
  }
  Piece descriptor(const char* text) {
    Piece out;
    out.kind = PieceKind::Descriptor;
    out.text = text;
    out.inner.push_back(piece());
    in_.expect("]");
    if (in_.take("[")) out.inner.push_back(address());
    return out;
  }
  Piece address() {
    Piece out;
    out.kind = PieceKind::Address;
    do out.inner.push_back(piece());
    while (in_.take("+"));
    in_.expect("]");
    return out;
  }
  Piece names() {
    Piece out;
    out.kind = PieceKind::Names;
    out.suffix.push_back(read_modifier(in_, fields_));
    out.field = out.suffix[0].field;
    return out;
  }
  Piece literal() {
    Piece out;
    out.text = in_.until("'");
    in_.expect("'");
    return out;
  }

  /// Forms 2, 3 and 7 have the second source in bits 64- and the third in slot w.
  bool swapped() const { return form_ == 2 || form_ == 3 || form_ == 7; }

  Piece slot() {
    const bool halves = in_.take("h"), no_choice = in_.take("m"), uniform = in_.take("u");
    const SlotBits* bits = nullptr;
    unsigned reuse = kReuseC;
    if (in_.take("a"))
      bits = &kSlotA, reuse = kReuseA;
    else if (in_.take("b"))
      bits = swapped() ? &kSlotC : &kSlotW, reuse = kReuseB;
    else if (in_.take("c"))
      bits = swapped() ? &kSlotW : &kSlotC;
    else if (in_.take("w"))
      bits = &kSlotW;
    else
      in_.fail("an operand expected");
    Piece out = bits == &kSlotW ? wide_slot(uniform) : slot_register(uniform, bits->first);
    if (out.kind == PieceKind::Register) out.reuse_bit = reuse;
    const bool immediate = bits == &kSlotW && (form_ == 2 || form_ == 4);
    slot_signs(out, *bits, halves || no_choice, immediate);
    if (in_.take(":"))
      immediate_kind(out, immediate);
    else if (immediate)
      in_.fail("how is an immediate written?");
    if (halves && !immediate) {
      NotationReader choice(choice_text(*bits), "halves");
      out.suffix.push_back(read_modifier(choice, fields_));
    }
    return out;
  }
  std::string_view choice_text(const SlotBits& bits) {
    choice_ = std::string(bits.halves) + std::string(halves_) + "}";
    return choice_;
  }
  Piece slot_register(bool uniform, unsigned first) {
    return uniform ? register_at(PieceKind::UniformRegister, first, 6)
                   : register_at(PieceKind::Register, first, 8);
  }
  Piece wide_slot(bool uniform) {
    switch (form_) {
      case 1:
        return slot_register(uniform, 32);
      case 2:
      case 4:
        return Piece{};
      case 3:
      case 5:
        return constant_operand();
      case 6:
      case 7:
        return slot_register(true, 32);
      default:
        in_.fail("a slot in a row without forms");
    }
  }
  void slot_signs(Piece& out, const SlotBits& bits, bool half, bool immediate) {
    for (;;) {
      if (in_.take("-")) {
        if (!immediate) out.negate = fields_.add(half ? bits.half_negate : bits.negate, 1);
      } else if (in_.take("|")) {
        if (!immediate) out.absolute = fields_.add(half ? bits.half_absolute : bits.absolute, 1);
      } else if (in_.take("~")) {
        if (!immediate) out.invert = fields_.add(half ? bits.half_negate : bits.negate, 1);
      } else {
        return;
      }
    }
  }
  void immediate_kind(Piece& out, bool immediate) {
    const std::optional<PieceKind> kind = in_.take("u32")     ? std::optional(PieceKind::Unsigned)
                                          : in_.take("s32")   ? std::optional(PieceKind::Signed)
                                          : in_.take("f32")   ? std::optional(PieceKind::Float32)
                                          : in_.take("f64")   ? std::optional(PieceKind::Float64)
                                          : in_.take("f16x2") ? std::optional(PieceKind::HalfPair)
                                                              : std::nullopt;
    if (!kind) in_.fail("u32, s32, f32, f64 or f16x2 expected");
    const bool with_bfloat = in_.take("/");
    const unsigned bfloat = with_bfloat ? in_.number() : 0;
    if (!immediate) return;
    out.kind = *kind;
    out.field = fields_.add(32, 32);
    if (with_bfloat) out.bfloat = fields_.add(bfloat, 1);
  }

  NotationReader& in_;
  unsigned form_;
  std::string_view halves_;
  FieldList& fields_;
  std::string choice_;
};

}  // namespace

std::vector<Operand> read_operands(NotationReader& in, const Variant& variant, FieldList& fields) {
  return OperandReader(in, variant, fields).operands();
}

}  // namespace simt::machine
