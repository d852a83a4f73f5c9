#include "sim/exec/global_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "isa/base/address_space.h"
#include "sim/exec/foreign_memory.h"

namespace simt {
namespace {

constexpr std::uint64_t kAlignment = 256;
/// Farther away than this, the nearest buffer says nothing about the mistake.
constexpr std::uint64_t kNear = std::uint64_t{1} << 30;

std::string extent(const Allocation& a) {
  const bool variable = kModuleGlobals.contains(a.address);
  return fmt::format("{} '{}' ({} bytes at {:#x})", variable ? "variable" : "buffer", a.name,
                     a.bytes, a.address);
}
std::string bytes_text(std::uint64_t n) {
  return fmt::format("{} byte{}", n, n == 1 ? "" : "s");
}
MemoryExhausted exhausted(std::uint64_t bytes, const std::string& name) {
  return MemoryExhausted(
      fmt::format("there is not enough memory for '{}' ({})", name, bytes_text(bytes)));
}

Storage own_storage(std::uint64_t bytes, const std::string& name) {
  try {
    return Storage(bytes);
  } catch (const std::bad_alloc&) {
    throw exhausted(bytes, name);
  }
}

}  // namespace

std::uint64_t GlobalMemory::next_place(std::uint64_t end) const {
  return (end + kAlignment - 1) / kAlignment * kAlignment + gap_;
}

std::size_t GlobalMemory::first_behind(std::uint64_t address) const {
  const auto it =
      std::upper_bound(allocations_.begin(), allocations_.end(), address,
                       [](std::uint64_t value, const Allocation& a) { return value < a.address; });
  return static_cast<std::size_t>(it - allocations_.begin());
}

void GlobalMemory::insert(Allocation a) {
  const auto at = static_cast<std::ptrdiff_t>(first_behind(a.address));
  allocations_.insert(allocations_.begin() + at, std::move(a));
}

void GlobalMemory::forget_freed(std::uint64_t address, std::uint64_t bytes) {
  std::erase_if(allocations_, [&](const Allocation& a) {
    return a.freed && a.address < address + bytes && address < a.address + a.bytes;
  });
}

std::optional<std::uint64_t> GlobalMemory::place(std::uint64_t bytes) const {
  const std::uint64_t end = window_.base + window_.size;
  const std::uint64_t fresh = next_ == 0 ? window_.base : next_;
  if (fresh <= end && bytes <= end - fresh) return fresh;
  std::uint64_t at = window_.base;
  for (const Allocation& a : allocations_) {
    if (a.freed || !window_.contains(a.address)) continue;
    if (a.address >= at && a.address - at >= gap_ && bytes <= a.address - at - gap_) return at;
    at = next_place(a.address + a.bytes);
  }
  return at <= end && bytes <= end - at ? std::optional(at) : std::nullopt;
}

std::uint64_t GlobalMemory::allocate(std::uint64_t bytes, std::string name) {
  const std::optional<std::uint64_t> address = place(bytes);
  if (!address) throw exhausted(bytes, name);
  Storage storage = own_storage(bytes, name);
  forget_freed(*address, bytes);
  insert({*address, bytes, name, std::move(storage)});
  next_ = std::max(next_, next_place(*address + bytes));
  return *address;
}

void GlobalMemory::map(std::uint64_t address, std::uint64_t bytes, std::string name) {
  insert({address, bytes, name, own_storage(bytes, name)});
}

void GlobalMemory::attach(std::uint64_t address, std::byte* host, std::uint64_t bytes,
                          std::string name) {
  forget_freed(address, bytes);
  insert({address, bytes, std::move(name), Storage(host, bytes)});
}

bool GlobalMemory::release(std::uint64_t address) {
  const std::size_t behind = first_behind(address);
  if (behind == 0) return false;
  Allocation& a = allocations_[behind - 1];
  if (a.address != address || a.freed) return false;
  a.freed = true;
  a.data = {};
  return true;
}

Allocation* GlobalMemory::allocation(std::uint64_t address, std::uint64_t& last) {
  if (last < allocations_.size()) {
    Allocation& recent = allocations_[last];
    if (recent.contains(address) && !recent.freed) return &recent;
  }
  const std::size_t behind = first_behind(address);
  if (behind == 0) return nullptr;
  Allocation& a = allocations_[behind - 1];
  if (!a.contains(address) || a.freed) return nullptr;
  last = behind - 1;
  return &a;
}

std::byte* GlobalMemory::find(std::uint64_t address, std::uint64_t bytes) {
  Allocation* a = allocation(address);
  if (a == nullptr || bytes > a->bytes - (address - a->address)) return nullptr;
  return a->data.data() + (address - a->address);
}

std::string GlobalMemory::describe(std::uint64_t address) const {
  const std::size_t behind = first_behind(address);
  const Allocation* below = behind > 0 ? &allocations_[behind - 1] : nullptr;
  const Allocation* above = behind < allocations_.size() ? &allocations_[behind] : nullptr;
  if (below != nullptr && below->contains(address)) {
    return fmt::format("{} into {}{}", bytes_text(address - below->address), extent(*below),
                       below->freed ? ", which has been freed" : "");
  }
  const std::uint64_t past = below != nullptr ? address - below->address - below->bytes : ~0ull;
  const std::uint64_t before = above != nullptr ? above->address - address : ~0ull;
  if (std::min(past, before) > kNear) {
    const std::string foreign = foreign_memory_text(address);
    return foreign.empty() ? "not near any allocation" : foreign;
  }
  return describe(address, past <= before ? *below : *above);
}

std::string GlobalMemory::describe(std::uint64_t address, const Allocation& buffer) {
  if (address < buffer.address)
    return fmt::format("{} before {}", bytes_text(buffer.address - address), extent(buffer));
  const std::uint64_t past = address - buffer.address - buffer.bytes;
  return past == 0 ? fmt::format("just past the end of {}", extent(buffer))
                   : fmt::format("{} past the end of {}", bytes_text(past), extent(buffer));
}

}  // namespace simt
