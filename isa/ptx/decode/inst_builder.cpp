#include "isa/ptx/decode/inst_builder.h"

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
  inst.dst.at(inst.num_dst++) = value.slot;
  write(value.reg);
}

void InstBuilder::add_src(const Value& value) {
  if (inst.num_src == 0) inst.src_bytes = static_cast<std::uint8_t>(size_of(value.type));
  if (value.negated)
    inst.src_negated = static_cast<std::uint8_t>(inst.src_negated | 1u << inst.num_src);
  inst.src.at(inst.num_src++) = value.slot;
  read(value.reg);
}

void InstBuilder::read(RegId reg) {
  if (reg != kNoReg) inst.reads.insert(reg);
}
void InstBuilder::write(RegId reg) {
  if (reg != kNoReg) inst.writes.insert(reg);
}

}  // namespace simt::decode
