// Memory that a program allocates: on the device, pinned on the host, managed. One address space
// with the host's, as with unified addressing (CUDA C++ Programming Guide, "Unified Virtual Address
// Space"): the device's addresses are reserved in the process, so that nothing else lies there and
// a host that follows a device pointer faults at an address that names its buffer (host_faults.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/exec/global_memory.h"
#include "sim/program/export.h"

namespace simt::program {

/// Addresses of the buffers of device `number`, and of the variables of its modules.
Window heap_of(unsigned number);
Window variables_of(unsigned number);
/// Of the heap: those that a program reserves and maps itself (virtual_memory.h).
Window virtual_of(unsigned number);

/// Bytes from row to row of an allocation with a pitch, as on devices since Fermi.
inline std::uint64_t pitch_of(std::uint64_t width) {
  constexpr std::uint64_t kPitch = 512;
  return (width + kPitch - 1) / kPitch * kPitch;
}

class SIMT_PROGRAM_API DeviceMemory {
 public:
  /// About what drivers of 2025 take of a device before a program has any.
  static constexpr std::uint64_t kContextBytes = std::uint64_t{512} << 20;

  /// Reserves the addresses. `capacity`: bytes of device memory.
  DeviceMemory(unsigned device, std::uint64_t capacity);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Of the device, of all that there are, whose buffer or variable has this address; nullptr: of
  /// none.
  static DeviceMemory* holding(std::uint64_t address);
  /// The same; `otherwise` of none: the address may be the host's.
  static DeviceMemory& holding(std::uint64_t address, DeviceMemory& otherwise) {
    DeviceMemory* const holder = holding(address);
    return holder != nullptr ? *holder : otherwise;
  }
  unsigned device() const { return device_; }

  /// Kernels of this device reach what the other one has allocated and will allocate, at the same
  /// addresses. Variables of modules are not among it. False: it was so, it was not so.
  bool reach(DeviceMemory& peer);
  bool leave(DeviceMemory& peer);

  GlobalMemory& image() { return image_; }

  /// What a pointer names. Pageable: host memory that nobody has registered, or nothing at all.
  enum class Kind : std::uint8_t { Pageable, Device, Pinned, Managed };
  struct Region {
    Kind kind = Kind::Pageable;
    std::uint64_t base = 0, bytes = 0;
    std::byte* host = nullptr;  ///< where the simulator keeps the bytes
  };

  /// Throws CallError (MemoryAllocation).
  std::uint64_t allocate(std::uint64_t bytes, const std::string& name);
  /// Of host memory, which kernels see at the same address; the memory is the caller's.
  void attach(void* host, std::uint64_t bytes, Kind kind, const std::string& name);
  /// False: no allocation of this kind begins there.
  bool free(std::uint64_t address);
  /// Memory that has no address yet. Throws CallError (MemoryAllocation).
  void take(std::uint64_t bytes);
  void give_back(std::uint64_t bytes) { used_ -= bytes; }
  /// All that was allocated, by the host or by kernels, but what `keeps` says of.
  void clear(const std::function<bool(std::uint64_t)>& keeps);
  bool detach(const void* host);

  Region region(std::uint64_t address);
  /// Where the bytes of a device pointer lie; nullptr where not all of them are device memory or
  /// attached.
  std::byte* bytes_at(std::uint64_t address, std::uint64_t bytes) {
    return image_.find(address, bytes);
  }

  std::uint64_t capacity() const { return capacity_; }
  /// Less what the driver keeps for a context.
  std::uint64_t available() const { return capacity_ - kContextBytes - used_; }
  /// "buffer 'cudaMalloc 3' (4096 bytes at 0x600000000000)" for a message about an address.
  std::string describe(std::uint64_t address) const { return image_.describe(address); }

 private:
  struct Attached {
    std::uint64_t bytes;
    Kind kind;
  };
  unsigned device_;
  Window heap_, variables_;
  std::uint64_t capacity_, used_ = 0;
  GlobalMemory image_;
  std::map<std::uint64_t, std::uint64_t> allocated_;  // address -> bytes
  std::map<std::uint64_t, Attached> attached_;
  std::vector<DeviceMemory*> reached_by_;

  void show(std::uint64_t address, DeviceMemory& to);
};

}  // namespace simt::program
