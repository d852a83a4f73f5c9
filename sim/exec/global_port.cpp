#include "sim/exec/global_port.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "isa/base/host_cache.h"

namespace simt {
namespace {
constexpr std::size_t kFirstTable = 256;  // slots; a power of two
constexpr std::size_t kAhead = 4;         // lines
}  // namespace

Allocation* GlobalPort::allocation(std::uint64_t address) {
  return memory_.allocation(address, last_allocation_);
}

void GlobalPort::prefetch(std::uint64_t address) {
  const Allocation* const a = allocation(address);
  if (a == nullptr) return;
  const std::byte* const at = a->data.data() + (address - a->address);
  prefetch_bytes(at, kLine);
}

std::size_t GlobalPort::slot_of(std::uint64_t allocation, std::uint64_t line_address) const {
  const std::uint64_t key = line_address / kLine * 0x9e37'79b9'7f4a'7c15u + allocation;
  return (key ^ key >> 29) & (table_.size() - 1);
}

std::uint32_t GlobalPort::find(const Allocation& a, std::uint64_t line_address) const {
  if (table_.empty()) return kNone;
  for (std::size_t slot = slot_of(a.address, line_address);;
       slot = (slot + 1) & (table_.size() - 1)) {
    const std::uint32_t at = table_[slot];
    if (at == kNone) return kNone;
    if (lines_[at].address == line_address && lines_[at].allocation == a.address) return at;
  }
}

void GlobalPort::enter(std::uint32_t line) {
  std::size_t slot = slot_of(lines_[line].allocation, lines_[line].address);
  while (table_[slot] != kNone) slot = (slot + 1) & (table_.size() - 1);
  table_[slot] = line;
}

// A new line starts as a copy of memory, so that loads need to look in one place only.
std::uint32_t GlobalPort::find_or_add(Allocation& a, std::uint64_t line_address) {
  if (const std::uint32_t found = find(a, line_address); found != kNone) return found;
  const auto index = static_cast<std::uint32_t>(lines_.size());
  lines_.push_back({line_address, a.address, {}});
  if (2 * lines_.size() > table_.size()) {
    table_.assign(std::max(kFirstTable, 2 * table_.size()), kNone);
    for (std::uint32_t i = 0; i < lines_.size(); ++i) enter(i);
  } else {
    enter(index);
  }
  if (index / kChunkLines == chunks_.size()) chunks_.emplace_back();
  const std::uint64_t first = std::max(line_address, a.address);
  const std::uint64_t last = std::min(line_address + kLine, a.address + a.bytes);
  std::memcpy(bytes_of(index) + (first - line_address), a.data.data() + (first - a.address),
              last - first);
  stored_lines_.add(line_address);
  return index;
}

std::byte* GlobalPort::readable(Allocation& a, std::uint64_t address) {
  const std::uint64_t line_address = address / kLine * kLine;
  const std::uint32_t line = find(a, line_address);
  if (line == kNone) return a.data.data() + (address - a.address);
  return bytes_of(line) + (address - line_address);
}

std::byte* GlobalPort::writable(Allocation& a, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t first = address / kLine * kLine, end = address + bytes;
  const std::uint32_t start = find_or_add(a, first);
  std::uint32_t expected = start;
  for (std::uint64_t line = first + kLine; line < end; line += kLine)
    if (find_or_add(a, line) != ++expected || expected % kChunkLines == 0) return nullptr;
  for (std::uint32_t i = start; i <= expected; ++i) {
    Line& line = lines_[i];
    const std::uint64_t from = std::max(address, line.address) - line.address;
    const std::uint64_t to = std::min(end, line.address + kLine) - line.address;
    for (std::uint64_t half = 0; half < 2; ++half) {
      const std::uint64_t low = std::max(from, half * 64), high = std::min(to, half * 64 + 64);
      if (low >= high) continue;
      const std::uint64_t ones =
          high - low == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (high - low)) - 1;
      line.written[half] |= ones << (low % 64);
    }
  }
  return bytes_of(start) + (address - first);
}

void GlobalPort::defer(const DeferredAtomic& atomic) {
  atomics_.push_back(atomic);
  queued_acquire_ |= atomic.acquires;
  for_each_lane(atomic.lanes, [&](unsigned lane) { atomic_lines_.add(atomic.address[lane]); });
}

void GlobalPort::clear_atomics() {
  if (atomics_.empty()) return;
  atomics_.clear();
  queued_acquire_ = false;
  atomic_lines_.clear();
}

void GlobalPort::commit_stores() {
  if (lines_.empty()) return;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    if (i + kAhead < lines_.size()) prefetch(lines_[i + kAhead].address);
    Allocation* const a = allocation(line.allocation);
    if (a == nullptr) continue;  // freed in this window
    const std::byte* const from = bytes_of(i);
    // The first byte of the line may lie before the allocation; marked bytes never do.
    const auto place = [&](unsigned byte) {
      return a->data.data() + (line.address + byte - a->address);
    };
    if (line.written[0] == ~std::uint64_t{0} && line.written[1] == ~std::uint64_t{0}) {
      std::memcpy(place(0), from, kLine);
      continue;
    }
    for (unsigned half = 0; half < 2; ++half)
      for (std::uint64_t left = line.written[half]; left != 0; left &= left - 1) {
        const unsigned byte = half * 64 + static_cast<unsigned>(std::countr_zero(left));
        *place(byte) = from[byte];
      }
  }
  lines_.clear();
  std::fill(table_.begin(), table_.end(), kNone);
  stored_lines_.clear();
}

}  // namespace simt
