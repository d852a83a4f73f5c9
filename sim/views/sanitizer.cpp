#include "sim/views/sanitizer.h"

#include <fmt/format.h>

#include "sim/launch/explain.h"

namespace simt {

Sanitizer::Sanitizer(const Program& program, std::uint32_t shared_bytes, Checks checks)
    : program_(program), shared_bytes_(shared_bytes), checks_(checks) {}

void Sanitizer::on_cta_start(std::uint64_t, std::uint32_t, std::uint64_t cta) {
  ctas_[cta].bytes.assign(shared_bytes_, Shadow{});
}

void Sanitizer::on_cta_end(std::uint64_t, std::uint32_t, std::uint64_t cta) {
  ctas_.erase(cta);
}

void Sanitizer::on_barrier_open(std::uint64_t, std::uint32_t, std::uint64_t cta, std::uint32_t) {
  if (const auto it = ctas_.find(cta); it != ctas_.end()) ++it->second.epoch;
}

void Sanitizer::on_issue(std::uint64_t, const WarpId& warp, Pc pc, const Outcome& out,
                         const WarpState&) {
  for (unsigned i = 0; i < out.num_access; ++i) {
    const MemoryAccess& access = out.access[i];
    if (access.space != StateSpace::Shared) continue;
    Cta& cta = ctas_.at(warp.cta);
    for_each_lane(access.lanes, [&](unsigned lane) {
      const std::uint64_t first = access.address[lane];
      for (std::uint64_t a = first; a < first + access.bytes && a < shared_bytes_; ++a) {
        // An atomic reads and initialises; it is ordered against other atomics by the hardware.
        if (access.kind != Kind::Store) read(cta, {pc, warp.warp, lane, false}, warp.cta, a);
        if (access.kind == Kind::Store) write(cta, {pc, warp.warp, lane, true}, warp.cta, a);
        if (access.kind != Kind::Load) cta.bytes[a].written = true;
      }
    });
  }
}

// A barrier since the last access orders everything before it.
Sanitizer::Shadow& Sanitizer::shadow(Cta& cta, std::uint64_t address) {
  Shadow& s = cta.bytes[address];
  if (s.epoch != cta.epoch) {
    s.epoch = cta.epoch;
    s.write = s.reader[0] = s.reader[1] = Access{};
  }
  return s;
}

void Sanitizer::read(Cta& cta, const Access& access, std::uint64_t cta_index,
                     std::uint64_t address) {
  Shadow& s = shadow(cta, address);
  if (checks_.init && !s.written) add(false, access, {}, cta_index, address);
  if (checks_.race && s.write.pc != kNoPc && s.write.warp != access.warp)
    add(true, access, s.write, cta_index, address);
  // A later writer conflicts with whichever of two readers is not of its own warp.
  if (s.reader[0].pc == kNoPc || s.reader[0].warp == access.warp) {
    s.reader[0] = access;
  } else {
    s.reader[1] = access;
  }
}

void Sanitizer::write(Cta& cta, const Access& access, std::uint64_t cta_index,
                      std::uint64_t address) {
  Shadow& s = shadow(cta, address);
  if (checks_.race) {
    for (const Access* earlier : {&s.write, &s.reader[0], &s.reader[1]})
      if (earlier->pc != kNoPc && earlier->warp != access.warp)
        add(true, access, *earlier, cta_index, address);
  }
  s.write = access;
}

void Sanitizer::add(bool race, const Access& access, const Access& earlier, std::uint64_t cta,
                    std::uint64_t address) {
  const auto [it, fresh] = findings_.try_emplace(
      {race, access.pc, earlier.pc},
      Finding{race, access, earlier, cta, static_cast<std::uint32_t>(address), 0});
  ++it->second.count;
}

std::vector<Sanitizer::Finding> Sanitizer::findings() const {
  std::vector<Finding> out;
  for (const auto& [key, finding] : findings_) out.push_back(finding);
  return out;
}

std::string Sanitizer::report() const {
  const auto side = [&](const Access& a) {
    return fmt::format("{} by warp {}, lane {} at {}", a.writes ? "write" : "read", a.warp, a.lane,
                       at_line(program_, a.pc));
  };
  std::string out;
  for (const Finding& f : findings()) {
    if (f.race) {
      out += fmt::format("race on shared memory: two warps, no barrier between them\n  {}\n  {}\n",
                         side(f.earlier), side(f.access));
    } else {
      out += fmt::format("uninitialised read of shared memory\n  {}\n", side(f.access));
    }
    out +=
        fmt::format("  first at byte {} in block {}; {} bytes in all\n", f.address, f.cta, f.count);
  }
  return out;
}

}  // namespace simt
