#include "sim/assembler/merge_accesses.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>

#include "isa/analysis/alignment.h"
#include "isa/analysis/flow_graphs.h"
#include "isa/core/operands.h"
#include "sim/assembler/mergeable.h"
#include "sim/assembler/remove.h"

namespace simt {
namespace {

constexpr unsigned kMost = Alignments::kMost;  // bytes of a lane's access

/// What members of one merged access have in common.
struct Place {
  unsigned region;  ///< of the block: nothing in it holds them apart
  CacheOp cache;
  unsigned word;
  Slot base;
  RegId guard;
  bool negated;
  std::int64_t window;  ///< offset of the first of the bytes that they lie in

  auto tied() const { return std::tie(region, cache, word, base, guard, negated, window); }
  bool operator<(const Place& other) const { return tied() < other.tied(); }
};

/// The accesses that become one, by the first word of each; kNoPc: none.
using Words = std::array<Pc, kMost / 4>;

class Merger {
 public:
  Merger(Program& program, Kind kind, std::vector<bool>& unneeded)
      : program_(program), kind_(kind), alignments_(program), unneeded_(unneeded) {}

  void run(const BasicBlock& block) {
    enter(block);
    for (const StateSpace space : {StateSpace::Shared, StateSpace::Local}) {
      std::map<Place, std::vector<Pc>> together;
      unsigned region = 0;
      last_ = nullptr;
      for (Pc pc = block.begin; pc < block.end; ++pc) {
        const Inst& inst = at(pc);
        if (inst.kind == kind_ && inst.memory.space == space && may_merge(inst))
          add(together, pc, region);
        else if (holds_apart(inst, kind_, space))
          ++region;
      }
      for (auto& [place, members] : together) merge(place, members);
    }
  }

 private:
  Inst& at(Pc pc) { return program_.code[pc]; }
  const Inst& at(Pc pc) const { return program_.code[pc]; }

  void enter(const BasicBlock& block) {
    reads_.clear();
    writes_.clear();
    for (Pc pc = block.begin; pc < block.end; ++pc) {
      for (const RegId r : registers_read(at(pc))) reads_[r].push_back(pc);
      for (const RegId r : registers_written(at(pc))) writes_[r].push_back(pc);
    }
  }

  // Whether two stores surely are to different bytes, or to the same ones by name.
  static bool alike(const Inst& a, const Inst& b) {
    return a.src[0] == b.src[0] && a.guard_reg == b.guard_reg &&
           a.guard_negated == b.guard_negated && word_of(a) == word_of(b);
  }
  void add(std::map<Place, std::vector<Pc>>& together, Pc pc, unsigned& region) {
    const Inst& inst = at(pc);
    if (kind_ == Kind::Store && last_ != nullptr && !alike(*last_, inst)) ++region;
    last_ = &inst;
    const unsigned aligned = alignments_.of(inst.src[0]), word = word_of(inst);
    if (aligned <= word || inst.imm % word != 0) return;
    const auto window = inst.imm & -static_cast<std::int64_t>(aligned);
    if (inst.imm - window + inst.memory.bytes() > aligned) return;
    together[{region, inst.memory.cache, word, inst.src[0], inst.guard_reg, inst.guard_negated,
              window}]
        .push_back(pc);
  }

  static bool within(const std::unordered_map<RegId, std::vector<Pc>>& uses, RegId r, Pc from,
                     Pc to) {
    const auto found = uses.find(r);
    if (found == uses.end()) return false;
    const auto use = std::ranges::lower_bound(found->second, from);
    return use != found->second.end() && *use < to;
  }
  // Whether the one at `later` may be executed with the load at `first`.
  bool may_rise(Pc first, Pc later) const {
    for (const RegId r : registers_read(at(later)))
      if (within(writes_, r, first, later)) return false;
    return std::ranges::none_of(registers_written(at(later)), [&](RegId r) {
      return within(writes_, r, first, later) || within(reads_, r, first + 1, later);
    });
  }
  // Whether the one at `earlier` may be executed with the store at `last`.
  bool may_sink(Pc earlier, Pc last) const {
    return std::ranges::none_of(registers_read(at(earlier)),
                                [&](RegId r) { return within(writes_, r, earlier, last); });
  }

  // The anchor is the first load, or the last store: there the merged one stands.
  void merge(const Place& place, std::vector<Pc>& members) {
    const bool load = kind_ == Kind::Load;
    if (!load) std::ranges::reverse(members);
    while (members.size() > 1) {
      const Pc anchor = members.front();
      Words words;
      words.fill(kNoPc);
      unsigned taken = 0;  // words that were there already, bit by bit: a second access stays
      for (const Pc pc : members) {
        const bool joins = pc == anchor || (load ? may_rise(anchor, pc) : may_sink(pc, anchor));
        put(place, pc, joins, words, taken);
      }
      merge_words(place, words, anchor);
      std::erase_if(members, [&](Pc pc) { return pc == anchor || unneeded_[pc]; });
    }
  }

  unsigned first_word(const Place& place, Pc pc) const {
    return static_cast<unsigned>(at(pc).imm - place.window) / place.word;
  }
  unsigned end_word(const Place& place, Pc pc) const {
    return first_word(place, pc) + at(pc).memory.elements;
  }
  void put(const Place& place, Pc pc, bool joins, Words& words, unsigned& taken) const {
    const unsigned own = ((1u << end_word(place, pc)) - 1) & ~((1u << first_word(place, pc)) - 1);
    if (joins && (own & taken) == 0) words[first_word(place, pc)] = pc;
    taken |= own;
  }

  // All words of the window, or one of its halves.
  void merge_words(const Place& place, const Words& words, Pc anchor) {
    const unsigned aligned = alignments_.of(place.base);
    for (unsigned elements = aligned / place.word; elements > 1; elements /= 2)
      for (unsigned begin = 0; begin + elements <= aligned / place.word; begin += elements) {
        std::vector<Pc> parts;
        unsigned covered = 0;
        for (unsigned w = begin; w < begin + elements; ++w)
          if (words[w] != kNoPc) {
            parts.push_back(words[w]);
            covered += at(words[w]).memory.elements;
          }
        const bool has_anchor = std::ranges::count(parts, anchor) != 0;
        if (has_anchor && covered == elements && parts.size() > 1)
          return join(place, parts, begin, elements, anchor);
      }
  }

  void join(const Place& place, const std::vector<Pc>& parts, unsigned begin, unsigned elements,
            Pc anchor) {
    Inst merged = at(anchor);
    merged.imm = place.window + std::int64_t{begin} * place.word;
    merged.memory.elements = static_cast<std::uint8_t>(elements);
    merged.dst.clear();
    merged.src.clear();
    merged.src.push_back(place.base);
    for (const Pc pc : parts) {
      const Inst& part = at(pc);
      part.dst.each([&](Slot slot) { merged.dst.push_back(slot); });
      for (std::size_t i = 1; i < part.src.size(); ++i) merged.src.push_back(part.src[i]);
      for (const RegId r : registers_read(part)) merged.reads.insert(r);
      for (const RegId r : registers_written(part)) merged.writes.insert(r);
      if (part.memory.type != merged.memory.type)
        merged.memory.type = place.word == 4 ? ScalarType::B32 : ScalarType::B64;
      unneeded_[pc] = pc != anchor;
    }
    merged.spelling = add_widened_spelling(program_, merged.spelling, elements);
    at(anchor) = std::move(merged);
  }

  Program& program_;
  Kind kind_;  // loads or stores
  Alignments alignments_;
  std::vector<bool>& unneeded_;
  std::unordered_map<RegId, std::vector<Pc>> reads_, writes_;  // in the block, ascending
  const Inst* last_ = nullptr;                                 // that add() saw
};

}  // namespace

// One kind after the other: what rises and what sinks would pass each other unseen.
void merge_accesses(Program& program, FlowGraphs& flow) {
  for (const Kind kind : {Kind::Load, Kind::Store}) {
    std::vector<bool> unneeded(program.code.size(), false);
    Merger merger(program, kind, unneeded);
    for (const FunctionInfo& function : program.functions)
      if (function.entry != kNoPc && function.entry < function.end)
        for (const BasicBlock& block : flow.of(function).blocks) merger.run(block);
    remove_instructions(program, unneeded);
    flow.changed();
  }
}

}  // namespace simt
