#include "sim/sm/count/access_patterns.h"

#include <algorithm>

namespace simt {
namespace {

constexpr std::size_t kSlots = 2 * AccessPatterns::kMost;

AccessPattern pattern_of(const MemoryAccess& access) {
  AccessPattern out;
  out.lanes = access.lanes;
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    const std::uint32_t active = 0u - (access.lanes >> lane & 1);
    out.address[lane] = static_cast<std::uint32_t>(access.address[lane]) & active;
  }
  out.count = 1;
  return out;
}

std::size_t hash_of(const AccessPattern& pattern) {
  std::array<std::uint64_t, 4> part{pattern.lanes, 1, 2, 3};
  for (unsigned lane = 0; lane < kMaxWarpSize; lane += 4)
    for (unsigned i = 0; i < 4; ++i)
      part[i] = (part[i] ^ pattern.address[lane + i]) * 0x9e37'79b9'7f4a'7c15u;
  const std::uint64_t hash = part[0] ^ part[1] >> 7 ^ part[2] >> 17 ^ part[3] >> 27;
  return hash >> 20;
}

}  // namespace

AccessPatterns& AccessPatterns::operator+=(const AccessPatterns& o) {
  if (o.quiet) {
    if (found.empty() && before == 0 && all) *this = o;
    return *this;
  }
  if (quiet) *this = {};
  before += o.before;
  all &= o.all;
  std::size_t next = 0;  // SMs do much the same: the patterns of one often come as those of another
  for (const AccessPattern& one : o.found) {
    const auto same =
        next < found.size() && found[next].same(one)
            ? found.begin() + static_cast<std::ptrdiff_t>(next)
            : std::ranges::find_if(found, [&](const AccessPattern& p) { return p.same(one); });
    next = static_cast<std::size_t>(same - found.begin()) + 1;
    if (same != found.end())
      same->count += one.count;
    else if (found.size() < kMost)
      found.push_back(one);
    else
      all = false;
  }
  return *this;
}

void SharedPatterns::add_to(std::vector<AccessPatterns>& sum) const {
  for (std::size_t pc = 0; pc < place_.size(); ++pc)
    if (place_[pc] != 0) sum[pc] += found_[(place_[pc] & ~kQuiet) - 1].patterns;
}

void SharedPatterns::note(Pc pc, const MemoryAccess& access, std::uint64_t requests,
                          bool conflict) {
  if (access.is_atomic()) return;
  if (pc >= place_.size()) place_.resize(pc + 1);
  if (place_[pc] == 0) {
    found_.emplace_back();
    place_[pc] = static_cast<std::uint32_t>(found_.size()) | kQuiet;
    if (!conflict) return note_quiet(found_.back(), access);
  }
  if ((place_[pc] & kQuiet) != 0) {  // its first conflict
    place_[pc] &= ~kQuiet;
    found_[place_[pc] - 1].patterns = {};
    found_[place_[pc] - 1].patterns.before = requests - 1;
  }
  Found& at = found_[place_[pc] - 1];
  if (!at.patterns.all) return;  // counts mean nothing any more
  if (access.several()) {        // nothing moves all addresses of a lane alike
    at.patterns.all = false;
    return;
  }
  add(at, pattern_of(access));
}

void SharedPatterns::note_quiet(Found& at, const MemoryAccess& access) {
  at.patterns.quiet = true;
  if (!access.several()) at.patterns.found.push_back(pattern_of(access));
}

void SharedPatterns::add(Found& at, const AccessPattern& pattern) {
  std::vector<AccessPattern>& found = at.patterns.found;
  if (at.last < found.size() && found[at.last].same(pattern)) {
    ++found[at.last].count;
    return;
  }
  if (at.slots.empty()) at.slots.resize(kSlots);
  std::size_t slot = hash_of(pattern) % kSlots;
  while (at.slots[slot] != 0 && !found[at.slots[slot] - 1u].same(pattern))
    slot = (slot + 1) % kSlots;
  if (at.slots[slot] != 0) {
    at.last = at.slots[slot] - 1u;
    ++found[at.last].count;
    return;
  }
  if (found.size() == AccessPatterns::kMost || kept_ == kMostOfAll) {
    at.patterns.all = false;
    return;
  }
  ++kept_;
  at.last = found.size();
  found.push_back(pattern);
  at.slots[slot] = static_cast<std::uint16_t>(found.size());
}

}  // namespace simt
