#include "sim/views/roofline.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/views/svg.h"

namespace simt {
namespace {

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

Roofline roofline(const Figures& f, const ArchConfig& arch) {
  Roofline out;
  const double clock = or_zero(f("sm__cycles_elapsed.avg.per_second"));
  out.memories = {
      {"DRAM", arch.dram_bytes_per_second, per_second(f, "dram__bytes", 1)},
      {"L2", arch.l2.bytes_per_clock * clock, per_second(f, "lts__t_sectors_srcunit_tex", 32)},
      {"L1", arch.l1.bytes_per_clock * arch.num_sms * clock, l1_bytes(f)}};
  std::erase_if(out.memories, [](const MemoryRoof& m) { return m.peak <= 0; });
  out.precisions = {{"FP32", peak_operations(f, "f"), operations(f, "f")},
                    {"FP64", peak_operations(f, "d"), operations(f, "d")}};
  std::erase_if(out.precisions, [](const PrecisionRoof& p) { return p.peak <= 0; });
  return out;
}

std::string render_roofline(const Roofline& r, const Style& style) {
  std::string out = style.bold("Roofline") + "\n";
  for (const PrecisionRoof& p : r.precisions)
    out += fmt::format("  {:<6} achieved {:>16}  of {:>16}   {:>6.2f}%\n", p.name,
                       scaled_text(p.achieved, "FLOP/s"), scaled_text(p.peak, "FLOP/s"),
                       p.peak > 0 ? 100 * p.achieved / p.peak : 0);
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
      out +=
          fmt::format("  {} over {:<5}{:>9.3f} FLOP/B: {:>5.1f}% of the roof there, which is {}\n",
                      p.name, m.name, *x, roof > 0 ? 100 * p.achieved / roof : 0,
                      roof < p.peak ? "bandwidth" : "arithmetic");
    }
  }
  return out;
}

}  // namespace simt
