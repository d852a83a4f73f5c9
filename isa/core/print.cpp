#include "isa/core/print.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "isa/base/address_space.h"

namespace simt {
namespace {

constexpr std::string_view kSpecials[] = {
#define SPECIAL_REG(id, spelling, type, scope) spelling,
#include "isa/core/special_regs.def"
#undef SPECIAL_REG
};

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

/// The shortest decimal that reads back as the same value; the bits of what has none.
template <class Float, class Bits>
std::string float_text(std::uint64_t bits) {
  const auto value = std::bit_cast<Float>(static_cast<Bits>(bits));
  char text[40];
  if (!std::isfinite(value)) {
    std::snprintf(text, sizeof text, sizeof(Float) == 4 ? "0f%08llX" : "0d%016llX",
                  static_cast<unsigned long long>(bits));
    return text;
  }
  std::string shown(text, std::to_chars(text, text + sizeof text, value).ptr);
  return shown.find_first_of(".e") == std::string::npos ? shown + ".0" : shown;
}

std::string constant_text(std::uint64_t bits, ScalarType type) {
  constexpr std::uint64_t kSmall = 1u << 16;
  if (type == ScalarType::F32) return float_text<float, std::uint32_t>(bits);
  if (type == ScalarType::F64) return float_text<double, std::uint64_t>(bits);
  const unsigned width = 8 * size_of(type);
  if (width != 0 && !is_float(type)) {
    const auto value = static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
    if (value < 0 && (is_signed(type) || value > -static_cast<std::int64_t>(kSmall)))
      return std::to_string(value);
  }
  return bits < kSmall ? std::to_string(bits) : hex(bits);
}

std::string offset_text(std::int64_t offset) {
  if (offset == 0) return "";
  return offset > 0 ? "+" + std::to_string(offset) : std::to_string(offset);
}

/// The variable or parameter at an absolute address of a space.
std::string symbol_at(const Program& program, StateSpace space, std::uint64_t address) {
  if (space == StateSpace::Param)
    for (const Param& p : program.params)
      if (address - p.offset < p.bytes) return place_text(p.name, address - p.offset);
  if (space == StateSpace::Shared)
    for (const SharedVariable& v : program.shared.variables)
      if (address - v.offset < v.bytes || (v.bytes == 0 && address >= v.offset))
        return place_text(v.name, address - v.offset);
  for (const Variable& v : program.variables)
    if (v.space == space && address - v.address < v.bytes)
      return place_text(v.name, address - v.address);
  return hex(address);
}

}  // namespace

std::string_view access_name(Kind kind) {
  switch (kind) {
    case Kind::Load:
      return "load";
    case Kind::Store:
      return "store";
    case Kind::Atomic:
      return "atomic";
    case Kind::AsyncCopy:
      return "asynchronous copy";
    case Kind::MatrixLoad:
      return "load of a matrix";
    case Kind::MatrixStore:
      return "store of a matrix";
    case Kind::Mbarrier:
      return "access to an mbarrier";
    default:
      return "reduction";
  }
}

std::string place_text(const std::string& name, std::uint64_t offset) {
  return name + offset_text(static_cast<std::int64_t>(offset));
}

InstPrinter::InstPrinter(const Program& program) : program_(program) {
  for (const RegisterInfo& reg : program.registers) names_[reg.slot] = reg.name;
  for (const SpecialSlot& special : program.specials)
    names_[special.slot] = kSpecials[static_cast<std::size_t>(special.reg)];
  for (const ConstantSlot& constant : program.constants) constants_[constant.slot] = constant.value;
}

// Registers may share a slot: the instruction knows which one it means.
std::string InstPrinter::slot(Slot slot, ScalarType type, std::span<const RegId> among) const {
  if (slot == kNoSlot) return "_";
  for (const RegId r : among)
    if (program_.registers[r].slot == slot) return program_.registers[r].name;
  if (const auto it = names_.find(slot); it != names_.end()) return it->second;
  const auto it = constants_.find(slot);
  if (it == constants_.end()) return "?";
  const std::uint64_t value = it->second;
  if (size_of(type) == 8 && kModuleGlobals.contains(value))
    return symbol_at(program_, StateSpace::Global, value);
  const std::size_t function = function_at(program_.functions, value);
  if (size_of(type) == 8 && function < program_.functions.size())
    return program_.functions[function].name;
  return constant_text(value, type);
}

// One in rows shows them, low bits first.
std::string InstPrinter::operand(const Inst& inst, OperandRole role, Slot of,
                                 ScalarType type) const {
  const std::span<const RegId> among =
      role == OperandRole::Read ? inst.reads.view() : inst.writes.view();
  const RowOperand* const in_rows = row_operand(inst, role, of);
  if (in_rows == nullptr) return slot(of, type, among);
  std::string text;
  for (const Slot row : in_rows->rows)
    text += (text.empty() ? "{" : ",") + slot(row, ScalarType::B32, among);
  return text + "}";
}

std::string InstPrinter::source(const Inst& inst, std::size_t index, ScalarType type) const {
  return operand(inst, OperandRole::Read, inst.src[index], type);
}
std::string InstPrinter::destination(const Inst& inst, std::size_t index, ScalarType type) const {
  return operand(inst, OperandRole::Written, inst.dst[index], type);
}

std::string InstPrinter::address(const Inst& inst) const {
  const auto constant = constants_.find(inst.src[0]);
  if (constant == constants_.end())
    return "[" + source(inst, 0, ScalarType::U64) + offset_text(inst.imm) + "]";
  const auto absolute = constant->second + static_cast<std::uint64_t>(inst.imm);
  return "[" + symbol_at(program_, inst.memory.space, absolute) + "]";
}

std::string InstPrinter::copy(const Inst& inst) const {
  const std::int64_t offset = inst.memory.async.offset;
  const auto constant = constants_.find(inst.src[1]);
  std::string to = source(inst, 1, ScalarType::U32) + offset_text(offset);
  if (constant != constants_.end())
    to = symbol_at(program_, StateSpace::Shared,
                   constant->second + static_cast<std::uint64_t>(offset));
  std::string text = "[" + to + "], " + address(inst) + ", " + std::to_string(inst.memory.bytes());
  const AsyncForm& form = inst.memory.async;
  if (form.amount == CopyAmount::Bytes) text += ", " + source(inst, 2, ScalarType::U32);
  if (form.amount == CopyAmount::Predicate)
    text += ((inst.src_negated >> 2 & 1) == 0 ? ", !" : ", ") + source(inst, 2, ScalarType::Pred);
  return text;
}

std::string InstPrinter::texel(const Inst& inst) const {
  std::string text = "[" + source(inst, 0, ScalarType::U64);
  for (unsigned i = 1; i <= coordinates(inst.memory.texel.geometry); ++i)
    text += (i == 1 ? ", {" : ",") + source(inst, i, ScalarType::B32);
  return text + "}]";
}

std::string InstPrinter::vector(const Inst& inst, const OperandText& spec,
                                std::size_t& first) const {
  const bool written = spec.written;
  const std::size_t all = written ? inst.dst.size() : inst.src.size();
  const std::size_t begin = first, end = spec.elements != 0 ? first + spec.elements : all;
  std::string text;
  for (std::size_t i = begin; i < end; ++i)
    text += (i == begin ? "" : ",") +
            (written ? destination(inst, i, spec.type) : source(inst, i, spec.type));
  first = end;
  return end - begin > 1 ? "{" + text + "}" : text;
}

std::string InstPrinter::call(const Inst& inst) const {
  const CallSite& site = program_.call_sites[static_cast<std::size_t>(inst.imm)];
  if (!site.external.empty()) return site.external;
  if (inst.target == kNoPc) return source(inst, 0, ScalarType::U64);
  for (const FunctionInfo& f : program_.functions)
    if (f.entry == inst.target) return f.name;
  return std::to_string(inst.target);
}

std::string InstPrinter::operands(const Inst& inst) const {
  if (inst.kind == Kind::ReadSpecial)
    return destination(inst, 0, ScalarType::None) + ", " +
           std::string(kSpecials[static_cast<std::size_t>(inst.imm)]);
  if (inst.kind == Kind::AsyncCopy) return copy(inst);
  std::string text;
  std::size_t dst = 0, src = 0;
  for (const OperandText& spec : program_.text.spellings[inst.spelling].operands) {
    using Shape = OperandShape;
    const ScalarType type = spec.type;
    if (spec.optional && (inst.src[src] == kNoSlot)) {
      ++src;
      continue;
    }
    if (!text.empty()) text += ", ";
    if (spec.shape == Shape::Address) {
      text += address(inst);
      ++src;
    } else if (spec.shape == Shape::Texel) {
      text += texel(inst);
      src += 1 + coordinates(inst.memory.texel.geometry);
    } else if (spec.shape == Shape::Immediate) {
      text += constant_text(static_cast<std::uint64_t>(inst.imm), ScalarType::B64);
    } else if (spec.shape == Shape::Label) {
      text += std::to_string(inst.target);
    } else if (spec.shape == Shape::Targets) {
      text += "{";
      const auto& table = program_.branch_tables[static_cast<std::size_t>(inst.imm)];
      for (std::size_t i = 0; i < table.size(); ++i)
        text += (i == 0 ? "" : ",") + std::to_string(table[i]);
      text += "}";
    } else if (spec.shape == Shape::Call) {
      text += call(inst);
    } else if (spec.shape == Shape::Vector) {
      text += vector(inst, spec, spec.written ? dst : src);
    } else if (spec.written) {
      text += destination(inst, dst++, type);
      if (spec.dual_predicate && inst.dst.size() > 1)
        text += "|" + destination(inst, dst, ScalarType::Pred);
    } else {
      if (src < 16 && (inst.src_negated >> src & 1) != 0) text += "!";
      text += source(inst, src++, type);
    }
  }
  return text;
}

std::string InstPrinter::print(Pc pc) const {
  const Inst& inst = program_.code[pc];
  std::string text;
  if (inst.guard != kNoSlot)
    text = std::string(inst.guard_negated ? "@!" : "@") +
           slot(inst.guard, ScalarType::Pred, {&inst.guard_reg, 1}) + " ";
  if (inst.spelling == kNoSpelling) return text + "(made here)";
  text += program_.text.spellings[inst.spelling].opcode;
  const std::string list = operands(inst);
  return list.empty() ? text : text + " " + list;
}

std::string print_inst(const Program& program, Pc pc) {
  return InstPrinter(program).print(pc);
}

}  // namespace simt
