#include "sim/step/prompt/writer.h"

#include <fmt/format.h>

#include "isa/base/lane_list.h"
#include "isa/core/place.h"
#include "isa/core/print.h"

namespace simt {

Writer writer_of(const StepEvent& event, LaneMask lanes, const Machine& machine) {
  const Sm& sm = machine.gpu.sm(event.id.sm);
  return {event.id, sm.cta_of(sm.warps()[event.slot]).state.id, lanes, event.pc, event.cycle};
}

Writer writer_of(const DeferredAtomic& atomic, LaneMask lanes, const Sm& sm) {
  Writer out{.lanes = lanes, .pc = atomic.pc, .cycle = atomic.cycle};
  for (const Warp& w : sm.warps()) {
    if (&w.state != atomic.warp) continue;
    out.id = w.id;
    out.cta = sm.cta_of(w).state.id;
  }
  return out;
}

Lines writer_lines(const Writer& w, const Program& program) {
  return {fmt::format("  written by SM {}, block ({},{},{}), warp {}, {} in cycle {}", w.id.sm,
                      w.cta.x, w.cta.y, w.cta.z, w.id.warp, lanes_text(w.lanes), grouped(w.cycle)),
          fmt::format("    {}: {}", place_text(program, w.pc), print_inst(program, w.pc))};
}

}  // namespace simt
