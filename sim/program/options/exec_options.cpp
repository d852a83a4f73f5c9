#include "sim/program/options/exec_options.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "sim/base/json.h"

namespace simt::program {
namespace {

// Every option once: reading and writing are visitors of this list.
template <class Options, class F>
void for_each_option(Options& o, F f) {
  f("arch", o.arch);
  f("config_dir", o.config_dir);
  f("divergence", o.divergence);
  f("scheduler", o.scheduler);
  f("devices", o.devices);
  f("timing", o.timing);
  f("as_compiled", o.code.as_compiled);
  f("machine_code", o.code.machine);
  f("threads", o.threads);
  f("max_cycles", o.max_cycles);
  f("kernel_name", o.kernel_name);
  f("launch_skip", o.launch_skip);
  f("page", o.page);
  f("metrics", o.metrics);
  f("csv", o.csv);
  f("full", o.full);
  f("verbose", o.verbose);
  f("empty_caches", o.empty_caches);
  f("json_file", o.json_file);
  f("report_file", o.report_file);
  f("timeline_file", o.timeline_file);
  f("html_file", o.html_file);
  f("trace_file", o.trace_file);
  f("sanitize", o.sanitize);
}

}  // namespace

std::string ExecOptions::to_json() const {
  nlohmann::json out;
  for_each_option(*this, [&](const char* key, const auto& value) { out[key] = value; });
  if (launch_count) out["launch_count"] = *launch_count;
  return exact_json_text(out);
}

ExecOptions ExecOptions::from_json(const std::string& text) {
  ExecOptions out;
  try {
    const nlohmann::json json = parse_json(text);
    for_each_option(out, [&](const char* key, auto& value) { json.at(key).get_to(value); });
    if (json.contains("launch_count")) out.launch_count = json["launch_count"].get<std::uint64_t>();
  } catch (const nlohmann::json::exception& e) {
    throw std::invalid_argument(e.what());
  }
  return out;
}

ArchConfig arch_of(const ExecOptions& options) {
  ArchConfig arch = load_arch(options.arch, options.config_dir);
  if (const auto kind = divergence_kind(options.divergence)) arch.control.divergence = *kind;
  if (const auto kind = scheduler_kind(options.scheduler)) arch.control.scheduler = *kind;
  return arch;
}

}  // namespace simt::program
