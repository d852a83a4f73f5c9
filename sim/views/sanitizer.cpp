#include "sim/views/sanitizer.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/analysis/swap_reads.h"
#include "isa/core/place.h"
#include "sim/exec/addressing.h"
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

LaneMask predicate(const Inst& inst, const WarpState& state) {
  return inst.dst[0] == kNoSlot ? 0
                                : *reinterpret_cast<const LaneMask*>(state.regs() + inst.dst[0]);
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
      reads_of_swaps_(simt::reads_of_swaps(program)),
      masks_(program),
      barriers_(program) {
  if (checks.updates) updates_.emplace(program);
}

void Sanitizer::on_cta_start(std::uint64_t, std::uint32_t, std::uint64_t cta) {
  ctas_.try_emplace(cta, shared_bytes_);
}

void Sanitizer::on_cta_end(std::uint64_t, std::uint32_t, std::uint64_t cta) {
  ctas_.erase(cta);
  barriers_.on_cta_end(cta);
  if (updates_) updates_->on_cta_end(cta);
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
  if (updates_) updates_->on_issue(warp, pc, out);
  const Inst& inst = program_.code[pc];
  for (unsigned i = 0; i < out.num_access; ++i) {
    const MemoryAccess& access = out.access[i];
    if (access.space != StateSpace::Shared) continue;
    Cta& cta = ctas_.at(warp.cta);
    if (is_at_mbarrier(cta, access, inst)) {
      const bool waited = inst.kind != Kind::Mbarrier ||
                          (access.kind == Kind::Load && predicate(inst, state) & out.executed);
      touch_mbarrier(cta, issue, access, waited);
      continue;
    }
    SharedAccess by{
        .pc = pc,
        .time = cta.order.now(warp.warp),
        .warp = static_cast<std::uint16_t>(warp.warp),
        .kind = reads_of_swaps_.contains(pc) ? SharedAccess::Kind::Atomic : kind_of(access)};
    access.for_each_piece([&](const MemoryAccess::Piece& piece) {
      by.lane = piece.lane;
      const std::uint64_t first = piece.address - shared_start(program_);
      for (std::uint64_t a = first; a < first + piece.bytes && a < shared_bytes_; ++a) {
        const auto address = static_cast<std::uint32_t>(a);
        touch(cta, by, {warp.cta, address});
        if (access.copies) cta.copies.begin(by, state, address);
      }
    });
  }
}

void Sanitizer::on_paths(std::uint64_t, const WarpId& warp, const DivergenceModel& paths) {
  if (checks_.masks) masks_.on_paths(warp, paths);
}

bool Sanitizer::is_at_mbarrier(const Cta& cta, const MemoryAccess& access, const Inst& inst) const {
  if (inst.kind == Kind::Mbarrier) return true;
  return !cta.mbarriers.empty() && !access.several() &&
         cta.mbarriers.contains(
             static_cast<std::uint32_t>(access.address[first_lane(access.lanes)]) / 8 * 8);
}

// Its bytes are no data. Code of sm_80 loads the phase as it loads anything.
void Sanitizer::touch_mbarrier(Cta& cta, const IssueEvent& issue, const MemoryAccess& access,
                               bool waited) {
  const std::uint32_t warp = issue.warp.warp;
  for_each_lane(access.lanes, [&](unsigned lane) {
    const auto address = static_cast<std::uint32_t>(access.address[lane]) / 8 * 8;
    cta.mbarriers.insert(address);
    if (access.kind == Kind::Atomic) cta.order.arrive_at(address, warp);
    if (access.kind == Kind::Load && waited) cta.order.waited_at(address, warp);
  });
}

// An atomic reads and initialises.
void Sanitizer::touch(Cta& cta, const SharedAccess& access, const Place& place) {
  using What = Finding::What;
  if (const SharedAccess* const copy = cta.copies.find(place.address); copy != nullptr) {
    if (checks_.race) add(What::Unwaited, access, *copy, place);
    cta.written[place.address] = true;
    return;
  }
  if (access.kind != SharedAccess::Kind::Write && checks_.init && !cta.written[place.address])
    add(What::Uninitialised, access, {}, place);
  if (access.kind != SharedAccess::Kind::Read) cta.written[place.address] = true;
  if (checks_.race)
    cta.history.add(place.address, access, cta.order,
                    [&](const SharedAccess& earlier) { add(What::Race, access, earlier, place); });
}

void Sanitizer::add(Finding::What what, const SharedAccess& access, const SharedAccess& earlier,
                    const Place& place) {
  const auto [it, fresh] = seen_.try_emplace({what, access.pc, earlier.pc});
  Seen& seen = it->second;
  if (fresh) {
    seen.first = {what, access, earlier, place.cta, place.address, 0, 0};
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
  using What = Finding::What;
  std::string out = f.what == What::Race ? "race" : f.what == What::Unwaited ? "unwaited" : "init";
  const auto add = [&](Pc pc) {
    const std::vector<CudaLine> chain = cuda_chain(program_, pc);
    if (chain.empty()) out += fmt::format(" {}", pc);
    for (const CudaLine& line : chain) out += fmt::format(" {}:{}", line.path, line.line);
  };
  if (f.what != What::Uninitialised) add(f.earlier.pc);
  out += " -";
  add(f.access.pc);
  return out;
}

std::string Sanitizer::text_of(const Finding& f) const {
  const auto side = [&](const SharedAccess& a, const char* name) {
    return fmt::format("{} by warp {}, lane {} at {}", name, a.warp, a.lane,
                       at_line(program_, a.pc, "    "));
  };
  switch (f.what) {
    case Finding::What::Race:
      return fmt::format("race on shared memory: two warps, no barrier between them\n  {}\n  {}\n",
                         side(f.earlier, name_of(f.earlier.kind)),
                         side(f.access, name_of(f.access.kind)));
    case Finding::What::Unwaited:
      return fmt::format(
          "access to shared memory that an asynchronous copy was not waited for\n  {}\n  {}\n",
          side(f.earlier, "copy"), side(f.access, name_of(f.access.kind)));
    case Finding::What::Uninitialised:
      break;
  }
  return fmt::format("uninitialised read of shared memory\n  {}\n",
                     side(f.access, name_of(f.access.kind)));
}

std::string Sanitizer::report() const {
  std::string out;
  const std::vector<Finding> found = findings();
  std::map<std::string, std::uint64_t> of_lines;
  for (const Finding& f : found) ++of_lines[lines_of(f)];
  for (const Finding& f : found) {
    const auto same = of_lines.extract(lines_of(f));
    if (same.empty()) continue;  // told with the first
    out += text_of(f);
    out += fmt::format("  first at byte {} in block {}; {} in {}\n", f.address, f.cta,
                       counted(f.bytes, "byte"), counted(f.ctas, "block"));
    if (same.mapped() > 1)
      out +=
          fmt::format("  and {} of these lines\n",
                      counted(same.mapped() - 1,
                              f.what == Finding::What::Uninitialised ? "more read" : "more pair"));
  }
  return out + (updates_ ? updates_->report() : "") + barriers_.report() + masks_.report();
}

}  // namespace simt
