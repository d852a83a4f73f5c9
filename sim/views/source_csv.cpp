// The source page in ncu's columns. Lines of the IR stand where ncu has lines of PTX.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "sim/views/csv.h"
#include "sim/views/cuda_source.h"
#include "sim/views/profiler_name.h"

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
    case StateSpace::Texture:
      out.space = "Texture";
      break;
    case StateSpace::Surface:
      out.space = "Surface";
      break;
    default:
      out.space = "Generic";
  }
  const bool load = inst.kind == Kind::Load || inst.kind == Kind::MatrixLoad;
  const bool store = inst.kind == Kind::Store || inst.kind == Kind::MatrixStore;
  out.operation = load                           ? "Load"
                  : store                        ? "Store"
                  : inst.kind == Kind::Reduction ? "Reduction"
                                                 : "Atomic";
  out.size = fmt::format("{}", 8 * inst.memory.bytes());
  return out;
}

std::vector<Access> accesses(const Subject& s) {
  std::vector<Access> out(s.program.text.lines.size() + 1);
  for (const Inst& inst : s.program.code)
    if (inst.loc.line < out.size() && inst.op_class == OpClass::Memory)
      out[inst.loc.line] = access_of(inst);
  return out;
}

/// What `figures` holds.
std::vector<std::string> figure_titles() {
  std::vector<std::string> out{"Warp Stall Sampling (All Samples)",
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
  return out;
}

std::string exact_quotient(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? "0" : fmt::format("{:.2f}", static_cast<double>(a) / static_cast<double>(b));
}

/// Cells of what depends on time are empty where the run had none.
std::vector<std::string> figures(const SourceRow& r, const Access& access, bool timing) {
  const LineCounters& c = r.counters;
  const std::uint64_t samples = std::accumulate(c.stall.begin(), c.stall.end(), std::uint64_t{0});
  const std::uint64_t issued = c.stall[static_cast<std::size_t>(Stall::selected)];
  const std::uint64_t global = c.sectors - r.local_sectors;
  const std::uint64_t ideal = c.sectors_ideal - r.local_sectors_ideal;
  const auto text = [](std::uint64_t n) { return std::to_string(n); };
  const auto cycles = [=](std::uint64_t n) { return timing ? text(n) : std::string(); };
  std::vector<std::string> out{cycles(samples),
                               cycles(samples - issued),
                               cycles(samples),
                               text(c.executed),
                               text(c.thread_executed),
                               text(c.thread_pred_on),
                               exact_quotient(c.thread_executed, c.executed),
                               exact_quotient(c.thread_pred_on, c.executed),
                               text(c.divergent),
                               access.space,
                               access.operation,
                               access.size,
                               exact_quotient(c.wavefronts, c.shared_requests),
                               text(c.wavefronts - std::min(c.wavefronts, c.wavefronts_ideal)),
                               text(c.wavefronts),
                               text(c.wavefronts_ideal),
                               text(global - std::min(global, ideal)),
                               text(global),
                               text(ideal),
                               text(r.local_sectors)};
  for (const std::uint64_t stall : c.stall) out.push_back(cycles(stall));
  return out;
}

std::string table_row(std::vector<std::string> cells, const std::vector<std::string>& more,
                      std::size_t columns) {
  cells.insert(cells.end(), more.begin(), more.end());
  cells.resize(columns);
  return csv_row(cells) + "\n";
}

/// "Global(2), Shared(1)", as ncu tells the instructions of a line; "Global" of one alone.
std::string tally(const std::vector<std::string>& names) {
  std::map<std::string, unsigned> counts;
  for (const std::string& name : names)
    if (name != "-") ++counts[name];
  if (counts.empty()) return "-";
  std::string out;
  for (const auto& [name, n] : counts)
    out += fmt::format("{}{}({})", out.empty() ? "" : ", ", name, n);
  return names.size() == 1 ? counts.begin()->first : out;
}

class CudaTable {
 public:
  CudaTable(const Subject& s, const std::vector<SourceRow>& rows, bool unfolded)
      : subject_(s), rows_(rows), access_(accesses(s)), unfolded_(unfolded) {
    columns_ = {"Line No", "Source"};
    if (unfolded_) columns_.insert(columns_.end(), {text_name(s.program) + " Line No", "Source"});
    first_ = columns_.size();
    const auto more = figure_titles();
    columns_.insert(columns_.end(), more.begin(), more.end());
  }

  std::string of(const CudaFileRows& file) const {
    std::string out = csv_row({"File Path", file.path}) + "\n" +
                      csv_row({"Function Name", profiler_name(subject_.program.kernel)}) + ",\n" +
                      csv_row(columns_) + "\n";
    for (const CudaRow& row : file.rows) out += line(row);
    return out;
  }

 private:
  std::string line(const CudaRow& row) const {
    const SourceRow& sums = row.sums;
    std::vector<std::string> cells{sums.line == 0 ? "" : std::to_string(sums.line), sums.text};
    cells.resize(first_);
    std::string out =
        table_row(cells,
                  sums.has_instruction ? figures(sums, access_of_line(row), subject_.run.timing)
                                       : std::vector<std::string>{},
                  columns_.size());
    if (!unfolded_) return out;
    for (const std::size_t i : row.ptx) {
      const SourceRow& ptx = rows_[i];
      out += table_row({"", "", std::to_string(ptx.line), ptx.text},
                       figures(ptx, access_[ptx.line], subject_.run.timing), columns_.size());
    }
    return out;
  }

  Access access_of_line(const CudaRow& row) const {
    std::vector<std::string> spaces, operations, sizes;
    for (const std::size_t i : row.ptx) {
      const Access& a = access_[rows_[i].line];
      if (a.space == "-") continue;
      spaces.push_back(a.space);
      operations.push_back(a.operation);
      sizes.push_back(a.size);
    }
    return {tally(spaces), tally(operations), tally(sizes)};
  }

  const Subject& subject_;
  const std::vector<SourceRow>& rows_;
  const std::vector<Access> access_;
  bool unfolded_;
  std::vector<std::string> columns_;
  std::size_t first_ = 0;  ///< column of the figures
};

}  // namespace

std::string source_csv(const Subject& s, const std::vector<SourceRow>& rows) {
  std::vector<std::string> columns = figure_titles();
  columns.insert(columns.begin(), {"Line No", "Source"});
  columns.emplace_back("CUDA Source");
  const std::vector<Access> access = accesses(s);
  std::string out =
      csv_row({"Kernel Name", profiler_name(s.program.kernel)}) + ",\n" + csv_row(columns) + "\n";
  for (const SourceRow& r : rows) {
    std::vector<std::string> cells{std::to_string(r.line), r.text};
    if (r.has_instruction) {
      const auto values = figures(r, access[r.line], s.run.timing);
      cells.insert(cells.end(), values.begin(), values.end());
    }
    cells.resize(columns.size() - 1);
    cells.push_back(r.cuda);
    out += csv_row(cells) + "\n";
  }
  return out;
}

std::string cuda_source_csv(const Subject& s, const std::vector<SourceRow>& rows, bool unfolded) {
  const CudaTable table(s, rows, unfolded);
  std::string out;
  for (const CudaFileRows& file : collect_cuda(s, rows)) out += table.of(file);
  return out;
}

}  // namespace simt
