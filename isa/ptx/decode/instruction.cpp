// One instruction: its opcode, guard, number of operands; carry and barriers.
#include <fmt/format.h>

#include <algorithm>

#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/function_decoder.h"
#include "isa/ptx/decode/memory_form.h"
#include "isa/ptx/decode/opcode.h"

namespace simt::decode {
namespace {

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
  const bool of_shared = form.has(Mod::shared) && (mnemonic == "mapa" || mnemonic == "getctarank");
  reads_symbol_ = mnemonic == "mov" || (mnemonic == "cvta" && !form.has(Mod::to)) || of_shared;
  guard_ = guard_of(inst);
  for (const ast::Operand& operand : inst.operands) check_component(operand);
  if (form.op->kind == Kind::Call) return call(inst, form);
  const auto specs = parse_operands(form.op->operands);
  const Args args = assign(inst, specs);
  if (special_move(inst, form)) return;

  InstBuilder out(form, loc_);
  if (is_memory(form.op->kind)) out.inst.memory = memory_form(form);
  if (moves_matrix(form.op->kind)) out.inst.memory = matrix_memory_form(form);
  if (form.op->kind == Kind::Mbarrier) out.inst.memory = mbarrier_form(form);
  if (form.op->kind == Kind::AsyncCopy) {
    asynchronous_copy(args, out);
    return complete(out);
  }
  if (form.has(Mod::wait_all)) out.inst.imm = -1;
  for (std::size_t i = 0; i < specs.size(); ++i) operand(specs[i], args[i], out);
  if (is_barrier(form.op->kind)) check_barrier(specs, args, form.op->kind);
  complete(out);
}

/// The carry flag, and what can be said only when all operands are known.
void FunctionDecoder::complete(InstBuilder& out) {
  const Value carry = of_register(context_.slots.carry());
  if (out.form.has(Mod::cc)) out.add_dst(carry);
  if (out.form.op->reads_carry) out.add_src(carry);
  while (!out.inst.src.empty() && out.inst.src.back() == kNoSlot) out.inst.src.pop_back();
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

void FunctionDecoder::check_barrier(const std::vector<OperandSpec>& specs, const Args& args,
                                    Kind kind) {
  if (kind == Kind::BarSync && specs.empty())  // of a cluster: barrier 0
    context_.program.barriers_used = std::max(context_.program.barriers_used, 1u);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (args[i] == nullptr || (specs[i].name != "a" && specs[i].name != "b")) continue;
    const ast::Operand& arg = *args[i];
    const bool literal = arg.shape == ast::Operand::Shape::Literal;
    const std::uint64_t value = arg.literal.bits;
    if (specs[i].name == "a") {
      if (literal && value >= kNamedBarriers)
        fail(arg, fmt::format("barrier {} does not exist", value), "barriers are numbered 0 to 15");
      const std::uint64_t used = literal ? value + 1 : kNamedBarriers;
      context_.program.barriers_used =
          std::max(context_.program.barriers_used, static_cast<std::uint32_t>(used));
    } else if (literal && (value % kMaxWarpSize != 0 || (value == 0 && kind == Kind::BarArrive))) {
      fail(arg, fmt::format("{} threads cannot take part in a barrier", value),
           "the count is a multiple of the warp size, 32");
    }
  }
}

}  // namespace simt::decode
