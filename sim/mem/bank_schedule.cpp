#include "sim/mem/bank_schedule.h"

#include <algorithm>
#include <set>

namespace simt {
namespace {

struct Row {
  std::uint64_t number;
  BankUse use;
};

/// What a bank serves in one wavefront: the lanes on one row, one lane, or one lane in all.
enum class Turns { Row, Lane, FirstLane };

Turns turns_of(const MemoryAccess& access) {
  if (access.first_of_bank) return Turns::FirstLane;
  return access.serializes_lanes() ? Turns::Lane : Turns::Row;
}

/// One group of lanes: the rows that each bank serves one after the other.
class GroupRows {
 public:
  GroupRows(const BankGeometry& geometry, Turns turns) : geometry_(geometry), turns_(turns) {}

  void add(unsigned lane, std::uint64_t address, unsigned bytes) {
    const unsigned word_bytes = geometry_.word_bytes;
    const unsigned words = std::max(1u, bytes / word_bytes);
    for (unsigned w = 0; w < words; ++w) add_word(lane, address + std::uint64_t{w} * word_bytes);
  }
  /// As one group more than `out` has.
  void append_to(std::vector<Wavefront>& out, LaneMask group) const {
    const unsigned number = out.empty() ? 0 : out.back().number + 1;
    std::size_t passes = 0;
    for (const auto& rows : bank_) passes = std::max(passes, rows.size());
    for (std::size_t pass = 0; pass < passes; ++pass) {
      Wavefront& wavefront = out.emplace_back();
      wavefront.group = group;
      wavefront.number = number;
      for (std::size_t b = 0; b < bank_.size(); ++b)
        if (pass < bank_[b].size()) wavefront.bank[b] = bank_[b][pass].use;
    }
  }

 private:
  void add_word(unsigned lane, std::uint64_t address) {
    const std::uint64_t row = address / (std::uint64_t{geometry_.banks} * geometry_.bank_bytes);
    auto& rows = bank_[address / geometry_.word_bytes % geometry_.banks];
    if (turns_ == Turns::FirstLane && !rows.empty()) return;
    const LaneMask bit = LaneMask{1} << lane;
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const Row& r) {
      return r.number == row && turns_ == Turns::Row;
    });
    if (same != rows.end())
      same->use.lanes |= bit;
    else
      rows.push_back({row, {address, bit}});
  }

  const BankGeometry& geometry_;
  Turns turns_;
  std::array<std::vector<Row>, 64> bank_;
};

}  // namespace

namespace {

std::vector<Wavefront> schedule_of_pieces(const MemoryAccess& access,
                                          const BankGeometry& geometry) {
  std::vector<Wavefront> wavefronts;
  for (const auto& group : shared_piece_groups(access, geometry)) {
    GroupRows rows(geometry, Turns::Row);
    LaneMask lanes = 0;
    for (const MemoryAccess::Piece& piece : group) {
      rows.add(piece.lane, piece.address, piece.bytes);
      lanes |= LaneMask{1} << piece.lane;
    }
    rows.append_to(wavefronts, lanes);
  }
  return wavefronts;
}

}  // namespace

std::vector<Wavefront> bank_schedule(const MemoryAccess& access, const BankGeometry& geometry) {
  if (access.several()) return schedule_of_pieces(access, geometry);
  std::vector<Wavefront> wavefronts;
  for (const LaneMask group : shared_groups(access, geometry)) {
    GroupRows rows(geometry, turns_of(access));
    for_each_lane(group,
                  [&](unsigned lane) { rows.add(lane, access.address[lane], access.bytes); });
    rows.append_to(wavefronts, group);
  }
  return wavefronts;
}

LaneMask served_lanes(const std::vector<Wavefront>& schedule) {
  LaneMask lanes = 0;
  for (const Wavefront& wavefront : schedule)
    for (const BankUse& use : wavefront.bank) lanes |= use.lanes;
  return lanes;
}

BankConflict bank_conflict(const std::vector<Wavefront>& schedule) {
  BankConflict out;
  std::size_t first = 0;
  for (std::size_t from = 0, to = 0; from < schedule.size(); from = to) {
    while (to < schedule.size() && schedule[to].number == schedule[from].number) ++to;
    if (to - from <= out.degree) continue;
    out.degree = static_cast<unsigned>(to - from);
    out.group = schedule[from].group;
    first = from;
  }
  if (out.degree == 0) return out;
  // A bank serves from the first wavefront on: one that is busy in the last is busy in all.
  const Wavefront& last = schedule[first + out.degree - 1];
  for (unsigned b = 0; b < last.bank.size(); ++b)
    if (last.bank[b].lanes != 0) out.banks.push_back(b);
  std::set<std::uint64_t> addresses;
  for (std::size_t i = first; i < first + out.degree; ++i) {
    const BankUse& use = schedule[i].bank[out.banks.front()];
    out.lanes |= use.lanes;
    addresses.insert(use.address);
  }
  out.addresses = static_cast<unsigned>(addresses.size());
  return out;
}

}  // namespace simt
