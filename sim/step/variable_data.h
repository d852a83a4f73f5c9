// Variables of the module and of the block under their names: where they lie and what they hold.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "sim/step/named_data.h"

namespace simt {

/// The variable of the module that is called so, in the PTX or, if it is the only one, in the
/// source. Throws StepError where it is several.
std::optional<std::size_t> find_variable(const StepSubject& s, const std::string& name);
NamedData variable_data(const StepSubject& s, std::size_t index, const std::string& name);

/// The variable of the block, by its number in SharedLayout::variables.
std::optional<std::size_t> find_shared(const StepSubject& s, const std::string& name);
NamedData shared_data(const StepSubject& s, std::size_t index, const std::string& name);
/// The structures that it holds; without fields: none, or not known.
StructureLayout shared_structure(const StepSubject& s, std::size_t index);

}  // namespace simt
