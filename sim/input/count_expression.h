// COUNT of a buffer: a whole number, or an expression of C over whole numbers and scalar arguments,
// "n * 2", "(w + 2) * (h + 2)".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/input/launch_spec.h"

namespace simt {

struct Signature;

/// What a scalar argument of that name is worth. Throws SpecError where there is none.
using ScalarNamed = std::function<std::int64_t(std::string_view)>;

/// Nothing where the text names arguments. Throws SpecError.
std::optional<std::uint64_t> count_in(const std::string& text);
std::uint64_t count_in(const std::string& text, const ScalarNamed& scalar);

/// `arg` with so many times ArgSpec::count_each elements. Throws SpecError: none, or other than are
/// listed.
void take_count(ArgSpec& arg, std::uint64_t count);
/// Counts that name scalar arguments, in the order of the parameters; those that name one without
/// a value stay open. Throws SpecError with the line.
void count_elements(std::vector<std::optional<ArgSpec>>& args, const Signature& signature);

}  // namespace simt
