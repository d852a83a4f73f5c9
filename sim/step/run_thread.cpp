#include "sim/step/run_thread.h"

namespace simt {
namespace {

/// Thrown through the simulation of a run that nobody wants to see the end of.
struct RunAbandoned {};

}  // namespace

RunThread::RunThread(const StepSubject& subject, const RunOptions& options)
    : subject_(subject),
      options_(options),
      memory_(subject.memory),
      history_(subject.program, subject.arch) {
  options_.observer = this;
  options_.threads = 1;
  options_.on_start = [this](const Device& gpu) {
    machine_.emplace(Machine{subject_, gpu, history_, memory_});
    park();
  };
  options_.on_end = [this](const Device&, const RunResult& result) {
    result_ = result;
    event_.outcome = nullptr;
    event_.accesses = {};
    park();
  };
  thread_ = std::thread([this] { simulate(); });
  parked_.acquire();
  if (failure_) {
    thread_.join();
    std::rethrow_exception(failure_);
  }
}

RunThread::~RunThread() {
  abandoned_ = true;
  go_.release();
  if (thread_.joinable()) thread_.join();
}

void RunThread::simulate() {
  try {
    RunResult result =
        simt::simulate(subject_.program, subject_.arch, subject_.launch.state, memory_, options_);
    if (!result_) result_ = std::move(result);  // it did not even start
  } catch (const RunAbandoned&) {
    return;
  } catch (...) {
    failure_ = std::current_exception();
  }
  parked_.release();
}

void RunThread::resume(const StopTest& stop) {
  if (failure_) std::rethrow_exception(failure_);  // its thread is gone
  if (ended()) return;
  stop_ = &stop;
  go_.release();
  parked_.acquire();
  if (failure_) std::rethrow_exception(failure_);
}

void RunThread::park() {
  parked_.release();
  go_.acquire();
  if (abandoned_) throw RunAbandoned();
}

void RunThread::on_issue(const IssueEvent& issue, const Outcome& outcome, const WarpState&) {
  event_ = {.number = history_.issued() + 1,
            .on_sm = issue.id.number,
            .cycle = issue.cycle,
            .id = issue.warp,
            .slot = issue.place.slot,
            .partition = issue.place.partition,
            .pc = issue.pc,
            .cost = &issue.cost,
            .outcome = &outcome};
  accesses_.clear();
}

void RunThread::on_access(const AccessEvent& event) {
  if (event.issue.number == event_.on_sm) accesses_.emplace_back(event);
}

void RunThread::on_paths(std::uint64_t, const WarpId& id, const DivergenceModel&) {
  event_.accesses = accesses_;
  history_.add(event_, machine_->gpu.sm(id.sm));
  if ((*stop_)(event_, *machine_)) park();
}

}  // namespace simt
