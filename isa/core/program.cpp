#include "isa/core/program.h"

#include <algorithm>
#include <cstring>

#include "isa/base/types.h"

namespace simt {

std::size_t function_at(const std::vector<FunctionInfo>& functions, std::uint64_t address) {
  const auto it = std::ranges::find(functions, address, &FunctionInfo::address);
  return static_cast<std::size_t>(it - functions.begin());
}

void fill_constant(Registers regs, const ConstantSlot& constant) {
  if (constant.type == ScalarType::Pred) {
    const LaneMask lanes = constant.value != 0 ? ~LaneMask{0} : 0;
    std::memcpy(regs + constant.slot, &lanes, sizeof lanes);
    return;
  }
  const unsigned width = size_of(constant.type);
  const std::array<std::uint64_t, 2> value{constant.value, 0};
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
    std::memcpy(regs + constant.slot + std::size_t{lane} * width, value.data(), width);
}

bool has_name(const Program& program, RegId reg) {
  const std::string& name = program.registers[reg].name;
  return program.machine ? !name.starts_with('$') : name.starts_with('%');
}

}  // namespace simt
