#include "tools/driver/count_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace simt {
namespace {

constexpr std::uint64_t kMostRadius = 16;

struct Named {
  std::vector<std::string> names;
  bool side = false;
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
  }
  return out;
}

}  // namespace

std::vector<NamedCount> count_names(const LaunchSpec& launch, const Signature& signature,
                                    const CountFilters& filters) {
  std::vector<NamedCount> out;
  const bool in_a_row = launch.grid.value_or(Dim3{}).y == 1 && launch.block.value_or(Dim3{}).y == 1;
  for (const auto& [n, named] : numbers_of(launch, signature, filters)) {
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
    if (!in_a_row || named.side) add(n * n, "{0}*{0}", true);
    if (n <= kMostRadius) {
      add(2 * n + 1, "2*{0}+1");
      add((2 * n + 1) * (2 * n + 1), "(2*{0}+1)*(2*{0}+1)");
    }
    add((n + 1) * (n + 1), "({0}+1)*({0}+1)");
    add((n + 2) * (n + 2), "({0}+2)*({0}+2)");
    if (!in_a_row) add(n * n * n, "{0}*{0}*{0}", true);
  }
  const auto value = [](const NamedCount& c) { return c.count.value; };
  const auto derived = [](const NamedCount& c) {
    return c.count.text.find_first_of("+*") != std::string::npos;
  };
  const auto order = [&](const NamedCount& c) { return std::pair(value(c), derived(c)); };
  std::ranges::stable_sort(out, {}, order);
  std::vector<NamedCount> once;
  for (NamedCount& one : out)
    if (once.empty() || value(once.back()) != value(one))
      once.push_back(std::move(one));
    else if (!derived(once.back()))
      once.back().product |= one.product;  // n says more than 4*k
    else
      once.back() = {{value(one)}, once.back().product || one.product};
  return once;
}

std::uint64_t rounded_count(std::uint64_t n) {
  const std::uint64_t round = (n + 1023) / 1024 * 1024;
  return round - n <= n / 64 ? round : n;
}

}  // namespace simt
