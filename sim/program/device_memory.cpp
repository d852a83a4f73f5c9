#include "sim/program/device_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <vector>

#include "sim/program/status.h"

namespace simt::program {
namespace {

/// Far from where Linux places programs (0x55...) and what they map (0x7f...).
constexpr std::uint64_t kHeapBase = 0x0000'6000'0000'0000, kHeapBytes = std::uint64_t{1} << 40;
constexpr std::uint64_t kVariableBytes = std::uint64_t{1} << 32;

// Failing that, the addresses still name device memory alone, unless the host gets them by chance.
void reserve(const Window& window) {
  mmap(reinterpret_cast<void*>(window.base), window.size, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}
void unreserve(const Window& window) {
  munmap(reinterpret_cast<void*>(window.base), window.size);
}

std::vector<DeviceMemory*>& memories() {
  static auto* const memories = new std::vector<DeviceMemory*>;
  return *memories;
}

}  // namespace

Window heap_of(unsigned number) {
  return {kHeapBase + number * kHeapBytes, kHeapBytes};
}

// Allocations have the other half.
Window virtual_of(unsigned number) {
  const Window heap = heap_of(number);
  return {heap.base + heap.size / 2, heap.size / 2};
}

Window variables_of(unsigned number) {
  return {kModuleGlobals.base + number * kVariableBytes, kVariableBytes};
}

DeviceMemory::DeviceMemory(unsigned device, std::uint64_t capacity)
    : device_(device),
      heap_(heap_of(device)),
      variables_(variables_of(device)),
      capacity_(capacity),
      image_(Window{heap_.base, heap_.size / 2}) {
  reserve(heap_);
  reserve(variables_);
  memories().push_back(this);
}

DeviceMemory::~DeviceMemory() {
  std::erase(memories(), this);
  for (DeviceMemory* const other : memories()) other->leave(*this), leave(*other);
  unreserve(heap_);
  unreserve(variables_);
}

DeviceMemory* DeviceMemory::holding(std::uint64_t address) {
  const auto found = std::ranges::find_if(memories(), [=](const DeviceMemory* memory) {
    return memory->heap_.contains(address) || memory->variables_.contains(address);
  });
  return found == memories().end() ? nullptr : *found;
}

std::uint64_t DeviceMemory::allocate(std::uint64_t bytes, const std::string& name) {
  if (bytes > available()) throw CallError(Status::MemoryAllocation);
  try {
    const std::uint64_t address = image_.allocate(bytes, name);
    allocated_[address] = bytes;
    used_ += bytes;
    for (DeviceMemory* const peer : reached_by_) show(address, *peer);
    return address;
  } catch (const MemoryExhausted&) {
    throw CallError(Status::MemoryAllocation);
  }
}

void DeviceMemory::attach(void* host, std::uint64_t bytes, Kind kind, const std::string& name) {
  const auto address = reinterpret_cast<std::uint64_t>(host);
  image_.attach(address, static_cast<std::byte*>(host), bytes, name);
  attached_[address] = {bytes, kind};
}

bool DeviceMemory::free(std::uint64_t address) {
  const auto it = allocated_.find(address);
  if (it == allocated_.end()) return false;
  used_ -= it->second;
  allocated_.erase(it);
  for (DeviceMemory* const peer : reached_by_) peer->image_.release(address);
  return image_.release(address);
}

void DeviceMemory::take(std::uint64_t bytes) {
  if (bytes > available()) throw CallError(Status::MemoryAllocation);
  used_ += bytes;
}

void DeviceMemory::clear(const std::function<bool(std::uint64_t)>& keeps) {
  std::vector<std::uint64_t> gone;
  for (const Allocation& there : image_.allocations())
    if (heap_.contains(there.address) && !virtual_of(device_).contains(there.address) &&
        !keeps(there.address))
      gone.push_back(there.address);
  for (const std::uint64_t address : gone)
    if (!free(address)) image_.release(address);  // a kernel's own
}

void DeviceMemory::show(std::uint64_t address, DeviceMemory& to) {
  const Allocation& shown = *image_.allocation(address);
  to.image_.attach(address, image_.find(address, shown.bytes), shown.bytes,
                   fmt::format("{} of device {}", shown.name, device_));
}

bool DeviceMemory::reach(DeviceMemory& peer) {
  if (std::ranges::count(peer.reached_by_, this) != 0) return false;
  peer.reached_by_.push_back(this);
  for (const auto& [address, bytes] : peer.allocated_) peer.show(address, *this);
  return true;
}

bool DeviceMemory::leave(DeviceMemory& peer) {
  if (std::erase(peer.reached_by_, this) == 0) return false;
  for (const auto& [address, bytes] : peer.allocated_) image_.release(address);
  return true;
}

bool DeviceMemory::detach(const void* host) {
  const auto it = attached_.find(reinterpret_cast<std::uint64_t>(host));
  if (it == attached_.end()) return false;
  image_.release(it->first);
  attached_.erase(it);
  return true;
}

DeviceMemory::Region DeviceMemory::region(std::uint64_t address) {
  Allocation* const found = image_.allocation(address);
  if (found == nullptr) return {};
  const auto attached = attached_.find(found->address);
  const Kind kind = attached == attached_.end() ? Kind::Device : attached->second.kind;
  return {kind, found->address, found->bytes, found->data.data()};
}

}  // namespace simt::program
