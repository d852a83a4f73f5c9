// One GPU, through the CUDA driver: modules, buffers and timed launches of a session's kernel.
#pragma once

#include <cuda.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tools/driver/session.h"

namespace simt {

/// How the assembler treats the program.
struct AssemblerOptions {
  unsigned level = 0;      ///< 0 keeps the program as written, 3 optimises
  bool no_unroll = false;  ///< keep loops as written at level 3
};

/// What the program's text is for the assembler: a `.target` before sm_70 becomes sm_70; with
/// no_unroll a pragma stands after `.address_size` and so covers every loop of the module (PTX
/// ISA 11.4.1).
std::string assembler_text(std::string ptx, const AssemblerOptions& options);

class Device {
 public:
  /// Opens the first GPU. Throws SessionError.
  Device();
  /// The file's module, loaded once. Throws SessionError with the assembler's log.
  CUmodule module(const std::string& file, const AssemblerOptions& options);

 private:
  std::map<std::tuple<std::string, unsigned, bool>, CUmodule> modules_;
};

/// The session's kernel with its arguments on the device. Buffers are freed at the end.
class DeviceLaunch {
 public:
  /// The session must be bound.
  DeviceLaunch(Session& session, CUmodule module);
  ~DeviceLaunch();
  DeviceLaunch(const DeviceLaunch&) = delete;
  DeviceLaunch& operator=(const DeviceLaunch&) = delete;

  /// Copies the buffers' first contents to the device.
  void fill();
  /// Launches once and waits. Nanoseconds between events around the launch.
  double run();
  /// Copies buffers back into the session's memory: those named, or all when `names` is empty.
  void read(const std::vector<std::string>& names);

 private:
  struct Buffer {
    std::string name;
    std::uint64_t simulated, bytes;
    bool zero;
    CUdeviceptr device;
  };
  void set_symbols(CUmodule module);

  Session& session_;
  CUfunction function_{};
  std::vector<std::byte> params_;
  std::vector<Buffer> buffers_;
  CUevent before_{}, after_{};
};

}  // namespace simt
