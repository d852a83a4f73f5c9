#include "isa/machine/control.h"

#include <fmt/format.h>

namespace simt::machine {
namespace {

// Places in the 21 bits of the control field.
constexpr unsigned kYield = 4, kWriteBarrier = 5, kReadBarrier = 8, kWaitMask = 11, kReuse = 17,
                   kNoBarrier = 7, kScoreboards = 6;

std::optional<unsigned> barrier(std::uint64_t field, unsigned at) {
  const unsigned value = static_cast<unsigned>(field >> at & 7);
  return value == kNoBarrier ? std::nullopt : std::optional(value);
}

}  // namespace

ControlField control_of(const Instruction& instruction) {
  const std::uint64_t field = instruction.value(kControl);
  ControlField out;
  out.stall = static_cast<unsigned>(field & 15);
  out.yield = (field >> kYield & 1) != 0;
  out.write_barrier = barrier(field, kWriteBarrier);
  out.read_barrier = barrier(field, kReadBarrier);
  out.wait_mask = static_cast<unsigned>(field >> kWaitMask & 63);
  out.reuse = static_cast<unsigned>(field >> kReuse & 15);
  return out;
}

std::string text_of(const ControlField& control) {
  std::string out = "B";
  for (unsigned i = 0; i < kScoreboards; ++i)
    out += (control.wait_mask >> i & 1) != 0 ? std::to_string(i) : "-";
  const auto name = [](const std::optional<unsigned>& b) { return b ? std::to_string(*b) : "-"; };
  return out + fmt::format(":R{}:W{}:{}:S{:02}", name(control.read_barrier),
                           name(control.write_barrier), control.yield ? "Y" : "-", control.stall);
}

std::string control_fault(std::uint64_t field) {
  const unsigned issue = static_cast<unsigned>(field & 31);
  if (issue == 16 || issue > 27)
    return fmt::format("stall and yield are {}, which is reserved", issue);
  for (const unsigned at : {kWriteBarrier, kReadBarrier})
    if ((field >> at & 7) == kScoreboards) return "scoreboard 6 does not exist";
  return "";
}

}  // namespace simt::machine
