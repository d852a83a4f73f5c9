#include "tools/driver/launch_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <tuple>

#include "sim/input/arguments.h"
#include "sim/input/element.h"
#include "sim/launch/simulate.h"
#include "tools/driver/count_names.h"
#include "tools/driver/trial_run.h"
#include "tools/driver/trial_shapes.h"

namespace simt {
namespace {

constexpr std::uint64_t kMostElements = 1 << 18;  ///< of a buffer: the launch stays quick
constexpr std::uint64_t kMostShared = 48 * 1024;  ///< bytes that every device gives a block
constexpr unsigned kMostRuns = 400;
constexpr std::uint64_t kSmall = 4;  ///< of a radius, a length
constexpr std::chrono::seconds kMostTime{8};

class Trial {
 public:
  Trial(const IncompleteLaunch& first, const LaunchSpec& spec, const Program& program,
        const Signature& signature, const ArchConfig& arch)
      : first_(first), spec_(spec), program_(program), signature_(signature), arch_(arch) {}

  IncompleteLaunch best() {
    for (const bool zeros : {false, true}) {
      bool too_much = false;
      for (const TrialShape& shape : trial_shapes(program_, signature_)) {
        if (late() || (shape.other && too_much)) continue;
        changes_ = {shape.size, zeros};
        changes_.grid = shape.grid;
        changes_.block = shape.block;
        changes_.number = shape.number;
        if (!shape_is_new()) continue;
        const Outcome outcome = accepted();
        if (outcome == Outcome::Accepted && (!shape.all_store || watched_.storing > 0.9))
          return improved();
        if (outcome == Outcome::TooMuch && one_is_small()) return improved();
        too_much |= shape.size == 0 && outcome == Outcome::TooMuch;
      }
      if (nearest_) break;  // zeros do not help
    }
    return nearest_ ? rejected() : failed();
  }

 private:
  enum class Outcome { Accepted, Rejected, Fails, TooMuch };

  bool late() {
    late_ |= std::chrono::steady_clock::now() - start_ > kMostTime;
    return late_ || runs_ >= kMostRuns;
  }

  /// Shapes that a launch gives leave one.
  bool shape_is_new() {
    const LaunchSpec spec = proposal().whole.spec;
    std::string key = fmt::format("{} {}", changes_.size, changes_.zeros);
    for (const Dim3& d : {spec.grid.value_or(Dim3{}), spec.block.value_or(Dim3{})})
      key += fmt::format(" {},{},{}", d.x, d.y, d.z);
    return shapes_.insert(key + fmt::format(" {}", changes_.number.value_or(0))).second;
  }

  /// What the changed launch proposes.
  IncompleteLaunch proposal() const {
    try {
      completed(spec_, program_, signature_, changes_);
    } catch (const IncompleteLaunch& e) {
      return e;
    }
    return first_;  // not reached: what is missing stays so
  }

  TrialRun run(const IncompleteLaunch& launch, bool watched = false) {
    ++runs_;
    return trial_run(launch.whole.spec, program_, signature_, arch_, watched);
  }

  /// Grows the launch until it runs, and looks at it then.
  Outcome accepted() {
    beyond_.clear();
    const Outcome outcome = grown();
    if (outcome != Outcome::Accepted) return outcome;
    watched_ = run(proposal(), true);
    if (!watched_.finished()) return Outcome::TooMuch;  // what the engine ran is within the limit
    if (watched_.problem.empty()) return Outcome::Accepted;
    if (!nearest_) nearest_ = {proposal(), watched_.problem};
    return Outcome::Rejected;
  }

  IncompleteLaunch rejected() const {
    IncompleteLaunch out = nearest_->launch;
    out.tried = fmt::format(
        "Tried without timing, no launch was found that the sanitizer accepts; the nearest, this "
        "one, has {}.{}",
        nearest_->problem, stopped());
    return out;
  }

  /// "arrays (float **)": a parameter that nothing is given for.
  std::string array_of_pointers() const {
    for (const ParameterInfo& p : signature_.parameters)
      if (p.type.pointers > 1 && !std::ranges::count(spec_.args, p.name, &ArgSpec::name))
        return fmt::format("{} ({} {})", p.name, p.type.base, std::string(p.type.pointers, '*'));
    return "";
  }

  IncompleteLaunch failed() const {
    IncompleteLaunch out = first_;
    if (const std::string name = array_of_pointers(); !name.empty()) {
      out.is_example = false;
      out.tried = fmt::format(
          "No launch is proposed: {} takes addresses of other arrays, which no launch line can "
          "give. Either one array stands for them all, or a program with a main() makes them, "
          "which 'simt-sim exec' runs. Tried with null pointers, it does not run to its end: {}",
          name, why_);
      return out;
    }
    out.tried = fmt::format(
        "Tried without timing, it does not run to its end, nor does one with fewer threads, "
        "smaller numbers and integers that are zero: {}{}",
        why_, stopped());
    return out;
  }

  /// That the usual launch is not sound may be a fault of the kernel.
  std::string unsound(const IncompleteLaunch& found) const {
    const auto block = [](const IncompleteLaunch& launch) {
      const Dim3 d = launch.whole.spec.block.value_or(Dim3{});
      return d.y > 1 ? fmt::format("{},{}", d.x, d.y) : fmt::format("{}", d.x);
    };
    const auto blocks = [](const IncompleteLaunch& launch) {
      return launch.whole.spec.grid.value_or(Dim3{}).count();
    };
    const std::string before = block(nearest_->launch);
    const std::string with = block(found) != before ? "a block of " + before
                             : blocks(found) != blocks(nearest_->launch)
                                 ? "more blocks of " + before
                                 : "larger numbers";
    return fmt::format(" With {} the sanitizer finds {}.", with, nearest_->problem);
  }

  std::string stopped() const {
    return late_ ? fmt::format(" Others were not tried, after {} seconds.", kMostTime.count()) : "";
  }

  /// Buffers and dynamic shared memory of this size grow until the launch runs.
  Outcome grown() {
    while (!late()) {
      const IncompleteLaunch launch = proposal();
      const TrialRun done = run(launch);
      if (done.finished()) return Outcome::Accepted;
      if (why_.empty()) why_ = done.why();
      if (done.result.status == RunStatus::Limit) return Outcome::TooMuch;
      if (!done.result.out_of_bounds) return Outcome::Fails;
      too_long_ = false;
      if (!grow(launch.whole, done)) return too_long_ ? Outcome::TooMuch : Outcome::Fails;
    }
    return Outcome::TooMuch;
  }

  bool grow(const ProposedLaunch& launch, const TrialRun& done) {
    const OutOfBounds& access = *done.result.out_of_bounds;
    if (access.space == StateSpace::Shared) return grow_shared(launch, access);
    const TrialWatch::Buffer* const buffer = done.beyond();
    if (buffer == nullptr || access.address < buffer->address) return false;
    const auto count = launch.counts.find(buffer->name);
    if (count == launch.counts.end() || count->second == 0) return false;
    const std::uint64_t each = buffer->bytes / count->second;
    const std::uint64_t needed = (access.address + access.bytes - buffer->address - 1) / each + 1;
    too_long_ = needed > kMostElements;
    if (too_long_) return false;
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
    const auto before = changes_.counts;
    changes_.counts[buffer] = count;
    const bool finished = run(proposal()).finished();
    if (!finished) changes_.counts = before;
    return finished;
  }

  /// The least that does: by a guess at the name that it has, or by halves.
  std::uint64_t least(const std::string& buffer, const std::vector<NamedCount>& names) {
    std::uint64_t low = beyond_.at(buffer), high = changes_.counts.at(buffer).value;
    for (const auto& [count, product] : names) {
      if (count.value < low || count.value > high || late()) continue;
      if (!runs_with(buffer, count)) {
        low = count.value + 1;
      } else {
        high = count.value;
        if (count.value == low || !runs_with(buffer, {count.value - 1})) return count.value;
        --high;
      }
    }
    while (low < high && !late()) {
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
    const TrialRun shorter = run(proposal());
    changes_.counts[buffer] = count;
    const std::string equals = count.text.empty() ? "" : count.text + " = ";
    std::string out = fmt::format("{} has {}{} elements", buffer, equals, count.value);
    if (const TrialWatch::Buffer* const b = shorter.beyond(); b != nullptr && b->name == buffer)
      out +=
          fmt::format(", since the kernel {} {}[{}]",
                      shorter.result.out_of_bounds->writes ? "writes" : "reads", buffer, least - 1);
    return out;
  }

  IncompleteLaunch improved() {
    fill_what_is_read();
    find_small_numbers();
    find_one_number();
    cut();
    return shortened();
  }

  /// Takes other changes where the launch is accepted with them and `better(before, now)`.
  template <class F>
  bool takes(ProposalChanges changes, F&& better) {
    if (late()) return false;
    const auto before = std::tuple(changes_, beyond_, watched_, nearest_);
    changes_ = std::move(changes);
    changes_.counts.clear();
    changes_.shared.reset();
    if (accepted() == Outcome::Accepted && better(std::get<2>(before), watched_)) return true;
    std::tie(changes_, beyond_, watched_, nearest_) = before;
    return false;
  }

  static bool as_many_store(const TrialRun& before, const TrialRun& now) {
    return now.storing >= 0.9 * before.storing;
  }
  static bool more_work(const TrialRun& before, const TrialRun& now) {
    return as_many_store(before, now) && now.accessing >= 0.9 * before.accessing &&
           (now.storing > 1.1 * before.storing || now.accessing > 1.1 * before.accessing ||
            now.active_lanes > 1.25 * before.active_lanes);
  }

  /// Whole numbers that are proposed, by name; none where what is given has no names.
  std::vector<std::string> numbers() const {
    std::vector<std::string> out;
    for (const ArgSpec& given : spec_.args)
      if (given.name.empty()) return out;
    for (const ArgSpec& arg : proposal().whole.spec.args) {
      const bool whole = !arg.is_buffer && !is_float(arg.type) && arg.fields.empty() &&
                         !arg.value.empty() &&
                         arg.value.find_first_not_of("0123456789") == std::string::npos;
      const bool given =
          std::ranges::find(spec_.args, arg.name, &ArgSpec::name) != spec_.args.end();
      if (whole && !given && arg.value.size() < 10 && std::stoull(arg.value) > kSmall)
        out.push_back(arg.name);
    }
    return out;
  }

  /// Arrays that are only read, and those that are read before they are written, have values to
  /// tell apart, const or not.
  void fill_what_is_read() {
    for (const bool written : {true, false}) {
      ProposalChanges changes = changes_;
      for (const TrialWatch::Buffer& b : watched_.buffers)
        if (written ? b.read_unwritten && !b.atomic : !b.written) changes.data.insert(b.name);
      if (changes.data.empty() || takes(changes, as_many_store)) return;
    }
  }

  /// A launch that does too much may have a radius as large as a width.
  bool one_is_small() {
    const std::vector<std::string> names = numbers();
    if (names.size() < 2) return false;
    for (const std::string& name : names) {
      ProposalChanges changes = changes_;
      changes.numbers[name] = kSmall;
      if (takes(changes, [](const auto&, const auto& now) { return now.storing > 0.5; }))
        return true;
    }
    return false;
  }

  /// Lengths and radii: with a small one more threads may work.
  void find_small_numbers() {
    const std::vector<std::string> names = numbers();
    if (names.size() < 2) return;
    for (const std::string& name : names) {
      if (watched_.storing > 0.9 && watched_.active_lanes > 0.8) return;
      ProposalChanges changes = changes_;
      changes.numbers[name] = kSmall;
      takes(changes, more_work);
    }
  }

  /// Elements of all buffers that the kernel touches; 0: not the same.
  std::uint64_t common_length() const {
    const auto counts = proposal().whole.counts;
    std::uint64_t out = 0;
    for (const TrialWatch::Buffer& b : watched_.buffers) {
      const auto count = counts.find(b.name);
      if (count == counts.end()) return 0;
      const std::uint64_t length = touched(b, count->second);
      if (length == 0 || (out != 0 && out != length)) return 0;
      out = length;
    }
    return out;
  }

  /// A single number is how many elements all arrays have, where they all have as many.
  void find_one_number() {
    const std::vector<std::string> names = numbers();
    const std::uint64_t length = common_length();
    if (names.size() != 1 || length <= kSmall) return;
    ProposalChanges changes = changes_;
    changes.numbers[names[0]] = length;
    const auto whole = proposal().whole.spec.args;
    const auto arg = std::ranges::find(whole, names[0], &ArgSpec::name);
    if (std::stoull(arg->value) >= length) return;
    takes(changes, [&](const TrialRun& before, const TrialRun& now) {
      return as_many_store(before, now) && common_length() == length;
    });
  }

  static std::uint64_t touched(const TrialWatch::Buffer& b, std::uint64_t count) {
    return count == 0 || b.bytes < count ? 0 : (b.touched - 1) / (b.bytes / count) + 1;
  }

  /// Buffers that are longer than what is touched, where one element, one a block or a number
  /// among the arguments is; and dynamic shared memory.
  void cut() {
    const ProposedLaunch whole = proposal().whole;
    const auto names = count_names(whole.spec, signature_);
    const std::uint64_t blocks = whole.spec.grid.value_or(Dim3{}).count();
    for (const TrialWatch::Buffer& b : watched_.buffers) {
      const auto count = whole.counts.find(b.name);
      if (b.touched == 0 || count == whole.counts.end() || beyond_.contains(b.name)) continue;
      const std::uint64_t length = touched(b, count->second);
      if (length == 0 || length >= count->second) continue;
      const auto name =
          std::ranges::find_if(names, [&](const NamedCount& n) { return n.count.value == length; });
      if (name != names.end())
        runs_with(b.name, name->count);
      else if (length == 1 || length == blocks)
        runs_with(b.name, {length});
    }
    cut_shared(whole);
  }

  void cut_shared(const ProposedLaunch& whole) {
    const std::uint64_t offset = program_.shared.dynamic_offset;
    if (!whole.proposes_shared || watched_.shared_touched <= offset || late()) return;
    const auto needed = static_cast<std::uint32_t>((watched_.shared_touched - offset + 3) / 4 * 4);
    if (needed >= whole.spec.dynamic_shared.value_or(0)) return;
    const std::optional<std::uint32_t> before = changes_.shared;
    changes_.shared = needed;
    if (!run(proposal()).finished()) changes_.shared = before;
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
    if (nearest_) out.tried += unsound(out);
    if (watched_.storing == 0) out.tried += " No thread writes anything with these values.";
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
  struct Nearest {
    IncompleteLaunch launch;
    std::string problem;
  };
  std::optional<Nearest> nearest_;  ///< the first that ran, and was not accepted
  TrialRun watched_;                ///< of the changes, if they were accepted
  std::set<std::string> shapes_;    ///< that were tried
  std::string why_;                 ///< the first one did not run
  unsigned runs_ = 0;
  bool too_long_ = false, late_ = false;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
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
