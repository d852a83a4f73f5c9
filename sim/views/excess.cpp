#include "sim/views/excess.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "isa/core/place.h"
#include "isa/core/print.h"
#include "sim/mem/footprint.h"
#include "sim/views/advice_rules.h"
#include "sim/views/atomic_queue.h"
#include "sim/views/lane_steps.h"
#include "sim/views/narrowed_loads.h"
#include "sim/views/retry_loops.h"

namespace simt {
namespace {

/// Instructions with the same key get one piece of advice.
std::string key_of(const Subject& s, Pc pc) {
  std::string out(access_name(s.run.worst[pc].access.kind));
  const MemoryAccess& access = s.run.worst[pc].access;
  if (access.space == StateSpace::Shared) {
    const std::uint64_t address = access.address[first_lane(access.lanes)];
    for (const SharedVariable& v : s.program.shared.variables)
      if (address >= v.offset && address < std::uint64_t{v.offset} + v.bytes) out += " " + v.name;
  }
  const std::vector<CudaLine> chain = cuda_chain(s.program, pc);
  for (const CudaLine& line : chain) out += fmt::format(" {}:{}", line.path, line.line);
  return chain.empty() ? fmt::format("{} {}", out, s.program.code[pc].loc.line) : out;
}

/// Sectors of global loads or stores as asked for, and with packed lanes.
std::pair<std::uint64_t, std::uint64_t> global_sectors_of(const Subject& s, Kind kind) {
  std::uint64_t all = 0, ideal = 0;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const Inst& inst = s.program.code[pc];
    if (inst.kind != kind || inst.memory.space == StateSpace::Local) continue;
    all += s.run.lines[pc].sectors;
    ideal += ideal_sectors(s, pc);
  }
  return {all, ideal};
}

/// Bytes between neighbouring lanes that are no neighbours in memory; 0: of another pattern.
std::int64_t lanes_apart(const Subject& s, const Excess& e) {
  const MemoryAccess& access = s.run.worst[e.worst()].access;
  const std::int64_t stride = std::llabs(lane_stride(access).value_or(0));
  return stride > std::int64_t{element_bytes(s, e.worst())} ? stride : 0;
}

/// Lanes that are equally far apart in all of them, as by the size of one structure or by the rows
/// of one shape, become neighbours by one change of the layout or of the indices.
void join_equal_strides(const Subject& s, std::vector<Excess>& lines) {
  std::vector<Excess> out;
  for (Excess& e : lines) {
    const std::int64_t stride = lanes_apart(s, e);
    const auto same = std::ranges::find_if(
        out, [&](const Excess& other) { return stride != 0 && lanes_apart(s, other) == stride; });
    if (same == out.end()) {
      out.push_back(std::move(e));
      continue;
    }
    same->join(e);
  }
  lines = std::move(out);
}

}  // namespace

void Excess::join(const Excess& other) {
  pcs.insert(pcs.end(), other.pcs.begin(), other.pcs.end());
  amount += other.amount;
  all += other.all;
  requests += other.requests;
}

Excesses excesses(const Subject& s, StateSpace space, Amounts amounts) {
  const auto excess_at = [&](Pc pc) {
    const auto [all, ideal] = amounts(s, pc);
    return all - std::min(all, ideal);
  };
  std::vector<bool> contended(s.run.worst.size());
  if (space == StateSpace::Global)
    for (const AtomicQueue& queue : contended_atomics(s)) contended[queue.pc()] = true;
  for (const RetryLoop& loop : retry_loops(s)) contended[loop.swap] = true;
  Excesses out;
  std::vector<std::string> keys;
  for (Pc pc = 0; pc < s.run.worst.size(); ++pc) {
    const WorstAccess& worst = s.run.worst[pc];
    if (contended[pc]) continue;  // sectors are not what it waits for
    if (worst.cost <= worst.ideal || worst.access.space != space) continue;
    const std::uint64_t all = amounts(s, pc).first, excess = excess_at(pc);
    if (excess == 0 || static_cast<double>(excess) < kWorthAWord * static_cast<double>(all))
      continue;
    const std::string key = key_of(s, pc);
    const auto at =
        static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
    if (at == keys.size()) {
      keys.push_back(key);
      out.lines.emplace_back();
    }
    Excess& line = out.lines[at];
    line.pcs.push_back(pc);
    line.amount += excess;
    line.all += all;
    const LineCounters& counters = s.run.lines[pc];
    line.requests += space == StateSpace::Shared ? counters.shared_requests : counters.requests;
  }
  if (space == StateSpace::Global) join_equal_strides(s, out.lines);
  for (Excess& line : out.lines)
    std::stable_sort(line.pcs.begin(), line.pcs.end(),
                     [&](Pc a, Pc b) { return excess_at(a) > excess_at(b); });
  std::stable_sort(out.lines.begin(), out.lines.end(),
                   [](const Excess& a, const Excess& b) { return a.amount > b.amount; });
  if (out.lines.size() > kMostLines) {
    out.left_out = out.lines.size() - kMostLines;
    out.lines.resize(kMostLines);
  }
  return out;
}

unsigned cost_of(const WorstAccess& worst) {
  const bool serialized = worst.access.space == StateSpace::Global &&
                          worst.access.kind != Kind::Load && worst.access.kind != Kind::Store;
  return serialized ? global_footprint(worst.access).num_sectors : worst.cost;
}

Pc dearest(const Subject& s, const Excess& e) {
  return *std::max_element(e.pcs.begin(), e.pcs.end(), [&](Pc a, Pc b) {
    return cost_of(s.run.worst[a]) < cost_of(s.run.worst[b]);
  });
}

bool same_cost(const Subject& s, const Excess& e) {
  return e.all >= e.requests * cost_of(s.run.worst[dearest(s, e)]);
}

std::string worst_text(const Subject& s, const Excess& e, std::string_view access,
                       std::string_view unit) {
  if (same_cost(s, e)) return "";
  const WorstAccess& worst = s.run.worst[dearest(s, e)];
  return fmt::format(" The worst {} takes {}, where {} would do; the mean is {:.2f}.", access,
                     plural(cost_of(worst), unit), ideal_of_worst(s, dearest(s, e)),
                     static_cast<double>(e.all) / static_cast<double>(e.requests));
}

std::vector<std::pair<std::string_view, std::size_t>> access_kinds(const Subject& s,
                                                                   const Excess& excess) {
  std::vector<std::pair<std::string_view, std::size_t>> kinds;
  for (const Pc pc : excess.pcs) {
    const std::string_view name = access_name(s.run.worst[pc].access.kind);
    const auto at = std::ranges::find_if(kinds, [&](const auto& k) { return k.first == name; });
    if (at == kinds.end())
      kinds.emplace_back(name, 1);
    else
      ++at->second;
  }
  return kinds;
}

std::string accesses_text(const Subject& s, const Excess& excess) {
  std::string out;
  for (const auto& [name, count] : access_kinds(s, excess))
    out += (out.empty() ? "" : ", ") + (count == 1 ? std::string(name) : plural(count, name));
  return out;
}

std::string left_out_text(std::size_t lines) {
  return lines == 0
             ? ""
             : fmt::format(" {} like this: --page source shows them.", plural(lines, "more line"));
}

double excess_beyond_l1(const Subject& s, Kind kind) {
  using enum Counter;
  const Counters& c = s.run.counters;
  const auto [all, ideal] = global_sectors_of(s, kind);
  if (all <= ideal) return 1;
  const std::uint64_t written =
      c[l2_sectors_write] - std::min(c[l2_sectors_write], c[local_st_sectors]);
  const std::uint64_t left = kind == Kind::Store ? written : all - std::min(all, c[global_ld_hits]);
  const double excess = static_cast<double>(left) - static_cast<double>(ideal);
  return std::clamp(excess / static_cast<double>(all - ideal), 0.0, 1.0);
}

double excess_of_stores(const Subject& s) {
  const auto [all, ideal] = global_sectors_of(s, Kind::Store);
  if (all <= ideal) return 0;
  const double share = static_cast<double>(all - ideal) / static_cast<double>(all);
  return share * excess_beyond_l1(s, Kind::Store);
}

}  // namespace simt
