#include "sim/step/lane_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "isa/base/lane_list.h"
#include "sim/step/history.h"

namespace simt {
namespace {

constexpr unsigned kShown = 6;

std::string true_lanes(const LaneValues& values, LaneMask lanes) {
  LaneMask truth = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    if (is_true(values[lane])) truth |= LaneMask{1} << lane;
  });
  if (truth == 0) return "false in all lanes";
  return truth == lanes && count_lanes(lanes) > 1 ? "true in all lanes"
                                                  : "true in " + lanes_text(truth);
}

/// The distance from lane to lane when it is the same everywhere and the lanes are neighbours.
std::optional<std::int64_t> step_of(const LaneValues& values, LaneMask lanes) {
  const unsigned first = first_lane(lanes), count = count_lanes(lanes);
  if (count < 3 || lanes >> first != lanes_below(count) || is_float(values[first].type)) return {};
  const auto at = [&](unsigned i) {
    return static_cast<std::uint64_t>(as_integer(values[first + i]));
  };
  const std::uint64_t step = at(1) - at(0);
  for (unsigned i = 2; i < count; ++i)
    if (at(i) - at(i - 1) != step) return {};
  return static_cast<std::int64_t>(step);
}

}  // namespace

LaneValues register_values(const Program& program, const WarpState& state, RegId reg) {
  LaneValues values;
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
    values[lane] = {program.registers[reg].type, read_register(program, state, reg, lane)};
  return values;
}

// The values of registers that a call passes are not seen to be written. The result of an atomic of
// several SMs comes when the window of time ends.
LaneMask lanes_written(const Machine& machine, unsigned sm, unsigned slot, RegId reg) {
  const Program& program = machine.subject.program;
  Sm& at = machine.gpu.sm(sm);
  const bool passed = std::any_of(program.functions.begin(), program.functions.end(),
                                  [](const FunctionInfo& f) { return f.register_formals; });
  if (passed) return at.warps()[slot].state.lanes;
  const WarpHistory* const history = machine.history.warp(at, slot);
  if (history == nullptr) return 0;
  const Producer& last = history->producers[reg];
  const bool comes = at.port().has_queued(
      at.warps()[slot].state, [&](const DeferredAtomic& atomic) { return atomic.pc == last.pc; });
  return comes ? last.before : last.lanes;
}

std::string values_text(const LaneValues& values, LaneMask lanes, Format format,
                        const AddressName& address) {
  if (lanes == 0) return "nothing: no lane executed it";
  const unsigned first = first_lane(lanes);
  if (values[first].type == ScalarType::Pred) return true_lanes(values, lanes);
  const auto text_of = [&](unsigned lane) {
    const bool wide = size_of(values[lane].type) == 8 && !is_real(values[lane]);
    const std::string name = wide && address ? address(values[lane].bits) : "";
    return name.empty() ? value_text(values[lane], format) : name;
  };
  bool same = true;
  for_each_lane(lanes, [&](unsigned lane) { same &= values[lane] == values[first]; });
  const std::string start = text_of(first);
  if (same) return start + (count_lanes(lanes) == 1 ? "" : " in all lanes");
  const std::optional<std::int64_t> step = step_of(values, lanes);
  if (step && count_lanes(lanes) > 4)
    return fmt::format("{}, {}, {} ... {} ({:+} a lane)", start, text_of(first + 1),
                       text_of(first + 2), text_of(first + count_lanes(lanes) - 1), *step);
  std::string text;
  unsigned shown = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    if (shown++ < kShown) text += (text.empty() ? "" : ", ") + text_of(lane);
  });
  return shown > kShown ? text + " ..." : text;
}

std::string known_values_text(const LaneValues& values, LaneMask lanes, LaneMask known,
                              Format format, const AddressName& address) {
  known &= lanes;
  if (known == lanes && lanes != 0) return values_text(values, lanes, format, address);
  if (known == 0) return std::string(kNotWritten);
  std::string text = values_text(values, known, format, address);
  if (text.ends_with(" in all lanes")) text.resize(text.size() - 13);
  if (!text.ends_with(lanes_text(known))) text += " in " + lanes_text(known);
  return fmt::format("{}; {} in {}", text, kNotWritten, lanes_text(lanes & ~known));
}

}  // namespace simt
