// Fields of structures under their names: of structures that are passed by value, that a pointer
// points to, or that a variable holds.
#pragma once

#include <optional>
#include <string>

#include "sim/step/named_data.h"

namespace simt {

/// A scalar field, or an array of scalars: "p.scale", "p.rows[1].first". Nothing for what is none.
std::optional<NamedData> field_data(const StepSubject& s, const std::string& name);

}  // namespace simt
