#include "sim/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "isa/base/kernel_name.h"
#include "isa/core/code_mode.h"

namespace simt::compare {
namespace {

/// A remark when the report's device is not the simulated one.
std::string on_another_device(const Subject& subject, const ncu::Launch& launch,
                              const std::string& nearest) {
  const ArchConfig& arch = subject.arch;
  const MeasuredDevice device = device_of(launch);
  const std::string cc = fmt::format("{}.{}", arch.cc.major, arch.cc.minor);
  const bool same_cc = device.cc.empty() || device.cc == cc;
  // Of one compute capability, only a name tells that the device is another one.
  if (same_cc && (device.name.empty() || nearest.empty() || nearest == arch.name)) return "";
  const std::string measured =
      device.name.empty() ? "compute capability " + device.cc
      : device.cc.empty() ? device.name
                          : fmt::format("{} (compute capability {})", device.name, device.cc);
  const std::string advice = nearest.empty()        ? ""
                             : nearest == arch.name ? " No architecture here is nearer."
                                                    : fmt::format(" --arch {} is nearer.", nearest);
  return fmt::format("Measured on {}, simulated as {} ({}).{}", measured, arch.name, cc, advice);
}

}  // namespace

MeasuredDevice device_of(const ncu::Launch& launch) {
  MeasuredDevice out;
  out.cc = launch.cc;
  if (const ncu::MetricValue* name = launch.find("device__attribute_display_name"))
    out.name = name->value.text;
  for (const char* count : {"device__attribute_multiprocessor_count", "launch__sm_count"})
    if (const ncu::MetricValue* sms = launch.find(count);
        out.sms == 0 && sms != nullptr && sms->value.number && *sms->value.number > 0)
      out.sms = static_cast<unsigned>(*sms->value.number);
  return out;
}

std::string_view name_of(CompareClass k) {
  constexpr std::array<std::string_view, 3> names{"exact", "modelled", "not modelled"};
  return names[static_cast<std::size_t>(k)];
}

std::string_view name_of(Verdict v) {
  constexpr std::array<std::string_view, 5> names{"differs", "beyond", "within", "equal",
                                                  "one-sided"};
  return names[static_cast<std::size_t>(v)];
}

std::size_t Comparison::count(CompareClass kind, Verdict verdict) const {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const Row& r) {
    return r.kind == kind && r.verdict == verdict;
  }));
}

bool Comparison::failed() const {
  return count(CompareClass::Exact, Verdict::Differs) > 0 ||
         (tolerance_decides && count(CompareClass::Modelled, Verdict::Beyond) > 0);
}

Comparison compare(const Subject& subject, const std::vector<ncu::Report>& reports,
                   const Match& match, const Options& options) {
  Comparison out;
  const ncu::Launch& launch = *match.launch;
  out.kernel = subject.program.kernel;
  out.arch = subject.arch.name;
  out.mode = code_mode(subject.program);
  out.measured_kernel = launch.kernel;
  for (const ncu::Report& r : reports) out.report += (out.report.empty() ? "" : ", ") + r.file;
  const MeasuredDevice device = device_of(launch);
  if (!device.name.empty())
    out.device = device.name;
  else if (!device.cc.empty())
    out.device = "compute capability " + device.cc;
  out.launch = launch.invocations > 1 ? fmt::format("average of {} launches", launch.invocations)
                                      : "ID " + launch.id;
  out.tolerance = options.tolerance.value_or(kDefaultTolerance);
  out.tolerance_decides = options.tolerance.has_value();
  out.remarks = match.remarks;
  if (std::string remark = on_another_device(subject, launch, options.nearest_arch);
      !remark.empty())
    out.remarks.push_back(std::move(remark));
  const Measured measured = subject.measured();
  out.machine_code = subject.program.machine.has_value();
  Options of_code = options;
  of_code.machine_code = out.machine_code;
  MetricRows metrics =
      metric_rows([&](const Metric& metric) { return metric.value(measured); }, launch, of_code);
  out.rows = std::move(metrics.rows);
  out.not_modelled = std::move(metrics.not_modelled);
  for (Row& row : out.rows)
    if (row.verdict == Verdict::Differs) row.advice = advice_for(row, subject, launch);
  if (out.rows.empty()) out.remarks.push_back("The report has no metric that the simulator knows.");
  out.lines = compare_lines(subject, reports, launch.kernel);
  return out;
}

}  // namespace simt::compare
