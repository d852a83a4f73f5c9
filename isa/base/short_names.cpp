#include "isa/base/short_names.h"

#include <algorithm>
#include <cctype>

#include "isa/base/kernel_name.h"

namespace simt {
namespace {

constexpr std::string_view kParam = "_param_";

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

std::string short_name(std::string_view name, std::string_view kernel) {
  const std::size_t param = name.rfind(kParam);
  if (param != std::string_view::npos &&
      (name.starts_with("_Z") || name.substr(0, param) == kernel))
    return std::string(name.substr(param + 1));
  return name.starts_with("_ZZ") ? variable_title(name) : std::string(name);
}

}  // namespace

std::string with_short_names(std::string_view text, std::string_view kernel) {
  std::string out;
  while (!text.empty()) {
    const std::string_view name(text.begin(), std::find_if_not(text.begin(), text.end(), in_name));
    out += name.empty() ? std::string(1, text.front()) : short_name(name, kernel);
    text.remove_prefix(std::max<std::size_t>(1, name.size()));
  }
  return out;
}

}  // namespace simt
