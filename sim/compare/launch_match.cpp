#include "sim/compare/launch_match.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/base/kernel_name.h"

namespace simt::compare {
namespace {

using ncu::Launch;

std::string shape(const std::optional<ncu::Dimensions>& d) {
  return d ? fmt::format("({}, {}, {})", (*d)[0], (*d)[1], (*d)[2]) : "not given";
}
std::string shape(const Dim3& d) {
  return fmt::format("({}, {}, {})", d.x, d.y, d.z);
}
bool same(const std::optional<ncu::Dimensions>& d, const Dim3& wanted) {
  return !d || *d == ncu::Dimensions{wanted.x, wanted.y, wanted.z};
}

std::string listing(const std::vector<const Launch*>& launches) {
  constexpr std::size_t kMost = 12;
  std::string out;
  for (std::size_t i = 0; i < std::min(launches.size(), kMost); ++i)
    out += fmt::format("\n  ID {}: {}, grid {}, block {}",
                       launches[i]->id.empty() ? "-" : launches[i]->id, launches[i]->kernel,
                       shape(launches[i]->grid), shape(launches[i]->block));
  if (launches.size() > kMost) out += fmt::format("\n  and {} more", launches.size() - kMost);
  return out;
}

/// The launches whose kernel fits best.
std::vector<const Launch*> of_kernel(const std::vector<const Launch*>& all,
                                     const std::string& name) {
  NameFit best = NameFit::Function;
  std::vector<const Launch*> out;
  for (const Launch* l : all) {
    const NameFit fit = name_fit(name, l->kernel);
    if (fit == NameFit::None || fit < best) continue;
    if (fit > best) out.clear();
    best = fit;
    out.push_back(l);
  }
  return out;
}

}  // namespace

std::vector<const Launch*> launches_of(const std::vector<ncu::Report>& reports,
                                       const std::string& kernel, const std::string& id) {
  std::vector<const Launch*> all;
  for (const ncu::Report& r : reports)
    for (const Launch& l : r.launches) all.push_back(&l);
  if (all.empty())
    throw MatchError("the report has source pages but no metrics; add the raw page: --ncu raw.csv");
  std::vector<const Launch*> named = of_kernel(all, kernel);
  if (named.empty())
    throw MatchError(
        fmt::format("the report holds no launch of '{}'. It holds{}\nA kernel of another "
                    "name is taken with --ncu-kernel NAME",
                    display_name(kernel), listing(all)));
  if (id.empty()) return named;
  const auto found =
      std::find_if(named.begin(), named.end(), [&](const Launch* l) { return l->id == id; });
  if (found == named.end())
    throw MatchError(fmt::format("the report holds no launch of '{}' with ID {}. It holds{}",
                                 display_name(kernel), id, listing(named)));
  return {*found};
}

Match match_launch(const std::vector<ncu::Report>& reports, const MatchWish& wish) {
  const std::vector<const Launch*> named = launches_of(reports, wish.kernel, wish.launch);
  Match out;
  if (!wish.launch.empty()) {
    out.launch = named.front();
    if (!same(out.launch->grid, wish.grid) || !same(out.launch->block, wish.block))
      out.remarks.push_back(fmt::format(
          "The launches differ: simulated grid {} and block {}, measured grid {} and block {}.",
          shape(wish.grid), shape(wish.block), shape(out.launch->grid), shape(out.launch->block)));
    return out;
  }
  std::vector<const Launch*> fitting;
  std::copy_if(named.begin(), named.end(), std::back_inserter(fitting), [&](const Launch* l) {
    return same(l->grid, wish.grid) && same(l->block, wish.block);
  });
  if (fitting.empty())
    throw MatchError(fmt::format(
        "no launch of '{}' in the report has grid {} and block {}. It holds{}\nGive the simulated "
        "launch the same (--grid, --block), or take one as it is with --launch ID",
        wish.kernel, shape(wish.grid), shape(wish.block), listing(named)));
  out.launch = fitting.front();
  if (fitting.size() > 1)
    out.remarks.push_back(fmt::format(
        "{} launches of the report fit; this is the first, ID {} (--launch ID takes another).",
        fitting.size(), out.launch->id));
  return out;
}

}  // namespace simt::compare
