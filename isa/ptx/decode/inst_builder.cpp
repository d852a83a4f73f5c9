#include "isa/ptx/decode/inst_builder.h"

#include <stdexcept>

namespace simt::decode {

InstBuilder::InstBuilder(const OpForm& opcode, SourceLoc loc)
    : inst(inst_of(opcode)), form(opcode) {
  inst.loc = loc;
}

void InstBuilder::add_dst(const Value& value) {
  if (inst.dst.empty()) inst.dst_bytes = static_cast<std::uint8_t>(size_of(value.type));
  inst.dst.push_back(value.slot);
  write(value.reg);
}

void InstBuilder::add_src(const Value& value) {
  const std::size_t index = inst.src.size();
  if (index == 0) inst.src_bytes = static_cast<std::uint8_t>(size_of(value.type));
  if (value.negated && index >= 16) throw std::length_error("no room to negate this operand");
  if (value.negated) inst.src_negated = static_cast<std::uint16_t>(inst.src_negated | 1u << index);
  inst.src.push_back(value.slot);
  read(value.reg);
}

void InstBuilder::read(RegId reg) {
  if (reg != kNoReg) inst.reads.insert(reg);
}
void InstBuilder::write(RegId reg) {
  if (reg != kNoReg) inst.writes.insert(reg);
}

}  // namespace simt::decode
