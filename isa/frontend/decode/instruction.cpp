// Operands of an instruction against its row's pattern (isa/ops/op_table.h).
#include <fmt/format.h>

#include <algorithm>

#include "isa/frontend/decode/error.h"
#include "isa/frontend/decode/function_decoder.h"
#include "isa/frontend/decode/immediate.h"
#include "isa/frontend/decode/memory_form.h"
#include "isa/frontend/decode/opcode.h"

namespace simt::decode {
namespace {

constexpr std::uint64_t kBarriers = 16;  // per CTA (PTX ISA 9.7.13.1)

bool is_memory(Kind kind) {
  return kind == Kind::Load || kind == Kind::Store || kind == Kind::Atomic ||
         kind == Kind::Reduction;
}
bool is_barrier(Kind kind) {
  return kind == Kind::BarSync || kind == Kind::BarArrive || kind == Kind::BarReduce;
}
std::size_t required(const std::vector<OperandSpec>& specs) {
  return static_cast<std::size_t>(
      std::count_if(specs.begin(), specs.end(), [](const auto& s) { return !s.optional; }));
}

}  // namespace

Width FunctionDecoder::width_rule(const OpForm& form) const {
  const bool relaxed =
      form.op->kind == Kind::Load || form.op->kind == Kind::Store || mnemonic_of(*form.op) == "cvt";
  return relaxed ? Width::AtLeast : Width::Exact;
}

void FunctionDecoder::instruction(const ast::Instruction& inst) {
  guard_ = {};
  loc_ = inst.loc;
  opcode_ = opcode_text(inst);
  const OpForm form = resolve_opcode(inst);
  const std::string_view mnemonic = mnemonic_of(*form.op);
  reads_special_ = mnemonic == "mov" || mnemonic == "cvt";
  reads_symbol_ = mnemonic == "mov" || (mnemonic == "cvta" && !form.has(Mod::to));
  guard_ = guard_of(inst);
  if (form.op->kind == Kind::Call) return call(inst, form);
  const auto specs = parse_operands(form.op->operands);
  const Args args = assign(inst, specs);
  if (special_move(inst, form)) return;

  InstBuilder out(form, loc_);
  if (is_memory(form.op->kind)) out.inst.memory = memory_form(form);
  for (std::size_t i = 0; i < specs.size(); ++i) operand(specs[i], args[i], out);
  if (is_barrier(form.op->kind)) check_barrier(specs, args, form.op->kind);
  complete(out);
}

/// The carry flag, and what can be said only when all operands are known.
void FunctionDecoder::complete(InstBuilder& out) {
  const Value carry = of_register(context_.slots.carry());
  if (out.inst.form.has(Mod::cc)) out.add_dst(carry);
  if (out.inst.form.op->reads_carry) out.add_src(carry);
  while (out.inst.num_src > 0 && out.inst.src[out.inst.num_src - 1u] == kNoSlot) --out.inst.num_src;
  emit(out);
}

Value FunctionDecoder::guard_of(const ast::Instruction& inst) {
  if (!inst.guard) return {};
  ast::Operand operand;
  operand.name = inst.guard->predicate;
  operand.loc = operand.name.loc;
  operand.length = static_cast<std::uint32_t>(operand.name.text.size());
  const Found found = scope_->find(operand.name);
  if (!found) unknown(operand);
  Value value;
  if (found.symbol->as_register() != nullptr) value = register_value(operand, found);
  if (value.type != ScalarType::Pred)
    fail(operand, fmt::format("the guard '{}' is no predicate", operand.name.text),
         "declare it .pred, or set a predicate with setp first");
  value.negated = inst.guard->negated;
  return value;
}

/// Pairs operands with the pattern; the one optional operand is absent when too few are given.
FunctionDecoder::Args FunctionDecoder::assign(const ast::Instruction& inst,
                                              const std::vector<OperandSpec>& specs) const {
  const std::size_t given = inst.operands.size(), least = required(specs);
  if (given < least || given > specs.size()) {
    const std::string count = least == specs.size() ? std::to_string(least)
                                                    : fmt::format("{} or {}", least, specs.size());
    throw Error{
        loc_, static_cast<std::uint32_t>(opcode_.size()),
        fmt::format("'{}' takes {} operand{}, {} given", opcode_, count, count == "1" ? "" : "s",
                    given),
        specs.empty() ? "" : fmt::format("operands: {}", resolve_opcode(inst).op->operands)};
  }
  std::size_t spare = given - least, next = 0;
  Args args;
  for (const OperandSpec& spec : specs) {
    const bool present = !spec.optional || spare > 0;
    if (spec.optional && present) --spare;
    args.push_back(present ? &inst.operands[next++] : nullptr);
  }
  return args;
}

void FunctionDecoder::operand(const OperandSpec& spec, const ast::Operand* arg, InstBuilder& out) {
  using Shape = OperandSpec::Shape;
  const OpForm& form = out.inst.form;
  const ScalarType type = spec.resolve(form);
  const Width width = width_rule(form);
  // The optional operand of a memory instruction is a cache policy: it changes no value.
  const bool is_policy = spec.optional && is_memory(out.inst.kind);
  if (is_policy && (arg != nullptr) != form.has(Mod::L2_cache_hint))
    throw Error{loc_, static_cast<std::uint32_t>(opcode_.size()),
                arg == nullptr ? fmt::format("'{}' needs a cache policy at its end", opcode_)
                               : fmt::format("'{}' takes no cache policy", opcode_),
                "a cache policy and .L2::cache_hint go together"};
  if (arg == nullptr) {
    if (!is_policy) out.add_src({});
    return;
  }
  switch (spec.shape) {
    case Shape::Address:
      return memory_operand(*arg, out);
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
    case Shape::Targets: {
      const Found found =
          arg->shape == ast::Operand::Shape::Name ? scope_->find(arg->name) : Found{};
      const auto* targets = found ? found.symbol->as<ast::BranchTargets>() : nullptr;
      if (targets == nullptr)
        fail(*arg, "a list of branch targets is expected here", "NAME: .branchtargets L1, L2;");
      out.inst.imm = static_cast<std::int64_t>(context_.program.branch_tables.size());
      tables_.push_back({targets, found.symbol->scope, context_.program.branch_tables.size()});
      context_.program.branch_tables.emplace_back();
      return;
    }
    case Shape::Vector:
      return vector_operand(spec, *arg, out);
    case Shape::Call:
    case Shape::Value:
      break;
  }
  if (!spec.written) {
    const Value value = source(*arg, type, is_policy ? Width::Exact : width);
    if (!is_policy) out.add_src(value);
    return;
  }
  if (arg->shape != ast::Operand::Shape::Dual) {
    if (arg->shape == ast::Operand::Shape::Sink && out.inst.kind == Kind::Atomic)
      return out.add_dst({kNoSlot, kNoReg, type});
    return out.add_dst(destination(*arg, type, width));
  }
  if (!spec.dual_predicate) fail(*arg, fmt::format("'{}' has one result", opcode_));
  const ast::Operand& first = arg->elements[0];
  const bool sink = first.shape == ast::Operand::Shape::Sink;
  if (!sink)
    out.add_dst(destination(first, type, width));
  else if (type == ScalarType::Pred)
    out.add_dst({});
  else
    out.add_dst(hidden_register(first, type));
  const ast::Operand& second = arg->elements[1];
  out.add_dst(second.shape == ast::Operand::Shape::Sink
                  ? Value{}
                  : destination(second, ScalarType::Pred, Width::Exact));
}

/// Operands dv, av: one value, or as many as .v2/.v4 say; for mov the parts of a packed value.
void FunctionDecoder::vector_operand(const OperandSpec& spec, const ast::Operand& arg,
                                     InstBuilder& out) {
  const OpForm& form = out.inst.form;
  const std::vector<ast::Operand> elements = components(arg);
  ScalarType type = spec.resolve(form);
  Width width = width_rule(form);
  if (is_memory(form.op->kind)) {
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

void FunctionDecoder::check_barrier(const std::vector<OperandSpec>& specs, const Args& args,
                                    Kind kind) {
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (args[i] == nullptr || (specs[i].name != "a" && specs[i].name != "b")) continue;
    const ast::Operand& arg = *args[i];
    const bool literal = arg.shape == ast::Operand::Shape::Literal;
    const std::uint64_t value = arg.literal.bits;
    if (specs[i].name == "a") {
      if (literal && value >= kBarriers)
        fail(arg, fmt::format("barrier {} does not exist", value), "barriers are numbered 0 to 15");
      const std::uint64_t used = literal ? value + 1 : kBarriers;
      context_.program.barriers_used =
          std::max(context_.program.barriers_used, static_cast<std::uint32_t>(used));
    } else if (literal && (value % kMaxWarpSize != 0 || (value == 0 && kind == Kind::BarArrive))) {
      fail(arg, fmt::format("{} threads cannot take part in a barrier", value),
           "the count is a multiple of the warp size, 32");
    }
  }
}

/// mov from what is no slot: a volatile special register, the address of something in the frame,
/// and 16-bit reads of special registers. True when it was one of these.
bool FunctionDecoder::special_move(const ast::Instruction& inst, const OpForm& form) {
  if (mnemonic_of(*form.op) != "mov" || inst.operands.size() != 2) return false;
  const ast::Operand& from = inst.operands[1];
  if (from.shape != ast::Operand::Shape::Name || from.negated) return false;
  const Found found = scope_->find(from.name);
  if (!found) {
    const auto special = find_special(from.name.text, from.component);
    if (!special) return false;
    if (size_of(form.type) == 2 && special->type == ScalarType::U32) {
      InstBuilder out(known_form({"cvt", "u16", "u32"}), loc_);
      out.add_dst(destination(inst.operands[0], form.type, Width::Exact));
      out.add_src(special_value(from, *special));
      complete(out);
      return true;
    }
    if (special->per_warp_constant || !agrees(form.type, special->type, Width::Exact)) return false;
    InstBuilder out(form, loc_);
    out.inst.kind = Kind::ReadSpecial;
    out.inst.lanes = nullptr;
    out.inst.imm = static_cast<std::int64_t>(special->reg);
    out.add_dst(destination(inst.operands[0], form.type, Width::Exact));
    complete(out);
    return true;
  }
  if (found.symbol->as<ast::Variable>() == nullptr || found.symbol->as_register() != nullptr)
    return false;
  const Place place = place_of(from, *found.symbol);
  if (!place.in_frame || size_of(form.type) != 8) return false;
  InstBuilder out(known_form({"add", "s64"}), loc_);
  out.add_dst(destination(inst.operands[0], form.type, Width::Exact));
  out.add_src(stack_pointer());
  const std::uint64_t offset = place.offset + from.literal.bits;
  out.add_src({context_.slots.constant(ScalarType::U64, offset), kNoReg, ScalarType::U64});
  complete(out);
  return true;
}

}  // namespace simt::decode
