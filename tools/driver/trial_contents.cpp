#include "tools/driver/trial_contents.h"

#include <fmt/format.h>

#include <array>

#include "sim/input/element.h"

namespace simt {
namespace {

/// An array of integers.
struct Deciding {
  std::string name;
  bool is_signed = false;
  unsigned seed = 1;
};

constexpr double kAlike = 0.02;   ///< TrialWatch::variety() of results that are
constexpr double kVaried = 0.04;  ///< of some that are not

std::vector<Deciding> deciding_arrays(const TrialLaunch& launch) {
  std::vector<Deciding> out;
  const auto add = [&](const std::string& name, ScalarType type, std::uint32_t offset) {
    const ArrayUse* const use = launch.changes().uses->array(offset);
    if (use != nullptr && use->compared && !use->ends && !use->indices &&
        type != ScalarType::None && !is_float(type) &&
        launch.proposal().whole.counts.contains(name))
      out.push_back({name, is_signed(type), offset / 8 + 1});
  };
  for (std::size_t i = 0; launch.changes().uses && i < launch.program().params.size(); ++i) {
    const std::uint32_t offset = launch.program().params[i].offset;
    const ParameterInfo& p = launch.signature().parameters[i];
    if (p.type.pointers == 1) add(p.name, p.elements.type, offset);
    if (p.type.pointers != 0) continue;
    for (const Field& f : p.fields)
      if (f.is_pointer) add(p.name + "." + f.name, f.points_to.type, offset + f.offset);
  }
  return out;
}

bool shows_more(const TrialRun& before, const TrialRun& now) {
  if (now.executed > before.executed) return now.storing >= before.storing;
  return now.executed == before.executed && now.storing >= 0.9 * before.storing &&
         before.variety < kAlike && now.variety > kVaried;
}

void fill(ProposalChanges& changes, const Deciding& array, int from, int to) {
  if (!array.is_signed) from = std::max(from, 0);
  changes.fills[array.name] = fmt::format("random({},{},{})", array.seed, from, to);
}

}  // namespace

void find_contents(TrialLaunch& launch) {
  struct Range {
    int from, to;
  };
  constexpr std::array<Range, 2> kRanges{{{-1, 2}, {0, 2}}};
  const std::vector<Deciding> arrays = deciding_arrays(launch);
  if (arrays.empty() || launch.changes().zeros) return;
  for (const Range& range : kRanges) {
    ProposalChanges changes = launch.changes();
    for (const Deciding& array : arrays) fill(changes, array, range.from, range.to);
    if (launch.takes(changes, shows_more)) return;
  }
  if (arrays.size() == 1) return;
  for (const Deciding& array : arrays)
    for (const Range& range : kRanges) {
      ProposalChanges changes = launch.changes();
      fill(changes, array, range.from, range.to);
      if (launch.takes(changes, shows_more)) break;
    }
}

}  // namespace simt
