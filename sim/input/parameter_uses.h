// What a kernel does with its parameters, as far as its arithmetic shows it: which of its numbers
// is a size, which a radius, which a shift; and what the arrays that it is given hold. For a choice
// of values that suit it, not for its execution: registers are taken for what any of their
// definitions says.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "sim/exec/executor.h"
#include "sim/input/constant_uses.h"
#include "sim/input/element_tests.h"
#include "sim/input/index_extents.h"

namespace simt {

/// How a float is used.
struct FloatUse {
  bool scales_index = false;  ///< what a step in x or y is long
  bool starts_index = false;  ///< where x or y begin
  bool below_root = false;    ///< added to what a root is taken of
  bool share = false;         ///< subtracted from a constant
  bool origin = false;        ///< subtracted from what an array holds
  bool spread = false;        ///< divides distances in x or y
  bool of_bytes = false;      ///< divides what arrays of bytes hold
  bool low = false;           ///< of a range: subtracted from another parameter
  bool high = false;          ///< likewise, what it is subtracted from
};
/// How a number of a row, or of a thread, is multiplied by a whole number for an address.
struct StrideUse {
  bool any = false;
  bool pitch = false;         ///< it is a multiple of bytes
  bool along = false;         ///< a loop goes along the row
  bool in_plane = false;      ///< a row or column in x and y, of one index alone
  bool of_places = false;     ///< times the number of a place in x and y: what each place has
  bool of_planes = false;     ///< times a number in z alone
  bool in_loop = false;       ///< an address goes on by it from round to round
  double factor = 1;          ///< bytes that 1 stands for
  unsigned access_bytes = 1;  ///< the widest element in the row
};
/// How many parameters are compared together with a number of a thread.
struct TogetherUse {
  std::size_t terms = 1;                 ///< in a sum
  std::size_t factors = 1;               ///< in a product
  std::set<std::uint32_t> product = {};  ///< byte offsets of all of those
  bool columns = false;                  ///< with threads or blocks in x
};
/// What is done to a number of a thread.
struct IndexUse {
  bool divisor = false;         ///< it is divided
  std::set<Slot> divides = {};  ///< which
  bool steps = false;           ///< divided, one that a loop moves: windows that lie so far apart
  std::set<Slot> clamped = {};  ///< which are kept below the parameter, or at it
  bool mirrored = false;        ///< it is subtracted from the parameter
  bool guarded = false;         ///< compared with a size, and it is no bound of the number itself
  bool chosen = false;          ///< the same as the parameter or not: which one
  /// Of a table's side: parameters, by byte offset, that it is subtracted from, the difference
  /// being kept from below zero; they number its diagonals.
  std::set<std::uint32_t> diagonals = {};
};
/// And with a number of a thread, or what an array holds.
struct MaskUse {
  bool number = false;  ///< of a thread
  bool bits = false;
  bool places = false;  ///< for an address: a table's size less one
  bool slots = false;   ///< the parameter less one: a power of two
};
/// What elements are to it.
struct ElementUse {
  bool threshold = false;                ///< more or less, and no indices
  bool lowest = false, highest = false;  ///< likewise, of two for one array
  bool row = false;                      ///< a place in a row of so many
  bool range = false;                    ///< compared with an index
  bool capacity = false;                 ///< compared with a counter that atomics raise
  std::set<std::uint32_t> ends = {};     ///< arrays of ends of rows: it is that of the last row
};
/// What a length is of.
struct LengthUse {
  bool shared = false;  ///< what all threads go through
  bool tiles = false;   ///< the loop does many at once
  bool filter = false;  ///< it sums products with coefficients (ValuePlaces::filters)
};
/// How a scalar is used; several of these may hold.
struct ScalarUse {
  bool is_used = false;                ///< by any arithmetic that was understood
  bool size = false;                   ///< compared with a number of a thread or a block
  bool product = false;                ///< likewise, as a factor of another parameter
  std::set<Slot> against = {};         ///< of a size: what it is compared with
  double factor = 1;                   ///< of the parameter in what is compared
  bool grid_loop = false;              ///< a size; threads go on by a whole grid
  std::set<std::uint32_t> parts = {};  ///< parameters, by byte offset, that it is divided by
  bool scaled = false;                 ///< divided by a size: that of what is scaled to it
  bool search = false;                 ///< the changing end of a range that a loop narrows
  bool length = false;                 ///< ends a loop that accesses global memory
  bool iterations = false;             ///< ends another loop
  bool shift = false;                  ///< how far a value is shifted
  bool divisor = false;                ///< of a value
  bool exchanged = false;              ///< xor with a number of a thread
  bool flag = false;                   ///< likewise, or compared, with 0 or 1
  bool step = false;                   ///< times a number of a thread, compared with a size
  bool compared = false;               ///< with what an array holds
  TogetherUse together;
  IndexUse index;
  MaskUse mask;
  ElementUse elements;
  LengthUse lengths;
  StrideUse stride;
  FloatUse real;
};

/// What an array holds.
struct ArrayUse {
  bool indices = false;  ///< elements go into addresses
  bool ends = false;     ///< loops go from one element to the next one: the rows of a sparse matrix
  Slot begins = kNoSlot;  ///< of such a loop: its variable
  /// Elements say where values of other arrays are stored, and no atomic goes by them: places that
  /// must not meet.
  bool scatters = false;
  bool appended = false;  ///< stored where a counter says that atomics raise
  bool compared = false;  ///< elements decide
  bool searched = false;  ///< likewise, which part of it a loop goes on in: they are in order
  std::optional<std::uint32_t> solved_rows = {};  ///< pivots()
  std::uint64_t solved_side = 0;                  ///< constant_pivots()
  ArrayTests tests = {};
  /// Of elements of an array of structures of so many bytes, of the field that lies at `offset`.
  ElementTests tests_of(std::uint32_t bytes, std::uint32_t offset) const;
  ElementTests all_tests() const;
};

/// Whether it says how many coefficients a filter has, which is no length of a row.
inline bool is_taps(const ScalarUse& use) {
  return use.lengths.filter && !use.stride.any;
}
/// Whether it says how many of something there are.
inline bool is_count(const ScalarUse& use) {
  return !use.shift && (use.size || use.length || use.search || use.stride.any ||
                        use.stride.in_loop || use.elements.range || use.mask.slots);
}

class ParameterUses {
 public:
  /// Keeps nothing of `program`, which is of PTX.
  explicit ParameterUses(const Program& program);

  /// By byte offset of a parameter, or of a field in one; nullptr: it is not used.
  const ScalarUse* scalar(std::uint32_t offset) const;
  const ArrayUse* array(std::uint32_t offset) const;
  /// How many values a size's threads or blocks have in a launch (IndexExtents::of).
  std::uint64_t extent(const ScalarUse& use, const Dim3& grid, const Dim3& block,
                       std::uint64_t divisor) const;
  /// ScalarUse::grid_loop, and threads themselves go on, not a part of their number by a stride.
  bool goes_by_grid(const ScalarUse& use) const;
  /// Of a slot of ScalarUse::divides.
  std::uint64_t most_divided(const ScalarUse& use, const Dim3& grid, const Dim3& block) const;
  const std::map<std::uint32_t, ScalarUse>& scalars() const { return scalars_; }
  const std::map<std::uint32_t, ArrayUse>& arrays() const { return arrays_; }
  /// nullptr: nothing is known of the variable in constant memory.
  const ConstantUse* constant(const std::string& name) const;
  /// Of the largest product of parameters that threads are compared with.
  std::size_t factors() const;
  /// Any is ScalarUse::step_divisor.
  bool divides_steps() const;
  /// How many threads share a row of such an array.
  std::uint64_t row_threads(const ArrayUse& use, const Dim3& grid, const Dim3& block) const;
  /// Elements are put in order.
  bool sorts() const { return sorts_; }

 private:
  std::map<std::uint32_t, ScalarUse> scalars_;
  std::map<std::uint32_t, ArrayUse> arrays_;
  std::map<std::string, ConstantUse> constants_;
  IndexExtents extents_;
  bool sorts_ = false;
};

}  // namespace simt
