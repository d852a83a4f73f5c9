#include "isa/core/program.h"

#include <algorithm>

namespace simt {

std::size_t function_at(const std::vector<FunctionInfo>& functions, std::uint64_t address) {
  const auto it = std::ranges::find(functions, address, &FunctionInfo::address);
  return static_cast<std::size_t>(it - functions.begin());
}

}  // namespace simt
