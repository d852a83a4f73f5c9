// A launch under trial: what is proposed with some changes, grown until it runs, and watched then.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "sim/input/missing_arguments.h"
#include "tools/driver/count_names.h"
#include "tools/driver/trial_run.h"

namespace simt {

class TrialLaunch {
 public:
  enum class Outcome { Accepted, Rejected, Fails, TooMuch };
  /// A launch that ran, and what is wrong with it.
  struct Nearest {
    IncompleteLaunch launch;
    std::string problem;
    bool usual_block = true;  ///< not one that a number in the program made think of
    ProposalChanges changes = {};
  };
  static constexpr std::chrono::seconds kMostTime{8};
  struct Limits {
    std::uint64_t instructions;  ///< of warps, in a run: a fraction of a second, and a few seconds
                                 ///< in the cycle model
    std::uint64_t elements;      ///< of a buffer: the launch stays quick
  };

  /// All outlive this object.
  TrialLaunch(const IncompleteLaunch& first, const LaunchSpec& spec, const Program& program,
              const Signature& signature, const ArchConfig& arch)
      : first_(first), given_(spec), program_(program), signature_(signature), arch_(arch) {}

  const LaunchSpec& given() const { return given_; }
  const Program& program() const { return program_; }
  const Signature& signature() const { return signature_; }
  const ArchConfig& arch() const { return arch_; }
  const ProposalChanges& changes() const { return changes_; }
  /// Of the changes, where they were accepted.
  const TrialRun& watched() const { return watched_; }
  /// What buffers that grew are known to need, in elements.
  const std::map<std::string, std::uint64_t>& beyond() const { return beyond_; }
  const std::optional<Nearest>& nearest() const { return nearest_; }  ///< the first of them
  /// It was not for its threads and numbers.
  void forget_nearest() { nearest_.reset(); }
  /// Takes the nearest one with what is wrong with it: from now on a launch may have something.
  Outcome accept_nearest();
  /// A smaller block than one in which a barrier is missed (TrialWatch::misses_barrier) may just
  /// not show it.
  bool hides_race() const;
  bool is_race() const { return racing_ != 0; }    ///< there is such a block
  const std::string& why() const { return why_; }  ///< the first one did not run

  /// What the kernel does with a parameter; nullptr: not known.
  const ScalarUse* use_of(std::size_t parameter) const;
  /// False: it is known to be no number of elements.
  bool may_count(std::size_t parameter) const;

  CountFilters count_filters() const;

  /// After so much time, or so many runs, nothing else is tried.
  bool late();
  bool was_late() const { return late_; }

  /// Other limits from now on; returns those until now.
  Limits limit(const Limits& limits) { return std::exchange(limits_, limits); }
  /// Other changes from now on.
  void change(const ProposalChanges& changes) { changes_ = changes; }
  /// What is proposed with the changes.
  IncompleteLaunch proposal() const { return proposal(changes_); }
  /// One run of it, without time.
  TrialRun run();
  /// Buffers and dynamic shared memory of the size that is proposed grow until the launch runs;
  /// then it is watched.
  Outcome accept();
  /// Takes other changes where the launch is accepted with them and `better(before, now)`.
  bool takes(ProposalChanges changes,
             const std::function<bool(const TrialRun&, const TrialRun&)>& better);
  /// Takes this length of a buffer, or of dynamic shared memory, where the launch runs with it.
  bool takes_count(const std::string& buffer, const ProposalChanges::Count& count);
  bool takes_shared(std::uint32_t bytes);

 private:
  Outcome grow_until_it_runs();
  bool grow(const ProposedLaunch& launch, const TrialRun& done);
  bool grow_shared(const ProposedLaunch& launch, const OutOfBounds& access);
  IncompleteLaunch proposal(const ProposalChanges& changes) const;
  bool has_usual_block() const;
  bool takes_if_it_runs(const ProposalChanges& changes);

  const IncompleteLaunch& first_;
  const LaunchSpec& given_;
  const Program& program_;
  const Signature& signature_;
  const ArchConfig& arch_;
  ProposalChanges changes_;
  std::map<std::string, std::uint64_t> beyond_;
  std::optional<Nearest> nearest_;
  TrialRun watched_;
  std::uint64_t racing_ = 0;  ///< threads of the first usual block that misses a barrier
  std::string why_;
  Limits limits_{1'000'000, 1 << 18};
  unsigned runs_ = 0;
  bool too_long_ = false, late_ = false, tolerant_ = false;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace simt
