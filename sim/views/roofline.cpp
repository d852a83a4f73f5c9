#include "sim/views/roofline.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/views/svg.h"

namespace simt {
namespace {

constexpr std::string_view kIntegers = "INT32";

double or_zero(std::optional<double> v) {
  return v.value_or(0);
}

/// Operations per second: adds and multiplies once, fused multiply-adds twice.
double operations(const Figures& f, const std::string& letter) {
  const auto rate = [&](const std::string& op) {
    return or_zero(
        f("smsp__sass_thread_inst_executed_op_" + letter + op + "_pred_on.sum.per_cycle_elapsed"));
  };
  const double clock = or_zero(f("smsp__cycles_elapsed.avg.per_second"));
  return (rate("add") + rate("mul") + 2 * rate("fma")) * clock;
}

double peak_operations(const Figures& f, const std::string& letter) {
  return or_zero(f("derived__sm__sass_thread_inst_executed_op_" + letter + "fma_pred_on_x2")) *
         or_zero(f("sm__cycles_elapsed.avg.per_second"));
}

/// A report has the rate or the sum, as it was asked for them.
double integer_operations(const Figures& f) {
  const std::string name = "smsp__sass_thread_inst_executed_op_integer_pred_on.sum";
  if (const auto rate = f(name + ".per_cycle_elapsed"))
    return *rate * or_zero(f("smsp__cycles_elapsed.avg.per_second"));
  const double ns = or_zero(f("gpu__time_duration.sum"));
  return ns > 0 ? or_zero(f(name)) * 1e9 / ns : 0;
}

double per_second(const Figures& f, const std::string& metric, double times) {
  if (const auto rate = f(metric + ".sum.per_second")) return *rate * times;
  const double ns = or_zero(f("gpu__time_duration.sum"));
  return ns > 0 ? or_zero(f(metric + ".sum")) * times * 1e9 / ns : 0;
}

/// Sectors that L1 served: bytes on the way between L1 and the registers.
double l1_bytes(const Figures& f) {
  double sum = 0;
  for (const char* op : {"global_op_ld", "global_op_st", "local_op_ld", "local_op_st"})
    sum += or_zero(f(std::string("l1tex__t_sectors_pipe_lsu_mem_") + op + ".sum"));
  const double ns = or_zero(f("gpu__time_duration.sum"));
  return ns > 0 ? sum * 32 * 1e9 / ns : 0;
}

}  // namespace

std::optional<double> Roofline::intensity(const PrecisionRoof& p, const MemoryRoof& m) {
  if (m.achieved <= 0) return {};
  return p.achieved / m.achieved;
}

double Roofline::roof(const PrecisionRoof& p, const MemoryRoof& m, double intensity) {
  return std::min(p.peak, m.peak * intensity);
}

std::vector<const PrecisionRoof*> Roofline::used() const {
  std::vector<const PrecisionRoof*> out;
  for (const PrecisionRoof& p : precisions)
    if (p.achieved > 0) out.push_back(&p);
  if (out.empty() && !precisions.empty()) out.push_back(&precisions.front());
  return out;
}

std::vector<const PrecisionRoof*> Roofline::drawn() const {
  std::vector<const PrecisionRoof*> out = used();
  if (out.size() > 1)
    std::erase_if(out, [](const PrecisionRoof* p) { return p->name == kIntegers; });
  return out;
}

double integer_peak(const ArchConfig& arch) {
  const double issued = double{kMaxWarpSize} * arch.sm.sub_partitions * arch.sm.issue_width;
  return std::min(issued, arch.timing(OpClass::IntAdd).results_per_clock +
                              arch.timing(OpClass::IntMul).results_per_clock);
}

Roofline roofline(const Figures& f, const ArchConfig& arch) {
  Roofline out;
  const double clock = or_zero(f("sm__cycles_elapsed.avg.per_second"));
  out.memories = {
      {"DRAM", arch.dram.bytes_per_second, per_second(f, "dram__bytes", 1)},
      {"L2", arch.l2.bytes_per_clock * clock, per_second(f, "lts__t_sectors_srcunit_tex", 32)},
      {"L1", arch.l1.bytes_per_clock * arch.sm.count * clock, l1_bytes(f)}};
  std::erase_if(out.memories, [](const MemoryRoof& m) { return m.peak <= 0; });
  out.precisions = {{"FP32", peak_operations(f, "f"), operations(f, "f")},
                    {"FP64", peak_operations(f, "d"), operations(f, "d")},
                    {std::string(kIntegers), integer_peak(arch) * arch.sm.count * clock,
                     integer_operations(f), "OP"}};
  std::erase_if(out.precisions, [](const PrecisionRoof& p) { return p.peak <= 0; });
  return out;
}

std::string render_roofline(const Roofline& r, const Style& style) {
  std::string out = style.bold("Roofline") + "\n";
  for (const PrecisionRoof* p : r.used())
    out +=
        fmt::format("  {:<6} achieved {:>16}  of {:>16}   {:>6.2f}%\n", p->name,
                    scaled_text(p->achieved, p->unit + "/s"), scaled_text(p->peak, p->unit + "/s"),
                    p->peak > 0 ? 100 * p->achieved / p->peak : 0);
  for (const MemoryRoof& m : r.memories)
    out += fmt::format("  {:<6} achieved {:>16}  of {:>16}   {:>6.2f}%\n", m.name,
                       scaled_text(m.achieved, "B/s"), scaled_text(m.peak, "B/s"),
                       m.peak > 0 ? 100 * m.achieved / m.peak : 0);
  for (const PrecisionRoof& p : r.precisions) {
    if (p.achieved <= 0) continue;
    for (const MemoryRoof& m : r.memories) {
      const auto x = Roofline::intensity(p, m);
      if (!x) continue;
      const double roof = Roofline::roof(p, m, *x);
      out += fmt::format("  {} over {:<5}{:>9.3f} {}/B: {:>5.1f}% of the roof there, which is {}\n",
                         p.name, m.name, *x, p.unit, roof > 0 ? 100 * p.achieved / roof : 0,
                         roof < p.peak ? "bandwidth" : "arithmetic");
    }
  }
  return out;
}

}  // namespace simt
