// The simulated devices of one process: what `exec` asked for, the devices, the order in which host
// threads come to them, and the report when the process ends.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "sim/program/export.h"
#include "sim/program/gpu.h"
#include "sim/program/launch_log.h"
#include "sim/program/options/exec_options.h"

namespace simt::program {

class SIMT_PROGRAM_API Process {
 public:
  /// Made when it is first asked for, from the environment; the report is written at exit. Lives
  /// until the process has ended.
  static Process& get();
  /// Null: nobody has asked for it.
  static Process* existing();

  const ExecOptions& options() const { return options_; }
  unsigned devices() const { return static_cast<unsigned>(gpus_.size()); }
  Gpu& gpu(unsigned number) { return *gpus_.at(number); }
  /// One host thread at a time is in the model. Host functions of streams may come back to it.
  std::recursive_mutex& lock() { return lock_; }

  /// Pinned memory of the host, which all devices see; of the calling thread's device, unless it is
  /// a module's. Throws CallError.
  void* allocate_host(std::uint64_t bytes, DeviceMemory::Kind kind, bool of_module = false);
  void register_host(void* host, std::uint64_t bytes);
  /// A variable of the host's that is managed memory from now on.
  void share_variable(void* host, std::uint64_t bytes) {
    attach(host, bytes, DeviceMemory::Kind::Managed);
  }
  /// False: it is not of allocate_host(), of register_host().
  bool free_host(void* host);
  bool unregister_host(void* host);
  /// What the device's context has: pinned and managed memory, and events, which are lost.
  void device_was_reset(unsigned device);

  /// False: no allocation of device memory begins there.
  bool free_device(std::uint64_t address);

  /// Waits for the device, unless it is `here`, in whose memory `address` lies: before the host, or
  /// a copy between devices, takes what is there.
  void settle_others(const Gpu& here, std::uint64_t address);

  Event& create_event(bool timing);
  /// By its handle, which is its address. Throw CallError (InvalidResourceHandle).
  /// Throws CallError (InvalidResourceHandle, or `if_lost`).
  Event& event(void* handle, Status if_lost = Status::InvalidContext);
  void destroy_event(void* handle);

  /// The program has called cuInit, or the runtime has done so for it.
  void initialize() { initialized_ = true; }
  bool initialized() const { return initialized_; }

  /// This is a child that the program has forked after its first call: it has no devices. Asked
  /// without the lock, whose owner may be a thread that is not here.
  bool forked() const;
  /// Says so, once.
  void tell_of_fork();

  /// A launch on `gpu` that its kernel does not allow: the report tells of it.
  void refused(const Gpu& gpu, const std::string& kernel, const Dim3& grid, const Dim3& block,
               const std::string& why);
  /// For a person, on stderr, after the program's own output so far.
  void tell(const std::string& text);
  /// Once for each `what`: a function that is not provided.
  void tell_once(const std::string& what);
  /// The program asks how long something took: that `--timing off` has no time is said once.
  void tell_of_time();
  /// The program ends: what the devices still have to do is done, the report is written. What
  /// destructors of the program launch after that is done when they wait for it, and not reported.
  void close();
  /// The program ends at once (a signal, _exit): the report of what has ended so far, and of what
  /// has not.
  void interrupt();

 private:
  Process();
  void report(const std::string& unfinished);
  void attach(void* host, std::uint64_t bytes, DeviceMemory::Kind kind);

  ExecOptions options_;
  std::recursive_mutex lock_;
  std::unique_ptr<LaunchLog> log_;
  std::vector<std::unique_ptr<Gpu>> gpus_;
  std::uint64_t host_buffers_ = 0;
  struct HostMemory {
    std::uint64_t bytes;
    int device;  ///< -1: a module's
  };
  std::map<void*, HostMemory> host_allocations_, registered_;
  std::map<void*, std::unique_ptr<Event>> events_;
  bool initialized_ = false;
  const int pid_;
  std::vector<std::string> told_;
  std::atomic_flag told_of_fork_ = ATOMIC_FLAG_INIT;
};

}  // namespace simt::program
