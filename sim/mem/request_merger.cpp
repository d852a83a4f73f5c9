#include "sim/mem/request_merger.h"

#include <bit>

#include "isa/base/split_mix.h"
#include "sim/config/gpcs.h"

namespace simt {
namespace {

constexpr std::size_t kPlaces = 2048;  // for the lines of a GPC; a power of two

std::uint64_t bit_of(unsigned sm) {
  return std::uint64_t{1} << sm % 64;
}

}  // namespace

RequestMerger::RequestMerger(const ArchConfig& arch)
    : gpc_of_(gpc_of_sms(arch)),
      gpcs_(gpc_count(arch)),
      limit_(arch.l2.merged_requesters),
      way_(arch.l2.merge_way_cycles) {
  if (limit_ <= 1) return;
  lines_.resize(kPlaces * gpcs_, ~std::uint64_t{0});
  reads_.resize(kPlaces * gpcs_);
}

std::size_t RequestMerger::first_place(std::uint64_t line) const {
  return split_mix(line) % kPlaces * gpcs_;
}
std::size_t RequestMerger::place(const MemoryRequest& r) const {
  return first_place(r.line) + gpc_of_[r.sm];
}

const L2Answer* RequestMerger::join(const MemoryRequest& r) {
  if (limit_ <= 1 || r.constant) return nullptr;
  const std::size_t at = place(r);
  if (lines_[at] != r.line) return nullptr;
  Read& read = reads_[at];
  if (r.sectors != read.sectors) return nullptr;
  if (r.sent + way_ >= read.answer.at || (read.sms & bit_of(r.sm)) != 0) return nullptr;
  if (static_cast<unsigned>(std::popcount(read.sms)) >= limit_) return nullptr;
  read.sms |= bit_of(r.sm);
  return &read.answer;
}

void RequestMerger::sent(const MemoryRequest& r, const L2Answer& answer) {
  if (limit_ <= 1 || r.constant) return;
  const std::size_t at = place(r);
  lines_[at] = r.line;
  reads_[at] = {answer, bit_of(r.sm), r.sectors};
}

void RequestMerger::written(std::uint64_t line) {
  if (limit_ <= 1) return;
  const std::size_t first = first_place(line);
  for (std::size_t i = first; i < first + gpcs_; ++i)
    if (lines_[i] == line) reads_[i].answer.at = 0;
}

}  // namespace simt
