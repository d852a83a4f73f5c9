#include "sim/program/host_cache.h"

#include <algorithm>
#include <iterator>

namespace simt::program {

std::uint64_t HostCache::read(std::uint64_t from, std::uint64_t bytes) {
  const std::uint64_t had = held(from, bytes);
  note(from, bytes, false);
  return had;
}

std::uint64_t HostCache::write(std::uint64_t to, std::uint64_t bytes) {
  const std::uint64_t had = held(to, bytes);
  note(to, bytes, true);
  return had;
}

// Of `bytes` that were in the caches when `since` bytes had gone through.
std::uint64_t HostCache::left(std::uint64_t bytes, std::uint64_t since) const {
  const std::uint64_t lost = std::min(traffic_ - since, size_);
  return static_cast<std::uint64_t>(static_cast<double>(bytes) * static_cast<double>(size_ - lost) /
                                    static_cast<double>(size_));
}

std::uint64_t HostCache::held(std::uint64_t from, std::uint64_t bytes) const {
  const std::uint64_t end = from + bytes;
  std::uint64_t at = from, had = 0;
  auto it = parts_.upper_bound(from);
  if (it != parts_.begin() && std::prev(it)->second.end > from) --it;
  for (; at < end; ++it) {
    const std::uint64_t next = it == parts_.end() ? end : std::min(end, it->first);
    if (at < next) had += left(next - at, 0);
    at = std::max(at, next);
    if (it == parts_.end() || at == end) break;
    const std::uint64_t upto = std::min(end, it->second.end);
    if (!it->second.past) had += left(upto - at, it->second.traffic);
    at = upto;
  }
  return std::min(had, size_);
}

void HostCache::cut(std::uint64_t at) {
  auto it = parts_.lower_bound(at);
  if (it == parts_.begin()) return;
  --it;
  if (it->second.end <= at) return;
  parts_.emplace(at, it->second);
  it->second.end = at;
}

// What was noted longer ago than the caches hold is as what never was.
void HostCache::note(std::uint64_t from, std::uint64_t bytes, bool past) {
  if (bytes == 0) return;
  traffic_ += bytes;
  cut(from);
  cut(from + bytes);
  parts_.erase(parts_.lower_bound(from), parts_.lower_bound(from + bytes));
  std::erase_if(parts_, [&](const auto& p) { return traffic_ - p.second.traffic >= size_; });
  parts_[from] = {from + bytes, traffic_, past};
}

}  // namespace simt::program
