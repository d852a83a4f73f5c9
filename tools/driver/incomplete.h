// A launch that lacks something, as a program tells it that knows its own command line.
#pragma once

#include "sim/input/missing_arguments.h"
#include "tools/driver/session.h"

namespace simt {

struct IncompleteSession : SessionError {
  explicit IncompleteSession(const IncompleteLaunch& e)
      : SessionError(Exit::Usage, e.what()), launch(e) {}
  IncompleteLaunch launch;
};

}  // namespace simt
