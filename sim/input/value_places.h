// Where the values in a program's registers go, and where they stand: into addresses and indices,
// into shared memory, into the loops around an instruction. For ParameterUses: registers are taken
// for what any of their definitions says.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "isa/analysis/loops.h"
#include "sim/input/value_forms.h"
#include "sim/input/value_origins.h"

namespace simt {

/// Global memory, or what may be.
bool accesses(const Inst& inst);
bool is_shared(const Inst& inst);
/// More or less, not the same or not.
bool asks_order(Relation r);

/// Of a program of PTX.
class ValuePlaces {
 public:
  /// `program` outlives this.
  explicit ValuePlaces(const Program& program);

  const Program& program() const { return program_; }
  const ValueOrigins& origins() const { return origins_; }
  const ValueForms& forms() const { return forms_; }
  /// Of an operand.
  const ValueOrigin& at(const Inst& inst, std::size_t i) const { return origins_.of(inst.src[i]); }
  bool is_constant(Slot slot) const { return origins_.constant(slot).has_value(); }

  /// "max" of max.s32; "": not known.
  std::string_view mnemonic(const Inst& inst) const;

  /// Bytes of the widest element that lies where a register is the address as it is; 0: none.
  unsigned bytes_at(Slot slot) const;
  /// Likewise, or an address is computed from it, scaled or not.
  bool is_index(Slot slot) const { return indexing_.contains(slot); }
  /// Memory other than parameters gives it.
  bool is_loaded(Slot slot) const { return loaded_.contains(slot); }
  /// Arrays, by byte offset of their parameters, whose elements say where atomics go.
  const std::set<std::uint32_t>& meeting() const { return meeting_; }
  /// Likewise, whose elements go into shared memory.
  const std::set<std::uint32_t>& staged() const { return staged_; }
  /// An array of bytes gives it, through shared memory or not.
  bool is_of_bytes(const ValueOrigin& origin) const;

  /// Whether `wanted` holds for an instruction of the loop around one; nothing: there is none.
  std::optional<bool> any_in_loop(Pc pc, const std::function<bool(const Inst&)>& wanted) const;
  bool loads_in_loop(Pc pc, Slot slot) const;
  /// A loop that is in no other one, and has no other one, sums products of what all threads load,
  /// going on from round to round, and of what each loads for itself: a filter.
  bool filters(Pc pc) const;
  /// Of a range both ends of which change in a loop: how long it is, compared with a constant.
  bool is_width(const Inst& inst) const;
  /// Both ends of a range change in the loop.
  bool narrows(Pc pc) const;

 private:
  void find_addresses();
  void find_indices();
  void find_arrays();
  bool are_ends(const Inst& inst) const;
  bool raise(Slot slot, unsigned bytes);
  /// What is loaded where `wanted` holds for the load, and copies of it.
  std::set<Slot> loaded_by(const std::function<bool(const Inst&)>& wanted) const;
  bool is_in_single_loop(Pc pc) const;

  const Program& program_;
  ValueOrigins origins_;
  ValueForms forms_;
  std::vector<std::unique_ptr<Cfg>> graphs_;
  std::vector<std::unique_ptr<Loops>> loops_;
  std::unordered_map<Slot, unsigned> bytes_;
  std::set<Slot> indexing_, loaded_;
  std::set<std::uint32_t> meeting_, staged_, of_bytes_;
};

}  // namespace simt
