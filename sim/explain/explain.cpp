#include "sim/explain/explain.h"

#include <fmt/format.h>

#include <map>

#include "isa/core/place.h"

namespace simt {
namespace {

std::string triple(const std::array<std::uint32_t, 3>& v) {
  return fmt::format("({},{},{})", v[0], v[1], v[2]);
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
  for (const auto& [pc, count] : where)
    out += fmt::format("  {} warp{} at {}\n", count, count == 1 ? "" : "s",
                       at_line(program, pc, "      "));
  return out;
}

}  // namespace simt
