// A launch that goes forward and back. Going back replays the run from its start to the place asked
// for: runs repeat bit for bit, so it is exact by construction.
#pragma once

#include <memory>
#include <string>

#include "sim/step/run_thread.h"

namespace simt {

struct StepLimits {
  std::uint64_t max_cycles = 0, max_instructions = 0;  ///< 0: none
};

class Stepper {
 public:
  using Print = std::function<void(std::string_view)>;
  /// `print` receives what the kernel prints, once, however often it is replayed.
  Stepper(const StepSubject& subject, const StepLimits& limits, Print print = {});

  /// Forward until `stop` or the end.
  void run(const StopTest& stop) { run_->resume(stop); }
  /// To the state after instruction `number` of all SMs' (0: the start), forward or back.
  void go_to(std::uint64_t number);
  /// To the state after instruction `count` of an SM (0: the start), forward or back; to the end
  /// when it has no more.
  void go_to(unsigned sm, std::uint64_t count);

  bool has_machine() const { return run_->has_machine(); }
  bool ended() const { return run_->ended(); }
  const RunResult& result() const { return run_->result(); }
  const Machine& machine() const { return run_->machine(); }
  const StepEvent& event() const { return run_->event(); }

 private:
  void restart();

  const StepSubject& subject_;
  StepLimits limits_;
  Print print_;
  std::uint64_t printed_ = 0, shown_ = 0;  // characters: of this run, and of all runs
  std::unique_ptr<RunThread> run_;
};

}  // namespace simt
