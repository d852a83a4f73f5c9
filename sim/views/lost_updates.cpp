#include "sim/views/lost_updates.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "isa/analysis/reaching.h"
#include "isa/core/place.h"
#include "isa/core/print.h"
#include "isa/core/rows.h"
#include "sim/explain/explain.h"

namespace simt {
namespace {

bool may_be_global(const Inst& inst) {
  return inst.memory.space == StateSpace::Global || inst.memory.space == StateSpace::Generic;
}

/// The registers of which a store makes what it stores: all that it reads but for its address.
std::vector<RegId> stored_registers(const Program& program, const Inst& store) {
  std::vector<Slot> address{store.src[0], store.memory.uniform_low, store.memory.uniform_high};
  if (const RowOperand* const base = row_operand(store, OperandRole::Read, store.src[0]))
    address.insert(address.end(), base->rows.begin(), base->rows.end());
  std::vector<RegId> out;
  for (const RegId reg : store.reads)
    if (reg != store.guard_reg && !std::ranges::count(address, program.registers[reg].slot))
      out.push_back(reg);
  return out;
}

/// What other threads did before may be ordered before what comes after it.
bool may_order(const Inst& inst) {
  switch (inst.kind) {
    case Kind::Load:
      return inst.memory.order == MemoryOrder::Acquire;
    case Kind::Atomic:
    case Kind::Fence:
    case Kind::BarSync:
    case Kind::BarReduce:
    case Kind::WarpSync:
    case Kind::Mbarrier:
      return true;
    default:
      return false;
  }
}

std::uint64_t key_of(Pc pc, const LostUpdates::Thread& thread) {
  return (std::uint64_t{pc} << 32) | (thread.warp.warp << 8) | thread.lane;
}

std::string who(const LostUpdates::Thread& thread) {
  return fmt::format("block {}, warp {}, lane {}", thread.warp.cta, thread.warp.warp, thread.lane);
}

}  // namespace

std::map<Pc, std::vector<Pc>> loads_of_stores(const Program& program) {
  const ReachingDefinitions definitions(program);
  std::map<std::pair<RegId, Pc>, std::vector<Pc>> found;  // stores of a loop have most in common
  const auto writers = [&](RegId reg, Pc reader) -> const std::vector<Pc>& {
    const auto [it, fresh] = found.try_emplace({reg, reader});
    if (fresh) it->second = definitions.of(reg, reader);
    return it->second;
  };
  std::map<Pc, std::vector<Pc>> out;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const Inst& store = program.code[pc];
    if (store.kind != Kind::Store || !may_be_global(store)) continue;
    std::vector<Pc> open;
    std::set<Pc> known;
    const auto add = [&](RegId reg, Pc reader) {
      for (const Pc writer : writers(reg, reader))
        if (known.insert(writer).second) open.push_back(writer);
    };
    for (const RegId reg : stored_registers(program, store)) add(reg, pc);
    while (!open.empty()) {
      const Pc writer = open.back();
      const Inst& inst = program.code[writer];
      open.pop_back();
      if (inst.kind == Kind::Load && may_be_global(inst)) out[pc].push_back(writer);
      if (inst.kind != Kind::Alu) continue;
      for (const RegId reg : inst.reads)
        if (reg != inst.guard_reg) add(reg, writer);
    }
  }
  return out;
}

LostUpdates::LostUpdates(const Program& program)
    : program_(program), loads_(loads_of_stores(program)) {
  for (const auto& [store, loads] : loads_) kept_.insert(loads.begin(), loads.end());
}

void LostUpdates::on_issue(const WarpId& warp, Pc pc, const Outcome& out) {
  if (kept_.empty()) return;
  const Inst& inst = program_.code[pc];
  if (may_order(inst)) ++ctas_[warp.cta].orders[warp.warp];
  for (unsigned i = 0; i < out.num_access; ++i) {
    const MemoryAccess& access = out.access[i];
    if (access.space != StateSpace::Global) continue;
    const bool loads = access.kind == Kind::Load;
    if (loads && !kept_.contains(pc)) continue;
    Cta& cta = ctas_[warp.cta];
    access.for_each_piece([&](const MemoryAccess::Piece& piece) {
      const Thread thread{warp, piece.lane};
      if (loads)
        load(cta, pc, thread, piece.address);
      else
        store(cta, pc, thread, piece.address);
    });
  }
}

void LostUpdates::load(Cta& cta, Pc pc, const Thread& thread, std::uint64_t address) {
  cta.loaded[key_of(pc, thread)] = {address, words_[address].changes, cta.orders[thread.warp.warp]};
}

void LostUpdates::store(Cta& cta, Pc pc, const Thread& thread, std::uint64_t address) {
  const auto found = words_.find(address);
  if (found == words_.end()) return;  // nobody has loaded it
  Word& word = found->second;
  const auto loads = loads_.find(pc);
  if (loads != loads_.end() && !word.by.is(thread))
    for (const Pc load : loads->second) {
      const auto its = cta.loaded.find(key_of(load, thread));
      if (its == cta.loaded.end()) continue;
      const Loaded& loaded = its->second;
      if (loaded.address == address && loaded.changes < word.changes &&
          loaded.orders == cta.orders[thread.warp.warp])
        add({load, word.pc, pc, thread, word.by, address});
    }
  ++word.changes;
  word.pc = pc;
  word.by = thread;
}

void LostUpdates::add(const Finding& finding) {
  const auto [it, fresh] =
      seen_.try_emplace({finding.load, finding.change, finding.store}, finding);
  ++it->second.times;
  it->second.words.insert(finding.address);
}

std::vector<LostUpdates::Finding> LostUpdates::findings() const {
  std::vector<Finding> out;
  for (const auto& [key, finding] : seen_) out.push_back(finding);
  return out;
}

// An unrolled loop has many instructions on one line.
std::string LostUpdates::lines_of(const Finding& f) const {
  std::string out;
  for (const Pc pc : {f.load, f.change, f.store}) {
    const std::vector<CudaLine> chain = cuda_chain(program_, pc);
    if (chain.empty()) out += fmt::format(" {}", pc);
    for (const CudaLine& line : chain) out += fmt::format(" {}:{}", line.path, line.line);
  }
  return out;
}

std::string LostUpdates::text_of(const Finding& f) const {
  const auto line = [&](const char* what, const Thread& thread, Pc pc) {
    return fmt::format("  {} by {} at {}\n", what, who(thread), at_line(program_, pc, "    "));
  };
  return "lost update of global memory: a value was changed by another thread before it was "
         "stored again\n" +
         line("load", f.thread, f.load) + line("change", f.other, f.change) +
         line("store", f.thread, f.store) +
         fmt::format(
             "  first at address {:#x}; {} {} lost so, of {}: an atomic (atomicAdd) loads and "
             "stores at once\n",
             f.address, plural(f.times, "change"), f.times == 1 ? "was" : "were",
             plural(f.words.size(), "word"));
}

std::string LostUpdates::report() const {
  std::map<std::string, Finding> places;
  std::vector<std::string> order;
  for (const auto& [key, f] : seen_) {
    const auto [it, fresh] = places.try_emplace(lines_of(f), f);
    if (fresh) {
      order.push_back(it->first);
      continue;
    }
    it->second.times += f.times;
    it->second.words.insert(f.words.begin(), f.words.end());
  }
  std::string out;
  for (const std::string& place : order) out += text_of(places.at(place));
  return out;
}

}  // namespace simt
