#include "isa/frontend/decode/inst_builder.h"

#include <algorithm>

namespace simt::decode {

InstBuilder::InstBuilder(const OpForm& form, SourceLoc loc) {
  inst.form = form;
  inst.loc = loc;
  inst.kind = form.op->kind;
  inst.op_class = form.op->op_class;
  inst.machine_insts = form.op->machine_insts;
  if (form.op->lanes != nullptr) inst.lanes = form.op->lanes(form);
}

void InstBuilder::add_dst(const Value& value) {
  if (inst.num_dst == 0) inst.dst_bytes = static_cast<std::uint8_t>(size_of(value.type));
  inst.dst[inst.num_dst++] = value.slot;
  write(value.reg);
}

void InstBuilder::add_src(const Value& value) {
  if (inst.num_src == 0) inst.src_bytes = static_cast<std::uint8_t>(size_of(value.type));
  if (value.negated)
    inst.src_negated = static_cast<std::uint8_t>(inst.src_negated | 1u << inst.num_src);
  inst.src[inst.num_src++] = value.slot;
  read(value.reg);
}

// A call with many register parameters may have more than fit: the scoreboard then sees the first.
void InstBuilder::read(RegId reg) {
  const auto end = inst.reads.begin() + inst.num_reads;
  if (reg == kNoReg || inst.num_reads == inst.reads.size() ||
      std::find(inst.reads.begin(), end, reg) != end)
    return;
  inst.reads[inst.num_reads++] = reg;
}
void InstBuilder::write(RegId reg) {
  const auto end = inst.writes.begin() + inst.num_writes;
  if (reg == kNoReg || inst.num_writes == inst.writes.size() ||
      std::find(inst.writes.begin(), end, reg) != end)
    return;
  inst.writes[inst.num_writes++] = reg;
}

}  // namespace simt::decode
