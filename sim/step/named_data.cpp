#include "sim/step/named_data.h"

#include <fmt/format.h>

#include <utility>

#include "sim/step/argument_data.h"
#include "sim/step/structure_data.h"
#include "sim/step/variable_data.h"

namespace simt {

std::optional<NamedData> named_data(const StepSubject& subject, const std::string& name) {
  if (const auto argument = find_argument(subject, name)) return argument_data(*argument, name);
  if (const auto index = find_variable(subject, name)) return variable_data(subject, *index, name);
  if (const auto index = find_shared(subject, name)) return shared_data(subject, *index, name);
  if (const BoundArg* const buffer = find_buffer(subject, name)) return buffer_data(*buffer);
  return field_data(subject, name);
}

std::vector<std::string> variable_names(const StepSubject& subject) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < subject.launch.args.size(); ++i) {
    const std::string& name = subject.launch.args[i].spec.name;
    names.push_back(name);
    for (const Field& f : subject.signature.parameters[i].fields) {
      std::string field = fmt::format("{}.{}", name, without_indices(f.name));
      if (names.back() != field) names.push_back(std::move(field));
    }
  }
  for (const Signature::Variable& v : subject.signature.variables)
    names.push_back(v.plain.empty() ? v.name : v.plain);
  for (const SharedVariable& v : subject.program.shared.variables) names.push_back(v.name);
  return names;
}

}  // namespace simt
