#include "sim/sm/parts/fetch.h"

#include <algorithm>

#include "sim/mem/footprint.h"

namespace simt {
namespace {
constexpr Cache::SectorMask kAllSectors = (1u << Cache::kSectorsPerLine) - 1;
}  // namespace

InstructionFetch::InstructionFetch(const ArchConfig& arch, std::uint64_t lines)
    : config_(arch.instruction),
      lines_(lines),
      l1_(config_.l1_bytes, config_.ways),
      l15_(config_.l15_bytes, config_.ways) {
  if (lines * kLineBytes <= config_.l1_bytes) settled_.resize(lines);
  const std::uint64_t brought = std::min(config_.launch_bytes, config_.l15_bytes) / kLineBytes;
  for (std::uint64_t line = 0; line < std::min(lines, brought); ++line)
    l15_.look_up(line, kAllSectors, true);
}

std::uint64_t InstructionFetch::fetch(std::uint64_t line, std::uint64_t now) {
  if (line < settled_.size() && settled_[line] != 0) return std::max(now, settled_[line]);
  if (launched_ == 0) launched_ = now + config_.launch_latency;
  const std::uint64_t arrives = load(line, now), ready = std::max(now, arrives);
  if (line < settled_.size()) settled_[line] = std::max<std::uint64_t>(1, arrives);
  const std::uint64_t end = std::min(lines_, line + 1 + config_.lines_ahead);
  for (std::uint64_t next = line + 1; next < end; ++next) load(next, now);
  return ready;
}

std::uint64_t InstructionFetch::load(std::uint64_t line, std::uint64_t now) {
  const Cache::Lookup found = l1_.look_up(line, kAllSectors, true);
  if (found.line == nullptr) return now;  // no instruction cache is modelled
  if (found.hit != 0) return found.line->ready_at[0];
  const bool near = l15_.look_up(line, kAllSectors, true).hit != 0;
  const unsigned latency = near ? config_.l15_latency : config_.l2_latency;
  const unsigned interval = near ? config_.l15_interval : config_.l2_interval;
  stream_ = std::max({now + latency, stream_ + interval, launched_});
  return found.line->ready_at[0] = stream_;
}

}  // namespace simt
