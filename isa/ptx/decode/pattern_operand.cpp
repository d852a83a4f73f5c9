// Operands by the shape that the row's pattern gives them (isa/ptx/rows/op_table.h).
#include <fmt/format.h>

#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/function_decoder.h"
#include "isa/ptx/decode/immediate.h"
#include "isa/ptx/decode/memory_form.h"

namespace simt::decode {

void FunctionDecoder::operand(const OperandSpec& spec, const ast::Operand* arg, InstBuilder& out) {
  using Shape = OperandSpec::Shape;
  // The optional operand of a memory instruction is a cache policy: it changes no value.
  if (spec.optional && spec.shape == Shape::Vector) return texel_steps(spec, arg, out);
  if (spec.optional && is_memory(out.inst.kind)) return cache_policy(spec, arg, out.form);
  if (arg == nullptr) return out.add_src({});
  switch (spec.shape) {
    case Shape::Address:
      return memory_operand(*arg, out);
    case Shape::Texel:
      return texel_operand(spec, *arg, out);
    case Shape::Immediate:
      if (arg->shape != ast::Operand::Shape::Literal)
        fail(*arg, fmt::format("'{}' needs a constant here", opcode_));
      out.inst.imm = static_cast<std::int64_t>(
          immediate_bits(arg->literal, ScalarType::B64, Strictness::Operand).bits);
      return;
    case Shape::Label:
      if (arg->shape != ast::Operand::Shape::Name) fail(*arg, "a label is expected here");
      branches_.push_back({static_cast<Pc>(context_.program.code.size()), arg->name, scope_});
      return;
    case Shape::Targets:
      return branch_table(*arg, out);
    case Shape::Vector:
      return vector_operand(spec, *arg, out);
    case Shape::Call:
    case Shape::Value:
      break;
  }
  const ScalarType type = spec.resolve(out.form);
  const Width width = width_rule(out.form);
  if (!spec.written) return out.add_src(source(*arg, type, width));
  if (arg->shape == ast::Operand::Shape::Dual) return dual_destination(spec, *arg, type, out);
  if (arg->shape == ast::Operand::Shape::Sink &&
      (out.inst.kind == Kind::Atomic || out.inst.kind == Kind::Mbarrier))
    return out.add_dst({kNoSlot, kNoReg, type});
  out.add_dst(destination(*arg, type, width));
}

void FunctionDecoder::cache_policy(const OperandSpec& spec, const ast::Operand* arg,
                                   const OpForm& form) {
  if ((arg != nullptr) != form.has(Mod::L2_cache_hint))
    throw Error{loc_, static_cast<std::uint32_t>(opcode_.size()),
                arg == nullptr ? fmt::format("'{}' needs a cache policy at its end", opcode_)
                               : fmt::format("'{}' takes no cache policy", opcode_),
                "a cache policy and .L2::cache_hint go together"};
  if (arg != nullptr) source(*arg, spec.resolve(form), Width::Exact);
}

void FunctionDecoder::branch_table(const ast::Operand& arg, InstBuilder& out) {
  const Found found = arg.shape == ast::Operand::Shape::Name ? scope_->find(arg.name) : Found{};
  const auto* targets = found ? found.symbol->as<ast::BranchTargets>() : nullptr;
  if (targets == nullptr)
    fail(arg, "a list of branch targets is expected here", "NAME: .branchtargets L1, L2;");
  auto& tables = context_.program.branch_tables;
  out.inst.imm = static_cast<std::int64_t>(tables.size());
  tables_.push_back({targets, found.symbol->scope, tables.size()});
  tables.emplace_back();
}

/// d|p: either half may be '_'. A lane function writes its data result always: to a hidden
/// register.
void FunctionDecoder::dual_destination(const OperandSpec& spec, const ast::Operand& arg,
                                       ScalarType type, InstBuilder& out) {
  if (!spec.dual_predicate) fail(arg, fmt::format("'{}' has one result", opcode_));
  const auto half = [&](const ast::Operand& operand, ScalarType half_type) {
    if (operand.shape != ast::Operand::Shape::Sink)
      return destination(operand, half_type, Width::Exact);
    return half_type == ScalarType::Pred ? Value{} : hidden_register(operand, half_type);
  };
  out.add_dst(half(arg.elements[0], type));
  out.add_dst(half(arg.elements[1], ScalarType::Pred));
}

/// Operands dv, av: one value, or as many as .v2/.v4 say; for mov the parts of a packed value. dv4:
/// four.
void FunctionDecoder::vector_operand(const OperandSpec& spec, const ast::Operand& arg,
                                     InstBuilder& out) {
  const OpForm& form = out.form;
  const std::vector<ast::Operand> elements = components(arg);
  ScalarType type = spec.resolve(form);
  Width width = width_rule(form);
  if (spec.elements != 0) {
    if (elements.size() != spec.elements)
      fail(arg, fmt::format("'{}' takes {} elements here, {} given", opcode_, spec.elements,
                            elements.size()));
  } else if (is_memory(form.op->kind)) {
    if (elements.size() != form.vector_width())
      fail(arg,
           fmt::format("'{}' moves {} element{}, {} given", opcode_, form.vector_width(),
                       form.vector_width() == 1 ? "" : "s", elements.size()),
           form.vector_width() == 1 ? "a vector needs .v2 or .v4" : "");
  } else if (elements.size() > 1) {
    if ((elements.size() != 2 && elements.size() != 4) ||
        untyped(size_of(type) / static_cast<unsigned>(elements.size())) == ScalarType::None)
      fail(arg, fmt::format("{} elements do not make a .{}", elements.size(), simt::name_of(type)));
    type = untyped(size_of(type) / static_cast<unsigned>(elements.size()));
    width = Width::Exact;
  }
  if (!spec.written) return vector_source(elements, type, width, out);
  unsigned bytes = 0;
  for (const ast::Operand& element : elements) {
    Value value{kNoSlot, kNoReg, type};
    if (element.shape != ast::Operand::Shape::Sink || elements.size() == 1)
      value = destination(element, type, width);
    if (value.reg != kNoReg && bytes != 0 && bytes != size_of(value.type))
      fail(element, "the elements of a vector have different widths");
    if (value.reg != kNoReg) bytes = size_of(value.type);
    out.add_dst(value);
  }
  if (bytes != 0) out.inst.dst_bytes = static_cast<std::uint8_t>(bytes);
}

void FunctionDecoder::vector_source(const std::vector<ast::Operand>& elements, ScalarType type,
                                    Width width, InstBuilder& out) {
  std::vector<Value> values;
  unsigned bytes = 0;
  for (const ast::Operand& element : elements) {
    values.push_back(source(element, type, width));
    if (values.back().reg == kNoReg) continue;
    if (bytes != 0 && bytes != size_of(values.back().type))
      fail(element, "the elements of a vector have different widths");
    bytes = size_of(values.back().type);
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    // A constant beside registers that are wider than the type takes their width.
    if (elements[i].shape == ast::Operand::Shape::Literal && bytes > size_of(type))
      values[i] = immediate(elements[i], untyped(bytes));
    out.add_src(values[i]);
  }
  if (out.inst.kind == Kind::Store)
    out.inst.dst_bytes = static_cast<std::uint8_t>(size_of(values.front().type));
}

}  // namespace simt::decode
