// What a device does of what its streams are given, and when. Commands of one stream follow each
// other; those of several run side by side as far as the device can: kernels share its SMs (the
// dispatcher of sim/sm/device.h), copies have an engine for each direction, so that they overlap
// with kernels and with each other. Source: CUDA C++ Programming Guide, "Asynchronous Concurrent
// Execution".
//
// Commands wait in their streams until the host waits for one of them (run_until): the order in
// which the host gives them, not its speed, decides what happens, and two runs are equal.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "sim/program/command.h"
#include "sim/program/device_memory.h"
#include "sim/program/host_cache.h"
#include "sim/sm/device.h"

namespace simt::program {

struct ProcessorOptions {
  unsigned threads = 1;                          ///< of the host, for one kernel
  std::uint64_t max_cycles = 0;                  ///< of one launch; 0: no limit
  Device::Caches caches = Device::Caches::Warm;  ///< where a kernel finds the device idle
  std::function<void(std::string_view)> print;   ///< receives what device printf writes
  /// A kernel that is to run alone, from its start to its end: what it did. nullptr: it shares the
  /// device with others, as kernels do.
  std::function<std::unique_ptr<RunResult>(Command& command)> run_alone;
  /// A command has ended. A kernel's carries its result.
  std::function<void(Command& command, RunResult* result)> ended;
};

class CommandProcessor {
 public:
  CommandProcessor(const ArchConfig& arch, DeviceMemory& memory, const ProcessorOptions& options);
  ~CommandProcessor();

  void add(CommandPtr command);
  /// Runs until it has ended, or a kernel has failed.
  void run_until(const Command& command);
  /// Everything that has been given.
  void run_all();
  /// Everything that begins before `time`, ns; what has not ended by then goes on later.
  void run_to(double time);
  bool idle() const { return waiting_.empty() && running_.empty(); }

  const std::vector<CommandPtr>& running() const { return running_; }
  /// Launches that have not begun.
  std::size_t waiting_launches() const;
  /// Launches that were given and will never run, since a kernel before them failed.
  std::size_t lost_launches() const { return lost_launches_; }

  double now() const { return now_; }
  /// Success until a kernel fails; from then on nothing runs any more.
  Status status() const { return status_; }

 private:
  double cycles(double ns) const { return ns * arch_.sm.clock_mhz * 1e-3; }
  double ns(double cycles) const { return cycles / arch_.sm.clock_mhz * 1e3; }
  std::uint64_t cycle_at(double ns) const { return static_cast<std::uint64_t>(cycles(ns)); }
  bool start_ready();
  void unblock(Command& ended);
  void start(const CommandPtr& command);
  void start_copy(Command& command);
  void start_kernel(const CommandPtr& command);
  std::uint64_t ahead() const;
  double copy_ns(const Command& command);
  double pageable_ns(const Command& command);
  double device_copy_ns(const Command& command) const;
  double next_start() const;
  double next_timed_end() const;
  /// False: nothing is left that could ever happen.
  bool step(double limit);
  void run_device(double until);
  void end(Command& command, double at, RunResult* result);
  /// All whose time has come.
  void end_timed();
  /// A kernel starts with its first CTA.
  void note_starts();
  /// A kernel of the same graph comes after it.
  static bool starts_next(const Command& command);
  /// Kernels leave the device; what a launch takes after its last CTA has still to pass.
  void retire_kernels();
  struct Stop {
    RunStatus status;
    Status error;
    std::string explanation;
    Pc pc;
  };
  void fail(Command& kernel, const Stop& stop);
  void lose_context(Status error);
  void stop_faulted(const KernelFault& fault);
  void stop_stuck();
  std::uint64_t limit_of(const Command& command) const;
  void stop_over_limit();
  Command* running_kernel() const;

  const ArchConfig& arch_;
  DeviceMemory& memory_;
  ProcessorOptions options_;
  std::optional<Device> device_;
  /// By the host's time, then in the order they were given.
  struct Sooner {
    bool operator()(const Command* a, const Command* b) const {
      return a->issued != b->issued ? a->issued < b->issued : a->order < b->order;
    }
  };
  std::map<std::uint64_t, CommandPtr> waiting_;  ///< by `order`
  std::set<Command*, Sooner> startable_;         ///< of these, what waits for the host alone
  std::uint64_t next_order_ = 0;
  std::vector<CommandPtr> running_;  ///< in the order they began
  double now_ = 0;
  HostCache host_cache_;
  std::array<double, 3> engine_free_{};  ///< by CopyPath: when it has nothing more to do
  Status status_ = Status::Success;
  std::size_t lost_launches_ = 0;
};

}  // namespace simt::program
