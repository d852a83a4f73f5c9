#include "tools/driver/trial_launch.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "sim/input/arguments.h"

namespace simt {
namespace {

constexpr std::uint64_t kMostShared = 48 * 1024;  ///< bytes that every device gives a block
constexpr unsigned kMostRuns = 400;

}  // namespace

const ScalarUse* TrialLaunch::use_of(std::size_t parameter) const {
  return changes_.uses ? changes_.uses->scalar(program_.params[parameter].offset) : nullptr;
}

bool TrialLaunch::may_count(std::size_t parameter) const {
  const ScalarUse* const use = use_of(parameter);
  return use == nullptr || is_count(*use);
}

CountFilters TrialLaunch::count_filters() const {
  const auto is_side = [&](std::size_t i) {
    const ScalarUse* const use = use_of(i);
    return use == nullptr || use->length || use->lengths.tiles || use->stride.any;
  };
  const auto of_filter = [&](std::size_t i) {
    const ScalarUse* const use = use_of(i);
    return use != nullptr && is_taps(*use);
  };
  return {[&](std::size_t i) { return may_count(i); }, is_side, of_filter};
}

bool TrialLaunch::late() {
  late_ |= std::chrono::steady_clock::now() - start_ > kMostTime;
  return late_ || runs_ >= kMostRuns;
}

IncompleteLaunch TrialLaunch::proposal(const ProposalChanges& changes) const {
  try {
    completed(given_, program_, signature_, changes);
  } catch (const IncompleteLaunch& e) {
    return e;
  }
  return first_;  // not reached: what is missing stays so
}

TrialRun TrialLaunch::run() {
  ++runs_;
  return trial_run(proposal().whole.spec, program_, signature_, arch_,
                   {limits_.instructions, false});
}

TrialLaunch::Outcome TrialLaunch::accept() {
  beyond_.clear();
  const Outcome outcome = grow_until_it_runs();
  if (outcome != Outcome::Accepted) return outcome;
  const IncompleteLaunch launch = proposal();
  ++runs_;
  watched_ =
      trial_run(launch.whole.spec, program_, signature_, arch_, {limits_.instructions, true});
  if (!watched_.finished()) return Outcome::TooMuch;  // what the engine ran is within the limit
  if (watched_.problem.empty() || tolerant_) return Outcome::Accepted;
  const bool usual = has_usual_block();
  if (!nearest_) nearest_ = {launch, watched_.problem, usual, changes_};
  if (usual && watched_.misses_barrier && racing_ == 0)
    racing_ = launch.whole.spec.block.value_or(Dim3{}).count();
  return Outcome::Rejected;
}

TrialLaunch::Outcome TrialLaunch::accept_nearest() {
  tolerant_ = true;
  changes_ = nearest_->changes;
  return accept();
}

bool TrialLaunch::hides_race() const {
  return proposal().whole.spec.block.value_or(Dim3{}).count() < racing_;
}

bool TrialLaunch::has_usual_block() const {
  ProposalChanges usual = changes_;
  usual.block.reset();
  return proposal(usual).whole.spec.block == proposal(changes_).whole.spec.block;
}

TrialLaunch::Outcome TrialLaunch::grow_until_it_runs() {
  while (!late()) {
    const TrialRun done = run();
    if (done.finished()) return Outcome::Accepted;
    if (why_.empty()) why_ = done.why();
    if (done.result.status == RunStatus::Limit) return Outcome::TooMuch;
    if (!done.result.out_of_bounds) return Outcome::Fails;
    too_long_ = false;
    if (!grow(proposal().whole, done)) return too_long_ ? Outcome::TooMuch : Outcome::Fails;
  }
  return Outcome::TooMuch;
}

bool TrialLaunch::grow(const ProposedLaunch& launch, const TrialRun& done) {
  const OutOfBounds& access = *done.result.out_of_bounds;
  if (access.space == StateSpace::Shared) return grow_shared(launch, access);
  const TrialWatch::Buffer* const buffer = done.beyond();
  if (buffer == nullptr || access.address < buffer->address) return false;
  const auto count = launch.counts.find(buffer->name);
  if (count == launch.counts.end() || count->second == 0) return false;
  const std::uint64_t each = buffer->bytes / count->second;
  const std::uint64_t needed = (access.address + access.bytes - buffer->address - 1) / each + 1;
  too_long_ = needed > limits_.elements;
  if (too_long_) return false;
  beyond_[buffer->name] = needed;
  changes_.counts[buffer->name] = {std::max(needed, 2 * count->second)};
  return true;
}

bool TrialLaunch::grow_shared(const ProposedLaunch& launch, const OutOfBounds& access) {
  const std::uint64_t end = access.address + access.bytes;
  if (!launch.proposes_shared || end <= program_.shared.dynamic_offset) return false;
  const std::uint64_t needed = end - program_.shared.dynamic_offset;
  if (needed > kMostShared) return false;
  const std::uint64_t twice = 2ull * launch.spec.dynamic_shared.value_or(0);
  changes_.shared = static_cast<std::uint32_t>(std::min(std::max(needed, twice), kMostShared));
  return true;
}

bool TrialLaunch::takes(ProposalChanges changes,
                        const std::function<bool(const TrialRun&, const TrialRun&)>& better) {
  if (late()) return false;
  const auto before = std::tuple(changes_, beyond_, watched_, nearest_);
  changes_ = std::move(changes);
  changes_.counts.clear();
  changes_.shared.reset();
  if (accept() == Outcome::Accepted && better(std::get<2>(before), watched_)) return true;
  std::tie(changes_, beyond_, watched_, nearest_) = before;
  return false;
}

bool TrialLaunch::takes_if_it_runs(const ProposalChanges& changes) {
  const ProposalChanges before = std::exchange(changes_, changes);
  if (run().finished()) return true;
  changes_ = before;
  return false;
}

bool TrialLaunch::takes_count(const std::string& buffer, const ProposalChanges::Count& count) {
  ProposalChanges changes = changes_;
  changes.counts[buffer] = count;
  return takes_if_it_runs(changes);
}

bool TrialLaunch::takes_shared(std::uint32_t bytes) {
  ProposalChanges changes = changes_;
  changes.shared = bytes;
  return takes_if_it_runs(changes);
}

}  // namespace simt
