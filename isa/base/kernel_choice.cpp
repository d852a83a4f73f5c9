#include "isa/base/kernel_choice.h"

#include <algorithm>

#include "isa/base/kernel_name.h"

namespace simt {

std::vector<std::string> kernels_meant(std::string_view wish,
                                       const std::vector<std::string>& names) {
  if (std::ranges::find(names, wish) != names.end()) return {std::string(wish)};
  std::vector<std::string> out;
  for (const std::string& name : names)
    if (may_mean(wish, name)) out.push_back(name);
  return out;
}

std::vector<std::string> kernel_titles(const std::vector<std::string>& names) {
  std::vector<std::string> shown, out;
  for (const std::string& name : names) shown.push_back(display_name(name));
  for (std::size_t i = 0; i < names.size(); ++i)
    out.push_back(std::ranges::count(shown, shown[i]) > 1 ? demangled(names[i]) : shown[i]);
  return out;
}

}  // namespace simt
