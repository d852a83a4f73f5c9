// What is wrong with the `//!` lines of a file, all of it at once.
#pragma once

#include <utility>
#include <vector>

#include "sim/input/launch_spec.h"

namespace simt {

/// The first mistake, with the others that follow it in the file.
struct HeaderErrors : SpecError {
  explicit HeaderErrors(std::vector<SpecError> all)
      : SpecError(all.front()), mistakes(std::move(all)) {}
  std::vector<SpecError> mistakes;
};

}  // namespace simt
