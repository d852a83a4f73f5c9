// A simulated device as a program sees it: its memory, modules and streams, and its clock. What the
// CUDA runtime (sim/program/runtime) and driver offer is made of this, and nothing of it is their
// spelling. Not thread-safe: callers hold Process::lock().
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/program/capture.h"
#include "sim/program/command_processor.h"
#include "sim/program/device_limits.h"
#include "sim/program/export.h"
#include "sim/program/options/exec_options.h"
#include "sim/program/stream.h"
#include "sim/program/texel_resources.h"
#include "sim/program/timeline_recorder.h"

namespace simt::program {

/// Of all devices (cudaDeviceGetStreamPriorityRange).
inline constexpr int kGreatestPriority = -5;

class SIMT_PROGRAM_API Gpu {
 public:
  Gpu(unsigned number, const ExecOptions& options, std::function<void(LaunchRecord&&)> launched,
      std::shared_ptr<LaunchOrder> order = nullptr);
  ~Gpu();

  const ArchConfig& arch() const { return arch_; }
  unsigned number() const { return number_; }
  DeviceMemory& memory() { return memory_; }
  TexelResources& texels() { return texels_; }

  /// Reads PTX onto the device. It stays as long as the device, or until unload().
  LoadedModule& load(const std::string& name, std::string ptx, KernelRegisters registers = {});
  /// Machine code likewise. Throws CallError.
  LoadedModule& load_cubin(std::string bytes);
  /// The text of a fat binary that suits the device (best_ptx). Throws CallError: there is none, or
  /// it is no fat binary.
  LoadedModule& load_binary(const std::byte* fatbin) { return load_linked({fatbin}); }
  /// One module of the fat binaries of several object files (nvcc -rdc=true): the text of each that
  /// suits the device, linked (isa/ptx/link).
  LoadedModule& load_linked(const std::vector<const std::byte*>& fatbins);
  /// The text of a fat binary that suits the device; `target`: what it was made for (75). Throws
  /// CallError as load_binary(), ContainerError.
  std::string ptx_of(const std::byte* fatbin, unsigned* target = nullptr) const;
  void unload(LoadedModule& module);
  /// Blocks of `kernel` that an SM holds; 0: none fits.
  unsigned blocks_per_sm(const LoadedKernel& kernel, unsigned threads, std::uint64_t shared) const;

  Stream& default_stream() { return default_; }
  /// A priority out of kGreatestPriority to 0 is taken for the nearest.
  Stream& create_stream(bool blocking, int priority = 0);
  void destroy_stream(Stream& stream);
  /// A stream that create_stream() gave and nothing has destroyed.
  bool has_stream(const void* handle) const;

  /// In order after what the stream was given before; a node of the graph where it captures. Throw
  /// CallError where the call is refused; what fails later is in status().
  void launch(Stream& stream, LaunchRequest request);
  /// `wait`: the host goes on when it is done. A host that copies from or to pageable memory waits
  /// at least until that is its own again.
  void copy(Stream& stream, const CopyRequest& request, bool wait);
  /// The same of any work that copies, to or from an array, too.
  void carry_out(Stream& stream, CopyWork work, bool wait);
  using Rows = program::Rows;
  using Pattern = program::Pattern;
  void copy(Stream& stream, const CopyRequest& first, const Rows& rows, bool wait);
  void fill(Stream& stream, std::uint64_t to, const Rows& rows, const Pattern& pattern, bool wait);
  void call_host(Stream& stream, HostWork work);
  void call_host(Stream& stream, std::function<void()> function) {
    call_host(stream, HostWork{std::move(function)});
  }
  /// `external`: as a node of its own where the stream captures, and not as a mark of what it has
  /// captured so far (cudaEventRecordExternal, cudaEventWaitExternal).
  void record(Stream& stream, Event& event, bool external = false);
  void wait_for(Stream& stream, Event& event, bool external = false);
  /// A command for each node, after those that the node depends on: those without go on side by
  /// side. The host's cost is one call.
  void launch(Stream& stream, GraphExec& exec);
  /// Throws CallError where `work` could not be launched.
  void check(const Work& work);

  /// Until end_capture() what `stream` is given goes into a graph: a new one, or, after `after`,
  /// into this. Throw CallError.
  void begin_capture(Stream& stream, CaptureMode mode, GraphPtr into = nullptr,
                     std::vector<GraphNode*> after = {});
  GraphPtr end_capture(Stream& stream);
  /// Of a stream that captures: memory that its graph allocates or frees.
  void capture_memory(Stream& stream, NodeWork work);
  /// For calls that could make the host wait for a capture, or change what it stands on; for calls
  /// that concern all streams; for one that uses the default stream. Throw CallError while a
  /// capture forbids it, which is spoilt then.
  void require_safe();
  void require_no_capture();
  void require_no_implicit_capture(const Stream& stream);
  /// The default stream, while one captures that waits for it.
  bool captured_implicitly(const Stream& stream) const;

  void synchronize();
  void synchronize(Stream& stream);
  void synchronize(const Event& event);
  /// What has ended by the host's time now; the host's time passes a little.
  bool done(const Stream& stream);
  bool done(const Event& event);
  /// As done(), but no capture forbids it, and it spoils none; throws CallError for an event that
  /// was last recorded in one.
  bool passed(const Event& event);
  /// Milliseconds of the device between two recorded events.
  double elapsed_ms(const Event& from, const Event& to) const;

  const DeviceLimits& limits() const { return limits_; }
  /// Throws CallError. What is under way keeps the one before.
  void set_limit(Limit limit, std::uint64_t bytes);
  /// Success until a kernel has failed and the host has waited for it: the host runs ahead of the
  /// device until then, and no call tells.
  Status status() const { return seen_; }
  /// What was given and nobody waited for runs, as a device goes on when a process ends late; what
  /// it prints is lost.
  void finish();
  /// A line for each launch that has begun and not ended, and one for those that have not begun.
  std::string unfinished() const;
  /// A line on the launches that were given and did not run, since one before them failed; or "".
  std::string lost() const;
  /// nullptr: without --timeline.
  const timeline::DeviceTimeline* timeline() const {
    return timeline_ ? &timeline_->timeline() : nullptr;
  }
  /// As after cudaDeviceReset: no modules, streams, limits or errors. Memory is the caller's.
  void reset();

 private:
  struct GraphLaunch;
  class HostCall;
  LoadedModule& load(std::unique_ptr<ModuleCode> code);
  LoadedModule& load_machine_code(const std::byte* fatbin);
  KernelRegisters registers_of(const std::byte* fatbin) const;
  bool only_machine_code(const std::byte* fatbin) const;
  bool has_ptx(const std::byte* fatbin) const;
  WorkPlace place() { return {arch_, memory_, number_}; }
  std::vector<CommandPtr> predecessors(const Stream& stream) const;
  /// nullptr: the stream captures it.
  CommandPtr give(Stream& stream, Work work, double host_ns);
  void give(Stream& stream, const CommandPtr& command, double host_ns);
  void submit(CommandPtr command);
  bool captures(const Stream& stream);
  GraphNode& capture(Stream& stream, NodeWork work);
  /// Work that the device would refuse spoils the capture.
  void capture_checked(Stream& stream, Work work);
  /// False: neither the stream nor the event is of a capture.
  bool capture_wait(Stream& stream, const Event& event);
  void require_not_captured(const Stream& stream);
  void require_not_captured(const Event& event);
  void run_now(Command& command);
  void require_alive() const;
  Status device_status() const;
  void look();
  void flush_printed();
  /// `pageable`: only because memory that it copies is not pinned.
  void wait(const Command& command, bool pageable = false);
  bool is_done(const CommandPtr& command);
  void finished(Command& command, RunResult* result);
  /// nullptr: nobody looks at it.
  std::unique_ptr<RunResult> run_watched(Command& command);

  const unsigned number_;
  const ExecOptions& options_;
  ArchConfig arch_;
  std::function<void(LaunchRecord&&)> launched_;
  std::shared_ptr<LaunchOrder> order_;  ///< of the program's launches; its devices share it
  DeviceLimits limits_;
  DeviceMemory memory_;
  TexelResources texels_{memory_};
  std::unique_ptr<TimelineRecorder> timeline_;
  std::unique_ptr<CommandProcessor> processor_;
  std::vector<std::unique_ptr<LoadedModule>> modules_;
  ModulePlace next_module_;
  Stream default_;
  std::map<std::uint64_t, std::unique_ptr<Stream>> streams_;
  std::uint64_t next_stream_ = 1;
  std::vector<CapturePtr> captures_;  ///< that have not ended
  double host_ns_ = 0;                ///< the host's clock
  Status failed_ = Status::Success;   ///< without timing: as soon as a kernel has
  Status seen_ = Status::Success;     ///< by the host
  std::string printed_;               ///< by kernels, since the host waited last
  const Command* running_ = nullptr;  ///< without timing: the launch that is being done
};

}  // namespace simt::program
