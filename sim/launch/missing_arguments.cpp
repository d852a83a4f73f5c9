#include "sim/launch/missing_arguments.h"

#include <fmt/format.h>

#include <algorithm>

namespace simt {
namespace {

// Parameters that no argument names; where arguments have other names, those behind the last.
std::vector<const Param*> missing(const Program& program, const LaunchSpec& spec) {
  const auto named = [&](const Param& p) {
    return std::any_of(spec.args.begin(), spec.args.end(),
                       [&](const ArgSpec& a) { return a.name == p.name; });
  };
  std::vector<const Param*> unnamed, behind;
  for (std::size_t i = 0; i < program.params.size(); ++i) {
    const Param& p = program.params[i];
    if (!named(p)) unnamed.push_back(&p);
    if (i >= spec.args.size()) behind.push_back(&p);
  }
  return unnamed.size() == behind.size() ? unnamed : behind;
}

std::string what_to_write(const Param& p) {
  if (p.count > 1) return fmt::format("//! arg {} b8[{}] = {{...}}", p.name, p.bytes);
  const std::string_view type = name_of(p.type);
  if (p.bytes == 8 && !is_float(p.type))
    return fmt::format("//! arg {0} f32[COUNT] = zero   (a buffer), or //! arg {0} {1} = VALUE",
                       p.name, type);
  return fmt::format("//! arg {} {} = VALUE", p.name, type);
}

}  // namespace

SpecError wrong_number_of_arguments(const Program& program, const LaunchSpec& spec) {
  std::string params;
  for (const Param& p : program.params)
    params += fmt::format("{}.{} {}", params.empty() ? "" : ", ", name_of(p.type), p.name);
  const bool by_option = !spec.args.empty() && spec.args.front().line == 0;
  std::string text = fmt::format(
      "kernel '{}' has {} parameter{} ({}), but {} argument{} given; write one --arg or one "
      "'//! arg' line for each, in order",
      program.kernel, program.params.size(), program.params.size() == 1 ? "" : "s",
      params.empty() ? "none" : params, spec.args.size(), spec.args.size() == 1 ? " is" : "s are");
  if (by_option)
    return SpecError(text +
                     ". A '//! arg' line of the file is replaced by its name alone: --arg 'NAME "
                     "TYPE = VALUE'");
  const std::vector<const Param*> without = missing(program, spec);
  if (!without.empty()) text += ". Missing in the file:";
  for (const Param* p : without) text += "\n  " + what_to_write(*p);
  return SpecError(text);
}

}  // namespace simt
