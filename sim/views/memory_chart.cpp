#include "sim/views/memory_chart.h"

#include <fmt/format.h>

#include <array>

namespace simt {
namespace {

constexpr double kSector = 32, kWavefront = 128;

std::optional<double> times(std::optional<double> a, double b) {
  if (!a) return {};
  return *a * b;
}
std::optional<double> plus(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return a ? a : b;
  return *a + *b;
}

struct L1Path {
  const char *label, *operation;
  bool to, from;
};
constexpr L1Path kPaths[] = {
    {"global loads", "global_op_ld", false, true}, {"global stores", "global_op_st", true, false},
    {"atomics", "global_op_atom", true, true},     {"reductions", "global_op_red", true, false},
    {"local loads", "local_op_ld", false, true},   {"local stores", "local_op_st", true, false},
};

ChartLink l1_path(const Figures& f, const L1Path& p) {
  const std::string mem = std::string("_pipe_lsu_mem_") + p.operation + ".sum";
  const auto bytes = times(f("l1tex__t_sectors" + mem), kSector);
  ChartLink link{p.label, f("l1tex__t_requests" + mem), {}, {}};
  if (p.to) link.to_bytes = bytes;
  if (p.from) link.from_bytes = bytes;
  return link;
}

// From the lanes' addresses where the source has it: the hardware counters add arbitration.
ChartLink shared_path(const Figures& f, const char* label, const std::string& op, bool to) {
  ChartLink link{label, f("smsp__sass_inst_executed_op_shared_" + op + ".sum"), {}, {}};
  if (!link.instructions) link.instructions = f("smsp__inst_executed_op_shared_" + op + ".sum");
  (to ? link.to_bytes : link.from_bytes) =
      times(f("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + op + ".sum"), kWavefront);
  return link;
}

bool used(const ChartLink& l) {
  return l.instructions.value_or(0) > 0;
}

std::string count_text(std::optional<double> n) {
  return n ? grouped_fixed(*n, 0) : "-";
}
std::string bytes_text(std::optional<double> n) {
  return n ? grouped_fixed(*n, 0) + " B" : "-";
}
std::string percent_text(std::optional<double> n) {
  return n ? fmt::format("{:.1f}%", *n) : "-";
}

std::string link_line(const std::string& from, const std::string& to, const ChartLink& l) {
  return fmt::format("  {:<8}{:<3} {:<8} {:<15} {:>14} {:>18} {:>18}\n", from, "<->", to, l.label,
                     count_text(l.instructions), bytes_text(l.from_bytes), bytes_text(l.to_bytes));
}

}  // namespace

MemoryChart memory_chart(const Figures& f) {
  MemoryChart out;
  for (const L1Path& p : kPaths)
    if (const ChartLink link = l1_path(f, p); used(link)) out.kernel_l1.push_back(link);
  for (const ChartLink& link :
       {shared_path(f, "shared loads", "ld", false), shared_path(f, "shared stores", "st", true),
        shared_path(f, "shared atomics", "atom", true)})
    if (used(link)) out.kernel_shared.push_back(link);
  const std::string l2 = "lts__t_sectors_srcunit_tex_op_";
  out.l1_l2 = {
      "", f("lts__t_requests_srcunit_tex.sum"),
      times(plus(plus(f(l2 + "write.sum"), f(l2 + "atom.sum")), f(l2 + "red.sum")), kSector),
      times(f(l2 + "read.sum"), kSector)};
  out.l2_memory = {"", {}, f("dram__bytes_write.sum"), f("dram__bytes_read.sum")};
  out.l1_hit = f("l1tex__t_sector_hit_rate.pct");
  out.l2_hit = f("lts__t_sector_hit_rate.pct");
  out.shared_conflicts = f("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum");
  return out;
}

std::string render_memory_chart(const MemoryChart& c, const Style& style) {
  std::string out = style.bold("Memory chart") + "\n" +
                    style.dim(fmt::format("  {:<36} {:>14} {:>18} {:>18}\n", "", "requests",
                                          "bytes to the left", "to the right"));
  for (const ChartLink& l : c.kernel_l1) out += link_line("kernel", "L1", l);
  for (const ChartLink& l : c.kernel_shared) out += link_line("kernel", "shared", l);
  out += link_line("L1", "L2", c.l1_l2);
  out += link_line("L2", "memory", c.l2_memory);
  out += fmt::format("  L1 hit rate {}, L2 hit rate {}", percent_text(c.l1_hit),
                     percent_text(c.l2_hit));
  if (!c.kernel_shared.empty())
    out += fmt::format(", {} wavefronts of bank conflicts", count_text(c.shared_conflicts));
  return out + "\n";
}

}  // namespace simt
