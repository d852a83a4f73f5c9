#include "tools/driver/count_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace simt {
namespace {

constexpr std::uint64_t kMostRadius = 16;

constexpr std::size_t kMostSizes = 4;     ///< whose products have a name
constexpr std::uint64_t kLeastSide = 16;  ///< of two of them

struct Named {
  std::vector<std::string> names;
  std::size_t place = 0;  ///< of the last one among the parameters
  bool side = false, taps = false;
};

/// The names of each whole number.
std::map<std::uint64_t, Named> numbers_of(const LaunchSpec& launch, const Signature& signature,
                                          const CountFilters& filters) {
  std::map<std::uint64_t, Named> out;
  for (std::size_t i = 0; i < launch.args.size(); ++i) {
    const ArgSpec& arg = launch.args[i];
    if (arg.is_buffer || is_float(arg.type) || arg.value.empty()) continue;
    const bool digits = arg.value.size() < 10 &&
                        std::ranges::all_of(arg.value, [](char c) { return c >= '0' && c <= '9'; });
    const std::uint64_t value = digits ? std::stoull(arg.value) : 0;
    if (value <= 1 || !filters.is_count(i)) continue;
    out[value].names.push_back(signature.parameters[i].name);
    out[value].side |= filters.is_side(i);
    out[value].taps |= filters.is_taps(i);
    out[value].place = i;
  }
  return out;
}

/// n * m * k and n * m: of all sizes, then of two of them; each has a value of its own.
void add_products(const std::map<std::uint64_t, Named>& numbers, std::vector<NamedCount>& out) {
  struct Size {
    std::uint64_t value;
    std::string name;
    std::size_t place;
  };
  std::vector<Size> sizes;
  for (const auto& [n, named] : numbers) {
    if (named.names.size() != 1 || named.names[0].find("_param_") != std::string::npos) return;
    sizes.push_back({n, named.names[0], named.place});
  }
  if (sizes.size() < 2 || sizes.size() > kMostSizes) return;
  std::ranges::sort(sizes, {}, &Size::place);
  const auto add = [&](std::initializer_list<std::size_t> some) {
    NamedCount one{{1, ""}, some.size() == sizes.size(), some.size()};
    for (const std::size_t i : some) {
      one.count.value *= sizes[i].value;
      one.count.text += (one.count.text.empty() ? "" : "*") + sizes[i].name;
    }
    out.push_back(std::move(one));
  };
  const auto is_side = [&](std::size_t i) { return sizes[i].value >= kLeastSide; };
  for (std::size_t i = 0; i < sizes.size(); ++i)
    for (std::size_t k = i + 1; k < sizes.size(); ++k) {
      if (sizes.size() == 2 || (is_side(i) && is_side(k))) add({i, k});
      for (std::size_t m = k + 1; m < sizes.size(); ++m) add({i, k, m});
    }
}

}  // namespace

std::vector<NamedCount> count_names(const LaunchSpec& launch, const Signature& signature,
                                    const CountFilters& filters) {
  std::vector<NamedCount> out;
  const bool in_a_row = launch.grid.value_or(Dim3{}).y == 1 && launch.block.value_or(Dim3{}).y == 1;
  const auto numbers = numbers_of(launch, signature, filters);
  for (const auto& [n, named] : numbers) {
    const std::vector<std::string>& names = named.names;
    const std::string name = names.size() == 1 && names[0].find("_param_") == std::string::npos
                                 ? names[0]
                                 : std::string();
    const auto add = [&](std::uint64_t value, std::string_view form, bool product = false) {
      out.push_back({{value, name.empty() ? "" : fmt::format(fmt::runtime(form), name)}, product});
    };
    add(n, "{0}");
    add(n + 1, "{0}+1");
    add(n + 2, "{0}+2");
    add(2 * n, "2*{0}");
    add(4 * n, "4*{0}");
    if (named.taps) continue;
    if (!in_a_row || named.side) add(n * n, "{0}*{0}", true);
    if (n <= kMostRadius) {
      add(2 * n + 1, "2*{0}+1");
      add((2 * n + 1) * (2 * n + 1), "(2*{0}+1)*(2*{0}+1)");
    }
    add((n + 1) * (n + 1), "({0}+1)*({0}+1)");
    add((n + 2) * (n + 2), "({0}+2)*({0}+2)");
    if (!in_a_row) add(n * n * n, "{0}*{0}*{0}", true);
  }
  // In a row, too, threads may each have a row of a matrix.
  const auto is_side = [](const auto& n) { return n.second.side; };
  if (!in_a_row || std::ranges::any_of(numbers, is_side)) add_products(numbers, out);
  const auto value = [](const NamedCount& c) { return c.count.value; };
  // n says more than 4*k, and w*h*d more than w*w.
  const auto rank = [](const NamedCount& c) {
    const bool derived = c.count.text.find_first_of("+*") != std::string::npos;
    return derived ? kMostSizes - c.factors : 0;
  };
  const auto order = [&](const NamedCount& c) { return std::pair(value(c), rank(c)); };
  std::ranges::stable_sort(out, {}, order);
  std::vector<NamedCount> once;
  for (NamedCount& one : out)
    if (once.empty() || value(once.back()) != value(one))
      once.push_back(std::move(one));
    else if (rank(once.back()) < rank(one) || rank(one) == 0)
      once.back().product |= one.product;
    else
      once.back() = {{value(one)}, once.back().product || one.product};
  return once;
}

std::uint64_t rounded_count(std::uint64_t n) {
  const std::uint64_t round = (n + 1023) / 1024 * 1024;
  return round - n <= n / 64 ? round : n;
}

}  // namespace simt
