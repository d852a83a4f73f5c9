#include "tools/driver/trial_lengths.h"

#include <fmt/format.h>

#include "tools/driver/count_names.h"

namespace simt {
namespace {

/// The least that does: by a guess at the name that it has, or by halves.
std::uint64_t least(TrialLaunch& launch, const std::string& buffer,
                    const std::vector<NamedCount>& names) {
  std::uint64_t low = launch.beyond().at(buffer), high = launch.changes().counts.at(buffer).value;
  for (const auto& [count, product, factors] : names) {
    if (count.value < low || count.value > high || launch.late()) continue;
    if (!launch.takes_count(buffer, count)) {
      low = count.value + 1;
    } else {
      high = count.value;
      if (count.value == low || !launch.takes_count(buffer, {count.value - 1})) return count.value;
      --high;
    }
  }
  while (low < high && !launch.late()) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (launch.takes_count(buffer, {middle}))
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

/// As people have it: n * n where the kernel leaves the last ones alone. At most an eighth more; or
/// a round number.
ProposalChanges::Count named(std::uint64_t least, const std::vector<NamedCount>& names) {
  for (const auto& [count, product, factors] : names) {
    // What contents say, and not the sizes, is no round number.
    const bool by_chance = least % 16 != 0 && count.value / 3 <= least;
    const bool near = count.value >= least && (count.value - least <= least / 8 || by_chance);
    if (count.value == least || (near && (product || by_chance))) return count;
  }
  const std::uint64_t round = rounded_count(least);
  for (const auto& [count, product, factors] : names)
    if (count.value == round) return count;
  return {round};
}

/// "a has n*n = 65,536 elements, since the kernel reads a[65535]".
std::string found(TrialLaunch& launch, const std::string& buffer, std::uint64_t least) {
  const ProposalChanges before = launch.changes();
  const ProposalChanges::Count& count = before.counts.at(buffer);
  ProposalChanges less = before;
  less.counts[buffer] = {least - 1};
  launch.change(less);
  const TrialRun shorter = launch.run();
  launch.change(before);
  const std::string equals = count.text.empty() ? "" : count.text + " = ";
  std::string out = fmt::format("{} has {}{} elements", buffer, equals, count.value);
  if (const TrialWatch::Buffer* const b = shorter.beyond(); b != nullptr && b->name == buffer)
    out +=
        fmt::format(", since the kernel {} {}[{}]",
                    shorter.result.out_of_bounds->writes ? "writes" : "reads", buffer, least - 1);
  return out;
}

}  // namespace

std::string shorten(TrialLaunch& launch) {
  const auto names =
      count_names(launch.proposal().whole.spec, launch.signature(), launch.count_filters());
  std::string out;
  for (const auto& [buffer, needed] : launch.beyond()) {
    const std::uint64_t count = least(launch, buffer, names);
    ProposalChanges changes = launch.changes();
    changes.counts[buffer] = named(count, names);
    launch.change(changes);
    out += (out.empty() ? "" : "; ") + found(launch, buffer, count);
  }
  return out;
}

}  // namespace simt
