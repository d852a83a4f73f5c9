#include "tools/driver/trial_improvement.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/input/element.h"
#include "tools/driver/count_names.h"
#include "tools/driver/trial_contents.h"
#include "tools/driver/trial_grid.h"

namespace simt {
namespace {

constexpr std::uint64_t kSmall = 4;  ///< of a radius, a length

bool as_many_store(const TrialRun& before, const TrialRun& now) {
  return now.storing >= 0.9 * before.storing;
}
/// Bytes of arrays that are only read.
std::uint64_t bytes_read(const TrialRun& run) {
  std::uint64_t out = 0;
  for (const TrialWatch::Buffer& b : run.buffers) out += b.written ? 0 : b.touched;
  return out;
}
/// Lanes are active together because they all do less where less is read.
bool more_lanes(const TrialRun& before, const TrialRun& now) {
  return now.active_lanes > 1.25 * before.active_lanes && 2 * bytes_read(now) >= bytes_read(before);
}
bool more_work(const TrialRun& before, const TrialRun& now) {
  return as_many_store(before, now) && now.accessing >= 0.9 * before.accessing &&
         (now.storing > 1.1 * before.storing || now.accessing > 1.1 * before.accessing ||
          more_lanes(before, now));
}

/// Whole numbers that are proposed, by name; none where what is given has no names.
std::vector<std::string> numbers(const TrialLaunch& launch) {
  std::vector<std::string> out;
  for (const ArgSpec& given : launch.given().args)
    if (given.name.empty()) return out;
  const std::vector<ArgSpec> args = launch.proposal().whole.spec.args;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const ArgSpec& arg = args[i];
    const ScalarUse* const use = launch.use_of(i);
    if (use != nullptr && !use->size) continue;
    const bool whole = !arg.is_buffer && !is_float(arg.type) && arg.fields.empty() &&
                       !arg.value.empty() &&
                       arg.value.find_first_not_of("0123456789") == std::string::npos;
    const bool given = std::ranges::find(launch.given().args, arg.name, &ArgSpec::name) !=
                       launch.given().args.end();
    if (whole && !given && arg.value.size() < 10 && std::stoull(arg.value) > kSmall)
      out.push_back(arg.name);
  }
  return out;
}

/// Arrays that are only read, and those that are read before they are written, have values to
/// tell apart, const or not. Returns whether any was filled.
bool fill_what_is_read(TrialLaunch& launch) {
  for (const bool written : {true, false}) {
    ProposalChanges changes = launch.changes();
    for (const TrialWatch::Buffer& b : launch.watched().buffers)
      if (written ? b.read_unwritten && !b.atomic : !b.written) changes.data.insert(b.name);
    if (changes.data.size() == launch.changes().data.size()) return false;
    if (launch.takes(changes, as_many_store)) return true;
  }
  return false;
}

/// Integers that the kernel changes where they lie: few of them change where they are large, and
/// zeros give zeros.
void fill_with_small(TrialLaunch& launch) {
  for (const TrialWatch::Buffer& b : std::vector(launch.watched().buffers)) {
    const auto& parameters = launch.signature().parameters;
    const auto p = std::ranges::find(parameters, b.name, &ParameterInfo::name);
    if (p == parameters.end() || p->elements.type == ScalarType::None) continue;
    const ScalarType type = p->elements.type;
    if (!b.written || !b.read_unwritten || b.atomic || is_float(type) || !is_signed(type)) continue;
    if (launch.changes().data.contains(b.name) || launch.watched().variety > 0) continue;
    ProposalChanges changes = launch.changes();
    changes.fills[b.name] = fmt::format("random({},-1,2)", p - parameters.begin() + 1);
    launch.takes(changes, [](const TrialRun& before, const TrialRun& now) {
      return now.storing >= 0.5 * before.storing && now.variety > before.variety;
    });
  }
}

/// Lengths and radii: with a small one more threads may work.
void find_small_numbers(TrialLaunch& launch) {
  const std::vector<std::string> names = numbers(launch);
  if (names.size() < 2) return;
  for (const std::string& name : names) {
    if (launch.watched().storing > 0.9 && launch.watched().active_lanes > 0.8) return;
    ProposalChanges changes = launch.changes();
    changes.numbers[name] = kSmall;
    launch.takes(changes, more_work);
  }
}

/// Elements of a buffer of `count` that the kernel touches; 0: none.
std::uint64_t touched(const TrialWatch::Buffer& b, std::uint64_t count) {
  if (b.touched == 0 || count == 0 || b.bytes < count) return 0;
  return (b.touched - 1) / (b.bytes / count) + 1;
}

/// Elements of all buffers that the kernel touches; 0: not the same.
std::uint64_t common_length(const TrialLaunch& launch) {
  const auto counts = launch.proposal().whole.counts;
  std::uint64_t out = 0;
  for (const TrialWatch::Buffer& b : launch.watched().buffers) {
    const auto count = counts.find(b.name);
    if (count == counts.end()) return 0;
    const std::uint64_t length = touched(b, count->second);
    if (length == 0 || (out != 0 && out != length)) return 0;
    out = length;
  }
  return out;
}

/// A single number is how many elements all arrays have, where they all have as many.
void find_one_number(TrialLaunch& launch) {
  const std::vector<std::string> names = numbers(launch);
  const std::uint64_t length = common_length(launch);
  if (launch.changes().uses || names.size() != 1 || length <= kSmall) return;
  ProposalChanges changes = launch.changes();
  changes.numbers[names[0]] = length;
  const auto whole = launch.proposal().whole.spec.args;
  const auto arg = std::ranges::find(whole, names[0], &ArgSpec::name);
  if (std::stoull(arg->value) >= length) return;
  launch.takes(changes, [&](const TrialRun& before, const TrialRun& now) {
    return as_many_store(before, now) && common_length(launch) == length;
  });
}

/// How many entries there are in all, where that is the end of the last row.
void end_last_row(TrialLaunch& launch) {
  const ProposedLaunch whole = launch.proposal().whole;
  for (std::size_t i = 0; i < launch.program().params.size(); ++i) {
    const ScalarUse* const use = launch.use_of(i);
    if (use == nullptr || use->elements.ends.empty()) continue;
    for (std::size_t a = 0; a < launch.program().params.size(); ++a) {
      if (!use->elements.ends.contains(launch.program().params[a].offset)) continue;
      const std::string& ends = launch.signature().parameters[a].name;
      const auto arg = std::ranges::find(whole.spec.args, ends, &ArgSpec::name);
      const auto buffer =
          std::ranges::find(launch.watched().buffers, ends, &TrialWatch::Buffer::name);
      if (arg == whole.spec.args.end() || buffer == launch.watched().buffers.end()) continue;
      const auto& operands = arg->generator.operands;
      if (arg->generator.kind != GeneratorKind::Iota || operands[0] != "0") continue;
      const std::uint64_t rows = touched(*buffer, whole.counts.at(ends));
      ProposalChanges changes = launch.changes();
      changes.numbers[launch.signature().parameters[i].name] = rows * std::stoull(operands[1]);
      launch.takes(changes, as_many_store);
    }
  }
}

/// The rows of a sparse matrix end somewhere, the last one, too.
void end_rows(TrialLaunch& launch) {
  const ProposedLaunch whole = launch.proposal().whole;
  const auto& counts = whole.counts;
  const auto names = count_names(whole.spec, launch.signature(), launch.count_filters());
  for (std::size_t i = 0; launch.changes().uses && i < launch.program().params.size(); ++i) {
    const ArrayUse* const use = launch.changes().uses->array(launch.program().params[i].offset);
    const auto count = counts.find(launch.signature().parameters[i].name);
    if (use == nullptr || !use->ends || count == counts.end()) continue;
    if (launch.beyond().contains(count->first) || launch.changes().counts.contains(count->first))
      continue;
    const auto name = std::ranges::find_if(
        names, [&](const NamedCount& n) { return n.count.value == count->second + 1; });
    launch.takes_count(count->first, name == names.end() ? ProposalChanges::Count{count->second + 1}
                                                         : name->count);
  }
}

void cut_shared(TrialLaunch& launch, const ProposedLaunch& whole) {
  const std::uint64_t offset = launch.program().shared.dynamic_offset;
  if (!whole.proposes_shared || launch.watched().shared_touched <= offset || launch.late()) return;
  const auto needed =
      static_cast<std::uint32_t>((launch.watched().shared_touched - offset + 3) / 4 * 4);
  if (needed >= whole.spec.dynamic_shared.value_or(0)) return;
  launch.takes_shared(needed);
}

/// A number among the arguments says that there is room for so many, however many there are now.
bool is_capacity(const TrialLaunch& launch, std::uint64_t count) {
  const std::vector<ArgSpec> args = launch.proposal().whole.spec.args;
  for (std::size_t i = 0; i < std::min(args.size(), launch.program().params.size()); ++i) {
    const ScalarUse* const use = launch.use_of(i);
    if (use != nullptr && use->elements.capacity && args[i].value == std::to_string(count))
      return true;
  }
  return false;
}

/// How much of it is touched is by chance.
bool is_appended(const TrialLaunch& launch, const std::string& buffer) {
  const auto& parameters = launch.signature().parameters;
  for (std::size_t i = 0; launch.changes().uses && i < launch.program().params.size(); ++i) {
    const ArrayUse* const use = launch.changes().uses->array(launch.program().params[i].offset);
    if (use != nullptr && use->appended && parameters[i].name == buffer) return true;
  }
  return false;
}

/// Buffers that are longer than what is touched, where that is one element, one a block, a number
/// among the arguments or a quarter of them and less; and dynamic shared memory.
void cut(TrialLaunch& launch) {
  const ProposedLaunch whole = launch.proposal().whole;
  const auto names = count_names(whole.spec, launch.signature(), launch.count_filters());
  const std::uint64_t blocks = whole.spec.grid.value_or(Dim3{}).count();
  for (const TrialWatch::Buffer& b : launch.watched().buffers) {
    const auto count = whole.counts.find(b.name);
    if (count == whole.counts.end() || launch.beyond().contains(b.name)) continue;
    const std::uint64_t length = touched(b, count->second);
    if (length == 0 || length >= count->second) continue;
    if (!b.atomic && is_capacity(launch, count->second)) continue;
    if (!b.atomic && is_appended(launch, b.name)) continue;
    const auto name =
        std::ranges::find_if(names, [&](const NamedCount& n) { return n.count.value == length; });
    if (name != names.end())
      launch.takes_count(b.name, name->count);
    else if (length == 1 || length == blocks || 4 * length <= count->second)
      launch.takes_count(b.name, {rounded_count(length)});
  }
  cut_shared(launch, whole);
}

}  // namespace

bool one_is_small(TrialLaunch& launch) {
  const std::vector<std::string> names = numbers(launch);
  if (names.size() < 2) return false;
  for (const std::string& name : names) {
    ProposalChanges changes = launch.changes();
    changes.numbers[name] = kSmall;
    if (launch.takes(changes, [](const auto&, const auto& now) { return now.storing > 0.5; }))
      return true;
  }
  return false;
}

bool one_is_less(TrialLaunch& launch) {
  const std::vector<ArgSpec> args = launch.proposal().whole.spec.args;
  for (const std::string& name : numbers(launch)) {
    const std::uint64_t now = std::stoull(std::ranges::find(args, name, &ArgSpec::name)->value);
    for (const std::uint64_t less : {1, 2}) {
      ProposalChanges changes = launch.changes();
      changes.numbers[name] = now - less;
      if (launch.takes(changes, [](const auto&, const auto& run) { return run.storing > 0; }))
        return true;
    }
  }
  return false;
}

void improve(TrialLaunch& launch) {
  // What one holds decides whether another one is read.
  if (fill_what_is_read(launch)) fill_what_is_read(launch);
  fill_with_small(launch);
  find_contents(launch);
  find_small_numbers(launch);
  find_one_number(launch);
  enlarge(launch);
  end_last_row(launch);
  cut(launch);
  end_rows(launch);
}

}  // namespace simt
