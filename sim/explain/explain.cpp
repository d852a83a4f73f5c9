#include "sim/explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "isa/core/place.h"

namespace simt {
namespace {

std::string triple(const std::array<std::uint32_t, 3>& v) {
  return fmt::format("({},{},{})", v[0], v[1], v[2]);
}

/// Warps that stand at one line of CUDA C++, in one chain of calls, or at one line of PTX.
struct WarpsAtLine {
  struct At {
    Pc pc = kNoPc;
    unsigned warps = 0;
  };
  unsigned warps = 0, instructions = 0;
  At most;  ///< the instruction with most of them
};

/// Those with most warps first.
std::vector<WarpsAtLine> by_line(const Program& program, const std::map<Pc, unsigned>& where) {
  std::vector<WarpsAtLine> out;
  std::map<std::vector<std::string>, std::size_t> lines;
  for (const auto& [pc, warps] : where) {
    std::vector<std::string> key = place_lines(program, pc);
    if (key.size() > 1) key.pop_back();  // the line of PTX
    const auto [at, fresh] = lines.try_emplace(std::move(key), out.size());
    if (fresh) out.emplace_back();
    WarpsAtLine& line = out[at->second];
    line.warps += warps;
    ++line.instructions;
    if (warps > line.most.warps) line.most = {pc, warps};
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const WarpsAtLine& a, const WarpsAtLine& b) { return a.warps > b.warps; });
  return out;
}

}  // namespace

std::string at_line(const Program& program, Pc pc, const std::string& indent) {
  std::string out;
  for (const std::string& line : place_lines(program, pc))
    out += (out.empty() ? "" : "\n" + indent) + line;
  return out;
}

std::string explain_fault(const Program& program, const KernelFault& fault) {
  return fmt::format("{}\n  at {}\n  in block {}, thread {} (lane {})", fault.what(),
                     at_line(program, fault.pc, "     "), triple(fault.cta), triple(fault.thread),
                     fault.lane);
}

std::string explain_not_started(std::uint64_t ctas, std::uint64_t of) {
  return fmt::format(
      "\n  {} of the launch's {} blocks {} not started: no place is free for {} while these wait\n"
      "    hint: if these wait for them, launch no more blocks than fit at once (simt-sim "
      "occupancy)",
      ctas, of, ctas == 1 ? "has" : "have", ctas == 1 ? "it" : "them");
}

std::string explain_limit(const std::string& what, std::uint64_t limit, const Program& program,
                          std::span<const ResidentWarp> warps) {
  std::string out = fmt::format("stopped after {} {}; the kernel had not finished.\n", limit, what);
  std::map<Pc, unsigned> where;
  for (const ResidentWarp& w : warps)
    if (w.paths->current() != nullptr) ++where[w.paths->current()->pc];
  for (const WarpsAtLine& line : by_line(program, where)) {
    out += fmt::format("  {} warp{} at {}\n", line.warps, line.warps == 1 ? "" : "s",
                       at_line(program, line.most.pc, "      "));
    if (line.instructions > 1)
      out += fmt::format("      {} of them; the others at {} more instruction{} of this line\n",
                         line.most.warps, line.instructions - 1, line.instructions == 2 ? "" : "s");
  }
  return out;
}

}  // namespace simt
