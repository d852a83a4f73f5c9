#include "sim/diff/execution_path.h"

#include <algorithm>

namespace simt::diff {
namespace {

class Teller {
 public:
  Teller(const Program& program, const std::vector<Step>& steps)
      : program_(program), steps_(steps) {}

  std::vector<Stretch> tell(std::size_t from) {
    for (std::size_t i = from; i < steps_.size(); ++i) {
      if (out_.empty() || !goes_on(i)) begin(i, i);
      if (out_.size() > kMostStretches) break;
      add(i);
    }
    if (out_.size() > kMostStretches) out_.resize(kMostStretches);
    return std::move(out_);
  }

 private:
  // Does step i belong to the last stretch? A loop becomes a stretch when its first round ends.
  bool goes_on(std::size_t i) {
    const Pc pc = steps_[i].pc;
    Stretch& stretch = out_.back();
    if (steps_[i].path != stretch.lanes || line_of(i) < stretch.first_line) return false;
    const bool loop = stretch.rounds > 1;
    if (pc > steps_[i - 1].pc) return !loop || pc <= last_pc_;
    if (pc == steps_[first_].pc) {
      ++stretch.rounds;
      return true;
    }
    if (loop) return false;
    return split(i);
  }

  // The lines from the one that step i comes back to are a loop; those before it stay behind.
  bool split(std::size_t i) {
    std::size_t head = first_;
    while (head < i && steps_[head].pc != steps_[i].pc) ++head;
    if (head == i) return false;
    const std::size_t start = first_;
    out_.pop_back();
    begin(start, head);
    begin(head, i);
    out_.back().rounds = 2;
    return out_.size() <= kMostStretches;
  }

  // A stretch of the steps from `from` to before `to`; of none yet when they are the same.
  void begin(std::size_t from, std::size_t to) {
    first_ = from;
    last_pc_ = 0;
    const unsigned line = line_of(from);
    out_.push_back({line, line, steps_[from].path, 0, 1, 0});
    for (std::size_t i = from; i < to; ++i) add(i);
  }

  void add(std::size_t i) {
    Stretch& stretch = out_.back();
    stretch.last_line = std::max(stretch.last_line, line_of(i));
    last_pc_ = std::max(last_pc_, steps_[i].pc);
    stretch.left_at = stretch.rounds > 1 && steps_[i].pc != last_pc_ ? line_of(i) : 0;
    ++stretch.instructions;
  }

  unsigned line_of(std::size_t i) const { return program_.code[steps_[i].pc].loc.line; }

  const Program& program_;
  const std::vector<Step>& steps_;
  std::vector<Stretch> out_;
  std::size_t first_ = 0;  ///< step with which the last stretch began
  Pc last_pc_ = 0;         ///< the furthest of it
};

}  // namespace

std::vector<Stretch> execution_path(const Program& program, const std::vector<Step>& steps,
                                    std::size_t from) {
  return Teller(program, steps).tell(from);
}

}  // namespace simt::diff
