#include "sim/compare/charts.h"

namespace simt::compare {
namespace {

Figures figures_of(const ncu::Launch& launch) {
  return [&launch](std::string_view name) -> std::optional<double> {
    const ncu::MetricValue* m = launch.find(name);
    return m == nullptr ? std::nullopt : m->value.number;
  };
}

}  // namespace

Charts charts_of(const Subject& subject, const ncu::Launch& measured) {
  const Figures here = simt::figures_of(subject.measured()), there = figures_of(measured);
  Charts out{memory_chart(here), {}, simt::roofline(here, subject.arch), {}};
  // A report of a few metrics has no flow to draw.
  if (there("lts__t_sectors_srcunit_tex_op_read.sum") || there("dram__bytes_read.sum"))
    out.measured_memory = memory_chart(there);
  if (there("sm__cycles_elapsed.avg.per_second"))
    out.measured_roofline = simt::roofline(there, subject.arch);
  return out;
}

}  // namespace simt::compare
