// Values of source operands: constants, special registers, addresses of symbols.
#include <fmt/format.h>

#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/function_decoder.h"
#include "isa/ptx/decode/immediate.h"
#include "isa/ptx/decode/opcode.h"

namespace simt::decode {
namespace {

bool holds_address(ScalarType type) {
  return !is_float(type) && type != ScalarType::Pred && size_of(type) >= 4;
}

}  // namespace

Value FunctionDecoder::immediate(const ast::Operand& operand, ScalarType type) {
  Immediate value;
  try {
    value = immediate_bits(operand.literal, type, Strictness::Operand);
  } catch (Error& e) {
    e.loc = operand.loc;
    e.length = operand.length;
    throw;
  }
  if (value.truncated)
    context_.diags.report(
        Severity::Warning, operand.loc,
        fmt::format("the constant does not fit in {}: its low bits, {:#x}, are used", dotted(type),
                    value.bits),
        operand.length);
  return {context_.slots.constant(type, value.bits), kNoReg, type};
}

Value FunctionDecoder::name_value(const ast::Operand& operand, ScalarType type, Width width) {
  const Found found = scope_->find(operand.name);
  Value value;
  if (!found) {
    const auto special = find_special(operand.name.text, operand.component);
    if (!special) unknown(operand);
    value = special_value(operand, *special);
  } else if (found.symbol->as_register() != nullptr) {
    value = register_value(operand, found);
  } else {
    return symbol_value(operand, *found.symbol, type);
  }
  check(value, operand, type, width);
  value.negated = operand.negated;
  return value;
}

Value FunctionDecoder::special_value(const ast::Operand& operand, const Special& special) {
  if (!reads_special_ && special.reg != SpecialReg::warp_size)
    fail(operand, fmt::format("'{}' cannot read special registers", opcode_),
         fmt::format("move it first: mov{} REGISTER, {};", dotted(special.type), spelled(operand)));
  if (special.fixed)
    return {context_.slots.constant(special.type, *special.fixed), kNoReg, special.type};
  if (special.reg >= SpecialReg::reserved_smem_begin && special.reg <= SpecialReg::reserved_smem_1)
    context_.program.shared.uses_reserved = true;
  if (special.scope != SpecialScope::Changes)
    return {context_.slots.special(special.reg), kNoReg, special.type};
  const Value value = hidden_register(operand, special.type);
  InstBuilder out(known_form({"mov", special.type == ScalarType::U64 ? "u64" : "u32"}), loc_);
  out.inst.kind = Kind::ReadSpecial;
  out.inst.lanes = nullptr;
  out.inst.imm = static_cast<std::int64_t>(special.reg);
  out.add_dst(value);
  emit(out);
  return value;
}

/// The address of a variable or function as a value.
Value FunctionDecoder::symbol_value(const ast::Operand& operand, const Symbol& symbol,
                                    ScalarType type) {
  const std::string& name = operand.name.text;
  const auto* function = symbol.as<ast::Function>();
  if (function == nullptr && symbol.as<ast::Variable>() == nullptr)
    fail(operand,
         fmt::format("'{}' is {}; a register or a constant is expected", name, symbol.describe()));
  if (!reads_symbol_)
    fail(operand,
         fmt::format("'{}' takes no address of a variable; a register is expected", opcode_),
         fmt::format("move it first: mov.u64 REGISTER, {};", name));
  if (!holds_address(type))
    fail(operand, fmt::format("the address of '{}' does not fit in {}", name, dotted(type)));
  std::uint64_t address = operand.literal.bits;
  if (function != nullptr) {
    if (!function->has_body)
      fail(operand, fmt::format("'{}' has no address: it is not defined in this file", name));
    address += context_.layout.function_address(*function);
  } else {
    const Place place = place_of(operand, symbol);
    address += place.offset;
    if (place.in_frame) {
      const Value value = frame_address(operand, static_cast<std::int64_t>(address));
      if (size_of(type) == 8) return value;
      const Value low = hidden_register(operand, ScalarType::U32);
      InstBuilder narrow(known_form({"cvt", "u32", "u64"}), loc_);
      narrow.add_dst(low);
      narrow.add_src(value);
      emit(narrow);
      return low;
    }
  }
  if (size_of(type) == 4 && address >> 32 != 0)
    fail(operand, fmt::format("the address of '{}' needs 64 bits", name),
         fmt::format("mov.u64 REGISTER, {};", name));
  return {context_.slots.constant(type, address), kNoReg, type};
}

}  // namespace simt::decode
