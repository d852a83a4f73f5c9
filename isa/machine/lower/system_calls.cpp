#include "isa/machine/lower/system_calls.h"

#include <algorithm>
#include <array>
#include <vector>

#include "isa/base/address_space.h"

namespace simt::machine {
namespace {

struct Known {
  const char* name;
  std::array<std::uint8_t, 5> arguments;  ///< bytes of each; 0: there is none
  std::uint8_t result;
};
constexpr Known kKnown[] = {{"vprintf", {8, 8}, 4},
                            {"malloc", {8}, 8},
                            {"free", {8}, 0},
                            {"__assertfail", {8, 8, 4, 8, 8}, 0}};

}  // namespace

std::uint64_t address_of_system_call(std::size_t index) {
  return kFunctionWindow.base + kFunctionStep * index;
}

bool is_system_call(const std::string& name) {
  return std::ranges::find(kKnown, name, &Known::name) != std::end(kKnown);
}

// One that is not known has no arguments; a call of it is a fault.
CallSite system_call(const std::string& name) {
  CallSite out;
  out.external = name;
  const auto* const known = std::ranges::find(kKnown, name, &Known::name);
  if (known == std::end(kKnown)) return out;
  std::uint32_t at = 0, index = 0;
  for (const std::uint32_t bytes : known->arguments) {
    if (bytes == 0) continue;
    at = (at + bytes - 1) / bytes * bytes;
    out.in.push_back({at, index++, bytes});
    at += bytes;
  }
  if (known->result != 0) out.out.push_back({4 * kArgumentRegisters, 0, known->result});
  return out;
}

}  // namespace simt::machine
