// The instruction that changed a watched value, for the person.
#pragma once

#include <string>

#include "sim/step/picture.h"
#include "sim/step/subject.h"

namespace simt {

struct Writer {
  WarpId id{};
  Dim3 cta{};
  LaneMask lanes = 0;
  Pc pc = kNoPc;
  std::uint64_t cycle = 0;
};

Writer writer_of(const StepEvent& event, LaneMask lanes, const Machine& machine);
/// Of an atomic that waits for the end of its window.
Writer writer_of(const DeferredAtomic& atomic, LaneMask lanes, const Sm& sm);
/// "by SM 3, block (3,0,0), warp 2, lane 0 in cycle 943", and the place of the instruction.
Lines writer_lines(const Writer& writer, const Program& program);

}  // namespace simt
