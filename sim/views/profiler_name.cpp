#include "sim/views/profiler_name.h"

#include "isa/base/kernel_name.h"

namespace simt {
namespace {

// "const float *" of "float const*".
std::string parameter_text(std::string_view text) {
  const std::size_t stars = text.find_last_not_of("*&") + 1;
  const std::string_view marks = text.substr(stars);
  std::string_view base = text.substr(0, stars);
  if (marks.empty() || base.find_first_of("*&()[]") != std::string_view::npos)
    return std::string(text);
  constexpr std::string_view kConst = " const";
  std::string out;
  if (base.ends_with(kConst)) {
    base.remove_suffix(kConst.size());
    out = "const ";
  }
  return out + std::string(base) + " " + std::string(marks);
}

}  // namespace

std::string profiler_name(std::string_view mangled) {
  const std::string name = demangled(mangled);
  const std::size_t open = name.find('(');
  if (name.find('<') != std::string::npos || open == std::string::npos || !name.ends_with(')') ||
      name.find('(', open + 1) != std::string::npos)
    return name;
  std::string out = name.substr(0, open + 1);
  std::string_view rest(name);
  rest = rest.substr(open + 1, name.size() - open - 2);
  for (bool first = true; !rest.empty(); first = false) {
    const std::size_t end = rest.find(", ");
    out += (first ? "" : ", ") + parameter_text(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 2);
  }
  return out + ")";
}

}  // namespace simt
