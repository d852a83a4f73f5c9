#include "tools/driver/trial_watch.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/core/place.h"
#include "isa/core/rows.h"

namespace simt {
namespace {

constexpr std::size_t kMostDifferent = 256;  ///< of one instruction: enough to tell apart

bool orders_blocks(const Program& program) {
  return std::ranges::any_of(program.code, [](const Inst& inst) {
    return inst.kind == Kind::Fence || inst.kind == Kind::Atomic || inst.kind == Kind::Reduction;
  });
}

std::string place(const Program& program, Pc pc) {
  const std::string cuda = cuda_place(program, pc);
  return cuda.empty() ? text_place(program, pc) : cuda;
}

}  // namespace

TrialWatch::TrialWatch(const Program& program, const LaunchState& launch,
                       std::vector<Buffer> buffers)
    : program_(program),
      sanitizer_(program, program.shared.bytes(launch.dynamic_shared_bytes),
                 {.init = true, .race = true, .masks = false, .barriers = false, .updates = true}),
      buffers_(std::move(buffers)),
      orders_blocks_(orders_blocks(program)),
      threads_(launch.grid.count() * launch.block.count()),
      block_threads_(launch.block.count()),
      warp_size_(launch.warp_size),
      storing_(threads_),
      accessing_(threads_),
      executed_(program.code.size()) {}

void TrialWatch::on_issue(const IssueEvent& issue, const Outcome& out, const WarpState& state) {
  sanitizer_.on_issue(issue, out, state);
  ++issued_;
  if (out.executed != 0 && !executed_[issue.pc]) {
    executed_[issue.pc] = true;
    ++executed_count_;
  }
  lanes_ += count_lanes(out.executed);
  for (unsigned i = 0; i < out.num_access; ++i) {
    const MemoryAccess& access = out.access[i];
    if (access.space == StateSpace::Global) global(issue, access, state);
    if (access.space != StateSpace::Shared) continue;
    access.for_each_piece([&](const MemoryAccess::Piece& piece) {
      shared_touched_ = std::max(shared_touched_, piece.address + piece.bytes);
    });
  }
}

void TrialWatch::global(const IssueEvent& issue, const MemoryAccess& access,
                        const WarpState& state) {
  const bool stores = access.kind != Kind::Load;
  access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    Buffer* const buffer = buffer_at(piece.address);
    if (buffer == nullptr) return;
    const std::uint64_t thread =
        issue.warp.cta * block_threads_ + issue.warp.warp * warp_size_ + piece.lane;
    accessing_[thread] = true;
    buffer->touched = std::max(buffer->touched, piece.address + piece.bytes - buffer->address);
    buffer->atomic |= access.is_atomic();
    if (!stores) buffer->read_unwritten |= !stores_.contains(piece.address);
    if (!stores) return;
    if (access.kind == Kind::Atomic) atomics_[warp_of(issue.warp)] = epochs_[issue.warp.cta] + 1;
    storing_[thread] = buffer->written = true;
    if (!access.is_atomic()) store(issue, piece, state);
  });
}

void TrialWatch::store(const IssueEvent& issue, const MemoryAccess::Piece& piece,
                       const WarpState& state) {
  const Inst& inst = program_.code[issue.pc];
  const unsigned bytes = size_of(inst.memory.type), width = inst.dst_bytes;
  if (inst.kind != Kind::Store || bytes == 0 || bytes > 8 || width > 8 || width < bytes) return;
  const std::uint64_t stored = ~std::uint64_t{0} >> (64 - 8 * bytes);
  const std::uint64_t epoch = epochs_[issue.warp.cta];
  const auto atomic = atomics_.find(warp_of(issue.warp));
  Store now{issue.warp, issue.id.number, epoch, 0,
            atomic != atomics_.end() && atomic->second == epoch + 1};
  for (unsigned i = 0; i < inst.memory.elements; ++i)
    now.value = now.value * 1099511628211U +
                (source_bits(inst, state.regs(), 1 + i, width, piece.lane) & stored);
  auto& values = values_[issue.pc];
  if (values.size() < kMostDifferent || values.contains(now.value)) ++values[now.value];
  const auto [it, fresh] = stores_.try_emplace(piece.address, now);
  ++stored_;
  if (fresh) return;
  const bool alike = it->second.value == now.value && values.size() > 1;  // else it is a mark
  repeated_ += alike && it->second.warp.cta != now.warp.cta;
  if (!is_ordered(it->second, now) && it->second.value != now.value && conflict_ == kNoPc)
    conflict_ = issue.pc;
  it->second = now;
}

bool TrialWatch::is_ordered(const Store& a, const Store& b) const {
  if (a.warp.cta != b.warp.cta) return orders_blocks_;
  if (a.by_atomic && b.by_atomic) return true;
  if (a.warp.warp != b.warp.warp) return a.epoch != b.epoch;
  return a.issue != b.issue;
}

std::uint64_t TrialWatch::warp_of(const WarpId& warp) const {
  return warp.cta * (block_threads_ / warp_size_ + 1) + warp.warp;
}

TrialWatch::Buffer* TrialWatch::buffer_at(std::uint64_t address) {
  for (Buffer& b : buffers_)
    if (address - b.address < b.bytes) return &b;
  return nullptr;
}

void TrialWatch::on_barrier_arrive(std::uint64_t cycle, const WarpId& warp,
                                   const BarrierArrival& arrival) {
  sanitizer_.on_barrier_arrive(cycle, warp, arrival);
}

void TrialWatch::on_barrier_open(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta,
                                 std::uint32_t barrier) {
  sanitizer_.on_barrier_open(cycle, sm, cta, barrier);
  ++epochs_[cta];
}

void TrialWatch::on_cta_start(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) {
  sanitizer_.on_cta_start(cycle, sm, cta);
}

void TrialWatch::on_cta_end(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) {
  sanitizer_.on_cta_end(cycle, sm, cta);
}

void TrialWatch::on_warp_start(std::uint64_t cycle, const WarpId& warp, WarpPlace place) {
  sanitizer_.on_warp_start(cycle, warp, place);
}

void TrialWatch::on_warp_end(std::uint64_t cycle, const WarpId& warp) {
  sanitizer_.on_warp_end(cycle, warp);
}

std::string TrialWatch::problem() const {
  const bool barrier = misses_barrier();  // then nobody has written yet what is read
  for (const Sanitizer::Finding& f : sanitizer_.findings()) {
    if (barrier && !f.is_race()) continue;
    if (f.what == Sanitizer::Finding::What::Uninitialised)
      return "a read of shared memory that nobody wrote at " + place(program_, f.access.pc);
    const std::string a = place(program_, f.earlier.pc), b = place(program_, f.access.pc);
    return (f.is_race() ? "a race on shared memory at " : "a copy not waited for at ") + a +
           (a == b ? "" : " and " + b);
  }
  if (const auto lost = sanitizer_.lost_updates().findings(); !lost.empty())
    return "a lost update of global memory at " + place(program_, lost.front().store);
  if (conflict_ == kNoPc) return "";
  return "stores of different values to one element by two threads at " +
         place(program_, conflict_);
}

bool TrialWatch::misses_barrier() const {
  using Kind = SharedAccess::Kind;
  bool any = false;
  for (const Sanitizer::Finding& f : sanitizer_.findings()) {
    if (!f.is_race()) continue;
    if (f.access.kind == Kind::Write && f.earlier.kind == Kind::Write) return false;
    any = true;
  }
  return any;
}

double TrialWatch::share(const std::vector<bool>& threads) const {
  const auto n = std::count(threads.begin(), threads.end(), true);
  return static_cast<double>(n) / static_cast<double>(threads_);
}

double TrialWatch::variety() const {
  std::uint64_t all = 0, alike = 0;
  for (const auto& [pc, values] : values_) {
    std::uint64_t most = 0;
    for (const auto& [value, times] : values) {
      all += times;
      most = std::max(most, times);
    }
    alike += most;
  }
  return all == 0 ? 0 : static_cast<double>(all - alike) / static_cast<double>(all);
}

double TrialWatch::repeated() const {
  return stored_ == 0 ? 0 : static_cast<double>(repeated_) / static_cast<double>(stored_);
}

double TrialWatch::active_lanes() const {
  return issued_ == 0 ? 0 : static_cast<double>(lanes_) / static_cast<double>(issued_ * warp_size_);
}

}  // namespace simt
