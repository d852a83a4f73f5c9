// Keys of architecture files that have another name today: a file with the old one is told the new.
#pragma once

#include <array>
#include <string_view>

namespace simt {

struct RenamedKey {
  std::string_view path, name;  ///< "/section/old key" and the new key
};

inline constexpr std::array kRenamedKeys{
    RenamedKey{"/control/rejoin_cycles", "reconvergence_cycles"},
    RenamedKey{"/l2/sides", "partitions"},
    RenamedKey{"/l2/gpc_sides", "gpc_partitions"},
    RenamedKey{"/l2/side_bits", "partition_bits"},
};

/// The name today of the key at `path`; empty: it never was one.
constexpr std::string_view renamed_key(std::string_view path) {
  for (const RenamedKey& key : kRenamedKeys)
    if (key.path == path) return key.name;
  return {};
}

}  // namespace simt
