#include "sim/step/run_thread.h"

namespace simt {
namespace {

/// Thrown through the simulation of a run that nobody wants to see the end of.
struct Abandoned {};

std::uint64_t hits(const Counters& c) {
  return c[Counter::global_ld_hits] + c[Counter::local_ld_hits];
}

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
  } catch (const Abandoned&) {
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
  if (abandoned_) throw Abandoned();
}

void RunThread::on_issue(std::uint64_t cycle, const WarpId& id, Pc pc, const Outcome& outcome,
                         const WarpState& state) {
  Sm& sm = machine_->gpu.sm(id.sm);
  // The state is a member of one of the SM's warps.
  const auto* const first = reinterpret_cast<const char*>(sm.warps().data());
  const auto slot = static_cast<unsigned>(
      static_cast<std::size_t>(reinterpret_cast<const char*>(&state) - first) / sizeof(Warp));
  event_ = {history_.issued() + 1, history_.issued_on(id.sm) + 1, cycle, id, slot, pc, &outcome};
  Tally& tally = sm.warps()[slot].on->tally;
  hits_before_ = hits(tally.counters());
  sectors_before_ = tally.lines()[pc].sectors;
}

void RunThread::on_paths(std::uint64_t, const WarpId& id, const DivergenceModel&) {
  Sm& sm = machine_->gpu.sm(id.sm);
  Tally& tally = sm.warps()[event_.slot].on->tally;
  const std::uint64_t hit = hits(tally.counters()) - hits_before_;
  const std::uint64_t all = tally.lines()[event_.pc].sectors - sectors_before_;
  history_.add(event_, sm, static_cast<unsigned>(hit), static_cast<unsigned>(all - hit));
  if ((*stop_)(event_, *machine_)) park();
}

}  // namespace simt
