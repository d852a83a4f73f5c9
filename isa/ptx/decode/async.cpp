// Asynchronous copies and mbarriers (PTX ISA 9.7.9.25, 9.7.13.15).
#include <fmt/format.h>

#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/function_decoder.h"
#include "isa/ptx/decode/immediate.h"
#include "isa/ptx/decode/memory_form.h"

namespace simt::decode {
namespace {

ScalarType element_of(std::uint64_t bytes) {
  return bytes == 4    ? ScalarType::B32
         : bytes == 8  ? ScalarType::B64
         : bytes == 16 ? ScalarType::B128
                       : ScalarType::None;
}

MbarrierOp operation_of(const OpForm& form) {
  if (form.has(Mod::async)) return MbarrierOp::CopiesArrive;
  if (form.has(Mod::init)) return MbarrierOp::Init;
  if (form.has(Mod::inval)) return MbarrierOp::Invalidate;
  if (form.has(Mod::arrive)) return MbarrierOp::Arrive;
  if (form.has(Mod::arrive_drop)) return MbarrierOp::Drop;
  if (form.has(Mod::expect_tx)) return MbarrierOp::ExpectBytes;
  if (form.has(Mod::complete_tx)) return MbarrierOp::CompleteBytes;
  if (form.has(Mod::test_wait)) return MbarrierOp::TestWait;
  if (form.has(Mod::try_wait)) return MbarrierOp::TryWait;
  return MbarrierOp::PendingCount;
}

}  // namespace

MemoryForm mbarrier_form(const OpForm& form) {
  MemoryForm memory;
  memory.space = form.has(Mod::shared) ? StateSpace::Shared : StateSpace::Generic;
  memory.type = ScalarType::B64;
  memory.order = MemoryOrder::AcqRel;
  AsyncForm& async = memory.async;
  async.mbarrier = operation_of(form);
  async.parity = form.has(Mod::parity);
  async.no_complete = form.has(Mod::noComplete);
  async.expects = form.has(Mod::expect_tx);
  async.no_increment = form.has(Mod::noinc);
  return memory;
}

void FunctionDecoder::copy_size(const ast::Operand& operand, InstBuilder& out) {
  if (operand.shape != ast::Operand::Shape::Literal)
    fail(operand, fmt::format("'{}' needs a constant here", opcode_));
  const std::uint64_t bytes =
      immediate_bits(operand.literal, ScalarType::B64, Strictness::Operand).bits;
  const bool past_l1 = out.form.has(Mod::cg);
  const ScalarType type = element_of(bytes);
  if (type == ScalarType::None || (past_l1 && bytes != 16))
    fail(operand, fmt::format("'{}' cannot copy {} bytes", opcode_, bytes),
         past_l1 ? "with .cg it copies 16" : "it copies 4, 8 or 16");
  out.inst.memory.type = type;
}

/// How many bytes are read, or a predicate that says that none are.
void FunctionDecoder::copy_amount(const ast::Operand* operand, InstBuilder& out) {
  if (operand == nullptr) return;
  AsyncForm& form = out.inst.memory.async;
  const Found found =
      operand->shape == ast::Operand::Shape::Name ? scope_->find(operand->name) : Found{};
  if (found && found.symbol->as_register() != nullptr) {
    Value value = register_value(*operand, found);
    if (value.type == ScalarType::Pred) {
      form.amount = CopyAmount::Predicate;
      value.negated = !value.negated;
      return out.add_src(value);
    }
  }
  form.amount = CopyAmount::Bytes;
  out.add_src(source(*operand, ScalarType::U32, Width::Exact));
}

void FunctionDecoder::asynchronous_copy(const Args& args, InstBuilder& out) {
  const ast::Operand &to = *args[0], &from = *args[1];
  for (const ast::Operand* const operand : {&to, &from})
    if (operand->shape != ast::Operand::Shape::Address)
      fail(*operand, fmt::format("'{}' needs an address here", opcode_), "write it in [ ]");
  MemoryForm& memory = out.inst.memory;
  memory.space = StateSpace::Global;
  memory.cache = out.form.has(Mod::cg) ? CacheOp::CacheGlobal : CacheOp::Default;
  copy_size(*args[2], out);
  const Address source_address = address(from, StateSpace::Global, false);
  const Address target = address(to, StateSpace::Shared, false);
  out.add_src(source_address.base);
  out.inst.imm = source_address.imm;
  out.add_src(target.base);
  out.inst.dst_bytes = static_cast<std::uint8_t>(size_of(target.base.type));
  memory.async.offset = static_cast<std::int32_t>(target.imm);
  copy_amount(args[3], out);
  if (args.size() > 4) source(*args[4], ScalarType::B64, Width::Exact);
}

}  // namespace simt::decode
