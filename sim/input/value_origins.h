// What the values in a program's registers come from: numbers of threads and blocks, memory, loops,
// parameters.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "isa/analysis/constant_values.h"
#include "isa/core/program.h"

namespace simt {

struct ValueOrigin {
  std::uint32_t specials = 0;  ///< a bit for each SpecialReg below 32 that it is computed from
  bool loop = false;           ///< it changes from round to round of a loop
  bool memory = false;         ///< it is computed from what global or shared memory holds
  std::set<std::uint32_t> arrays = {};  ///< by byte offset: pointer parameters that led there
  /// By byte offset, parameters that it is times a factor, give or take a constant.
  std::map<std::uint32_t, double> parameters = {};
  bool product = false;  ///< of two or more of them
  /// How many of them are in its longest sum: one in the smaller one of two parameters.
  std::size_t terms = 0;
  /// Parameters that it is so many times, as is no constant; times a factor.
  std::map<std::uint32_t, double> multiples = {};

  bool is_index() const;  ///< of a thread or a block
  bool operator==(const ValueOrigin&) const = default;
};

/// Of a program of PTX.
class ValueOrigins {
 public:
  /// `program` outlives this.
  explicit ValueOrigins(const Program& program);
  const ValueOrigin& of(Slot slot) const;
  std::optional<std::uint64_t> constant(Slot slot) const { return constants_.at(slot); }

 private:
  void find_loops();
  bool add(const Inst& inst);
  ValueOrigin of_result(const Inst& inst) const;
  void add_parameters(ValueOrigin& out, const Inst& inst) const;
  void multiply(ValueOrigin& out, const ValueOrigin& a, const ValueOrigin& b,
                const Inst& inst) const;
  bool join(Slot slot, const ValueOrigin& other);

  const Program& program_;
  ConstantValues constants_;
  std::unordered_map<Slot, ValueOrigin> origins_;
};

}  // namespace simt
