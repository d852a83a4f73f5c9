// The syntax of the prompt's expressions: that of isa/base/expression, names of registers with %,
// [ADDRESS] as a value, a Form of '[', and &NAME, a Form of '&'. Names stand with their members
// there, as named_data.h knows them.
#pragma once

#include <string>

#include "isa/base/expression/tree.h"
#include "sim/step/subject.h"
#include "sim/step/value.h"

namespace simt {

/// Throws StepError. The tree's tokens are views into `text`.
expr::Tree syntax_of(const std::string& text);

/// "setup.rows[1].last" and "%tid.x" are names; in setup.weight[i] the index is no part of one. Of
/// rows[i].last, where rows is a pointer to structures, "last" is the field.
struct NamedPlace {
  std::string name;
  expr::Id index = expr::kNone;
  std::vector<expr::Id> further =
      {};  ///< indices of an array of several dimensions after the first
  std::string field = "";
};
/// Of the name, member or subscript `id`. Throws StepError, also for a call.
NamedPlace named_place(const expr::Tree& tree, const std::string& text, const StepSubject& subject,
                       expr::Id id);

Value number_value(const expr::Token& number);

}  // namespace simt
