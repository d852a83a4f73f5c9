// One run of a launch on a thread of its own that parks wherever a test says so. While it is
// parked, the machine may be looked at from outside; in between it runs at full speed. Only one of
// the two threads runs at a time.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <semaphore>
#include <thread>

#include "sim/launch/simulate.h"
#include "sim/step/history.h"

namespace simt {

/// Asked after every issued instruction; true: park after it.
using StopTest = std::function<bool(const StepEvent&, const Machine&)>;

class RunThread final : private Observer {
 public:
  /// Parks with the first CTAs in place and nothing issued. `options`: limits and print.
  RunThread(const StepSubject& subject, const RunOptions& options);
  /// Abandons the run where it is.
  ~RunThread() override;
  RunThread(const RunThread&) = delete;
  RunThread& operator=(const RunThread&) = delete;

  /// Goes on until `stop` says true or the run ends. Does nothing when it has ended. Throws what
  /// `stop` or the run threw, also when called again.
  void resume(const StopTest& stop);
  bool ended() const { return result_.has_value(); }
  /// Of a run that has ended.
  const RunResult& result() const { return *result_; }
  /// False when the launch asks for more than an SM has: the run ended before it started.
  bool has_machine() const { return machine_.has_value(); }
  const Machine& machine() const { return *machine_; }
  /// The instruction that it is parked after; at the end, the last one, without an outcome.
  const StepEvent& event() const { return event_; }

 private:
  void on_issue(const IssueEvent&, const Outcome&, const WarpState&) override;
  void on_access(const AccessEvent&) override;
  void on_atomics_performed(std::uint64_t before) override { history_.performed_atomics(before); }
  void on_result(IssueId issue, const WarpId&, Pc, std::uint64_t, MemoryLevel level) override {
    history_.answered(issue, level);
  }
  void on_paths(std::uint64_t cycle, const WarpId&, const DivergenceModel&) override;

  void simulate();
  void park();

  const StepSubject& subject_;
  RunOptions options_;
  GlobalMemory memory_;
  History history_;
  std::optional<Machine> machine_;
  std::optional<RunResult> result_;
  StepEvent event_;
  std::vector<AccessRecord> accesses_;  ///< of the event
  const StopTest* stop_ = nullptr;
  bool abandoned_ = false;
  std::exception_ptr failure_;
  std::binary_semaphore go_{0}, parked_{0};
  std::thread thread_;
};

}  // namespace simt
