// What to say of a name that has no value here.
#pragma once

#include <string>
#include <vector>

#include "sim/step/subject.h"

namespace simt {

/// That there is no `name`, and the nearest of the names that there are: arguments, variables, and
/// those in `more`. Of a kernel in CUDA C++ also why its local variables are none of them, and
/// which registers the line of the instruction at `pc` writes.
std::string unknown_name(const StepSubject& subject, const std::string& name,
                         std::vector<std::string> more, Pc pc);

}  // namespace simt
