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
constexpr std::uint64_t kRow = 64;         ///< elements that one thread goes along
constexpr std::uint64_t kTaps = 32;        ///< of a filter
constexpr std::uint64_t kModulus = 16;
constexpr std::uint64_t kStep = 2;        ///< elements from one thread's to the next
constexpr std::uint64_t kThreshold = 64;  ///< half of what elements may be
constexpr std::uint64_t kGridRounds = 4;  ///< of a loop over a grid

/// Names that say more than the arithmetic does.
struct NamedNumber {
  std::string_view name, value;
};
constexpr std::array kNamedFloats{
    NamedNumber{"dt", "0.01"},         NamedNumber{"delta_t", "0.01"},
    NamedNumber{"timestep", "0.01"},   NamedNumber{"eps", "0.00001"},
    NamedNumber{"epsilon", "0.00001"}, NamedNumber{"tol", "0.00001"},
    NamedNumber{"lr", "0.01"},         NamedNumber{"learning_rate", "0.01"},
    NamedNumber{"rate", "0.05"},       NamedNumber{"riskfree", "0.05"},
    NamedNumber{"risk_free", "0.05"},  NamedNumber{"volatility", "0.2"},
    NamedNumber{"vol", "0.2"},         NamedNumber{"spot", "100"},
    NamedNumber{"strike", "100"},
};

constexpr std::array kNamedWhole{
    NamedNumber{"gap", "-1"},        NamedNumber{"mismatch", "-1"}, NamedNumber{"ksize", "3"},
    NamedNumber{"kernel_size", "3"}, NamedNumber{"kernel", "3"},
};

template <std::size_t N>
std::optional<std::string> named(const std::array<NamedNumber, N>& all, std::string_view name) {
  const std::string_view last =
      name.substr(name.find('.') == std::string::npos ? 0 : name.find('.') + 1);
  for (const NamedNumber& known : all)
    if (last == known.name) return std::string(known.value);
  return std::nullopt;
}

/// A name says less than sizes and indices do.
bool is_plain(const ScalarUse& use) {
  return !use.size && !use.index.divisor && !use.stride.any && !use.compared;
}

std::uint64_t root(std::uint64_t n, std::size_t factors = 2) {
  return std::uint64_t{1} << ((std::bit_width(std::max<std::uint64_t>(n, 1)) - 1) / factors);
}

/// Of all threads, one of the factors whose product is as many.
std::uint64_t divisor_of(const ProposedShape& shape) {
  if (!shape.flat && shape.changes.uses->divides_steps()) return kStep;
  return root(shape.elements, std::max<std::size_t>(shape.changes.uses->factors(), 2));
}

/// Threads in one direction of several, as a product: two for what divides, the others alike, the
/// last one as many as there are then.
std::uint64_t factor_of_side(const ScalarUse& use, const ProposedShape& shape) {
  if (use.index.divisor) return kStep;
  const ParameterUses& uses = *shape.changes.uses;
  std::uint64_t rest = uses.extent(use, shape.grid, shape.block, kStep);
  std::vector<const ScalarUse*> others;
  for (const std::uint32_t offset : use.together.product) {
    const ScalarUse* const one = uses.scalar(offset);
    if (one != nullptr && one->index.divisor)
      rest = (rest + kStep - 1) / kStep;
    else
      others.push_back(one);
  }
  if (others.size() < 2) return rest;
  const std::uint64_t each = root(rest, others.size());
  if (others.back() != &use) return each;
  for (std::size_t i = 1; i < others.size(); ++i) rest = (rest + each - 1) / each;
  return rest;
}

/// w * h of all threads: a row of w, and as many rows as there are then.
std::uint64_t factor_number(const ScalarUse& use, const ProposedShape& shape) {
  if (!shape.flat) return factor_of_side(use, shape);
  const std::uint64_t each = divisor_of(shape);
  if (use.index.divisor || use.together.factors < 2) return each;
  std::uint64_t rest = shape.elements;
  for (std::size_t i = 1; i < use.together.factors; ++i) rest = (rest + each - 1) / each;
  return rest;
}

std::string float_number(const ScalarUse* use, const std::string& name,
                         const ProposedShape& shape) {
  if (const auto known = named(kNamedFloats, name)) return *known;
  if (use == nullptr) return "1";
  if (name.find("sigma") != std::string::npos)
    return use->real.of_bytes ? "25" : use->real.spread ? "2" : "0.2";
  if (use->real.below_root) return "0.001";
  if (use->real.starts_index || (use->real.low && !use->real.high)) return "0";
  const std::uint64_t steps = shape.flat ? shape.elements : shape.side;
  if (use->real.scales_index && steps > 1)
    return fmt::format("{}", 1.0 / static_cast<double>(steps));
  if (use->real.origin && !use->real.share) return "0";
  return use->compared || use->real.share ? "0.5" : "1";
}

std::uint64_t size_number(const ScalarUse& use, const ProposedShape& shape) {
  if (shape.changes.number) return *shape.changes.number;
  if (use.product) return factor_number(use, shape);
  std::uint64_t threads =
      shape.changes.uses->extent(use, shape.grid, shape.block, divisor_of(shape));
  const bool square = !shape.flat && shape.grid.x == shape.grid.y && shape.grid.z == 1;
  // What each thread has several rows of (32 x 8 threads for 32 x 32 elements).
  if (square && threads < shape.side && 2 * threads > shape.side) threads = shape.side;
  if (use.lengths.tiles && !shape.flat) threads = std::max(threads, shape.side);
  const bool by_tiles = use.length && !use.index.guarded && !use.grid_loop;
  if (by_tiles && !shape.flat) threads = std::max(threads, shape.side);
  if (threads == shape.threads) threads = shape.elements;
  if (shape.changes.size != 0) threads = std::min(threads, usual_number(shape));
  if (shape.changes.uses->goes_by_grid(use)) threads *= kGridRounds;
  if (use.together.terms > 1) threads = (threads + use.together.terms - 1) / use.together.terms;
  const double factor = use.factor >= 0.125 && use.factor <= 8 ? use.factor : 1;
  const auto n = static_cast<std::uint64_t>(std::ceil(static_cast<double>(threads) / factor));
  const std::uint64_t rows = std::uint64_t{shape.grid.y} * shape.block.y;
  const bool blocks = threads == shape.grid.x || threads == shape.grid.count();
  const bool exact =
      blocks || threads == shape.elements || threads == shape.side || threads == rows;
  return n <= 32 || exact ? n : (n + 31) / 32 * 32;
}

/// As long as a side, or what threads in x are compared with.
std::uint64_t row_number(const ProposedShape& shape) {
  std::uint64_t out = usual_number(shape);
  if (shape.flat) return out;
  for (const auto& [offset, use] : shape.changes.uses->scalars())
    if (use.size && use.together.columns && !use.product)
      out = std::max(out, size_number(use, shape));
  return out;
}

std::uint64_t divisor_number(const ScalarUse& use, const ProposedShape& shape) {
  if (shape.flat) return divisor_of(shape);
  const std::uint64_t most = shape.changes.uses->most_divided(use, shape.grid, shape.block);
  return most > 1 && most < shape.side ? root(most) : shape.side;
}

std::uint64_t threshold_number(const ScalarUse& use) {
  return use.elements.lowest    ? kThreshold / 2
         : use.elements.highest ? kThreshold + kThreshold / 2
                                : kThreshold;
}

/// As long as the longest diagonal.
std::uint64_t side_number(const ScalarUse& use, const ProposedShape& shape) {
  for (const std::uint32_t offset : use.index.diagonals)
    if (const ScalarUse* const d = shape.changes.uses->scalar(offset); d != nullptr && d->size)
      return size_number(*d, shape);
  return usual_number(shape);
}

/// Threads in x and y.
std::uint64_t plane_number(const ProposedShape& shape) {
  return shape.threads / (std::uint64_t{shape.grid.z} * shape.block.z);
}

/// A thread's number is that of a row as it is, not of a place in a plane.
bool threads_are_rows(const ProposedShape& shape) {
  const ParameterUses& uses = *shape.changes.uses;
  const auto divides = [](const auto& s) { return !s.second.index.divides.empty(); };
  return shape.flat && uses.factors() < 2 && std::ranges::none_of(uses.scalars(), divides);
}

std::uint64_t whole_number(const ScalarUse& use, const ProposedShape& shape) {
  const bool row = !shape.flat || use.stride.along;
  if (use.shift) return kSmall;
  if (use.flag) return 1;
  if (use.scaled && !use.index.guarded && (use.size || use.stride.any))
    return usual_number(shape) / 2;
  if (is_taps(use)) return kTaps;
  if (use.size) return size_number(use, shape);
  if (!use.index.diagonals.empty()) return side_number(use, shape);
  if (use.index.chosen) return 1;
  if (use.index.divisor) return divisor_number(use, shape);
  if (use.lengths.tiles) return usual_number(shape);
  if (use.length && use.divisor) return 2 * usual_number(shape);  // a table with room for all
  if (use.length && use.stride.in_plane && !shape.flat) return shape.side;
  if (use.length && use.stride.in_plane && threads_are_rows(shape)) return kRow;
  if (use.length) return use.lengths.shared ? kIterations : kSmall;
  if (use.stride.pitch && use.stride.access_bytes > use.stride.factor)
    return static_cast<std::uint64_t>(
        static_cast<double>(usual_number(shape) * use.stride.access_bytes) / use.stride.factor);
  if (use.elements.range) return use.elements.capacity ? usual_number(shape) : kModulus;
  if (use.elements.threshold && !use.length) return threshold_number(use);
  if (use.elements.row) return kModulus;
  if (use.step) return kStep;
  if (use.stride.of_places) return kSmall;
  if (use.stride.of_planes && use.stride.pitch) return plane_number(shape);
  if (use.stride.any) return row ? row_number(shape) : kStep;
  if (use.iterations) return kIterations;
  if (use.stride.in_loop) return row_number(shape);
  if (use.search) return usual_number(shape);
  if (use.exchanged) return kSmall;
  if (use.mask.number) return 2 * kSmall;
  if (use.mask.slots)
    return std::bit_ceil(2 * kGridRounds * usual_number(shape));  // twice as many as keys
  if (use.mask.places) return std::bit_ceil(usual_number(shape)) - 1;
  if (use.mask.bits) return kModulus - 1;
  if (use.index.mirrored) return usual_number(shape);
  return use.divisor ? kModulus : 1;
}

/// A multiple of what it is divided by.
std::uint64_t with_parts(std::uint64_t number, const ScalarUse& use, const ProposedShape& shape) {
  for (const std::uint32_t offset : use.parts) {
    const ScalarUse* const part = shape.changes.uses->scalar(offset);
    if (part == nullptr || part == &use) continue;
    const std::uint64_t n = std::max<std::uint64_t>(whole_number(*part, shape), 1);
    number = number < n ? kSmall * n : (number + n - 1) / n * n;
  }
  return number;
}

/// Nothing reads it: where one other number is how long a row is, as many rows as there are then.
std::uint64_t unused_number(const ProposedShape& shape) {
  const std::uint64_t all = usual_number(shape);
  if (!shape.flat || !shape.changes.uses) return all;
  std::uint64_t row = 0;
  for (const auto& [offset, use] : shape.changes.uses->scalars()) {
    if (!use.stride.any || !is_count(use)) continue;
    if (row != 0) return all;
    row = whole_number(use, shape);
  }
  return row != 0 && all % row == 0 ? all / row : all;
}

}  // namespace

std::uint64_t usual_number(const ProposedShape& shape) {
  return shape.flat ? shape.elements : shape.side;
}

std::uint64_t most_of(ScalarType type) {
  const unsigned bits = 8 * size_of(type) - (is_signed(type) ? 1 : 0);
  return bits >= 32 ? std::uint64_t{1} << 31 : std::uint64_t{1} << bits;
}

std::string proposed_number(ScalarType type, const std::string& name, std::uint32_t offset,
                            const ProposedShape& shape) {
  const auto& uses = shape.changes.uses;
  const ScalarUse* const use = uses ? uses->scalar(offset) : nullptr;
  if (is_float(type)) return float_number(use, name, shape);
  const auto changed = shape.changes.numbers.find(name);
  if (changed != shape.changes.numbers.end()) return std::to_string(changed->second);
  if (use == nullptr) return std::to_string(size_of(type) < 4 ? 1 : unused_number(shape));
  const auto known = is_plain(*use) ? named(kNamedWhole, name) : std::nullopt;
  if (known && (is_signed(type) || known->front() != '-')) return *known;
  return std::to_string(
      std::min(with_parts(whole_number(*use, shape), *use, shape), most_of(type) - 1));
}

}  // namespace simt
