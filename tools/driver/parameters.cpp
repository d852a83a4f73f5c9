#include "tools/driver/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace simt {
namespace {

using Group = Parameter::Group;
using Options = SessionOptions;
using Text = const std::string&;

Dim3 dimensions(std::string text) {
  std::replace(text.begin(), text.end(), 'x', ',');
  return parse_dim3(text);
}

unsigned number_of_sms(Text text) {
  const unsigned sms = parse_small(text, "a number of SMs");
  if (sms == 0) throw SpecError("there must be at least one SM");
  return sms;
}

unsigned number_of_registers(Text text) {
  const unsigned registers = parse_small(text, "a number of registers");
  if (registers == 0) throw SpecError("a thread has at least one register");
  return registers;
}

constexpr std::array kParameters{
    Parameter{"kernel", "NAME", "when the file has several", Group::Launch,
              [](Options& o, Text v) { o.overrides.kernel = v; }},
    Parameter{"grid", "X[,Y[,Z]]", "blocks", Group::Launch,
              [](Options& o, Text v) { o.overrides.grid = dimensions(v); }},
    Parameter{"block", "X[,Y[,Z]]", "threads of a block", Group::Launch,
              [](Options& o, Text v) { o.overrides.block = dimensions(v); }},
    Parameter{
        "shared", "BYTES", "dynamic shared memory", Group::Launch,
        [](Options& o, Text v) { o.overrides.dynamic_shared = parse_small(v, "a size in bytes"); }},
    Parameter{"launch-of", "FILE",
              "the kernel file whose //! lines are the launch: machine code has none",
              Group::Launch, [](Options& o, Text v) { o.launch_of = v; }},
    Parameter{"registers", "N",
              "registers of a thread, as if the assembler had needed so many: for occupancy",
              Group::Launch, [](Options& o, Text v) { o.registers = number_of_registers(v); }},
    Parameter{"arch", "NAME|FILE.json", "an architecture (see list-archs) or a JSON file",
              Group::Machine, [](Options& o, Text v) { o.arch = v; }},
    Parameter{"divergence", "stack|its", "reconvergence stack or independent threads",
              Group::Machine, [](Options& o, Text v) { o.divergence = divergence_kind(v); }},
    Parameter{"scheduler", kSchedulerNames, "warp scheduler", Group::Machine,
              [](Options& o, Text v) { o.scheduler = scheduler_kind(v); }},
    Parameter{"code", "written|compiled|machine",
              "the PTX as it stands, or as an assembler would have it: short branches predicated, "
              "loads hoisted; or the machine code that ptxas makes of it",
              Group::Machine,
              [](Options& o, Text v) {
                o.as_compiled = v == "compiled";
                o.machine_code = v == "machine";
                o.ptx_code = !o.machine_code;
              }},
    Parameter{"if-convert", "on|off", "--code compiled|written", Group::Machine,
              [](Options& o, Text v) {
                o.as_compiled = v == "on";
                o.ptx_code = true;
              },
              true},
    Parameter{
        "warp-size", "N", "lanes of a warp: 2, 4, 8, 16 or 32", Group::Machine,
        [](Options& o, Text v) { o.overrides.warp_size = parse_small(v, "a number of lanes"); }},
    Parameter{"sms", "N", "number of SMs", Group::Machine,
              [](Options& o, Text v) { o.sms = number_of_sms(v); }},
    Parameter{"compiler", "nvcc|clang|PATH",
              "what compiles the .cu file: nvcc where it is on PATH, else clang", Group::Cuda,
              [](Options& o, Text v) { o.cuda.compiler = v; }},
    Parameter{"file", "FILE", "the kernel", Group::File, [](Options& o, Text v) { o.file = v; }},
};

// "a|b|c" lists values where no part is a placeholder in capitals.
bool lists_values(std::string_view form) {
  return form.find('|') != std::string_view::npos &&
         std::none_of(form.begin(), form.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool lists(std::string_view form, std::string_view value) {
  for (std::size_t at = 0; at <= form.size();) {
    const std::size_t end = std::min(form.find('|', at), form.size());
    if (form.substr(at, end - at) == value) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

std::span<const Parameter> parameters() {
  return kParameters;
}

const Parameter* find_parameter(std::string_view name) {
  for (const Parameter& p : kParameters)
    if (p.name == name) return &p;
  return nullptr;
}

void set_parameter(SessionOptions& options, const Parameter& p, const std::string& value) {
  if (lists_values(p.form) && !lists(p.form, value))
    throw SpecError(fmt::format("'{}' is not one of {}", value, p.form));
  p.set(options, value);
}

}  // namespace simt
