#include "tests/accuracy/machine_code.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>

#include "sim/views/metrics.h"
#include "tests/accuracy/comparisons.h"
#include "tests/accuracy/machine.h"
#include "tests/accuracy/measured.h"
#include "tests/accuracy/stalls.h"

namespace simt::accuracy {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Machine code knows the bytes of a variable, not what they are.
void type_symbols(LaunchSpec& spec, const std::string& text) {
  for (SymbolSpec& symbol : spec.symbols) {
    std::smatch found;
    const std::regex declared(R"(\.([a-z]+[0-9]+)\s+)" + symbol.name + R"(\b)");
    if (symbol.data.type == ScalarType::None && std::regex_search(text, found, declared))
      symbol.data.type = scalar_type(found[1].str());
  }
}

std::vector<Row> compare(const std::string& kind, const MachineSet& set) {
  std::vector<Row> rows;
  for (const auto& [kernel, profile] : profiles(set.measured, set.device)) {
    const auto session = session_of(machine_code_of(set, kernel));
    if (session == nullptr) continue;
    RunResult result = session->run({});
    if (result.status != RunStatus::Finished) continue;
    const Measured m{result, session->arch(), &session->program()};
    const double cycles = profile.cycles;
    rows.push_back(
        {kind, kernel, "cycles", value_of("sm__cycles_active.avg", m), cycles, cycles, cycles});
    const StallShares here = stall_shares([&](const char* name) { return value_of(name, m); });
    rows.push_back({kind, kernel, "stalls", apart(here, profile.stalls), 0, 0, 0});
    const double same = largest(here) == largest(profile.stalls) ? 100 : 0;
    rows.push_back({kind, kernel, "largest", same, 100, 100, 100});
  }
  return rows;
}

}  // namespace

LaunchSpec launch_of(const SessionOptions& text) {
  return overridden(parse_header(text_of(text.file)), text.overrides);
}

std::unique_ptr<Session> session_of(const SessionOptions& options) try {
  return std::make_unique<Session>(options);
} catch (const SessionError& e) {
  std::cerr << e.what() << "\n";
  return nullptr;
}

// Names stay with the text: machine code knows places only.
SessionOptions as_machine_code(const std::string& set, SessionOptions launch) {
  LaunchSpec spec = launch_of(launch);
  if (spec.kernel.empty()) spec.kernel = std::filesystem::path(launch.file).stem().string();
  type_symbols(spec, text_of(launch.file));
  for (ArgSpec& arg : spec.args) arg.name.clear();
  spec.checks.clear();
  spec.goals.clear();
  launch.overrides = std::move(spec);
  launch.file = std::string(SIMT_SOURCE_DIR) + "/tests/hardware/machine/" + set + ".fatbin";
  return launch;
}

SessionOptions machine_code_of(const MachineSet& set, const std::string& kernel) {
  SessionOptions launch = options_of(set.device, set.file_of(kernel));
  launch.overrides.kernel = kernel;
  return as_machine_code(set.name, std::move(launch));
}

std::vector<Row> compare_machine_unseen() {
  return compare("machine_unseen", kUnseenSet);
}

std::vector<Row> compare_machine_cuda() {
  return compare("machine_cuda", kCudaSet);
}

std::vector<Row> compare_machine_held_out() {
  return compare("machine_held_out", kHeldOutSet);
}

std::vector<Row> compare_machine_held_out_2() {
  return compare("machine_held_out_2", kHeldOutSet2);
}

std::vector<ncu::SourceRow> instructions_of(const ncu::Report& report, const std::string& kernel) {
  std::map<std::string, ncu::SourceRow> rows;
  for (const ncu::SourcePage& page : report.sources)
    if (page.kernel == kernel)
      for (const ncu::SourceRow& row : page.rows)
        if (row.address.starts_with("0x")) rows.emplace(row.address, row);
  std::vector<ncu::SourceRow> out;
  for (auto& [address, row] : rows) out.push_back(row);
  return out;
}

bool equal_executions(const ncu::SourceRow& measured, const Executions& here) {
  const auto equals = [&](const char* title, std::uint64_t value) {
    const auto found = measured.counts.find(title);
    return found != measured.counts.end() && found->second == static_cast<double>(value);
  };
  return equals("Instructions Executed", here.executed) &&
         equals("Thread Instructions Executed", here.thread_executed) &&
         equals("Predicated-On Thread Instructions Executed", here.thread_pred_on);
}

}  // namespace simt::accuracy
