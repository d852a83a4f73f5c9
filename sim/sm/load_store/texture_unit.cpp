#include "sim/sm/load_store/texture_unit.h"

#include <algorithm>
#include <cmath>

namespace simt {
namespace {

bool samples(const UnitAccess& a) {
  return a.access.space == StateSpace::Texture && a.inst.op.type2 == ScalarType::F32;
}

/// Does it read more than one texel a lane? A point sample is a blend of one.
bool blends(const UnitAccess& a) {
  return a.access.several() && !a.inst.memory.texel.gathers;
}

}  // namespace

// Cycles that the unit takes for all requests.
unsigned TextureUnit::stage_cycles(const UnitAccess& a) const {
  const TextureUnitConfig& unit = arch_.texture;
  const double bytes = a.access.total_bytes();
  const double rate = !samples(a) ? unit.fetch_bytes_per_clock
                      : blends(a) ? unit.filter_bytes_per_clock
                                  : unit.point_bytes_per_clock;
  const double moved = std::ceil(bytes / rate);
  return static_cast<unsigned>(std::max(moved, static_cast<double>(a.shape.texel.requests)));
}

Served TextureUnit::issue(const UnitAccess& a, OnPath& on_path) {
  const MemoryAccess& access = a.access;
  const bool store = access.kind == Kind::Store;
  const unsigned requests = std::max(a.shape.texel.requests, 1u);
  const unsigned cycles = stage_cycles(a);
  const std::uint64_t start = stages_.enter(on_path, a.now, cycles, cycles);
  const GlobalFootprint& footprint = a.shape.global;
  const L1Memory::Access how{access.kind,  true,        false,
                             false,        false,       access.space == StateSpace::Texture,
                             access.bytes, a.on.account};
  L1Memory::Served served = l1_.access(footprint, how, start, a.tag);
  const unsigned missing = footprint.num_sectors - served.hits;
  const unsigned sectors = a.shape.texel.sectors;
  const auto hits = static_cast<std::uint16_t>(sectors - std::min(sectors, missing));
  a.on.tally.l1_served(access, sectors, hits);
  if (store) return {served.ready, Stall::long_scoreboard, false, MemoryLevel::L2, hits};
  const unsigned latency = samples(a) ? arch_.texture.latency : arch_.texture.fetch_latency;
  const unsigned beyond = latency - std::min(latency, arch_.l1.latency) +
                          (requests - 1) * arch_.texture.request_interval + cycles -
                          std::min(cycles, requests);
  completions_[a.tag].beyond = std::max(completions_[a.tag].beyond, beyond);
  return {served.ready + beyond, Stall::long_scoreboard, served.pending,
          served.pending ? MemoryLevel::L2 : MemoryLevel::L1, hits};
}

}  // namespace simt
