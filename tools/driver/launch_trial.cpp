#include "tools/driver/launch_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "isa/ptx/frontend.h"
#include "tools/driver/trial_improvement.h"
#include "tools/driver/trial_lengths.h"
#include "tools/driver/trial_shapes.h"

namespace simt {
namespace {

const std::vector<std::string>& ptx_of(const Program& program) {
  static const std::vector<std::string> none;
  if (!program.machine) return program.text.lines;
  if (!program.machine->ptx.text.empty()) return program.machine->ptx.text;
  return program.debug.files.empty() ? none : program.debug.files.back().lines;
}

/// Of the PTX as it was compiled, not as it is executed; nothing is known of machine code that did
/// not keep the one that it was assembled from.
std::shared_ptr<const ParameterUses> uses_of(const Program& program) {
  std::string text;
  for (const std::string& line : ptx_of(program)) text += line + "\n";
  if (text.empty()) return nullptr;
  Diagnostics diags("", text);
  const auto module = parse_module(diags);
  const auto as_ptx = module ? decode_kernel(*module, program.kernel, diags) : std::nullopt;
  return as_ptx ? std::make_shared<ParameterUses>(*as_ptx) : nullptr;
}

constexpr double kFew = 0.05;  ///< of stores

class Trial {
 public:
  explicit Trial(TrialLaunch launch, const IncompleteLaunch& first)
      : launch_(std::move(launch)), first_(first), uses_(uses_of(launch_.program())) {}

  IncompleteLaunch best() {
    for (const bool zeros : {false, true}) {
      bool too_much = false;
      for (const TrialShape& shape : trial_shapes(launch_.program(), launch_.signature())) {
        if (launch_.late() || (shape.other && too_much)) continue;
        ProposalChanges changes{shape.size, zeros};
        changes.uses = uses_;
        changes.grid = shape.grid;
        changes.block = shape.block;
        changes.number = shape.number;
        launch_.change(changes);
        if (!shape_is_new() || launch_.hides_race()) continue;
        using enum TrialLaunch::Outcome;
        const TrialLaunch::Outcome outcome = accept_some_content(changes);
        const bool again = outcome == Accepted && launch_.watched().repeated > kFew;
        if (again) repeating_.push_back(launch_.changes());
        const bool found =
            outcome == Accepted && !again && (!shape.all_store || launch_.watched().storing > 0.9);
        if (found || ((outcome == TooMuch || outcome == Fails) && one_is_small(launch_)))
          return improved();
        too_much |= shape.size == 0 && outcome == TooMuch;
        if (outcome == Rejected && shape.size == 0 && !shape.all_store)
          rejected_.push_back(changes);
      }
      for (const ProposalChanges& changes : repeating_) {
        launch_.change(changes);
        if (launch_.accept() == TrialLaunch::Outcome::Accepted) return improved();
      }
      for (const ProposalChanges& changes : rejected_) {
        launch_.change(changes);
        if (one_is_less(launch_)) return improved();
      }
      rejected_.clear();
      if (launch_.nearest()) break;  // zeros do not help
    }
    return launch_.nearest() ? rejected() : failed();
  }

 private:
  bool reads_indices() const {
    for (const Param& p : launch_.program().params) {
      const ArrayUse* const use = uses_ ? uses_->array(p.offset) : nullptr;
      if (use != nullptr && (use->indices || use->ends)) return true;
    }
    return false;
  }

  /// Integers that are indices may be of something small, or may have to be all different.
  TrialLaunch::Outcome accept_some_content(const ProposalChanges& changes) {
    using enum TrialLaunch::Outcome;
    const bool had_nearest = launch_.nearest().has_value();
    const TrialLaunch::Outcome outcome = launch_.accept();
    if (outcome == Accepted || changes.zeros) return outcome;
    // All different where threads met; else a table that is shorter. Some are not known for
    // indices.
    std::vector<std::uint64_t> ranges =
        outcome == Rejected ? std::vector<std::uint64_t>{0, 256, 64, 16}
                            : std::vector<std::uint64_t>{4096, 1024, 256, 64, 16, 0};
    if (!reads_indices()) ranges.assign(outcome == TooMuch ? 0 : 1, 0);
    for (const std::uint64_t range : ranges) {
      ProposalChanges other = changes;
      other.plain = range == 0;
      if (range != 0) other.range = range;
      launch_.change(other);
      const TrialLaunch::Outcome next = launch_.accept();
      if (next == Accepted) {
        if (!had_nearest) launch_.forget_nearest();
        return next;
      }
    }
    launch_.change(changes);
    return outcome;
  }

  /// Shapes that a launch gives leave one.
  bool shape_is_new() {
    const ProposalChanges& changes = launch_.changes();
    const LaunchSpec spec = launch_.proposal().whole.spec;
    std::string key = fmt::format("{} {}", changes.size, changes.zeros);
    for (const Dim3& d : {spec.grid.value_or(Dim3{}), spec.block.value_or(Dim3{})})
      key += fmt::format(" {},{},{}", d.x, d.y, d.z);
    return shapes_.insert(key + fmt::format(" {}", changes.number.value_or(0))).second;
  }

  IncompleteLaunch improved() {
    improve(launch_);
    const std::string lengths = shorten(launch_);
    IncompleteLaunch out = launch_.proposal();
    out.tried =
        "Tried without timing, it runs to its end" + (lengths.empty() ? "" : ": " + lengths) + ".";
    const std::string& problem = launch_.watched().problem;
    if (!problem.empty())
      out.tried += " " + each_has(problem);
    else if (launch_.nearest())
      out.tried += unsound(out);
    if (launch_.watched().storing == 0)
      out.tried += " No thread writes anything with these values.";
    out.tried += null_pointers(out);
    if (launch_.changes().zeros)
      out.tried +=
          " Integers that it reads are zero: with others it went beyond its arrays or did "
          "not end.";
    return out;
  }

  /// The nearest launch, as good as one without a fault would be.
  IncompleteLaunch rejected() {
    if (launch_.accept_nearest() == TrialLaunch::Outcome::Accepted) return improved();
    IncompleteLaunch out = launch_.nearest()->launch;
    out.tried = each_has(launch_.nearest()->problem);
    return out;
  }

  std::string each_has(const std::string& problem) const {
    return fmt::format(
        "Each launch that was tried has something that --sanitize tells of; this one, the nearest, "
        "has {}.{}{}",
        problem,
        launch_.is_race() ? " Smaller blocks, which may just not show it, were not tried." : "",
        stopped());
  }

  /// Of structures in arrays that are proposed.
  std::string null_pointers(const IncompleteLaunch& found) const {
    std::string out;
    for (const ParameterInfo& p : launch_.signature().parameters) {
      if (p.type.pointers != 1 || !found.whole.counts.contains(p.name)) continue;
      for (const Field& f : p.fields)
        if (f.is_pointer && p.structure_bytes != 0)
          out += fmt::format("{}{}.{}", out.empty() ? "" : ", ", p.name, f.name);
    }
    if (out.empty()) return "";
    return fmt::format(
        " Pointers in structures are null here ({}): a program with a main() that fills them is "
        "run by 'simt-sim exec'.",
        out);
  }

  /// "arrays (float **)": a parameter that nothing is given for.
  std::string array_of_pointers() const {
    for (const ParameterInfo& p : launch_.signature().parameters)
      if (p.type.pointers > 1 && !std::ranges::count(launch_.given().args, p.name, &ArgSpec::name))
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
          name, launch_.why());
      return out;
    }
    out.tried = fmt::format(
        "Tried without timing, it does not run to its end, nor does one with fewer threads, "
        "smaller numbers and integers that are zero: {}{}",
        launch_.why(), stopped());
    return out;
  }

  /// That the usual launch is not sound may be a fault of the kernel; that a block which its arrays
  /// alone made think of is not, says nothing.
  std::string unsound(const IncompleteLaunch& found) const {
    const auto block = [](const IncompleteLaunch& launch) {
      const Dim3 d = launch.whole.spec.block.value_or(Dim3{});
      return d.y > 1 ? fmt::format("{},{}", d.x, d.y) : fmt::format("{}", d.x);
    };
    const auto blocks = [](const IncompleteLaunch& launch) {
      return launch.whole.spec.grid.value_or(Dim3{}).count();
    };
    const std::string before = block(launch_.nearest()->launch);
    if (block(found) != before && !launch_.nearest()->usual_block) return "";
    const bool smaller = !launch_.changes().numbers.empty();
    const std::string with = block(found) != before ? "a block of " + before
                             : !smaller && blocks(found) != blocks(launch_.nearest()->launch)
                                 ? "more blocks of " + before
                                 : "larger numbers";
    return fmt::format(" With {} the sanitizer finds {}.", with, launch_.nearest()->problem);
  }

  std::string stopped() const {
    return launch_.was_late() ? fmt::format(" Others were not tried, after {} seconds.",
                                            TrialLaunch::kMostTime.count())
                              : "";
  }

  TrialLaunch launch_;
  const IncompleteLaunch& first_;
  std::shared_ptr<const ParameterUses> uses_;
  std::set<std::string> shapes_;           ///< that were tried
  std::vector<ProposalChanges> rejected_;  ///< by the sanitizer
  /// Accepted, but blocks do what others do: of more threads than the kernel has them do, or a
  /// kernel that is so with any.
  std::vector<ProposalChanges> repeating_;
};

}  // namespace

IncompleteLaunch tried(const IncompleteLaunch& first, const LaunchSpec& spec,
                       const Program& program, const Signature& signature, const ArchConfig& arch) {
  try {
    return Trial({first, spec, program, signature, arch}, first).best();
  } catch (const SpecError& e) {  // of what is given beside it
    IncompleteLaunch out = first;
    out.tried = fmt::format("It was not tried: {}.", e.what());
    return out;
  }
}

}  // namespace simt
