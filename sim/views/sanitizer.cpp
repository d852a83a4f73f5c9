#include "sim/views/sanitizer.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/core/place.h"
#include "sim/explain/explain.h"

namespace simt {
namespace {

SharedAccess::Kind kind_of(const MemoryAccess& access) {
  switch (access.kind) {
    case Kind::Load:
      return SharedAccess::Kind::Read;
    case Kind::Store:
      return SharedAccess::Kind::Write;
    default:
      return SharedAccess::Kind::Atomic;
  }
}

const char* name_of(SharedAccess::Kind kind) {
  switch (kind) {
    case SharedAccess::Kind::Read:
      return "read";
    case SharedAccess::Kind::Write:
      return "write";
    default:
      return "atomic";
  }
}

std::string counted(std::uint64_t n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

}  // namespace

Sanitizer::Sanitizer(const Program& program, std::uint32_t shared_bytes, Checks checks)
    : program_(program),
      shared_bytes_(shared_bytes),
      checks_(checks),
      masks_(program),
      barriers_(program) {}

void Sanitizer::on_cta_start(std::uint64_t, std::uint32_t, std::uint64_t cta) {
  ctas_.try_emplace(cta, shared_bytes_);
}

void Sanitizer::on_cta_end(std::uint64_t, std::uint32_t, std::uint64_t cta) {
  ctas_.erase(cta);
  barriers_.on_cta_end(cta);
}

void Sanitizer::on_warp_start(std::uint64_t, const WarpId& warp, WarpPlace) {
  ctas_.at(warp.cta).order.start_warp(warp.warp);
}

void Sanitizer::on_warp_end(std::uint64_t, const WarpId& warp) {
  ctas_.at(warp.cta).order.end_warp(warp.warp);
  masks_.on_warp_end(warp);
}

void Sanitizer::on_barrier_arrive(std::uint64_t, const WarpId& warp,
                                  const BarrierArrival& arrival) {
  ctas_.at(warp.cta).order.arrive(warp.warp, arrival);
  if (checks_.barriers) barriers_.on_arrive(warp, arrival);
}

void Sanitizer::on_barrier_open(std::uint64_t, std::uint32_t, std::uint64_t cta,
                                std::uint32_t barrier) {
  ctas_.at(cta).order.open(barrier);
  if (checks_.barriers) barriers_.on_open(cta, barrier);
}

void Sanitizer::on_issue(const IssueEvent& issue, const Outcome& out, const WarpState& state) {
  const WarpId& warp = issue.warp;
  const Pc pc = issue.pc;
  if (checks_.masks) masks_.on_issue(warp, pc, out, state);
  if (checks_.barriers) barriers_.on_issue(warp, pc, out, state);
  for (unsigned i = 0; i < out.num_access; ++i) {
    const MemoryAccess& access = out.access[i];
    if (access.space != StateSpace::Shared) continue;
    Cta& cta = ctas_.at(warp.cta);
    SharedAccess by{.pc = pc,
                    .time = cta.order.now(warp.warp),
                    .warp = static_cast<std::uint16_t>(warp.warp),
                    .kind = kind_of(access)};
    access.for_each_piece([&](const MemoryAccess::Piece& piece) {
      by.lane = piece.lane;
      const std::uint64_t first = piece.address;
      for (std::uint64_t a = first; a < first + piece.bytes && a < shared_bytes_; ++a)
        touch(cta, by, {warp.cta, static_cast<std::uint32_t>(a)});
    });
  }
}

void Sanitizer::on_paths(std::uint64_t, const WarpId& warp, const DivergenceModel& paths) {
  if (checks_.masks) masks_.on_paths(warp, paths);
}

// An atomic reads and initialises.
void Sanitizer::touch(Cta& cta, const SharedAccess& access, const Place& place) {
  if (access.kind != SharedAccess::Kind::Write && checks_.init && !cta.written[place.address])
    add(false, access, {}, place);
  if (access.kind != SharedAccess::Kind::Read) cta.written[place.address] = true;
  if (checks_.race)
    cta.history.add(place.address, access, cta.order,
                    [&](const SharedAccess& earlier) { add(true, access, earlier, place); });
}

void Sanitizer::add(bool race, const SharedAccess& access, const SharedAccess& earlier,
                    const Place& place) {
  const auto [it, fresh] = seen_.try_emplace({race, access.pc, earlier.pc});
  Seen& seen = it->second;
  if (fresh) {
    seen.first = {race, access, earlier, place.cta, place.address, 0, 0};
    seen.bytes.resize(shared_bytes_);
  }
  seen.bytes[place.address] = true;
  seen.ctas.insert(place.cta);
}

std::vector<Sanitizer::Finding> Sanitizer::findings() const {
  std::vector<Finding> out;
  for (const auto& [key, seen] : seen_) {
    Finding& f = out.emplace_back(seen.first);
    f.bytes = static_cast<std::uint64_t>(std::count(seen.bytes.begin(), seen.bytes.end(), true));
    f.ctas = seen.ctas.size();
  }
  return out;
}

// Where both accesses stand: an unrolled loop has many instructions on one line of CUDA.
std::string Sanitizer::lines_of(const Finding& f) const {
  std::string out = f.race ? "race" : "init";
  const auto add = [&](Pc pc) {
    const std::vector<CudaLine> chain = cuda_chain(program_, pc);
    if (chain.empty()) out += fmt::format(" {}", pc);
    for (const CudaLine& line : chain) out += fmt::format(" {}:{}", line.path, line.line);
  };
  if (f.race) add(f.earlier.pc);
  out += " -";
  add(f.access.pc);
  return out;
}

std::string Sanitizer::report() const {
  const auto side = [&](const SharedAccess& a) {
    return fmt::format("{} by warp {}, lane {} at {}", name_of(a.kind), a.warp, a.lane,
                       at_line(program_, a.pc, "    "));
  };
  std::string out;
  const std::vector<Finding> found = findings();
  std::map<std::string, std::uint64_t> of_lines;
  for (const Finding& f : found) ++of_lines[lines_of(f)];
  for (const Finding& f : found) {
    const auto same = of_lines.extract(lines_of(f));
    if (same.empty()) continue;  // told with the first
    if (f.race) {
      out += fmt::format("race on shared memory: two warps, no barrier between them\n  {}\n  {}\n",
                         side(f.earlier), side(f.access));
    } else {
      out += fmt::format("uninitialised read of shared memory\n  {}\n", side(f.access));
    }
    out += fmt::format("  first at byte {} in block {}; {} in {}\n", f.address, f.cta,
                       counted(f.bytes, "byte"), counted(f.ctas, "block"));
    if (same.mapped() > 1)
      out += fmt::format("  and {} of these lines\n",
                         counted(same.mapped() - 1, f.race ? "more pair" : "more read"));
  }
  return out + barriers_.report() + masks_.report();
}

}  // namespace simt
