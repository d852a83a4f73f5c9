#include "sim/trace/names.h"

#include <fmt/format.h>

#include "isa/core/place.h"
#include "isa/core/print.h"

namespace simt::trace {

std::vector<std::string> instruction_names(const Program& program) {
  const InstPrinter printer(program);
  std::vector<std::string> names;
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    names.push_back(fmt::format("{}: {}", place_text(program, pc), printer.print(pc)));
  return names;
}

}  // namespace simt::trace
