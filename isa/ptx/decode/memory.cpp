// Addresses: register, variable or constant, plus an offset; and which space they are in.
#include <fmt/format.h>

#include "isa/base/address_space.h"
#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/function_decoder.h"
#include "isa/ptx/decode/memory_form.h"
#include "isa/ptx/decode/opcode.h"

namespace simt::decode {
namespace {

StateSpace declared_space(const ast::Variable& variable) {
  switch (variable.space) {
    case ast::Variable::Space::Shared:
      return StateSpace::Shared;
    case ast::Variable::Space::Local:
      return StateSpace::Local;
    case ast::Variable::Space::Const:
      return StateSpace::Const;
    case ast::Variable::Space::Param:
      return StateSpace::Param;
    default:
      return StateSpace::Global;
  }
}

}  // namespace

/// Where a variable lies: module layout, this function's frame, or the kernel's parameters.
Place FunctionDecoder::place_of(const ast::Operand& at, const Symbol& symbol) const {
  const ast::Variable& variable = *symbol.as<ast::Variable>();
  if (const auto offset = frame_.find(variable)) return {StateSpace::Local, *offset, true};
  if (const Place* place = context_.layout.find(variable)) return *place;
  // Its declaration was reported: extern without a definition, too large, and the like.
  fail(at, fmt::format("'{}' has no place in memory", at.name.text));
}

/// $sp + offset in a hidden register.
Value FunctionDecoder::frame_address(const ast::Operand& at, std::int64_t offset) {
  const Value value = hidden_register(at, ScalarType::U64);
  InstBuilder out(known_form({"add", "s64"}), loc_);
  out.add_dst(value);
  out.add_src(stack_pointer());
  const auto bits = static_cast<std::uint64_t>(offset);
  out.add_src({context_.slots.constant(ScalarType::U64, bits), kNoReg, ScalarType::U64});
  emit(out);
  return value;
}

FunctionDecoder::Address FunctionDecoder::address(const ast::Operand& operand, StateSpace wanted,
                                                  bool own_parameters) {
  Address result;
  result.space = wanted;
  result.imm = static_cast<std::int64_t>(operand.literal.bits);
  const Value absolute{context_.slots.constant(ScalarType::U64, 0), kNoReg, ScalarType::U64};
  if (operand.name.text.empty()) {
    result.base = absolute;
    return result;
  }
  const Found found = scope_->find(operand.name);
  if (!found) unknown(operand);
  if (found.symbol->as_register() != nullptr) {
    ast::Operand name = operand;
    name.has_offset = false;
    result.base = register_value(name, found);
    const ScalarType type = result.base.type;
    const unsigned bytes = size_of(type);
    if (is_float(type) || bytes < 4 || bytes > 8)
      fail(operand, fmt::format("'{}' is {}; an address needs a 32-bit or 64-bit integer register",
                                operand.name.text, dotted(type)));
    if (bytes == 4 && (wanted == StateSpace::Texture || wanted == StateSpace::Surface))
      fail(operand, fmt::format("'{}' has 32 bits; the handle of a {} has 64", operand.name.text,
                                simt::name_of(wanted)));
    if (bytes == 4 && (wanted == StateSpace::Global || wanted == StateSpace::Generic))
      fail(operand, fmt::format("'{}' has 32 bits; {} addresses have 64", operand.name.text,
                                simt::name_of(wanted)));
    if (own_parameters) {
      result.space = StateSpace::Local;
      result.in_frame_parameter = true;
    }
    return result;
  }
  const auto* variable = found.symbol->as<ast::Variable>();
  if (variable == nullptr)
    fail(operand,
         fmt::format("'{}' is {}; it has no memory", operand.name.text, found.symbol->describe()));
  const StateSpace declared = declared_space(*variable);
  if (wanted != StateSpace::Generic && wanted != declared)
    fail(operand, fmt::format("'{}' is in {} memory; '{}' accesses {} memory", operand.name.text,
                              simt::name_of(declared), opcode_, simt::name_of(wanted)));
  const Place place = place_of(operand, *found.symbol);
  result.base = place.in_frame ? stack_pointer() : absolute;
  result.imm += static_cast<std::int64_t>(place.offset);
  if (wanted == StateSpace::Generic) {
    result.imm += static_cast<std::int64_t>(generic_base(place.space));
  } else {
    result.space = place.space;
    result.in_frame_parameter = declared == StateSpace::Param && place.in_frame;
  }
  return result;
}

void FunctionDecoder::memory_operand(const ast::Operand& operand, InstBuilder& out) {
  if (operand.shape != ast::Operand::Shape::Address)
    fail(operand, fmt::format("'{}' needs an address here", opcode_), "write it in [ ]");
  // In a function, .param is its own frame unless the kernel's parameters are asked for.
  const OpForm& form = out.form;
  const StateSpace wanted = space_of(form);
  const bool own_parameters = wanted == StateSpace::Param && !form.has(Mod::entry_sub) &&
                              (!function_.is_entry || form.has(Mod::func_sub));
  const Address where = address(operand, wanted, own_parameters);
  out.add_src(where.base);
  out.inst.imm = where.imm;
  out.inst.memory.space = where.space;
  out.inst.memory.register_passed = where.in_frame_parameter;
}

/// A hidden load or store of a call's argument or result in this function's frame.
void FunctionDecoder::emit_parameter(bool is_store, const Value& value, ScalarType type,
                                     std::uint32_t offset) {
  const std::string spelling(simt::name_of(type));
  InstBuilder out(known_form({is_store ? "st" : "ld", "param", spelling}), loc_);
  out.inst.memory = memory_form(out.form);
  out.inst.memory.space = StateSpace::Local;
  out.inst.memory.register_passed = true;
  out.inst.imm = offset;
  if (!is_store) out.add_dst(value);
  out.add_src(stack_pointer());
  if (!is_store) return void(emit(out));
  out.add_src(value);
  out.inst.dst_bytes = static_cast<std::uint8_t>(size_of(value.type));
  emit(out);
}

}  // namespace simt::decode
