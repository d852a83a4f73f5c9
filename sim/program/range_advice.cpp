#include "sim/program/range_advice.h"

#include <algorithm>
#include <cstring>
#include <functional>

#include "sim/program/process.h"

namespace simt::program {
namespace {

struct RangeHints {
  bool read_mostly = false;
  MemLocation preferred, brought;
  std::vector<int> readers;  ///< in the order in which they were named
  friend bool operator==(const RangeHints&, const RangeHints&) = default;
};

/// By where they begin; what lies between them has none.
class HintedPages {
 public:
  void change(const MemRange& range, const std::function<void(RangeHints&)>& what) {
    const std::uint64_t end = range.begin + range.bytes;
    split(range.begin);
    split(end);
    for (auto it = advice_.find(range.begin); it != advice_.end() && it->first < end; ++it)
      what(it->second);
  }
  void forget(const MemRange& range) {
    split(range.begin);
    split(range.begin + range.bytes);
    advice_.erase(advice_.lower_bound(range.begin), advice_.lower_bound(range.begin + range.bytes));
  }
  std::vector<RangeHints> within(const MemRange& range) const {
    std::vector<RangeHints> out;
    auto it = advice_.upper_bound(range.begin);
    if (it != advice_.begin()) --it;
    for (; it != advice_.end() && it->first < range.begin + range.bytes; ++it)
      out.push_back(it->second);
    if (out.empty()) out.emplace_back();
    return out;
  }

 private:
  /// Something begins there, with what holds there.
  void split(std::uint64_t at) {
    const auto behind = advice_.upper_bound(at);
    const RangeHints here = behind == advice_.begin() ? RangeHints{} : std::prev(behind)->second;
    advice_.try_emplace(at, here);
  }
  std::map<std::uint64_t, RangeHints> advice_;
};

HintedPages& pages() {
  static auto* const pages = new HintedPages;
  return *pages;
}

constexpr std::uint64_t kAdvicePage = 4096;

void require_that(bool holds, Status otherwise = Status::InvalidValue) {
  if (!holds) throw CallError(otherwise);
}

void require_managed(const MemRange& range) {
  DeviceMemory& memory = Process::get().gpu(0).memory();
  const DeviceMemory::Region region = memory.region(range.begin);
  const std::uint64_t end =
      region.base + (region.bytes + kAdvicePage - 1) / kAdvicePage * kAdvicePage;
  require_that(range.bytes != 0 && region.kind == DeviceMemory::Kind::Managed &&
               range.bytes <= end - range.begin);
}

void require_place(const MemLocation& place, Status otherwise = Status::InvalidValue) {
  constexpr int kHostNuma = 3, kHostNumaCurrent = 4;
  const bool host =
      place.type == kOnHostLocation || place.type == kHostNuma || place.type == kHostNumaCurrent;
  const bool device = place.type == kOnDeviceLocation && place.id >= 0 &&
                      static_cast<unsigned>(place.id) < Process::get().devices();
  require_that(host || device, otherwise);
}

/// As it is told: the host has a number of its own.
MemLocation named(const MemLocation& place) {
  return place.type == kOnHostLocation ? MemLocation{kOnHostLocation, kHostId} : place;
}

/// What holds of all pages; otherwise none.
MemLocation common(const std::vector<RangeHints>& all, MemLocation RangeHints::*which) {
  const MemLocation first = all.front().*which;
  const bool same =
      std::ranges::all_of(all, [&](const RangeHints& advice) { return advice.*which == first; });
  return same ? first : MemLocation{};
}

std::vector<int> common_readers(const std::vector<RangeHints>& all) {
  std::vector<int> out = all.front().readers;
  std::erase_if(out, [&](int reader) {
    return std::ranges::any_of(all, [&](const RangeHints& advice) {
      return std::ranges::count(advice.readers, reader) == 0;
    });
  });
  return out;
}

enum AdviceNumber : int {
  kReadMostly = 1,
  kNotReadMostly,
  kPreferred,
  kNotPreferred,
  kReader,
  kNotReader
};
enum Attribute : int {
  kIsReadMostly = 1,
  kPreferredPlace,
  kReaders,
  kBroughtTo,
  kPreferredType,
  kPreferredId,
  kBroughtType,
  kBroughtId
};

int word_of(const std::vector<RangeHints>& all, int attribute) {
  const MemLocation preferred = common(all, &RangeHints::preferred),
                    brought = common(all, &RangeHints::brought);
  switch (attribute) {
    case kIsReadMostly:
      return std::ranges::all_of(all, &RangeHints::read_mostly) ? 1 : 0;
    case kPreferredPlace:
    case kPreferredId:
      return preferred.id;
    case kBroughtTo:
    case kBroughtId:
      return brought.id;
    case kPreferredType:
      return preferred.type;
    case kBroughtType:
      return brought.type;
    default:
      throw CallError(Status::InvalidValue);
  }
}

}  // namespace

void advise_range(const MemRange& range, int advice, MemLocation location) {
  require_managed(range);
  location = named(location);
  if (advice == kPreferred || advice == kReader) require_place(location);
  switch (advice) {
    case kReadMostly:
    case kNotReadMostly:
      return pages().change(range, [&](RangeHints& a) { a.read_mostly = advice == kReadMostly; });
    case kPreferred:
      return pages().change(range, [&](RangeHints& a) { a.preferred = location; });
    case kNotPreferred:
      return pages().change(range, [](RangeHints& a) { a.preferred = {}; });
    case kReader:
    case kNotReader:
      return pages().change(range, [&](RangeHints& a) {
        std::erase(a.readers, location.id);
        if (advice == kReader) a.readers.push_back(location.id);
      });
    default:
      throw CallError(Status::InvalidValue);
  }
}

void note_prefetch(const MemRange& range, MemLocation location) {
  require_place(location, Status::InvalidDevice);
  require_managed(range);
  pages().change(range, [&](RangeHints& a) { a.brought = named(location); });
}

void range_attribute(void* to, std::size_t bytes, int attribute, const MemRange& range) {
  require_that(to != nullptr && bytes != 0 && bytes % sizeof(int) == 0);
  require_managed(range);
  const std::vector<RangeHints> all = pages().within(range);
  std::vector<int> words(bytes / sizeof(int), kNoId);
  if (attribute == kReaders) {
    const std::vector<int> readers = common_readers(all);
    std::copy_n(readers.begin(), std::min(readers.size(), words.size()), words.begin());
  } else {
    require_that(words.size() == 1);
    words[0] = word_of(all, attribute);
  }
  std::memcpy(to, words.data(), bytes);
}

void forget_advice(const MemRange& range) {
  pages().forget(range);
}

}  // namespace simt::program
