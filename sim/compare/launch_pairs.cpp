#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "isa/base/kernel_name.h"
#include "sim/compare/program_comparison.h"

namespace simt::compare {
namespace {

/// Names repeat: each two are compared once.
class NamePairs {
 public:
  enum class Fit { None, Function, Template, Meant };
  Fit fit(const std::string& measured, const std::string& simulated) {
    const auto [it, fresh] = known_.try_emplace({measured, simulated}, Fit::None);
    if (fresh) it->second = compute(measured, simulated);
    return it->second;
  }

 private:
  static Fit compute(const std::string& measured, const std::string& simulated) {
    if (may_mean(measured, simulated)) return Fit::Meant;
    switch (name_fit(measured, simulated)) {
      case NameFit::None:
        return Fit::None;
      case NameFit::Function:
        return Fit::Function;
      case NameFit::Template:  // ncu leaves "T1" in the parameters of an instance
      case NameFit::Whole:
        break;
    }
    return Fit::Template;
  }
  std::map<std::pair<std::string, std::string>, Fit> known_;
};

}  // namespace

std::vector<LaunchPair> pair_launches(const ProgramReport& simulated, const ncu::Report& measured) {
  std::vector<LaunchPair> out;
  for (const ncu::Launch& launch : measured.launches) out.push_back({nullptr, &launch, false});
  std::vector<bool> taken(simulated.launches.size(), false);
  NamePairs names;
  // Names that agree in all that ncu's states come first, those of the function alone last.
  for (const auto wanted :
       {NamePairs::Fit::Meant, NamePairs::Fit::Template, NamePairs::Fit::Function})
    for (LaunchPair& pair : out)
      for (std::size_t i = 0; i < taken.size() && pair.simulated == nullptr; ++i) {
        const SimulatedLaunch& launch = simulated.launches[i];
        if (taken[i] || names.fit(pair.measured->kernel, launch.kernel) != wanted) continue;
        taken[i] = true;
        pair.simulated = &launch;
        pair.by_function = wanted == NamePairs::Fit::Function;
      }
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (!taken[i]) out.push_back({&simulated.launches[i], nullptr, false});
  return out;
}

}  // namespace simt::compare
