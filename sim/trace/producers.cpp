#include "sim/trace/producers.h"

#include <algorithm>

#include "isa/core/operands.h"
#include "sim/trace/steps.h"

namespace simt::trace {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// One warp: who writes each register last in time.
class Writers {
 public:
  Writers(const Recording& recording, std::size_t registers)
      : issues_(recording.issues), last_(registers, kNone) {}

  void find(const Step& step, const Inst& inst, std::vector<Dependence>& out) const {
    const std::size_t first = out.size();
    const auto add = [&](RegId reg) {
      const std::uint32_t producer = last_[reg];
      if (producer == kNone || issues_[producer].ready <= step.from()) return;
      const Dependence found{step.index, producer};
      const auto begin = out.begin() + static_cast<std::ptrdiff_t>(first);
      if (std::find(begin, out.end(), found) == out.end()) out.push_back(found);
    };
    for (const RegId r : registers_read(inst)) add(r);
    for (const RegId r : registers_written(inst)) add(r);
    std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                     [&](const Dependence& a, const Dependence& b) {
                       return issues_[a.producer].ready > issues_[b.producer].ready;
                     });
  }
  void write(const Step& step, const Inst& inst) {
    for (const RegId r : registers_written(inst)) {
      std::uint32_t& last = last_[r];
      if (last == kNone || step.issue->ready >= issues_[last].ready) last = step.index;
    }
  }

 private:
  const std::vector<IssueRecord>& issues_;
  std::vector<std::uint32_t> last_;
};

}  // namespace

std::vector<Dependence> waited_for(const Recording& recording, const Program& program) {
  const StepIndex index(recording);
  std::vector<Dependence> out;
  for (std::uint32_t warp = 0; warp < recording.warps.size(); ++warp) {
    Writers writers(recording, program.registers.size());
    for (const Step& step : index.of(warp)) {
      if (step.issue == nullptr) continue;
      writers.find(step, program.code[step.pc()], out);
      writers.write(step, program.code[step.pc()]);
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const Dependence& a, const Dependence& b) {
    return a.consumer < b.consumer;
  });
  return out;
}

}  // namespace simt::trace
