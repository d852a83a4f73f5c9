// Whether a learner's kernel solves an exercise.
#pragma once

#include <string>
#include <vector>

#include "sim/views/report.h"
#include "tools/driver/session.h"
#include "tools/learn/catalogue.h"

namespace simt {

struct Grade {
  Exit exit = Exit::Fine;        ///< Fine: solved; else that of the first run that fails
  std::vector<CheckLine> lines;  ///< what was looked at; with the architecture where there are two
  std::string explanation;       ///< of a run that stopped, and what the sanitizer found
};

/// Runs `base.file` as the exercise asks. Throws SessionError when the file cannot be read or run.
Grade grade(const learn::Exercise& exercise, const SessionOptions& base);

}  // namespace simt
