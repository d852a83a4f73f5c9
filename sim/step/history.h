// What a run did so far, as far as explanations need it: which instruction produced each register,
// what issued last from each sub-partition, each warp's last memory access.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "sim/config/pipe.h"
#include "sim/step/subject.h"

namespace simt {

/// Where the accesses of an instruction were served.
struct Service {
  MemoryLevel level = MemoryLevel::None;  ///< the furthest one that is known of
  bool answered = false;                  ///< L2 has answered what went there
  unsigned l1_hits = 0, l1_misses = 0;    ///< sectors of loads
  unsigned sectors() const { return l1_hits + l1_misses; }
};

/// The instruction that wrote a register last.
struct Producer {
  Pc pc = kNoPc;  ///< kNoPc: nothing wrote it yet
  std::uint64_t cycle = 0;
  std::uint64_t issue = 0;  ///< IssueId::number
  Service service{};
  LaneMask lanes = 0;   ///< that have written it, then or before
  LaneMask before = 0;  ///< the same without that instruction
};

struct WarpHistory {
  std::uint64_t age = ~std::uint64_t{0};  ///< of the warp in this slot that the rest is about
  std::uint64_t issued = 0;               ///< warp instructions
  std::uint64_t last_cycle = 0;
  Pc last_pc = kNoPc;
  std::vector<Producer> producers;   ///< by register
  Pc access_pc = kNoPc;              ///< its last memory instruction
  std::vector<AccessRecord> access;  ///< of that instruction
};

struct LastIssue {
  unsigned slot = 0;
  Pc pc = kNoPc;
  std::uint64_t cycle = 0;
};

/// What a sub-partition issued last, and what on each pipe.
struct PartitionHistory {
  LastIssue last;
  std::array<LastIssue, kPipes> on_pipe{};
};

struct SmHistory {
  std::uint64_t issued = 0;
  std::vector<WarpHistory> warps;           ///< by slot
  std::vector<PartitionHistory> partition;  ///< by sub-partition
  std::map<std::uint64_t, unsigned> asked;  ///< instructions that wait for L2: number -> slot
};

class History {
 public:
  History(const Program& program, const ArchConfig& arch) : program_(program), arch_(arch) {}

  /// An instruction issued and its results are charged.
  void add(const StepEvent& event, const Sm& sm);

  /// The results of an instruction come from `level`.
  void answered(IssueId issue, MemoryLevel level);

  /// Atomics that issued before this cycle have been performed.
  void performed_atomics(std::uint64_t before) { atomics_performed_before_ = before; }
  std::uint64_t atomics_performed_before() const { return atomics_performed_before_; }

  std::uint64_t issued() const { return issued_; }
  /// An SM that has issued nothing yet has an empty history.
  const SmHistory& sm(unsigned index) const;
  std::uint64_t issued_on(unsigned index) const { return sm(index).issued; }
  PartitionHistory partition(unsigned sm, unsigned partition) const;
  /// Of the warp that is in the slot now; nullptr when it has issued nothing.
  const WarpHistory* warp(const Sm& sm, unsigned slot) const;

 private:
  SmHistory& at(const Sm& sm);

  const Program& program_;
  const ArchConfig& arch_;
  std::vector<SmHistory> sms_;
  std::uint64_t issued_ = 0;
  std::uint64_t atomics_performed_before_ = 0;
};

}  // namespace simt
