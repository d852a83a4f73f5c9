#include "sim/views/player/access_pattern.h"

#include <algorithm>

#include "isa/core/print.h"
#include "sim/base/json.h"
#include "sim/mem/bank_schedule.h"

namespace simt::player {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t lowest(const MemoryAccess& access) {
  std::uint64_t low = ~std::uint64_t{0};
  access.for_each_piece(
      [&](const MemoryAccess::Piece& piece) { low = std::min(low, piece.address); });
  return low;
}

Json waves(const std::vector<Wavefront>& schedule, const BankGeometry& banks, std::uint64_t base) {
  Json out = Json::array();
  for (const Wavefront& wavefront : schedule) {
    Json row = Json::array();
    for (unsigned b = 0; b < banks.banks; ++b) {
      const BankUse& use = wavefront.bank[b];
      if (use.lanes == 0) continue;
      row.push_back(b);
      row.push_back(use.lanes);
      row.push_back(use.address / banks.word_bytes * banks.word_bytes - base);
    }
    out.push_back(std::move(row));
  }
  return out;
}

// In local memory consecutive words of a lane lie a row of the warp apart.
Json pieces(const MemoryAccess& access, std::uint64_t base) {
  Json out = Json::array();
  const bool local = access.space == StateSpace::Local;
  access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    const unsigned bytes = local ? std::min<unsigned>(piece.bytes, 4) : piece.bytes;
    for (unsigned at = 0; at < piece.bytes; at += bytes) {
      const std::uint64_t address = piece.address + at;
      out.push_back((local ? local_address(0, piece.lane, address) : address) - base);
      out.push_back(bytes);
      out.push_back(piece.lane);
    }
  });
  return out;
}

/// The most lanes that change one element one after the other; 0: none of them waits for another.
unsigned serialized_lanes(const MemoryAccess& access) {
  if (!access.serializes_lanes() || access.first_of_bank) return 0;
  std::map<std::uint64_t, unsigned> lanes;
  unsigned most = 0;
  for_each_lane(access.lanes,
                [&](unsigned lane) { most = std::max(most, ++lanes[access.address[lane]]); });
  return most > 1 ? most : 0;
}

struct Cost {
  unsigned cost, ideal;
};
Cost cost_of(const AccessRecord& record) {
  const AccessFigures& f = record.figures;
  switch (record.access.space) {
    case StateSpace::Shared:
      return {f.shared.wavefronts, f.shared.groups};
    case StateSpace::Const:
      return {f.constant_passes, 1};
    default:
      return {f.global.sectors, f.global.ideal_sectors};
  }
}

std::uint64_t base_of(const MemoryAccess& access, const BankGeometry& banks) {
  if (access.space == StateSpace::Local) return local_address(0, 0, lowest(access) / 4 * 4);
  const std::uint64_t unit = access.space == StateSpace::Shared
                                 ? std::uint64_t{banks.banks} * banks.bank_bytes
                                 : kLineBytes;
  return lowest(access) / unit * unit;
}

}  // namespace

Json AccessPatterns::describe(const AccessRecord& record, std::uint64_t base) const {
  const MemoryAccess& access = record.access;
  const Cost cost = cost_of(record);
  Json out{{"space", std::string(name_of(access.space))},
           {"kind", std::string(access_name(access.kind))},
           {"bytes", access.bytes},
           {"lanes", access.lanes},
           {"cost", cost.cost},
           {"ideal", cost.ideal},
           {"serialized", serialized_lanes(access)}};
  Json& offsets = out["offsets"] = Json::array();
  const bool local = access.space == StateSpace::Local;
  for_each_lane(access.lanes, [&](unsigned lane) {
    offsets.push_back(access.address[lane] - (local ? 0 : base));
  });
  if (access.space == StateSpace::Shared) {
    const std::vector<Wavefront> schedule = bank_schedule(access, banks_);
    out["waves"] = waves(schedule, banks_, base);
    out["passes"] = access.compare_swap ? 2 : 1;
    out["retries"] = count_lanes(access.lanes & ~served_lanes(schedule));
  }
  if (local || access.several()) out["pieces"] = pieces(access, base);
  return out;
}

AccessPatterns::Place AccessPatterns::place(const AccessRecord& record) {
  const std::uint64_t base = base_of(record.access, banks_);
  Json pattern = describe(record, base);
  const auto [entry, added] = numbers_.try_emplace(json_text(pattern), all_.size());
  if (added) all_.push_back(std::move(pattern));
  return {entry->second, base};
}

}  // namespace simt::player
