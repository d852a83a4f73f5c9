// The load/store side of an SM: its memory units, the stages in front of them, and what they have
// not answered yet. Knows when results are there; values are sim/exec's.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "sim/mem/l1_memory.h"
#include "sim/sm/core/sm_context.h"
#include "sim/sm/core/warp.h"
#include "sim/sm/load_store/completions.h"
#include "sim/sm/load_store/units.h"

namespace simt {

class LoadStore {
 public:
  /// All outlive it. What is under way lies in `host`.
  LoadStore(const SmContext& context, L1Memory& l1,
            std::pmr::memory_resource& host = *std::pmr::get_default_resource());

  /// The earliest cycle at which the unit of a memory instruction takes its access.
  std::uint64_t accepts_at(const Inst& inst, LoadStorePath& path);
  /// Sends the accesses of the instruction at `pc` of `w`, `warp` of the SM, to their units: it has
  /// executed with `out`, and comes by `on_path`. `result`: when it would be ready without its
  /// accesses; then with them (kNever: completions() will tell).
  void charge_accesses(Warp& w, unsigned warp, Pc pc, const Outcome& out, OnPath& on_path,
                       Served& result);
  /// An access of machine code whose guard is false in all lanes: it moves nothing.
  Served pass_without_lanes(const Inst& inst, OnPath& on_path);
  /// The values of so many lanes, taken one after the other (match); when they all are.
  std::uint64_t serialize(unsigned rounds);
  /// The ADU takes an instruction of machine code that accesses no memory; when.
  std::uint64_t enter_adu() { return serializer_.take(context_.now, 1); }
  /// When the line of parameters is there.
  std::uint64_t touch_parameters(GridOnSm& on, const ParameterUse& use) const;
  /// The first instruction of machine code, where constants are loaded; a warp cannot end before.
  std::uint64_t load_stack_pointer(GridOnSm& on, std::uint64_t at) const;
  /// A fence of the CTA alone: until when it holds its warp.
  std::uint64_t fence_cta();
  /// Wider than the CTA, a fence waits until L2 or the whole system has what the SM has sent.
  void fence(Warp& w, unsigned warp, Pc pc, Scope scope);

  /// Calls f(completion) for each that the answers to the first requests of the outbox complete.
  template <class F>
  void answer(const std::vector<L2Answer>& answers, F&& f) {
    for (const L1Memory::Finished& part : l1_.answer(answers))
      if (const Completion* done = completions_.answered(part.tag, part.ready, part.level))
        f(Completion(*done));
  }
  const Completions& completions() const { return completions_; }
  /// Has the SM sent something that is not answered?
  bool under_way() const { return !completions_.empty() || !l1_.outbox().empty(); }

 private:
  std::uint64_t fence_start();

  const SmContext& context_;
  L1Memory& l1_;
  LoadStoreStages stages_;
  LaneSerializerPort serializer_;
  Completions completions_;
  MemoryUnits units_;
  std::uint64_t fence_free_ = 0;  ///< fences of a CTA follow each other
};

}  // namespace simt
