// The texture unit of an SM.
#pragma once

#include "sim/config/units/field_list.h"

namespace simt {

/// Times are those of one request (4 lanes that are sampled, 8 that are fetched) when L1 has all of
/// its sectors.
struct TextureUnitConfig {
  unsigned latency = 100;              ///< from issue to the result of a sample
  unsigned fetch_latency = 100;        ///< of a fetch by number, or of a surface load
  unsigned request_interval = 2;       ///< that each further request of a warp adds to its latency
  double point_bytes_per_clock = 32;   ///< texels of requests that take one texel a lane, or gather
  double filter_bytes_per_clock = 64;  ///< texels of requests that blend
  double fetch_bytes_per_clock = 64;   ///< of fetches and surface accesses
  bool operator==(const TextureUnitConfig&) const = default;
};

template <class V, Of<TextureUnitConfig> T>
void visit_fields(V& v, T& t) {
  v.figure("latency", t.latency, range::kCycles);
  v.figure("fetch_latency", t.fetch_latency, range::kCycles);
  v.figure("request_interval", t.request_interval, range::kCycles);
  v.figure("point_bytes_per_clock", t.point_bytes_per_clock, range::kRate);
  v.figure("filter_bytes_per_clock", t.filter_bytes_per_clock, range::kRate);
  v.figure("fetch_bytes_per_clock", t.fetch_bytes_per_clock, range::kRate);
}

}  // namespace simt
