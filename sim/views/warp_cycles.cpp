#include "sim/views/warp_cycles.h"

#include <algorithm>
#include <numeric>

namespace simt {
namespace {

/// The launch is over when the SM with most work is.
double longest(const Subject& s) {
  std::uint64_t out = 0;
  for (const SmResult& sm : s.run.sms) out = std::max(out, sm.counters[Counter::sm_cycles_active]);
  return static_cast<double>(out);
}

}  // namespace

WarpCycles::WarpCycles(const Subject& s) : left_(s.run.lines.size()) {
  double all = 0;
  for (std::size_t pc = 0; pc < left_.size(); ++pc)
    for (std::size_t i = 0; i < kNumStalls; ++i)
      all += left_[pc][i] = static_cast<double>(s.run.lines[pc].stall[i]);
  for (const LineCounters& line : s.run.lines)
    executed_.push_back(static_cast<double>(line.executed));
  const unsigned sms = s.run.sms_used();
  if (all <= 0 || sms == 0 || s.run.cycles_elapsed == 0) return;
  const double active = static_cast<double>(s.run.counters[Counter::sm_cycles_active]) / sms;
  const double share = std::min(1.0, longest(s) / static_cast<double>(s.run.cycles_elapsed));
  all_ = 100 * share;
  percent_per_cycle_ = all_ / all;
  if (active > 0) warps_ = all / (active * sms);
}

double WarpCycles::sum(const Row& row, States states) {
  double out = 0;
  for (const Stall s : states) out += row[static_cast<std::size_t>(s)];
  return out;
}

double WarpCycles::left_beyond(States states, double floor) const {
  double out = 0;
  for (std::size_t pc = 0; pc < left_.size(); ++pc)
    out += std::max(0.0, sum(left_[pc], states) - floor * executed_[pc]);
  return out;
}

double WarpCycles::take_of(double& left, double part) {
  const double cycles = left * std::clamp(part, 0.0, 1.0);
  left -= cycles;
  taken_ += cycles;
  return cycles;
}

double WarpCycles::left() const {
  double out = 0;
  for (Pc pc = 0; pc < left_.size(); ++pc) out += left(pc);
  return out;
}

double WarpCycles::left(Pc pc) const {
  return pc < left_.size() ? std::accumulate(left_[pc].begin(), left_[pc].end(), 0.0) : 0;
}

double WarpCycles::left(Pc pc, States states) const {
  return pc < left_.size() ? sum(left_[pc], states) : 0;
}

double WarpCycles::left(States states) const {
  double out = 0;
  for (const Row& row : left_) out += sum(row, states);
  return out;
}

double WarpCycles::take(Pc pc, States states, double part) {
  double out = 0;
  if (pc < left_.size())
    for (const Stall s : states) out += take_of(left_[pc][static_cast<std::size_t>(s)], part);
  return out;
}

double WarpCycles::take(States states, double part) {
  double out = 0;
  for (Pc pc = 0; pc < left_.size(); ++pc) out += take(pc, states, part);
  return out;
}

double WarpCycles::take(Pc pc, double part) {
  double out = 0;
  if (pc < left_.size())
    for (double& left : left_[pc]) out += take_of(left, part);
  return out;
}

double WarpCycles::take(double part) {
  double out = 0;
  for (Pc pc = 0; pc < left_.size(); ++pc) out += take(pc, part);
  return out;
}

double WarpCycles::percent(double cycles) const {
  return cycles * percent_per_cycle_;
}

}  // namespace simt
