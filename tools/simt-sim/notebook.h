// The learner's progress as the command uses it: read at the start, written when something was
// done.
#pragma once

#include <filesystem>

#include "tools/driver/session.h"
#include "tools/learn/progress.h"

namespace simt {

class Notebook {
 public:
  /// A state file that holds something else is a usage error (SessionError).
  Notebook();
  const learn::Progress& now() const { return progress_; }
  /// `f` changes the progress. When it cannot be kept, stderr says so and the command goes on.
  template <class F>
  void change(F f) {
    f(progress_);
    save();
  }

 private:
  void save() const;

  std::filesystem::path file_;
  learn::Progress progress_;
};

}  // namespace simt
