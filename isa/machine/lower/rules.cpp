#include "isa/machine/lower/rules.h"

namespace simt::machine {

const Rule* rule_of(unsigned opcode, unsigned sm) {
  for (const auto rules : {integer_rules(), logic_rules(), float_rules(), conversion_rules(),
                           memory_rules(), atomic_rules(), async_rules(), control_rules(),
                           warp_rules(), texture_rules(), matrix_rules()})
    for (const Rule& rule : rules)
      if (rule.opcode == opcode && rule.first_sm <= sm && sm <= rule.last_sm) return &rule;
  return nullptr;
}

}  // namespace simt::machine
