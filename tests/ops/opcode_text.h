// An opcode as text, for tests and tools: "mul.lo.u32" to its parts.
#pragma once

#include <string_view>
#include <vector>

namespace simt::test {

inline std::vector<std::string_view> parts_of(std::string_view opcode) {
  std::vector<std::string_view> parts;
  for (;;) {
    parts.push_back(opcode.substr(0, opcode.find('.')));
    if (parts.back().size() == opcode.size()) return parts;
    opcode.remove_prefix(parts.back().size() + 1);
  }
}

}  // namespace simt::test
