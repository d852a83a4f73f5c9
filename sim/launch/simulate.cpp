// The wiring of one launch: occupancy, SMs, memory, the main loop, and the sums at the end.
#include "sim/launch/simulate.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "sim/explain/explain.h"
#include "sim/explain/polling.h"
#include "sim/launch/grid_needs.h"
#include "sim/launch/grid_result.h"
#include "sim/launch/launch_info.h"
#include "sim/launch/simulate_functional.h"
#include "sim/sm/device.h"

namespace simt {
namespace {

class Launch {
 public:
  Launch(const Program& program, const ArchConfig& arch, const LaunchState& launch,
         GlobalMemory& memory, const RunOptions& options)
      : program_(program), arch_(arch), options_(options), memory_(memory), kernel_(program, arch) {
    result_.launch = launch_info(program, arch, launch);
    grid_.emplace(kernel_, launch, grid_needs(program, arch, result_.launch.occupancy), arch,
                  options.threads > 1 ? arch.sm.count : 1);
    if (!options.packings.empty()) grid_->pack(options.packings);
  }

  RunResult run() {
    if (cannot_start(result_, arch_)) return std::move(result_);
    device_.emplace(arch_, device_options(), memory_);
    device_->launch(*grid_);
    if (options_.on_start) options_.on_start(*device_);
    loop();
    print();
    collect();
    if (options_.on_end) options_.on_end(*device_, result_);
    return std::move(result_);
  }

 private:
  DeviceOptions device_options() const {
    DeviceOptions out{options_.observer, options_.threads, options_.skip_idle, 0};
    if (options_.max_instructions == 0)
      out.ahead_until = options_.max_cycles != 0 ? options_.max_cycles : kNever;
    return out;
  }

  void loop() {
    const std::uint64_t limit = options_.max_cycles != 0 ? options_.max_cycles : kNever;
    while (!device_->idle()) {
      const std::uint64_t next = device_->next_event();
      if (next == kNever) {
        time_ = std::min(device_->reached(), limit);
        return stop_deadlocked();
      }
      if (next >= limit) {
        time_ = limit;
        return stop(RunStatus::Limit,
                    explain_limit("cycles", limit, program_, warps()) + polling());
      }
      time_ = std::min(device_->window_end(std::max(time_, next)), limit);
      device_->run_window(time_);
      print();
      if (const KernelFault* fault = device_->fault()) return stop_faulted(*fault);
      if (device_->proven_stuck()) return stop_deadlocked();
      if (over_instruction_limit()) return;
      report_progress();
    }
    device_->drain();
    result_.cycles_elapsed = device_->reductions_end();  // and that of the SMs: collect()
  }

  std::vector<ResidentWarp> warps() const { return resident_warps(device_->sms(), *grid_); }

  std::string polling() const {
    return polling_hint(program_, memory_, device_->detector(), warps());
  }

  void print() {
    const std::string text = device_->take_printed();
    if (options_.print && !text.empty()) options_.print(text);
  }

  bool over_instruction_limit() {
    if (options_.max_instructions == 0 || device_->executed() <= options_.max_instructions ||
        device_->idle())
      return false;
    stop(RunStatus::Limit,
         explain_limit("warp instructions", options_.max_instructions, program_, warps()) +
             polling());
    return true;
  }

  void report_progress() {
    if (!options_.progress || ++windows_ % 256 != 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_report_ < std::chrono::seconds(1)) return;
    last_report_ = now;
    options_.progress(grid_->ctas_finished(), grid_->ctas());
  }

  void stop_faulted(const KernelFault& fault) {
    result_.fault_pc = fault.pc;
    result_.fault_kind = fault.kind;
    result_.out_of_bounds = fault.out_of_bounds;
    stop(RunStatus::Fault, explain_fault(program_, fault));
  }

  void stop_deadlocked() {
    DeadlockText text = explain_stuck(program_, memory_, device_->detector(), warps());
    result_.fault_pc = text.pc;
    if (const std::uint64_t left = device_->ctas_not_started(); left != 0)
      text.text += explain_not_started(left, grid_->ctas());
    stop(RunStatus::Deadlock, std::move(text.text));
  }

  void stop(RunStatus status, std::string explanation) {
    result_.status = status;
    result_.explanation = std::move(explanation);
    result_.cycles_elapsed = device_->stop(time_);
  }

  void collect() {
    result_.counters = device_->l2_counters(*grid_);
    result_.atomics_units = device_->atomics_time(*grid_);
    add_grid(result_, *grid_, arch_);
    result_.cycles_elapsed =
        std::max(result_.cycles_elapsed, grid_->finished_at()) + arch_.launch.kernel_cycles;
  }

  const Program& program_;
  const ArchConfig& arch_;
  const RunOptions& options_;
  GlobalMemory& memory_;
  const Kernel kernel_;
  std::optional<Grid> grid_;
  std::optional<Device> device_;
  RunResult result_;
  std::uint64_t time_ = 0;  ///< the end of the last window
  std::uint64_t windows_ = 0;
  std::chrono::steady_clock::time_point last_report_ = std::chrono::steady_clock::now();
};

}  // namespace

unsigned RunResult::sms_used() const {
  return static_cast<unsigned>(
      std::count_if(sms.begin(), sms.end(), [](const SmResult& sm) { return sm.used(); }));
}

double RunResult::seconds() const {
  return sm_clock_mhz > 0 ? static_cast<double>(cycles_elapsed) / (sm_clock_mhz * 1e6) : 0;
}

RunResult simulate(const Program& program, const ArchConfig& arch, const LaunchState& launch,
                   GlobalMemory& memory, const RunOptions& options) {
  if (!options.timing) return simulate_functional(program, arch, launch, memory, options);
  return Launch(program, arch, launch, memory, options).run();
}

}  // namespace simt
