// What has no value of its own but parts that have one: a structure, an array.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/step/subject.h"

namespace simt {

/// The parts of a structure or array in memory, in their order.
struct Parts {
  struct Part {
    std::string name;            ///< of a field: "x", "in.a", "m[1]"; of an element: ""
    std::string expression;      ///< its value: "p[3].in.a", "tile[7]"
    std::uint64_t first_of = 0;  ///< how many dimensions or structures begin with this part
    std::uint64_t last_of = 0;   ///< how many end with it
  };
  std::vector<Part> parts;
  bool more = false;  ///< there are others after kMostParts
};
/// As many elements as gdb prints.
inline constexpr std::size_t kMostParts = 200;

/// Of "p[3]", "p[i + 1].in", "tile", "setup", "grid[1]": a structure that a pointer points to or a
/// variable holds, a variable that is an array, or a row of one that has several dimensions.
/// Nothing for what is none: it has a value, or an error.
std::optional<Parts> parts_of(const StepSubject& subject, const std::string& text);

/// "{{x = 1, y = 2}, {x = 3, y = 4}}", "{0 <repeats 32 times>, 1}" of a value for each part.
std::string parts_text(const Parts& of, const std::vector<std::string>& values);

}  // namespace simt
