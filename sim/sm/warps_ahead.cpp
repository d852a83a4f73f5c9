#include "sim/sm/warps_ahead.h"

#include <utility>

#include "isa/base/host_cache.h"
#include "sim/sm/sm.h"

namespace simt {

void WarpsAhead::turn(const Sm* second, const Sm* third, std::uint64_t until) {
  bring_all();
  std::swap(operands_, warps_);
  operands_.brought = 0;
  warps_.count = warps_.brought = 0;
  if (second != nullptr) list_warps(*second, until);
  schedulers_ = third;
  next_range();
}

void WarpsAhead::bring_some() {
  constexpr unsigned kLines = 12;  // in most of its cycles an SM issues one to four instructions
  for (unsigned i = 0; i < kLines && !empty(); ++i) {
    prefetch_at(at_);
    at_ += kHostLine;
    if (at_ >= end_) next_range();
  }
}

void WarpsAhead::list_warps(const Sm& sm, std::uint64_t until) {
  warps_.sm = &sm;
  sm.warp_slots().for_each_expected(until, [this](const Warp& w) {
    if (warps_.count < warps_.warps.size()) warps_.warps[warps_.count++] = &w;
  });
}

void WarpsAhead::range(const void* from, std::size_t bytes) {
  at_ = static_cast<const char*>(from);
  end_ = at_ + bytes;
}

void WarpsAhead::next_range() {
  at_ = end_ = nullptr;
  while (empty() && (next_operands() || next_warp() || next_schedulers())) {
  }
}

// Its registers, then what little else it has; the warp itself is near.
bool WarpsAhead::next_operands() {
  if (operands_.brought == operands_.count) return false;
  const Warp& w = *operands_.warps[operands_.brought];
  registers_brought_ = !registers_brought_;
  if (registers_brought_) {
    const std::span<const std::byte> registers = Sm::registers_to_prefetch(w);
    range(registers.data(), registers.size());
  } else {
    operands_.sm->prefetch_operands(w);
    ++operands_.brought;
  }
  return true;
}

bool WarpsAhead::next_warp() {
  if (warps_.brought == warps_.count) return false;
  range(warps_.warps[warps_.brought++], sizeof(Warp));
  return true;
}

bool WarpsAhead::next_schedulers() {
  if (schedulers_ == nullptr) return false;
  sm_brought_ = !sm_brought_;
  if (sm_brought_) {
    range(schedulers_, schedulers_->bytes_before_l1());
  } else {
    const Sm& sm = *std::exchange(schedulers_, nullptr);
    sm.prefetch_beside_schedulers();
    const std::span<const SubPartition> partitions = sm.warp_slots().all_partitions();
    range(partitions.data(), partitions.size_bytes());
  }
  return true;
}

}  // namespace simt
