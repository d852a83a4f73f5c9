#include "sim/sm/rules/deadlock.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "sim/divergence/fingerprint.h"

namespace simt {
namespace {

bool takes_back_edge(Pc pc, const Inst& inst, const Outcome& outcome) {
  switch (inst.kind) {
    case Kind::Branch:
    case Kind::BranchIndexed:
    case Kind::BranchTo:
    case Kind::BranchIf:
    case Kind::BranchApart:
      break;
    default:
      return false;
  }
  return std::any_of(outcome.targets.begin(), outcome.targets.begin() + outcome.num_targets,
                     [&](const Target& target) { return target.pc <= pc; });
}

std::span<const std::byte> registers_of(const WarpState& warp) {
  return std::span(warp.registers).subspan(warp.registers_offset);
}

/// Paths and call frames; the registers are compared byte by byte.
std::uint64_t rest_of(const WarpState& warp, const DivergenceModel& paths) {
  Fingerprint hash;
  hash.add(paths.fingerprint());
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    hash.add(warp.frames.depth(lane));
    for (const WarpState::Frame& frame : warp.frames.of(lane)) {
      hash.add(frame.return_pc, frame.call_site, frame.callee);
      for (const std::byte byte : frame.saved) hash.add(byte);
    }
  }
  return hash.value();
}

void note_reads(std::vector<LastRead>& reads, Pc pc, const Inst& inst, const Outcome& outcome) {
  for (unsigned i = 0; i < outcome.num_access; ++i) {
    const MemoryAccess& access = outcome.access[i];
    if (access.kind != Kind::Load && access.kind != Kind::Atomic) continue;
    if (access.space != StateSpace::Global && access.space != StateSpace::Shared) continue;
    LastRead read{.pc = pc,
                  .lanes = access.lanes,
                  .space = access.space,
                  .bytes = access.bytes,
                  .strong = access.kind == Kind::Atomic || inst.memory.order != MemoryOrder::Weak};
    for_each_lane(access.lanes, [&](unsigned l) { read.address[l] = access.address[l]; });
    for (LastRead& old : reads) {
      if (old.strong && !read.strong) {
        read.lanes &= ~old.lanes;
      } else {
        old.lanes &= ~read.lanes;
      }
    }
    std::erase_if(reads, [](const LastRead& old) { return old.lanes == 0; });
    if (read.lanes != 0) reads.push_back(read);
  }
}

}  // namespace

void DeadlockDetector::resident(std::int64_t change) {
  resident_ += static_cast<std::uint64_t>(change);
  limit_ = patience_per_warp_ * resident_;
}

void DeadlockDetector::window(std::uint64_t executed, bool progress) {
  quiet_ = progress ? 0 : quiet_ + executed;
  if (progress) fresh_ = true;
}

bool DeadlockDetector::observe(WarpKey key, Pc pc, const Inst& inst, const Outcome& outcome,
                               const WarpState& warp, const DivergenceModel& paths,
                               const std::function<unsigned()>& runnable) {
  if (fresh_) {
    records_.clear();
    repeating_ = 0;
    fresh_ = false;
  }
  Record& record = records_[key];
  note_reads(record.reads, pc, inst, outcome);
  if (inst.kind == Kind::ReadSpecial) forget(record);
  if (!takes_back_edge(pc, inst, outcome)) return false;
  const std::uint64_t save = record.next_save;
  visit(record, warp, paths);
  // Warps may have blocked since this one was found to repeat: ask again now and then.
  const bool ask = record.repeats && record.next_save != save;
  return ask && repeating_ >= runnable();
}

void DeadlockDetector::forget(Record& record) {
  if (record.repeats) --repeating_;
  record.repeats = false;
  record.registers.clear();
  record.visits = 0;
  record.next_save = 1;
}

void DeadlockDetector::visit(Record& record, const WarpState& warp, const DivergenceModel& paths) {
  const std::span<const std::byte> registers = registers_of(warp);
  ++record.visits;
  if (!record.repeats && record.visits > 1 && std::ranges::equal(record.registers, registers) &&
      record.rest == rest_of(warp, paths)) {
    record.repeats = true;
    ++repeating_;
    record.next_save = record.visits;
  }
  if (record.visits < record.next_save) return;
  record.next_save = 2 * record.visits;
  if (record.repeats) return;
  record.registers.assign(registers.begin(), registers.end());
  record.rest = rest_of(warp, paths);
}

const std::vector<LastRead>& DeadlockDetector::last_reads(WarpKey key) const {
  static const std::vector<LastRead> none;
  const auto found = records_.find(key);
  return found == records_.end() ? none : found->second.reads;
}

}  // namespace simt
