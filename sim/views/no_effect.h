// A launch that ended without having written anything: most often a count of zero in its arguments.
#pragma once

#include <string>

#include "sim/views/report.h"

namespace simt {

/// "No thread came to one of the kernel's 3 stores and atomics: ..."; "" where one did, where the
/// kernel has none or called a function, and of a run that did not end or was not counted.
std::string no_effect_text(const Subject& subject);

}  // namespace simt
