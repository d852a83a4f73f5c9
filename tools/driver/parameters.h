// The parameters of a run that take one value: each is an option of the command line (--NAME) and
// can be varied by a sweep (NAME=VALUES). This table is all that is said of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tools/driver/session.h"

namespace simt {

struct Parameter {
  /// File: no option but the command's operand
  enum class Group { Launch, Machine, Cuda, File };

  std::string_view name, form, text;  ///< "sms", "N", "number of SMs"; a form a|b lists all values
  Group group;
  /// Throws SpecError for a value that is none. Dimensions may be joined by x: a comma separates
  /// the values of a sweep.
  void (*set)(SessionOptions&, const std::string& value);
  bool is_old = false;  ///< a spelling of before, which keeps working and is not listed
};

/// With the old spellings.
std::span<const Parameter> parameters();
/// nullptr: there is none of that name.
const Parameter* find_parameter(std::string_view name);
/// `value` into `options`; a value that is none of the form's is an error, too. Throws SpecError.
void set_parameter(SessionOptions& options, const Parameter& parameter, const std::string& value);

}  // namespace simt
