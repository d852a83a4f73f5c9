// A command, expression or place that means nothing here; what() is for the person.
#pragma once

#include <stdexcept>

namespace simt {

struct StepError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace simt
