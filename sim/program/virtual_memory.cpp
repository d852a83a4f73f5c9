#include "sim/program/virtual_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>

#include "sim/program/process.h"

namespace simt::program {
namespace {

[[noreturn]] void refuse_virtual(Status status = Status::InvalidValue) {
  throw CallError(status);
}

bool whole_steps(std::uint64_t bytes) {
  return bytes != 0 && bytes % VirtualMemory::kGranularity == 0;
}

DeviceMemory& memory_of(unsigned device) {
  return Process::get().gpu(device).memory();
}

}  // namespace

/// In use as long as a handle or a mapping is.
struct VirtualMemory::Physical {
  Physical(std::uint64_t size, unsigned its_device) : bytes(size), device(its_device) {
    memory_of(device).take(bytes);
    file = memfd_create("simt-sim", MFD_CLOEXEC);
    if (file >= 0 && ftruncate(file, static_cast<off_t>(bytes)) == 0) return;
    if (file >= 0) close(file);
    memory_of(device).give_back(bytes);
    refuse_virtual(Status::MemoryAllocation);
  }
  ~Physical() {
    close(file);
    memory_of(device).give_back(bytes);
  }
  Physical(const Physical&) = delete;
  Physical& operator=(const Physical&) = delete;

  std::uint64_t bytes;
  unsigned device;
  int file = -1;
  unsigned handles = 1;
  std::uint64_t handle = 0;
};

struct VirtualMemory::Reservation {
  Reservation(std::uint64_t address, std::uint64_t size)
      : base(address),
        bytes(size),
        host(mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (host == MAP_FAILED) refuse_virtual(Status::MemoryAllocation);
  }
  ~Reservation() { munmap(host, bytes); }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  std::byte* at(std::uint64_t address) const {
    return static_cast<std::byte*>(host) + (address - base);
  }
  std::uint64_t base, bytes;
  void* host;
  std::set<std::pair<unsigned, std::uint64_t>> shown;  ///< device, address
};

VirtualMemory& VirtualMemory::get() {
  static auto* const memory = new VirtualMemory;
  return *memory;
}

// The first gap that is large enough.
std::uint64_t VirtualMemory::reserve(std::uint64_t bytes, std::uint64_t alignment,
                                     unsigned device) {
  if (!whole_steps(bytes) || (alignment != 0 && !std::has_single_bit(alignment))) refuse_virtual();
  const std::uint64_t step = std::max(alignment, kGranularity);
  const Window window = virtual_of(device);
  const auto aligned = [=](std::uint64_t at) { return (at + step - 1) / step * step; };
  std::uint64_t at = aligned(window.base);
  for (const auto& [base, there] : reservations_) {
    if (!window.contains(base)) continue;
    if (base >= at + bytes) break;
    at = std::max(at, aligned(base + there->bytes));
  }
  if (at + bytes > window.base + window.size) refuse_virtual(Status::MemoryAllocation);
  reservations_[at] = std::make_unique<Reservation>(at, bytes);
  return at;
}

void VirtualMemory::give_up(const MemRange& range) {
  const auto it = reservations_.find(range.begin);
  if (it == reservations_.end() || it->second->bytes != range.bytes) refuse_virtual();
  const auto first = mappings_.lower_bound(range.begin);
  if (first != mappings_.end() && first->first < range.begin + range.bytes) refuse_virtual();
  reservations_.erase(it);
}

std::uint64_t VirtualMemory::create(std::uint64_t bytes, unsigned device) {
  if (!whole_steps(bytes)) refuse_virtual();
  auto made = std::make_shared<Physical>(bytes, device);
  made->handle = next_handle_++;
  const std::uint64_t handle = made->handle;
  physical_[handle] = std::move(made);
  return handle;
}

std::shared_ptr<VirtualMemory::Physical>& VirtualMemory::physical(std::uint64_t handle) {
  const auto it = physical_.find(handle);
  if (it == physical_.end()) refuse_virtual();
  return it->second;
}

void VirtualMemory::retain(std::uint64_t handle) {
  ++physical(handle)->handles;
}

void VirtualMemory::release(std::uint64_t handle) {
  if (--physical(handle)->handles == 0) physical_.erase(handle);
}

unsigned VirtualMemory::device_of(std::uint64_t handle) {
  return physical(handle)->device;
}

VirtualMemory::Reservation& VirtualMemory::around(const MemRange& range) {
  const auto behind = reservations_.upper_bound(range.begin);
  if (behind == reservations_.begin()) refuse_virtual();
  Reservation& out = *std::prev(behind)->second;
  if (range.begin - out.base > out.bytes || range.bytes > out.bytes - (range.begin - out.base))
    refuse_virtual();
  return out;
}

std::pair<VirtualMemory::Mappings::iterator, VirtualMemory::Mappings::iterator>
VirtualMemory::within(const MemRange& range) {
  const auto first = mappings_.find(range.begin);
  auto last = first;
  std::uint64_t at = range.begin;
  while (at < range.begin + range.bytes && last != mappings_.end() && last->first == at) {
    at += last->second.bytes;
    ++last;
  }
  if (at == range.begin || at != range.begin + range.bytes) refuse_virtual();
  return {first, last};
}

void VirtualMemory::map(const MemRange& range, std::uint64_t offset, std::uint64_t handle) {
  const std::shared_ptr<Physical> memory = physical(handle);
  Reservation& in = around(range);
  if (range.begin % kGranularity != 0) refuse_virtual();
  if (offset != 0 || range.bytes != memory->bytes) refuse_virtual(Status::NotSupported);
  const MemRange below = mapping_at(range.begin);
  const auto behind = mappings_.lower_bound(range.begin);
  if (below.bytes != 0 || (behind != mappings_.end() && behind->first < range.begin + range.bytes))
    refuse_virtual();
  if (mmap(in.at(range.begin), range.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
           memory->file, 0) == MAP_FAILED)
    refuse_virtual(Status::MemoryAllocation);
  mappings_[range.begin] = {range.bytes, memory, {}};
}

void VirtualMemory::unmap(const MemRange& range) {
  Reservation& in = around(range);
  const auto [first, last] = within(range);
  hide(in);
  mmap(in.at(range.begin), range.bytes, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  mappings_.erase(first, last);
  show(in);
}

void VirtualMemory::set_access(const MemRange& range, unsigned device, unsigned flags) {
  Reservation& in = around(range);
  const auto [first, last] = within(range);
  for (auto it = first; it != last; ++it) {
    if (flags == kNoAccess)
      it->second.access.erase(device);
    else
      it->second.access[device] = flags;
  }
  hide(in);
  show(in);
}

unsigned VirtualMemory::access(std::uint64_t address, unsigned device) {
  const MemRange there = mapping_at(address);
  if (there.bytes == 0) refuse_virtual();
  const auto& access = mappings_.at(there.begin).access;
  const auto found = access.find(device);
  return found == access.end() ? kNoAccess : found->second;
}

std::uint64_t VirtualMemory::handle_at(std::uint64_t address) {
  const MemRange there = mapping_at(address);
  if (there.bytes == 0) refuse_virtual();
  const std::shared_ptr<Physical>& memory = mappings_.at(there.begin).memory;
  physical_.emplace(memory->handle, memory);
  return memory->handle;
}

MemRange VirtualMemory::mapping_at(std::uint64_t address) const {
  const auto behind = mappings_.upper_bound(address);
  if (behind == mappings_.begin()) return {};
  const auto& [base, mapping] = *std::prev(behind);
  return address - base < mapping.bytes ? MemRange{base, mapping.bytes} : MemRange{};
}

void VirtualMemory::hide(Reservation& reservation) {
  for (const auto& [device, address] : reservation.shown)
    memory_of(device).image().release(address);
  reservation.shown.clear();
}

void VirtualMemory::show(Reservation& reservation) {
  for (unsigned device = 0; device < Process::get().devices(); ++device) {
    MemRange piece;
    const auto attach = [&] {
      if (piece.bytes == 0) return;
      memory_of(device).image().attach(piece.begin, reservation.at(piece.begin), piece.bytes,
                                       fmt::format("mapped memory {:#x}", piece.begin));
      reservation.shown.emplace(device, piece.begin);
      piece = {};
    };
    for (auto it = mappings_.lower_bound(reservation.base);
         it != mappings_.end() && it->first < reservation.base + reservation.bytes; ++it) {
      if (!it->second.access.contains(device)) continue;
      if (piece.bytes == 0 || piece.begin + piece.bytes != it->first) {
        attach();
        piece.begin = it->first;
      }
      piece.bytes += it->second.bytes;
    }
    attach();
  }
}

}  // namespace simt::program
