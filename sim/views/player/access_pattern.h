// A memory access as the player draws it: relative to its first line or row of banks, so that
// accesses of one shape are one pattern; the page holds each pattern once.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/sm/count/access_record.h"

namespace simt::player {

class AccessPatterns {
 public:
  explicit AccessPatterns(const BankGeometry& banks) : banks_(banks) {}

  struct Place {
    std::size_t pattern;
    std::uint64_t base;  ///< what the pattern's offsets count from
  };
  Place place(const AccessRecord& record);

  /// For each pattern {"space", "kind", "bytes", "lanes", "cost", "ideal", "serialized", "offsets":
  /// of the lanes in order} and, for shared memory, "waves": for each wavefront [bank, lanes,
  /// offset of the word, ...], for local memory "pieces": [offset in device memory, bytes, lane,
  /// ...] as lanes are interleaved. cost: wavefronts, sectors or passes. serialized: most lanes
  /// that change one element one after the other.
  nlohmann::ordered_json take() { return std::move(all_); }

 private:
  nlohmann::ordered_json describe(const AccessRecord& record, std::uint64_t base) const;

  BankGeometry banks_;
  std::map<std::string, std::size_t> numbers_;
  nlohmann::ordered_json all_ = nlohmann::ordered_json::array();
};

}  // namespace simt::player
