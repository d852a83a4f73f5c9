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
  /// From one element to the next, of fields of structures; 0: they lie without gaps.
  std::uint64_t stride = 0;
  ScalarType type = ScalarType::B8;
  bool is_bool = false;  ///< the elements are bool
  /// Of an array of several dimensions, the length of each: NAME[I][J] is an element, too.
  std::vector<std::uint64_t> extents;
  bool has_elements = true;    ///< NAME[INDEX] is one
  bool is_variable = false;    ///< it has an address: &NAME
  bool is_scalar = false;      ///< a variable whose only element is what NAME is worth
  std::optional<Value> alone;  ///< of NAME without an index, of what is no variable
  bool is_address = false;     ///< `alone` is one, of whatever type the elements are
  std::string why_not_alone;   ///< where `alone` is nothing and it is no scalar
  std::string why_no_element;  ///< of structures in a buffer of bytes; of bytes of unknown type
};

/// "in", "table", "tile", "p.scale", "p.m" (an array in a structure), "p.rows[1].first", "p.in"
/// (what a pointer in a structure points to, where the launch gave that). Nothing when there is no
/// such name. Throws StepError for the name of several variables.
std::optional<NamedData> named_data(const StepSubject& subject, const std::string& name);

/// Of a pointer to structures, a variable of them or an array of them within one, the field that
/// each of them has: "first" or "m[1]" of "rows". Nothing when it is something else. Throws
/// StepError when they have no such field.
std::optional<NamedData> field_of_each(const StepSubject& subject, const std::string& name,
                                       const std::string& field);
/// Does NAME point to structures, or is it a variable of them?
bool points_to_structures(const StepSubject& subject, const std::string& name);
/// Of such a name, the fields of each structure, "first" and "m[1]", and how long each is.
std::vector<std::string> fields_of_structures(const StepSubject& subject, const std::string& name);
std::uint64_t structure_bytes(const StepSubject& subject, const std::string& name);

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
