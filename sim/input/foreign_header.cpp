// A header that was written for another kernel of its file.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "isa/base/kernel_name.h"
#include "sim/input/argument_types.h"
#include "sim/input/arguments.h"

namespace simt {
namespace {

/// "k_param_0", which compilers write where the source says nothing.
bool has_own_name(const ParameterInfo& info, std::size_t place) {
  return !info.name.ends_with(fmt::format("_param_{}", place));
}

/// A buffer for a pointer, fields for a structure, a value for the rest.
bool suits(const ArgSpec& arg, const Param& param, const ParameterInfo& info) {
  const bool pointer = info.type.pointers > 0;
  if (!info.type.base.empty() && arg.is_buffer != (pointer || param.count > 1)) return false;
  try {
    typed(arg, param, info);
  } catch (const SpecError&) {
    return false;
  }
  return true;
}

}  // namespace

ForeignHeader header_for(LaunchSpec header, const Program& program, const Signature& signature) {
  ForeignHeader out{std::move(header), {}, false};
  LaunchSpec& kept = out.kept;
  if (kept.kernel.empty() || may_mean(kept.kernel, program.kernel)) return out;
  std::vector<std::optional<ArgSpec>> taken(signature.parameters.size());
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (!has_own_name(signature.parameters[i], i)) return out;
  for (const ArgSpec& arg : kept.args) {
    bool suited = false;
    for (std::size_t i = 0; i < taken.size() && !suited; ++i) {
      const ParameterInfo& info = signature.parameters[i];
      suited = arg.name == info.name && !taken[i] && suits(arg, program.params[i], info);
      if (suited) taken[i] = arg;
    }
    if (!suited) out.left_out.push_back(arg.name);
  }
  kept.args.clear();
  for (std::optional<ArgSpec>& arg : taken)
    if (arg) kept.args.push_back(std::move(*arg));
  if (out.left_out.empty()) return out;
  out.without_checks = !kept.checks.empty() || !kept.goals.empty();
  kept.checks.clear();
  kept.goals.clear();
  return out;
}

}  // namespace simt
