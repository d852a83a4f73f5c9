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

std::string_view words_of(MemoryLevel level) {
  switch (level) {
    case MemoryLevel::None:
      return "";
    case MemoryLevel::Shared:
      return "shared memory";
    case MemoryLevel::ConstantL1:
    case MemoryLevel::ConstantL15:
      return "a constant cache";
    case MemoryLevel::L1:
      return "L1";
    case MemoryLevel::L2:
      return "L2";
    case MemoryLevel::DeviceMemory:
      return "device memory";
  }
  return "";
}

}  // namespace simt::trace
