#include "isa/machine/lower/rules.h"

namespace simt::machine {

std::vector<std::span<const Rule>> all_rules() {
  return {integer_rules(), logic_rules(),   float_rules(), conversion_rules(),
          memory_rules(),  atomic_rules(),  async_rules(), control_rules(),
          warp_rules(),    texture_rules(), matrix_rules()};
}

const Rule* rule_of(unsigned opcode) {
  static const auto kAll = all_rules();
  for (const auto rules : kAll)
    for (const Rule& rule : rules)
      if (rule.opcode == opcode) return &rule;
  return nullptr;
}

}  // namespace simt::machine
