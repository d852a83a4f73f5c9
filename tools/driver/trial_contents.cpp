#include "tools/driver/trial_contents.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "sim/input/element.h"
#include "sim/input/proposed_contents.h"

namespace simt {
namespace {

/// An array of integers.
struct Deciding {
  std::string name;
  ScalarType type;
  unsigned seed = 1;
  ElementTests tests;
};

constexpr double kAlike = 0.02;   ///< TrialWatch::variety() of results that are
constexpr double kVaried = 0.04;  ///< of some that are not

std::vector<Deciding> deciding_arrays(const TrialLaunch& launch) {
  std::vector<Deciding> out;
  const auto add = [&](const std::string& name, ScalarType type, std::uint32_t offset) {
    const ArrayUse* const use = launch.changes().uses->array(offset);
    if (use != nullptr && use->compared && !use->all_tests().exchanged && !use->ends &&
        !use->indices && !use->searched && type != ScalarType::None && !is_float(type) &&
        launch.proposal().whole.counts.contains(name))
      out.push_back({name, type, offset / 8 + 1, use->all_tests()});
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

void fill(ProposalChanges& changes, const Deciding& array, std::int64_t from, std::int64_t to) {
  if (!is_signed(array.type)) from = std::max<std::int64_t>(from, 0);
  changes.fills[array.name] = fmt::format("random({},{},{})", array.seed, from, to);
}

bool takes_fills(TrialLaunch& launch, const std::function<void(ProposalChanges&)>& filled) {
  ProposalChanges changes = launch.changes();
  filled(changes);
  return launch.takes(changes, shows_more);
}

/// An array that is all of a number that it is compared with.
void try_equal(TrialLaunch& launch, const Deciding& array) {
  for (const std::int64_t n : array.tests.equal)
    if (n != 0 && takes_fills(launch, [&](ProposalChanges& changes) {
          changes.fills[array.name] = constant_content(array.type, n);
        }))
      return;
}

/// An array of numbers on both sides of one that they are compared with.
void try_around(TrialLaunch& launch, const Deciding& array) {
  constexpr std::int64_t kFar = std::int64_t{1} << 30, kNear = 3;
  for (const std::int64_t n : array.tests.ordered)
    if (size_of(array.type) >= 4 && std::abs(n) < kFar &&
        takes_fills(launch,
                    [&](ProposalChanges& changes) { fill(changes, array, n - kNear, n + kNear); }))
      return;
}

}  // namespace

void find_contents(TrialLaunch& launch) {
  struct Range {
    int from, to;
  };
  constexpr std::array<Range, 2> kRanges{{{-1, 2}, {0, 2}}};
  const std::vector<Deciding> arrays = deciding_arrays(launch);
  if (arrays.empty() || launch.changes().zeros) return;
  for (const Deciding& array : arrays) try_equal(launch, array);
  for (const Range& range : kRanges) {
    ProposalChanges changes = launch.changes();
    for (const Deciding& array : arrays) fill(changes, array, range.from, range.to);
    if (launch.takes(changes, shows_more)) return;
  }
  for (const Deciding& array : arrays)
    for (const Range& range : kRanges) {
      ProposalChanges changes = launch.changes();
      fill(changes, array, range.from, range.to);
      if (arrays.size() > 1 && launch.takes(changes, shows_more)) break;
    }
  for (const Deciding& array : arrays) try_around(launch, array);
}

}  // namespace simt
