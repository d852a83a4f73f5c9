#include "sim/mem/request_merger.h"

#include <algorithm>

#include "isa/base/split_mix.h"

namespace simt {
namespace {
constexpr std::size_t kPlaces = 2048;  // for the lines of a GPC; a power of two
}

RequestMerger::RequestMerger(const ArchConfig& arch)
    : gpcs_(arch.gpcs), sms_(std::max(1u, arch.num_sms)), limit_(arch.l2_merged_requesters) {
  if (limit_ > 1) reads_.resize(kPlaces * gpcs_);
}

std::size_t RequestMerger::place(const MemoryRequest& r) const {
  return gpc_of(r.sm, gpcs_, sms_) * kPlaces + split_mix(r.line) % kPlaces;
}

std::optional<std::uint64_t> RequestMerger::join(const MemoryRequest& r) {
  if (limit_ <= 1 || r.constant) return std::nullopt;
  Read& read = reads_[place(r)];
  if (read.line != r.line || (r.sectors & ~read.sectors) != 0) return std::nullopt;
  if (r.sent >= read.answer || read.requesters >= limit_) return std::nullopt;
  ++read.requesters;
  return read.answer;
}

void RequestMerger::sent(const MemoryRequest& r, std::uint64_t answer) {
  if (limit_ <= 1 || r.constant) return;
  reads_[place(r)] = {r.line, answer, r.sectors, 1};
}

}  // namespace simt
