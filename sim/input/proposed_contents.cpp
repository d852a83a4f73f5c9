#include "sim/input/proposed_contents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/input/element.h"
#include "sim/input/proposed_numbers.h"

namespace simt {
namespace {

constexpr std::uint64_t kRowEntries = 4;        ///< of a sparse matrix
constexpr std::uint64_t kMostKey = 65536;       ///< numbers to be sorted are below
constexpr unsigned kChain = 8;                  ///< elements of a list
constexpr unsigned kRoom = 16;                  ///< from one list's place to the next one's
constexpr std::int64_t kAround = 100;           ///< so far on both sides of zero
constexpr std::int64_t kLoud = 1000;            ///< likewise, of sound
constexpr std::int64_t kKinds = 4;              ///< of letters, keys: some are alike
constexpr std::uint64_t kAnyBits = 0x7fffffff;  ///< a number with about half of its bits set

/// All different: indices that must be.
std::string places() {
  return "iota(0,1)";
}

/// "-1", "0xffffffff".
std::string number_text(ScalarType type, std::int64_t value) {
  if (value >= 0 || is_signed(type)) return std::to_string(value);
  const unsigned unused = 64 - 8 * std::clamp(size_of(type), 1u, 8u);
  return fmt::format("{:#x}", static_cast<std::uint64_t>(value) << unused >> unused);
}

std::string random_content(unsigned seed, std::int64_t from, std::uint64_t to) {
  return fmt::format("random({},{},{})", seed, from, to);
}

std::string chosen(ScalarType type, unsigned seed, const std::set<std::int64_t>& values) {
  std::vector<std::string> out;
  for (const std::int64_t v : values) out.push_back(number_text(type, v));
  return fmt::format("choice({},{})", seed, fmt::join(out, ","));
}

/// Some have the numbers that are compared with, some others.
std::string marks(ScalarType type, unsigned seed, const ElementTests& tests,
                  const ProposedShape& shape) {
  std::set<std::int64_t> values = tests.equal;
  for (const std::uint32_t offset : tests.same_as)
    if (const auto n = shape.numbers.find(offset); n != shape.numbers.end())
      values.insert(static_cast<std::int64_t>(n->second));
  const bool many = tests.alike || tests.added;
  for (std::int64_t n = 0; n < 2 * kKinds && (many || values.size() < 2); ++n) values.insert(n);
  return chosen(type, seed, values);
}

/// Those of a row, or those that the kernel lets through, or as many as there are threads.
std::string indices(ScalarType type, unsigned seed, const ElementTests& tests,
                    const ProposedShape& shape) {
  std::uint64_t range = shape.flat ? usual_number(shape) : shape.threads;
  for (const auto* const some : {&tests.row, &tests.within})
    for (const std::uint32_t offset : *some)
      if (const auto n = shape.numbers.find(offset); n != shape.numbers.end() && n->second > 1)
        range = std::min(range, n->second);
  range = std::min({shape.changes.range.value_or(range), range, most_of(type)});
  std::int64_t from = 0;
  if (is_signed(type) && tests.may_be_negative() && tests.within.empty())
    from = tests.equal.contains(-1) ? -1 : -static_cast<std::int64_t>(range / 4);
  return random_content(seed, from, range);
}

/// Letters, keys.
std::string alike_content(ScalarType type, unsigned seed) {
  return random_content(seed, 0, size_of(type) == 1 ? kKinds : 3 * kKinds);
}

std::string states(ScalarType type, unsigned seed, const ElementTests& tests) {
  std::int64_t from = 0, to = 0;
  for (const std::set<std::int64_t>* const some : {&tests.equal, &tests.ordered})
    for (const std::int64_t n : *some) {
      from = std::min(from, n);
      to = std::max(to, n);
    }
  return random_content(seed, is_signed(type) ? from : 0, static_cast<std::uint64_t>(to + 1));
}

/// On both sides of a number among the parameters.
std::string around(ScalarType type, unsigned seed, const ElementTests& tests,
                   const ProposedShape& shape) {
  std::uint64_t sum = 0;
  for (const std::uint32_t offset : tests.within)
    if (const auto n = shape.numbers.find(offset); n != shape.numbers.end()) sum += n->second;
  const std::uint64_t to = 2 * sum / tests.within.size();
  return to < 2 ? "" : random_content(seed, 0, std::min(to, most_of(type)));
}

/// Nothing but whether they are more or less than zero decides.
bool asks_sign(ScalarType type, const ElementTests& tests) {
  const auto small = [](std::int64_t n) { return n >= -1 && n <= 1; };
  return is_signed(type) && !tests.ordered.empty() && tests.same_as.empty() && !tests.merged &&
         std::ranges::all_of(tests.ordered, small);
}

std::string around_constants(ScalarType type, unsigned seed, const ElementTests& tests) {
  constexpr std::int64_t kFar = 1 << 20;
  const auto near = [](std::int64_t n) { return n > 0 && n < kFar; };
  if (asks_sign(type, tests)) return random_content(seed, -kAround, kAround);
  if (tests.ordered.empty() || !std::ranges::all_of(tests.ordered, near)) return "";
  return random_content(seed, 0, static_cast<std::uint64_t>(2 * *tests.ordered.rbegin()));
}

/// Names that say more than the arithmetic does: what an option on a share costs goes by.
struct NamedContent {
  std::string_view name, from, to;
  bool is_float;
};
constexpr std::array kNamedContents{
    NamedContent{"spot", "50", "150", true},       NamedContent{"strike", "50", "150", true},
    NamedContent{"price", "50", "150", true},      NamedContent{"prices", "50", "150", true},
    NamedContent{"years", "0.25", "2", true},      NamedContent{"maturity", "0.25", "2", true},
    NamedContent{"expiry", "0.25", "2", true},     NamedContent{"rate", "0.01", "0.1", true},
    NamedContent{"riskfree", "0.01", "0.1", true}, NamedContent{"volatility", "0.1", "0.5", true},
    NamedContent{"weight", "1", "16", false},      NamedContent{"weights", "1", "16", false},
    NamedContent{"edge_weight", "1", "16", false}, NamedContent{"edge_weights", "1", "16", false},
    NamedContent{"cost", "1", "16", false},        NamedContent{"costs", "1", "16", false},
};

/// "": nothing is known of the name.
std::string named_content(ScalarType type, unsigned seed, const std::string& name) {
  const std::string last =
      name.substr(name.find('.') == std::string::npos ? 0 : name.find('.') + 1);
  for (const NamedContent& known : kNamedContents)
    if (known.name == last && known.is_float == is_float(type))
      return fmt::format("random({},{},{})", seed, known.from, known.to);
  return "";
}

/// Matrices by whose elements others are divided; "": it holds none.
std::string solved_content(ScalarType type, unsigned seed, const ArrayUse* use,
                           const ProposedShape& shape) {
  if (use == nullptr || !is_float(type) || (!use->solved_rows && use->solved_side == 0)) return "";
  if (use->solved_side != 0) return fmt::format("dominant({},{})", seed, use->solved_side);
  const auto row = shape.numbers.find(use->solved_rows.value_or(0));
  if (row == shape.numbers.end() || row->second < 2) return "";
  return fmt::format("dominant({},{})", seed, row->second);
}

/// Elements are only stored elsewhere, as what a place belongs to or which one comes next.
bool is_moved(const ArrayUse* use) {
  return use == nullptr || (!use->all_tests().computed && !use->compared && !use->indices &&
                            !use->ends && !use->searched);
}

/// In ascending order, as what is searched.
std::string in_order(ScalarType type, unsigned seed) {
  if (is_float(type)) return fmt::format("sorted({},0,1)", seed);
  return fmt::format("sorted({},0,{})", seed, std::min(kMostKey, most_of(type)));
}

/// An array whose elements say in which part of it a loop goes on.
bool is_in_order(ScalarType type, const ArrayUse& use) {
  return use.searched && !use.indices && !use.ends && size_of(type) > 1;
}

/// Integers that are looked up in one that is in order.
bool is_looked_up(ScalarType type, const ElementTests& tests, const ProposedShape& shape) {
  return !is_float(type) && size_of(type) > 1 && (tests.merged || tests.alike) && !tests.indexes &&
         std::ranges::any_of(shape.changes.uses->arrays(),
                             [&](const auto& a) { return is_in_order(type, a.second); });
}

}  // namespace

std::string tested_content(ScalarType type, unsigned seed, const ElementTests& tests,
                           const ProposedShape& shape) {
  if (is_float(type)) return "";
  if (tests.exchanged) return constant_content(type, *tests.exchanged);
  if (tests.child != 0) return fmt::format("heap({})", tests.child);
  if (tests.follows) return tests.may_be_negative() ? fmt::format("chain({})", kChain) : places();
  if (tests.cursor) return fmt::format("iota(0,{})", kRoom);
  if (tests.indexes) return "";
  if (tests.bits) return random_content(seed, 0, std::min(kAnyBits, most_of(type)));
  if (tests.is_flag()) return random_content(seed, 0, 2);
  if (tests.is_state()) return states(type, seed, tests);
  if (tests.has_marks()) return marks(type, seed, tests, shape);
  if (tests.alike) return alike_content(type, seed);
  if (!tests.within.empty()) return around(type, seed, tests, shape);
  return tests.equal.empty() && size_of(type) > 1 ? around_constants(type, seed, tests) : "";
}

bool must_be_filled(const ElementTests& tests) {
  return tests.exchanged || tests.follows || tests.cursor || (tests.bits && !tests.indexes) ||
         (tests.has_marks() && !tests.indexes && !tests.is_state());
}

std::string constant_content(ScalarType type, std::int64_t value) {
  return value == 0 ? "zero" : fmt::format("const({})", number_text(type, value));
}

std::string usual_content(ScalarType type, unsigned seed, const ProposedShape& shape) {
  if (is_float(type)) return fmt::format("random({},0,1)", seed);
  if (shape.changes.zeros) return "zero";
  if (size_of(type) == 1 && !shape.changes.plain)  // pixels, letters: not their places in order
    return random_content(seed, is_signed(type) ? -128 : 0, is_signed(type) ? 128 : 256);
  if (!shape.changes.uses || shape.changes.plain) return places();
  return size_of(type) == 2 && is_signed(type) ? random_content(seed, -kLoud, kLoud)  // samples
                                               : random_content(seed, 0, kAround);
}

std::string table_content(ScalarType type, unsigned seed, bool alike) {
  constexpr std::uint64_t kMostWeight = 16;  // some values are divided by them
  if (alike) return alike_content(type, seed);
  if (size_of(type) == 1) return random_content(seed, 0, most_of(type));
  return random_content(seed, 1, kMostWeight);
}

std::string proposed_field(ScalarType type, const std::string& name, unsigned seed,
                           const ElementTests& tests, const ProposedShape& shape) {
  const std::string tested = tested_content(type, seed, tests, shape);
  if (!tested.empty() && (!shape.changes.zeros || tests.exchanged)) return tested;
  const std::string by_name = tests.indexes ? "" : named_content(type, seed, name);
  if (!by_name.empty() && !shape.changes.zeros) return by_name;
  const bool usual = is_float(type) || shape.changes.zeros || shape.changes.plain;
  return tests.indexes && !usual ? indices(type, seed, tests, shape)
                                 : usual_content(type, seed, shape);
}

std::string proposed_content(ScalarType type, const std::string& name, std::uint32_t offset,
                             const ProposedShape& shape) {
  const ProposalChanges& changes = shape.changes;
  const unsigned seed = offset / 8 + 1;
  const auto fill = changes.fills.find(name);
  if (fill != changes.fills.end()) return fill->second;
  const ArrayUse* const use = changes.uses ? changes.uses->array(offset) : nullptr;
  const ElementTests tests = use == nullptr ? ElementTests{} : use->all_tests();
  if (use != nullptr && !changes.zeros) {
    if (is_in_order(type, *use)) return in_order(type, seed);
    if (is_looked_up(type, tests, shape))
      return random_content(seed, 0, std::min(kMostKey, most_of(type)));
  }
  if (use != nullptr && !use->ends) {
    const std::string tested = tested_content(type, seed, tests, shape);
    if (!tested.empty() && (!changes.zeros || tests.exchanged)) return tested;
  }
  if (const std::string solved = solved_content(type, seed, use, shape); !solved.empty())
    return solved;
  const std::string by_name = use != nullptr && use->indices ? "" : named_content(type, seed, name);
  if (!by_name.empty() && !changes.zeros) return by_name;
  const bool usual_one = is_float(type) || changes.zeros || changes.plain || !changes.uses;
  const bool sorted = !usual_one && changes.uses->sorts() && size_of(type) > 1;
  if (sorted && (use == nullptr || !use->indices))
    return random_content(seed, 0, std::min(kMostKey, most_of(type)));
  if (!usual_one && changes.data.contains(name) && is_moved(use) && size_of(type) >= 4)
    return random_content(seed, 0, std::min(usual_number(shape), most_of(type)));
  if (use == nullptr || usual_one) return usual_content(type, seed, shape);
  if (tests.mixed && !use->indices && !use->ends)
    return random_content(seed, 0, std::min(kAnyBits, most_of(type)));
  if (use->ends)
    return fmt::format("iota(0,{})", std::max(kRowEntries, changes.uses->row_threads(
                                                               *use, shape.grid, shape.block)));
  if (!use->indices) return usual_content(type, seed, shape);
  if (use->scatters && !changes.range && size_of(type) > 1) return places();
  // A mask or a remainder bounds the index.
  if (!tests.indexes && size_of(type) > 1)
    return random_content(seed, 0, std::min(changes.range.value_or(kMostKey), most_of(type)));
  return indices(type, seed, tests, shape);
}

}  // namespace simt
