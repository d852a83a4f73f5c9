// What a program compares the elements of its arrays with: constants that decide what it does, and
// so what the arrays may hold.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "sim/input/value_origins.h"

namespace simt {

/// Of the elements that lie so many bytes from the start of a structure.
struct ElementTests {
  std::set<std::int64_t> equal;             ///< constants: the same or not
  std::set<std::int64_t> ordered;           ///< likewise: more or less
  std::optional<std::int64_t> exchanged{};  ///< the one that an atomicCAS() replaces
  bool computed = false;                    ///< something else is done with them than stored

  /// Nothing but whether they are zero matters.
  bool is_flag() const;
  /// One of a few small numbers, such as the state of something.
  bool is_state() const;
  void merge(const ElementTests& other);
};
/// By bytes.
using ArrayTests = std::map<std::int64_t, ElementTests>;

/// By the byte offsets of pointers among the parameters of a program of PTX.
std::map<std::uint32_t, ArrayTests> element_tests(const Program& program,
                                                  const ValueOrigins& origins);

}  // namespace simt
