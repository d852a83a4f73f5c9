// What a name stands for that a person has from the kernel's source: an argument, a field of a
// structure that is passed by value, a variable of the module or of the block.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/step/expression_op.h"
#include "sim/step/subject.h"

namespace simt {

/// Where the elements of a name lie, and what the name alone is worth.
struct NamedData {
  /// What reads an element: Element, SharedElement, ConstantElement or ParameterElement.
  ExpressionOp op = ExpressionOp::Element;
  std::uint64_t base = 0;   ///< address or offset of the first element
  std::uint64_t bytes = 0;  ///< of all; 0: not known
  ScalarType type = ScalarType::B8;
  bool has_elements = true;    ///< NAME[INDEX] is one
  std::optional<Value> alone;  ///< of NAME without an index
  bool is_address = false;     ///< `alone` is one, of whatever type the elements are
  std::string why_not_alone;   ///< where `alone` is nothing
};

/// "in", "table", "tile", "p.scale", "p.m" (an array in a structure), "p.rows[1].first". Nothing
/// when there is no such name. Throws StepError for the name of several variables.
std::optional<NamedData> named_data(const StepSubject& subject, const std::string& name);

/// The fields of a structure that is passed by value, or of a structure or array in it, with their
/// values: "scale" and "rows[1].first" of "p", "[1].first" of "p.rows". Empty for everything else.
std::vector<std::pair<std::string, Value>> structure_fields(const StepSubject& subject,
                                                            const std::string& name);
/// Is `name` an array of structures in a structure that is passed by value?
bool is_array_of_structures(const StepSubject& subject, const std::string& name);

/// Arguments and their fields, variables of the module and of the block. An array in a structure
/// is there once, without an index.
std::vector<std::string> variable_names(const StepSubject& subject);

}  // namespace simt
