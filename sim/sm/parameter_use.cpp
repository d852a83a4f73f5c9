#include "sim/sm/parameter_use.h"

#include <algorithm>

#include "isa/program/operands.h"
#include "isa/program/program.h"

namespace simt {
namespace {

constexpr std::uint64_t kBegin = 0x210, kLine = 64;  // c[0x0][0x210] is the first one on sm_90
constexpr Pc kFarthestReader = 200;

unsigned line_of(std::uint64_t offset) {
  return static_cast<unsigned>((kBegin + offset) / kLine - kBegin / kLine);
}

// Whether what `load` brings is first read as an address, or by an addition to one.
bool becomes_address(const Inst& load, const Program& program) {
  if (load.num_writes == 0) return false;
  const auto pc = static_cast<Pc>(&load - program.code.data());
  const Pc end = std::min<Pc>(static_cast<Pc>(program.code.size()), pc + kFarthestReader);
  for (Pc at = pc + 1; at < end; ++at) {
    const Inst& inst = program.code[at];
    if (!reads(inst, load.writes[0])) continue;
    return inst.op_class == OpClass::Memory ||
           (inst.op_class != OpClass::Compare && inst.kind == Kind::Alu && inst.dst_bytes == 8);
  }
  return false;
}

}  // namespace

ParameterUse parameter_use(const Inst& inst, const Program& program, bool operands_only) {
  if (inst.op_class != OpClass::Memory) return {};
  std::uint64_t offset = static_cast<std::uint64_t>(inst.imm);
  for (const ConstantSlot& constant : program.constants)
    if (constant.slot == inst.src[0]) offset += constant.value;
  if (offset >= program.param_bytes) return {};
  return {static_cast<std::uint16_t>(line_of(offset)),
          operands_only || !becomes_address(inst, program)};
}

unsigned parameter_lines(const Program& program) {
  return line_of(program.param_bytes) + 1;
}

}  // namespace simt
