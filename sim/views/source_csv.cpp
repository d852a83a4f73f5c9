// The source page in ncu's columns. Lines of the IR stand where ncu has lines of PTX.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "isa/base/kernel_name.h"
#include "sim/views/csv.h"

namespace simt {
namespace {

/// What ncu calls a stall in the columns of its source page, where not "stall_" and its name.
struct StallColumn {
  std::string_view name, column;
};
constexpr StallColumn kStallColumns[] = {
    {"dispatch_stall", "dispatch"}, {"imc_miss", "imc"},
    {"lg_throttle", "lg"},          {"long_scoreboard", "long_sb"},
    {"math_pipe_throttle", "math"}, {"mio_throttle", "mio"},
    {"no_instruction", "no_inst"},  {"short_scoreboard", "short_sb"},
    {"sleeping", "sleep"},          {"tex_throttle", "tex"},
};
std::string stall_column(Stall s) {
  const std::string_view name = info(s).name;
  const auto* found = std::find_if(std::begin(kStallColumns), std::end(kStallColumns),
                                   [&](const StallColumn& c) { return c.name == name; });
  return "stall_" + std::string(found == std::end(kStallColumns) ? name : found->column);
}

/// What the memory instructions of a line do; "-" without any.
struct Access {
  std::string space = "-", operation = "-", size = "-";
};
Access access_of(const Inst& inst) {
  Access out;
  if (inst.op_class != OpClass::Memory) return out;
  switch (inst.memory.space) {
    case StateSpace::Global:
      out.space = "Global";
      break;
    case StateSpace::Shared:
      out.space = "Shared";
      break;
    case StateSpace::Local:
      out.space = "Local";
      break;
    case StateSpace::Const:
      out.space = "Constant";
      break;
    default:
      out.space = "Generic";
  }
  out.operation = inst.kind == Kind::Load        ? "Load"
                  : inst.kind == Kind::Store     ? "Store"
                  : inst.kind == Kind::Reduction ? "Reduction"
                                                 : "Atomic";
  out.size = fmt::format("{}", 8 * inst.memory.bytes());
  return out;
}

std::vector<Access> accesses(const Subject& s) {
  std::vector<Access> out(s.program.source_lines.size() + 1);
  for (const Inst& inst : s.program.code)
    if (inst.loc.line < out.size() && inst.op_class == OpClass::Memory)
      out[inst.loc.line] = access_of(inst);
  return out;
}

std::vector<std::string> titles() {
  std::vector<std::string> out{"Line No",
                               "Source",
                               "Warp Stall Sampling (All Samples)",
                               "Warp Stall Sampling (Not-issued Samples)",
                               "# Samples",
                               "Instructions Executed",
                               "Thread Instructions Executed",
                               "Predicated-On Thread Instructions Executed",
                               "Avg. Threads Executed",
                               "Avg. Predicated-On Threads Executed",
                               "Divergent Branches",
                               "Address Space",
                               "Access Operation",
                               "Access Size",
                               "L1 Conflicts Shared N-Way",
                               "L1 Wavefronts Shared Excessive",
                               "L1 Wavefronts Shared",
                               "L1 Wavefronts Shared Ideal",
                               "L2 Theoretical Sectors Global Excessive",
                               "L2 Theoretical Sectors Global",
                               "L2 Theoretical Sectors Global Ideal",
                               "L2 Theoretical Sectors Local"};
  for (std::size_t i = 0; i < kNumStalls; ++i) out.push_back(stall_column(static_cast<Stall>(i)));
  out.push_back("CUDA Source");
  return out;
}

std::string quotient(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? "0" : fmt::format("{:.2f}", static_cast<double>(a) / static_cast<double>(b));
}

std::vector<std::string> figures(const SourceRow& r, const Access& access) {
  const LineCounters& c = r.counters;
  const std::uint64_t samples = std::accumulate(c.stall.begin(), c.stall.end(), std::uint64_t{0});
  const std::uint64_t issued = c.stall[static_cast<std::size_t>(Stall::selected)];
  const std::uint64_t global = c.sectors - r.local_sectors;
  const std::uint64_t ideal = c.sectors_ideal - r.local_sectors_ideal;
  const auto text = [](std::uint64_t n) { return std::to_string(n); };
  std::vector<std::string> out{text(samples),
                               text(samples - issued),
                               text(samples),
                               text(c.executed),
                               text(c.thread_executed),
                               text(c.thread_pred_on),
                               quotient(c.thread_executed, c.executed),
                               quotient(c.thread_pred_on, c.executed),
                               text(c.divergent),
                               access.space,
                               access.operation,
                               access.size,
                               quotient(c.wavefronts, c.shared_requests),
                               text(shared_excess(c)),
                               text(c.wavefronts),
                               text(c.wavefronts_ideal),
                               text(global - std::min(global, ideal)),
                               text(global),
                               text(ideal),
                               text(r.local_sectors)};
  for (const std::uint64_t stall : c.stall) out.push_back(text(stall));
  return out;
}

}  // namespace

std::string source_csv(const Subject& s, const std::vector<SourceRow>& rows) {
  const std::vector<std::string> columns = titles();
  const std::vector<Access> access = accesses(s);
  std::string out =
      csv_row({"Kernel Name", demangled(s.program.kernel)}) + ",\n" + csv_row(columns) + "\n";
  for (const SourceRow& r : rows) {
    std::vector<std::string> cells{std::to_string(r.line), r.text};
    if (r.has_instruction) {
      const auto values = figures(r, access[r.line]);
      cells.insert(cells.end(), values.begin(), values.end());
    }
    cells.resize(columns.size() - 1);
    cells.push_back(r.cuda);
    out += csv_row(cells) + "\n";
  }
  return out;
}

}  // namespace simt
