// The arguments of a launch under their names, and what a name alone stands for among them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/step/named_data.h"

namespace simt {

/// An argument with all that is known of its parameter.
struct Argument {
  const BoundArg& bound;
  const Param& param;
  const ParameterInfo& info;
};

/// By the name that the launch gave it, else by that of the source.
std::optional<Argument> find_argument(const StepSubject& s, const std::string& name);

/// What the launch put where a pointer points to: an argument, or a pointer in a structure
/// ("p.in").
const BoundArg* find_buffer(const StepSubject& s, const std::string& name);

NamedData argument_data(const Argument& a, const std::string& name);
NamedData buffer_data(const BoundArg& buffer);

/// "weight" of "weight[2]".
std::string without_indices(const std::string& field);
/// "p.n, p.scale" of `name` "p.".
std::string field_names(const std::string& name, const std::vector<Field>& fields);

}  // namespace simt
