// What warps hold while they are recorded: registers and shared memory, as changes from one
// instruction to the next. A page puts them together again.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "isa/core/program.h"
#include "sim/exec/executor.h"
#include "sim/trace/recording.h"

namespace simt::trace {

/// The registers of a program that a person knows ("%r5").
std::vector<RegId> visible_registers(const Program& program);

/// Turns what on_issue shows into ValueRecord and SharedRecord.
class Contents {
 public:
  /// `program` outlives this object. Throws std::invalid_argument when its registers are hidden
  /// (isa/host/share_slots.h): their values cannot be told.
  explicit Contents(const Program& program);

  /// An instruction that executed: of the warp `index` (into Recording::warps), its `ordinal`th.
  struct Issue {
    std::uint32_t index = 0, ordinal = 0;
    const WarpRecord& warp;
    Pc pc;
    const Outcome& out;
    const WarpState& state;  ///< after it
  };
  /// `shown`: the instruction lies in the window. Of others only the lanes that write are kept.
  void add(const Issue& issue, bool shown);
  /// Moves what was recorded into `recording`.
  void finish(Recording& recording);

 private:
  struct Register {
    LaneMask written = 0;
    LaneMask told = 0;            ///< of these lanes a value has been recorded
    std::vector<std::byte> seen;  ///< after the instruction before
    /// A lane wrote what the register held before the kernel began: zero.
    bool has_untold() const { return (written & ~told) != 0; }
  };
  /// A result that comes later than its instruction issues.
  struct Late {
    std::uint32_t ordinal;
    RegId reg;
  };
  struct File {
    std::vector<Register> registers;  ///< by RegId
    std::vector<Late> late;
    bool follows = false;  ///< the warp's instruction before was shown
  };
  void note_writes(File& file, const Issue& issue) const;
  void begin(File& file, const Issue& issue);
  void follow(File& file, const Issue& issue);
  void changed(File& file, const Issue& issue, RegId reg);
  void settle_late(File& file, const Issue& issue);
  void give_up(const Issue& issue, const Late& late);
  void record(File& file, const Issue& issue, RegId reg, std::uint32_t ordinal, bool before);
  void add_shared(const Issue& issue);
  std::uint32_t number_of(const Register& reg, ScalarType type);
  std::span<const std::byte> content(const WarpState& state, RegId reg) const;

  const Program& program_;
  std::vector<RegId> visible_;
  std::vector<File> files_;  // by index of the warp
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::byte>>
      shared_;                                              // by SM and CTA, as last recorded
  bool skipped_ = false;                                    // an instruction was not shown
  std::unordered_map<std::string, std::uint32_t> numbers_;  // by the content
  std::vector<std::vector<std::byte>> vectors_;
  std::vector<ValueRecord> values_;
  std::vector<SharedRecord> shared_changes_;
};

}  // namespace simt::trace
