// How much local memory a thread starts with.
#include <algorithm>

#include "sim/exec/step.h"

namespace simt {
namespace {

/// Longest chain of frames below each function; calls that would close a cycle are not followed.
class LongestChain {
 public:
  explicit LongestChain(const Program& program)
      : program_(program), state_(program.functions.size()), bytes_(program.functions.size()) {}

  std::uint64_t from(std::uint32_t function) {
    if (state_[function] == State::Done) return bytes_[function];
    state_[function] = State::Open;
    const FunctionInfo& f = program_.functions[function];
    std::uint64_t longest = f.frame_bytes;
    for (Pc pc = f.entry; pc < f.end; ++pc) {
      const Inst& inst = program_.code[pc];
      if (inst.kind != Kind::Call || inst.target == kNoPc) continue;
      const std::uint32_t callee = function_with_entry(inst.target);
      if (state_[callee] != State::Open) longest = std::max(longest, frame_step(f) + from(callee));
    }
    state_[function] = State::Done;
    return bytes_[function] = longest;
  }

 private:
  enum class State : std::uint8_t { New, Open, Done };

  std::uint32_t function_with_entry(Pc entry) const {
    const auto it = std::find_if(program_.functions.begin(), program_.functions.end(),
                                 [entry](const FunctionInfo& f) { return f.entry == entry; });
    return static_cast<std::uint32_t>(it - program_.functions.begin());
  }

  const Program& program_;
  std::vector<State> state_;
  std::vector<std::uint64_t> bytes_;
};

}  // namespace

std::uint32_t local_bytes_per_lane(const Program& program) {
  if (program.functions.empty()) return 0;
  const std::uint64_t longest = LongestChain(program).from(0);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(longest, kMaxLocalBytes));
}

}  // namespace simt
