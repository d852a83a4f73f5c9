#include "sim/explain/mbarrier_text.h"

#include <fmt/format.h>

#include <cstring>

#include "sim/exec/mbarrier_state.h"

namespace simt {

bool waits_at_mbarrier(const Inst& inst) {
  return inst.kind == Kind::Mbarrier && (inst.memory.async.mbarrier == MbarrierOp::TestWait ||
                                         inst.memory.async.mbarrier == MbarrierOp::TryWait);
}

std::string missing_at_mbarrier(const Program& program, const CtaState& cta,
                                std::uint64_t address) {
  const std::uint64_t at = address - (program.machine ? program.machine->shared_base : 0);
  std::uint64_t word = 0;
  if (at > cta.shared.size() || cta.shared.size() - at < sizeof word) return "it is not there";
  std::memcpy(&word, cta.shared.data() + at, sizeof word);
  const MbarrierState state = MbarrierState::of(word);
  const std::string bytes = state.bytes != 0 ? fmt::format(" and {} bytes", state.bytes) : "";
  return fmt::format("in its phase of parity {} {} of {} arrivals{} are missing", state.phase,
                     state.pending, state.expected, bytes);
}

}  // namespace simt
