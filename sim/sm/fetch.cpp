#include "sim/sm/fetch.h"

#include <algorithm>

#include "sim/mem/footprint.h"

namespace simt {
namespace {
constexpr Cache::SectorMask kWhole = (1u << Cache::kSectorsPerLine) - 1;
constexpr std::uint64_t kAhead = 2;  // lines that are fetched ahead
}  // namespace

InstructionFetch::InstructionFetch(const ArchConfig& arch, std::uint64_t lines)
    : config_(arch.instruction),
      l1_(config_.l1_bytes, config_.ways),
      l15_(config_.l15_bytes, config_.ways) {
  if ((lines + kAhead) * kLineBytes <= config_.l1_bytes) settled_.resize(lines);
}

std::uint64_t InstructionFetch::fetch(std::uint64_t line, std::uint64_t now) {
  if (line < settled_.size() && settled_[line] != 0) return std::max(now, settled_[line]);
  const std::uint64_t arrives = load(line, now), ready = std::max(now, arrives);
  if (line < settled_.size()) settled_[line] = std::max<std::uint64_t>(1, arrives);
  for (std::uint64_t ahead = 1; ahead <= kAhead; ++ahead) load(line + ahead, now);
  return ready;
}

std::uint64_t InstructionFetch::load(std::uint64_t line, std::uint64_t now) {
  const Cache::Lookup found = l1_.look_up(line, kWhole, true);
  if (found.line == nullptr) return now;  // no instruction cache is modelled
  if (found.hit != 0) return found.line->ready_at[0];
  const bool near = l15_.look_up(line, kWhole, true).hit != 0;
  const unsigned latency = near ? config_.l15_latency : config_.l2_latency;
  const unsigned interval = near ? config_.l15_interval : config_.l2_interval;
  stream_ = std::max(now + latency, stream_ + interval);
  return found.line->ready_at[0] = stream_;
}

}  // namespace simt
