// A launch that lacks something, as a program tells it that knows its own command line.
#pragma once

#include "sim/input/missing_arguments.h"
#include "tools/driver/session.h"

namespace simt {

struct IncompleteSession : SessionError {
  IncompleteSession(const IncompleteLaunch& e, std::string further_hint)
      : SessionError(Exit::Usage, e.what()), launch(e), further(std::move(further_hint)) {}
  IncompleteLaunch launch;
  std::string further;  ///< another way to start it: a line, or ""
};

}  // namespace simt
