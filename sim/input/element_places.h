// Which registers hold an element of an array as it was loaded, and where that lies.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>

#include "sim/input/value_origins.h"

namespace simt {

struct ElementPlace {
  std::uint32_t array = 0;  ///< byte offset of its pointer among the parameters
  std::int64_t bytes = 0;   ///< from the start of a structure
  auto operator<=>(const ElementPlace&) const = default;
};

/// Of a program of PTX: loads, atomics, and copies of what they give.
class ElementPlaces {
 public:
  /// Both outlive this.
  ElementPlaces(const Program& program, const ValueOrigins& origins);

  /// What a register holds; nullptr: nothing of the kind.
  const std::set<ElementPlace>* in(Slot slot) const;
  /// It gives what it is given, or the low bytes of it.
  bool copies(const Inst& inst) const;

 private:
  void load(const Inst& inst);
  void copy(const Inst& inst);

  const Program& program_;
  const ValueOrigins& origins_;
  std::map<Slot, std::set<ElementPlace>> held_;
  std::set<Slot> loaded_;
};

/// Where the i-th result of an access to global memory lies; empty: it is none, or not known.
std::set<ElementPlace> places_of(const Program& program, const ValueOrigins& origins,
                                 const Inst& inst, std::size_t i);

}  // namespace simt
