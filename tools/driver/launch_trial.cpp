#include "tools/driver/launch_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/input/arguments.h"
#include "sim/launch/simulate.h"
#include "tools/driver/count_names.h"

namespace simt {
namespace {

/// Warp instructions of one run: a fraction of a second, and a few seconds in the cycle model.
constexpr std::uint64_t kMostInstructions = 1'000'000;
constexpr std::uint64_t kMostElements = 1 << 18;  ///< of a buffer: the launch stays quick
constexpr std::uint64_t kMostShared = 48 * 1024;  ///< bytes that every device gives a block
/// Between buffers, so that what goes beyond one does not meet another.
constexpr std::uint64_t kApart = std::uint64_t{1} << 33;
constexpr unsigned kMostRuns = 400;

/// One run and where its buffers lay.
struct Run {
  RunResult result;
  struct Buffer {
    std::string name;
    std::uint64_t address = 0, bytes = 0;
  };
  std::vector<Buffer> buffers;
  bool finished() const { return result.status == RunStatus::Finished; }

  /// The buffer that an access went beyond: the one whose pointer it goes by, else the nearest.
  const Buffer* beyond() const {
    if (!result.out_of_bounds || result.out_of_bounds->space != StateSpace::Global) return nullptr;
    const Buffer* out = nullptr;
    for (const Buffer& b : buffers) {
      if (b.address == result.out_of_bounds->buffer) return &b;
      const bool below = b.address <= result.out_of_bounds->address;
      if (below && (out == nullptr || b.address > out->address)) out = &b;
    }
    return result.out_of_bounds->buffer == 0 ? out : nullptr;
  }
};

class Trial {
 public:
  Trial(const IncompleteLaunch& first, const LaunchSpec& spec, const Program& program,
        const Signature& signature, const ArchConfig& arch)
      : first_(first), spec_(spec), program_(program), signature_(signature), arch_(arch) {}

  IncompleteLaunch best() {
    std::string why;
    for (const bool zeros : {false, true})
      for (unsigned size = 0; size < ProposalChanges::kSizes; ++size) {
        changes_ = {size, zeros};
        beyond_.clear();
        if (grown()) return shortened();
        if (why.empty()) why = why_;
      }
    IncompleteLaunch out = first_;
    out.tried = fmt::format(
        "Tried without timing, it does not run to its end, nor does one with fewer threads, "
        "smaller numbers and integers that are zero: {}",
        why);
    return out;
  }

 private:
  /// What the changed launch proposes.
  IncompleteLaunch proposal() const {
    try {
      completed(spec_, program_, signature_, changes_);
    } catch (const IncompleteLaunch& e) {
      return e;
    }
    return first_;  // not reached: what is missing stays so
  }

  Run run(const IncompleteLaunch& launch) {
    ++runs_;
    Run out;
    GlobalMemory memory(kDeviceHeap, kApart);
    BoundLaunch bound = bind(completed(launch.whole.spec, program_, signature_), program_, memory);
    set_machine(bound.state, arch_);
    for (const auto* list : {&bound.args, &bound.pointed})
      for (const BoundArg& arg : *list)
        if (arg.space == StateSpace::Global)
          out.buffers.push_back({arg.spec.name, arg.address, arg.bytes});
    RunOptions options;
    options.timing = options.counters = false;
    options.max_instructions = kMostInstructions;
    out.result = simulate(program_, arch_, bound.state, memory, options);
    return out;
  }

  /// Buffers and dynamic shared memory of this size grow until the launch runs.
  bool grown() {
    while (runs_ < kMostRuns) {
      const IncompleteLaunch launch = proposal();
      const Run done = run(launch);
      if (done.finished()) return true;
      why_ = done.result.explanation.substr(0, done.result.explanation.find('\n'));
      if (!done.result.out_of_bounds || !grow(launch.whole, done)) return false;
    }
    return false;
  }

  bool grow(const ProposedLaunch& launch, const Run& done) {
    const OutOfBounds& access = *done.result.out_of_bounds;
    if (access.space == StateSpace::Shared) return grow_shared(launch, access);
    const Run::Buffer* const buffer = done.beyond();
    if (buffer == nullptr || access.address < buffer->address) return false;
    const auto count = launch.counts.find(buffer->name);
    if (count == launch.counts.end() || count->second == 0) return false;
    const std::uint64_t each = buffer->bytes / count->second;
    const std::uint64_t needed = (access.address + access.bytes - buffer->address - 1) / each + 1;
    if (needed > kMostElements) return false;
    beyond_[buffer->name] = needed;
    changes_.counts[buffer->name] = {std::max(needed, 2 * count->second)};
    return true;
  }

  bool grow_shared(const ProposedLaunch& launch, const OutOfBounds& access) {
    const std::uint64_t end = access.address + access.bytes;
    if (!launch.proposes_shared || end <= program_.shared.dynamic_offset) return false;
    const std::uint64_t needed = end - program_.shared.dynamic_offset;
    if (needed > kMostShared) return false;
    const std::uint64_t twice = 2ull * launch.spec.dynamic_shared.value_or(0);
    changes_.shared = static_cast<std::uint32_t>(std::min(std::max(needed, twice), kMostShared));
    return true;
  }

  bool runs_with(const std::string& buffer, const ProposalChanges::Count& count) {
    const ProposalChanges::Count before = changes_.counts[buffer];
    changes_.counts[buffer] = count;
    const bool finished = run(proposal()).finished();
    if (!finished) changes_.counts[buffer] = before;
    return finished;
  }

  /// The least that does: by a guess at the name that it has, or by halves.
  std::uint64_t least(const std::string& buffer, const std::vector<NamedCount>& names) {
    std::uint64_t low = beyond_.at(buffer), high = changes_.counts.at(buffer).value;
    for (const auto& [count, product] : names) {
      if (count.value < low || count.value > high || runs_ >= kMostRuns) continue;
      if (!runs_with(buffer, count)) {
        low = count.value + 1;
      } else {
        high = count.value;
        if (count.value == low || !runs_with(buffer, {count.value - 1})) return count.value;
        --high;
      }
    }
    while (low < high && runs_ < kMostRuns) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (runs_with(buffer, {middle}))
        high = middle;
      else
        low = middle + 1;
    }
    return high;
  }

  /// As people have it: n * n where the kernel leaves the last ones alone. At most an eighth more.
  static ProposalChanges::Count named(std::uint64_t least, const std::vector<NamedCount>& names) {
    for (const auto& [count, product] : names) {
      const bool near = count.value >= least && count.value - least <= least / 8;
      if (count.value == least || (near && product)) return count;
    }
    return {least};
  }

  /// "a has n*n = 65,536 elements, since the kernel reads a[65535]".
  std::string found(const std::string& buffer, std::uint64_t least) {
    const ProposalChanges::Count count = changes_.counts.at(buffer);
    changes_.counts[buffer] = {least - 1};
    const Run shorter = run(proposal());
    changes_.counts[buffer] = count;
    const std::string equals = count.text.empty() ? "" : count.text + " = ";
    std::string out = fmt::format("{} has {}{} elements", buffer, equals, count.value);
    if (const Run::Buffer* const b = shorter.beyond(); b != nullptr && b->name == buffer)
      out +=
          fmt::format(", since the kernel {} {}[{}]",
                      shorter.result.out_of_bounds->writes ? "writes" : "reads", buffer, least - 1);
    return out;
  }

  /// The proposal that runs, with buffers no longer than they must be.
  IncompleteLaunch shortened() {
    const auto names = count_names(proposal().whole.spec, signature_);
    std::string text = "Tried without timing, it runs to its end";
    std::string_view between = ": ";
    for (const auto& [buffer, needed] : beyond_) {
      const std::uint64_t count = least(buffer, names);
      changes_.counts[buffer] = named(count, names);
      text += std::string(between) + found(buffer, count);
      between = "; ";
    }
    IncompleteLaunch out = proposal();
    out.tried = text + ".";
    if (changes_.zeros)
      out.tried +=
          " Integers that it reads are zero: with others it went beyond its arrays or did "
          "not end.";
    return out;
  }

  const IncompleteLaunch& first_;
  const LaunchSpec& spec_;
  const Program& program_;
  const Signature& signature_;
  const ArchConfig& arch_;
  ProposalChanges changes_;
  std::map<std::string, std::uint64_t> beyond_;  ///< what buffers that grew are known to need
  std::string why_;
  unsigned runs_ = 0;
};

}  // namespace

void set_machine(LaunchState& state, const ArchConfig& arch) {
  state.warp_size = arch.sm.warp_size;
  state.num_sms = arch.sm.count;
  state.tensor_fraction_bits = arch.tensor.fraction_bits;
  state.tensor_bytes_at_once = arch.tensor.bytes_at_once;
  state.max_warps_per_sm = arch.limits.max_warps_per_sm;
}

IncompleteLaunch tried(const IncompleteLaunch& first, const LaunchSpec& spec,
                       const Program& program, const Signature& signature, const ArchConfig& arch) {
  try {
    return Trial(first, spec, program, signature, arch).best();
  } catch (const SpecError& e) {  // of what is given beside it
    IncompleteLaunch out = first;
    out.tried = fmt::format("It was not tried: {}.", e.what());
    return out;
  }
}

}  // namespace simt
