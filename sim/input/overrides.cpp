// A header with what the command line replaces.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "sim/base/nearest_name.h"
#include "sim/input/arguments.h"
#include "sim/input/element.h"
#include "sim/input/parameter_hints.h"

namespace simt {
namespace {

// What is written without a type has that of the line that it replaces, where it is such a number.
ArgSpec in_place_of(const ArgSpec& line, ArgSpec given) {
  if (given.type != ScalarType::None || given.is_buffer || line.is_buffer ||
      line.type == ScalarType::None)
    return given;
  try {
    element_bits(line.type, given.value);
    given.type = line.type;
  } catch (const SpecError&) {
  }
  return given;
}

void replace_by_name(std::vector<ArgSpec>& args, const ArgSpec& given,
                     const std::vector<std::string>& parameters) {
  const auto same = std::find_if(args.begin(), args.end(),
                                 [&](const ArgSpec& a) { return a.name == given.name; });
  if (same != args.end()) {
    *same = in_place_of(*same, given);
    return;
  }
  if (std::find(parameters.begin(), parameters.end(), given.name) != parameters.end()) {
    args.push_back(given);
    return;
  }
  std::vector<std::string> names;
  for (const ArgSpec& a : args) names.push_back(a.name);
  for (const std::string& p : parameters)
    if (std::find(names.begin(), names.end(), p) == names.end()) names.push_back(p);
  throw SpecError(
      fmt::format("--arg {0}: no '//! arg' line of the file names '{0}'; it has {1}{2}{3}",
                  given.name, fmt::join(names, ", "), nearest_hint(given.name, names),
                  whole_structure_hint(given.name, names)));
}

// By name when all have one, else all of them by position.
void replace_arguments(std::vector<ArgSpec>& args, std::vector<ArgSpec> given,
                       const std::vector<std::string>& parameters) {
  const bool named =
      std::all_of(given.begin(), given.end(), [](const ArgSpec& a) { return !a.name.empty(); });
  if (named && !args.empty()) {
    for (const ArgSpec& a : given) replace_by_name(args, a, parameters);
    return;
  }
  if (given.empty()) return;
  for (std::size_t i = 0; i < given.size() && i < args.size(); ++i) {
    // A header for another kernel may have fewer, each of a parameter's name.
    const auto at = std::find(parameters.begin(), parameters.end(), args[i].name);
    const bool here = at == parameters.end() || at - parameters.begin() == std::ptrdiff_t(i);
    if (given[i].name.empty() && here) given[i].name = args[i].name;
  }
  args = std::move(given);
}

}  // namespace

LaunchSpec overridden(LaunchSpec header, const LaunchSpec& options,
                      const std::vector<std::string>& parameters) {
  if (options.grid) {
    header.grid = options.grid;
    header.grid_line = 0;
  }
  if (options.block) {
    header.block = options.block;
    header.block_line = 0;
  }
  if (options.dynamic_shared) header.dynamic_shared = options.dynamic_shared;
  if (options.warp_size) header.warp_size = options.warp_size;
  if (!options.kernel.empty()) {
    header.kernel = options.kernel;
    header.kernel_line = 0;
  }
  replace_arguments(header.args, options.args, parameters);
  for (const SymbolSpec& symbol : options.symbols) {
    std::erase_if(header.symbols, [&](const SymbolSpec& s) { return s.name == symbol.name; });
    header.symbols.push_back(symbol);
  }
  if (!options.checks.empty()) header.checks = options.checks;
  header.goals.insert(header.goals.end(), options.goals.begin(), options.goals.end());
  return header;
}

LaunchSpec overridden(LaunchSpec header, const LaunchSpec& options) {
  return overridden(std::move(header), options, {});
}

}  // namespace simt
