#include "sim/assembler/dependences.h"

namespace simt {

Dependences::Dependences(const Liveness& liveness, Pc begin, Pc end)
    : begin_(begin), waits_for_(end - begin), followers_(end - begin) {
  std::unordered_map<RegId, Uses> uses;
  for (Pc pc = begin; pc < end; ++pc) {
    for (const RegId r : liveness.reads(pc)) {
      Uses& of = uses[r];
      add(of.writer, pc);
      of.readers.push_back(pc);
    }
    for (const RegId r : liveness.writes(pc)) {
      Uses& of = uses[r];
      add(of.writer, pc);
      for (const Pc reader : of.readers) add(reader, pc);
      of = {.writer = pc, .readers = {}};
    }
  }
}

void Dependences::add(Pc earlier, Pc later) {
  if (earlier == kNoPc || earlier == later) return;
  followers_[earlier - begin_].push_back(later);
  ++waits_for_[later - begin_];
}

}  // namespace simt
