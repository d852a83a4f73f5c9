// Single operands: registers and their types.
#include <fmt/format.h>

#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/function_decoder.h"

namespace simt::decode {
namespace {

using Shape = ast::Operand::Shape;

constexpr std::string_view kComponents = "xyzw";

/// "a register of type .s32 or .b32 fits"
std::string fitting_register(ScalarType type, Width width) {
  const unsigned bits = 8 * size_of(type);
  if (width == Width::AtLeast && !is_float(type))
    return fmt::format("an integer register of {} or more bits fits", bits);
  const std::string bare = fmt::format(".b{}", bits);
  if (dotted(type) == bare) return fmt::format("a register of {} bits fits", bits);
  return is_float(type) ? fmt::format("a register of type {} or {} fits", dotted(type), bare)
                        : fmt::format("an integer register of {} bits fits", bits);
}

}  // namespace

Value FunctionDecoder::of_register(RegId reg) const {
  const RegisterInfo& info = context_.program.registers[reg];
  return {info.slot, reg, info.type};
}

Value FunctionDecoder::hidden_register(const ast::Operand& at, ScalarType type) {
  const RegId reg = context_.slots.add_register(fmt::format("$t{}", hidden_++), type);
  if (reg == kNoReg) fail(at, "the program has too many registers");
  return of_register(reg);
}

Value FunctionDecoder::register_of(const Found& found, char component) {
  const ast::Variable& declaration = *found.symbol->as_register();
  const auto [it, added] = registers_.try_emplace({found.symbol, found.index, component}, kNoReg);
  if (added) {
    std::string name = declaration.name.text;
    if (declaration.range != 0) name += std::to_string(found.index);
    if (component != 0) name += std::string(".") + component;
    it->second = context_.slots.add_register(std::move(name), declaration.type);
  }
  if (it->second == kNoReg) fail(declaration.name, "the program has too many registers");
  return of_register(it->second);
}

/// Only special and vector registers have components; a declared name hides a special register.
void FunctionDecoder::check_component(const ast::Operand& operand) const {
  for (const ast::Operand& element : operand.elements) check_component(element);
  if (operand.component == 0) return;
  const Found found = scope_->find(operand.name);
  if (!found) return;
  const std::string& name = operand.name.text;
  const auto* declared = found.symbol->as_register();
  const unsigned width = declared != nullptr ? declared->vector : 1;
  if (width == 1)
    fail(operand, fmt::format("'{}' is {}; it has no components", name, found.symbol->describe()),
         find_special(name, operand.component)
             ? fmt::format("its declaration in line {} hides the special register",
                           found.symbol->name->loc.line)
             : "");
  if (kComponents.find(operand.component) >= width)
    fail(operand, fmt::format("'{}' has {} components", name, width));
}

Value FunctionDecoder::register_value(const ast::Operand& operand, const Found& found) {
  const unsigned width = found.symbol->as_register()->vector;
  if (operand.component == 0 && width > 1)
    fail(operand, fmt::format("'{}' is a vector register", operand.name.text),
         "name one of its components, such as .x");
  if (operand.has_offset) fail(operand, "an offset can be added to an address only", "use add");
  return register_of(found, operand.component);
}

/// The elements of a vector operand: those in braces, those of a vector register, or the operand.
std::vector<ast::Operand> FunctionDecoder::components(const ast::Operand& operand) const {
  if (operand.shape == Shape::Vector) {
    if (operand.elements.empty()) fail(operand, "the vector has no elements");
    return operand.elements;
  }
  std::vector<ast::Operand> all{operand};
  if (operand.shape != Shape::Name || operand.component != 0) return all;
  const Found found = scope_->find(operand.name);
  const auto* declaration = found ? found.symbol->as_register() : nullptr;
  if (declaration == nullptr || declaration->vector == 1) return all;
  all.resize(declaration->vector, operand);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].component = kComponents[i];
  return all;
}

void FunctionDecoder::check(const Value& value, const ast::Operand& operand, ScalarType type,
                            Width width) const {
  if (agrees(type, value.type, width)) return;
  if (type == ScalarType::Pred)
    fail(operand, fmt::format("'{}' is {}; '{}' needs a predicate here", spelled(operand),
                              dotted(value.type), opcode_));
  fail(operand,
       fmt::format("'{}' is {}; '{}' needs {} here", spelled(operand), dotted(value.type), opcode_,
                   dotted(type)),
       fitting_register(type, width));
}

Value FunctionDecoder::source(const ast::Operand& operand, ScalarType type, Width width) {
  if (operand.negated && type != ScalarType::Pred)
    fail(operand, "'!' negates predicates only", "use not for bits, neg for numbers");
  switch (operand.shape) {
    case Shape::Literal:
      return immediate(operand, type);
    case Shape::Name:
      return name_value(operand, type, width);
    case Shape::Sink:
      fail(operand, "'_' discards a result; it cannot be read");
    case Shape::Address:
      fail(operand, fmt::format("'{}' takes no address here", opcode_),
           "load the value with ld first");
    case Shape::Dual:
      fail(operand, "a pair 'd|p' can be a destination only");
    case Shape::Vector:
    case Shape::Parenthesised:
      break;
  }
  fail(operand, fmt::format("'{}' takes a register or a constant here, not a list", opcode_));
}

Value FunctionDecoder::destination(const ast::Operand& operand, ScalarType type, Width width) {
  if (operand.shape == Shape::Sink)
    fail(operand, fmt::format("'{}' cannot discard its result", opcode_));
  if (operand.shape == Shape::Vector)
    fail(operand, fmt::format("'{}' has one result, not a vector", opcode_));
  if (operand.shape != Shape::Name || operand.negated) fail(operand, "the result needs a register");
  const Found found = scope_->find(operand.name);
  if (!found) {
    if (find_special(operand.name.text, operand.component))
      fail(operand, fmt::format("special register '{}' cannot be written", spelled(operand)));
    unknown(operand);
  }
  if (found.symbol->as_register() == nullptr)
    fail(operand, fmt::format("'{}' is {}; the result needs a register", operand.name.text,
                              found.symbol->describe()));
  const Value value = register_value(operand, found);
  check(value, operand, type, width);
  return value;
}

void FunctionDecoder::unknown(const ast::Operand& operand) const {
  const std::string text = spelled(operand);
  if (const auto* range = scope_->range_of(operand.name.text))
    fail(operand, fmt::format("'{}' is not declared", text),
         fmt::format("{}<{}> declares {}0 to {}{}", range->name.text, range->range,
                     range->name.text, range->name.text, range->range - 1));
  if (const Found later = scope_->find(operand.name.text, {kNoPc, 0}))
    fail(operand, fmt::format("'{}' is not declared yet", text),
         fmt::format("it is declared further down, in line {}", later.symbol->name->loc.line));
  fail(operand, fmt::format("'{}' is not declared", text),
       context_.nearest_name(
           text, *scope_,
           [](const Symbol& s) {
             return s.as<ast::Variable>() != nullptr || s.as<ast::Function>() != nullptr;
           },
           special_names()));
}

}  // namespace simt::decode
