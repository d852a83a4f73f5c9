#include "isa/host/share_slots.h"
#include "isa/analysis/flow_graphs.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "isa/analysis/cfg.h"
#include "isa/analysis/liveness.h"
#include "isa/core/rows.h"
#include "isa/host/pinned.h"
#include "isa/host/runs.h"

namespace simt {
namespace {

constexpr Slot kLine = 64;
/// A graph of more registers than this would take more time than it saves.
constexpr std::size_t kMostRegisters = 8192;

/// Which registers hold values at the same time.
class Interference {
 public:
  Interference(const Program& program, const Cfg& cfg, const Liveness& liveness)
      : with_(program.registers.size(), RegisterSet(program.registers.size())) {
    start(liveness.live_in(0));
    for (Node n = 0; n < cfg.exit; ++n) {
      RegisterSet live = liveness.live_out(n);
      for (Pc pc = cfg.blocks[n].end; pc-- > cfg.blocks[n].begin;) {
        written(pc, live, liveness);
        liveness.step_back(pc, live);
      }
    }
  }
  const RegisterSet& with(RegId r) const { return with_[r]; }

 private:
  void add(RegId a, RegId b) {
    if (a == b) return;
    with_[a].add(b);
    with_[b].add(a);
  }
  /// Registers that are read before they are written all start with zero.
  void start(const RegisterSet& live) {
    for (RegId a = 0; a < with_.size(); ++a)
      if (live.has(a)) meet(a, live);
  }
  void meet(RegId a, const RegisterSet& live) {
    for (RegId b = 0; b < with_.size(); ++b)
      if (live.has(b)) add(a, b);
  }
  /// One result may take the place of an operand; of several, one may be written while another
  /// operand is still to be read.
  void written(Pc pc, const RegisterSet& live, const Liveness& liveness) {
    const std::vector<RegId>& writes = liveness.writes(pc);
    for (const RegId a : writes) {
      meet(a, live);
      for (const RegId b : writes) add(a, b);
      if (writes.size() > 1)
        for (const RegId b : liveness.reads(pc)) add(a, b);
    }
  }

  std::vector<RegisterSet> with_;
};

/// New slots for the registers of one width: the first that no neighbour has. In front those that
/// start with zero.
class Layout {
 public:
  Layout(Program& program, const Cfg& cfg)
      : program_(program), cfg_(cfg), slot_(program.registers.size(), kNoSlot) {}

  void run() {
    const Liveness liveness(program_, program_.functions[0], cfg_);
    const Interference interference(program_, cfg_, liveness);
    place_predicates();
    const std::vector<bool> pinned = pinned_registers(program_);
    place_temporaries(interference, pinned);
    for (RegId r = 0; r < slot_.size(); ++r)
      if (slot_[r] == kNoSlot && pinned[r]) slot_[r] = take(bytes_of(r));
    const RegisterSet& zero = liveness.live_in(0);
    place(interference, [&](RegId r) { return zero.has(r); });
    program_.slots.zeroed = {{0, end_}};
    place(interference, [](RegId) { return true; });
    for (SpecialSlot& special : program_.specials)
      if (scope_of(special.reg) == SpecialScope::Warp)
        moved_[special.slot] = take(size_of(type_of(special.reg)) * kMaxWarpSize);
    apply();
  }

 private:
  const RegisterInfo& info(RegId r) const { return program_.registers[r]; }
  Slot bytes_of(RegId r) const { return size_of(info(r).type) * kMaxWarpSize; }
  Slot take(Slot bytes) {
    const Slot slot = end_;
    end_ += (bytes + kLine - 1) / kLine * kLine;
    return slot;
  }

  void place_predicates() {
    Slot used = 0;
    for (RegId r = 0; r < slot_.size(); ++r) {
      if (info(r).type != ScalarType::Pred) continue;
      slot_[r] = used;
      used += sizeof(LaneMask);
    }
    take(used);
  }

  /// In the common part, after the constants.
  void place_temporaries(const Interference& interference, const std::vector<bool>& pinned) {
    const std::vector<Pc> home = homes_in_runs(program_);
    const Slot first = kCommonSlots + (program_.slots.common_bytes + kLine - 1) / kLine * kLine;
    const Slot own = std::exchange(end_, first);
    place(interference, [&](RegId r) { return home[r] != kNoPc && !pinned[r]; });
    program_.slots.temporary_bytes = std::exchange(end_, own) - first;
    places_.clear();
  }

  /// Those of the registers without a slot for which `which` is true.
  template <class F>
  void place(const Interference& interference, F&& which) {
    for (const unsigned bytes : {8u, 4u, 2u, 1u, 16u})
      for (RegId r = 0; r < slot_.size(); ++r)
        if (slot_[r] == kNoSlot && bytes_of(r) == bytes * kMaxWarpSize && which(r))
          slot_[r] = free_place(r, interference);
  }
  Slot free_place(RegId r, const Interference& interference) {
    std::vector<Place>& places = places_[bytes_of(r)];
    auto free = std::find_if(places.begin(), places.end(), [&](const Place& place) {
      return std::none_of(place.owners.begin(), place.owners.end(),
                          [&](RegId o) { return interference.with(r).has(o); });
    });
    if (free == places.end()) free = places.insert(free, {take(bytes_of(r)), {}});
    free->owners.push_back(r);
    return free->slot;
  }

  void apply() {
    for (RegId r = 0; r < slot_.size(); ++r) {
      moved_[info(r).slot] = slot_[r];
      program_.registers[r].slot = slot_[r];
    }
    const auto move = [&](Slot& slot) {
      if (const auto to = moved_.find(slot); to != moved_.end()) slot = to->second;
    };
    for (Inst& inst : program_.code) {
      move(inst.guard);
      inst.src.each(move);
      inst.dst.each(move);
      move_rows(inst, move);
    }
    for (SpecialSlot& special : program_.specials) move(special.slot);
    move(program_.slots.stack_pointer);
    move(program_.slots.carry);
    program_.functions[0].first_slot = 0;
    program_.functions[0].last_slot = program_.slots.own_bytes = end_;
  }

  template <class F>
  static void move_rows(Inst& inst, F move) {
    if (inst.rows == nullptr) return;
    auto moved = std::make_shared<RowOperands>(*inst.rows);
    for (RowOperand& operand : moved->operands)
      for (Slot& row : operand.rows) move(row);
    inst.rows = std::move(moved);
  }

  Program& program_;
  const Cfg& cfg_;
  std::vector<Slot> slot_;  // by register; kNoSlot: not placed yet
  struct Place {
    Slot slot;
    std::vector<RegId> owners;
  };
  std::map<Slot, std::vector<Place>> places_;  // by width
  std::unordered_map<Slot, Slot> moved_;
  Slot end_ = 0;
};

}  // namespace

void share_slots(Program& program, FlowGraphs& flow) {
  if (program.functions.size() != 1 || !program.call_sites.empty()) return;
  if (program.registers.size() > kMostRegisters) return;
  Layout(program, flow.of(program.functions[0])).run();
}

}  // namespace simt
