// Virtual memory as programs manage it themselves: addresses that are reserved, physical memory
// that is made, and mappings of the one to the other (CUDA Driver API, "Virtual Memory
// Management"). Physical memory is a file in the host's memory; a reservation is a piece of the
// process into which such files are mapped, so that neighbours follow each other and one file may
// be at two places. Which calls are refused, with which error: measured on an H100.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>

#include "sim/program/export.h"
#include "sim/program/range_advice.h"

namespace simt::program {

class SIMT_PROGRAM_API VirtualMemory {
 public:
  /// Sizes and addresses are multiples of it.
  static constexpr std::uint64_t kGranularity = std::uint64_t{2} << 20;
  /// CUmemAccess_flags.
  static constexpr unsigned kNoAccess = 0, kReadOnly = 1, kReadWrite = 3;

  static VirtualMemory& get();

  // All throw CallError.
  std::uint64_t reserve(std::uint64_t bytes, std::uint64_t alignment, unsigned device);
  void give_up(const MemRange& range);
  /// A handle.
  std::uint64_t create(std::uint64_t bytes, unsigned device);
  void retain(std::uint64_t handle);
  void release(std::uint64_t handle);
  unsigned device_of(std::uint64_t handle);
  void map(const MemRange& range, std::uint64_t offset, std::uint64_t handle);
  void unmap(const MemRange& range);
  void set_access(const MemRange& range, unsigned device, unsigned flags);
  unsigned access(std::uint64_t address, unsigned device);
  std::uint64_t handle_at(std::uint64_t address);
  /// The mapping that has the address; nothing of 0 bytes: none has.
  MemRange mapping_at(std::uint64_t address) const;

 private:
  struct Physical;
  struct Reservation;
  struct Mapping {
    std::uint64_t bytes = 0;
    std::shared_ptr<Physical> memory;
    std::map<unsigned, unsigned> access;  ///< flags by device; devices without any are not in it
  };
  using Mappings = std::map<std::uint64_t, Mapping>;

  std::shared_ptr<Physical>& physical(std::uint64_t handle);
  Reservation& around(const MemRange& range);
  /// Those that make up the range, each as a whole.
  std::pair<Mappings::iterator, Mappings::iterator> within(const MemRange& range);
  /// What devices see of the reservation: neighbours are one piece.
  void show(Reservation& reservation);
  static void hide(Reservation& reservation);

  std::map<std::uint64_t, std::shared_ptr<Physical>> physical_;
  std::map<std::uint64_t, std::unique_ptr<Reservation>> reservations_;
  Mappings mappings_;
  std::uint64_t next_handle_ = 1;
};

}  // namespace simt::program
