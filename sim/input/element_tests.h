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
  std::set<std::uint32_t> same_as;          ///< parameters, by byte offset: the same or not
  std::set<std::uint32_t> within;           ///< likewise: more or less
  bool alike = false;    ///< they are compared with elements of other memory, the same or not
  bool merged = false;   ///< likewise, more or less
  bool cursor = false;   ///< an atomic gives them, chosen by an element, as places of elements
  bool bits = false;     ///< single bits are looked at, by numbers that are no constants
  bool mixed = false;    ///< all of their bits are: xor with what is no constant
  bool indexes = false;  ///< they are parts of addresses, as they are or times something
  bool follows = false;  ///< likewise, of their own array: which element is the next
  unsigned child = 0;    ///< likewise, of two in a tree: the first or the second; 0: of a list
  std::set<std::uint32_t> row = {};  ///< likewise: parameters that the row's length is
  bool added = false;                ///< sums are made of them
  bool computed = false;             ///< something else is done with them than stored

  /// Nothing but whether they are zero matters.
  bool is_flag() const;
  /// One of a few small numbers, such as the state of something.
  bool is_state() const;
  /// What is compared with says what they hold, apart from small numbers: INT_MAX, a parameter.
  bool has_marks() const;
  /// A negative number ends a list or stands for nothing.
  bool may_be_negative() const;
  void merge(const ElementTests& other);
};
/// By bytes.
using ArrayTests = std::map<std::int64_t, ElementTests>;

/// By the byte offsets of pointers among the parameters of a program of PTX.
std::map<std::uint32_t, ArrayTests> element_tests(const Program& program,
                                                  const ValueOrigins& origins);

}  // namespace simt
