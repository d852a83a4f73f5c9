#include "sim/input/proposed_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "sim/input/element.h"

namespace simt {
namespace {

constexpr std::uint64_t kSmall = 4;        ///< a length, a radius, a shift
constexpr std::uint64_t kIterations = 64;  ///< of a loop without accesses to memory
constexpr std::uint64_t kModulus = 16;
constexpr std::uint64_t kStep = 2;         ///< elements from one thread's to the next
constexpr std::uint64_t kRowEntries = 4;   ///< of a sparse matrix
constexpr std::uint64_t kMostKey = 65536;  ///< numbers to be sorted are below
constexpr std::uint64_t kGridRounds = 4;   ///< of a loop over a grid

/// Names that say more than the arithmetic does.
struct NamedNumber {
  std::string_view name, value;
};
constexpr std::array kNamedFloats{
    NamedNumber{"dt", "0.01"},         NamedNumber{"delta_t", "0.01"},
    NamedNumber{"timestep", "0.01"},   NamedNumber{"eps", "0.00001"},
    NamedNumber{"epsilon", "0.00001"}, NamedNumber{"tol", "0.00001"},
    NamedNumber{"lr", "0.01"},         NamedNumber{"learning_rate", "0.01"},
};

std::uint64_t root(std::uint64_t n) {
  return std::uint64_t{1} << ((std::bit_width(std::max<std::uint64_t>(n, 1)) - 1) / 2);
}

std::string float_number(const ScalarUse* use, const std::string& name,
                         const ProposedShape& shape) {
  const std::string_view last =
      std::string_view(name).substr(name.find('.') == std::string::npos ? 0 : name.find('.') + 1);
  for (const NamedNumber& known : kNamedFloats)
    if (last == known.name) return std::string(known.value);
  if (use == nullptr) return "1";
  if (use->real.below_root) return "0.001";
  if (use->real.starts_index) return "0";
  const std::uint64_t steps = shape.flat ? shape.elements : shape.side;
  if (use->real.scales_index && steps > 1)
    return fmt::format("{}", 1.0 / static_cast<double>(steps));
  if (use->real.origin && !use->real.share) return "0";
  return use->compared || use->real.share ? "0.5" : "1";
}

std::uint64_t usual(const ProposedShape& shape) {
  return shape.flat ? shape.elements : shape.side;
}

std::uint64_t size_number(const ScalarUse& use, const ProposedShape& shape) {
  if (shape.changes.number) return *shape.changes.number;
  if (use.product) return shape.flat ? root(shape.elements) : shape.side;
  std::uint64_t threads =
      shape.changes.uses->extent(use, shape.grid, shape.block, root(shape.elements));
  const bool square = !shape.flat && shape.grid.x == shape.grid.y && shape.grid.z == 1;
  // What each thread has several rows of (32 x 8 threads for 32 x 32 elements).
  if (square && threads < shape.side && 2 * threads > shape.side) threads = shape.side;
  if (use.tiles && !shape.flat) threads = std::max(threads, shape.side);
  if (threads == shape.threads) threads = shape.elements;
  if (shape.changes.size != 0) threads = std::min(threads, usual(shape));
  if (use.grid_loop) threads *= kGridRounds;
  const double factor = use.factor >= 0.125 && use.factor <= 8 ? use.factor : 1;
  const auto n = static_cast<std::uint64_t>(std::ceil(static_cast<double>(threads) / factor));
  const std::uint64_t rows = std::uint64_t{shape.grid.y} * shape.block.y;
  const bool exact = threads == shape.elements || threads == shape.side || threads == rows;
  return n <= 32 || exact ? n : (n + 31) / 32 * 32;
}

std::uint64_t whole_number(const ScalarUse& use, const ProposedShape& shape) {
  const bool row = !shape.flat || use.stride.along;
  if (use.shift) return kSmall;
  if (use.flag) return 1;
  if (use.size) return size_number(use, shape);
  if (use.index_divisor) return shape.flat ? root(shape.elements) : shape.side;
  if (use.tiles) return usual(shape);
  if (use.length && use.divisor) return usual(shape);  // of a table that is hashed
  if (use.length) return use.stride.in_plane && !shape.flat ? shape.side : kSmall;
  if (use.stride.pitch && use.stride.access_bytes > use.stride.factor)
    return static_cast<std::uint64_t>(static_cast<double>(usual(shape) * use.stride.access_bytes) /
                                      use.stride.factor);
  if (use.range) return kModulus;
  if (use.step) return kStep;
  if (use.stride.any) return row ? usual(shape) : kStep;
  if (use.iterations) return kIterations;
  if (use.search) return usual(shape);
  if (use.exchanged) return kSmall;
  if (use.masked) return 2 * kSmall;
  if (use.slots) return std::bit_ceil(2 * kGridRounds * usual(shape));  // twice as many as keys
  if (use.bits) return kModulus - 1;
  return use.divisor ? kModulus : 1;
}

std::uint64_t most_of(ScalarType type) {
  const unsigned bits = 8 * size_of(type) - (is_signed(type) ? 1 : 0);
  return bits >= 32 ? std::uint64_t{1} << 31 : std::uint64_t{1} << bits;
}

}  // namespace

std::string proposed_number(ScalarType type, const std::string& name, std::uint32_t offset,
                            const ProposedShape& shape) {
  const auto& uses = shape.changes.uses;
  const ScalarUse* const use = uses ? uses->scalar(offset) : nullptr;
  if (is_float(type)) return float_number(use, name, shape);
  const auto changed = shape.changes.numbers.find(name);
  if (changed != shape.changes.numbers.end()) return std::to_string(changed->second);
  if (use == nullptr) return std::to_string(size_of(type) < 4 ? 1 : usual(shape));
  return std::to_string(std::min(whole_number(*use, shape), most_of(type) - 1));
}

std::string usual_content(ScalarType type, unsigned seed, const ProposedShape& shape) {
  if (is_float(type)) return fmt::format("random({},0,1)", seed);
  if (shape.changes.zeros) return "zero";
  if (size_of(type) == 1 && !shape.changes.plain)  // pixels, letters: not their places in order
    return fmt::format("random({},{},{})", seed, is_signed(type) ? -128 : 0,
                       is_signed(type) ? 128 : 256);
  return "iota(0,1)";
}

std::string tested_content(ScalarType type, unsigned seed, const ElementTests& tests) {
  if (is_float(type)) return "";
  if (tests.exchanged) return constant_content(type, *tests.exchanged);
  if (tests.is_flag()) return fmt::format("random({},0,2)", seed);
  if (!tests.is_state()) return "";
  std::int64_t from = 0, to = 0;
  for (const std::set<std::int64_t>* const some : {&tests.equal, &tests.ordered})
    for (const std::int64_t n : *some) {
      from = std::min(from, n);
      to = std::max(to, n);
    }
  if (!is_signed(type)) from = 0;
  return fmt::format("random({},{},{})", seed, from, to + 1);
}

std::string constant_content(ScalarType type, std::int64_t value) {
  if (value == 0) return "zero";
  if (is_signed(type)) return fmt::format("const({})", value);
  const auto bits = static_cast<std::uint64_t>(value);
  const unsigned unused = 64 - 8 * std::clamp(size_of(type), 1u, 8u);
  return fmt::format("const({:#x})", bits << unused >> unused);
}

std::string proposed_content(ScalarType type, const std::string& name, std::uint32_t offset,
                             const ProposedShape& shape) {
  const ProposalChanges& changes = shape.changes;
  const unsigned seed = offset / 8 + 1;
  const auto fill = changes.fills.find(name);
  if (fill != changes.fills.end()) return fill->second;
  const ArrayUse* const use = changes.uses ? changes.uses->array(offset) : nullptr;
  if (use != nullptr && !use->ends) {
    const ElementTests tests = use->all_tests();
    const std::string tested = tested_content(type, seed, tests);
    if (!tested.empty() && (!changes.zeros || tests.exchanged)) return tested;
  }
  const bool usual_one = is_float(type) || changes.zeros || changes.plain || !changes.uses;
  const bool sorted = !usual_one && changes.uses->sorts() && size_of(type) > 1;
  if (sorted && (use == nullptr || !use->indices))
    return fmt::format("random({},0,{})", seed, std::min(kMostKey, most_of(type)));
  if (use == nullptr || usual_one) return usual_content(type, seed, shape);
  if (use->ends)
    return fmt::format("iota(0,{})", std::max(kRowEntries, changes.uses->row_threads(
                                                               *use, shape.grid, shape.block)));
  if (!use->indices || (use->scatters && !changes.range)) return usual_content(type, seed, shape);
  const std::uint64_t range = std::min(
      {changes.range.value_or(usual(shape) * (shape.flat ? 1 : shape.side)), most_of(type)});
  return fmt::format("random({},0,{})", seed, range);
}

}  // namespace simt
